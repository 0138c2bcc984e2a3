//! How two versions of a record differ.

use std::collections::BTreeSet;

use super::action::Action;
use super::canonical::{HeaderEntry, canonical_actions, canonical_entries};
use super::chain::hash_of_comment;
use super::model::Record;
use super::replayed::Replayed;

/// How two versions of a record differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordDifference {
    /// The keys of the header whose values differ, in the order in which they are printed.
    pub header: Vec<HeaderChange>,
    /// How many of the first actions both have: the same canonical line with the same time and the same comment.
    pub common: usize,
    /// The actions that only the first version has, from the first on that differs.
    pub removed: Vec<Action<'static>>,
    /// The actions that only the second version has.
    pub added: Vec<Action<'static>>,
    /// The ordinals of the common actions whose signatures differ, or that only one version has signed.
    pub signatures: Vec<usize>,
}

/// A key of the header whose values differ; none where a version does not have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderChange {
    /// The key; that of a player is `players.south` or `players.north`.
    pub key: String,
    /// The value in the first version, as it is printed.
    pub before: Option<String>,
    /// The value in the second version.
    pub after: Option<String>,
    /// Whether the players are bound by it.
    pub binding: bool,
}

impl RecordDifference {
    /// How two versions of a record, which have been played through, differ.
    pub fn of(
        before: (&Record<'_>, &Replayed),
        after: (&Record<'_>, &Replayed),
    ) -> RecordDifference {
        let actions = |(record, replayed): (&Record<'_>, &Replayed)| {
            canonical_actions(record, replayed).map(Action::into_owned).collect::<Vec<_>>()
        };
        let (mut removed, mut added) = (actions(before), actions(after));
        let said = |action: &Action<'_>| {
            (action.side, action.line(action.side), hash_of_comment(action.comment.as_deref()))
        };
        let pairs = removed.iter().zip(&added);
        let common = pairs.take_while(|(one, other)| said(one) == said(other)).count();
        removed.drain(..common);
        added.drain(..common);
        let signed = |record: &Record<'_>| -> BTreeSet<(usize, String)> {
            let lines = record.signatures.iter().filter(|line| line.ordinal <= common);
            lines.map(|line| (line.ordinal, line.to_string())).collect()
        };
        let (one, other) = (signed(before.0), signed(after.0));
        let differing = one.symmetric_difference(&other).map(|(ordinal, _)| *ordinal);
        let signatures: BTreeSet<usize> = differing.collect();
        let signatures = signatures.into_iter().collect();
        let header = header_changes(canonical_entries(before.0), canonical_entries(after.0));
        RecordDifference { header, common, removed, added, signatures }
    }

    /// Whether the second version only adds to the first: actions, and what the header says of event and result.
    pub fn is_extension(&self) -> bool {
        let bound = |change: &HeaderChange| change.binding;
        self.removed.is_empty() && self.signatures.is_empty() && !self.header.iter().any(bound)
    }
}

fn header_changes(before: Vec<HeaderEntry>, mut after: Vec<HeaderEntry>) -> Vec<HeaderChange> {
    let mut changes = Vec::new();
    for HeaderEntry { key, value, binding } in before {
        let found = after.iter().position(|entry| entry.key == key);
        let other = found.map(|at| after.remove(at).value);
        if other.as_ref() != Some(&value) {
            changes.push(HeaderChange { key, before: Some(value), after: other, binding });
        }
    }
    let new = after.into_iter().map(|HeaderEntry { key, value, binding }| HeaderChange {
        key,
        before: None,
        after: Some(value),
        binding,
    });
    changes.extend(new);
    changes
}

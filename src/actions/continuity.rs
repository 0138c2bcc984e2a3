//! How two versions of one record stand to each other.

use crate::record::{Record, RecordDifference, Replayed};

/// A record that has been played through.
pub(super) type Played<'a> = (&'a Record<'a>, &'a Replayed);

/// How two versions of one record stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Continuity {
    /// The second continues the first, or is the same.
    After,
    /// The first continues the second.
    Before,
    /// They differ from the action with this index on.
    Neither {
        /// How many actions they have in common.
        from: usize,
    },
}

impl Continuity {
    /// `None` where they differ in what binds the players before the moves, or in signatures of common actions.
    pub(super) fn between(one: Played<'_>, other: Played<'_>) -> Option<Continuity> {
        let found = RecordDifference::of(one, other);
        if found.header.iter().any(|change| change.binding) || !found.signatures.is_empty() {
            return None;
        }
        Some(match (found.removed.is_empty(), found.added.is_empty()) {
            (true, _) => Continuity::After,
            (false, true) => Continuity::Before,
            (false, false) => Continuity::Neither { from: found.common },
        })
    }
}

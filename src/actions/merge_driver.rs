//! Merging two versions of a record for git, as its merge driver.
//!
//! It does not matter which side is whose: git swaps them when it rebases.

use super::continuity::{Continuity, Played};
use super::error::ActionError;
use crate::document::Limits;
use crate::record::{self, Action, Record, RecordDifference, Replayed};
use crate::store::{Store, merge_text};

/// What became of two versions of a file.
#[derive(Clone, Debug)]
pub struct MergedFile {
    /// The file to write.
    pub bytes: Vec<u8>,
    /// How it came about.
    pub outcome: MergeOutcome,
}

/// How a merged file came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MergeOutcome {
    /// One version of the record continues the other, or the changes do not touch each other.
    Merged,
    /// Two versions of a record contradict each other. Both stand in the file, with git's marks around what differs.
    Rivals {
        /// The record's id.
        id: String,
        /// The lines with which they begin to differ; none where the header or signatures differ.
        lines: Option<[String; 2]>,
        /// The references that keep both, as far as the repository could be written.
        kept: Vec<String>,
    },
    /// Both sides have changed the same lines of a file that is no record. Both stand in it, with git's marks.
    Marked,
    /// The file cannot be merged as text, and stays ours.
    Ours {
        /// Why.
        reason: &'static str,
    },
}

impl MergeOutcome {
    /// Whether nothing is left to be settled.
    pub fn is_clean(&self) -> bool {
        *self == MergeOutcome::Merged
    }
}

/// Two versions of a file that are to be merged.
#[derive(Clone, Copy, Debug)]
pub struct FileVersions<'a> {
    /// What both are based on.
    pub base: &'a [u8],
    /// Ours and theirs.
    pub sides: [&'a [u8]; 2],
    /// What git calls ours and theirs.
    pub names: [&'a str; 2],
}

/// Merges two versions of a file. Rival versions of a record are kept in `store`, if it is known.
///
/// # Errors
/// Those of git.
pub fn merge_versions(
    store: Option<&Store>,
    versions: FileVersions<'_>,
) -> Result<MergedFile, ActionError> {
    let FileVersions { base, sides: [ours, theirs], .. } = versions;
    let inputs = [base, ours, theirs];
    let refused = match () {
        () if inputs.iter().any(|bytes| bytes.len() > Limits::MATCH.bytes) => "it is too long",
        () if inputs.iter().any(|bytes| bytes.contains(&0)) => "it is no text",
        () => return versions.merge(store),
    };
    Ok(MergedFile { bytes: ours.to_vec(), outcome: MergeOutcome::Ours { reason: refused } })
}

impl FileVersions<'_> {
    fn merge(&self, store: Option<&Store>) -> Result<MergedFile, ActionError> {
        let (bytes, clean) = merge_text(self.base, self.sides, self.names)?;
        let as_text = |bytes| MergedFile {
            bytes,
            outcome: if clean { MergeOutcome::Merged } else { MergeOutcome::Marked },
        };
        let [ours, theirs] = self.sides.map(played);
        let (Some(one), Some(other)) = (ours, theirs) else { return Ok(as_text(bytes)) };
        if one.0.header().id != other.0.header().id {
            return Ok(as_text(bytes));
        }
        let (one, other) = ((&one.0, &one.1), (&other.0, &other.1));
        let longer = match Continuity::between(one, other) {
            Some(Continuity::After) => other,
            Some(Continuity::Before) => one,
            _ => return self.rivals(store, one, other),
        };
        // What else either side has changed, such as the name of the event, is kept where that is clear.
        if clean && played(&bytes).is_some_and(|merged| same_play(longer, (&merged.0, &merged.1))) {
            return Ok(as_text(bytes));
        }
        match loses_nothing(one, other) {
            true => {
                let bytes = longer.0.text().as_bytes().to_vec();
                Ok(MergedFile { bytes, outcome: MergeOutcome::Merged })
            }
            false => Ok(MergedFile { bytes: self.marked()?, outcome: MergeOutcome::Marked }),
        }
    }

    /// Both versions in one file, with git's marks around every line that only one of them has.
    fn marked(&self) -> Result<Vec<u8>, ActionError> {
        // With a base, a line that one side has altered and the other has not would be altered silently.
        Ok(merge_text(b"", self.sides, self.names)?.0)
    }

    fn rivals(
        &self,
        store: Option<&Store>,
        one: Played<'_>,
        other: Played<'_>,
    ) -> Result<MergedFile, ActionError> {
        let id = one.0.header().id.clone();
        let mut kept = Vec::new();
        for (store, version) in self.sides.iter().filter_map(|version| Some((store?, version))) {
            // The file has both versions, and git has both among its objects: merging does not fail for this.
            kept.extend(store.keep_rival_content(&id, version).ok());
        }
        let found = RecordDifference::of(one, other);
        let first = |actions: &[Action<'_>]| {
            actions.first().map(|action| action.line_with_comment(one.0.game().first))
        };
        let lines = first(&found.removed).zip(first(&found.added)).map(|(one, other)| [one, other]);
        let outcome = MergeOutcome::Rivals { id, lines, kept };
        Ok(MergedFile { bytes: self.marked()?, outcome })
    }
}

fn played(bytes: &[u8]) -> Option<(Record<'_>, Replayed)> {
    let record = record::read(bytes).ok()?;
    let replayed = record::replay(&record).ok()?;
    Some((record, replayed))
}

/// Whether a merged text is the same game as the longer version.
fn same_play(longer: Played<'_>, merged: Played<'_>) -> bool {
    let found = RecordDifference::of(longer, merged);
    found.is_extension() && found.added.is_empty()
}

/// Whether the shorter of two versions says nothing in its header that the longer does not, but for the result.
fn loses_nothing(one: Played<'_>, other: Played<'_>) -> bool {
    let follows = |key: &str| ["result", "ending"].contains(&key);
    RecordDifference::of(one, other).header.iter().all(|change| follows(&change.key))
}

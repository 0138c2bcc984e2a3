//! How the file of a record in the work tree differs from the one that was committed.

use serde_json::{Value, json};

use super::error::Failure;
use super::output::Out;
use crate::record::{self, Action, Diagnostic, Record, RecordDifference, Replayed};
use crate::render::one_line;

/// A file that is not as it was committed.
pub(super) struct Uncommitted {
    /// What the last commit has; none when it has no such file.
    committed: Option<Vec<u8>>,
}

impl Uncommitted {
    pub(super) fn of(committed: Option<Vec<u8>>) -> Uncommitted {
        Uncommitted { committed }
    }

    /// The failure to read the record of the file, with what was done to it as a possible cause.
    pub(super) fn explain(&self, failure: Failure) -> Failure {
        match self.committed {
            Some(_) => {
                failure.add_hint("it is not as it was committed: `git diff` shows the edits")
            }
            None => failure,
        }
    }

    /// How the committed version became the record of the file; none where there is no such version.
    fn difference(
        &self,
        record: &Record<'_>,
        replayed: &Replayed,
    ) -> Option<Result<RecordDifference, Diagnostic>> {
        let committed = self.committed.as_deref()?;
        Some(record::read(committed).and_then(|before| {
            let played = record::replay(&before)?;
            Ok(RecordDifference::of((&before, &played), (record, replayed)))
        }))
    }

    /// Says that the record of the file is not committed, and how it differs from the one that is.
    pub(super) fn print(
        &self,
        record: &Record<'_>,
        replayed: &Replayed,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let difference = match self.difference(record, replayed) {
            None => return out.note("this file was never committed"),
            Some(Ok(difference)) => difference,
            Some(Err(error)) => {
                let error = one_line(&error.to_string());
                return out.note(format_args!(
                    "this file is not as it was committed; the committed record is not sound: {error}"
                ));
            }
        };
        out.note("this file is not as it was committed (- committed, + here):")?;
        let RecordDifference { header, removed, added, signatures, .. } = &difference;
        for change in header {
            for (sign, value) in [('-', &change.before), ('+', &change.after)] {
                let Some(value) = value else { continue };
                out.note(format_args!("  {sign} {}: {}", change.key, one_line(value)))?;
            }
        }
        for (sign, actions) in [('-', removed), ('+', added)] {
            for line in lines(actions, record) {
                out.note(format_args!("  {sign} {}", one_line(&line)))?;
            }
        }
        for ordinal in signatures {
            out.note(format_args!("  the signature of action {ordinal} is another"))?;
        }
        if header.is_empty() && removed.is_empty() && added.is_empty() && signatures.is_empty() {
            out.note("  the record says the same; `git diff` shows what was edited")?;
        }
        Ok(())
    }

    /// The same for machines.
    pub(super) fn value(&self, record: &Record<'_>, replayed: &Replayed) -> Value {
        match self.difference(record, replayed) {
            None => json!({ "new": true }),
            Some(Err(error)) => json!({ "new": false, "error": error.to_string() }),
            Some(Ok(RecordDifference { header, removed, added, signatures, .. })) => {
                let header = header.iter().map(|change| {
                    json!({ "key": change.key, "before": change.before, "after": change.after })
                });
                json!({
                    "new": false, "header": header.collect::<Vec<_>>(),
                    "removed": lines(&removed, record), "added": lines(&added, record),
                    "signatures": signatures,
                })
            }
        }
    }
}

/// Actions as lines of a record.
fn lines(actions: &[Action<'_>], record: &Record<'_>) -> Vec<String> {
    actions.iter().map(|action| action.line_with_comment(record.game().first)).collect()
}

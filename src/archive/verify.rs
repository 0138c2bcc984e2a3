//! Verifying records in parallel.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::path::Path;

use chrono::{DateTime, Utc};

use super::scan::scan;
use super::source::RecordSource;
use crate::proof::{CheckElsewhere, Proof, check_signatures};
use crate::record::{self, Diagnostic, Place};
use crate::rules::{Outcome, Side};

/// The result of verifying one record.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The file's name.
    pub name: String,
    /// Plies played, as far as it could be read.
    pub plies: usize,
    /// Who won; none while the game goes on and for a record that fails.
    pub outcome: Option<Outcome>,
    /// Why the result of a record that holds is disputed, as its header says.
    pub disputed: Option<String>,
    /// The sides that have not opened what they sealed, although the game is over (K10).
    pub unopened: Vec<Side>,
    /// How many of its actions are signed, and rightly.
    pub signed: usize,
    /// How many are not, and the first of them.
    pub unsigned: (usize, Option<Place>),
    /// Why it fails, if it does.
    pub failing: Option<VerifyFailure>,
    /// The bytes of a match file found among the records. It has not been verified.
    pub connected: Option<Vec<u8>>,
    /// Whether the name's stem must be the id.
    pub named: bool,
    /// The line of the file in which the record begins, from 1.
    pub line: u32,
}

impl Verified {
    /// What is known before the file is read.
    fn of(name: String, named: bool, line: u32) -> Verified {
        Verified {
            name,
            plies: 0,
            outcome: None,
            disputed: None,
            unopened: Vec::new(),
            signed: 0,
            unsigned: (0, None),
            failing: None,
            connected: None,
            named,
            line,
        }
    }

    /// The result for a file that cannot be read.
    pub fn unreadable(name: String, reason: String) -> Verified {
        let failing = Some(VerifyFailure::Unreadable(reason));
        Verified { failing, ..Verified::of(name, true, 1) }
    }
}

/// Why a record fails.
#[derive(Clone, Debug, thiserror::Error)]
pub enum VerifyFailure {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The record is not sound.
    #[error("{0}")]
    Unsound(Box<Diagnostic>),
    /// The record is sound, but not what the caller knows that it should be.
    #[error("it is not what was committed")]
    Other,
    /// The file is not called after the record.
    #[error("the file should be called {id}.yaml after its id")]
    Misnamed {
        /// The id.
        id: String,
    },
    /// Another file has the same id.
    #[error("the id {id:?} is another file's too")]
    Doubled {
        /// The id.
        id: String,
    },
}

impl VerifyFailure {
    /// The failure in the file of that name, in one line that editors can jump to.
    pub fn located(&self, name: &str) -> String {
        match self {
            // Both versions of a conflict stand in lines of their own.
            VerifyFailure::Unsound(error) => format!("{name}:{error}").replace('\n', " "),
            other => format!("{name}:1:1: {other}"),
        }
    }
}

/// Verifies records, as seen at `now`, and reports each result in the order of the sources. The ids of all sources that are
/// [`named`](RecordSource::named) must differ without regard to case, and the name and bytes of each must please `agrees`.
/// Signatures that this process cannot check are checked by `elsewhere`.
pub fn verify(
    sources: impl IntoIterator<Item = RecordSource>,
    now: DateTime<Utc>,
    elsewhere: &CheckElsewhere<'_>,
    agrees: impl Fn(&str, &[u8]) -> bool + Sync,
    mut report: impl FnMut(Verified),
) {
    let mut ids = HashSet::new();
    let verify_one = |source| verify_one(source, now, elsewhere, &agrees);
    scan(sources, verify_one, |(mut verdict, id)| {
        if let Some(id) = id
            && !ids.insert(hash(&id.to_lowercase()))
            && verdict.failing.is_none()
        {
            verdict.failing = Some(VerifyFailure::Doubled { id });
        }
        report(verdict);
        ControlFlow::Continue(())
    });
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Whether the file says that it is a match and not a record.
pub fn is_match(bytes: &[u8]) -> bool {
    let format = bytes.split(|b| *b == b'\n').find_map(|line| line.strip_prefix(b"format:"));
    format.is_some_and(|value| value.trim_ascii().starts_with(b"riverpost-match/"))
}

/// The result for one record, and its id where the file must be named after it.
fn verify_one(
    source: RecordSource,
    now: DateTime<Utc>,
    elsewhere: &CheckElsewhere<'_>,
    agrees: impl Fn(&str, &[u8]) -> bool,
) -> (Verified, Option<String>) {
    let RecordSource { name, content, named, line } = source;
    let mut verdict = Verified::of(name, named, line);
    let mut held = None;
    let bytes = match content.bytes() {
        Ok(bytes) => bytes,
        Err(reason) => {
            verdict.failing = Some(VerifyFailure::Unreadable(reason));
            return (verdict, None);
        }
    };
    if !agrees(&verdict.name, &bytes) {
        verdict.failing = Some(VerifyFailure::Other);
    }
    if is_match(&bytes) {
        verdict.connected = Some(bytes);
        return (verdict, None);
    }
    let done = record::read(&bytes).and_then(|record| {
        let replayed = record::replay(&record)?;
        verdict.plies = replayed.line.plies();
        verdict.outcome = replayed.outcome;
        verdict.disputed.clone_from(&record.header().disputed);
        if replayed.termination.is_some() {
            let sealed = |side: &Side| replayed.sealed[side.at()].is_some();
            verdict.unopened = Side::BOTH.into_iter().filter(sealed).collect();
        }
        record::refuse_future(&record, now)?;
        let proofs = check_signatures(&record, &replayed, elsewhere)?;
        let all = record.actions().iter().zip(&proofs);
        let mut unsigned = all.filter(|(_, proof)| **proof == Proof::Unsigned).peekable();
        let first = unsigned.peek().map(|(action, _)| action.place);
        verdict.unsigned = (unsigned.count(), first);
        verdict.signed = proofs.len() - verdict.unsigned.0;
        if named && let Some(stem) = Path::new(&verdict.name).file_stem() {
            let id = record.header().id.clone();
            if stem != id.as_str() {
                verdict.failing = Some(VerifyFailure::Misnamed { id: id.clone() });
            }
            held = Some(id);
        }
        Ok(())
    });
    if let Err(error) = done {
        let error = error.from_line(line);
        verdict.failing = Some(VerifyFailure::Unsound(Box::new(error)));
    }
    (verdict, held)
}

//! Verifying records, many at a time, in parallel, with no more in memory than a few hundred of them.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::record::{self, LONGEST_FILE, RecordError};
use crate::rules::Outcome;

/// How many records are read before their verdicts are reported.
const BATCH: usize = 512;

/// A record to verify.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name for messages: the file's path.
    pub name: String,
    /// Where its bytes are.
    pub content: Content,
    /// Whether the name's stem must be the record's id, and the id no other's.
    pub named: bool,
}

/// Where a record's bytes are.
#[derive(Clone, Debug)]
pub enum Content {
    /// In a file on disk, read when its turn comes.
    File(PathBuf),
    /// Here.
    Bytes(Vec<u8>),
    /// Nowhere, for this reason.
    Missing(String),
}

/// What became of one record.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The file's name.
    pub name: String,
    /// Plies played, as far as it could be read.
    pub plies: usize,
    /// Who won; none while the game goes on and for a record that fails.
    pub outcome: Option<Outcome>,
    /// Why it fails, if it does.
    pub failing: Option<Failing>,
}

/// Why a record fails.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failing {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The record is not sound.
    #[error("{0}")]
    Unsound(Box<RecordError>),
    /// The file is not called after the record.
    #[error("the file should be called {id}.yaml after its id")]
    Misnamed {
        /// The id.
        id: String,
    },
    /// Another record has the same id.
    #[error("the id {id:?} is another record's too")]
    Doubled {
        /// The id.
        id: String,
    },
}

/// Verifies records and reports each verdict in the order of the sources. Ids must differ without regard to case among all
/// whose names are held against them.
pub fn verify(sources: impl IntoIterator<Item = Source>, mut report: impl FnMut(Verdict)) {
    let mut ids = HashSet::new();
    let mut sources = sources.into_iter();
    let mut next: Vec<Source> = sources.by_ref().take(BATCH).collect();
    while !next.is_empty() {
        let batch = std::mem::take(&mut next);
        let mut judged: Vec<(Verdict, Option<String>)> = Vec::new();
        // Folders are read for the next batch while this one is judged.
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| judged = batch.into_par_iter().with_min_len(8).map(judge).collect());
            next = sources.by_ref().take(BATCH).collect();
        });
        for (mut verdict, id) in judged {
            if let Some(id) = id
                && !ids.insert(hash(&id.to_lowercase()))
                && verdict.failing.is_none()
            {
                verdict.failing = Some(Failing::Doubled { id });
            }
            report(verdict);
        }
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The verdict on one record, and its id where that is held against the file's name.
fn judge(source: Source) -> (Verdict, Option<String>) {
    let Source { name, content, named } = source;
    let bytes = match content {
        Content::File(path) => read(&path),
        Content::Bytes(bytes) => Ok(bytes),
        Content::Missing(reason) => Err(reason),
    };
    let stem = Path::new(&name).file_stem().filter(|_| named);
    let stem = stem.map(|s| s.to_string_lossy().into_owned());
    let mut verdict = Verdict { name, plies: 0, outcome: None, failing: None };
    let mut held = None;
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(reason) => {
            verdict.failing = Some(Failing::Unreadable(reason));
            return (verdict, None);
        }
    };
    let done = record::read(&bytes).and_then(|record| {
        let replayed = record::replay(&record)?;
        verdict.plies = replayed.line.plies();
        verdict.outcome = replayed.outcome;
        if let Some(stem) = stem {
            let id = record.header().id.clone();
            if stem != id {
                verdict.failing = Some(Failing::Misnamed { id: id.clone() });
            }
            held = Some(id);
        }
        Ok(())
    });
    if let Err(error) = done {
        verdict.failing = Some(Failing::Unsound(Box::new(error)));
    }
    (verdict, held)
}

/// Reads a file, or as much of it as shows that it is too long.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let file = std::fs::File::open(path).map_err(|e| e.to_string())?;
    let length = file.metadata().map_or(0, |m| m.len()).min(LONGEST_FILE as u64 + 1);
    let mut bytes = Vec::with_capacity(length as usize + 1);
    file.take(LONGEST_FILE as u64 + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    Ok(bytes)
}

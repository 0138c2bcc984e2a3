//! The games that are still going on, many at a time, in parallel.

use rayon::prelude::*;

use super::source::{BATCH, RecordSource};

/// The key whose value tells a finished game from one that goes on.
const RESULT: &[u8] = b"result:";
/// The key at which the head of a record ends.
const MOVES: &[u8] = b"moves:";

/// Calls `look` for each game that goes on, with the file's name and its bytes or why they cannot be read; returns what
/// it makes of them, in the order of the sources. A record whose head states a result in the canonical style is left
/// out without being parsed; one that states it in another style is handed to `look` all the same.
pub fn running<T: Send>(
    sources: impl IntoIterator<Item = RecordSource>,
    look: impl Fn(&str, Result<&[u8], &str>) -> Option<T> + Sync,
) -> Vec<T> {
    survey(sources, |name, bytes| match bytes {
        Ok(bytes) if is_over(bytes) => None,
        bytes => look(name, bytes),
    })
}

/// Calls `look` for each record, with the file's name and its bytes or why they cannot be read; returns what it makes of
/// them, in the order of the sources.
pub fn survey<T: Send>(
    sources: impl IntoIterator<Item = RecordSource>,
    look: impl Fn(&str, Result<&[u8], &str>) -> Option<T> + Sync,
) -> Vec<T> {
    let look = |source: RecordSource| {
        let RecordSource { name, content, .. } = source;
        match content.bytes() {
            Ok(bytes) => look(&name, Ok(&bytes)),
            Err(reason) => look(&name, Err(&reason)),
        }
    };
    let mut found = Vec::new();
    let mut sources = sources.into_iter();
    loop {
        let batch: Vec<RecordSource> = sources.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return found;
        }
        found.par_extend(batch.into_par_iter().with_min_len(8).filter_map(look));
    }
}

/// Whether the head states a result in the canonical style.
fn is_over(bytes: &[u8]) -> bool {
    for line in bytes.split(|b| *b == b'\n') {
        if let Some(value) = line.strip_prefix(RESULT) {
            let value = value.trim_ascii();
            return [&b"south"[..], b"north", b"draw"].contains(&value);
        }
        if line.starts_with(MOVES) {
            return false;
        }
    }
    false
}

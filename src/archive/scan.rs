//! Looking at many records in parallel, in batches.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::source::{RecordSource, SourceBytes};

/// How many records are held in memory at once, and the bytes from which on it is fewer.
const BATCH: usize = 512;
const BATCH_BYTES: usize = 32 << 20;

/// The key whose value tells a finished game from one that goes on.
const RESULT: &[u8] = b"result:";
/// The key at which the head of a record ends.
const MOVES: &[u8] = b"moves:";

/// Hands what `look` makes of each source to `report`, in the order of the sources, until it says to stop. Folders and
/// streams are read on while what was read of them is looked at.
pub fn scan<T: Send>(
    sources: impl IntoIterator<Item = RecordSource>,
    look: impl Fn(RecordSource) -> T + Sync,
    mut report: impl FnMut(T) -> ControlFlow<()>,
) {
    let mut sources = sources.into_iter();
    let mut next = batch(&mut sources);
    while !next.is_empty() {
        let now = std::mem::take(&mut next);
        let mut seen: Vec<T> = Vec::new();
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| seen = now.into_par_iter().with_min_len(8).map(&look).collect());
            next = batch(&mut sources);
        });
        if seen.into_iter().try_for_each(&mut report).is_break() {
            return;
        }
    }
}

/// The next sources.
fn batch(sources: &mut impl Iterator<Item = RecordSource>) -> Vec<RecordSource> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while batch.len() < BATCH
        && bytes < BATCH_BYTES
        && let Some(source) = sources.next()
    {
        if let SourceBytes::Bytes(held) = &source.content {
            bytes += held.len();
        }
        batch.push(source);
    }
    batch
}

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
    let look = |RecordSource { name, content, .. }| match content.bytes() {
        Ok(bytes) => look(&name, Ok(&bytes)),
        Err(reason) => look(&name, Err(&reason)),
    };
    let mut found = Vec::new();
    scan(sources, look, |one| {
        found.extend(one);
        ControlFlow::Continue(())
    });
    found
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

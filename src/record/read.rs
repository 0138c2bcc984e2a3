//! Reading a record.

use std::borrow::Cow;

use super::error::{Fault, RecordError};
use super::head::{self, MOVES};
use super::model::Record;
use super::parse;
use crate::document::{self, Document, Limits, Map, Place, Value};

/// The most actions of a record.
pub const MOST_ACTIONS: usize = 10_000;

/// A guess at the bytes of a line of moves, on the low side.
const USUAL_LINE: usize = 16;

/// Reads a record.
///
/// # Errors
/// The first [`RecordError`] met.
pub fn read(bytes: &[u8]) -> Result<Record<'_>, RecordError> {
    let document = document::read(bytes, &Limits::RECORD)?;
    let mut record = record(&document)?;
    record.text = match document.is_marked() {
        true => String::from_utf8_lossy(bytes),
        false => Cow::Borrowed(document.text()),
    };
    Ok(record)
}

/// Reads the record that a document is.
///
/// # Errors
/// The first [`RecordError`] met.
fn record<'t>(document: &Document<'t>) -> Result<Record<'t>, RecordError> {
    head::SHAPE.check(document)?;
    let nothing = Map::default();
    let map = document.root().map().unwrap_or(&nothing);
    let mut record = head::record(document, map)?;
    let missing = || RecordError::new(Place::START, Fault::MissingKey(MOVES));
    let moves = map.get(MOVES).ok_or_else(missing)?;
    let first = record.game.first;
    match &moves.value.value {
        Value::Block(block) => {
            record.actions.reserve(block.span().len() / USUAL_LINE);
            for (place, line) in document.lines(block) {
                refuse_many(record.actions.len(), place)?;
                record.actions.push(parse::line(line, place, first)?);
            }
        }
        _ => {
            let place = document.place(moves.value_at());
            let text = moves.value.text().unwrap_or_default();
            for line in text.lines().map(str::trim_ascii).filter(|line| !line.is_empty()) {
                refuse_many(record.actions.len(), place)?;
                record.actions.push(parse::line(line, place, first)?.into_owned());
            }
        }
    }
    Ok(record)
}

/// Refuses an action more than the most, at its place.
pub(super) fn refuse_many(actions: usize, place: Place) -> Result<(), RecordError> {
    if actions < MOST_ACTIONS {
        return Ok(());
    }
    let fault = Fault::TooMuch { what: "there are too many actions", limit: MOST_ACTIONS };
    Err(RecordError::new(place, fault))
}

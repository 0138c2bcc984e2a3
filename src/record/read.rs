//! Reading a record.

use std::borrow::Cow;

use super::error::{Fault, RecordError};
use super::guard;
use super::head::{self, MOVES, SETUP};
use super::lines::Lines;
use super::model::Record;
use super::parse;
use super::place::Place;
use super::scan;
use super::split::{self, Block};
use super::tree::{Map, Text};
use super::yaml;

/// The most actions of a record.
pub const MOST_ACTIONS: usize = 10_000;

/// A guess at the bytes of a line of moves, on the low side.
const USUAL_LINE: usize = 16;

/// Reads a record.
///
/// # Errors
/// The first [`RecordError`] met.
pub fn read(bytes: &[u8]) -> Result<Record<'_>, RecordError> {
    let text = guard::admit(bytes)?;
    let mut record = match split::block(text, text.len(), MOVES) {
        Some(moves) => read_split(text, &moves),
        None => read_whole(text),
    }?;
    record.text = guard::whole(bytes, text);
    Ok(record)
}

/// Reads a record whose moves are the usual block at its end: only what stands before goes to the YAML parser, without the
/// setup if that is a block too and the last thing there.
fn read_split<'t>(text: &'t str, moves: &Block<'t>) -> Result<Record<'t>, RecordError> {
    let setup = split::block(text, moves.key, SETUP);
    let end = setup.map_or(moves.key, |setup| setup.key);
    let scanned = scan::scan(&text[..end])?;
    let mut tree = yaml::read(text, end, &head::SHAPE)?;
    refuse_second(text, &tree, MOVES)?;
    let setup = match setup {
        None => tree.text(SETUP),
        Some(block) => {
            refuse_second(text, &tree, SETUP)?;
            Some(Text { at: block.value, text: Cow::Owned(block.content()) })
        }
    };
    let mut record = head::record(text, &mut tree, setup, &scanned)?;
    record.actions.reserve(moves.text.len() / USUAL_LINE);
    for (place, line) in moves.lines() {
        refuse_many(record.actions.len(), place)?;
        record.actions.push(parse::line(line, place, record.game.first)?);
    }
    Ok(record)
}

/// Refuses a key in the head that stands behind it too.
fn refuse_second(text: &str, tree: &Map<'_>, key: &str) -> Result<(), RecordError> {
    let Some(entry) = tree.entries.iter().find(|entry| entry.key == key) else { return Ok(()) };
    Err(RecordError::new(Place::of(text, entry.at), Fault::DuplicateKey(key.into())))
}

/// Reads a record in any other style.
fn read_whole(text: &str) -> Result<Record<'_>, RecordError> {
    let scanned = scan::scan(text)?;
    let mut tree = yaml::read(text, text.len(), &head::SHAPE)?;
    let (moves, setup) = (tree.text(MOVES), tree.text(SETUP));
    let mut record = head::record(text, &mut tree, setup, &scanned)?;
    let moves = moves.ok_or_else(|| RecordError::new(Place::START, Fault::MissingKey(MOVES)))?;
    let lines = Lines::of(text, &moves);
    let mut actions = Vec::new();
    for (line, content) in split::lines(&moves.text) {
        let trimmed = content.trim_ascii_start();
        if !trimmed.is_empty() {
            let place = lines.place(line, content.len() - trimmed.len());
            refuse_many(actions.len(), place)?;
            actions.push(parse::line(trimmed, place, record.game.first)?.into_owned());
        }
    }
    record.actions = actions;
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

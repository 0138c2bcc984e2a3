//! Adding an action to a record: all text that was there stays, but for the values of `result` and `ending`.

use std::borrow::Cow;
use std::ops::Range;

use super::action::{self, Act, Action};
use super::canonical::{last_hash, set_canonical_move};
use super::chain::ChainHash;
use super::error::{Fault, RecordError};
use super::guard::{self, LONGEST_FILE};
use super::head::{self, MOVES};
use super::model::Record;
use super::parse;
use super::place::Place;
use super::quote::quote;
use super::read::{read, refuse_many};
use super::replay::play_on;
use super::replayed::Replayed;
use super::split::{self, Block};
use super::termination::Termination;
use super::tree::Value;
use super::yaml;
use crate::rules::{Outcome, Side};

/// The columns of indentation where a file shows none.
const INDENT: usize = 2;

/// A record with an action more.
#[derive(Clone, Debug)]
pub struct Appended<'t> {
    /// The record as reading its new text gives it.
    pub record: Record<'t>,
    /// The same played through.
    pub replayed: Replayed,
    /// The action as it was written: with its number and every mark.
    pub action: Action<'static>,
    /// The chain hash after it.
    pub chain: ChainHash,
}

/// Adds an action to a record. It gets its number; its move gets every mark that can be derived. The line is added at the
/// end, indented as the others are; when it ends the game, the value of `result` is replaced and `ending` is set. Every
/// other byte of the file stays, comments and the way it ends its lines too.
///
/// `replayed` is the record played through. Neither the file is read nor its other actions are played again: only the
/// new action is played, on the position that `replayed` has reached, and only its line is read back.
///
/// # Errors
/// A [`RecordError`] when the action is not allowed (its place is the line that would have been added), or when it cannot
/// be written; [`Fault::NoBlock`] when the moves are not a literal block at the end of the file.
pub fn append<'t>(
    record: &Record<'t>,
    replayed: &Replayed,
    action: Action<'_>,
) -> Result<Appended<'t>, RecordError> {
    let body = record.body();
    let no_block = || RecordError::new(Place::START, Fault::NoBlock);
    let block = split::block(body, body.len(), MOVES).ok_or_else(no_block)?;
    let place = Place {
        line: block.first_line + block.text.lines().count() as u32,
        column: 1 + block.indent.unwrap_or(INDENT) as u32,
    };
    if let Some(ending) = replayed.termination {
        let fault = Fault::AfterEnd { ply: replayed.line.plies(), ending: ending.name() };
        return Err(RecordError::new(place, fault));
    }
    refuse_many(record.actions.len(), place)?;
    let first = record.game.first;
    let number = replayed.next_number(action.side);
    let column = place.column + action::number(number, action.side, first).len() as u32 + 1;
    let mut action = Action { number, place, column, ..action.into_owned() };

    let mut after = play_on(record, replayed, &action)?;
    let mv = match action.act {
        Act::Move(_) => after.played.last().copied(),
        _ => after.claimed_with,
    };
    set_canonical_move(&mut action, replayed.line.position(), mv);
    let written = action.line_with_comment(first);
    if !reads_back(&written, &action, first) {
        let message = "the action cannot be written in one line of a record".into();
        let instead = "leave out braces, line breaks and control characters";
        return Err(RecordError::new(place, Fault::Line { message, instead }));
    }
    let chain = last_hash(record, replayed).then(&action.line(first));
    after.chain = Some(chain);

    let mut text = body.to_string();
    add_line(&mut text, &block, &written);
    if let Some(termination) = after.termination {
        end(&mut text, &block, after.outcome, termination)?;
    }
    if text.len() > LONGEST_FILE {
        let fault = Fault::TooMuch { what: "the file is too long in bytes", limit: LONGEST_FILE };
        return Err(RecordError::new(place, fault));
    }
    let mark = &record.text[..record.text.len() - body.len()];
    text.insert_str(0, mark);
    let record = match after.termination {
        None => {
            let mut actions = record.actions.clone();
            actions.push(action.clone());
            Record { text: Cow::Owned(text), actions, ..record.clone() }
        }
        // The header has changed too, and places have moved.
        Some(_) => {
            let record = read(text.as_bytes())?.into_owned();
            action.place = record.actions.last().map_or(place, |action| action.place);
            record
        }
    };
    Ok(Appended { record, replayed: after, action, chain })
}

/// Whether a line is one line of text that is read as that action.
fn reads_back(line: &str, action: &Action<'_>, first: Side) -> bool {
    !line.contains('\n')
        && guard::admit(line.as_bytes()).is_ok()
        && parse::line(line, action.place, first).is_ok_and(|found| found == *action)
}

fn add_line(text: &mut String, block: &Block<'_>, line: &str) {
    if !text.ends_with('\n') {
        text.push_str(block.line_end);
    }
    text.extend(std::iter::repeat_n(' ', block.indent.unwrap_or(INDENT)));
    text.push_str(line);
    text.push_str(block.line_end);
}

/// Sets `result` and `ending` in the head of a file, which ends where the block begins.
fn end(
    text: &mut String,
    block: &Block<'_>,
    outcome: Option<Outcome>,
    termination: Termination,
) -> Result<(), RecordError> {
    let tree = yaml::read(text, block.key, &head::SHAPE)?;
    let value = |key: &str| {
        let entry = tree.entries.iter().find(|entry| entry.key == key)?;
        match &entry.value {
            Value::Text(value) if value.at != entry.at => Some(extent(text, value.at)),
            _ => None,
        }
    };
    let no_block = || RecordError::new(Place::START, Fault::NoBlock);
    let result = value("result").ok_or_else(no_block)?;
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    if let Some(outcome) = outcome {
        edits.push((result.clone(), outcome.name().into()));
    }
    let name = quote(termination.name());
    if let Some(old) = value("ending") {
        edits.push((old, name.into()));
    } else {
        let after = text[result.end..].find('\n').map_or(block.key, |at| result.end + at + 1);
        edits.push((after..after, format!("ending: {name}{}", block.line_end)));
    }
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, new) in edits {
        text.replace_range(range, &new);
    }
    Ok(())
}

/// Where a value of one line that begins at `start` lies.
fn extent(text: &str, start: usize) -> Range<usize> {
    let line = text[start..].lines().next().unwrap_or_default();
    let length = match line.chars().next() {
        Some(quote @ ('"' | '\'')) => line[1..].find(quote).map_or(line.len(), |at| at + 2),
        _ => line.find(" #").unwrap_or(line.len()),
    };
    start..start + line[..length].trim_ascii_end().len()
}

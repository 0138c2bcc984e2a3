//! Adding a line to a record in the file's own text: all that was there stays, but for the value of `result`.

use std::ops::Range;

use super::action::{self, Action};
use super::error::{Fault, RecordError};
use super::guard;
use super::head::{self, MOVES};
use super::model::Record;
use super::place::Place;
use super::quote::quote;
use super::read::read;
use super::replay::{Replayed, play, replay};
use super::split::{self, Block};
use super::termination::Termination;
use super::tree::Value;
use super::write::canonical_actions;
use super::yaml;
use crate::rules::Outcome;

/// The columns of indentation where a file shows none.
const INDENT: usize = 2;

/// A record with a line more.
#[derive(Clone, Debug)]
pub struct Appended {
    /// The whole file.
    pub text: String,
    /// The action as it was written: with its number and every mark.
    pub action: Action<'static>,
    /// The record played through, the new line included.
    pub replayed: Replayed,
}

/// Adds an action to the text of a record. It gets its number; its move gets every mark that can be derived. The line is
/// added at the end, indented as the others are; when it ends the game, the value of `result` is replaced and `ending` is
/// set. Every other byte of the file stays, comments and the way it ends its lines too.
///
/// # Errors
/// A [`RecordError`] when the record is not sound as it is, when the action is not allowed (its place is the line that
/// would have been added), or when it cannot be written; [`Fault::NoBlock`] when the moves are not a literal block at the
/// end of the file.
pub fn append(file: &str, action: Action<'_>) -> Result<Appended, RecordError> {
    let text = guard::admit(file.as_bytes())?;
    let mark = &file[..file.len() - text.len()];
    let mut record = read(text.as_bytes())?;
    let Some(block) = split::block(text, text.len(), MOVES) else {
        return Err(RecordError::new(Place::START, Fault::NoBlock));
    };
    let before = replay(&record)?;
    let place = Place {
        line: block.first_line + block.text.lines().count() as u32,
        column: 1 + block.indent.unwrap_or(INDENT) as u32,
    };
    if let Some(ending) = before.termination {
        let fault = Fault::AfterEnd { ply: before.line.plies(), ending: ending.name() };
        return Err(RecordError::new(place, fault));
    }
    let number = before.next_number(action.side);
    let dotted = action::number(number, action.side, record.game.first);
    let column = place.column + dotted.len() as u32 + 1;
    record.actions.push(Action { number, place, column, ..action.into_owned() });
    let replayed = play(&record)?;
    let written = canonical_actions(&record, &replayed).last().map(Action::into_owned);
    let Some(action) = written else {
        return Err(RecordError::new(place, Fault::NoBlock));
    };

    let mut text = text.to_string();
    add_line(&mut text, &block, &action.line_with_comment(record.game.first));
    if let Some(ending) = replayed.termination {
        close(&mut text, block.key, replayed.outcome, ending, block.line_end)?;
    }
    if !reads_back(&text, &record, &action) {
        let message = "the action cannot be written in one line of a record".into();
        let instead = "leave out braces, line breaks and control characters";
        return Err(RecordError::new(place, Fault::Line { message, instead }));
    }
    Ok(Appended { text: format!("{mark}{text}"), action, replayed })
}

/// Whether the new file holds the old actions and then the new one, as it was meant.
fn reads_back(text: &str, record: &Record<'_>, action: &Action<'_>) -> bool {
    let Ok(found) = read(text.as_bytes()) else { return false };
    let Some((last, rest)) = found.actions.split_last() else { return false };
    let said = |a: &Action<'_>| (a.number, a.side, a.offer, a.conditional, a.time);
    rest.len() + 1 == record.actions.len()
        && said(last) == said(action)
        && last.act == action.act
        && last.comment == action.comment
}

fn add_line(text: &mut String, block: &Block<'_>, line: &str) {
    if !text.ends_with('\n') {
        text.push_str(block.line_end);
    }
    text.extend(std::iter::repeat_n(' ', block.indent.unwrap_or(INDENT)));
    text.push_str(line);
    text.push_str(block.line_end);
}

/// Sets `result` and `ending` in the head of a file, which ends at `end`.
fn close(
    text: &mut String,
    end: usize,
    outcome: Option<Outcome>,
    ending: Termination,
    line_end: &str,
) -> Result<(), RecordError> {
    let tree = yaml::read(text, end, &head::SHAPE)?;
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
    if let Some(old) = value("ending") {
        edits.push((old, quote(ending.name()).into()));
    } else {
        let after = text[result.end..].find('\n').map_or(end, |at| result.end + at + 1);
        edits.push((after..after, format!("ending: {}{line_end}", quote(ending.name()))));
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

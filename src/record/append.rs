//! Adding an action to a record: all text that was there stays, but for the values of `result` and `ending`.

use std::borrow::Cow;

use super::action::{self, Act, Action};
use super::canonical::{last_hash, set_canonical_move};
use super::chain::ChainHash;
use super::error::{Fault, RecordError};
use super::head::MOVES;
use super::model::Record;
use super::parse;
use super::read::{read, refuse_many};
use super::replay::play_on;
use super::replayed::Replayed;
use super::termination::Termination;
use crate::document::{self, EditError, Editor, Limits, Node, Place};
use crate::rules::{Outcome, Side};

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
/// end of the moves, indented as the others are; when it ends the game, the value of `result` is replaced and `ending` is
/// set. Every other byte of the file stays, comments and the way it ends its lines too.
///
/// `replayed` is the record played through. The record's other actions are neither read nor played again: only the new
/// action is played, on the position that `replayed` has reached, and only its line is read back.
///
/// # Errors
/// A [`RecordError`] when the action is not allowed (its place is the line that would have been added), or when it cannot
/// be written; [`Fault::NoBlock`] when the moves are not a literal block.
pub fn append<'t>(
    record: &Record<'t>,
    replayed: &Replayed,
    action: Action<'_>,
) -> Result<Appended<'t>, RecordError> {
    let document = document::read(record.text.as_bytes(), &Limits::RECORD)?;
    let mut editor = Editor::new(&document);
    let no_block = || RecordError::new(Place::START, Fault::NoBlock);
    let moves = document.get(&[MOVES]).ok_or_else(no_block)?;
    let place = editor.next_line(moves).ok_or_else(no_block)?;
    if let Some(termination) = replayed.termination {
        let fault = Fault::AfterEnd { ply: replayed.line.plies(), ending: termination.name() };
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

    let edited = editor.append_line(moves, &written).and_then(|()| match after.termination {
        Some(why) => end(&mut editor, document.root(), after.outcome, why),
        None => Ok(()),
    });
    edited.map_err(|_| no_block())?;
    let text = editor.finish();
    if text.len() > Limits::RECORD.bytes {
        let limit = Limits::RECORD.bytes;
        let fault = Fault::TooMuch { what: "the file is too long in bytes", limit };
        return Err(RecordError::new(place, fault));
    }
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
        && document::admit(line.as_bytes(), &Limits::RECORD).is_ok()
        && parse::line(line, action.place, first).is_ok_and(|found| found == *action)
}

/// Sets `result` and `ending`.
fn end(
    editor: &mut Editor<'_, '_>,
    root: &Node<'_>,
    outcome: Option<Outcome>,
    termination: Termination,
) -> Result<(), EditError> {
    if let Some(outcome) = outcome {
        editor.set(root, "result", &outcome.name())?;
    }
    editor.set_after(root, "result", "ending", &termination.name())
}

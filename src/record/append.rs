//! Adding an action to a record: all text that was there stays, but for the values of `result` and `ending`.

use std::borrow::Cow;

use super::action::{self, Act, Action};
use super::canonical::{last_hash, next_hash};
use super::chain::ChainHash;
use super::error::AppendError;
use super::model::Record;
use super::parse;
use super::read::{SIGNATURES, read, refuse_many};
use super::replay::{after_end, play_on};
use super::replayed::Replayed;
use super::signatures::SignatureLine;
use super::termination::Termination;
use crate::document::{self, Diagnostic, Editor, Limits, Place};
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
    /// The chain hash before it.
    pub before: ChainHash,
    /// The chain hash after it.
    pub chain: ChainHash,
}

/// Adds an action to a record. It gets its number; its move gets every mark that can be derived. The line is added at the
/// end, indented as the others are; when it ends the game, ends it otherwise or reopens it, `result` and `ending` follow. Every
/// other byte of the file stays, comments and the way it ends its lines too.
///
/// `replayed` is the record played through. Neither the file is read nor its other actions are played again: only the
/// new action is played, on the position that `replayed` has reached, and only its line is read back. When the result
/// changes, the new file is read once, because its header has changed too.
///
/// # Errors
/// An [`AppendError`] when the action is not allowed, with the place of the line that would have been added, and when it
/// cannot be written.
pub fn append<'t>(
    record: &Record<'t>,
    replayed: &Replayed,
    action: Action<'_>,
) -> Result<Appended<'t>, AppendError> {
    let mut next_line = record.next_line.ok_or(AppendError::NoBlock)?;
    let place = next_line.place;
    if let Some(ending) = replayed.termination.filter(|_| !action.act.may_follow_end()) {
        return Err(after_end(place, replayed.line.plies(), ending).into());
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
    action.set_canonical_move(replayed.line.position(), mv);
    let written = action.line_with_comment(first);
    if !reads_back(&written, &action, first) {
        let message = "the action cannot be written in one line of a record";
        let hint = "leave out braces, line breaks and control characters";
        return Err(Diagnostic::new(place, message).hint(hint).into());
    }
    let before = last_hash(record, replayed);
    let chain = next_hash(before, &action, record);
    after.chain = Some(chain);

    let mark = if record.text.starts_with('\u{FEFF}') { "\u{FEFF}" } else { "" };
    let mut text = record.text[mark.len()..].to_owned();
    let (at, length) = (next_line, text.len());
    next_line.add(&mut text, &written);
    let next_signature = record.next_signature.map(|next| next.behind(at, text.len() - length));
    refuse_long(&text, place)?;
    let whole = |text: &str| mark.to_owned() + text;
    let ended = |state: &Replayed| (state.termination, state.outcome);
    let record = match ended(&after) == ended(replayed) {
        true => {
            let mut actions = record.actions.clone();
            actions.push(action.clone());
            let mut signatures = record.signatures.clone();
            if next_signature != record.next_signature {
                signatures.iter_mut().for_each(|line| line.place.line += 1);
            }
            let (text, next_line) = (Cow::Owned(whole(&text)), Some(next_line));
            Record { text, next_line, next_signature, actions, signatures, ..record.clone() }
        }
        // The header changes too, and places move.
        false => {
            let text = end(&text, after.outcome, after.termination).ok_or(AppendError::NoBlock)?;
            let record = read(whole(&text).as_bytes())?.into_owned();
            action.place = record.actions.last().map_or(place, |action| action.place);
            record
        }
    };
    Ok(Appended { record, replayed: after, action, before, chain })
}

/// Adds a signature line to a record. Every other byte of the file stays.
///
/// # Errors
/// A [`Diagnostic`] for a line that does not belong behind the others, or makes the file too long.
pub fn sign<'t>(
    record: &Record<'t>,
    signature: SignatureLine<'_>,
) -> Result<Record<'t>, Diagnostic> {
    let mut signature = signature.into_owned();
    signature.refuse_misplaced(record.signatures.last(), record.actions.len())?;
    let mark = if record.text.starts_with('\u{FEFF}') { "\u{FEFF}" } else { "" };
    let mut text = record.text[mark.len()..].to_owned();
    let Some(mut next) = record.next_signature else {
        // The first one. The key is the last of the file.
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        if !text.ends_with('\n') {
            text.push_str(line_end);
        }
        text.push_str(&format!("{SIGNATURES}: |{line_end}  {signature}{line_end}"));
        refuse_long(&text, Place::of(&text, text.len()))?;
        return Ok(read((mark.to_owned() + &text).as_bytes())?.into_owned());
    };
    signature.place = next.place;
    let (at, length) = (next, text.len());
    next.add(&mut text, &signature.to_string());
    refuse_long(&text, signature.place)?;
    let next_line = record.next_line.map(|line| line.behind(at, text.len() - length));
    let mut signatures = record.signatures.clone();
    signatures.push(signature);
    let text = Cow::Owned(mark.to_owned() + &text);
    Ok(Record { text, next_line, next_signature: Some(next), signatures, ..record.clone() })
}

/// The text of a record as it was before its game was over: without a result. None where these lines cannot be changed in
/// place.
pub fn text_without_result(record: &Record<'_>) -> Option<String> {
    end(&record.text, None, None)
}

/// Refuses a file that is longer than a record may be.
fn refuse_long(text: &str, place: Place) -> Result<(), Diagnostic> {
    if text.len() <= Limits::RECORD.bytes {
        return Ok(());
    }
    Err(Diagnostic::too_much(place, "the file is too long in bytes", Limits::RECORD.bytes))
}

/// Whether a line is one line of text that is read as that action.
fn reads_back(line: &str, action: &Action<'_>, first: Side) -> bool {
    document::is_one_line(line)
        && parse::line(line, action.place, first).is_ok_and(|found| found == *action)
}

/// The text of a record with `result` and `ending` set; none where they cannot be set in place.
fn end(text: &str, outcome: Option<Outcome>, termination: Option<Termination>) -> Option<String> {
    let document = document::read(text.as_bytes(), &Limits::RECORD).ok()?;
    let (mut editor, root) = (Editor::new(&document), document.root());
    let stated = root.map()?.get("result").and_then(|entry| entry.value.text());
    let result = outcome.map_or("*", Outcome::name);
    if stated.as_deref() != Some(result) {
        editor.set(root, "result", &result).ok()?;
    }
    match termination {
        Some(ending) => editor.set_after(root, "result", "ending", &ending.name()).ok()?,
        None => editor.remove(root, "ending").ok()?,
    }
    Some(editor.finish())
}

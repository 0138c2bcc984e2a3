//! Moves of a record in any notation that is read, to be written anew: short algebraic, several in a line with or without
//! numbers, a result at the end.

use std::borrow::Cow;

use super::action::{Act, Action, number, read_instant};
use super::canonical::canonical;
use super::model::Record;
use super::parse;
use super::read::{lines_of, open, read, refuse_many};
use crate::document::{self, Diagnostic, Hint, Limits, Place};
use crate::notation::{self, MoveError};
use crate::rules::{Line, Move, Outcome, Side};

/// The most words of a move: `~c4 SH e4 e5 e.p.`.
const MOST_WORDS: usize = 5;

/// Writes the record in a file in canonical form, as [`canonical`] does, also where its moves stand in another notation that
/// can be read: a line may hold several, each with its number or without, marks, a time and a comment, and the last one a
/// result.
///
/// # Errors
/// The [`Diagnostic`] of reading the file, of a move that cannot be read, or of [`canonical`].
pub fn rewrite(bytes: &[u8]) -> Result<String, Diagnostic> {
    let strict = match read(bytes).and_then(|record| canonical(&record)) {
        Err(fault) if fault.hint != Some(Hint::KeepOne) => fault,
        done => return done,
    };
    // What is wrong is told where reading comes to an end.
    let further = |fault: Diagnostic| if fault.place > strict.place { fault } else { strict };
    read_loosely(bytes).and_then(|record| canonical(&record)).map_err(further)
}

/// Reads a record whose moves need not be canonical; they are then.
fn read_loosely(bytes: &[u8]) -> Result<Record<'static>, Diagnostic> {
    let document = document::read(bytes, &Limits::RECORD)?;
    let (record, moves) = open(&document, bytes)?;
    let line = Line::new(record.start.clone());
    let mut reader = LooseReader { record: record.into_owned(), line, asked: 0 };
    for (place, text) in lines_of(&document, moves) {
        reader.line(&text, place)?;
    }
    Ok(reader.record)
}

/// Takes in the lines of a record's moves.
struct LooseReader {
    record: Record<'static>,
    /// The moves that stand.
    line: Line,
    /// How many plies were last asked to be taken back.
    asked: usize,
}

impl LooseReader {
    /// Takes in a line: one action as records have it, but for its move, or several moves.
    fn line(&mut self, text: &str, place: Place) -> Result<(), Diagnostic> {
        let first = self.record.game.first;
        let mut action = match parse::line(text, place, first) {
            Ok(action) => action.into_owned(),
            Err(fault) => return self.pieces(text, place, Some(fault)),
        };
        let position = self.line.position();
        let mv = match &action.act {
            Act::Move(text) | Act::DrawClaimed { with: Some(text), .. } => {
                match notation::read_move(position, text) {
                    // What it says besides is for the replay to judge.
                    Ok(stated) => return self.push(action, Some(stated.mv)),
                    Err(_) => notation::read_input(position, text).ok(),
                }
            }
            _ => return self.push(action, None),
        };
        if mv.is_none() && matches!(action.act, Act::Move(_)) {
            return self.pieces(text, place, None);
        }
        action.set_canonical_move(position, mv);
        self.push(action, mv)
    }

    /// Adds an action, whose move or the move it names is legal.
    fn push(&mut self, action: Action<'static>, mv: Option<Move>) -> Result<(), Diagnostic> {
        refuse_many(self.record.actions.len(), action.place)?;
        match &action.act {
            Act::Move(_) => mv.into_iter().for_each(|mv| self.line.push_unchecked(mv)),
            Act::TakeBackRequested { plies } => self.asked = *plies as usize,
            Act::TakeBackAgreed => {
                self.line.truncate(self.line.plies().saturating_sub(self.asked));
            }
            _ => {}
        }
        self.record.actions.push(action);
        Ok(())
    }

    /// Takes in a line of moves with what belongs to them. `fault` is why it is no single action, where it cannot be.
    fn pieces(
        &mut self,
        text: &str,
        place: Place,
        fault: Option<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let before = self.record.actions.len();
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() {
            let place = place.within(text, text.len() - rest.len());
            rest = self.piece(rest, place).map_err(|found| match &fault {
                // No move of it could be read.
                Some(fault) if self.record.actions.len() == before => fault.clone(),
                _ => found,
            })?;
            rest = rest.trim_ascii_start();
        }
        Ok(())
    }

    /// Takes in what a text begins with, and gives the rest.
    fn piece<'t>(&mut self, text: &'t str, place: Place) -> Result<&'t str, Diagnostic> {
        let refuse = |message: &str| Err(Diagnostic::new(place, message));
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        let after = &text[word.len()..];
        if let Some(inside) = text.strip_prefix('{') {
            let Some((comment, rest)) = inside.split_once('}') else {
                return refuse("this comment is not closed");
            };
            match self.record.actions.last_mut() {
                Some(Action { comment: said @ None, .. }) => {
                    *said = Some(Cow::Owned(comment.to_owned()));
                }
                Some(_) => return refuse("this is a second comment behind one move"),
                None => return refuse("this comment stands in front of the first move"),
            }
            return Ok(rest);
        }
        if let Some(inside) = text.strip_prefix('[') {
            let found = inside.split_once(']');
            let time = found.and_then(|(time, rest)| Some((read_instant(time)?, rest)));
            return match (time, self.record.actions.last_mut()) {
                (Some((time, rest)), Some(action)) if action.time.is_none() => {
                    action.time = Some(time);
                    Ok(rest)
                }
                _ => refuse("this is no time of a move such as [2026-11-30T08:00:00Z]"),
            };
        }
        if let ("(=)" | "(if)", Some(action)) = (word, self.record.actions.last_mut()) {
            *(if word == "(=)" { &mut action.offer } else { &mut action.conditional }) = true;
            return Ok(after);
        }
        if let Some(result) = self.result(word) {
            let Some(outcome) = result else {
                return refuse("say in the header who won: here it may be either side");
            };
            if !after.trim_ascii().is_empty() {
                return refuse("nothing may follow the result");
            }
            let header = &mut self.record.header;
            if *header.result.get_or_insert(outcome) != outcome {
                return refuse("the header has another result");
            }
            return Ok("");
        }
        if word == "*" {
            return Ok(after);
        }
        self.moved(text, place)
    }

    /// The result that a word says; `Some(None)` for a win where it is not plain whose.
    fn result(&self, word: &str) -> Option<Option<Outcome>> {
        let plain = self.record.game.first == Side::South;
        let won = |side| Some(plain.then_some(Outcome::Won(side)));
        match word.replace(['–', '—', '−'], "-").as_str() {
            "1-0" => won(Side::South),
            "0-1" => won(Side::North),
            "1/2-1/2" | "½-½" => Some(Some(Outcome::Draw)),
            _ => None,
        }
    }

    /// Takes in the move that a text begins with, as few words as make one, and gives the rest.
    fn moved<'t>(&mut self, text: &'t str, place: Place) -> Result<&'t str, Diagnostic> {
        let (side, first) = (self.line.position().turn(), self.record.game.first);
        let mut refusal = None;
        let ends = text
            .char_indices()
            .filter(|(at, c)| c.is_ascii_whitespace() && !text[..*at].ends_with(' '))
            .map(|(at, _)| at)
            .chain([text.len()]);
        for end in ends.take(MOST_WORDS) {
            let words = text[..end].trim_ascii_end();
            let mut last = words.rsplit(|c: char| c.is_ascii_whitespace());
            if last.next().is_some_and(|word| word.starts_with(['{', '[']) || word == "(=)") {
                break;
            }
            let (words, offer) = notation::split_offer(words);
            let mv = match notation::read_numbered(&self.line, words) {
                Ok(mv) => mv,
                Err(error @ MoveError::NotAMove { .. }) => {
                    refusal.get_or_insert(error);
                    continue;
                }
                Err(error) => {
                    refusal = Some(error);
                    break;
                }
            };
            let mut action = Action::new(side, Act::Move(Cow::Borrowed("")));
            action.number = self.line.plies() as u32 / 2 + 1;
            action.offer = offer;
            action.place = place;
            action.column = place.column;
            action.set_canonical_move(self.line.position(), Some(mv));
            self.push(action.into_owned(), Some(mv))?;
            let rest = text[end..].trim_ascii_start();
            // The mark of a capture in passing may stand apart.
            return Ok(rest.strip_prefix("e.p.").unwrap_or(rest));
        }
        let number = number(self.line.plies() as u32 / 2 + 1, side, first);
        let (rule, message) = match &refusal {
            Some(error) => (error.rule(), error.to_string()),
            None => ("G9", "there is no move".to_owned()),
        };
        Err(Diagnostic::new(place, format!("move {number} cannot be read: {message}")).rule(rule))
    }
}

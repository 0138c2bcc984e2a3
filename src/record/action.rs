//! An action: one line of the moves.

use std::borrow::Cow;
use std::fmt;

use chrono::{DateTime, Utc};

use super::close::Close;
use super::instant;
use super::place::Place;
use crate::rules::{Claim, Outcome, Side};

/// One line of the moves: who does what, with what is said along with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action<'t> {
    /// The number of the acting side's own move that this is or would be, from 1.
    pub number: u32,
    /// Whose line it is. An adjudication stands in the line of the side to move.
    pub side: Side,
    /// What is done.
    pub act: Act<'t>,
    /// Whether a draw is offered along with a move: `(=)`.
    pub offer: bool,
    /// Whether the move was made by a conditional plan, in answer to the move before it: `(if)` (M7).
    pub conditional: bool,
    /// When it was done: `[2026-11-30T08:00:00Z]`.
    pub time: Option<DateTime<Utc>>,
    /// What else is said: `{hello}`. No braces, one line.
    pub comment: Option<Cow<'t, str>>,
    /// Where the line stands in its file; the action's own text begins behind the number.
    pub place: Place,
    /// The column of the action's own text.
    pub(super) column: u32,
}

/// What a line of the moves says is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act<'t> {
    /// A move, as it is written.
    Move(Cow<'t, str>),
    /// The side resigns (G5).
    Resigns,
    /// The side accepts the other's offer of a draw (G5).
    DrawAgreed,
    /// The side claims a draw (G2, G3), now or with the move named.
    DrawClaimed {
        /// On what ground.
        claim: Claim,
        /// The move that would bring it about; it is not made.
        with: Option<Cow<'t, str>>,
    },
    /// The side claims that the other's time is up (G8).
    TimeClaimed,
    /// An arbiter decides (G5).
    Adjudicated {
        /// The result.
        outcome: Outcome,
        /// Why.
        reason: Cow<'t, str>,
        /// Who decided.
        arbiter: Cow<'t, str>,
    },
    /// The side leaves the game unfinished.
    Abandoned,
}

/// A claim's name in a line of the moves.
pub(super) const fn claim_name(claim: Claim) -> &'static str {
    match claim {
        Claim::Repetition => "repetition",
        Claim::FiftyMoves => "fifty-move",
    }
}

impl Act<'_> {
    /// The ending that the act brings about; none for a move.
    pub fn closes(&self) -> Option<Close> {
        Some(match self {
            Act::Move(_) => return None,
            Act::Resigns => Close::Resignation,
            Act::DrawAgreed => Close::Agreement,
            Act::DrawClaimed { claim, .. } => Close::Claim(*claim),
            Act::TimeClaimed => Close::Time,
            Act::Adjudicated { .. } => Close::Adjudication,
            Act::Abandoned => Close::Abandoned,
        })
    }

    /// The same act on its own, borrowing nothing.
    pub fn into_owned(self) -> Act<'static> {
        match self {
            Act::Move(text) => Act::Move(owned(text)),
            Act::Resigns => Act::Resigns,
            Act::DrawAgreed => Act::DrawAgreed,
            Act::DrawClaimed { claim, with } => Act::DrawClaimed { claim, with: with.map(owned) },
            Act::TimeClaimed => Act::TimeClaimed,
            Act::Adjudicated { outcome, reason, arbiter } => {
                Act::Adjudicated { outcome, reason: owned(reason), arbiter: owned(arbiter) }
            }
            Act::Abandoned => Act::Abandoned,
        }
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

impl fmt::Display for Act<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Move(text) => f.write_str(text),
            Act::Resigns => f.write_str("resigns"),
            Act::DrawAgreed => f.write_str("draw agreed"),
            Act::DrawClaimed { claim, with } => {
                write!(f, "draw claimed: {}", claim_name(*claim))?;
                with.as_ref().map_or(Ok(()), |text| write!(f, " with {text}"))
            }
            Act::TimeClaimed => f.write_str("time claimed"),
            Act::Adjudicated { outcome, reason, arbiter } => {
                write!(f, "adjudicated: {} — {reason} ({arbiter})", outcome.name())
            }
            Act::Abandoned => f.write_str("abandoned"),
        }
    }
}

impl<'t> Action<'t> {
    /// An act of a side that is yet to be appended, which gives it its number.
    pub fn new(side: Side, act: Act<'t>) -> Action<'t> {
        Action {
            number: 0,
            side,
            act,
            offer: false,
            conditional: false,
            time: None,
            comment: None,
            place: Place::START,
            column: 1,
        }
    }

    /// The line without its comment, as it is printed and as the chain hash takes it in. `first` is the side that moves
    /// first and has numbers with one dot.
    pub fn line(&self, first: Side) -> String {
        let mut line = format!("{} {}", number(self.number, self.side, first), self.act);
        if self.offer {
            line.push_str(" (=)");
        }
        if self.conditional {
            line.push_str(" (if)");
        }
        if let Some(time) = &self.time {
            line.push_str(" [");
            line.push_str(&instant::write(time));
            line.push(']');
        }
        line
    }

    /// The whole line as it is printed.
    pub fn line_with_comment(&self, first: Side) -> String {
        let mut line = self.line(first);
        if let Some(comment) = &self.comment {
            line.push_str(" {");
            line.push_str(comment);
            line.push('}');
        }
        line
    }

    /// The same action on its own, borrowing nothing.
    pub fn into_owned(self) -> Action<'static> {
        let Action { act, comment, number, side, offer, conditional, time, place, column } = self;
        let (act, comment) = (act.into_owned(), comment.map(owned));
        Action { act, comment, number, side, offer, conditional, time, place, column }
    }

    /// Where the action's own text stands.
    pub(super) fn text_place(&self) -> Place {
        Place { column: self.column, ..self.place }
    }
}

/// A move's number with the dots that tell the side: one for the side that moves first, three for the other.
pub(super) fn number(number: u32, side: Side, first: Side) -> String {
    format!("{number}{}", if side == first { "." } else { "..." })
}

//! Why a text is not taken as a move: three errors with three different answers to the player, and one for
//! records.

use crate::rules::Refusal;

/// Why a text is not taken as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move at all.
    #[error("not a move: {message}")]
    NotAMove {
        /// Where it stops making sense, in bytes from 0.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// It is a move, but not a legal one.
    #[error("illegal move: {0}")]
    Illegal(Refusal),
    /// Several legal moves fit.
    #[error("ambiguous: {}", .candidates.join(", "))]
    Ambiguous {
        /// The moves that fit, each in a form that would have been taken.
        candidates: Vec<String>,
    },
    /// The number in front of it is not the number of the move that is due.
    #[error("the move that is due has the number {due}, not {given}")]
    Number {
        /// The number of the move that is due, such as `12...`.
        due: Box<str>,
        /// The number that was given.
        given: Box<str>,
    },
    /// A mark in the text is not true of the move.
    #[error("the text contradicts the move: {message}")]
    Contradiction {
        /// Where the mark stands, in bytes from 0.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

impl MoveError {
    /// The rule that forbids it, for an illegal move; `G9` for all that is no move.
    pub fn rule(&self) -> &'static str {
        match self {
            MoveError::Illegal(refusal) => refusal.rule,
            _ => "G9",
        }
    }

    /// Where in the text the trouble is, in bytes from 0; 0 when it concerns the whole.
    pub fn column(&self) -> usize {
        match self {
            MoveError::NotAMove { column, .. } | MoveError::Contradiction { column, .. } => *column,
            MoveError::Illegal(_) | MoveError::Ambiguous { .. } | MoveError::Number { .. } => 0,
        }
    }
}

/// The error for a text that is no move as a whole.
pub(super) fn not_a_move(message: &str) -> MoveError {
    MoveError::NotAMove { column: 0, message: message.into() }
}

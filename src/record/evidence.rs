//! What a claim of a draw rests on.

use crate::rules::{Claim, DrawLimits, Line, Move};

/// What speaks for a claim of a draw, or against it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// The plies after which the position stood on the board (G2).
    Occurrences(Vec<usize>),
    /// The plies, both sides' counted, in which there was no progress (G3).
    Quiet(u16),
}

impl Evidence {
    /// The evidence about a claim at the end of a line, or with the legal move named.
    pub fn of(line: &Line, claim: Claim, with: Option<Move>) -> Evidence {
        match (claim, with) {
            (Claim::Repetition, None) => Evidence::Occurrences(line.occurrences()),
            (Claim::Repetition, Some(mv)) => Evidence::Occurrences(line.occurrences_with(mv)),
            (Claim::FiftyMoves, None) => Evidence::Quiet(line.position().halfmove_clock()),
            (Claim::FiftyMoves, Some(mv)) => {
                Evidence::Quiet(line.position().play_unchecked(mv).halfmove_clock())
            }
        }
    }

    /// The rule, and why a claim that rests on this fails.
    pub(super) fn refusal(&self, limits: DrawLimits) -> (&'static str, String) {
        match self {
            Evidence::Occurrences(_) => {
                ("G2", format!("the position has not occurred three times: {self}"))
            }
            Evidence::Quiet(_) => {
                let missing = "there have not been fifty moves by each side without progress";
                ("G3", format!("{missing}: {self}, {} are needed", limits.halfmove_claim))
            }
        }
    }
}

impl std::fmt::Display for Evidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Evidence::Occurrences(plies) => {
                let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
                let word = if plies.len() == 1 { "ply" } else { "plies" };
                write!(f, "it stood on the board after {word} {}", plies.join(", "))
            }
            Evidence::Quiet(1) => write!(f, "1 ply without progress"),
            Evidence::Quiet(plies) => write!(f, "{plies} plies without progress"),
        }
    }
}

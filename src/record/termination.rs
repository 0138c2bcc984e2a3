//! Why a game is over, and what speaks for it: endings by the rules of play and those that people bring about.

use crate::rules::{Claim, DrawLimits, Ending, Line, Move, Outcome, Side};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// By the rules of play, without anybody's doing.
    Rule(Ending),
    /// A draw rightly claimed.
    Claim(Claim),
    /// A side resigned (G5).
    Resignation,
    /// A draw by agreement (G5).
    Agreement,
    /// A flag was claimed (G8).
    Time,
    /// An arbiter decided.
    Adjudication,
    /// It was left unfinished.
    Abandoned,
    /// The players agreed that it does not count (G11).
    Void,
    /// The record does not know.
    Unknown,
}

impl Termination {
    /// All, in the order in which they are listed to people.
    pub const ALL: [Termination; 14] = [
        Termination::Rule(Ending::Checkmate),
        Termination::Rule(Ending::Stalemate),
        Termination::Rule(Ending::DeadPosition),
        Termination::Rule(Ending::FivefoldRepetition),
        Termination::Rule(Ending::SeventyFiveMoves),
        Termination::Resignation,
        Termination::Agreement,
        Termination::Claim(Claim::Repetition),
        Termination::Claim(Claim::FiftyMoves),
        Termination::Time,
        Termination::Adjudication,
        Termination::Abandoned,
        Termination::Void,
        Termination::Unknown,
    ];

    /// The name in the record's `ending`.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Rule(ending) => ending.name(),
            Termination::Claim(Claim::Repetition) => "repetition",
            Termination::Claim(Claim::FiftyMoves) => "fifty moves",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::Time => "time",
            Termination::Adjudication => "adjudication",
            Termination::Abandoned => "abandoned",
            Termination::Void => "void",
            Termination::Unknown => "unknown",
        }
    }

    /// Reads a name; none when there is no such ending.
    pub fn read(name: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|termination| termination.name() == name)
    }

    /// Whether a game whose moves leave it open can have ended so, with that result.
    pub(super) fn is_possible(self, line: &Line, result: Outcome) -> bool {
        let drawn = result == Outcome::Draw;
        match self {
            // G12
            Termination::Rule(ending) => drawn && line.ending_or_claim() == Some(ending),
            Termination::Void => false,
            Termination::Claim(claim) => drawn && could_claim(line, claim),
            Termination::Agreement => drawn,
            Termination::Resignation => !drawn,
            Termination::Time => match result {
                Outcome::Draw => {
                    Side::BOTH.iter().any(|side| line.position().cannot_win_on_time(*side))
                }
                Outcome::Won(side) => !line.position().cannot_win_on_time(side),
            },
            Termination::Adjudication | Termination::Abandoned | Termination::Unknown => true,
        }
    }
}

impl std::fmt::Display for Termination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether the side to move has that claim, at once or with some move.
fn could_claim(line: &Line, claim: Claim) -> bool {
    let with_move = |m: Move| line.claims_with(m).contains(&claim);
    line.claims().contains(&claim) || line.position().legal_moves().into_iter().any(with_move)
}

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

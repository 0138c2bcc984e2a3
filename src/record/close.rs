//! Why a game is over, as records spell it: endings by the rules of play and those that people bring about.

use crate::rules::{Claim, Ending};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Close {
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

impl Close {
    /// All, in the order in which they are listed to people.
    pub const ALL: [Close; 14] = [
        Close::Rule(Ending::Checkmate),
        Close::Rule(Ending::Stalemate),
        Close::Rule(Ending::DeadPosition),
        Close::Rule(Ending::FivefoldRepetition),
        Close::Rule(Ending::SeventyFiveMoves),
        Close::Resignation,
        Close::Agreement,
        Close::Claim(Claim::Repetition),
        Close::Claim(Claim::FiftyMoves),
        Close::Time,
        Close::Adjudication,
        Close::Abandoned,
        Close::Void,
        Close::Unknown,
    ];

    /// The name in the record's `ending`.
    pub const fn name(self) -> &'static str {
        match self {
            Close::Rule(ending) => ending.name(),
            Close::Claim(Claim::Repetition) => "repetition",
            Close::Claim(Claim::FiftyMoves) => "fifty moves",
            Close::Resignation => "resignation",
            Close::Agreement => "agreement",
            Close::Time => "time",
            Close::Adjudication => "adjudication",
            Close::Abandoned => "abandoned",
            Close::Void => "void",
            Close::Unknown => "unknown",
        }
    }

    /// Reads a name; none when there is no such ending.
    pub fn read(name: &str) -> Option<Close> {
        Close::ALL.into_iter().find(|close| close.name() == name)
    }
}

impl std::fmt::Display for Close {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

//! Why a game is over, as records spell it: endings by the rules of play and those that people bring about.

use crate::rules::{Claim, Ending};

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
        Termination::ALL.into_iter().find(|close| close.name() == name)
    }
}

impl std::fmt::Display for Termination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

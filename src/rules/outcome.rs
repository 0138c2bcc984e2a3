//! Who won, why the game ended, and what can be claimed.

use super::piece::Side;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That side won.
    Won(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 3] =
        [Outcome::Won(Side::South), Outcome::Won(Side::North), Outcome::Draw];

    /// `south`, `north` or `draw`, as records spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Won(side) => side.name(),
            Outcome::Draw => "draw",
        }
    }

    /// The outcome of that name.
    pub fn read(name: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.name() == name)
    }
}

/// Why a game ended by its own rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The royal is attacked and there is no legal move (G1).
    Checkmate,
    /// There is no legal move and the royal is not attacked (G1).
    Stalemate,
    /// Nobody can win any more (G4).
    DeadPosition,
    /// The same position for the fifth time (G2).
    FivefoldRepetition,
    /// Seventy-five moves by each side without progress (G3).
    SeventyFiveMoves,
}

impl Ending {
    /// The ending's name, as records and machines spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::DeadPosition => "dead position",
            Ending::FivefoldRepetition => "fivefold repetition",
            Ending::SeventyFiveMoves => "seventy-five moves",
        }
    }

    /// Whether it is one of the draws that come by themselves though the side to move has a legal move.
    pub const fn is_automatic_draw(self) -> bool {
        !matches!(self, Ending::Checkmate | Ending::Stalemate)
    }

    /// The rule that ends the game so.
    pub const fn rule(self) -> &'static str {
        match self {
            Ending::Checkmate | Ending::Stalemate => "G1",
            Ending::FivefoldRepetition => "G2",
            Ending::SeventyFiveMoves => "G3",
            Ending::DeadPosition => "G4",
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A draw that the player to move may claim (G2, G3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves by each side without progress.
    FiftyMoves,
}

//! Who won, why it ended, and what can be claimed.

use super::bitboard::Bitboard;
use super::piece::Side;
use super::position::Position;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That side won.
    Won(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// `south`, `north` or `draw`, as records spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Won(side) => side.name(),
            Outcome::Draw => "draw",
        }
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

    /// The rule that ends the game so.
    pub const fn rule(self) -> &'static str {
        match self {
            Ending::Checkmate | Ending::Stalemate => "G1",
            Ending::FivefoldRepetition => "G2",
            Ending::SeventyFiveMoves => "G3",
            Ending::DeadPosition => "G4",
        }
    }

    /// Who wins by it when `turn` is to move.
    pub const fn outcome(self, turn: Side) -> Outcome {
        match self {
            Ending::Checkmate => Outcome::Won(turn.other()),
            _ => Outcome::Draw,
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

/// Quiet plies after which a draw can be claimed (G3).
pub const FIFTY_MOVES: u16 = 100;
/// Quiet plies after which the game is drawn (G3).
pub const SEVENTY_FIVE_MOVES: u16 = 150;

impl Position {
    /// How the game has ended in this position, if it has, by all but repetition: mate and stalemate first, then
    /// dead position, then seventy-five moves.
    pub fn ending(&self) -> Option<Ending> {
        if !self.has_move() {
            return Some(if self.in_check() { Ending::Checkmate } else { Ending::Stalemate });
        }
        if self.is_dead() {
            return Some(Ending::DeadPosition);
        }
        (self.halfmove_clock() >= SEVENTY_FIVE_MOVES).then_some(Ending::SeventyFiveMoves)
    }

    /// Whether the position is on the list of those that nobody can win (G4).
    pub fn is_dead(&self) -> bool {
        /// More pieces than any dead position has: the harmless ones of both sides, or Bishops of one colour.
        const MANY: u32 = 34;
        let game = self.game();
        if !game.dead_positions {
            return false;
        }
        let royals = Bitboard::of(self.royal(Side::South)).with(self.royal(Side::North));
        let others = self.occupied() & !royals;
        let roles = || others.into_iter().map(|s| game.role_of(self.piece(s)));
        let (mut harmless, mut one_colour) = (true, true);
        for role in roles() {
            harmless &= role.harmless;
            one_colour &= role.one_colour;
            if !harmless && !one_colour && !others.rest().is_empty() {
                return false;
            }
        }
        // Asked last: nearly every position has been sent away by its first pieces.
        if self.occupied().count() > MANY {
            return false;
        }
        let lone = others.count() == 1 && roles().all(|k| k.lone_draw);
        let colours = || {
            let board = self.board();
            others.into_iter().map(move |s| (board.file(s) + board.rank(s)) % 2)
        };
        let same_colour = one_colour && colours().all(|c| Some(c) == colours().next());
        (harmless || lone || same_colour) && self.legally_restorable().is_none()
    }

    /// Whether a side could not win on the opponent's time: nothing left but its royal and harmless pieces (G8).
    pub fn cannot_win_on_time(&self, side: Side) -> bool {
        self.pieces_of(side)
            .without(self.royal(side))
            .into_iter()
            .all(|s| self.game().role_of(self.piece(s)).harmless)
    }
}

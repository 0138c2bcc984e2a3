//! When positions are the same (G2), and when a game is over by its rules (G1, G3, G4).

use super::legality::try_substitution;
use super::outcome::Ending;
use super::piece::{Piece, Side};
use super::position::{NOWHERE, Position};
use super::square::Square;
use super::tables::{KEY_EN_PASSANT, KEY_TAKEN};

impl PartialEq for Position {
    /// Equal in every state, the count of quiet plies included.
    fn eq(&self, other: &Position) -> bool {
        self.same_as(other)
            && self.halfmove_clock == other.halfmove_clock
            && self.en_passant == other.en_passant
    }
}

impl Eq for Position {}

impl Position {
    /// Whether the two are the same for G2: placement, side to move, and every state that changes what is legal.
    pub fn same_as(&self, other: &Position) -> bool {
        self.game == other.game
            && self.cells == other.cells
            && self.turn == other.turn
            && self.castling_rights == other.castling_rights
            && self.reserve == other.reserve
            && self.legal_en_passant_square() == other.legal_en_passant_square()
            && self.legally_restorable() == other.legally_restorable()
    }

    /// A hash of what [`Position::same_as`] compares. The same in every run of the program.
    #[inline]
    pub fn zobrist_hash(&self) -> u64 {
        let keys = &self.game.tables.keys;
        let mut hash = self.zobrist;
        if self.en_passant != NOWHERE && self.legal_en_passant_square().is_none() {
            hash ^= keys[KEY_EN_PASSANT + self.en_passant as usize];
        }
        if !self.restorable.is_none() && self.legally_restorable().is_none() {
            hash ^= keys[KEY_TAKEN + self.restorable.at()];
        }
        hash
    }

    /// The en passant square while a legal capture there exists.
    pub fn legal_en_passant_square(&self) -> Option<Square> {
        let passed = self.en_passant_square()?;
        self.has_en_passant().then_some(passed)
    }

    /// The captured piece while a Druid may legally stand in for it.
    pub fn legally_restorable(&self) -> Piece {
        if !self.restorable.is_none() && self.can_substitute() {
            self.restorable
        } else {
            Piece::NONE
        }
    }

    /// Whether a legal en passant capture exists, with or without a substitution before it: a substitution
    /// needs a capture on the ply before and a passed square an advance, so never both.
    pub(super) fn has_en_passant(&self) -> bool {
        self.en_passant_moves().any(|m| self.is_safe(m))
    }

    /// Whether the substitution can be part of some legal move.
    fn can_substitute(&self) -> bool {
        self.pieces_of(self.turn).into_iter().any(|druid| {
            try_substitution(self, druid).is_ok_and(|changed| changed.has_plain_move())
        })
    }

    /// How the game has ended in this position, if it has, by all but repetition: mate and stalemate first, then
    /// dead position, then seventy-five moves.
    pub fn ending(&self) -> Option<Ending> {
        self.mate().or_else(|| self.draw())
    }

    /// Mate or stalemate, if there is no legal move.
    pub(super) fn mate(&self) -> Option<Ending> {
        match self.has_move() {
            true => None,
            false if self.in_check() => Some(Ending::Checkmate),
            false => Some(Ending::Stalemate),
        }
    }

    /// How a position that has legal moves ends the game, by all but repetition.
    pub(super) fn draw(&self) -> Option<Ending> {
        if self.is_dead() {
            return Some(Ending::DeadPosition);
        }
        (self.halfmove_clock() >= self.game.draw_limits.halfmoves)
            .then_some(Ending::SeventyFiveMoves)
    }

    /// Whether the position is on the list of those that nobody can win (G4).
    pub fn is_dead(&self) -> bool {
        /// More pieces than any dead position has: the harmless ones of both sides, or Bishops of one colour.
        const MANY: u32 = 34;
        let game = self.game();
        if !game.dead_positions {
            return false;
        }
        let [south, north] = self.royal;
        let others = self.occupied().without(south).without(north);
        let several = !others.rest().is_empty();
        let roles = || others.into_iter().map(|s| game.role_of(self.piece(s)));
        let (mut harmless, mut one_colour) = (true, true);
        for role in roles() {
            harmless &= role.harmless;
            one_colour &= role.one_colour;
            if several && !harmless && !one_colour {
                return false;
            }
        }
        // Checked last: the loop above rejects nearly every position at its first pieces.
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

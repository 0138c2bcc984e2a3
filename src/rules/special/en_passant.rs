//! En passant (F2, V7).

use crate::rules::bitboard::Bitboard;
use crate::rules::board::Square;
use crate::rules::moves::{Move, Special};
use crate::rules::piece::{EnPassant, Piece, Side};
use crate::rules::position::Position;

impl Position {
    /// The squares from which `side` would capture on `passed` en passant: those it is diagonally forward of. None
    /// where the piece may not land (H3).
    pub(in crate::rules) fn could_capture_en_passant(
        &self,
        side: Side,
        passed: Square,
    ) -> Bitboard {
        let board = self.board();
        [-1, 1]
            .into_iter()
            .filter_map(|file| board.offset(passed, file, -side.ahead()))
            .filter(|s| {
                let piece = self.piece(*s);
                !piece.is_none()
                    && piece.side() == side
                    && self.game.role_of(piece).en_passant == EnPassant::Captures
                    && self.game.tables.shapes[piece.at()].land.has(passed)
            })
            .collect()
    }

    /// Whether the side not to move may just have passed over a square within reach of an en passant capture: that
    /// square and the one before it are empty, and on the next stands a piece that can advance two.
    pub(in crate::rules) fn may_have_passed(&self, passed: Square) -> bool {
        let (board, enemy) = (self.board(), self.turn.other());
        if passed.at() >= board.squares() {
            return false;
        }
        let near = |ranks: i8| board.offset(passed, 0, ranks * enemy.ahead());
        let (Some(before), Some(victim)) = (near(-1), near(1)) else { return false };
        let victim = self.piece(victim);
        let advances_two = |piece: Piece| {
            let name = self.game.role_of(piece).abbreviation;
            self.game.roles.iter().any(|k| k.abbreviation == name && k.double_step)
        };
        self.piece(passed).is_none()
            && self.piece(before).is_none()
            && !victim.is_none()
            && victim.side() == enemy
            && advances_two(victim)
            && !self.could_capture_en_passant(self.turn, passed).is_empty()
    }

    /// En passant captures of the side to move, whatever they leave attacked.
    pub(in crate::rules) fn en_passant_moves(&self) -> impl Iterator<Item = Move> {
        let passed = self.en_passant_square();
        let from = passed.map_or(Bitboard::EMPTY, |p| self.could_capture_en_passant(self.turn, p));
        from.into_iter()
            .filter_map(move |from| Some(Move::plain(from, passed?).specially(Special::EnPassant)))
    }

    /// Whether a legal en passant capture exists, with or without a substitution before it: a substitution
    /// needs a capture on the ply before and a passed square an advance, so never both.
    pub(in crate::rules) fn has_en_passant(&self) -> bool {
        self.en_passant_moves().any(|m| self.is_safe(m))
    }
}

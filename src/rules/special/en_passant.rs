//! En passant (F2, V7).

use crate::rules::bits::Bits;
use crate::rules::board::Square;
use crate::rules::moves::{Move, Special};
use crate::rules::piece::{EnPassant, Side};
use crate::rules::position::Position;

impl Position {
    /// The squares from which `side` would capture on `passed` en passant: those it is diagonally forward of. None
    /// where the piece may not land (H3).
    pub(in crate::rules) fn could_capture_en_passant(&self, side: Side, passed: Square) -> Bits {
        let board = self.board();
        [-1, 1]
            .into_iter()
            .filter_map(|file| board.offset(passed, file, -side.ahead()))
            .filter(|s| {
                let piece = self.piece(*s);
                !piece.is_none()
                    && piece.side() == side
                    && self.game.kind_of(piece).en_passant == EnPassant::Captures
                    && self.game.tables.shapes[piece.at()].land.has(passed)
            })
            .collect()
    }

    /// En passant captures of the side to move, whatever they leave attacked.
    pub(in crate::rules) fn en_passant_moves(&self) -> impl Iterator<Item = Move> {
        let passed = self.passed();
        let from = passed.map_or(Bits::EMPTY, |p| self.could_capture_en_passant(self.turn, p));
        from.into_iter()
            .filter_map(move |from| Some(Move::plain(from, passed?).specially(Special::EnPassant)))
    }

    /// Whether a legal en passant capture exists, with or without a substitution before it: a substitution
    /// needs a capture on the ply before and a passed square an advance, so never both.
    pub(in crate::rules) fn has_en_passant(&self) -> bool {
        self.en_passant_moves().any(|m| self.is_safe(m))
    }
}

//! The squares and rights of castling (Western Chess).

use super::bitboard::Bitboard;
use super::board::Board;
use super::moves::Special;
use super::piece::{Piece, Side};
use super::spec::Spec;
use super::square::Square;

/// The rights' bits: South short, South long, North short, North long.
pub(super) const RIGHTS: [(Side, Special); 4] = [
    (Side::South, Special::CastleShort),
    (Side::South, Special::CastleLong),
    (Side::North, Special::CastleShort),
    (Side::North, Special::CastleLong),
];

/// The King's home square: the fifth file of his own first rank.
pub(super) fn king_home(board: &Board, side: Side) -> Square {
    let rank = if side == Side::South { 0 } else { board.ranks() - 1 };
    Square(rank * board.files() + 4)
}

fn rook_home(board: &Board, side: Side, how: Special) -> Square {
    let king = king_home(board, side).0;
    Square(if how == Special::CastleShort { king + 3 } else { king - 4 })
}

/// Where the Rook stands before and after castling.
pub(super) fn rook(board: &Board, side: Side, how: Special) -> (Square, Square) {
    let king = king_home(board, side).0;
    let to = if how == Special::CastleShort { king + 1 } else { king - 1 };
    (rook_home(board, side, how), Square(to))
}

/// The home squares of both Kings and all Rooks.
pub(super) fn homes(board: &Board) -> Bitboard {
    RIGHTS
        .into_iter()
        .flat_map(|(side, how)| [king_home(board, side), rook_home(board, side, how)])
        .collect()
}

/// The rights that the pieces' places allow: King and Rook at home, each in its own.
pub(super) fn possible(spec: &Spec, piece: impl Fn(Square) -> Piece) -> u8 {
    let board = &spec.board;
    let stands = |square: Square, side: Side, royal: bool| {
        let piece = piece(square);
        !piece.is_none() && piece.side() == side && {
            let role = spec.role_of(piece);
            role.castles && role.royal == royal
        }
    };
    let mut rights = 0;
    for (bit, (side, how)) in RIGHTS.into_iter().enumerate() {
        let rook = rook_home(board, side, how);
        if stands(king_home(board, side), side, true) && stands(rook, side, false) {
            rights |= 1 << bit;
        }
    }
    rights
}

//! Castling (Western Chess; V8): the King two squares towards an unmoved Rook.

use crate::rules::bitboard::Bitboard;
use crate::rules::board::{Board, Square};
use crate::rules::game::Game;
use crate::rules::moves::{Move, Special};
use crate::rules::piece::{Piece, Side};
use crate::rules::position::Position;

/// The rights' bits: South short, South long, North short, North long.
const RIGHTS: [(Side, Special); 4] = [
    (Side::South, Special::CastleShort),
    (Side::South, Special::CastleLong),
    (Side::North, Special::CastleShort),
    (Side::North, Special::CastleLong),
];

/// The King's home square: the fifth file of his own first rank.
fn king_home(board: &Board, side: Side) -> Square {
    let rank = if side == Side::South { 0 } else { board.ranks - 1 };
    Square(rank * board.files + 4)
}

fn rook_home(board: &Board, side: Side, how: Special) -> Square {
    let king = king_home(board, side).0;
    Square(if how == Special::CastleShort { king + 3 } else { king - 4 })
}

/// Where the Rook stands before and after castling.
pub(in crate::rules) fn rook(board: &Board, side: Side, how: Special) -> (Square, Square) {
    let king = king_home(board, side).0;
    let to = if how == Special::CastleShort { king + 1 } else { king - 1 };
    (rook_home(board, side, how), Square(to))
}

/// The home squares of both Kings and all Rooks.
pub(in crate::rules) fn homes(board: &Board) -> Bitboard {
    RIGHTS
        .into_iter()
        .flat_map(|(side, how)| [king_home(board, side), rook_home(board, side, how)])
        .collect()
}

/// The rights that the pieces' places allow: King and Rook at home, each in its own.
pub(in crate::rules) fn possible(game: &Game, piece: impl Fn(Square) -> Piece) -> u8 {
    let board = &game.board;
    let stands = |square: Square, side: Side, royal: bool| {
        let piece = piece(square);
        !piece.is_none() && piece.side() == side && {
            let role = game.role_of(piece);
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

/// The rights left now that some piece has moved: a right goes for good with King or Rook.
pub(in crate::rules) fn kept(position: &Position) -> u8 {
    position.rights & possible(position.game, |square| position.piece(square))
}

/// Castling moves, safe in passing; the arrival is checked too unless `arrival_open` (V3).
pub(in crate::rules) fn moves(
    position: &Position,
    arrival_open: bool,
) -> impl Iterator<Item = Move> {
    let side = position.turn;
    RIGHTS
        .into_iter()
        .enumerate()
        .filter(move |(bit, (owner, _))| *owner == side && position.rights >> bit & 1 != 0)
        .filter_map(move |(_, (_, how))| attempt(position, how, arrival_open).ok())
}

/// Why castling cannot be done, most basic reason first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum NoCastling {
    /// King or Rook has moved, or no Rook of one's own is there.
    NoRight,
    /// A piece stands between, on this square.
    Blocked(Square),
    /// The King is in check.
    InCheck,
    /// The King would pass over, or arrive on, this attacked square.
    Attacked(Square),
}

/// The castling move, or why there is none.
pub(in crate::rules) fn attempt(
    position: &Position,
    how: Special,
    arrival_open: bool,
) -> Result<Move, NoCastling> {
    let (board, side) = (position.board(), position.turn);
    let bit = RIGHTS.iter().position(|r| *r == (side, how)).unwrap_or(0);
    if position.rights >> bit & 1 == 0 {
        return Err(NoCastling::NoRight);
    }
    let king = king_home(board, side);
    let (rook_from, rook_to) = rook(board, side, how);
    let occupied = position.occupied();
    let gap = board.between(king, rook_from) & occupied;
    if let Some(square) = gap.first() {
        return Err(NoCastling::Blocked(square));
    }
    let to = Square(if how == Special::CastleShort { king.0 + 2 } else { king.0 - 2 });
    let enemy = side.other();
    if position.attacked(king, occupied, enemy) {
        return Err(NoCastling::InCheck);
    }
    let without_king = occupied.without(king);
    if position.attacked(rook_to, without_king, enemy) {
        return Err(NoCastling::Attacked(rook_to));
    }
    let arrived = without_king.without(rook_from) | Bitboard::of(rook_to);
    if !arrival_open && position.attacked(to, arrived, enemy) {
        return Err(NoCastling::Attacked(to));
    }
    Ok(Move::plain(king, to).specially(how))
}

//! The Valonian Elephant's turn (V1).

use crate::rules::board::{Direction, Square};
use crate::rules::game::Game;
use crate::rules::piece::Piece;

/// The forms into which a piece that has just come to `to` may turn, its present facing not among them:
/// any other facing that does not look off the board, when it captured or stands at the edge ahead of it.
/// Nothing for a piece without a facing.
pub(in crate::rules) fn turns(
    game: &'static Game,
    piece: Piece,
    to: Square,
    captured: bool,
) -> impl Iterator<Item = Piece> {
    let facing = game.role_of(piece).facing(piece.side());
    let may = facing.is_some_and(|ahead| captured || game.board.next(to, ahead).is_none());
    Direction::FACINGS
        .into_iter()
        .filter(move |d| may && Some(*d) != facing && game.board.next(to, *d).is_some())
        .filter_map(move |d| facing_form(game, piece, d))
}

/// The same piece with another facing.
pub(in crate::rules) fn facing_form(
    game: &'static Game,
    piece: Piece,
    facing: Direction,
) -> Option<Piece> {
    let name = game.role_of(piece).abbreviation;
    let side = piece.side();
    game.role_ids()
        .find(|(_, k)| k.abbreviation == name && k.facing(side) == Some(facing))
        .map(|(id, _)| Piece::new(id, side))
}

//! The Mage's shift for a gift (V4).

use crate::rules::board::{Direction, Square};
use crate::rules::moves::Move;
use crate::rules::position::Position;

/// The shifts of the Mage on `from` with every gift that could pay for each, whatever they leave attacked.
pub(in crate::rules) fn shifts(position: &Position, from: Square) -> Vec<Move> {
    let own = position.pieces_of(position.turn);
    let gifts = own.without(from).without(position.royal(position.turn));
    let mut moves = Vec::new();
    for direction in [Direction::W, Direction::E] {
        let Some(to) = position.board().next(from, direction) else { continue };
        if gifts.has(to) {
            moves.push(Move::plain(from, to).giving(to));
        } else if position.piece(to).is_none() {
            moves.extend(gifts.into_iter().map(|gift| Move::plain(from, to).giving(gift)));
        }
    }
    moves
}

//! The Berserker's frenzy (V3).

use crate::rules::bitboard::Bitboard;
use crate::rules::board::Square;
use crate::rules::game::Game;
use crate::rules::piece::{Frenzy, Piece, Side};
use crate::rules::position::Position;
use crate::rules::setup::Setup;

/// What a piece is after it has captured: a calm Berserker is frenzied, any other piece stays what it is.
pub(in crate::rules) fn after_capture(game: &Game, piece: Piece) -> Piece {
    if game.role_of(piece).frenzy == Frenzy::Calm { piece.next_role() } else { piece }
}

/// Whether a game from this setup may ever see a Berserker: one stands there, or a side may promote to one.
pub(in crate::rules) fn may_come(setup: &Setup) -> bool {
    let game = setup.game();
    let stands = setup.pieces().any(|(_, p)| game.role_of(p).frenzy != Frenzy::Never);
    let [south, north] = setup.reserve();
    let reserve = south | north;
    stands || game.role_ids().any(|(id, k)| k.frenzy != Frenzy::Never && reserve >> id.0 & 1 != 0)
}

/// Whether a side has a frenzied Berserker.
pub(in crate::rules) fn is_present(position: &Position, side: Side) -> bool {
    frenzied(position, side).next().is_some()
}

fn frenzied(position: &Position, side: Side) -> impl Iterator<Item = Square> {
    position
        .pieces_of(side)
        .into_iter()
        .filter(move |s| position.game.tables.shapes[position.piece(*s).at()].frenzied)
}

/// Removes every frenzied Berserker of a side but the one that has just captured; tells whether any went.
pub(in crate::rules) fn remove_idle(
    position: &mut Position,
    side: Side,
    captor: Option<Square>,
) -> bool {
    let idle: Bitboard = frenzied(position, side).filter(|s| Some(*s) != captor).collect();
    for square in idle {
        position.lift(square, position.cells[square.at()]);
    }
    !idle.is_empty()
}

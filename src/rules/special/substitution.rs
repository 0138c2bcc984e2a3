//! The Druid's substitution (V5).

use super::elephant;
use crate::rules::board::Square;
use crate::rules::piece::{Piece, Promotion};
use crate::rules::position::Position;

/// What the side about to move could get back: the captured piece, unless it was a Druid or no Druid is left.
pub(in crate::rules) fn restorable(position: &Position, captured: Piece) -> Piece {
    let game = position.game;
    let owner = captured.side();
    let shapes = &game.tables.shapes;
    let has_druid = || {
        position.pieces_of(owner).into_iter().any(|s| shapes[position.piece(s).at()].substitutes)
    };
    if !shapes[captured.at()].substitutes && has_druid() { captured } else { Piece::NONE }
}

/// Why a Druid cannot stand in for the piece just captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum NoSubstitution {
    /// The last ply captured nothing that could be restored.
    NothingTaken,
    /// No Druid of the side to move stands there.
    NoDruid,
    /// The restored infantry would stand on its last rank.
    LastRank,
    /// The side that captured would be in check and could not have answered.
    ChecksCaptor,
}

/// The position in which the Druid on `druid` has been replaced by the captured piece, the owner still to move.
pub(in crate::rules) fn attempt(
    position: &Position,
    druid: Square,
) -> Result<Position, NoSubstitution> {
    let side = position.turn;
    let taken = position.taken;
    if taken.is_none() {
        return Err(NoSubstitution::NothingTaken);
    }
    if !position.pieces_of(side).has(druid)
        || !position.game.role_of(position.piece(druid)).substitutes
    {
        return Err(NoSubstitution::NoDruid);
    }
    let board = position.board();
    if position.game.role_of(taken).promotion == Some(Promotion::Choice)
        && board.own_rank(side, druid) == board.ranks
    {
        return Err(NoSubstitution::LastRank);
    }
    let mut changed = position.clone();
    substitute(&mut changed, druid);
    if changed.attacked(changed.royal(side.other()), changed.occupied(), side) {
        return Err(NoSubstitution::ChecksCaptor);
    }
    Ok(changed)
}

/// Removes the Druid and puts the captured piece on its square; an Elephant that would face off the board
/// turns about.
pub(in crate::rules) fn substitute(position: &mut Position, druid: Square) {
    let game = position.game;
    let mut piece = position.taken;
    if let Some(facing) = game.role_of(piece).facing(piece.side())
        && game.board.next(druid, facing).is_none()
    {
        piece = elephant::facing_form(game, piece, facing.opposite()).unwrap_or(piece);
    }
    position.lift(druid, position.cells[druid.at()]);
    position.put(druid, piece);
    position.set_restorable(Piece::NONE);
}

/// Whether the substitution can be part of some legal move.
pub(in crate::rules) fn available(position: &Position) -> bool {
    position
        .pieces_of(position.turn)
        .into_iter()
        .any(|druid| attempt(position, druid).is_ok_and(|changed| changed.has_plain_move()))
}

/// Every way to substitute, with the Druid's square.
pub(in crate::rules) fn all(position: &Position) -> impl Iterator<Item = (Square, Position)> {
    let druids = if position.taken.is_none() {
        Default::default()
    } else {
        position.pieces_of(position.turn)
    };
    druids.into_iter().filter_map(move |druid| Some((druid, attempt(position, druid).ok()?)))
}

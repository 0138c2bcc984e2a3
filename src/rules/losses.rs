//! What each side has lost on the way: pieces captured, given up, and retired for others.

use super::line::Line;
use super::moves::{Move, Special};
use super::piece::{Piece, Side};
use super::position::Position;

/// What one side has lost along a line of play, each list in the order in which it happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LostPieces {
    /// Its pieces that the other side captured and that are still off the board.
    pub captured: Vec<Piece>,
    /// Its pieces that were promoted, each with what took its place: a Hawker that retired with his Hawk, a Pawn
    /// with its Queen.
    pub retired: Vec<(Piece, Piece)>,
    /// Its pieces that left without being captured: gifts to a Mage (V4), idle Berserkers (V3), Druids who stood in
    /// for another piece (V5).
    pub removed: Vec<Piece>,
}

impl Line {
    /// What both sides have lost, South first. A piece that a Druid brought back is not lost (V5).
    pub fn losses(&self) -> [LostPieces; 2] {
        let mut losses = [LostPieces::default(), LostPieces::default()];
        let mut position = self.start().clone();
        for m in self.moves() {
            let next = position.play_unchecked(*m);
            count(&position, *m, &next, &mut losses);
            position = next;
        }
        losses
    }
}

fn count(before: &Position, m: Move, after: &Position, losses: &mut [LostPieces; 2]) {
    let side = before.turn();
    let enemy = side.other();
    for square in before.pieces_of(enemy).into_iter().filter(|s| !after.pieces_of(enemy).has(*s)) {
        losses[enemy.at()].captured.push(before.piece(square));
    }
    let mine = &mut losses[side.at()];
    if let Some(druid) = m.druid() {
        let restored = mine.captured.iter().rposition(|p| *p == before.restorable());
        restored.map(|at| mine.captured.remove(at));
        mine.removed.push(before.piece(druid));
    }
    let stood = |square| match m.druid() {
        Some(druid) if druid == square => before.restorable(),
        _ => before.piece(square),
    };
    mine.removed.extend(m.gift().map(stood));
    if !matches!(m.special, Special::CastleShort | Special::CastleLong) {
        let left = before.pieces_of(side).without(m.from);
        let left = m.gift().map_or(left, |gift| left.without(gift));
        let gone = left.into_iter().filter(|s| !after.pieces_of(side).has(*s));
        mine.removed.extend(gone.map(stood));
    }
    let (old, new) = (stood(m.from), after.piece(m.to));
    let family = |piece: Piece| before.game().family(piece.role());
    if new.is_none() {
        // A frenzied Berserker that moved without capturing.
        mine.removed.push(old);
    } else if family(old) != family(new) {
        mine.retired.push((old, new));
    }
}

impl Position {
    /// How many pieces of each role a side has, states of one role taken together, in the game's order of roles.
    pub fn material(&self, side: Side) -> Vec<(Piece, u32)> {
        let game = self.game();
        let mut counts = vec![0; game.roles.len()];
        for square in self.pieces_of(side) {
            counts[game.family(self.piece(square).role()).0 as usize] += 1;
        }
        let counted = game.role_ids().zip(counts).filter(|(_, count)| *count > 0);
        counted.map(|((id, _), count)| (Piece::new(id, side), count)).collect()
    }
}

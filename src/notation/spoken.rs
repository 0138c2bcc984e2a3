//! Moves in words, for who hears them: `Knight b1 to c3, check`.

use super::coordinate;
use super::moves::captures;
use crate::rules::{Move, Position, Special};

/// A legal move of `position` in words: the piece's English name, the squares, what is captured, what the piece becomes,
/// and check or mate.
pub fn write(position: &Position, m: Move) -> String {
    let (board, game) = (position.board(), position.game());
    let next = position.play_unchecked(m);
    let mut out = String::new();
    if let Some(druid) = m.druid() {
        let restored = game.piece_name(position.restorable());
        out.push_str(&format!("{restored} restored on {}, then ", board.name(druid)));
    }
    let mover = game.piece_name(coordinate::mover(position, m));
    let (from, to) = (board.name(m.from), board.name(m.to));
    match m.special {
        Special::CastleShort => out.push_str("castles short"),
        Special::CastleLong => out.push_str("castles long"),
        Special::EnPassant => out.push_str(&format!("{mover} {from} takes en passant on {to}")),
        Special::None if captures(position, m) => {
            let taken = game.piece_name(position.piece(m.to));
            out.push_str(&format!("{mover} {from} takes {taken} on {to}"));
        }
        Special::None => out.push_str(&format!("{mover} {from} to {to}")),
    }
    let after = next.piece(m.to);
    let castles = matches!(m.special, Special::CastleShort | Special::CastleLong);
    if !castles && !after.is_none() {
        let before = game.role_of(coordinate::mover(position, m));
        let role = game.role_of(after);
        if game.piece_name(after) != mover {
            out.push_str(&format!(", becomes {}", game.piece_name(after)));
        }
        if let Some(facing) = role.facing(after.side())
            && before.facing(after.side()) != Some(facing)
        {
            out.push_str(&format!(", faces {}", facing.name()));
        }
    }
    if let Some(gift) = m.gift() {
        out.push_str(&format!(", gives up {}", position.describe(gift)));
    }
    if next.in_check() {
        out.push_str(if next.has_move() { ", check" } else { ", mate" });
    }
    out
}

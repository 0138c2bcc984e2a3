//! Coordinate form, for machines: `b1c3`, `e7e8=Q`, `d6e7ep`, `a6a8>e`, `c4d4!b2`, `~c4 e5e4`.
//!
//! Two squares, the second followed, in this order and only where they apply, by a chosen promotion (`=ELE`, with
//! `>s` behind it for an Elephant that is turned at once), an Elephant's new facing, the square of the piece given up
//! for a Mage's shift, and `ep`. Castling is the King's two squares. A Druid's substitution comes first.

use crate::rules::{Game, Move, Piece, Position, Special};

/// Writes a legal move of `position`.
pub fn write(position: &Position, m: Move) -> String {
    let board = position.board();
    let mut out = String::with_capacity(12);
    if let Some(druid) = m.druid() {
        out.push('~');
        out.push_str(&board.name(druid));
        out.push(' ');
    }
    out.push_str(&board.name(m.from));
    out.push_str(&board.name(m.to));
    write_suffixes(position, m, &mut out);
    if m.special == Special::EnPassant {
        out.push_str("ep");
    }
    out
}

/// Adds what the player chose: promotion, facing, gift. Shared with canonical text.
pub(super) fn write_suffixes(position: &Position, m: Move, out: &mut String) {
    let game = position.game();
    if !m.choice.is_none() {
        let mover = mover(position, m);
        if game.family(mover.role()) == game.family(m.choice.role()) {
            out.push_str(&facing(game, m.choice));
        } else {
            out.push('=');
            out.push_str(game.abbreviation(m.choice));
            if !game.role_of(m.choice).is_plain() {
                out.push_str(&facing(game, m.choice));
            }
        }
    }
    if let Some(gift) = m.gift() {
        out.push('!');
        out.push_str(&position.board().name(gift));
    }
}

/// The piece that moves, after a substitution.
pub fn mover(position: &Position, m: Move) -> Piece {
    match m.druid() {
        Some(druid) if druid == m.from => position.restorable(),
        _ => position.piece(m.from),
    }
}

fn facing(game: &Game, piece: Piece) -> String {
    let facing = game.role_of(piece).facing(piece.side());
    facing.map_or(String::new(), |d| format!(">{}", d.letters()))
}

/// The legal moves in coordinate form, sorted bytewise.
pub fn legal(position: &Position) -> Vec<String> {
    let mut all: Vec<String> =
        position.legal_moves().into_iter().map(|m| write(position, m)).collect();
    all.sort_unstable();
    all
}

//! Moves in short algebraic notation, as other chess programs write and read them: `Nbd2`, `exd5`, `O-O`, `e8=Q#`.

use super::moves::captures;
use crate::rules::{Move, Position, Promotion, Special};

/// Writes a legal move of `position`. A role that is promoted by choice has no letter; of another that could go to the same
/// square, file, rank or both are told apart, as little as serves. Only chess has this notation: facings, gifts and
/// substitutions have no place in it.
pub fn write(position: &Position, m: Move) -> String {
    let (board, game) = (position.board(), position.game());
    let mut out = match m.special {
        Special::CastleShort => "O-O".to_owned(),
        Special::CastleLong => "O-O-O".to_owned(),
        _ => String::with_capacity(8),
    };
    if out.is_empty() {
        let role = game.role_of(position.piece(m.from));
        let capture = captures(position, m);
        let from = board.name(m.from);
        if role.promotion == Some(Promotion::Choice) {
            out.push_str(if capture { &from[..1] } else { "" });
        } else {
            out.push(role.letter);
            out.push_str(told_apart(position, m, &from));
        }
        out.push_str(if capture { "x" } else { "" });
        out.push_str(&board.name(m.to));
        if !m.choice.is_none() {
            out.extend(['=', game.role_of(m.choice).letter]);
        }
    }
    let next = position.play_unchecked(m);
    if next.in_check() {
        out.push(if next.has_move() { '+' } else { '#' });
    }
    out
}

/// What of the square left tells the move from those of its like to the same square.
fn told_apart<'a>(position: &Position, m: Move, from: &'a str) -> &'a str {
    let board = position.board();
    let like = |other: &Move| {
        other.to == m.to
            && other.from != m.from
            && position.piece(other.from) == position.piece(m.from)
    };
    let others: Vec<Move> = position.legal_moves().into_iter().filter(like).collect();
    let shares = |part: fn(&crate::rules::Board, crate::rules::Square) -> u8| {
        others.iter().any(|other| part(board, other.from) == part(board, m.from))
    };
    match others.is_empty() {
        true => "",
        false if !shares(|board, square| board.file(square)) => &from[..1],
        false if !shares(|board, square| board.rank(square)) => &from[1..],
        false => from,
    }
}

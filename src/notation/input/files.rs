//! File notation (WXF), as Xiangqi has it: `C2=5`, `H2+3`, `C+=5`. It is read in games whose roles have a letter in it.
//!
//! A piece, the file it leaves, a sign and a number. Files are numbered from 1 at the mover's right. `=` (or `.`) goes along
//! the rank to the file of that number; `+` goes forward and `-` back, so many ranks for a move straight along the file, and
//! to the file of that number for any other. In place of the file, or in front of the piece, `+` is the front one of the
//! mover's pieces of a kind on one file and `-` the rear one.

use super::mover::designators;
use crate::notation::coordinate;
use crate::notation::error::MoveError;
use crate::notation::moves::{example, write_move};
use crate::rules::{Move, Position, RoleId, Side, Square};

/// Which piece of a kind moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    File(u8),
    Front,
    Rear,
}

/// The way a piece goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Across,
    Forward,
    Back,
}

/// Reads a cleaned text in file notation; none when it is of another form, or the game is not one of those.
pub(super) fn read(
    position: &Position,
    legal: &[Move],
    text: &str,
) -> Option<Result<Move, MoveError>> {
    let game = position.game();
    game.role_ids().find(|(_, role)| role.xiangqi.is_some())?;
    let (front, rest) = match text.as_bytes().first()? {
        b'+' => (Some(Which::Front), &text[1..]),
        b'-' => (Some(Which::Rear), &text[1..]),
        _ => (None, text),
    };
    let word = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (word, rest) = rest.split_at(word);
    let (which, way, number) = match (front, rest.as_bytes()) {
        (Some(which), &[way, number]) => (which, way, number),
        (None, &[b'+', way, number]) => (Which::Front, way, number),
        (None, &[b'-', way, number]) => (Which::Rear, way, number),
        (None, &[file @ b'1'..=b'9', way, number]) => (Which::File(file - b'0'), way, number),
        _ => return None,
    };
    let way = match way {
        b'=' | b'.' => Way::Across,
        b'+' => Way::Forward,
        b'-' => Way::Back,
        _ => return None,
    };
    let number = Some(number).filter(u8::is_ascii_digit)? - b'0';
    let side = position.turn();
    let letter = |role: RoleId| {
        let letter = game.role(role).xiangqi;
        letter.is_some_and(|letter| word.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])))
    };
    let named = designators(game, side);
    let named = |role: RoleId| {
        letter(role) || named.iter().any(|(n, id)| *id == role && n.eq_ignore_ascii_case(word))
    };
    let fits = |m: &&Move| {
        let role = game.family(coordinate::mover(position, **m).role());
        named(role)
            && is_meant(position, side, which, role, m.from)
            && goes(position, way, number, **m)
    };
    let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
    Some(match fitting[..] {
        [m] => Ok(m),
        [] => Err(MoveError::NotAMove {
            column: 0,
            message: format!(
                "no legal move is {text:?} in file notation; write a move like {}",
                example(position)
            ),
        }),
        _ => {
            let candidates = fitting.iter().map(|m| write_move(position, *m)).collect();
            Err(MoveError::Ambiguous { candidates })
        }
    })
}

/// A file's number as a side counts, from its right.
fn file_number(position: &Position, side: Side, square: Square) -> u8 {
    let board = position.board();
    match side {
        Side::South => board.files() - board.file(square),
        Side::North => board.file(square) + 1,
    }
}

/// Whether the piece on a square is the one of its kind that is meant.
fn is_meant(position: &Position, side: Side, which: Which, role: RoleId, from: Square) -> bool {
    if let Which::File(number) = which {
        return file_number(position, side, from) == number;
    }
    let (game, board) = (position.game(), position.board());
    let like = |s: &Square| {
        board.file(*s) == board.file(from) && game.family(position.piece(*s).role()) == role
    };
    let fellows = position.pieces_of(side).into_iter().filter(|s| *s != from && like(s));
    let mut ahead = fellows.map(|s| (board.rank(s) > board.rank(from)) == (side == Side::South));
    // One fellow at least, and all of them on the same side of it.
    let rear = which == Which::Rear;
    ahead.next() == Some(rear) && ahead.all(|fellow| fellow == rear)
}

/// Whether a move goes that way to that file, or so far.
fn goes(position: &Position, way: Way, number: u8, m: Move) -> bool {
    let (board, side) = (position.board(), position.turn());
    let up = i16::from(board.rank(m.to)) - i16::from(board.rank(m.from));
    let forward = if side == Side::South { up } else { -up };
    let of_way = match way {
        Way::Across => forward == 0,
        Way::Forward => forward > 0,
        Way::Back => forward < 0,
    };
    let straight = way != Way::Across && board.file(m.from) == board.file(m.to);
    let reached = file_number(position, side, m.to);
    of_way && number == if straight { forward.unsigned_abs() as u8 } else { reached }
}

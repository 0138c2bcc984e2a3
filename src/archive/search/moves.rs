//! Moves that are told in part.

use super::QueryError;
use super::cells::{Cell, read_piece};
use crate::notation::{captures, coordinate, write_move};
use crate::rules::{Game, Move, Position, Side, Special, Square};

/// What is asked of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MovePattern {
    /// The piece that moves, for South and for North.
    pieces: Option<[Option<Cell>; 2]>,
    from: FromSquare,
    to: Option<Square>,
    /// Whether it captures.
    capture: Option<bool>,
    castling: Option<Special>,
    /// What stands behind the squares in canonical text, such as `=Q`.
    suffix: String,
}

/// How much is told of the square left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum FromSquare {
    #[default]
    Any,
    File(u8),
    Square(Square),
}

/// Reads moves that follow each other: `SK b1-c3 NK b10-c8`, `b1c3`, `SC xh10`, `1. Nf3 d5`. Of each as much may be told as is
/// known: the piece, the square left, whether it captures, the square reached.
pub(super) fn read_moves(game: &Game, text: &str) -> Result<Vec<MovePattern>, QueryError> {
    let mut moves = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = match unnumbered.strip_prefix('.') {
            Some(rest) if unnumbered.len() < word.len() => rest.trim_start_matches('.'),
            _ => word,
        };
        // The mark of a capture in passing stands apart in canonical text, and says nothing that the squares do not.
        if word.is_empty() || word.starts_with("e.p") {
            continue;
        }
        // An abbreviation stands apart from its squares.
        let whole = match pieces(game, word).is_some_and(|(_, rest)| rest.is_empty()) {
            true => words
                .next_if(|next| pieces(game, next).is_none())
                .map(|next| format!("{word} {next}")),
            false => None,
        };
        let read = MovePattern::read(game, whole.as_deref().unwrap_or(word));
        moves.push(read.map_err(|reason| QueryError {
            what: "move",
            text: word.into(),
            reason,
        })?);
    }
    match moves.is_empty() {
        true => Err(QueryError { what: "move", text: text.into(), reason: "it is empty".into() }),
        false => Ok(moves),
    }
}

/// The pieces that an abbreviation in front of a text names, and the rest of it.
fn pieces<'a>(game: &Game, text: &'a str) -> Option<([Option<Cell>; 2], &'a str)> {
    let names = game.roles.iter().flat_map(|role| role.abbreviation);
    let name =
        names.filter(|name| !name.is_empty() && text.starts_with(name)).max_by_key(|n| n.len())?;
    let side = |side: Side| {
        let role = game.role_ids().find(|(_, role)| role.abbreviation[side.at()] == name)?;
        read_piece(
            game,
            &crate::notation::diagram::cell(game, crate::rules::Piece::new(role.0, side)),
        )
    };
    Some((Side::BOTH.map(side), &text[name.len()..]))
}

impl MovePattern {
    fn read(game: &Game, text: &str) -> Result<MovePattern, String> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let castling = match text {
            "O-O" | "0-0" => Some(Special::CastleShort),
            "O-O-O" | "0-0-0" => Some(Special::CastleLong),
            _ => None,
        };
        let mut pattern = MovePattern { castling, ..MovePattern::default() };
        if pattern.castling.is_some() {
            return Ok(pattern);
        }
        let mut rest = text;
        if let Some((named, behind)) = pieces(game, text) {
            (pattern.pieces, rest) = (Some(named), behind.trim_start());
        }
        let square = |rest: &mut &str| {
            let length = 1 + rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
            let found = game.board.read(rest.get(..length)?)?;
            *rest = &rest[length..];
            Some(found)
        };
        let first = square(&mut rest);
        if first.is_none()
            && let Some(file @ b'a'..=b'p') = rest.bytes().next()
            && file - b'a' < game.board.files()
        {
            (pattern.from, rest) = (FromSquare::File(file - b'a'), &rest[1..]);
        }
        pattern.capture = match rest.bytes().next() {
            Some(b'x') => Some(true),
            Some(b'-') => Some(false),
            _ => None,
        };
        rest = rest.trim_start_matches(['x', '-']);
        pattern.to = square(&mut rest);
        match (first, pattern.to) {
            (Some(from), Some(_)) => pattern.from = FromSquare::Square(from),
            (Some(from), None) if pattern.capture.is_some() => {
                pattern.from = FromSquare::Square(from)
            }
            (Some(only), None) => pattern.to = Some(only),
            (None, _) => {}
        }
        pattern.suffix = rest.trim().to_owned();
        let told = pattern.pieces.is_some() || first.is_some() || pattern.to.is_some();
        let known =
            ["=", ">", "!", "e.p.", "ep"].iter().any(|sign| pattern.suffix.starts_with(sign));
        match told && (pattern.suffix.is_empty() || known) {
            true => Ok(pattern),
            false => Err(format!(
                "in {} write the piece, the squares or both, as in {}",
                game.title,
                example(game)
            )),
        }
    }

    pub(super) fn fits(&self, before: &Position, mv: Move) -> bool {
        let board = before.board();
        let from = match self.from {
            FromSquare::Any => true,
            FromSquare::File(file) => board.file(mv.from) == file,
            FromSquare::Square(square) => mv.from == square,
        };
        from && self.to.is_none_or(|to| to == mv.to)
            && self.castling.is_none_or(|how| how == mv.special)
            && self.pieces.is_none_or(|pieces| {
                pieces[before.turn().at()]
                    .is_some_and(|cell| cell.has(coordinate::mover(before, mv)))
            })
            && self.capture.is_none_or(|capture| capture == captures(before, mv))
            && (self.suffix.is_empty() || write_move(before, mv).contains(&self.suffix))
    }
}

/// The first move there is, for people who look for the form.
fn example(game: &Game) -> String {
    let name = game.roles.first().map_or("", |role| role.abbreviation[0]);
    format!("{name} a1-a2, a1a2 or {name}")
}

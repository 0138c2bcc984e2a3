//! Moves in canonical text, the form that records hold: `SK b1-c3`, `SC h3xh10+`, `P e7-e8=Q`, `~c4 K e1-f1`.
//!
//! Parts, in order: `~` and a Druid's square with a space; the abbreviation (in Valonian Chess without a side), a
//! space, the square left, `-` or `x`, the square reached; `=` and the abbreviation of what it is promoted to; `>` and
//! an Elephant's new facing; `!` and the square of a piece given up; ` e.p.`; `+` for check or `++` for mate.
//! Castling is `O-O` or `O-O-O` in place of all from the abbreviation on.

use super::coordinate;
use super::error::MoveError;
use crate::rules::{Direction, Game, Move, Piece, Position, Promotion, Side, Special, Square};

/// A check that the author of a move stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `+`
    Check,
    /// `++`
    Mate,
}

/// A legal move as its author wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedMove {
    /// The move.
    pub mv: Move,
    /// The check stated, not yet held against the position after the move.
    pub mark: Option<Mark>,
}

/// Writes a legal move of `position` with every mark.
pub fn write_move(position: &Position, m: Move) -> String {
    let mut out = String::with_capacity(20);
    let (board, game) = (position.board(), position.game());
    if let Some(druid) = m.druid() {
        out.push('~');
        out.push_str(&board.name(druid));
        out.push(' ');
    }
    let next = position.play_unchecked(m);
    match m.special {
        Special::CastleShort => out.push_str("O-O"),
        Special::CastleLong => out.push_str("O-O-O"),
        _ => {
            let mover = coordinate::mover(position, m);
            out.push_str(game.abbreviation(mover));
            out.push(' ');
            out.push_str(&board.name(m.from));
            out.push(if captures(position, m) { 'x' } else { '-' });
            out.push_str(&board.name(m.to));
            if m.choice.is_none()
                && let Some(new) = automatic_promotion(game, mover, next.piece(m.to))
            {
                out.push('=');
                out.push_str(new);
            }
            coordinate::write_suffixes(position, m, &mut out);
            if m.special == Special::EnPassant {
                out.push_str(" e.p.");
            }
        }
    }
    if next.in_check() {
        out.push_str(if next.has_move() { "+" } else { "++" });
    }
    out
}

/// Whether a move captures an enemy piece.
pub fn captures(position: &Position, m: Move) -> bool {
    let target = position.piece(m.to);
    m.special == Special::EnPassant || !target.is_none() && target.side() != position.turn()
}

/// The abbreviation of what a piece has become without a choice, if that is another role.
fn automatic_promotion(game: &Game, before: Piece, after: Piece) -> Option<&'static str> {
    let changed = !after.is_none() && game.family(before.role()) != game.family(after.role());
    changed.then(|| game.abbreviation(after))
}

/// What to say of an automatic promotion stated to `name` where the piece becomes another, or stays what it is.
pub(super) fn false_promotion(game: &Game, before: Piece, after: Piece, name: &str) -> String {
    match automatic_promotion(game, before, after) {
        Some(abbreviation) => format!("it becomes {abbreviation} there, not {name}"),
        None => format!("it is not promoted there, so not to {name}"),
    }
}

/// The piece that `=NAME>f` makes for a side: the role of that abbreviation, turned if a facing is given.
pub(super) fn chosen(
    game: &Game,
    side: Side,
    name: &str,
    facing: Option<Direction>,
) -> Option<Piece> {
    game.role_ids()
        .find(|(_, role)| {
            role.abbreviation[side.at()] == name
                && match facing {
                    Some(_) => role.facing(side) == facing,
                    None => role.is_plain(),
                }
        })
        .map(|(id, _)| Piece::new(id, side))
}

/// The facing of a letter.
pub(super) fn facing(letter: u8) -> Option<Direction> {
    Direction::FACINGS.into_iter().find(|d| d.letters().as_bytes() == [letter])
}

/// Reads a move from canonical text and judges it. Marks that can be derived (check, mate, an automatic promotion,
/// ` e.p.` after an `x`) may be missing; a mark of capture or promotion that is there must be true. Whether a stated check
/// is true is for the caller to see in the position after the move.
///
/// # Errors
/// [`MoveError::NotAMove`] for text of another form, [`MoveError::Illegal`] with the rule that forbids the move,
/// [`MoveError::Contradiction`] for a false mark. Columns are in bytes from 0; a move's text is ASCII.
pub fn read_move(position: &Position, text: &str) -> Result<ParsedMove, MoveError> {
    let mut reader = MoveReader { position, text: text.as_bytes(), at: 0 };
    let stated = reader.stated()?;
    if reader.at < text.len() {
        return Err(reader.expected("the end of the move"));
    }
    if position.is_legal(stated.mv) {
        return Ok(stated);
    }
    match position.refuse(stated.mv) {
        Some(refusal) => Err(MoveError::Illegal(refusal)),
        None => Ok(stated),
    }
}

struct MoveReader<'a> {
    position: &'a Position,
    text: &'a [u8],
    at: usize,
}

impl<'a> MoveReader<'a> {
    fn expected(&self, what: &str) -> MoveError {
        let rest = String::from_utf8_lossy(self.text.get(self.at..).unwrap_or_default());
        let found = if rest.is_empty() { "nothing".to_string() } else { format!("{rest:?}") };
        MoveError::NotAMove { column: self.at, message: format!("expected {what}, found {found}") }
    }

    fn contradiction(&self, column: usize, message: String) -> MoveError {
        MoveError::Contradiction { column, message }
    }

    #[inline]
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn eat_all(&mut self, text: &str) -> bool {
        let found = self.text[self.at..].starts_with(text.as_bytes());
        if found {
            self.at += text.len();
        }
        found
    }

    #[inline]
    fn square(&mut self) -> Result<Square, MoveError> {
        self.eat_square().ok_or_else(|| self.expected("a square of the board"))
    }

    #[inline]
    fn eat_square(&mut self) -> Option<Square> {
        let digit = |at: usize| self.text.get(at).filter(|b| b.is_ascii_digit()).map(|b| b - b'0');
        let file = self.text.get(self.at).filter(|b| matches!(b, b'a'..=b'p'))? - b'a';
        let first = digit(self.at + 1).filter(|digit| *digit > 0)?;
        let (rank, length) = match digit(self.at + 2) {
            Some(second) => (first * 10 + second, 3),
            None => (first, 2),
        };
        let square = self.position.board().square(file as i8, rank as i8 - 1)?;
        self.at += length;
        Some(square)
    }

    /// A run of letters.
    #[inline]
    fn letters(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn mark(&mut self) -> Option<Mark> {
        let check = self.eat(b'+');
        let mate = check && self.eat(b'+');
        match (check, mate) {
            (false, _) => None,
            (true, false) => Some(Mark::Check),
            (true, true) => Some(Mark::Mate),
        }
    }

    fn stated(&mut self) -> Result<ParsedMove, MoveError> {
        let druid = if self.eat(b'~') {
            let square = self.square()?;
            if !self.eat(b' ') {
                return Err(self.expected("a space after the square behind ~"));
            }
            Some(square)
        } else {
            None
        };
        let mut mv = self.proper(druid)?;
        if let Some(druid) = druid {
            mv = mv.substituting(druid);
        }
        Ok(ParsedMove { mv, mark: self.mark() })
    }

    fn proper(&mut self, druid: Option<Square>) -> Result<Move, MoveError> {
        let position = self.position;
        let (game, side) = (position.game(), position.turn());
        let column = self.at;
        let name = self.letters();
        if name.is_empty() || !self.eat(b' ') {
            self.at = column;
            if self.eat_all("O-O-O") {
                return Ok(castling(position, Special::CastleLong));
            }
            if self.eat_all("O-O") {
                return Ok(castling(position, Special::CastleShort));
            }
            self.at += name.len();
            return Err(self.expected("a piece's abbreviation and a space"));
        }
        let from = self.square()?;
        let capture_column = self.at;
        let capture = self.eat(b'x');
        if !capture && !self.eat(b'-') {
            return Err(self.expected("- or x"));
        }
        let to = self.square()?;
        let piece = if Some(from) == druid { position.restorable() } else { position.piece(from) };
        let mut m = Move::plain(from, to);
        if !piece.is_none() && piece.side() == side && game.abbreviation(piece).as_bytes() != name {
            let message = format!(
                "the text says {}, but on {} stands {}",
                String::from_utf8_lossy(name),
                position.board().name(from),
                game.abbreviation(piece)
            );
            return Err(self.contradiction(column, message));
        }
        if self.text.len() > self.at {
            m = self.suffixes(m, piece)?;
        }
        if capture && m.special == Special::None && position.piece(to).is_none() {
            if position.en_passant_square() == Some(to) {
                m = m.specially(Special::EnPassant);
            } else {
                let message = format!(
                    "x says a capture, but there is nothing on {}",
                    position.board().name(to)
                );
                return Err(self.contradiction(capture_column, message));
            }
        }
        if !capture && captures(position, m) {
            let message = format!("- says no capture, but {} is taken", position.describe(to));
            return Err(self.contradiction(capture_column, message));
        }
        Ok(m)
    }

    fn suffixes(&mut self, mut m: Move, piece: Piece) -> Result<Move, MoveError> {
        let position = self.position;
        let (game, side) = (position.game(), position.turn());
        let column = self.at;
        if self.eat(b'=') {
            let name = String::from_utf8_lossy(self.letters()).into_owned();
            let facing = self.facing()?;
            let automatic = !piece.is_none()
                && matches!(game.role_of(piece).promotion, Some(Promotion::Automatic { .. }));
            let Some(new) = chosen(game, side, &name, facing) else {
                self.at = column + 1;
                return Err(self.expected("the abbreviation of a piece to promote to"));
            };
            if automatic {
                let arrives = position.arrives(piece, m.to);
                if arrives != new {
                    return Err(
                        self.contradiction(column, false_promotion(game, piece, arrives, &name))
                    );
                }
            } else {
                m = m.choosing(new);
            }
        } else if let Some(facing) = self.facing()? {
            let turned = (!piece.is_none())
                .then(|| chosen(game, side, game.abbreviation(piece), Some(facing)))
                .flatten();
            match turned {
                Some(turned) => m = m.choosing(turned),
                None => {
                    return Err(
                        self.contradiction(column, "a piece without a facing does not turn".into())
                    );
                }
            }
        }
        if self.eat(b'!') {
            m = m.giving(self.square()?);
        }
        if self.eat_all(" e.p.") {
            m = m.specially(Special::EnPassant);
        }
        Ok(m)
    }

    fn facing(&mut self) -> Result<Option<Direction>, MoveError> {
        if !self.eat(b'>') {
            return Ok(None);
        }
        let found = self.text.get(self.at).copied().and_then(facing);
        match found {
            Some(_) => self.at += 1,
            None => return Err(self.expected("n, e, s or w after >")),
        }
        Ok(found)
    }
}

/// The castling move of the side to move, legal or not.
pub(super) fn castling(position: &Position, how: Special) -> Move {
    let king = position.royal(position.turn());
    let files = if how == Special::CastleShort { 2 } else { -2 };
    let to = position.board().offset(king, files, 0).unwrap_or(king);
    Move::plain(king, to).specially(how)
}

/// A legal move in canonical text, to show what one looks like.
pub(super) fn example(position: &Position) -> String {
    position.legal_moves().first().map_or("SK b1-c3".into(), |m| write_move(position, *m))
}

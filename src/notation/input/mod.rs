//! Moves as people type them: canonical text, coordinate form, short algebraic, English names, old-fashioned marks.
//!
//! A text is first cleaned of what carries no meaning (a move number, check marks, comments like `!?`, kinds of
//! dashes, figurines), then taken apart from its right end: suffixes, the square reached, what is left of it. The
//! legal moves that fit decide. Exact letters count before letters in the other case, so that `bxc3` is a Pawn's
//! move before it is a Bishop's.

mod choose;
mod mover;
mod wanted;

use super::coordinate;
use super::error::MoveError;
use super::moves::{Mark, ParsedMove, read_move, write_move};
use crate::rules::{Move, Position, Square};

/// The longest text looked at, in bytes.
const LONGEST: usize = 80;

/// Reads a move that a person typed.
///
/// In canonical text and coordinate form an Elephant that may turn and is not said to keeps its facing; any other text
/// must say `>ahead` (V1).
///
/// # Errors
/// [`MoveError::NotAMove`], [`MoveError::Illegal`] with the reason, or [`MoveError::Ambiguous`] with the candidates.
pub fn read_input(position: &Position, text: &str) -> Result<Move, MoveError> {
    let trimmed = text.trim();
    let legal = position.legal_moves();
    if let Some(m) = legal.iter().find(|m| coordinate::write(position, **m) == trimmed) {
        return Ok(*m);
    }
    if let Ok(ParsedMove { mv, mark }) = read_move(position, trimmed)
        && write_move(position, mv).trim_end_matches('+') == trimmed.trim_end_matches('+')
        && mark.is_none_or(|mark| is_true(position, mv, mark))
    {
        return Ok(mv);
    }
    if text.len() > LONGEST {
        return Err(not_a_move("too long for a move"));
    }
    let clean = clean(trimmed);
    let (druid, rest) = split_druid(position, &clean)?;
    let wanted = wanted::parse(position, druid, rest.trim())?;
    wanted.choose(position, &legal)
}

fn is_true(position: &Position, m: Move, mark: Mark) -> bool {
    let next = position.play_unchecked(m);
    match mark {
        Mark::Check => next.in_check(),
        Mark::Mate => next.in_check() && !next.has_move(),
    }
}

fn not_a_move(message: &str) -> MoveError {
    MoveError::NotAMove { column: 0, message: message.into() }
}

/// Writes the many ways of one sign as one, and drops what carries no meaning.
fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => out.push('-'),
            '×' | ':' => out.push('x'),
            '♔' | '♚' => out.push('K'),
            '♕' | '♛' => out.push('Q'),
            '♖' | '♜' => out.push('R'),
            '♗' | '♝' => out.push('B'),
            '♘' | '♞' => out.push('N'),
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    let digits = out.len() - out.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let after = &out[digits..];
    // `12.`, `12...` and `12…` number a move; `0-0` has no dot.
    let numbered = digits > 0 && (after.starts_with('.') || after.starts_with('…'));
    let body = if numbered { after.trim_start_matches(['.', '…', ' ']) } else { &out };
    let body = body.trim_end_matches(['+', '#', '?', ' ']);
    // `!` before a square is a gift; at the end it is praise.
    body.trim_end_matches(['!', '?', '+', '#', ' ']).to_string()
}

/// Cuts off a leading `~c4`.
fn split_druid<'a>(
    position: &Position,
    text: &'a str,
) -> Result<(Option<Square>, &'a str), MoveError> {
    let Some(rest) = text.strip_prefix('~') else { return Ok((None, text)) };
    let (square, rest) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
    match position.board().read(square) {
        Some(square) => Ok((Some(square), rest)),
        None => Err(not_a_move("expected the square of a Druid after ~")),
    }
}

/// A legal move in canonical text, to show what one looks like.
fn example(position: &Position) -> String {
    position.legal_moves().first().map_or("SK b1-c3".into(), |m| write_move(position, *m))
}

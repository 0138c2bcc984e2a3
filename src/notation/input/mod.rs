//! Moves as people type them: canonical text, coordinate form, short algebraic, English names, old-fashioned marks, file
//! notation.
//!
//! A text is first cleaned of what carries no meaning (a move number, check marks, comments like `!?`, kinds of
//! dashes, figurines), then taken apart from its right end: suffixes, the square reached, what is left of it. The
//! legal moves that fit decide. Exact letters count before letters in the other case, so that `bxc3` is a Pawn's
//! move before it is a Bishop's.

mod choose;
mod files;
mod mover;
mod short;
mod wanted;

pub use short::read_short;

use super::coordinate;
use super::error::{MoveError, not_a_move};
use super::moves::{Mark, ParsedMove, read_move, write_move};
use crate::rules::{Line, Move, Position, Square};

/// The longest text looked at, in bytes.
const LONGEST: usize = 80;
/// The most words of a move in a sequence: `1. ~c4 SH e4-e5`.
const MOST_WORDS: usize = 4;

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
    if let Some(read) = files::read(position, &legal, &clean) {
        return read;
    }
    let (druid, rest) = split_druid(position, &clean)?;
    let read = |text: &str| wanted::parse(position, druid, text.trim())?.choose(position, &legal);
    let Some((before, word)) = rest.rsplit_once('/') else { return read(rest) };
    // A slash stands for `=` as of old, and for `>` and `!`, which shells take for themselves.
    let promoting = read(rest);
    if promoting.is_ok() {
        return promoting;
    }
    let word = word.trim();
    let sign = if position.board().read(word).is_some() { '!' } else { '>' };
    match read(&format!("{before}{sign}{word}")) {
        Err(_) if word.starts_with(|c: char| c.is_ascii_uppercase()) => promoting,
        turning => turning,
    }
}

/// Reads a move of a line of play, as [`read_input`] does. A number in front must be that of the next move.
///
/// # Errors
/// Those of [`read_input`].
pub fn read_numbered(line: &Line, text: &str) -> Result<Move, MoveError> {
    check_number(line, text)?;
    read_input(line.position(), text)
}

/// Reads a move that a person typed at a shell, as [`read_numbered`] does, but where an Elephant may turn the text must say
/// what it does: `a7xa8>e`, `a7xa8/e`, or `a7xa8/ahead` to keep its facing. A shell takes an unquoted `>e` for itself and
/// hands over `a7xa8`, which would be another move.
///
/// # Errors
/// Those of [`read_input`]; the candidates of [`MoveError::Ambiguous`] need no quotes.
pub fn read_typed(line: &Line, text: &str) -> Result<Move, MoveError> {
    let position = line.position();
    let m = match read_numbered(line, text) {
        Err(MoveError::Ambiguous { candidates }) => {
            return Err(MoveError::Ambiguous { candidates: typeable(&candidates) });
        }
        read => read?,
    };
    let lower = text.to_ascii_lowercase();
    if ["ahead", "keep"].iter().any(|word| lower.contains(word)) {
        return Ok(m);
    }
    let game = position.game();
    let role = |m: Move| {
        let piece = coordinate::mover(position, m);
        if m.choice.is_none() { piece.role() } else { m.choice.role() }
    };
    if !m.choice.is_none() && !game.role(m.choice.role()).is_plain() {
        return Ok(m);
    }
    let twin = |other: &Move| {
        other.choosing(m.choice) == m && game.family(role(*other)) == game.family(role(m))
    };
    let twins: Vec<Move> = position.legal_moves().into_iter().filter(twin).collect();
    if twins.len() < 2 {
        return Ok(m);
    }
    let candidates = typeable(&choose::candidates(position, &twins));
    Err(MoveError::Ambiguous { candidates })
}

/// Holds the number in front of a text, if there is one, against that of the next move of a line of play. One dot may stand
/// for three.
fn check_number(line: &Line, text: &str) -> Result<(), MoveError> {
    let (number, dots, _) = split_number(text.trim_start());
    if number.is_empty() {
        return Ok(());
    }
    let first = line.position().turn() == line.start().turn();
    let (expected, after) = (line.plies() / 2 + 1, if first { "." } else { "..." });
    if number.parse() == Ok(expected) && (dots.len() < 2 || !first) {
        return Ok(());
    }
    let (due, given) = (format!("{expected}{after}"), format!("{number}{dots}"));
    Err(MoveError::Number { due: due.into(), given: given.into() })
}

/// Splits a text into the number in front of a move, the dots behind that and the rest: `12.`, `12...` and `12…` number a
/// move; `0-0` has no dot, and no number then.
fn split_number(text: &str) -> (&str, &str, &str) {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.len() - after.len();
    if number == 0 || !after.starts_with(['.', '…']) {
        return ("", "", text);
    }
    let rest = after.trim_start_matches(['.', '…', ' ']);
    (&text[..number], after[..after.len() - rest.len()].trim_end(), rest)
}

/// Cuts off the offer of a draw behind a move: `(=)`. Whether there was one.
pub fn split_offer(text: &str) -> (&str, bool) {
    match text.trim_end().strip_suffix("(=)") {
        Some(rest) => (rest.trim_end(), true),
        None => (text, false),
    }
}

/// Reads several moves that follow each other, divided by white space: `e4e5 e7e6`, `1. SH e4-e5 NH e7-e6`.
///
/// # Errors
/// The text of the first move that is not taken, and why.
pub fn read_sequence(start: &Line, text: &str) -> Result<Vec<Move>, (String, MoveError)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut line = start.clone();
    let mut moves = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let most = MOST_WORDS.min(words.len() - at);
        let mut refusal = None;
        // A move is as few words as make one.
        let read = (1..=most).find_map(|count| {
            let text = words[at..at + count].join(" ");
            match read_typed(&line, &text) {
                Ok(m) => Some(Ok((count, m))),
                Err(error @ MoveError::NotAMove { .. }) => {
                    refusal.get_or_insert((text, error));
                    None
                }
                Err(error) => Some(Err((text, error))),
            }
        });
        let Some(read) = read else {
            let nothing = || (text.to_owned(), not_a_move("there is no move"));
            return Err(refusal.unwrap_or_else(nothing));
        };
        let (count, m) = read?;
        at += count;
        // The mark of a capture in passing may stand apart.
        at += usize::from(words.get(at).is_some_and(|word| word.starts_with("e.p")));
        line.push_unchecked(m);
        moves.push(m);
    }
    Ok(moves)
}

/// Moves as they can be typed at a shell without quotes: `/` for `>` and `!`, and `/ahead` where another of them differs only
/// by turning.
pub fn typeable(moves: &[String]) -> Vec<String> {
    let typed = |text: &String| {
        let (bare, mark) = text.split_at(text.trim_end_matches('+').len());
        let turned = format!("{bare}>");
        match moves.iter().any(|other| other.starts_with(&turned)) {
            true => format!("{bare}/ahead{mark}"),
            false => text.replace(['>', '!'], "/"),
        }
    };
    moves.iter().map(typed).collect()
}

fn is_true(position: &Position, m: Move, mark: Mark) -> bool {
    let next = position.play_unchecked(m);
    match mark {
        Mark::Check => next.in_check(),
        Mark::Mate => next.in_check() && !next.has_move(),
    }
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
    let (_, _, body) = split_number(&out);
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
        None => Err(not_a_move("expected the square of an own piece after ~")),
    }
}

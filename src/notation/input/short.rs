//! Short algebraic notation in its usual form, read without the leniency that costs time: archives hold hundreds of moves for
//! each that somebody types.

use crate::notation::coordinate;
use crate::rules::{Board, Move, Position, Special, Square};

/// Reads a move in the usual short form: `e4`, `exd5`, `Nbd2`, `R1xe3+`, `e8=Q#`, `O-O`. Pieces have the letters of position lines.
/// None when the text has another form, or does not fit exactly one legal move; [`read_input`](super::read_input) may understand it all
/// the same, and says why not.
pub fn read_short(position: &Position, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let castle = match text {
        "O-O" | "0-0" => Some(Special::CastleShort),
        "O-O-O" | "0-0-0" => Some(Special::CastleLong),
        _ => None,
    };
    let wanted = match castle {
        None => Some(ShortMove::read(position.board(), text)?),
        Some(_) => None,
    };
    let fits = |m: &Move| match (&wanted, castle) {
        (Some(wanted), _) => wanted.fits(position, *m),
        (None, castle) => Some(m.special) == castle && m.druid().is_none(),
    };
    let legal = position.legal_moves();
    let mut fitting = legal.iter().filter(|m| fits(m));
    let found = fitting.next()?;
    fitting.next().is_none().then_some(*found)
}

/// The parts of a move's text.
struct ShortMove {
    /// None for infantry.
    letter: Option<char>,
    file: Option<u8>,
    rank: Option<u8>,
    capture: bool,
    to: Square,
    promotion: Option<char>,
}

impl ShortMove {
    fn read(board: &Board, text: &str) -> Option<ShortMove> {
        let (text, promotion) = match text.rsplit_once('=') {
            Some((before, letter)) => (before, Some(letter)),
            None => {
                let end = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
                (end, Some(&text[end.len()..]).filter(|letter| !letter.is_empty()))
            }
        };
        let promotion = match promotion.map(|letter| letter.chars()) {
            None => None,
            Some(mut letters) => Some(letters.next().filter(|_| letters.next().is_none())?),
        };
        let ranks = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let start = text.len().checked_sub(ranks + 1).filter(|_| ranks > 0)?;
        let to = board.read(text.get(start..)?)?;
        let before = &text[..start];
        let (before, capture) = match before.strip_suffix('x') {
            Some(before) => (before, true),
            None => (before, false),
        };
        let letter = before.chars().next().filter(char::is_ascii_uppercase);
        let from = &before[usize::from(letter.is_some())..];
        let file = from.bytes().next().filter(u8::is_ascii_lowercase).map(|file| file - b'a');
        let rank = match &from[usize::from(file.is_some())..] {
            "" => None,
            rank => {
                Some(rank.parse::<u8>().ok().filter(|_| !rank.starts_with('+'))?.checked_sub(1)?)
            }
        };
        Some(ShortMove { letter, file, rank, capture, to, promotion })
    }

    fn fits(&self, position: &Position, m: Move) -> bool {
        if m.to != self.to
            || m.druid().is_some()
            || m.gift().is_some()
            || matches!(m.special, Special::CastleShort | Special::CastleLong)
        {
            return false;
        }
        let (game, board) = (position.game(), position.board());
        let role = game.role_of(coordinate::mover(position, m));
        let chosen = (!m.choice.is_none()).then(|| game.role_of(m.choice));
        let captures = m.special == Special::EnPassant || !position.piece(m.to).is_none();
        self.letter.map_or(role.infantry, |letter| role.letter == letter)
            && self.file.is_none_or(|file| board.file(m.from) == file)
            && self.rank.is_none_or(|rank| board.rank(m.from) == rank)
            && self.capture == captures
            && match (self.promotion, chosen) {
                (None, None) => true,
                (Some(letter), Some(role)) => role.letter == letter && role.is_plain(),
                _ => false,
            }
    }
}

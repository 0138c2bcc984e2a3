//! The letters before the square reached: which pieces they may mean.

use crate::notation::coordinate;
use crate::notation::diagram::cell_name;
use crate::rules::{Bitboard, Board, Game, Move, Piece, Position, RoleId, Side, Square};

/// One way to understand the letters before the square reached.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub(super) roles: Vec<RoleId>,
    pub(super) from: Bitboard,
    /// Whether the square left was given whole.
    pub(super) exact: bool,
    /// Whether upper and lower case were as they should be.
    pub(super) cased: bool,
}

impl Mover {
    pub(super) fn fits(&self, position: &Position, m: Move) -> bool {
        let piece = coordinate::mover(position, m);
        self.from.has(m.from) && self.roles.contains(&position.game().family(piece.role()))
    }
}

/// The plain role that a word names exactly: abbreviation, English name or letter.
pub(super) fn role_named(game: &Game, side: Side, word: &str) -> Option<RoleId> {
    designators(game, side)
        .into_iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word))
        .map(|(_, role)| role)
}

/// Every word that may stand for a role of a side's: its abbreviation, the same as a board shows it and without the
/// side's letter, its English name, and its letter in a position line.
pub(super) fn designators(game: &Game, side: Side) -> Vec<(String, RoleId)> {
    let mut words = Vec::new();
    for (id, role) in game.role_ids().filter(|(_, k)| k.is_plain()) {
        let name = role.abbreviation[side.at()];
        if name.is_empty() {
            continue;
        }
        words.push((name.to_string(), id));
        words.push((role.name[side.at()].to_string(), id));
        words.push((role.letter.to_string(), id));
        words.push((cell_name(game, Piece::new(id, side)), id));
        let other = role.abbreviation[side.other().at()];
        let shared = name.get(1..).filter(|rest| !rest.is_empty() && other.get(1..) == Some(rest));
        words.extend(shared.map(|rest| (rest.to_string(), id)));
        if !role.alias[side.at()].is_empty() {
            words.push((role.alias[side.at()].to_string(), id));
        }
    }
    words
}

/// The square that ends a text, and what stands before it.
pub(super) fn last_square<'a>(board: &Board, text: &'a str) -> Option<(Square, &'a str)> {
    let head = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let letter = head.char_indices().next_back().filter(|(_, c)| c.is_ascii_alphabetic())?;
    let square = board.read(&text[letter.0..])?;
    Some((square, &text[..letter.0]))
}

/// Every way to understand what stands before the square reached. `upper` tells that the letter of that square is a
/// capital: then that of the square left must be one too, and `B1C3` is no Bishop's move from the first rank, while
/// `B1c3` is.
pub(super) fn movers(position: &Position, side: Side, text: &str, upper: bool) -> Vec<Mover> {
    let (game, board) = (position.game(), position.board());
    let words = designators(game, side);
    let mut found = Vec::new();
    let mut add = |designator: &str, from: Bitboard, exact: bool, cased: bool| {
        let designator = designator.trim();
        if designator.is_empty() {
            // A bare square is any piece's when the square left is given, else infantry's, as in algebraic notation.
            let foot = |(id, _): &(RoleId, _)| exact || game.role(*id).infantry;
            let roles = game.role_ids().filter(foot);
            let roles = roles.map(|(id, _)| game.family(id)).collect();
            found.push(Mover { roles, from, exact, cased });
            return;
        }
        let same = |loose: bool| -> Vec<RoleId> {
            let fits = |name: &str| {
                if loose { name.eq_ignore_ascii_case(designator) } else { name == designator }
            };
            words.iter().filter(|(name, _)| fits(name)).map(|(_, role)| *role).collect()
        };
        let exactly = same(false);
        if !exactly.is_empty() {
            found.push(Mover { roles: exactly, from, exact, cased });
        } else if !same(true).is_empty() {
            found.push(Mover { roles: same(true), from, exact, cased: false });
        }
    };
    if let Some((square, rest)) = last_square(board, text) {
        let cased = upper == text[rest.len()..].starts_with(|c: char| c.is_ascii_uppercase());
        add(rest, Bitboard::of(square), true, cased);
        if upper && cased {
            return found;
        }
    }
    let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0
        && let Ok(rank) = text[text.len() - digits..].parse::<u8>()
    {
        let rank = board.own_ranks(Side::South, rank, rank);
        add(&text[..text.len() - digits], rank, false, true);
    }
    if let Some(letter) = text.chars().next_back().filter(char::is_ascii_alphabetic) {
        let file = letter.to_ascii_lowercase() as u8 - b'a';
        let of_file: Bitboard =
            board.all().into_iter().filter(|s| board.file(*s) == file).collect();
        if !of_file.is_empty() {
            let rest = &text[..text.len() - 1];
            add(rest, of_file, false, upper == letter.is_ascii_uppercase());
        }
    }
    add(text, board.all(), false, true);
    found
}

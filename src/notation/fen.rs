//! A FEN-like line: a whole position in one line, for machines and for search.
//!
//! Seven fields, single spaces between:
//! 1. placement: ranks from the top joined by `/`, files from the first, one letter a piece (capital for South), a number for
//!    so many empty squares. The letters are the roles' [`letter`](crate::rules::Role::letter);
//! 2. side to move: `s` or `n`;
//! 3. castling rights out of `KQkq` (capital for South), `-` for none;
//! 4. the square just passed over by a two-square advance, where an enemy piece could take en passant by its step, else `-`;
//! 5. states: the squares whose pieces are not in their plain state, each with its mark (`a4*,c6>e,d2!`), then
//!    `~` and the letter and mark of the piece that a Druid may stand in for, in either side's case; `-` for none;
//! 6. roles that the sides may choose on promotion beyond the orthodox ones, as letters (capital for South), else `-`;
//! 7. plies without progress (G3).

use crate::rules::{Bitboard, Game, Piece, Position, Setup, Side, Square, StartFault};

/// Why a line is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// A field is missing, or there is one too many.
    #[error("a position line has 7 fields, this one has {0}")]
    Fields(usize),
    /// A field cannot be read.
    #[error("cannot read the {field} {text:?}")]
    Field {
        /// What the field holds.
        field: &'static str,
        /// What was found.
        text: String,
    },
    /// It reads well, but is no position.
    #[error("not a position: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Position(Vec<StartFault>),
}

const CASTLING: [char; 4] = ['K', 'Q', 'k', 'q'];

fn letter(game: &Game, piece: Piece) -> char {
    let letter = game.role_of(piece).letter;
    if piece.side() == Side::South { letter } else { letter.to_ascii_lowercase() }
}

fn mark(game: &Game, piece: Piece) -> &'static str {
    game.role_of(piece).mark[piece.side().at()]
}

/// The piece of a letter with a mark.
fn piece(game: &Game, letter: char, mark: &str) -> Option<Piece> {
    let side = if letter.is_ascii_uppercase() { Side::South } else { Side::North };
    let named = |role: &crate::rules::Role| {
        role.letter == letter.to_ascii_uppercase()
            && role.mark[side.at()] == mark
            && !role.abbreviation[side.at()].is_empty()
    };
    game.role_ids().find(|(_, role)| named(role)).map(|(id, _)| Piece::new(id, side))
}

/// Writes a position.
pub fn write(position: &Position) -> String {
    let (game, board) = (position.game(), position.board());
    let mut out = String::with_capacity(96);
    let mut states = Vec::new();
    for rank in (0..board.ranks()).rev() {
        let mut empty = 0;
        for square in board.squares_of_rank(rank) {
            let piece = position.piece(square);
            if piece.is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                out.push_str(&empty.to_string());
                empty = 0;
            }
            out.push(letter(game, piece));
            if !mark(game, piece).is_empty() {
                states.push(format!("{}{}", board.name(square), mark(game, piece)));
            }
        }
        if empty > 0 {
            out.push_str(&empty.to_string());
        }
        if rank > 0 {
            out.push('/');
        }
    }
    let taken = position.restorable();
    if !taken.is_none() {
        states.push(format!("~{}{}", letter(game, taken), mark(game, taken)));
    }
    let rights: String = (0..4)
        .filter(|bit| position.castling_rights() >> bit & 1 != 0)
        .map(|bit| CASTLING[bit])
        .collect();
    let reserve: String = Side::BOTH
        .iter()
        .flat_map(|side| {
            let set = position.reserve(*side);
            game.role_ids()
                .filter(move |(id, _)| set >> id.at() & 1 != 0)
                .map(|(id, _)| letter(game, Piece::new(id, *side)))
        })
        .collect();
    let or_dash = |text: String| if text.is_empty() { "-".into() } else { text };
    let turn = if position.turn() == Side::South { "s" } else { "n" };
    let passed = position.en_passant_square().map_or("-".into(), |s| board.name(s));
    format!(
        "{out} {turn} {} {passed} {} {} {}",
        or_dash(rights),
        or_dash(states.join(",")),
        or_dash(reserve),
        position.halfmove_clock()
    )
}

/// Reads a position of a game. The result is a position that play could go on from; whether it could have been
/// reached is not asked, nor whether the game is over in it. Rights that the board does not bear out are dropped.
///
/// # Errors
/// A [`FenError`].
pub fn read(game: &'static Game, text: &str) -> Result<Position, FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [placement, turn, rights, passed, states, reserve, quiet] = fields[..] else {
        return Err(FenError::Fields(fields.len()));
    };
    let fault = |field, text: &str| FenError::Field { field, text: text.into() };
    let known = read_placement(game, placement).filter(|(_, unknown)| unknown.is_empty());
    let (mut pieces, _) = known.ok_or_else(|| fault("placement", placement))?;
    let turn = match turn {
        "s" => Side::South,
        "n" => Side::North,
        _ => return Err(fault("side to move", turn)),
    };
    let mut taken = Piece::NONE;
    for state in states.split(',').filter(|_| states != "-") {
        if let Some(named) = state.strip_prefix('~') {
            let letter = named.chars().next().ok_or_else(|| fault("state", state))?;
            // Only a piece of the side to move can have been taken on the last ply.
            let cased = match turn {
                Side::South => letter.to_ascii_uppercase(),
                Side::North => letter.to_ascii_lowercase(),
            };
            taken = piece(game, cased, &named[letter.len_utf8()..])
                .ok_or_else(|| fault("state", state))?;
            continue;
        }
        let split = state.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(state.len());
        let square = game.board.read(&state[..split]).ok_or_else(|| fault("state", state))?;
        let place = pieces.iter_mut().find(|(s, _)| *s == square);
        let (_, plain) = place.ok_or_else(|| fault("state", state))?;
        *plain = piece(game, letter(game, *plain), &state[split..])
            .ok_or_else(|| fault("state", state))?;
    }
    let mut setup = Setup::empty(game);
    for (square, piece) in pieces {
        setup.set(square, piece);
    }
    setup.set_turn(turn);
    let mut bits = 0;
    for c in rights.chars().filter(|_| rights != "-") {
        let bit = CASTLING.iter().position(|l| *l == c);
        bits |= 1 << bit.ok_or_else(|| fault("castling rights", rights))?;
    }
    setup.set_castling_rights(bits);
    if passed != "-" {
        let square = game.board.read(passed).ok_or_else(|| fault("passed square", passed))?;
        setup.set_en_passant_square(Some(square));
    }
    setup.set_restorable(taken);
    let mut roles = [0; 2];
    for c in reserve.chars().filter(|_| reserve != "-") {
        let piece = piece(game, c, "").ok_or_else(|| fault("kinds for promotion", reserve))?;
        roles[piece.side().at()] |= 1 << piece.role().at();
    }
    setup.set_reserve(roles);
    setup.set_halfmove_clock(quiet.parse().map_err(|_| fault("count of quiet plies", quiet))?);
    Position::resume(&setup).map_err(FenError::Position)
}

/// Reads the first field of a line, in which `?` may stand for a square of which nothing is said: what stands where, and
/// those squares. None when it is no placement on the game's board.
pub fn read_placement(game: &Game, text: &str) -> Option<(Vec<(Square, Piece)>, Bitboard)> {
    let board = &game.board;
    let (mut pieces, mut unknown) = (Vec::new(), Bitboard::EMPTY);
    let mut ranks = text.split('/');
    for rank in (0..board.ranks()).rev() {
        let mut file = 0usize;
        let mut number = 0usize;
        for c in ranks.next()?.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = number * 10 + digit as usize;
                if number > board.files() as usize {
                    return None;
                }
                continue;
            }
            file += std::mem::take(&mut number);
            let square = board.square(i8::try_from(file).ok()?, rank as i8)?;
            match c {
                '?' => unknown = unknown.with(square),
                c => pieces.push((square, piece(game, c, "")?)),
            }
            file += 1;
        }
        if file + number != board.files() as usize {
            return None;
        }
    }
    ranks.next().is_none().then_some((pieces, unknown))
}

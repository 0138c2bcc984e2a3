//! What several test files need: games by a short name, positions from boards and lists of pieces, moves in coordinate form,
//! repeatable random numbers.

pub mod boards;
mod dice;
pub mod json_schema;
pub mod match_log;

use riverpost::notation::{coordinate, diagram};
use riverpost::rules::variants;
use riverpost::rules::{Game, Move, Piece, Position, Refusal, RoleId, Setup, Side, Square};
use tempfile::TempDir;

pub use dice::Dice;
pub use riverpost::rules::Side::{North, South};

/// Every game with every variation and every choice of options, by the short names that [`game`] takes.
pub const GAMES: [&str; 9] = [
    "wing",
    "riverqi",
    "encounter south 7",
    "encounter south 6",
    "encounter north 7",
    "encounter north 6",
    "level",
    "high",
    "valonian",
];

/// A folder for a test, in memory where the system has a place for that.
pub fn temporary() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Asserts that a page has each id once, and all to which it refers.
#[track_caller]
pub fn assert_ids_of_page(page: &str) {
    let values = |attribute: &str| -> Vec<String> {
        let rest = page.split(attribute).skip(1);
        rest.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    let ids = values(" id=\"");
    for id in &ids {
        assert_eq!(ids.iter().filter(|other| *other == id).count(), 1, "{id}");
    }
    for id in values("href=\"#") {
        assert!(ids.contains(&id), "{id}");
    }
}

/// A game by its short name.
pub fn game(name: &str) -> &'static Game {
    let words: Vec<&str> = name.split(' ').collect();
    let found = match words[..] {
        ["level" | "high"] => variants::find("fortress", Some(name), []),
        ["encounter", chariots, promotion] => {
            variants::find("encounter", None, [("chariots", chariots), ("promotion", promotion)])
        }
        _ => variants::find(name, None, []),
    };
    found.unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The position a game starts from with its default array.
pub fn start(game: &'static Game) -> Position {
    diagram::default_start(game).expect("the default array is a legal start")
}

/// The square of that name.
pub fn square(game: &Game, name: &str) -> Square {
    game.board.read(name).unwrap_or_else(|| panic!("{name} is no square of {}", game.title))
}

/// A setup from a list such as `SE e1, NE d10, SS a5`: cells as in a diagram, each with its square.
pub fn setup(game: &'static Game, pieces: &str, turn: Side) -> Setup {
    let placed = pieces.split(',').map(|item| {
        let (cell, place) = item.trim().split_once(' ').unwrap_or_else(|| panic!("{item:?}"));
        let piece = diagram::read_cell(game, cell).unwrap_or_else(|| panic!("no piece {cell:?}"));
        (square(game, place), piece)
    });
    let mut setup = Setup::array(game, placed);
    setup.set_turn(turn);
    setup
}

/// The position that a game starts from with the array of a diagram.
pub fn from_diagram(game: &'static Game, text: &str) -> Position {
    let setup = diagram::read(game, text).expect("a diagram");
    Position::start(&setup).expect("a legal start")
}

/// The position of Xiangqi's array.
pub fn xiangqi() -> Position {
    from_diagram(game("encounter south 6"), boards::XIANGQI)
}

/// A Valonian array in which each piece of either side may be any of those that can take its place.
pub fn mixed_forces(dice: &mut Dice) -> Setup {
    let valonian = game("valonian");
    let orthodox = diagram::default_setup(valonian).expect("the default array");
    let pieces: Vec<_> = orthodox
        .pieces()
        .map(|(square, piece)| {
            let name = valonian.abbreviation(piece);
            let roles: Vec<RoleId> = valonian
                .role_ids()
                .filter(|(id, k)| *id == piece.role() || k.is_plain() && k.replaces == Some(name))
                .map(|(id, _)| id)
                .collect();
            (square, Piece::new(*dice.pick(&roles), piece.side()))
        })
        .collect();
    Setup::array(valonian, pieces)
}

/// A position from the middle of a game, from a list of pieces.
pub fn place(game: &'static Game, pieces: &str, turn: Side) -> Position {
    Position::resume(&setup(game, pieces, turn)).unwrap_or_else(|faults| {
        panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    })
}

/// A position from a list of pieces, with the count of quiet plies given.
pub fn place_quiet(game: &'static Game, pieces: &str, turn: Side, quiet: u16) -> Position {
    let mut setup = setup(game, pieces, turn);
    setup.set_halfmove_clock(quiet);
    Position::resume(&setup).expect("a playable position")
}

/// The legal move of that coordinate form.
pub fn find(position: &Position, text: &str) -> Move {
    position
        .legal_moves()
        .into_iter()
        .find(|m| coordinate::write(position, *m) == text)
        .unwrap_or_else(|| panic!("{text} is not among {:?}", coordinate::legal(position)))
}

/// Whether a move in coordinate form is legal.
pub fn allows(position: &Position, text: &str) -> bool {
    coordinate::legal(position).iter().any(|m| m == text)
}

/// The position after moves in coordinate form, separated by commas.
pub fn play(position: &Position, moves: &str) -> Position {
    moves
        .split(',')
        .map(str::trim)
        .fold(position.clone(), |p, text| p.play_unchecked(find(&p, text)))
}

/// The legal moves of the piece on a square, without the square itself, sorted and joined: `a5 b3 c4ep`.
pub fn moves_of(position: &Position, from: &str) -> String {
    let of_it: Vec<String> = coordinate::legal(position)
        .into_iter()
        .filter_map(|text| {
            let rest = text.strip_prefix(from)?;
            rest.starts_with(|c: char| c.is_ascii_lowercase()).then(|| rest.to_string())
        })
        .collect();
    of_it.join(" ")
}

/// Asserts that the piece on a square has exactly these moves, in coordinate form without the square itself, in any
/// order.
#[track_caller]
pub fn goes(position: &Position, from: &str, expected: &str) {
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(String::from).collect();
        words.sort();
        words
    };
    assert_eq!(sorted(&moves_of(position, from)), sorted(expected), "the moves from {from}");
}

/// What stands on a square, as in a diagram.
pub fn on(position: &Position, name: &str) -> String {
    let game = position.game();
    diagram::cell(game, position.piece(square(game, name)))
}

/// Why a plain move from one square to another is refused.
pub fn why(position: &Position, from_to: &str) -> Refusal {
    let (from, to) = from_to.split_once('-').expect("two squares with a dash");
    let board = position.game();
    refused(position, Move::plain(square(board, from), square(board, to)))
}

/// Why a move is refused.
pub fn refused(position: &Position, m: Move) -> Refusal {
    position.refuse(m).unwrap_or_else(|| panic!("{} is legal", coordinate::write(position, m)))
}

/// Asserts that a refusal names a rule and that its sentence holds every one of the words, separated by `|`.
#[track_caller]
pub fn says(refusal: &Refusal, rule: &str, words: &str) {
    assert_eq!(refusal.rule, rule, "{refusal}");
    for word in words.split('|') {
        assert!(refusal.message.contains(word), "{word:?} is not in {:?}", refusal.message);
    }
}

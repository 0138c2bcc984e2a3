//! What both benches need: positions to start from, random games that are the same in every run, and records of them.

// Each bench uses only a part of it.
#![allow(dead_code)]

#[path = "../../tests/library/common/boards.rs"]
pub mod boards;
#[path = "../../tests/library/common/dice.rs"]
mod dice;

use chrono::{DateTime, TimeDelta, Utc};
use riverpost::notation::{diagram, fen, write_move};
use riverpost::record::{self, Header, Player, Players};
use riverpost::rules::{Game, Line, Outcome, Position, Setup, variants};

pub use dice::Dice;

/// A game with its variation and options.
pub fn game(
    name: &str,
    variation: Option<&str>,
    options: &[(&'static str, &'static str)],
) -> &'static Game {
    variants::find(name, variation, options.iter().copied()).expect("a game of the registry")
}

/// The position of a game's own array.
fn usual(game: &'static Game) -> Position {
    diagram::default_start(game).expect("the array is a legal start")
}

/// The position of a diagram.
fn from_diagram(game: &'static Game, text: &str) -> Position {
    Position::start(&diagram::read(game, text).expect("a diagram")).expect("a legal start")
}

/// The array of Xiangqi: Encounter with Chinese pieces on both sides and promotion on the sixth rank.
pub fn xiangqi() -> Position {
    from_diagram(game("encounter", None, &[("promotion", "6")]), boards::XIANGQI)
}

/// Orthodox chess.
pub fn orthodox() -> Position {
    usual(game("valonian", None, &[]))
}

/// A middle game of orthodox chess that is known for having every kind of move.
pub fn kiwipete() -> Position {
    fen::read(game("valonian", None, &[]), boards::KIWIPETE).expect("a position")
}

/// Valonian Chess with all seven replacements on both sides.
pub fn replaced() -> Position {
    let array = boards::valonian(boards::REPLACED, boards::REPLACED);
    from_diagram(game("valonian", None, &[]), &array)
}

/// Every game by a short name.
pub fn starts() -> Vec<(&'static str, Position)> {
    vec![
        ("wing", usual(game("wing", None, &[]))),
        ("riverqi", usual(game("riverqi", None, &[]))),
        ("encounter", usual(game("encounter", None, &[]))),
        ("fortress level", usual(game("fortress", Some("level"), &[]))),
        ("fortress high", usual(game("fortress", Some("high"), &[]))),
        ("valonian replaced", replaced()),
        ("orthodox", orthodox()),
    ]
}

/// Legal moves at random, until the game is over or `plies` have been played.
pub fn play(start: &Position, plies: usize, dice: &mut Dice) -> Line {
    let mut line = Line::new(start.clone());
    while line.ending().is_none() && line.plies() < plies {
        let moves = line.position().legal_moves();
        line.push_unchecked(moves[dice.below(moves.len())]);
    }
    line
}

/// A line's moves in canonical text.
pub fn texts(line: &Line) -> Vec<String> {
    let mut position = line.start().clone();
    let write = |m: &_| {
        let text = write_move(&position, *m);
        position = position.play_unchecked(*m);
        text
    };
    line.moves().iter().map(write).collect()
}

/// A line of play as a canonical record whose clock starts at `started`, a move every seven hours.
pub fn record(id: &str, line: &Line, started: DateTime<Utc>) -> String {
    let game = line.start().game();
    let player = |name: &str, email: &str| {
        Some(Player { name: name.into(), email: Some(email.into()), key: None })
    };
    let header = Header {
        game: game.name.into(),
        id: id.into(),
        variation: game.variation.map(Into::into),
        options: game.options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        players: Players {
            south: player("Anna Ek", "anna@example.org"),
            north: player("Ben Ode", "ben@example.org"),
        },
        event: Some("Autumn Match by Post".into()),
        round: Some("3".into()),
        started: Some(started),
        time: game.usual_time.parse().ok(),
        setup: diagram::write(&Setup::of(line.start())),
        ..Header::default()
    };
    let mut text = record::write_new(&header).expect("a sound header");
    if let Some(ending) = line.ending() {
        let result = line.outcome().map_or("*", Outcome::name);
        text = text.replace("result: \"*\"\n", &format!("result: {result}\nending: {ending}\n"));
    }
    text + &lines(line, Some(started))
}

/// The moves as they stand in a record whose clock starts at `started`, a move every seven hours; without times where there
/// is no clock.
pub fn lines(line: &Line, started: Option<DateTime<Utc>>) -> String {
    let written = |(ply, text): (usize, String)| {
        let dots = if ply % 2 == 0 { "." } else { "..." };
        let at = started.map(|started| started + TimeDelta::hours(7 * (ply as i64 + 1)));
        let at = at.map_or(String::new(), |at| at.format(" [%Y-%m-%dT%H:%M:%SZ]").to_string());
        format!("  {}{dots} {text}{at}\n", ply / 2 + 1)
    };
    texts(line).into_iter().enumerate().map(written).collect()
}

//! What both benches need: positions to start from, random games that are the same in every run, and records of them.

// Each bench uses only a part of it.
#![allow(dead_code)]

use chrono::{DateTime, TimeDelta, Utc};
use riverpost::notation::{diagram, fen, force, write_move};
use riverpost::record::{self, Header, Player, Players};
use riverpost::rules::{Game, Line, Outcome, Position, Setup, Side, variants};

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

/// The array of Xiangqi: Encounter with Chinese pieces on both sides and promotion on the sixth rank.
pub fn xiangqi() -> Position {
    let array = "
        10 NCH NHO NEL NG NE NG NEL NHO NCH
         9 . . . . . . . . .
         8 . NCT . . . . . NCT .
         7 NSO . NSO . NSO . NSO . NSO
         6 . . . . . . . . .
         5 . . . . . . . . .
         4 SSO . SSO . SSO . SSO . SSO
         3 . SCT . . . . . SCT .
         2 . . . . . . . . .
         1 SCH SHO SEL SG SE SG SEL SHO SCH";
    let game = game("encounter", None, &[("promotion", "6")]);
    Position::start(&diagram::read(game, array).expect("a diagram")).expect("a legal start")
}

/// Orthodox chess.
pub fn orthodox() -> Position {
    usual(game("valonian", None, &[]))
}

/// A middle game of orthodox chess that is known for having every kind of move.
pub fn kiwipete() -> Position {
    let line = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R s KQkq - - - 0";
    fen::read(game("valonian", None, &[]), line).expect("a position")
}

/// Valonian Chess with all seven replacements on both sides.
pub fn replaced() -> Position {
    let force = |rank: u8, foot: u8| {
        format!(
            "a{rank}=ELE,b{rank}=DRA,c{rank}=MAG,f{rank}=DRU,g{rank}=BER,h{rank}=ART,\
             a{foot}=WAR,c{foot}=WAR,e{foot}=WAR,g{foot}=WAR"
        )
    };
    let array = diagram::default_setup(game("valonian", None, &[])).expect("an array");
    let south = force::replace(&array, Side::South, &force(1, 2)).expect("a force");
    let both = force::replace(&south, Side::North, &force(8, 7)).expect("a force");
    Position::start(&both).expect("a legal start")
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

/// A repeatable source of random numbers (xorshift with a multiplication).
pub struct Dice(u64);

impl Dice {
    /// Dice of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
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
        site: None,
        round: Some("3".into()),
        date: None,
        started: Some(started),
        time: game.usual_time.parse().ok(),
        clock: Default::default(),
        offers: None,
        extras: Default::default(),
        result: None,
        ending: None,
        setup: diagram::write(&Setup::of(line.start())),
    };
    let mut text = record::write_new(&header).expect("a sound header");
    if let Some(ending) = line.ending() {
        let result = line.outcome().map_or("*", Outcome::name);
        text = text.replace("result: \"*\"\n", &format!("result: {result}\nending: {ending}\n"));
    }
    for (ply, text_of_move) in texts(line).into_iter().enumerate() {
        let dots = if ply % 2 == 0 { "." } else { "..." };
        let at = started + TimeDelta::hours(7 * (ply as i64 + 1));
        let at = at.format("%Y-%m-%dT%H:%M:%SZ");
        text += &format!("  {}{dots} {text_of_move} [{at}]\n", ply / 2 + 1);
    }
    text
}

//! What is exported as PGN and imported again is the same record, whatever is in it.

use std::ops::ControlFlow;

use riverpost::archive::import::{ImportOptions, read_games};
use riverpost::archive::{ArchivedGame, pgn};
use riverpost::notation::{diagram, write_move};
use riverpost::record::{self, Act, Action, Header, Player, Players};
use riverpost::rules::{Game, Line, Side, variants};

use crate::common::Dice;

/// Texts that mean something to PGN, to YAML or to spreadsheets.
const TEXTS: &[&str] = &[
    "a \"b\" \\c\\",
    "[x] y ]",
    "50 % done",
    "%x",
    "; not a comment",
    "Ünal 李",
    "$5",
    "!? bold",
    "= +-",
    "$142 $3",
    "(1. e4 {no)",
    "1-0",
    "*",
    "a  b   c",
    "[%clk 1:00:00]",
    "[%rp time x]",
    "--",
    "1. e4 e5",
    "=1+1",
    "null",
];

/// A comment has no braces and no blanks at its ends.
fn said(dice: &mut Dice) -> String {
    let words: Vec<&str> = (0..1 + dice.below(6)).map(|_| *dice.pick(TEXTS)).collect();
    words.join(" ").replace(['{', '}'], "").trim().to_owned()
}

/// A record of a game played at random.
fn written(game: &'static Game, dice: &mut Dice) -> String {
    let start = diagram::default_start(game).unwrap();
    let text = |dice: &mut Dice| (!dice.once_in(3)).then(|| dice.pick(TEXTS).trim().to_owned());
    let player = |dice: &mut Dice, name: &str| {
        let name = format!("{name} {}", dice.pick(TEXTS).trim());
        let email = (!dice.once_in(2)).then(|| format!("{}@example.org", dice.below(100)));
        (!dice.once_in(4)).then_some(Player { name, email, key: None })
    };
    let dated = dice.once_in(2);
    let started = dated.then(|| "2026-11-29T19:20:00Z".parse().unwrap());
    let mut header = Header {
        game: game.name.into(),
        id: format!("g-{}", dice.below(1000)),
        variation: game.variation.map(Into::into),
        options: game.options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
        players: Players { south: player(dice, "S"), north: player(dice, "N") },
        event: text(dice),
        site: text(dice),
        round: text(dice),
        date: (!dice.once_in(2)).then(|| (*dice.pick(&["1848", "1848-02", "1848-02-29"])).into()),
        started,
        time: dice.once_in(2).then(|| "40d+2d".parse().unwrap()),
        setup: diagram::write(&diagram::default_setup(game).unwrap()),
        ..Header::default()
    };
    for name in ["ECO", "Event", "riverpostId", "x-y", "Termination", "White-2", "_"] {
        header.extras.extend(text(dice).map(|value| (format!("x-{name}"), value)));
    }
    let mut line = Line::new(start);
    let mut actions = Vec::new();
    let mut now: chrono::DateTime<chrono::Utc> = "2026-11-30T08:00:00Z".parse().unwrap();
    let number = |line: &Line, side: Side| {
        let plies = line.plies() as u32;
        1 + if side == game.first { plies.div_ceil(2) } else { plies / 2 }
    };
    let mut act = |line: &Line, side: Side, act: Act<'static>, dice: &mut Dice| {
        let mut action = Action::new(side, act);
        action.number = number(line, side);
        now += chrono::Duration::seconds(dice.below(100_000) as i64);
        action.time = dated.then_some(now);
        action.comment = dice.once_in(4).then(|| said(dice).into());
        actions.push(action);
    };
    if dice.once_in(2) {
        act(&line, line.position().turn().other(), Act::Joins, dice);
    }
    for _ in 0..dice.below(40) {
        if line.ending().is_some() {
            break;
        }
        let turn = line.position().turn();
        if line.plies() > 2 && dice.once_in(8) {
            let plies = 1 + dice.below(2);
            act(&line, turn, Act::TakeBackRequested { plies: plies as u32 }, dice);
            act(&line, turn.other(), Act::TakeBackAgreed, dice);
            line.truncate(line.plies() - plies);
            continue;
        }
        let mv = *dice.pick(&line.position().legal_moves());
        act(&line, turn, Act::Move(write_move(line.position(), mv).into()), dice);
        line.push_unchecked(mv);
    }
    if line.ending().is_none() && dice.once_in(3) {
        act(&line, line.position().turn(), Act::Resigns, dice);
        header.result = Some(riverpost::rules::Outcome::Won(line.position().turn().other()));
    } else {
        header.result = line.outcome();
    }
    record::write(&header, &actions).unwrap()
}

#[test]
fn pgn_is_read_back_without_loss() {
    for (number, game) in variants::all().into_iter().enumerate() {
        for seed in 0..8 {
            let text = written(game, &mut Dice::new(100 * number as u64 + seed));
            let record = record::read(text.as_bytes()).unwrap();
            let replayed = record::replay(&record).unwrap();
            let exported = pgn(&ArchivedGame { source: "a", line: 1, record, replayed });
            let mut back = Vec::new();
            read_games(exported.as_bytes(), &ImportOptions::default(), |game, _| {
                back.push(game.record.map(|record| record.text));
                ControlFlow::Continue(())
            })
            .unwrap();
            assert_eq!(back, [Ok(text.clone())], "{exported}");
        }
    }
}

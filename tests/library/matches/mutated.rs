//! Match files changed at random: nothing that a stranger writes makes any of it panic.

use riverpost::document::{self, Limits};
use riverpost::matches::{
    GameState, Manner, RecordedGame, RecordedGames, arithmetic_table, assign, crosstable, missing,
    next, read, schedule, score, score_table, side_table, standing_table, standings, table_notes,
    tournament_results,
};
use riverpost::record::Player;
use riverpost::rules::{Outcome, Side};

use crate::common::Dice;

/// How many files are made of each.
const TIMES: usize = 250;

const FILES: [&str; 4] = [
    "\
format: riverpost-match/1
id: autumn
title: Autumn
players:
  - {id: a, name: Anna Ek, email: a@example.org}
  - {id: b, name: Ben Ode}
arbiter: {name: Eva}
sides: {bound: [wing], reveal_days: 9}
externals:
  - {name: Dragon, win: 3, draw: 1, sides: free, ruling: {by: Cara, at: 2026-01-05T00:00:00Z, reason: turned}}
draws:
  - {for: sides, by: die, roll: 4, witness: Cara}
  - {for: v1, by: forces}
games:
  - {id: d1, external: Dragon, roles: [{role: Forest OverLord, player: a}], result: draw}
  - {id: s1, external: Stones of Fortune, south: b, result: draw, points: {south: ½, north: ½}}
  - {id: w1, game: wing, record: r1}
  - {id: v1, game: valonian, south: a}
  - {id: t1, game: fortress, variation: level, result: void, note: clock}
  - {id: t2, game: fortress, variation: level, record: r2}
  - {id: t3, game: fortress, variation: high}
groupings:
  - {id: g, title: Trilogy, games: [d1, s1], bonus: 3, tiebreak: [t1, t2, t3]}
",
    "\
format: riverpost-match/1
id: cup
title: Cup
players:
  - {id: a, name: A}
  - {id: b, name: B}
  - {id: c, name: C}
  - {id: d, name: D}
  - {id: e, name: E}
games:
  - {id: w1, game: wing, between: [a, b], round: 2, record: r1}
  - {id: g2, game: wing, between: [a, c], result: north, how: forfeit}
  - {id: g3, game: wing, south: b, north: c, result: both-lost, how: forfeit}
  - {id: g4, game: wing, south: d, north: e, result: draw, how: adjudication}
tournament:
  game: wing
  cycles: 1
  scale: {win: 3, draw: 1, loss: 0}
  byes: [{player: c, round: 1, points: 1}]
  tiebreaks: [direct-encounter, wins, sonneborn-berger, koya, board-points]
  withdrawals: [{player: b, results: kept}]
  sections:
    - {id: x, entrants: [a, b, c], promoted: 1}
    - {id: y, entrants: [d, e], promoted: 1}
",
    "\
format: riverpost-match/1
id: teams
title: Teams
teams:
  - {id: a, name: Foxes, captain: Ann, members: [{name: Ann}, {name: Abe}]}
  - {id: b, name: Owls, members: [{name: Bea}, {name: Bo}]}
  - {id: c, name: Cats}
games:
  - {id: w1, game: wing, between: [a, b], board: 1, round: 1, record: r1}
  - {id: g2, game: wing, between: [a, b], board: 2, round: 1, result: void, note: x}
  - {id: g3, game: wing, between: [b, c], board: 1, result: south, how: adjudication, south: b}
tournament: {game: wing, boards: 2, cycles: 2, match_points: {win: 2, draw: 1}, tiebreaks: [board-points], withdrawals: [{player: c}]}
",
    "\
format: riverpost-match/1
id: high
title: High
players: [{id: a, name: A}, {id: b, name: B}, {id: c, name: C}]
games:
  - {id: g1, game: fortress, variation: high, south: a, north: b, result: draw, how: adjudication}
  - {id: t2, game: fortress, variation: high, between: [b, c], record: r2}
tournament: {game: fortress, variation: high, cycles: 2, tiebreaks: [koya], withdrawals: [{player: c, results: annulled}]}
",
];

/// What is put in the place of something else.
const TEXTS: &[&str] = &[
    "a",
    "b",
    "c",
    "d",
    "x",
    "g1",
    "w1",
    "t1",
    "t2",
    "wing",
    "fortress",
    "level",
    "high",
    "Dragon",
    "Leopard Princess",
    "0",
    "1",
    "2",
    "3",
    "255",
    "65535",
    "4294967295",
    "9999½",
    "½",
    "draw",
    "south",
    "north",
    "void",
    "both-lost",
    "forfeit",
    "play",
    "adjudication",
    "kept",
    "annulled",
    "[]",
    "{}",
    "[a, a]",
    "sides",
    "die",
    "coin",
    "forces",
    "roll",
    "bound",
    "exempt",
    "tiebreak",
    "koya",
    "\"\\u202e\"",
    "''",
    "2026-01-05T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "r1",
];

/// A file with something changed.
fn mutated(dice: &mut Dice, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..=dice.below(3) {
        let mut lines: Vec<&str> = text.lines().collect();
        let at = dice.below(lines.len());
        text = match dice.below(6) {
            0 => {
                lines.remove(at);
                lines.join("\n")
            }
            1 => {
                lines.insert(at, lines[dice.below(lines.len())]);
                lines.join("\n")
            }
            2 => {
                let other = dice.below(lines.len());
                lines.swap(at, other);
                lines.join("\n")
            }
            // One word for another, which is no key.
            _ => {
                let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '½');
                let end = |at: usize| {
                    let length = text[at..].find(|c| !is_word(c));
                    length.map_or(text.len(), |length| at + length)
                };
                let begins = |(at, c): &(usize, char)| {
                    is_word(*c)
                        && !text[..*at].ends_with(is_word)
                        && !text[end(*at)..].starts_with(':')
                };
                let starts: Vec<usize> =
                    text.char_indices().filter(begins).map(|(at, _)| at).collect();
                let Some(start) = starts.get(dice.below(starts.len().max(1))).copied() else {
                    continue;
                };
                format!(
                    "{}{}{}",
                    &text[..start],
                    TEXTS[dice.below(TEXTS.len())],
                    &text[end(start)..]
                )
            }
        };
    }
    text + "\n"
}

/// Records of some of the games, of whatever kind and whoever plays.
fn records(dice: &mut Dice) -> RecordedGames {
    let player = |name: &str| Player { name: name.into(), email: None, key: None };
    let mut list = RecordedGames::new();
    for id in ["w1", "t1", "t2"] {
        let (game, variation) =
            *dice.pick(&[("wing", None), ("fortress", Some("level")), ("fortress", Some("high"))]);
        let outcome =
            *dice.pick(&[Outcome::Draw, Outcome::Won(Side::South), Outcome::Won(Side::North)]);
        let over =
            GameState::Over { outcome: Some(outcome), manner: Manner::Play, ending: "".into() };
        let void = GameState::Void { reason: "abandoned".into() };
        let state = dice.pick(&[GameState::Unplayed, GameState::Running, over, void]).clone();
        let names = ["Anna Ek", "Ben Ode", "A", "B", "C", "Ann", "Abe", "Bea", "Zoe"];
        let players = [(); 2].map(|()| player(names[dice.below(names.len())]));
        let game = RecordedGame {
            game: game.into(),
            variation: variation.map(str::to_owned),
            options: Default::default(),
            array: String::new(),
            players,
            state,
        };
        if !dice.once_in(3) {
            list.insert(id.to_owned(), game);
        }
    }
    list
}

/// All that is worked out of a match; whether it could be read.
fn work_out(text: &str, records: &RecordedGames) -> bool {
    let Ok(document) = document::read(text.as_bytes(), &Limits::MATCH) else { return false };
    let Ok(m) = read(&document) else { return false };
    let sides = assign(&m, records);
    let score = score(&m, &sides, records);
    for fault in sides.faults.iter().chain(&score.faults) {
        assert!(fault.path.node(&document).is_some(), "{}: {}\n{text}", fault.path, fault.message);
    }
    side_table(&m, &sides).text();
    score_table(&m, &score).markdown();
    for step in next(&m, &sides, &score) {
        assert!(!format!("{step:?}").is_empty());
    }
    assert!(missing(&m).len() <= schedule(&m).iter().map(|round| round.pairs.len()).sum());
    let criteria = m.tournament.as_ref().map_or(&[][..], |t| &t.tiebreaks);
    for results in tournament_results(&m, &sides, records) {
        let list = standings(&results, criteria);
        assert_eq!(list.len(), results.names.len(), "{text}");
        let totals: Vec<_> = list.iter().map(|row| (row.entrant, row.points)).collect();
        let all = results.totals();
        assert!(totals.iter().all(|(entrant, points)| all[*entrant] == *points), "{text}");
        if m.teams.is_empty() && !results.is_nominal() {
            let told = results.entrants.iter().map(|entrant| score.points[*entrant]);
            assert!(told.eq(all), "score and standings differ\n{text}\n{records:?}");
        }
        crosstable(&results, &list).csv();
        standing_table(&results, &list).text();
        arithmetic_table(&results, &list).text();
        table_notes(&results, &list);
    }
    true
}

#[test]
fn files_changed_at_random_never_panic() {
    let mut dice = Dice::new(12);
    for text in FILES {
        assert!(work_out(text, &RecordedGames::new()), "{text}");
        let read = (0..TIMES)
            .filter(|_| {
                let records = records(&mut dice);
                work_out(&mutated(&mut dice, text), &records)
            })
            .count();
        assert!(read > TIMES / 50, "too few can be read to tell anything: {read}");
    }
}

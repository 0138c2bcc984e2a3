//! Connected matches: the match file, sides, scores, tie-breaks, and what comes next.

use std::fs;
use std::path::Path;

use crate::common::json_schema;
use riverpost::document::{self, Diagnostic, Limits};
use riverpost::matches::{
    GameState, Manner, Match, MatchFault, MatchScore, NextStep, Overall, PlayedLots, Points,
    RecordedGame, RecordedGames, SideAssignments, TieBreakStatus, assign, next, parse, schema,
    score, score_table, side_table,
};
use riverpost::notation::{diagram, force};
use riverpost::proof::{CommitmentSubject, commit};
use riverpost::record::Player;
use riverpost::render::TextTable;
use riverpost::rules::{Outcome, Side, variants};

const HEAD: &str = "format: riverpost-match/1\nid: autumn\ntitle: Autumn\nplayers:\n  \
                    - {id: anna, name: Anna Ek}\n  - {id: ben, name: Ben Ode}\n";

fn read(rest: &str) -> Match {
    parse(format!("{HEAD}{rest}")).unwrap_or_else(|e| panic!("{e}"))
}

fn refuse(rest: &str) -> Diagnostic {
    parse(format!("{HEAD}{rest}")).expect_err("the file has a fault")
}

fn place(error: &Diagnostic) -> (u32, u32) {
    (error.place.line, error.place.column)
}

/// The values that faults are about, with their rules and messages.
fn told(faults: &[MatchFault]) -> Vec<(String, &str, &str)> {
    let told = |f: &'_ MatchFault| f.path.to_string();
    faults.iter().map(|f| (told(f), f.rule.unwrap_or_default(), f.message.as_str())).collect()
}

#[track_caller]
fn assert_told(faults: &[MatchFault], path: &str, rule: &str, message: &str) {
    assert_eq!(told(faults), [(path.to_owned(), rule, message)]);
}

fn seat(name: &str) -> Player {
    Player { name: name.into(), email: None, key: None }
}

fn played(game: &str, south: &str, north: &str, state: GameState) -> RecordedGame {
    let (game, variation) = match game.split_once(' ') {
        Some((game, variation)) => (game, Some(variation.to_owned())),
        None => (game, None),
    };
    RecordedGame {
        game: game.into(),
        variation,
        options: Default::default(),
        array: String::new(),
        players: [seat(south), seat(north)],
        state,
    }
}

fn over(outcome: Outcome) -> GameState {
    GameState::Over { outcome: Some(outcome), manner: Manner::Play, ending: "checkmate".into() }
}

const SOUTH: Outcome = Outcome::Won(Side::South);
const NORTH: Outcome = Outcome::Won(Side::North);
const ANNA: &str = "Anna Ek";
const BEN: &str = "Ben Ode";

fn games<const N: usize>(list: [(&str, RecordedGame); N]) -> RecordedGames {
    list.into_iter().map(|(id, played)| (id.to_owned(), played)).collect()
}

fn whole(m: &Match, played: &RecordedGames) -> (SideAssignments, MatchScore, Vec<NextStep>) {
    let sides = assign(m, played);
    let score = score(m, &sides, played);
    let next = next(m, &sides, &score);
    (sides, score, next)
}

fn halves(points: &[Points]) -> Vec<i32> {
    points.iter().map(|p| p.in_halves()).collect()
}

// Points.

#[test]
fn points_are_read_without_floating_point() {
    for (text, halves) in [
        ("3", 6),
        ("3.0", 6),
        ("3.5", 7),
        ("3½", 7),
        ("½", 1),
        ("1/2", 1),
        ("2 1/2", 5),
        ("0", 0),
        ("0.5", 1),
    ] {
        assert_eq!(text.parse::<Points>().unwrap().in_halves(), halves, "{text}");
    }
    for text in ["", "-1", "11/2", ".5", "2.25", "1e3", "99999", "+1", " 1", "½½", "3.50"] {
        assert!(text.parse::<Points>().is_err(), "{text}");
    }
    assert_eq!(Points::halves(7).to_string(), "3½");
    assert_eq!(Points::halves(1).to_string(), "½");
    assert_eq!(serde_json::to_string(&Points::halves(7)).unwrap(), "\"3.5\"");
}

// The file.

#[test]
fn the_schema_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/match.schema.json");
    let made = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let held = fs::read_to_string(&path).unwrap_or_default();
    assert!(held == made, "run UPDATE_SCHEMAS=1 cargo test to rewrite schemas/match.schema.json");
}

#[test]
fn the_schema_accepts_what_the_parser_does() {
    let text = format!("{HEAD}{MIDDLE}");
    parse(&text).unwrap();
    let value: serde_json::Value = serde_yaml::from_str(&text).unwrap();
    let schema = schema();
    json_schema::check(schema.as_value(), &value).unwrap();
    let unknown: serde_json::Value = serde_yaml::from_str(&format!("{HEAD}colour: red\n")).unwrap();
    assert!(json_schema::check(schema.as_value(), &unknown).is_err());
}

#[test]
fn faults_come_with_line_and_column() {
    let error = refuse("games:\n  - {id: w1, game: wing, color: red}\n");
    assert_eq!(error.place.line, 8, "{error}");
    assert!(error.to_string().contains("color"), "{error}");
    let error = refuse("games:\n  - {id: w1, game: wing}\n  - {id: x1, game: wyng}\n");
    assert_eq!(place(&error), (9, 20), "{error}");
    assert!(error.to_string().contains("unknown game"), "{error}");
    assert_eq!(place(&parse("title: [").unwrap_err()), (1, 8));
    let twice = refuse("games: []\ngames: []\n");
    assert_eq!(place(&twice), (8, 1), "{twice}");
    assert!(twice.to_string().contains("second time"), "{twice}");
}

#[test]
fn what_a_match_file_may_not_say() {
    let cases = [
        ("teams: [{id: c, name: C}]\n", "either players or teams"),
        ("games: [{id: w, game: wing}, {id: W, game: wing}]\n", "two games"),
        ("games: [{id: 'a b', game: wing}]\n", "not made of letters"),
        ("games: [{id: w}]\n", "either `game` or `external`"),
        ("games: [{id: w, game: wing, external: Dragon}]\n", "either `game` or `external`"),
        ("games: [{id: w, game: fortress}]\n", "variations"),
        ("games: [{id: w, game: wing, points: {south: 1, north: 0}}]\n", "follow from the rules"),
        ("games: [{id: w, game: wing, south: cara}]\n", "cara is not a player"),
        ("games: [{id: w, game: wing, south: anna, north: anna}]\n", "has both sides"),
        ("games: [{id: d, external: Dragon, result: north, north: anna}]\n", "scores is not known"),
        ("games: [{id: d, external: Dragon, roles: [{role: King, player: anna}]}]\n", "not a role"),
        (
            "games: [{id: d, external: Dragon, result: north, north: anna, points: {south: 3, north: 0}}]\n",
            "fewer points",
        ),
        ("games: [{id: w, game: wing, result: void}]\n", "needs a note"),
        ("games: [{id: w, game: wing, result: both-lost}]\n", "both lose only"),
        ("groupings: [{id: g, games: [w], bonus: 3}]\n", "no game w"),
        (
            "games: [{id: w, game: wing}, {id: x, game: wing}]\ngroupings: [{id: g, games: [w], bonus: 3, tiebreak: [x]}]\n",
            "no rule for deciding",
        ),
        (
            "games: [{id: w, game: wing}, {id: x, game: fortress, variation: high}]\ngroupings: [{id: g, games: [w], bonus: 3, tiebreak: [x]}]\n",
            "not what has to be played",
        ),
        ("draws: [{for: w, by: die, roll: 3, witness: C}]\n", "game of the match"),
        ("draws: [{for: sides, by: die, roll: 3}]\n", "names its witness"),
        ("draws: [{for: sides, by: die, roll: 7, witness: C}]\n", "1 to 6"),
        ("draws: [{for: sides, by: coin, roll: 3, witness: C}]\n", "a coin a face"),
        (
            "games: [{id: w, game: wing}]\ndraws: [{for: w, option: chariots, by: die}]\n",
            "no such option",
        ),
        (
            "games: [{id: l, external: Leopard Princess}]\nsides: {bound: [leopard princess]}\n",
            "exempt",
        ),
        ("sides: {bound: [wing]}\n", "no game of the match"),
    ];
    for (rest, expected) in cases {
        let error = refuse(rest).to_string();
        assert!(error.contains(expected), "{rest}\n{error}");
    }
    let captain = parse(
        "format: riverpost-match/1\nid: t\ntitle: T\nteams:\n  - {id: a, name: A, captain: X, members: [{name: Y}]}\n  - {id: b, name: B}\n",
    );
    assert!(captain.unwrap_err().to_string().contains("not a member"));
}

#[test]
fn texts_stay_texts() {
    let m = parse(
        "format: riverpost-match/1\nid: 0192117\ntitle: no\nplayers:\n  - {id: no, name: 1e5}\n  - {id: 007, name: yes}\n",
    )
    .unwrap();
    assert_eq!((m.id.as_str(), m.title.as_str()), ("0192117", "no"));
    assert_eq!((m.players[0].id.as_str(), m.players[0].name.as_str()), ("no", "1e5"));
    assert_eq!(m.players[1].id, "007");
}

#[test]
fn a_fault_is_placed_by_what_it_is_about() {
    // A player, a grouping and a game that share an id, and the id in a comment, in a text and as a part of another.
    let text = "\
# games: [{id: anna, game: wyng}]
format: riverpost-match/1
id: anna
title: \"id: anna\"
players:
  - {id: anna, name: Anna Ek}   # id: anna
  - {id: ben, name: anna}
games:
  - {id: anna2, game: wing}     # {id: anna, result: void}
  - {id: anna, game: wing, result: void}
groupings:
  - {id: anna, games: [anna, none], bonus: 1}
";
    let error = parse(text).unwrap_err();
    assert_eq!(place(&error), (10, 36), "{error}");
    assert_eq!(error.message, "a void game needs a note that says why");
    let error = parse(text.replace("result: void}\n", "note: id}\n")).unwrap_err();
    assert_eq!(place(&error), (12, 30), "{error}");
    assert_eq!(error.message, "there is no game none");
    // The id that stands for the second time, not the first.
    let error = parse(text.replace("anna2", "Anna")).unwrap_err();
    assert_eq!(place(&error), (10, 10), "{error}");
    assert_eq!(error.message, "two games have the id anna");
}

#[test]
fn every_fault_of_the_file_leads_to_its_value() {
    for (rest, value, message) in [
        ("sides: {bound: [wing, riverqi]}\ngames: [{id: w, game: wing}]\n", "riverqi", "is bound"),
        ("games: [{id: w, game: wing, south: zoe}]\n", "zoe", "zoe is not a player"),
        ("games: [{id: w, game: wing, between: [anna, zoe]}]\n", "zoe", "zoe is not a player"),
        ("games: [{id: w, game: wyng}]\n", "wyng", "unknown game"),
        ("games: [{id: w, game: fortress, variation: low}]\n", "low", "low"),
        ("games: [{id: w, external: X, record: r}]\n", "r}", "has no record"),
        ("games: [{id: w, game: wing, external: X}]\n", "X", "either"),
        (
            "games: [{id: w, external: Dragon, roles: [{role: Cook, player: ben}, {role: Storm OverLord, player: anna}]}]\n",
            "Cook",
            "not a role",
        ),
        ("games: [{id: w, game: wing, south: ben, north: ben}]\n", "ben}", "both sides"),
        ("games: [{id: w, game: wing, how: forfeit}]\n", "forfeit", "without a result"),
        ("games: [{id: w, game: wing, result: both-lost}]\n", "both-lost", "only by forfeit"),
        (
            "games: [{id: w, game: wing}]\ngroupings: [{id: g, games: [w, w], bonus: 1}]\n",
            "w], b",
            "listed twice",
        ),
        ("games: [{id: w, game: wing}]\ntournament: {game: wing, cycles: 3}\n", "3", "cycles"),
        ("tournament: {withdrawals: [{player: ben}, {player: zoe}]}\n", "zoe", "cannot withdraw"),
        (
            "draws: [{for: sides, by: coin, face: heads, witness: C}, {for: w, by: die}]\n",
            "w, by",
            "game of the match",
        ),
        (
            "games: [{id: w, game: wing}]\ndraws: [{for: w, option: hats, by: die}]\n",
            "hats",
            "no such option",
        ),
        ("draws: [{for: sides, by: die, roll: 7, witness: C}]\n", "7", "1 to 6"),
        (
            "draws: [{for: sides, by: die, acts: [{act: commit, player: anna, commitment: xyz, at: 2026-01-01T00:00:00Z}]}]\n",
            "xyz",
            "64 lower-case",
        ),
    ] {
        let error = refuse(rest);
        let text = format!("{HEAD}{rest}");
        let line = text.lines().nth(error.place.line as usize - 1).unwrap();
        let at: String = line.chars().skip(error.place.column as usize - 1).collect();
        assert!(at.starts_with(value), "{error}\n{rest}{at}");
        assert!(error.message.contains(message), "{error}");
    }
}

#[test]
fn a_contradiction_is_placed_by_its_path() {
    let text = format!(
        "{HEAD}# - {{id: w1}}\ngames:\n  - {{id: ben, external: Dragon, north: anna}}\n  - {{record: r, id: w1, game: fortress, variation: level}}\n"
    );
    let document = document::read(text.as_bytes(), &Limits::MATCH).unwrap();
    let m = riverpost::matches::read(&document).unwrap();
    let played = games([("w1", played("fortress level", ANNA, BEN, GameState::Running))]);
    let [fault] = &assign(&m, &played).faults[..] else { panic!() };
    assert_eq!(fault.path.to_string(), "games[1].id");
    assert_eq!(
        fault.diagnostic(&document).to_string(),
        "10:21: w1: ben is north here but south in ben, and both games keep their sides (rule M1)"
    );
}

// Sides.

const MIDDLE: &str = "\
draws:
  - {for: sides, by: die, roll: 4, witness: Cara Lund}
externals:
  - {name: Dragon, win: 3, draw: 1}
games:
  - {id: d1, external: Dragon, roles: [{role: Forest OverLord, player: anna}], result: draw}
  - {id: s1, external: Stones of Fortune, roles: [{role: Light Stone Master, player: anna}], result: draw, points: {south: ½, north: ½}}
  - {id: l1, external: Leopard Princess, south: anna, result: south, points: {south: 2, north: 0}}
  - {id: w1, game: wing, record: wing-1}
  - {id: w2, game: wing, record: wing-2}
  - {id: tb1, game: fortress, variation: level}
  - {id: tb2, game: fortress, variation: high}
groupings:
  - {id: middle, title: The Middle Trilogy, games: [d1, s1, w1, w2], bonus: 3, tiebreak: [tb1, tb2]}
";

#[test]
fn m1_connected_games_keep_their_sides_and_wing_alternates() {
    let m = read(MIDDLE);
    let (sides, ..) = whole(&m, &games([("w1", played("wing", BEN, ANNA, GameState::Running))]));
    assert_eq!(sides.faults, []);
    for (game, south, rule) in [
        ("d1", "ben", "M1"),
        ("s1", "ben", "M1"),
        ("l1", "anna", "M1"),
        ("w1", "ben", "S6"),
        ("w2", "anna", "M1"),
        ("tb1", "ben", "M1"),
        ("tb2", "ben", "M2"),
    ] {
        let assignment = sides.of(game).unwrap();
        assert_eq!(assignment.sides.as_ref().unwrap()[0], south, "{game}");
        assert_eq!(assignment.rule, rule, "{game}: {}", assignment.reason);
    }
    let table = side_table(&m, &sides).text();
    assert!(table.contains("die 4, witnessed by Cara Lund"), "{table}");
}

fn faults(rest: &str, played: &RecordedGames) -> Vec<MatchFault> {
    assign(&read(rest), played).faults
}

#[test]
fn a_bound_game_on_the_other_side_names_both_games() {
    let rest = "games:\n  - {id: d1, external: Dragon, north: anna}\n  - {id: f1, game: fortress, variation: level, record: r}\n";
    let list =
        faults(rest, &games([("f1", played("fortress level", ANNA, BEN, GameState::Running))]));
    let message = "f1: ben is north here but south in d1, and both games keep their sides";
    assert_told(&list, "games[1].id", "M1", message);
    let right = games([("f1", played("fortress level", BEN, ANNA, GameState::Running))]);
    assert_eq!(faults(rest, &right), []);
    // An external game that changes sides later is found as well.
    let rest = "games:\n  - {id: d1, external: Dragon, north: anna}\n  - {id: s1, external: Stones of Fortune, north: ben}\n  - {id: f1, game: fortress, variation: level}\n";
    let list = faults(rest, &RecordedGames::new());
    let message = "s1: ben is north here but south in d1, and both games keep their sides";
    assert_told(&list, "games[1].id", "M1", message);
}

#[test]
fn m3_without_fortress_of_the_witch_dragon_is_free_and_alternates() {
    let m = read(
        "games:\n  - {id: d1, external: Dragon, north: anna}\n  - {id: d2, external: Dragon}\n",
    );
    let sides = assign(&m, &RecordedGames::new());
    assert_eq!(sides.pair("d2"), Some(["anna", "ben"]));
    // Fortress alone is not bound either; its games alternate.
    let m = read(
        "games:\n  - {id: f1, game: fortress, variation: level, north: anna}\n  - {id: f2, game: fortress, variation: high}\n",
    );
    assert_eq!(assign(&m, &RecordedGames::new()).pair("f2"), Some(["anna", "ben"]));
}

#[test]
fn the_tie_break_binds_dragon_from_the_first_game_on() {
    let rest = "games:\n  - {id: d1, external: Dragon, north: anna}\n  - {id: d2, external: Dragon}\n  - {id: tb, game: fortress, variation: level}\ngroupings: [{id: g, games: [d1, d2], bonus: 3, tiebreak: [tb]}]\n";
    let sides = assign(&read(rest), &RecordedGames::new());
    assert_eq!(sides.pair("d2"), Some(["ben", "anna"]));
    assert_eq!(sides.pair("tb"), Some(["ben", "anna"]));
}

#[test]
fn a_match_file_can_bind_wing() {
    let rest = "sides: {bound: [wing]}\ngames:\n  - {id: w1, game: wing, north: anna}\n  - {id: w2, game: wing}\n";
    assert_eq!(assign(&read(rest), &RecordedGames::new()).pair("w2"), Some(["ben", "anna"]));
}

#[test]
fn alternation_is_kept_unless_stated() {
    let rest = "games:\n  - {id: w1, game: wing, record: a}\n  - {id: w2, game: wing, record: b}\n";
    let same = games([
        ("w1", played("wing", ANNA, BEN, GameState::Running)),
        ("w2", played("wing", ANNA, BEN, GameState::Running)),
    ]);
    let list = faults(rest, &same);
    let message =
        "w2: ben is north here and was in w1; sides alternate unless the match file states them";
    assert_told(&list, "games[1].id", "M1", message);
    assert_eq!(faults(&rest.replace("record: b", "record: b, south: anna"), &same), []);
}

#[test]
fn file_and_record_must_name_the_same_players() {
    let rest = "games:\n  - {id: w1, game: wing, record: a, south: ben}\n";
    let list = faults(rest, &games([("w1", played("wing", ANNA, BEN, GameState::Running))]));
    let message = "w1: ben is north in the record, but not in the match file";
    assert_told(&list, "games[0].id", "M6", message);
    let list = faults(rest, &games([("w1", played("wing", "Zoe", ANNA, GameState::Running))]));
    let message = "w1: Zoe, south in the record, does not play in this match";
    assert_told(&list, "games[0].id", "M6", message);
}

const LEVEL: &str = "\
games:
  - {id: w1, game: wing, south: anna, result: draw, how: adjudication}
  - {id: tb1, game: fortress, variation: level, record: a}
  - {id: tb2, game: fortress, variation: high, record: b}
groupings: [{id: g, games: [w1], bonus: 3, tiebreak: [tb1, tb2]}]
";

#[test]
fn s6_an_unbound_tie_break_is_drawn_for() {
    let list =
        faults(LEVEL, &games([("tb1", played("fortress level", ANNA, BEN, GameState::Running))]));
    let message = "tb1: the sides of this tie-break must be drawn for by die or coin, and no draw is \
                   recorded";
    assert_told(&list, "games[1].id", "S6", message);
    let drawn = format!("{LEVEL}draws: [{{for: tb1, by: coin, face: heads, witness: Cara}}]\n");
    let right = games([("tb1", played("fortress level", BEN, ANNA, GameState::Running))]);
    assert_eq!(faults(&drawn, &right), []);
    let list =
        faults(&drawn, &games([("tb1", played("fortress level", ANNA, BEN, GameState::Running))]));
    let message = "tb1: ben is north here, against the draw for tb1";
    assert_told(&list, "games[1].id", "S6", message);
}

#[test]
fn m2_level_and_high_keep_the_same_sides() {
    let drawn = format!("{LEVEL}draws: [{{for: tb1, by: coin, face: heads, witness: Cara}}]\n");
    let list = faults(
        &drawn,
        &games([
            ("tb1", played("fortress level", BEN, ANNA, over(Outcome::Draw))),
            ("tb2", played("fortress high", ANNA, BEN, GameState::Running)),
        ]),
    );
    let message = "tb2: ben is north here but south in tb1, of which this is the continuation";
    assert_told(&list, "games[2].id", "M2", message);
}

#[test]
fn m6_a_teams_members_change_and_its_side_does_not() {
    let text = "format: riverpost-match/1\nid: t\ntitle: T\nteams:\n  - {id: foxes, name: Foxes, captain: Ann, members: [{name: Ann}, {name: Abe, key: ssh-ed25519 AAAA x}]}\n  - {id: owls, name: Owls, members: [{name: Bea}, {name: Bo}]}\ngames:\n  - {id: d1, external: Dragon, north: foxes}\n  - {id: f1, game: fortress, variation: level}\n  - {id: f2, game: fortress, variation: level}\n";
    let m = parse(text).unwrap();
    let mut abe = played("fortress level", "Bo", "A. Be", GameState::Running);
    abe.players[1].key = Some("ssh-ed25519 AAAA laptop".into());
    let sides = assign(
        &m,
        &games([("f1", abe), ("f2", played("fortress level", "Bea", "Ann", GameState::Running))]),
    );
    assert_eq!(sides.faults, []);
    let sides =
        assign(&m, &games([("f2", played("fortress level", "Ann", "Bea", GameState::Running))]));
    let message = "f2: owls is north here but south in d1, and both games keep their sides";
    assert_told(&sides.faults, "games[2].id", "M1", message);
}

const SECRETS: [&str; 2] = ["00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"];

/// The hash of what the first draw of a match asks.
fn asked(text: &str) -> String {
    let m = parse(text).unwrap_or_else(|e| panic!("{e}"));
    PlayedLots::of(&m).all()[0].replay().question().hash.clone()
}

/// A match with `draws` whose commitments `ANNA` and `BEN` are filled in, with those forces sealed.
fn with_commitments(text: &str, forces: [&str; 2]) -> String {
    let dummy = ["a".repeat(64), "b".repeat(64)];
    let empty = text.replace("ANNA", &dummy[0]).replace("BEN", &dummy[1]);
    let question = asked(&empty);
    let of = |party: &str, i: usize| {
        let subject = CommitmentSubject { question: &question, party };
        commit(&subject, forces[i], SECRETS[i]).unwrap().to_string()
    };
    text.replace("ANNA", &of("anna", 0)).replace("BEN", &of("ben", 1))
}

/// A draw of sides in which Anna has revealed on the third and Ben has not, with what else was done.
fn draw_of_sides(rest: &str) -> String {
    let acts = format!(
        "draws:\n  - for: sides\n    by: die\n    acts:\n      - {{act: commit, player: anna, commitment: ANNA, at: 2026-01-01T00:00:00Z}}\n      - {{act: commit, player: ben, commitment: BEN, at: 2026-01-02T00:00:00Z}}\n      - {{act: reveal, player: anna, secret: {}, at: 2026-01-03T00:00:00Z}}\n{rest}",
        SECRETS[0]
    );
    with_commitments(&format!("{HEAD}{acts}games: [{{id: w1, game: wing}}]\n"), ["", ""])
}

fn ben_reveals() -> String {
    let secret = SECRETS[1];
    format!("      - {{act: reveal, player: ben, secret: {secret}, at: 2026-01-04T00:00:00Z}}\n")
}

fn faults_of(text: &str) -> Vec<MatchFault> {
    let m = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assign(&m, &RecordedGames::new()).faults
}

#[test]
fn m5_sides_are_drawn_by_commit_and_reveal() {
    let text = draw_of_sides(&ben_reveals());
    let sides = assign(&parse(&text).unwrap(), &RecordedGames::new());
    assert_eq!(sides.faults, []);
    assert!(sides.pair("w1").is_some());
    assert!(sides.of("w1").unwrap().reason.contains("by commit and reveal"));
}

#[test]
fn m5_a_commitment_binds_the_whole_question() {
    let text = draw_of_sides(&ben_reveals());
    for (old, new) in [
        // The same file under another id, the parties in another order or under other names, another meaning, more time,
        // other games bound, another draw of the same.
        ("id: autumn", "id: spring"),
        (
            "  - {id: anna, name: Anna Ek}\n  - {id: ben, name: Ben Ode}",
            "  - {id: ben, name: Ben Ode}\n  - {id: anna, name: Anna Ek}",
        ),
        (
            "name: Anna Ek}\n  - {id: ben, name: Ben Ode}",
            "name: Ben Ode}\n  - {id: ben, name: Anna Ek}",
        ),
        ("by: die", "by: coin"),
        ("draws:", "sides: {reveal_days: 70}\ndraws:"),
        ("draws:", "sides: {bound: [wing]}\ndraws:"),
        ("for: sides", "for: w1"),
        ("for: sides", "for: sides\n    id: sides-2"),
    ] {
        assert!(text.contains(old), "{old}");
        let faults = faults_of(&text.replace(old, new));
        let told = told(&faults);
        assert_eq!(told.len(), 2, "{new}: {told:?}");
        for ((path, rule, message), at) in told.iter().zip([2, 3]) {
            assert_eq!((path.as_str(), *rule), (&*format!("draws[0].acts[{at}]"), "M5"), "{new}");
            assert!(message.contains("reveals does not give the commitment"), "{message}");
        }
    }
    // A title is not asked for, and neither are games that come in later.
    assert_eq!(faults_of(&text.replace("title: Autumn", "title: Winter")), []);
    assert_eq!(faults_of(&text.replace("game: wing}", "game: wing}, {id: r, game: riverqi}")), []);
}

#[test]
fn m5_a_false_reveal_in_the_file_blocks_nobodys_true_one() {
    let forged = ben_reveals().replace(SECRETS[1], SECRETS[0]).replace("01-04", "01-03");
    let strange = forged.replace("player: ben", "player: zoe");
    let text = draw_of_sides(&format!("{forged}{strange}{}", ben_reveals()));
    let sides = assign(&parse(&text).unwrap(), &RecordedGames::new());
    let [(one, rule, _), (other, _, message)] = &told(&sides.faults)[..] else {
        panic!("{:?}", sides.faults)
    };
    assert_eq!(
        (one.as_str(), other.as_str(), *rule),
        ("draws[0].acts[3]", "draws[0].acts[4]", "M5")
    );
    assert_eq!(*message, "draw for sides: zoe has no part in this draw");
    assert!(sides.pair("w1").is_some());
}

#[test]
fn m5_the_other_side_chooses_when_one_is_silent() {
    let choice = |day| {
        format!("      - {{act: choose, player: anna, north: ben, at: 2026-01-{day}T00:00:00Z}}\n")
    };
    let text = draw_of_sides(&choice("10"));
    let sides = assign(&parse(&text).unwrap(), &RecordedGames::new());
    assert_eq!(sides.faults, []);
    assert_eq!(sides.pair("w1"), Some(["anna", "ben"]));
    assert!(sides.of("w1").unwrap().reason.contains("ben did not reveal"));
    let early = faults_of(&draw_of_sides(&choice("08")));
    let message = "draw for sides: anna may not choose; there is time to reveal";
    assert_told(&early, "draws[0].acts[3]", "M5", message);
    let needless = faults_of(&draw_of_sides(&format!("{}{}", ben_reveals(), choice("10"))));
    let message = "draw for sides: anna may not choose; the draw has decided";
    assert_told(&needless, "draws[0].acts[4]", "M5", message);
}

#[test]
fn m5_the_same_is_drawn_for_anew_only_when_the_old_draw_came_to_nothing() {
    let roll =
        |at: &str| format!("  - {{id: again, for: sides, by: die, roll: 2, witness: Cara{at}}}\n");
    let later = roll(", at: 2026-02-01T00:00:00Z");
    let again = |who| format!("      - {{act: again, player: {who}, at: 2026-01-05T00:00:00Z}}\n");
    let both = format!("{}{}{}{later}", ben_reveals(), again("anna"), again("ben"));
    let sides = assign(&parse(draw_of_sides(&both)).unwrap(), &RecordedGames::new());
    assert_eq!(sides.faults, []);
    assert_eq!(sides.pair("w1"), Some(["ben", "anna"]));
    for (acts, stands) in [
        (format!("{}{later}", ben_reveals()), "decided"),
        (format!("{}{}{later}", ben_reveals(), again("anna")), "only one asks"),
        (later.clone(), "Anna has revealed"),
        (format!("{}{}{}{}", ben_reveals(), again("anna"), again("ben"), roll("")), "no time"),
    ] {
        let faults = faults_of(&draw_of_sides(&acts));
        let message = "drawn for twice: the draw sides stands";
        assert!(!faults.is_empty(), "{stands}");
        assert_told(&faults, "draws[1].for", "M5", message);
    }
    // Nobody reveals: after a week it is over by itself.
    let text = draw_of_sides(&later);
    let silent: String =
        text.split_inclusive('\n').filter(|line| !line.contains("act: reveal")).collect();
    assert_eq!(faults_of(&silent), []);
    let early = silent.replace("2026-02-01", "2026-01-09");
    assert_eq!(faults_of(&early).len(), 1);
}

#[test]
fn a_bound_game_is_not_drawn_for_otherwise() {
    let m = read(
        &MIDDLE
            .replace("draws:\n", "draws:\n  - {for: tb1, by: coin, face: tails, witness: Cara}\n"),
    );
    let sides = assign(&m, &RecordedGames::new());
    let [(path, rule, message)] = &told(&sides.faults)[..] else { panic!("{:?}", sides.faults) };
    assert_eq!((path.as_str(), *rule), ("games[5].id", "S6"));
    assert!(message.starts_with("tb1: ") && message.ends_with("against the draw for tb1"));
}

/// A match with a game of Valonian Chess in which Anna is South; both seal forces, and Anna opens hers.
fn sealed(rest: &str) -> String {
    let acts = format!(
        "draws:\n  - for: v1\n    by: forces\n    acts:\n      - {{act: commit, player: anna, commitment: ANNA, at: 2026-01-01T00:00:00Z}}\n      - {{act: commit, player: ben, commitment: BEN, at: 2026-01-02T00:00:00Z}}\n      - {{act: reveal, player: anna, secret: {}, force: a1=ELE, at: 2026-01-03T00:00:00Z}}\n{rest}",
        SECRETS[0]
    );
    let games = "games: [{id: v1, game: valonian, south: anna, record: v}]\n";
    with_commitments(&format!("{HEAD}{acts}{games}"), ["a1=ELE", "N=DRA"])
}

/// The record of that game with forces.
fn valonian(south: &str, north: &str) -> RecordedGames {
    let game = variants::find("valonian", None, []).unwrap();
    let usual = diagram::default_setup(game).unwrap();
    let setup = force::replace(&usual, Side::South, south).unwrap();
    let setup = force::replace(&setup, Side::North, north).unwrap();
    let array = diagram::write(&setup);
    games([("v1", RecordedGame { array, ..played("valonian", ANNA, BEN, GameState::Running) })])
}

fn against(text: &str, records: &RecordedGames) -> Vec<MatchFault> {
    assign(&parse(text).unwrap_or_else(|e| panic!("{e}\n{text}")), records).faults
}

#[test]
fn v9_forces_sealed_are_held_against_the_record() {
    let secret = SECRETS[1];
    let ben = format!(
        "      - {{act: reveal, player: ben, secret: {secret}, force: N=DRA, at: 2026-01-04T00:00:00Z}}\n"
    );
    let text = sealed(&ben);
    assert_eq!(against(&text, &valonian("a1=ELE", "N=DRA")), []);
    let message = "v1: the record does not start with the forces that were sealed";
    assert_told(&against(&text, &valonian("", "N=DRA")), "games[0].id", "V9", message);
    assert_told(&against(&text, &valonian("a1=ELE", "b8=DRA")), "games[0].id", "V9", message);
    let undecided = "v1: it has a record, but the forces are still sealed";
    assert_told(&against(&sealed(""), &valonian("a1=ELE", "")), "games[0].id", "M5", undecided);
    let swapped = text.replace("force: N=DRA", "force: N=BER");
    let faults = against(&swapped, &RecordedGames::new());
    let [(path, rule, message)] = &told(&faults)[..] else { panic!("{faults:?}") };
    assert_eq!((path.as_str(), *rule), ("draws[0].acts[3]", "M5"));
    assert!(message.starts_with("draw for v1: what ben reveals does not give"), "{message}");
}

#[test]
fn v9_after_silence_the_other_chooses_anew() {
    let chooses =
        "      - {act: choose-force, player: anna, force: B=MAG, at: 2026-01-10T00:00:00Z}\n";
    let text = sealed(chooses);
    assert_eq!(against(&text, &valonian("B=MAG", "")), []);
    let message = "v1: the record does not start with the forces that were sealed";
    assert_told(&against(&text, &valonian("a1=ELE", "N=DRA")), "games[0].id", "V9", message);
}

#[test]
fn m5_options_drawn_are_held_against_the_record() {
    let m = read(
        "games: [{id: e1, game: encounter, south: anna, record: e}]\ndraws: [{for: e1, option: chariots, by: die, roll: 1, witness: Cara}]\n",
    );
    let record = |value: &str| {
        let options = [("chariots".to_owned(), value.to_owned())].into();
        games([(
            "e1",
            RecordedGame { options, ..played("encounter", ANNA, BEN, GameState::Running) },
        )])
    };
    // The die is odd: Ben, who is North, has the Chariots.
    assert_eq!(assign(&m, &record("north")).faults, []);
    let message = "e1: the record has chariots: south, against the draw, which gives north";
    assert_told(&assign(&m, &record("south")).faults, "games[0].id", "M5", message);
}

#[test]
fn m5_only_what_a_side_has_is_drawn_for_and_nobody_witnesses_himself() {
    for (draw, message) in [
        ("{for: e1, option: promotion, by: die}", "only what one of the sides has is drawn for"),
        ("{for: e1, option: horses, by: die}", "the game has no such option"),
        ("{for: sides, by: die, roll: 2, witness: anna}", "who takes part is no witness"),
        ("{for: sides, by: die, roll: 2, witness: BEN ODE}", "who takes part is no witness"),
        ("{for: sides, by: die, at: 2026-01-01T00:00:00Z}", "only a roll by hand has a time"),
        (
            "{for: sides, by: die, acts: [{act: again, player: ben, at: 2026-01-01T00:00:00.5Z}]}",
            "instants are in whole seconds",
        ),
    ] {
        let error = refuse(&format!("games: [{{id: e1, game: encounter}}]\ndraws: [{draw}]\n"));
        assert_eq!((error.rule, error.message.as_str()), (Some("M5"), message), "{draw}");
    }
}

// Scores.

#[test]
fn m4_e2_q3_s1_each_game_scores_what_its_rules_say() {
    for (game, outcome, expected) in [
        ("wing", SOUTH, [6, 0]),
        ("wing", Outcome::Draw, [1, 1]),
        ("riverqi", NORTH, [0, 4]),
        ("riverqi", Outcome::Draw, [2, 2]),
        ("encounter", SOUTH, [4, 0]),
        ("encounter", Outcome::Draw, [1, 1]),
        ("valonian", NORTH, [0, 2]),
        ("valonian", Outcome::Draw, [1, 1]),
        ("fortress level", SOUTH, [6, 0]),
        ("fortress level", NORTH, [0, 6]),
        ("fortress level", Outcome::Draw, [2, 2]),
    ] {
        let name = game.replace(" level", ", variation: level");
        let m = read(&format!("games: [{{id: g1, game: {name}, record: r}}]\n"));
        let (sides, score, next) =
            whole(&m, &games([("g1", played(game, ANNA, BEN, over(outcome)))]));
        assert_eq!(sides.faults, []);
        assert_eq!(halves(&score.points), expected, "{game}");
        assert_eq!(halves(&score.nominal), [0, 0], "{game}");
        assert_eq!(next, []);
    }
}

#[test]
fn s2_s4_high_alone_scores_nominal_points_only() {
    let m = read("games: [{id: g1, game: fortress, variation: high, record: r}]\n");
    for (outcome, nominal) in [(NORTH, [0, 8]), (SOUTH, [4, 0]), (Outcome::Draw, [0, 4])] {
        let (_, score, next) =
            whole(&m, &games([("g1", played("fortress high", ANNA, BEN, over(outcome)))]));
        assert_eq!(halves(&score.nominal), nominal);
        assert_eq!(halves(&score.points), [0, 0]);
        assert_eq!(score.lines[0].rule, "S2");
        assert_eq!(next, []);
    }
}

/// Level and High as the tie-break of a level grouping: Anna is South. Nominal and Game Points of both, in halves.
#[test]
fn s3_the_whole_table_of_level_and_high() {
    let m = read(&format!("{LEVEL}draws: [{{for: tb1, by: coin, face: tails, witness: Cara}}]\n"));
    for (level, high, nominal, bonus) in [
        (NORTH, None, [0, 6], [0, 6]),
        (SOUTH, None, [6, 0], [6, 0]),
        (Outcome::Draw, Some(NORTH), [2, 2 + 8], [0, 8]),
        (Outcome::Draw, Some(SOUTH), [2 + 4, 2], [4, 0]),
        (Outcome::Draw, Some(Outcome::Draw), [2, 2 + 4], [0, 4]),
    ] {
        let mut list = games([("tb1", played("fortress level", ANNA, BEN, over(level)))]);
        if let Some(high) = high {
            list.insert("tb2".into(), played("fortress high", ANNA, BEN, over(high)));
        }
        let (sides, score, next) = whole(&m, &list);
        assert_eq!((sides.faults, &score.faults[..], &next[..]), (vec![], &[][..], &[][..]));
        assert_eq!(halves(&score.nominal), nominal);
        // The drawn Wing game gives half a point each.
        assert_eq!(halves(&score.points), [1 + bonus[0], 1 + bonus[1]]);
        assert_eq!(score.groupings[0].overall, Overall::Level);
        assert_eq!(halves(&score.groupings[0].bonus), [0, 0], "paid in the tie-break, once");
    }
}

#[test]
fn a_grouping_pays_its_bonus_once_to_whoever_has_more() {
    let m = read(MIDDLE);
    let (_, score, next) = whole(
        &m,
        &games([
            ("w1", played("wing", BEN, ANNA, over(SOUTH))),
            ("w2", played("wing", ANNA, BEN, over(Outcome::Draw))),
        ]),
    );
    assert_eq!(score.groupings[0].overall, Overall::Won("ben".into()));
    assert_eq!(halves(&score.groupings[0].bonus), [0, 6]);
    // Anna: Dragon 1, Stones ½, Leopard 2, Wing 0 and ½; Ben: 1, ½, 0, 3, ½ and the bonus 3.
    assert_eq!(halves(&score.points), [8, 16]);
    assert_eq!(score.arithmetic[0], "1 + ½ + 2 + 0 + ½ = 4");
    assert_eq!(score.arithmetic[1], "1 + ½ + 0 + 3 + ½ + 3 = 8");
    assert_eq!(next, []);
    let table = score_table(&m, &score);
    assert!(table.text().contains("not needed, since The Middle Trilogy is not level"));
    let json = serde_json::to_value(&score).unwrap();
    assert_eq!(json["points"], serde_json::json!(["4", "8"]));
}

#[test]
fn a_tie_break_played_though_not_level_scores_nothing() {
    let rest = LEVEL.replace("result: draw", "result: south");
    let m = read(&rest);
    let (_, score, _) =
        whole(&m, &games([("tb1", played("fortress level", ANNA, BEN, over(NORTH)))]));
    let message = "tb1 was begun though g was not level; it scores no bonus";
    assert_told(&score.faults, "games[1].id", "S5", message);
    assert_eq!(halves(&score.points), [6 + 6, 0]);
    let m = read(&format!("{LEVEL}draws: [{{for: tb1, by: coin, face: tails, witness: Cara}}]\n"));
    let list = games([
        ("tb1", played("fortress level", ANNA, BEN, over(NORTH))),
        ("tb2", played("fortress high", ANNA, BEN, over(NORTH))),
    ]);
    let (_, score, _) = whole(&m, &list);
    let message = "tb2 was begun though tb1 was not drawn; it scores nothing";
    assert_told(&score.faults, "games[2].id", "S3", message);
    assert_eq!(halves(&score.points), [1, 1 + 6]);
}

#[test]
fn games_that_were_not_played_out_are_explained() {
    let m = read(
        "games:\n  - {id: a, game: wing, south: anna}\n  - {id: b, game: wing, south: anna, result: void, note: wrong array}\n  - {id: c, game: wing, south: anna, result: north, how: forfeit}\n  - {id: d, game: wing, south: anna, result: draw, how: adjudication, note: server lost}\n  - {id: e, game: wing, south: anna, result: both-lost, how: forfeit}\n  - {id: f, game: wing, south: anna, record: r}\n",
    );
    let (_, score, next) =
        whole(&m, &games([("f", played("wing", ANNA, BEN, GameState::Running))]));
    let text = score_table(&m, &score).text();
    for words in [
        "not played yet",
        "void: it does not count (wrong array)",
        "Ben Ode (north) won by forfeit, not by play: 0 to Anna Ek, 3 to Ben Ode",
        "draw by the arbiter's decision (server lost): ½ to Anna Ek, ½ to Ben Ode",
        "both lost by forfeit",
        "still being played",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert_eq!(halves(&score.points), [1, 7]);
    assert_eq!(next.len(), 2);
}

#[test]
fn record_and_file_must_agree() {
    let m = read("games: [{id: a, game: wing, record: r, result: north}]\n");
    let of = |state| whole(&m, &games([("a", played("wing", ANNA, BEN, state))])).1.faults;
    let message = "a: the match file says north won, the record south won";
    assert_told(&of(over(SOUTH)), "games[0].result", "M4", message);
    let message = "a: the match file says north won, the record being played";
    assert_told(&of(GameState::Running), "games[0].result", "M4", message);
    assert_eq!(of(over(NORTH)), []);
    let other = whole(&m, &games([("a", played("riverqi", ANNA, BEN, over(NORTH)))])).1.faults;
    let message = "a: the match file says wing, but the record is of riverqi";
    assert_told(&other, "games[0].game", "M4", message);
}

// What next.

#[test]
fn s5_the_tie_break_is_due_only_when_level() {
    let m = read(MIDDLE);
    let (_, _, list) = whole(&m, &RecordedGames::new());
    let due: Vec<&str> = list
        .iter()
        .map(|n| match n {
            NextStep::Play { game, .. } => game.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(due, ["w1", "w2"]);
    let level = games([
        ("w1", played("wing", BEN, ANNA, over(SOUTH))),
        ("w2", played("wing", ANNA, BEN, over(SOUTH))),
    ]);
    let (_, _, list) = whole(&m, &level);
    assert!(
        matches!(&list[..], [NextStep::Play { game, rule: "S5", .. }] if game == "tb1"),
        "{list:?}"
    );
}

#[test]
fn a_drawn_level_game_asks_for_the_high_game() {
    let m = read(MIDDLE);
    let mut list = games([
        ("w1", played("wing", BEN, ANNA, over(SOUTH))),
        ("w2", played("wing", ANNA, BEN, over(SOUTH))),
        ("tb1", played("fortress level", BEN, ANNA, over(Outcome::Draw))),
    ]);
    let (_, _, next) = whole(&m, &list);
    let [NextStep::FollowUp { after, game, kind, variation, sides, first, .. }] = &next[..] else {
        panic!("{next:?}");
    };
    assert_eq!((after.as_str(), game.as_deref()), ("tb1", Some("tb2")));
    assert_eq!((kind.as_str(), variation.as_str(), *first), ("fortress", "high", "north"));
    assert_eq!(*sides, ["ben", "anna"]);
    list.insert("tb2".into(), played("fortress high", BEN, ANNA, over(Outcome::Draw)));
    assert_eq!(whole(&m, &list).2, []);
}

#[test]
fn a_void_tie_break_is_played_again() {
    let m =
        read(&MIDDLE.replace("variation: level}", "variation: level, result: void, note: clock}"));
    let level = games([
        ("w1", played("wing", BEN, ANNA, over(SOUTH))),
        ("w2", played("wing", ANNA, BEN, over(SOUTH))),
    ]);
    let (_, _, list) = whole(&m, &level);
    let [NextStep::FollowUp { after, game: None, variation, sides, why, .. }] = &list[..] else {
        panic!("{list:?}");
    };
    assert_eq!(
        (after.as_str(), variation.as_str(), why.as_str()),
        ("tb1", "level", "tb1 is void, so it is played again: same sides")
    );
    assert_eq!(*sides, ["ben", "anna"]);
    // The game that takes its place is listed behind the High game, and drawn: now High is due.
    let text = MIDDLE
        .replace("variation: level}", "variation: level, result: void, note: clock}\n  - {id: tb1-level, game: fortress, variation: level, record: r}")
        .replace("[tb1, tb2]", "[tb1, tb2, tb1-level]");
    let mut again = level.clone();
    again.insert("tb1-level".into(), played("fortress level", BEN, ANNA, over(Outcome::Draw)));
    let (_, score, list) = whole(&read(&text), &again);
    assert_eq!(score.faults, []);
    assert!(
        matches!(&list[..], [NextStep::FollowUp { after, game: Some(game), .. }] if after == "tb1-level" && game == "tb2"),
        "{list:?}"
    );
    // Won, it decides: no High game, and its own bonus.
    again.insert("tb1-level".into(), played("fortress level", BEN, ANNA, over(NORTH)));
    let (_, score, list) = whole(&read(&text), &again);
    assert_eq!((score.faults, list), (vec![], vec![]));
    let winner = Some("anna".to_owned());
    assert_eq!(score.groupings[0].tie_break, Some(TieBreakStatus::Decided { winner }));
    // A game played again though the first was not void scores nothing.
    let first = text
        .replace("variation: level, result: void, note: clock}", "variation: level, record: q}");
    again.insert("tb1".into(), played("fortress level", BEN, ANNA, over(SOUTH)));
    let (_, score, _) = whole(&read(&first), &again);
    let message = "tb1-level was begun though tb1 was not void; it scores nothing";
    assert_told(&score.faults, "games[6].id", "S3", message);
}

#[test]
fn s3_a_tie_break_lost_by_both_decides_that_nobody_has_the_bonus() {
    let m = read(
        &MIDDLE.replace("variation: level}", "variation: level, result: both-lost, how: forfeit}"),
    );
    let level = games([
        ("w1", played("wing", BEN, ANNA, over(SOUTH))),
        ("w2", played("wing", ANNA, BEN, over(SOUTH))),
    ]);
    let (_, score, list) = whole(&m, &level);
    assert_eq!((&score.faults[..], &list[..]), (&[][..], &[][..]));
    let line = &score.groupings[0];
    assert_eq!(line.tie_break, Some(TieBreakStatus::Decided { winner: None }));
    assert!(
        line.arithmetic.ends_with("both lost the tie-break, so nobody gets the bonus"),
        "{}",
        line.arithmetic
    );
}

#[test]
fn sides_still_to_be_drawn_come_first() {
    let m = read(LEVEL);
    let (_, _, list) = whole(&m, &RecordedGames::new());
    assert!(
        matches!(&list[..], [NextStep::DrawLots { purpose, rule: "S6", .. }, NextStep::Play { .. }] if purpose == "tb1"),
        "{list:?}"
    );
}

// Tables.

#[test]
fn tables_escape_what_their_format_would_read() {
    let mut table = TextTable::new(["a", "b"]);
    table.push(["x|y*_<b>", "=1+2"]);
    table.push(["say \"hi\", you", "-1"]);
    table.push(["line\nbreak", "½"]);
    assert_eq!(
        table.markdown(),
        "| a | b |\n|---|---|\n| x\\|y\\*\\_&lt;b&gt; | =1+2 |\n| say \"hi\", you | -1 |\n| line break | ½ |\n"
    );
    assert_eq!(
        table.csv(),
        "a,b\r\nx|y*_<b>,'=1+2\r\n\"say \"\"hi\"\", you\",-1\r\n\"line\nbreak\",½\r\n"
    );
    assert_eq!(
        table.text(),
        "a               b\nx|y*_<b>        =1+2\nsay \"hi\", you   -1\nline\\u{a}break  ½\n"
    );
    let mut table = TextTable::new(["a", "b"]);
    table.push(["李明", "1"]);
    table.push(["x\u{202e}", "2"]);
    assert_eq!(table.text(), "a          b\n李明       1\nx\\u{202e}  2\n");
}

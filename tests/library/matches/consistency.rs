//! What a match file, or a file and its records together, may not say; each with the place and the rule.

use riverpost::document::{self, Diagnostic, Limits};
use riverpost::matches::{
    GameState, Manner, MatchFault, RecordedGame, RecordedGames, assign, parse, read, score,
    side_table,
};
use riverpost::record::Player;
use riverpost::rules::{Outcome, Side};

const TWO: &str = "format: riverpost-match/1\nid: duel\ntitle: Duel\nplayers: [{id: anna, name: Anna Ek}, {id: ben, name: Ben Ode}]\n";
const FOUR: &str = "format: riverpost-match/1\nid: cup\ntitle: Cup\nplayers: [{id: a, name: A}, {id: b, name: B}, {id: c, name: C}, {id: d, name: D}]\n";
const TEAMS: &str = "format: riverpost-match/1\nid: cup\ntitle: Cup\nteams: [{id: foxes, name: Foxes, members: [{name: Ann}, {name: Abe}]}, {id: owls, name: Owls, members: [{name: Bea}, {name: Bo}]}, {id: cats, name: Cats}]\n";

/// The first fault that reading the file or working it out finds: the file from the place on to which it leads, and the
/// message with the rule, with ` => ` between them.
fn first(text: &str, records: &RecordedGames) -> Option<String> {
    let document = document::read(text.as_bytes(), &Limits::MATCH).expect("it is YAML");
    let told = |error: Diagnostic| {
        let line = text.lines().nth(error.place.line as usize - 1).unwrap_or_default();
        let from: String = line.chars().skip(error.place.column as usize - 1).collect();
        let rule = error.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
        format!("{from} => {}{rule}", error.message)
    };
    let m = match read(&document) {
        Ok(m) => m,
        Err(error) => return Some(told(error)),
    };
    let sides = assign(&m, records);
    let score = score(&m, &sides, records);
    let faults = sides.faults.iter().chain(&score.faults);
    let all = faults.map(|fault: &MatchFault| fault.diagnostic(&document));
    all.min_by_key(|fault| fault.place).map(told)
}

#[track_caller]
fn assert_refused(head: &str, rest: &str, expected: &str) {
    assert_told(&format!("{head}{rest}"), &RecordedGames::new(), expected);
}

/// `expected` is the beginning of what [`first`] gives before ` => `, and all behind it.
#[track_caller]
fn assert_told(text: &str, records: &RecordedGames, expected: &str) {
    let found = first(text, records).unwrap_or_default();
    let (value, message) = expected.split_once(" => ").expect("a value and a message");
    let (from, said) = found.split_once(" => ").unwrap_or_default();
    assert_eq!(said, message, "{text}");
    assert!(from.starts_with(value), "{value:?} is meant, not {from:?}");
}

#[track_caller]
fn assert_holds(head: &str, rest: &str) {
    let text = format!("{head}{rest}");
    assert_eq!(first(&text, &RecordedGames::new()), None, "{rest}");
}

fn recorded(game: &str, south: &str, north: &str, state: GameState) -> RecordedGame {
    let player = |name: &str| Player { name: name.into(), email: None, key: None };
    RecordedGame {
        game: game.into(),
        variation: None,
        options: Default::default(),
        array: String::new(),
        players: [player(south), player(north)],
        state,
    }
}

fn records(list: &[(&str, RecordedGame)]) -> RecordedGames {
    list.iter().map(|(id, game)| ((*id).to_owned(), game.clone())).collect()
}

#[test]
fn nobody_is_two_entrants_or_plays_himself() {
    assert_refused(
        TWO,
        "games: [{id: w, game: wing, between: [ben, ben]}]\n",
        "[ben, ben] => a game is played between two",
    );
    for (sides, value) in
        [("south: a, north: c", "c}"), ("roles: [{role: South, player: d}]", "d}")]
    {
        let rest = format!("games: [{{id: w, game: wing, between: [a, b], {sides}}}]\n");
        let (id, _) = value.split_at(1);
        let said = "has no side in a game between a and b: name one of these, or correct `between`";
        assert_refused(FOUR, &rest, &format!("{value} => {id} {said}"));
    }
    assert_holds(FOUR, "games: [{id: w, game: wing, between: [a, b], south: b, north: a}]\n");
    let head = TWO.replace("name: Ben Ode", "name: ' anna  EK'");
    assert_refused(&head, "", "' anna  EK' => the name  anna  EK is given twice");
    let head = TWO
        .replace("Anna Ek", "Anna Ek, email: x@example.org")
        .replace("Ben Ode", "Ben Ode, email: X@example.org");
    assert_refused(
        &head,
        "",
        "X@example.org} => the address X@example.org is another player's already",
    );
    let head = TWO
        .replace("Anna Ek", "Anna Ek, key: ssh-ed25519 AA home")
        .replace("Ben Ode", "Ben Ode, key: ssh-ed25519 AA work");
    assert_refused(&head, "", "ssh-ed25519 AA work => the key is another player's already");
    // A record in which a team plays itself.
    let text =
        format!("{TEAMS}games:\n  - {{id: w, game: wing, between: [foxes, owls], record: r}}\n");
    let own = records(&[("w", recorded("wing", "Ann", "Abe", GameState::Running))]);
    assert_eq!(
        first(&text, &own).as_deref(),
        Some(
            "w, game: wing, between: [foxes, owls], record: r} => w: both sides in the record are of Foxes (M6)"
        )
    );
    // And one of others than the file says.
    let text = format!("{FOUR}games:\n  - {{id: w, game: wing, between: [a, b], record: r}}\n");
    let others = records(&[("w", recorded("wing", "A", "C", GameState::Running))]);
    let message = "w, game => w: A and C play in the record, A and B in the match file (M6)";
    assert_told(&text, &others, message);
}

#[test]
fn a_pair_meets_as_often_as_the_cycles_say() {
    let once = "tournament: {game: wing}\ngames:\n  - {id: g1, game: wing, between: [a, b]}\n  - {id: g2, game: wing, between: [b, a]}\n";
    assert_refused(FOUR, once, "g2, game => g2: game 2 of A and B, who have 1 in this event");
    assert_holds(FOUR, &once.replace("game: wing}", "game: wing, cycles: 2}"));
    // A game in the place of a void one is not one too many.
    assert_holds(FOUR, &once.replacen("[a, b]}", "[a, b], result: void, note: wrong array}", 1));
    let boards = "tournament: {game: wing, boards: 2}\ngames:\n  - {id: g1, game: wing, between: [foxes, owls], board: 2}\n  - {id: g2, game: wing, between: [owls, foxes], board: 2}\n";
    assert_refused(
        TEAMS,
        boards,
        "g2, game => g2: Foxes and Owls have their games on board 2 already",
    );
    assert_holds(
        TEAMS,
        &boards.replacen("board: 2}", "board: 1}", 2).replace(
            "g2, game: wing, between: [owls, foxes], board: 1",
            "g2, game: wing, between: [owls, foxes], board: 2",
        ),
    );
}

#[test]
fn the_games_of_an_event_are_of_its_kind() {
    for (rules, game, expected) in [
        (
            "game: wing",
            "game: riverqi",
            "riverqi, between: [a, b]} => this is RiverQi, but the event is of Wing",
        ),
        (
            "game: fortress, variation: level",
            "game: fortress, variation: high",
            "high, between: [a, b]} => this is Fortress of the Witch, High",
        ),
        (
            "game: wing",
            "external: Chess",
            "Chess, between: [a, b]} => this is Chess, but the event is of Wing",
        ),
    ] {
        let rest =
            format!("tournament: {{{rules}}}\ngames:\n  - {{id: g1, {game}, between: [a, b]}}\n");
        let found = first(&format!("{FOUR}{rest}"), &RecordedGames::new()).unwrap();
        assert!(found.starts_with(expected), "{found}");
    }
    let mixed = "tournament: {}\ngames:\n  - {id: g1, external: Chess, between: [a, b]}\n  - {id: g2, external: ' CHESS ', between: [a, c]}\n  - {id: g3, external: Go, between: [a, d]}\n";
    assert_refused(FOUR, mixed, "Go, between => this is Go, but the event is of Chess");
}

#[test]
fn rounds_boards_and_byes_are_in_range() {
    let game = |keys: &str| {
        format!(
            "tournament: {{game: wing}}\ngames:\n  - {{id: g1, game: wing, between: [a, b], {keys}}}\n"
        )
    };
    assert_refused(FOUR, &game("round: 4"), "4} => the event has 3 rounds");
    assert_refused(FOUR, &game("round: 0"), "0} => rounds and boards are counted from 1");
    assert_refused(FOUR, &game("board: 2"), "2} => the event is played on one board");
    assert_refused(
        TWO,
        "games: [{id: w, game: wing, board: 0}]\n",
        "0}] => rounds and boards are counted from 1",
    );
    let bye = |bye: &str| {
        format!(
            "{}tournament: {{game: wing, byes: [{bye}]}}\n",
            "games: [{id: g1, game: wing, between: [a, b], round: 3}]\n"
        )
    };
    assert_refused(
        FOUR,
        &bye("{player: c, round: 4, points: 1}"),
        "4, points => the event has rounds from 1 to 3",
    );
    assert_refused(
        FOUR,
        &bye("{player: a, round: 3, points: 1}"),
        "3, points => a has a game in round 3",
    );
    assert_refused(
        FOUR,
        &bye("{player: c, round: 1, points: 3½}"),
        "3½ => a bye scores no more than a win, 3",
    );
    let twice = "{player: c, round: 1, points: 1}, {player: c, round: 1, points: 1}";
    assert_refused(FOUR, &bye(twice), "1, points: 1}]} => c has two byes in round 1");
    assert_holds(FOUR, &bye("{player: c, round: 3, points: 3}"));
}

#[test]
fn a_draw_fits_its_game() {
    let draw = |draw: &str| format!("games: [{{id: w, game: wing}}]\ndraws: [{draw}]\n");
    assert_refused(
        TWO,
        &draw("{for: w, by: forces}"),
        "forces => the game has no forces to choose (M5)",
    );
    let twice =
        "{for: w, by: die, roll: 2, witness: Cara}, {for: w, by: die, roll: 3, witness: Cara}";
    assert_refused(TWO, &draw(twice), "{for: w, by: die, roll: 3 => two draws have the id w");
}

#[test]
fn a_result_by_play_is_that_of_a_record() {
    let game = |keys: &str| format!("games: [{{id: w, game: wing, south: anna{keys}}}]\n");
    let message = "draw} => a result of wing by play is that of its record: name the record, or state `how: forfeit` or `how: adjudication`";
    assert_refused(TWO, &game(", result: draw"), message);
    for how in ["forfeit", "adjudication"] {
        assert_holds(TWO, &game(&format!(", result: north, how: {how}")));
    }
    assert_holds(TWO, &game(", result: void, note: lost"));
    // Stated and recorded must be the same, how it came about too.
    let text = format!("{TWO}{}", game(", record: r, result: south, how: forfeit"));
    let over = |manner| GameState::Over {
        outcome: Some(Outcome::Won(Side::South)),
        manner,
        ending: String::new(),
    };
    let played = |state| records(&[("w", recorded("wing", "Anna Ek", "Ben Ode", state))]);
    let message =
        "south, how => w: the match file says south won by forfeit, the record south won (M4)";
    assert_told(&text, &played(over(Manner::Play)), message);
    assert_eq!(first(&text.replace(", how: forfeit", ""), &played(over(Manner::Play))), None);
    assert_eq!(
        first(&text.replace(", how: forfeit", ""), &played(over(Manner::Adjudication))),
        None
    );
}

#[test]
fn a_record_is_linked_once_and_an_id_used_once() {
    let games = "games:\n  - {id: w, game: wing, record: r}\n  - {id: x, game: wing, record: R}\n";
    assert_refused(TWO, games, "R} => the record R is that of w already");
    assert_refused(
        TWO,
        "externals: [{name: Go}, {name: ' gO'}]\n",
        "' gO' => two externals have the name  gO",
    );
    let sections =
        "tournament: {sections: [{id: x, entrants: [a, b]}, {id: X, entrants: [c, d]}]}\n";
    assert_refused(FOUR, sections, "X, entrants => two sections have the id X");
}

#[test]
fn s5_the_bonus_is_that_of_the_tie_break() {
    let grouping = |bonus: &str| {
        format!(
            "games: [{{id: w, game: wing}}, {{id: f, game: fortress, variation: level}}]\ngroupings: [{{id: g, games: [w], bonus: {bonus}, tiebreak: [f]}}]\n"
        )
    };
    let message = "2, tiebreak => the bonus is 2, but Fortress of the Witch, Level variation pays 3 for the same overall win when it decides (S5)";
    assert_refused(TWO, &grouping("2"), message);
    assert_holds(TWO, &grouping("3"));
    let long = vec!["f"; 17].join(", ");
    let text = grouping("3").replace("[f]", &format!("[{long}]"));
    assert!(first(&format!("{TWO}{text}"), &RecordedGames::new()).is_some());
}

#[test]
fn m1_names_of_external_games_are_compared_as_people_do() {
    let rest = "games:\n  - {id: d1, external: ' DRAGON ', north: anna}\n  - {id: s1, external: 'stones  of\tFortune', north: ben}\n  - {id: f1, game: fortress, variation: level}\n";
    let message =
        "s1, ext => s1: ben is north here but south in d1, and both games keep their sides (M1)";
    assert_refused(TWO, rest, message);
    let hidden = rest
        .replace("' DRAGON '", "\"Dra\\u200bgon\"")
        .replace("stones  of\tFortune", "Stones\u{a0}of Fortune");
    assert_refused(TWO, &hidden, message);
    // A game of ours is none from outside, by whatever name.
    for name in ["fortress", "Fortress of the  witch", "WING"] {
        let found =
            first(&format!("{TWO}games: [{{id: x, external: {name}}}]\n"), &RecordedGames::new());
        assert!(found.as_ref().is_some_and(|f| f.contains("}] => the rules of ")), "{found:?}");
    }
}

#[test]
fn m1_only_a_ruling_frees_or_binds_against_it_and_is_shown() {
    let games = "games:\n  - {id: d1, external: Dragon, north: anna}\n  - {id: d2, external: Dragon}\n  - {id: l1, external: Leopard Princess, north: anna}\n  - {id: l2, external: Leopard Princess}\n  - {id: f1, game: fortress, variation: level}\n";
    let with = |external: &str| format!("externals:\n  - {{{external}}}\n{games}");
    let frees = "free} => M1 binds Dragon; only a ruling frees it (M1)";
    assert_refused(TWO, &with("name: dragon, sides: free"), frees);
    let why = "M1 exempts Leopard Princess; only a ruling ties its sides otherwise (M1)";
    for sides in ["bound", "free"] {
        let text = with(&format!("name: leopard princess, sides: {sides}"));
        assert_refused(TWO, &text, &format!("{sides}}} => {why}"));
    }
    let ruling = "ruling: {by: Cara Lund, at: 2026-01-05T00:00:00Z, reason: the board was turned}";
    let needless =
        "{by: Cara => the ruling on Dragon ties its sides no otherwise than M1 does (M1)";
    assert_refused(TWO, &with(&format!("name: Dragon, sides: bound, {ruling}")), needless);
    for (old, new, expected) in [
        ("Cara Lund", "ben", "who takes part makes no ruling (M1)"),
        ("Cara Lund", "' '", "a ruling names who decided (M1)"),
        ("the board was turned", "''", "a ruling gives its reason (M1)"),
        ("00Z", "00.5Z", "instants are in whole seconds (M1)"),
    ] {
        let text = with(&format!("name: Dragon, sides: free, {}", ruling.replace(old, new)));
        let found = first(&format!("{TWO}{text}"), &RecordedGames::new()).unwrap_or_default();
        assert!(found.ends_with(expected), "{found}");
    }
    // Freed, Dragon alternates; bound, Leopard Princess does not; either says by whose ruling.
    let freed = format!("{TWO}{}", with(&format!("name: Dragon, sides: free, {ruling}")));
    let m = parse(&freed).unwrap();
    let sides = assign(&m, &RecordedGames::new());
    assert_eq!(sides.pair("d2"), Some(["anna", "ben"]));
    let shown = side_table(&m, &sides).text();
    assert!(shown.contains("; ruling of Cara Lund on 2026-01-05: the board was turned"), "{shown}");
    let bound =
        format!("{TWO}{}", with(&format!("name: LEOPARD  princess, sides: bound, {ruling}")));
    let sides = assign(&parse(&bound).unwrap(), &RecordedGames::new());
    assert_eq!(sides.pair("l2"), Some(["ben", "anna"]));
    assert_eq!(sides.of("l2").map(|a| a.rule), Some("M1"));
}

#[test]
fn a_tournament_of_strangers_stays_within_bounds() {
    let crowd = |n: usize| {
        let list: Vec<String> = (0..n).map(|i| format!("  - {{id: p{i}, name: P{i}}}")).collect();
        format!(
            "format: riverpost-match/1\nid: c\ntitle: C\nplayers:\n{}\ntournament: {{game: wing}}\n",
            list.join("\n")
        )
    };
    let message = "{game: wing} => more than 2000 in a tournament, or 500 in one section";
    assert_told(&crowd(501), &RecordedGames::new(), message);
    let grouping = "games: [{id: g1, game: wing, between: [a, b]}]\ntournament: {game: wing}\ngroupings: [{id: g, games: [g1], bonus: 1}]\n";
    assert_refused(
        FOUR,
        grouping,
        "[{id: g, => a tournament has no groupings: its standings count games alone",
    );
}

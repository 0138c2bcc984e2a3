//! A tournament from `init` to the final crosstable, and what its officials may do.

use super::{by_hand, ok_at};
use crate::harness::Place;
use crate::signed_lines::public;

const START: &str = "2026-12-01T00:00:00Z";
const PLAYERS: &str = "\
id,name,email
anna,Anna Ek,anna@example.org
ben,Ben Ode,ben@example.org
cara,\"Yo, Cara\",cara@example.org
dan,Dan Ito,dan@example.org
eva,Eva Lund,eva@example.org
finn,Finn Moe,
";

/// A single round-robin of six at Wing, whose arbiter is the clerk.
fn cup(more: &[&str]) -> Place {
    let place = Place::empty();
    place.ok(&["init"]);
    place.write("../players.csv", PLAYERS);
    let new = ["match", "new", "cup", "--title", "Wing Cup", "--tournament", "wing"];
    let with = ["--rounds", "single", "--file", "../players.csv"];
    let by = ["--arbiter", "Clerk <clerk@example.org>", "--criteria", "direct-encounter"];
    place.ok(&[&new[..], &with, &by, more].concat());
    place
}

/// The results of the fifteen games. The arbiter states them, but for those of which a player resigns.
const RESULTS: [(&str, &str); 15] = [
    ("r1-anna-finn", "anna resigns"),
    ("r1-ben-eva", "draw"),
    ("r1-cara-dan", "dan resigns"),
    ("r2-finn-dan", "south"),
    ("r2-eva-cara", "north"),
    ("r2-anna-ben", "south"),
    ("r3-ben-finn", "draw"),
    ("r3-cara-anna", "south"),
    ("r3-dan-eva", "north"),
    ("r4-finn-eva", "south"),
    ("r4-anna-dan", "draw"),
    ("r4-ben-cara", "south"),
    ("r5-cara-finn", "finn resigns"),
    ("r5-dan-ben", "south"),
    ("r5-eva-anna", "north"),
];

/// The whole of it. At Wing a win is 3 points and a draw ½ each; the sums are worked out by hand.
#[test]
fn from_init_to_the_final_crosstable() {
    let place = cup(&["--time", "40d+2d", "--start", START, "--every", "14d"]);
    let said = place.ok(&["match", "next", "cup"]);
    let first = "r1-anna-finn to r1-cara-dan, 3 games, cannot begin: round 1 begins 2026-12-01";
    assert!(said.starts_with(first), "{said}");
    assert!(place.ok(&["match", "open", "cup"]).ends_with("nothing is to be opened\n"));

    let schedule = place.ok(&["match", "schedule", "cup"]);
    let rows: Vec<Vec<&str>> = schedule.lines().map(|l| l.split_whitespace().collect()).collect();
    assert_eq!(rows[4], ["2", "2026-12-15T00:00:00Z", "Finn", "Moe", "Dan", "Ito"], "{schedule}");

    let said = ok_at(&place, START, &["match", "next", "cup"]);
    let open = "open r1-anna-finn (South Anna Ek, North Finn Moe): Wing is unplayed [M4]\n";
    assert!(said.starts_with(open), "{said}");
    let commits = place.commits();
    let said = ok_at(&place, START, &["match", "open", "cup"]);
    assert!(said.contains("cup: opened: r1-anna-finn to r1-cara-dan, 3 games"), "{said}");
    // The second round is opened ahead, and starts on its day.
    ok_at(&place, START, &["match", "open", "cup", "--round", "2"]);
    assert_eq!(place.commits(), commits + 2, "a commit for each round");
    let record = place.read("games/wing/2026-12/cup-r2-finn-dan.yaml");
    for line in [
        "  south: {name: Finn Moe}",
        "arbiter: {name: Clerk, email: clerk@example.org}",
        "round: \"2\"",
        "started: 2026-12-15T00:00:00Z",
        "time: 40d+2d",
        "x-match-game: r2-finn-dan",
    ] {
        assert!(record.lines().any(|other| other == line), "{line}: {record}");
    }
    let later = "2027-02-01T00:00:00Z";
    ok_at(&place, later, &["match", "open", "cup"]);
    for (game, result) in RESULTS {
        let record = format!("cup-{game}");
        match result.split_once(' ') {
            Some((who, _)) => {
                place.ok(&["resign", &record, "--for", who]);
            }
            None => {
                let how = if game == "r2-anna-ben" { "forfeit" } else { "adjudication" };
                place.ok(&["match", "result", "cup", game, result, "--how", how]);
            }
        }
    }
    let correct = ["match", "result", "cup", "r3-ben-finn", "north", "--how", "adjudication"];
    let said = place.ok(&[&correct[..], &["--correct", "--reason", "a letter was late"]].concat());
    let line = "cup: result corrected: r3-ben-finn, north by adjudication, was draw by adjudication: a letter was late";
    assert!(said.contains(line), "{said}");
    assert_eq!(place.ok(&["match", "next", "cup"]), "nothing is left to be played\n");

    let rows = place.json(&["match", "standings", "cup"])["standings"].clone();
    let rows: Vec<(&str, &str)> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["name"].as_str().unwrap(), row["points"].as_str().unwrap()))
        .collect();
    // Cara beat Finn; of the last three Eva has 3½ against the other two, Dan 3 and Ben ½.
    let expected = [
        ("Yo, Cara", "12"),
        ("Finn Moe", "12"),
        ("Anna Ek", "6.5"),
        ("Eva Lund", "3.5"),
        ("Dan Ito", "3.5"),
        ("Ben Ode", "3.5"),
    ];
    assert_eq!(rows, expected);
    let text = place.ok(&["match", "crosstable", "cup"]);
    let table: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(table[3][..3], ["3", "Anna", "Ek"], "{text}");
    assert!(table[3].contains(&"6½"), "{text}");
    place.assert_sound();
}

/// What is said to be due, and what keeps the rest, is what is opened and kept.
#[test]
fn next_and_open_agree() {
    let place = cup(&["--start", START]);
    let (next, open) = (["match", "next", "cup"], ["match", "open", "cup", "--json"]);
    for more in [&[][..], &["--round", "3"], &["--game", "r1-ben-eva"]] {
        let due = place.json(&[&next[..], more].concat())["due"].clone();
        let due = due.as_array().unwrap().iter();
        let due: Vec<_> = due.map(|d| (d["game"].clone(), d["waiting"].clone())).collect();
        let opened = place.ok(&[&open[..], more, &["--dry-run"]].concat());
        let opened = opened.lines().map(|line| serde_json::from_str(line).unwrap());
        let opened: Vec<_> =
            opened.map(|d: serde_json::Value| (d["game"].clone(), d["waiting"].clone())).collect();
        assert_eq!(due, opened, "{more:?}");
        assert!(!due.is_empty());
    }
    let text = place.read("matches/cup.yaml");
    by_hand(&place, "matches/cup.yaml", &text.replacen("south: ben", "record: no, south: ben", 1));
    let run = place.run(&["match", "next", "cup"]);
    assert!(run.code == 1 && !run.out.contains("open r1"), "{run:?}");
    assert!(run.out.contains("r1-ben-eva: there is no record no"), "{run:?}");
    place.refused(1, &["match", "open", "cup"], &["r1-ben-eva: there is no record no"]);
    by_hand(&place, "matches/cup.yaml", &text);
    place.refused(
        1,
        &["match", "open", "cup", "--round", "6"],
        &["there is no round 6", "schedule"],
    );
}

#[test]
fn players_come_and_go() {
    let place = cup(&[]);
    let add = ["match", "player", "add", "cup"];
    let said = place.ok(&[&add[..], &["gil=Gil Poe <gil@example.org>"]].concat());
    assert!(said.contains("cup: player added: gil"), "{said}");
    let file = place.read("matches/cup.yaml");
    // Seven play seven rounds of three games; as in the table for eight, where the last place is empty.
    assert_eq!(file.matches("game: wing, south").count(), 21, "{file}");
    assert!(
        file.contains("{id: r1-ben-gil, game: wing, south: ben, north: gil, round: 1}"),
        "{file}"
    );
    let bye = ["match", "bye", "cup", "anna", "--points", "½", "--round"];
    place.refused(1, &[&bye[..], &["2"]].concat(), &["anna has an opponent in round 2"]);
    place.refused(
        1,
        &[&bye[..], &["8"]].concat(),
        &["there is no round 8: the last one is round 7"],
    );
    let said = place.ok(&[&bye[..], &["1"]].concat());
    assert!(said.contains("cup: bye: anna, round 1, points ½"), "{said}");

    place.ok(&["match", "open", "cup", "--game", "r1-ben-gil"]);
    let late = [&add[..], &["hal=Hal Ra"]].concat();
    place.refused(1, &late, &["has begun with r1-ben-gil", "match player replace"]);
    let said = place.ok(&["match", "player", "replace", "cup", "gil", "Ida Su <ida@example.org>"]);
    assert!(said.contains("cup: player replaced: gil, Gil Poe by Ida Su"), "{said}");
    let said = place.ok(&["match", "player", "withdraw", "cup", "ben", "--results", "annulled"]);
    assert!(said.contains("cup: player withdrawn: ben, results annulled"), "{said}");
    place.refused(1, &["match", "player", "withdraw", "cup", "Ben Ode"], &["withdrawn already"]);
    let next = place.ok(&["match", "next", "cup"]);
    assert!(!next.contains("ben") && next.contains("North Ida Su"), "{next}");
    place.ok(&["match", "tiebreaks", "cup", "wins", "koya"]);
    assert!(place.read("matches/cup.yaml").contains("tiebreaks: [wins, koya]"));
    let tie_breaks = ["match", "tiebreaks", "cup", "wins", "koya"];
    place.refused(1, &tie_breaks, &["says so already"]);
    place.assert_sound();
}

#[test]
fn officials_run_a_tournament() {
    let place = Place::empty();
    let settings = "format: riverpost-repository/1\norganisers: [olga@example.org]\n";
    place.write("riverpost.yaml", settings);
    place.ok(&["init"]);
    let players = ["--player", "anna=Anna Ek <anna@example.org>", "--player", "ben=Ben Ode"];
    let new = ["match", "new", "cup", "--tournament", "wing", "--player", "cy=Cy Dod"];
    place.ok(&[&new[..], &players].concat());
    let open = ["match", "open", "cup"];
    let said = ["this is for an organiser (olga@example.org) to do", "add --for NAME"];
    place.refused(1, &open, &said);
    let arbiter =
        ["match", "arbiter", "cup", "Eva Ros <eva@example.org>", "--for", "olga@example.org"];
    let text = place.ok(&arbiter);
    assert!(text.contains("entered for olga@example.org by Clerk"), "{text}");
    place.refused(1, &open, &["the arbiter (Eva Ros) or an organiser (olga@example.org)"]);
    let own = ["match", "arbiter", "cup", "Anna Ek", "--for", "arbiter"];
    place.refused(1, &own, &["the arbiter may not be a player", "[G5]"]);

    // A player enters nothing for those who rule on the games, but states what was played.
    place.identify_as("Anna Ek", "anna@example.org");
    place.refused(1, &[&open[..], &["--for", "arbiter"]].concat(), &["plays in this game", "[G5]"]);
    place.refused(
        2,
        &[&open[..], &["--for", "zoe"]].concat(),
        &["\"zoe\"", "Eva Ros, olga@example.org"],
    );
    place.identify_as("Olga", "olga@example.org");
    place.ok(&open);
    let result = ["match", "result", "cup", "r1-anna-ben", "void", "--reason", "a fire"];
    place.identify_as("Anna Ek", "anna@example.org");
    place.refused(1, &result, &["plays in this game", "[G5]"]);
    let leave = ["match", "player", "withdraw", "cup", "anna"];
    let ruling = [&leave[..], &["--results", "annulled"]].concat();
    place.refused(1, &ruling, &["this is for the arbiter (Eva Ros) or an organiser"]);
    place.ok(&leave);
    place.identify_as("Eva Ros", "eva@example.org");
    place.ok(&result);
    place.assert_sound();
}

#[test]
fn teams_have_boards_captains_and_substitutes() {
    let place = Place::empty();
    place.ok(&["init"]);
    let table = "team,name,email\noak,Al,al@example.org\noak,Bo,\nelm,Cy,\nelm,Di,\n";
    place.write("../teams.csv", table);
    let new = ["match", "new", "league", "--tournament", "wing", "--boards", "2"];
    let teams = ["--file", "../teams.csv", "--team", "oak=Oak Club"];
    place.ok(&[&new[..], &teams, &["--rounds", "double"]].concat());
    let said = place
        .ok(&["match", "team", "add", "league", "fir=Fir", "--member", "Ed", "--member", "Flo"]);
    assert!(said.contains("league: team added: fir"), "{said}");
    let file = place.read("matches/league.yaml");
    // Three teams meet twice, on two boards; on the second the sides are changed.
    assert_eq!(file.matches("game: wing, south").count(), 12, "{file}");
    let pair = "  - {id: r1-elm-fir-b1, game: wing, south: elm, north: fir, round: 1, board: 1}\n  \
                - {id: r1-elm-fir-b2, game: wing, south: fir, north: elm, round: 1, board: 2}\n";
    assert!(file.contains(pair), "{file}");
    place.refused(
        1,
        &["match", "team", "captain", "league", "oak", "Zed"],
        &["Zed is not a member", "[M6]"],
    );
    place.ok(&["match", "team", "captain", "league", "Oak Club", "Bo"]);
    place.ok(&["match", "open", "league", "--round", "1"]);
    let said = place.ok(&["match", "team", "substitute", "league", "fir", "Flo", "Gus"]);
    assert!(said.contains("league: substitute: fir, Gus for Flo"), "{said}");
    place.ok(&["match", "open", "league"]);
    let south = |game: &str| {
        let text = place.read(&format!("games/wing/2026-11/league-{game}.yaml"));
        text.lines().find(|line| line.starts_with("  south:")).unwrap().to_owned()
    };
    assert_eq!(south("r1-elm-fir-b2"), "  south: {name: Flo}");
    assert_eq!(south("r3-oak-elm-b1"), "  south: {name: Al, email: al@example.org}");
    assert_eq!(south("r6-oak-fir-b2"), "  south: {name: Gus}");
    place.assert_sound();
}

/// What the settings require and `new` agrees on stands in the records.
#[test]
fn terms_come_from_the_settings_and_the_match() {
    let place = Place::empty();
    place.write("riverpost.yaml", "format: riverpost-repository/1\nsignatures: required\n");
    place.ok(&["init"]);
    place.ok(&[
        "new",
        "wing",
        "--south",
        "Al",
        "--north",
        "Bo",
        "--id",
        "one",
        "--endings",
        "claimed",
    ]);
    let record = place.read("games/wing/2026-11/one.yaml");
    assert!(
        record.contains("\nsign: required\n") && record.contains("\nendings: claimed\n"),
        "{record}"
    );
    let new =
        ["match", "new", "duo", "--player", "al=Al", "--player", "bo=Bo", "--tournament", "wing"];
    place.ok(&[&new[..], &["--time", "3d/move", "--lag", "1d", "--off", "sat,sun"]].concat());
    let terms = "terms: {time: 3d/move, clock: {\"off\": [sat, sun]}, lag: 1d, sign: required}\n";
    assert!(place.read("matches/duo.yaml").contains(terms), "{}", place.read("matches/duo.yaml"));
    place.ok(&["match", "open", "duo"]);
    let record = place.read("games/wing/2026-11/duo-r1-al-bo.yaml");
    for line in ["sign: required", "lag: 1d", "time: 3d/move", "clock: {off: [sat, sun]}"] {
        assert!(record.lines().any(|other| other == line), "{line}: {record}");
    }
}

#[test]
fn a_table_of_players_is_read_strictly() {
    let place = Place::empty();
    place.ok(&["init"]);
    for (text, said) in [
        ("id,name\nanna,Anna\nben\n", "players.csv:3:1: 1 values for 2 columns"),
        ("id,name\nanna,\"Anna\n", "players.csv:2:6: this quote is not closed in its line"),
        ("id,name,adress\n", "players.csv:1:9: there is no column \"adress\""),
        ("id,name,key\na,A,ssh-rsa x\n", "players.csv:2:5:"),
        ("id,name\n,A\n", "players.csv:2:1: the value of id is missing"),
        ("", "players.csv:1:1: the table is empty"),
    ] {
        place.write("../players.csv", text);
        let new = ["match", "new", "cup", "--tournament", "wing", "--file", "../players.csv"];
        place.refused(2, &new, &[said]);
    }
}

/// The keys of the table and of the arbiter stand in the records, whose games the file need not have listed.
#[test]
fn keys_are_copied_and_pairings_listed() {
    let place = Place::empty();
    place.ok(&["init"]);
    let [anna, eva] = [public(1), public(2)];
    place.write("../players.csv", format!("key,id,name\n{anna} a comment,anna,Anna\n,ben,Ben\n"));
    let new = ["match", "new", "duo", "--tournament", "wing", "--file", "../players.csv"];
    let arbiter = ["--arbiter", "Eva Ros", "--arbiter-key", &eva, "--dry-run"];
    let said = place.ok(&[&new[..], &arbiter].concat());
    let file: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("+ ")).collect();
    let is_kept = |line: &&str| !line.contains("{id: r") && *line != "games:";
    let opened = file.into_iter().take_while(|line| *line != "log: |");
    let file: Vec<&str> = opened.filter(is_kept).collect();
    place.write("../duo.yaml", file.join("\n"));
    place.ok(&["match", "new", "--from", "../duo.yaml"]);
    let next = place.ok(&["match", "next", "duo"]);
    assert_eq!(next, "open round 1: South Anna, North Ben [M1]\n");
    place.ok(&["match", "open", "duo", "--for", "arbiter"]);
    let file = place.read("matches/duo.yaml");
    let game =
        "{id: r1-anna-ben, game: wing, record: duo-r1-anna-ben, south: anna, north: ben, round: 1}";
    assert!(file.contains(game), "{file}");
    let record = place.read("games/wing/2026-11/duo-r1-anna-ben.yaml");
    assert!(record.contains(&format!("south: {{name: Anna, key: {anna}}}")), "{record}");
    assert!(record.contains(&format!("arbiter: {{name: Eva Ros, key: {eva}}}")), "{record}");
}

/// The organiser of a match is named when it begins, and opens its games, which a player does not.
#[test]
fn an_organiser_is_named_from_the_start() {
    let place = Place::empty();
    place.ok(&["init"]);
    place.identify_as("Olga Rey", "olga@example.org");
    let players = ["--player", "anna=Anna Ek <anna@example.org>", "--player", "ben=Ben Ode"];
    let officials = ["--organiser", "Olga Rey <olga@example.org>", "--arbiter", "Eva Ros"];
    let new = ["match", "new", "duo", "--tournament", "wing"];
    place.ok(&[&new[..], &players, &officials].concat());
    let file = place.read("matches/duo.yaml");
    assert!(file.contains("\norganiser: {name: Olga Rey, email: olga@example.org}\n"), "{file}");
    assert!(file.contains("  organiser: opened "), "{file}");
    place.identify_as("Anna Ek", "anna@example.org");
    place.refused(1, &["match", "open", "duo"], &["an organiser (olga@example.org)"]);
    place.identify_as("Olga Rey", "olga@example.org");
    place.ok(&["match", "open", "duo"]);
    place.read("games/wing/2026-11/duo-r1-anna-ben.yaml");
}

//! Results, what is next, and games that are begun from the match.

use super::{
    FILE, assert_kept, by_hand, duel, level_match, ok_at, refused_at, with_match, without_log,
};
use crate::harness::{NOW, Place};

/// When the continuation is begun.
const DAY: &str = "2026-12-04T00:00:00Z";
const LEVEL: &str = "games/fortress/2026-11/autumn-tb.yaml";

/// The tie-break begun in the Level variation and drawn by agreement.
fn drawn_level() -> Place {
    let place = level_match();
    place.ok(&["match", "open", "autumn", "--time", "50d/10"]);
    place.ok(&["move", "autumn-tb", "PWH e2-e4", "--at", "2026-12-01T00:00:00Z"]);
    let offer = ["move", "autumn-tb", "WPN e8-e6", "--draw", "--at", "2026-12-02T00:00:00Z"];
    place.ok(&offer);
    let text = place.read(LEVEL).replace("result: \"*\"", "result: draw\nending: agreement");
    by_hand(&place, LEVEL, &format!("{text}  2. draw agreed [2026-12-03T00:00:00Z]\n"));
    place.at("2026-12-03T00:00:00Z");
    place
}

#[test]
fn a_drawn_level_game_is_followed_by_a_high_one() {
    let place = drawn_level();
    let before = place.read(FILE);
    let said = place.ok(&["match", "next", "autumn"]);
    assert!(
        said.contains("tb was drawn, so the high variation must be played: same sides"),
        "{said}"
    );
    assert!(said.contains("[S3]"), "{said}");
    let json = place.json(&["match", "next", "autumn"]);
    assert_eq!(json["next"][0]["do"], "follow-up");
    assert_eq!(json["next"][0]["first"], "north");

    let create = ["match", "open", "autumn"];
    let commits = place.commits();
    ok_at(&place, DAY, &[&create[..], &["--dry-run"]].concat());
    assert_eq!(place.commits(), commits);
    let said = ok_at(&place, DAY, &create);
    assert!(said.contains("autumn-tb-high"), "{said}");
    assert_eq!(place.commits(), commits + 1, "the record and the match file");
    let after = place.read(FILE);
    assert_kept(&before, &after);
    assert!(
        after.contains("{id: tb-high, game: fortress, variation: high, record: autumn-tb-high}")
    );
    assert!(after.contains("tiebreak: [tb, tb-high]"), "{after}");

    let level = place.read(LEVEL);
    let high = place.read("games/fortress/2026-12/autumn-tb-high.yaml");
    for line in
        ["x-match: autumn", "x-match-game: tb-high", "x-after: autumn-tb", "variation: high"]
    {
        assert!(high.contains(line), "{line}: {high}");
    }
    for key in ["  south:", "  north:", "time:"] {
        let line = |text: &str| text.lines().find(|l| l.starts_with(key)).unwrap().to_owned();
        assert_eq!(line(&level), line(&high));
    }
    assert!(high.contains("started: 2026-12-04T00:00:00Z"), "{high}");
    let legal = place.json(&["show", "autumn-tb-high"]);
    assert_eq!(legal["turn"], "north");
    let said = place.ok(&["match", "next", "autumn"]);
    assert!(said.contains("play tb-high") && said.contains("being played"), "{said}");
    place.assert_sound();
    let nothing = place.ok(&create);
    assert!(nothing.contains("nothing is to be opened"), "{nothing}");
    // The ids of its games begin like that of the match.
    let audit = place.run(&["audit", "autumn"]);
    assert!(audit.out.contains(" 0 records, 1 match, "), "{audit:?}");
}

#[test]
fn a_high_game_that_the_file_lists_gets_its_record() {
    let place = drawn_level();
    let text = without_log(&place.read(FILE));
    let text = text.replace("tiebreak: [tb]", "tiebreak: [tb, decider]").replace(
        "groupings:",
        "  # the last one\n  - id: decider\n    game: fortress\n    variation: high\ngroupings:",
    );
    by_hand(&place, FILE, &text);
    ok_at(&place, DAY, &["match", "open", "autumn"]);
    let after = place.read(FILE);
    assert_kept(&text, &after);
    assert!(after.contains("    variation: high\n    record: autumn-decider\n"), "{after}");
    place.assert_sound();
}

#[test]
fn another_record_of_that_name_is_not_taken() {
    let place = level_match();
    let players = ["--south", "Anna Ek", "--north", "Ben Ode"];
    place.ok(&[&["new", "wing", "--id", "autumn-tb"], &players[..]].concat());
    let create = ["match", "open", "autumn"];
    let taken = "tb cannot begin: the id autumn-tb is taken by games/wing/2026-11/autumn-tb.yaml\n";
    assert_eq!(place.ok(&["match", "next", "autumn"]), taken);
    assert_eq!(place.ok(&create), format!("{taken}nothing is to be opened\n"));
    place.ok(&[&["new", "wing", "--id", "autumn"], &players[..]].concat());
    let both = ["games/wing/2026-11/autumn.yaml, matches/autumn.yaml", "or the path"];
    place.refused(2, &["audit", "autumn"], &both);
}

#[test]
fn nothing_is_begun_before_its_time() {
    let place = with_match();
    let said = place.ok(&["match", "next", "autumn"]);
    assert!(said.starts_with("draw for sides:"), "{said}");
    assert!(
        !said.contains("play tb"),
        "the tie-break is played only when the totals are level: {said}"
    );
    assert!(place.ok(&["match", "open", "autumn"]).contains("nothing is to be opened"));
    place.ok(&["match", "lots", "roll", "autumn", "--die", "5", "--witness", "Cleo Fay"]);
    place.ok(&["match", "result", "autumn", "dragon", "north", "--points", "0,3"]);
    place.ok(&["match", "result", "autumn", "stones", "north", "--points", "1,2.5"]);
    let said = place.ok(&["match", "next", "autumn"]);
    assert!(said.contains("nothing is left to be played"), "{said}");
    assert!(place.ok(&["match", "open", "autumn"]).contains("nothing is to be opened"));
    let score = place.json(&["match", "score", "autumn"]);
    assert_eq!(score["score"]["points"], serde_json::json!(["1", "8.5"]), "{score}");
}

#[test]
fn games_of_one_kind_alternate_and_keep_their_clock() {
    let place = Place::new();
    place.ok(&[
        "match",
        "new",
        "duel",
        "--player",
        "anna=Anna Ek <anna@example.org>",
        "--player",
        "ben=Ben Ode <ben@example.org>",
        "--game",
        "one=wing",
        "--game",
        "two=wing",
    ]);
    let create = ["match", "open", "duel", "--time", "40d+2d"];
    let said = place.ok(&create);
    assert!(
        said.contains("one cannot begin: its sides are to be drawn for or stated first"),
        "{said}"
    );
    place.ok(&["match", "lots", "roll", "duel", "--die", "2", "--witness", "Cleo Fay"]);
    place.ok(&["match", "open", "duel", "--time", "40d+2d", "--game", "one"]);
    place.ok(&["match", "open", "duel"]);
    let [one, two] =
        ["one", "two"].map(|g| place.read(&format!("games/wing/2026-11/duel-{g}.yaml")));
    assert!(
        one.contains("north: {name: Anna Ek, email: \"anna@example.org\"}")
            || one.contains("north: {name: Anna Ek, email: anna@example.org}"),
        "{one}"
    );
    assert!(two.contains("south: {name: Anna Ek"), "{two}");
    assert!(two.contains("time: 40d+2d"), "{two}");
    place.assert_sound();
}

#[test]
fn results_that_are_refused() {
    let place = with_match();
    place.ok(&["match", "lots", "roll", "autumn", "--die", "5", "--witness", "Cleo Fay"]);
    let result = |words: &[&'static str]| [&["match", "result", "autumn"], words].concat();
    place.refused(2, &result(&["chess", "north"]), &["no game \"chess\"", "dragon, stones, tb"]);
    place.refused(1, &result(&["dragon", "north"]), &["is not known: state the points here"]);
    place.refused(2, &result(&["dragon", "--points", "3"]), &["SOUTH,NORTH"]);
    place.refused(2, &result(&["dragon", "--points", "x,3"]), &["\"x\" is not a number of points"]);
    place.refused(
        1,
        &result(&["dragon", "north", "--points", "3,0"]),
        &["the winner has fewer points"],
    );
    place.refused(1, &result(&["dragon", "void"]), &["a void game needs a note that says why"]);
    place.refused(1, &result(&["tb", "north", "--points", "0,3"]), &["follow from the rules (M4)"]);
    let sides = result(&["dragon", "north", "--points", "0,3", "--north", "anna"]);
    place.refused(1, &sides, &["matches/autumn.yaml:", "dragon: anna is north here", "[S6]"]);
    place.ok(&result(&["dragon", "north", "--points", "0,3"]));
    place.refused(1, &result(&["dragon", "north", "--points", "0,3"]), &["says so already"]);
    let other = result(&["dragon", "south", "--points", "3,0"]);
    place.refused(
        1,
        &other,
        &["states another result for this game already", "--correct --reason"],
    );
    place.ok(&result(&[
        "princess",
        "--external",
        "Leopard Princess",
        "--points",
        "½,½",
        "--north",
        "anna",
    ]));
    let score = place.ok(&["match", "score", "autumn"]);
    assert!(score.contains("princess: Leopard Princess"), "{score}");
    assert!(score.contains("½"), "{score}");
    place.assert_sound();
}

#[test]
fn unfinished_work_is_in_nobodys_commit() {
    let place = with_match();
    place.write(FILE, format!("{}# mine\n", place.read(FILE)));
    let commit = ["match", "lots", "commit", "autumn", "--for", "anna"];
    place.refused(3, &commit, &[FILE]);
    place.refused(3, &["match", "result", "autumn", "dragon", "--points", "0,3"], &[FILE]);
    assert!(!place.file(".git/riverpost/secrets").exists());
}

#[test]
fn a_file_that_cannot_be_added_to_is_left_alone() {
    let place = with_match();
    let text = place.read(FILE);
    let text = text.replace(
        "  - {id: dragon, external: Dragon}",
        "  - {id: dragon, external: \"Dra\\\n     gon\"}",
    );
    by_hand(&place, FILE, &text);
    // Text goes on in the next line here, and all the same what is added is found again.
    place.ok(&["match", "result", "autumn", "stones", "--points", "0,3", "--north", "ben"]);
    assert_kept(&text, &place.read(FILE));
    place.ok(&["verify"]);
}

#[test]
fn a_bare_repository_takes_the_same_commits() {
    let place = level_match();
    place.git(&["clone", "-q", "--bare", ".", "../shared.git"]);
    let shared = place.root().join("shared.git");
    let shared = shared.to_str().unwrap();
    place.ok(&["match", "open", "autumn", "--repo", shared]);
    let said = place.ok(&["match", "next", "autumn", "--repo", shared]);
    assert!(said.contains("being played"), "{said}");
    let said = place.ok(&["verify", "--repo", shared]);
    assert!(said.contains("1 record holds") && said.contains("1 match holds"), "{said}");
}

#[test]
fn a_match_that_is_there_is_not_begun_again() {
    let place = with_match();
    let new = |id| ["match", "new", id, "--player", "a=A A", "--player", "b=B B"];
    place.refused(1, &new("Autumn"), &["is taken by matches/autumn.yaml"]);
    place.refused(1, &["match", "new", "alone", "--player", "a=A A"], &["at least two players"]);
    place.refused(2, &["match", "new", "odd", "--player", "A A"], &["ID=NAME <ADDRESS>"]);
    place.refused(1, &new("../out"), &["is not made of letters"]);
    let other = place.read(FILE).replace("id: autumn", "id: winter");
    place.write("../winter.yaml", &other);
    let new = ["match", "new", "--from", "../winter.yaml"];
    place.refused(1, &new, &["../winter.yaml:15:3:", "is not what the match was opened with"]);
    let text = without_log(&other);
    place.write("../winter.yaml", &text);
    place.ok(&new);
    let begun = place.read("matches/winter.yaml");
    assert_eq!(without_log(&begun), text);
    let line = begun.lines().last().unwrap();
    assert!(line.starts_with("  anna: opened "), "{begun}");
    place.assert_sound();
}

#[test]
fn who_has_the_chariots_is_drawn_for() {
    let place = duel("e=encounter", "1");
    let lot = ["match", "lots", "commit", "duel", "e", "--option", "chariots", "--for"];
    place.ok(&[&lot[..], &["anna"]].concat());
    let said = place.ok(&["match", "open", "duel"]);
    assert!(said.contains("e cannot begin: the draw for its chariots is not decided"), "{said}");
    let choose = ["match", "lots", "choose", "duel", "e", "--option", "chariots", "--for", "anna"];
    let future = [&choose[..], &["--north", "anna", "--at", "2026-12-20T00:00:00Z"]].concat();
    refused_at(&place, NOW, &future, &["2026-12-20T00:00:00Z", "[C18]"]);
    ok_at(&place, "2026-12-20T00:00:00Z", &[&choose[..], &["--north", "anna"]].concat());
    let create = ["match", "open", "duel", "--option", "promotion=6"];
    ok_at(&place, "2026-12-21T00:00:00Z", &create);
    let record = place.read("games/encounter/2026-12/duel-e.yaml");
    // The die was odd: Anna, who has the Chariots, is South.
    assert!(record.contains("south: {name: Anna Ek}"), "{record}");
    assert!(record.contains("chariots: south") && record.contains("promotion: \"6\""), "{record}");
    place.assert_sound();
}

#[test]
fn a_teams_captain_is_named_in_the_record() {
    let place = Place::new();
    let text = "format: riverpost-match/1\nid: clubs\ntitle: Clubs\nteams:\n  - {id: oak, name: Oak, \
                captain: Bo, members: [{name: Al}, {name: Bo, email: bo@example.org}]}\n  - {id: elm, \
                name: Elm, members: [{name: Cy}, {name: Di}]}\ngames:\n  - {id: w, game: wing, south: \
                oak}\n";
    place.write("../clubs.yaml", text);
    place.ok(&["match", "new", "--from", "../clubs.yaml"]);
    place.ok(&["match", "open", "clubs"]);
    let record = place.read("games/wing/2026-11/clubs-w.yaml");
    assert!(record.contains("south: {name: Bo, email: bo@example.org}"), "{record}");
    assert!(record.contains("north: {name: Cy}"), "{record}");
    place.assert_sound();
}

/// The arbiter of a match stands in the records that it opens.
#[test]
fn g5_a_match_copies_its_arbiter_into_its_records() {
    let place = Place::new();
    let players = ["--player", "anna=Anna Ek", "--player", "ben=Ben Ode", "--game", "one=wing"];
    let with = |arbiter| [&["match", "new", "duel", "--arbiter", arbiter][..], &players].concat();
    place.refused(1, &with("ben ode"), &["the arbiter may not be a player", "[G5]"]);
    place.ok(&with("Eva Ros <eva@example.org>"));
    let line = "\narbiter: {name: Eva Ros, email: eva@example.org}\n";
    assert!(place.read("matches/duel.yaml").contains(line));
    place.ok(&["match", "lots", "roll", "duel", "--die", "1", "--witness", "Cleo Fay"]);
    place.ok(&["match", "open", "duel"]);
    assert!(place.read("games/wing/2026-11/duel-one.yaml").contains(line));
    place.assert_sound();
}

//! `verify` of match files: every side and score worked out anew from the records.

use std::path::Path;

use serde_json::Value;

use super::{FILE, by_hand, level_match, ok_at, with_match, without_log};
use crate::harness::Place;

/// The lines that `verify` prints for a match file, and that it answers no.
#[track_caller]
fn complaints(place: &Place, text: &str) -> Vec<String> {
    by_hand(place, FILE, text);
    let run = place.run(&["verify"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
    run.out.lines().filter(|l| l.starts_with(FILE)).map(str::to_owned).collect()
}

#[test]
fn the_collections_example_holds() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let place = Place::nowhere();
    let said = place.ok(&["verify", games.to_str().unwrap()]);
    assert!(said.contains("1 match holds"), "{said}");
    let file = games.join("matches/specimen-middle-trilogy.yaml");
    let file = file.to_str().unwrap();
    let json = place.json(&["match", "score", file]);
    assert_eq!(json["score"]["points"], serde_json::json!(["7", "3"]));
    assert_eq!(json["score"]["nominal"], serde_json::json!(["5", "1"]));
    let said = place.ok(&["match", "next", file]);
    assert!(said.contains("nothing is left to be played"), "{said}");
    let line = place.json(&["verify", file]);
    assert_eq!((&line["ok"], &line["error"]), (&Value::Bool(true), &Value::Null));
}

#[test]
fn a_missing_record_is_named() {
    let place = level_match();
    let text = without_log(&place.read(FILE))
        .replace("variation: level}", "variation: level, record: autumn-tb}");
    let found = complaints(&place, &text);
    assert_eq!(found, ["matches/autumn.yaml:16:56: tb: there is no record autumn-tb"]);
    let run = place.run(&["verify", "--json"]);
    let line: Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!(line["ok"], false);
    assert_eq!(line["error"]["line"], 16);
    assert_eq!(line["error"]["message"], "tb: there is no record autumn-tb");
}

#[test]
fn records_and_file_must_agree() {
    let place = level_match();
    place.ok(&["match", "open", "autumn"]);
    let text = without_log(&place.read(FILE));

    let found = complaints(&place, &text.replace("variation: level,", "variation: high,"));
    assert!(found[0].contains("is not what has to be played here (rule S3)"), "{found:?}");

    let stated = text.replace("record: autumn-tb}", "record: autumn-tb, result: north}");
    let found = complaints(&place, &stated);
    assert!(found[0].contains("the match file says north won, the record being played (rule M4)"));
    assert!(found[0].starts_with("matches/autumn.yaml:16:75: tb:"), "{found:?}");

    let other = text.replace("record: autumn-tb}", "record: autumn-tb, north: anna}");
    let found = complaints(&place, &other).join("\n");
    assert!(found.contains("but not in the match file (rule M6)"), "{found}");

    let stranger = text.replace("name: Ben Ode", "name: Bob Ode").replace("ben@", "bob@");
    let found = complaints(&place, &stranger).join("\n");
    assert!(
        found.contains("tb: Ben Ode, north in the record, does not play in this match (rule M6)"),
        "{found}"
    );

    let unlevel = text
        .replace("points: {south: \"3\", north: \"0\"}", "points: {south: \"2\", north: \"0\"}");
    let found = complaints(&place, &unlevel).join("\n");
    assert!(
        found.contains("tb was begun though overall was not level; it scores no bonus (rule S5)"),
        "{found}"
    );

    let drawn = text.replace("roll: 5", "roll: 4");
    let found = complaints(&place, &drawn).join("\n");
    assert!(found.contains("tb: ben is north here"), "{found}");

    by_hand(&place, FILE, &text);
    place.assert_sound();
    let record = "games/fortress/2026-11/autumn-tb.yaml";
    by_hand(&place, record, &format!("{}  1. PWH e2-e5\n", place.read(record)));
    let found = complaints(&place, &text).join("\n");
    assert!(found.contains("the record autumn-tb is not sound"), "{found}");
}

#[test]
fn a_file_is_called_after_its_match() {
    let place = with_match();
    let found =
        complaints(&place, &without_log(&place.read(FILE)).replace("id: autumn", "id: spring"));
    assert_eq!(
        found,
        ["matches/autumn.yaml:1:1: the file should be called spring.yaml after its id"]
    );
}

#[test]
fn another_matchs_commitment_does_not_open_here() {
    let place = with_match();
    let draw = |word: &str, who: &str, at: &str| {
        ok_at(&place, at, &["match", "lots", word, "autumn", "--for", who]);
    };
    draw("commit", "anna", "2026-11-30T08:00:00Z");
    draw("commit", "ben", "2026-11-30T09:00:00Z");
    draw("reveal", "anna", "2026-11-30T10:00:00Z");
    draw("reveal", "ben", "2026-11-30T11:00:00Z");
    let replayed = without_log(&place.read(FILE)).replace("id: autumn", "id: winter");
    by_hand(&place, "matches/winter.yaml", &replayed);
    let run = place.run(&["verify"]);
    assert_eq!(run.code, 1);
    let line = run.out.lines().find(|l| l.starts_with("matches/")).unwrap();
    assert!(
        line.starts_with("matches/winter.yaml:14:9: draw for sides: what anna reveals"),
        "{line}"
    );
    assert!(line.ends_with("(rule M5)"), "{line}");
    assert!(run.out.contains("1 of 2 matches fails"), "{}", run.out);
}

#[test]
fn a_choice_made_too_early_is_named() {
    let place = with_match();
    place.ok(&["match", "lots", "commit", "autumn", "--for", "anna"]);
    let text = place.read(FILE).replace(
        "\ngames:",
        "\n      - {act: choose, player: anna, north: anna, at: \"2026-11-30T00:00:00Z\"}\ngames:",
    );
    let found = complaints(&place, &text);
    assert!(
        found[0].contains("anna may not choose; there is time to commit (rule M5)"),
        "{found:?}"
    );
}

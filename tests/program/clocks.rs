//! Clocks as two players meet them: leave in all games at once, leave cancelled, both flags down.

use super::harness::{ID, Place};

const ANNA: &str = "Anna Ek <anna@example.org>";
const BEN: &str = "Ben Ode <ben@example.org>";

/// Anna's clone, with three games of hers: one with ten days of leave a year, one with five, one without.
fn leaves() -> Place {
    let (anna, _) = Place::two_clones();
    let time = ["--time", "40d", "--leave"];
    for (id, south, north, days) in [("one", ANNA, BEN, "10"), ("two", BEN, ANNA, "5")] {
        let names = ["new", "wing", "--id", id, "--south", south, "--north", north];
        anna.ok(&[&names[..], &time, &[days]].concat());
    }
    anna
}

#[test]
fn leave_in_all_games_at_once() {
    let anna = leaves();
    let commits = anna.commits();
    let dry = anna.ok(&["leave", "--all", "2026-12-20..2026-12-24", "--dry-run"]);
    assert!(dry.contains("would record one: 1. leave 2026-12-20..2026-12-24\n"), "{dry}");
    assert_eq!(anna.commits(), commits);
    let said = anna.ok(&["leave", "--all", "2026-12-20..2026-12-24", "-q"]);
    let expected = "\
one: 1. leave 2026-12-20..2026-12-24
two: 1... leave 2026-12-20..2026-12-24
wing-2026-anna-ben-1: no leave is agreed in this game
";
    assert_eq!(said, expected);
    assert_eq!(anna.commits(), commits + 2);
    // Where one game refuses, nothing is recorded in any.
    let before = anna.snapshot();
    let run = anna.run(&["leave", "--all", "2026-12-27..2026-12-28"]);
    let words = "two: this takes 2 days of leave in 2026, but 0 of 5 are left";
    assert!(run.code == 1 && run.out.starts_with(words), "{run:?}");
    assert!(run.out.ends_with("nothing was recorded\n") && !run.out.contains("one:"), "{run:?}");
    anna.assert_unchanged(&before);
    anna.refused(2, &["leave", "2026-12-27..2026-12-28"], &["<REC>"]);
    anna.assert_sound();
}

#[test]
fn leave_is_cancelled_before_it_begins() {
    let anna = leaves();
    anna.ok(&["leave", "--all", "2026-12-20..2026-12-24"]);
    anna.at("2026-12-21T08:00:00Z");
    let cancel = ["leave", "cancel", "one", "2026-12-21..2026-12-24"];
    let begun = "leave from 2026-12-21 cannot be cancelled on 2026-12-21, when it has begun [C12]";
    anna.refused(1, &cancel, &[begun]);
    let none = ["leave", "cancel", "one", "2026-12-24..2026-12-25"];
    anna.refused(1, &none, &["some of these days are no leave [C12]"]);
    let said = anna.ok(&["leave", "cancel", "--all", "2026-12-22..2026-12-23", "-q"]);
    assert!(
        said.starts_with("one: 1. leave cancelled: 2026-12-22..2026-12-23\ntwo: 1..."),
        "{said}"
    );
    let clock = anna.json(&["clock", "one"]);
    assert_eq!(clock["south"]["leave"][0]["days"], 3);
    // The days are free again, and count against the quota anew.
    anna.ok(&["leave", "two", "2026-12-22..2026-12-23"]);
    assert_eq!(anna.json(&["clock", "two"])["north"]["leave"][0]["days"], 5);
    anna.refused(2, &["leave", "cancel", ID], &["FROM..TO"]);
    anna.assert_sound();
}

/// South's flag falls on 4 December at noon, three days after North's first move; it moves two days late, and North's flag
/// falls three days after that.
#[test]
fn g8_of_two_flags_the_first_to_fall_has_lost() {
    let place = Place::new();
    place.ok(&["new", "wing", "--south", "Anna Ek", "--north", "Ben Ode", "--time", "3d"]);
    for (day, text) in [("11-30", "b1c3"), ("12-01", "b10c8"), ("12-06", "c3b1")] {
        place.ok(&["move", "w", text, "--at", &format!("2026-{day}T12:00:00Z")]);
    }
    place.at("2026-12-10T12:00:00Z");
    let told = place.ok(&["clock", "w"]);
    for line in [
        "South: 2d over, flag fell at 2026-12-04T12:00:00Z\n",
        "North: 1d over, flag fell at 2026-12-09T12:00:00Z, running\n",
    ] {
        assert!(told.contains(line), "{told}");
    }
    let json = place.json(&["clock", "w"]);
    assert_eq!(json["south"]["flag"], "2026-12-04T12:00:00Z");
    assert_eq!(json["north"]["flag"], "2026-12-09T12:00:00Z");
    assert_eq!((&json["south"]["fallen"], &json["north"]["fallen"]), (&true.into(), &true.into()));
    place.refused(
        1,
        &["claim", "time", "w", "--for", "south"],
        &["the flag of South fell first, at 2026-12-04T12:00:00Z: that of North fell at \
           2026-12-09T12:00:00Z [G8]"],
    );
    let claims = &place.json(&["inbox"])["claims"];
    assert_eq!(claims, &serde_json::json!([{ "side": "north", "claim": "time" }]));
    let said = place.ok(&["claim", "time", "w"]);
    assert!(said.contains("2... time claimed\nthe flag fell at 2026-12-04T12:00:00Z"), "{said}");
    assert!(said.contains("the game is over: time, result north"), "{said}");
}

#[test]
fn leave_where_no_game_allows_it() {
    let (anna, _) = Place::two_clones();
    let run = anna.run(&["leave", "--all", "2026-12-20..2026-12-24"]);
    let said = format!("{ID}: no leave is agreed in this game\nnothing was recorded\n");
    assert_eq!((run.code, run.out), (1, said));
}

//! When something is done, as its author says, and when it is entered.

use super::harness::{ID, NOW, Place, RECORD, Run};

/// Runs as if it were that instant.
fn run_at(place: &Place, now: &str, arguments: &[&str]) -> Run {
    place.at(now);
    place.run(arguments)
}

/// The dates of author and committer of the last commit, in seconds since 1970, and its `Riverpost-Time`.
fn dates(place: &Place) -> String {
    let format = "--format=%at %ct %(trailers:key=Riverpost-Time,valueonly)";
    place.git(&["log", "-1", format]).trim_end().to_owned()
}

/// Runs with `--at` while the clock stands where it stood.
fn run_ahead(place: &Place, arguments: &[&str]) -> Run {
    let now = place.now();
    let mut command = place.command(arguments);
    place.at(&now);
    command.env("RIVERPOST_NOW", now).output().unwrap().into()
}

#[test]
fn c18_nothing_is_done_in_the_future() {
    let place = Place::with_game();
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "t", "--time", "1d"]);
    let at = "2036-01-01T00:00:00Z";
    let before = place.commits();
    for command in [
        &["move", ID, "e4e5"][..],
        &["resign", ID, "--for", "south"],
        &["void", "propose", ID, "--for", "south"],
        &["claim", "time", "t", "--for", "north"],
        &["give", "t", "1d", "--for", "south"],
        &["leave", "t", "2036-01-02..2036-01-03", "--for", "south"],
    ] {
        let run = run_ahead(&place, &[command, &["--at", at]].concat());
        let said = "error: 2036-01-01T00:00:00Z lies in the future: it is 2026-11-29T19:20:00Z";
        assert_eq!((run.code, run.err.starts_with(said)), (1, true), "{command:?}: {run:?}");
        assert!(run.err.contains("[C18]"), "{run:?}");
    }
    // The clocks of two systems may differ by two minutes.
    let run = run_ahead(&place, &["move", ID, "e4e5", "--at", "2026-11-29T19:22:01Z"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(place.commits(), before);
    let run = run_ahead(&place, &["move", ID, "e4e5", "--at", "2026-11-29T19:22:00Z"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn c18_a_time_a_little_before_the_last_is_raised_to_it() {
    let place = Place::with_game();
    place.ok(&["move", ID, "e4e5", "--at", "2026-12-01T12:02:00Z"]);
    let run = run_at(&place, "2026-12-01T11:59:59Z", &["move", ID, "e7e6"]);
    assert_eq!((run.code, run.err.contains("lies in the future")), (1, true), "{run:?}");
    let run = run_at(&place, "2026-12-01T12:00:00Z", &["move", ID, "e7e6"]);
    assert_eq!(run.code, 0, "{run:?}");
    let said = "\nits time is that of the line before, 2026-12-01T12:02:00Z: the one given is earlier (C18)\n";
    assert!(run.out.contains(said), "{run:?}");
    let ahead = run_at(&place, "2026-12-01T11:59:00Z", &["show", ID]);
    let said = "line 23: this line lies in the future: its time is 2026-12-01T12:02:00Z";
    assert!(ahead.out.contains(said), "{ahead:?}");
    assert!(place.read(RECORD).ends_with("1... NH e7-e6 [2026-12-01T12:02:00Z]\n"));
    assert_eq!(dates(&place), "1796126520 1796126400 2026-12-01T12:02:00Z");
    place.at("2026-12-02T00:00:00Z");
    place.refused(1, &["move", ID, "b1c3", "--at", "2026-12-01T11:59:59Z"], &["is before", "[C2]"]);
}

#[test]
fn c18_a_claim_of_time_gets_no_tolerance() {
    let place = Place::new();
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "w", "--time", "1d"]);
    place.ok(&["move", "w", "e4e5", "--at", "2026-11-30T11:00:00Z"]);
    place.ok(&["move", "w", "e7e6", "--at", "2026-11-30T11:30:00Z"]);
    place.ok(&["move", "w", "b1c3", "--at", "2026-11-30T12:00:00Z"]);
    // North moved late, and the line has the time of a clock that is two minutes ahead.
    place.ok(&["move", "w", "e6e5", "--at", "2026-12-01T12:02:00Z"]);
    place.at("2026-12-01T12:01:00Z");
    let claim = ["claim", "time", "w", "--for", "south"];
    place.refused(1, &claim, &["is before 2026-12-01T12:02:00Z"]);
    let run = run_ahead(&place, &[&claim[..], &["--at", "2026-12-01T12:02:00Z"]].concat());
    assert_eq!((run.code, run.err.contains("[C18]")), (1, true), "{run:?}");
    place.at("2026-12-01T12:02:00Z");
    place.ok(&claim);
}

#[test]
fn c18_a_record_that_lies_in_the_future_fails_and_is_not_gone_on_with() {
    let place = Place::with_game();
    place.ok(&["move", ID, "e4e5", "--at", "2036-01-01T00:00:00Z"]);
    place.at(NOW);
    let run = place.run(&["verify"]);
    let said = "this line lies in the future: its time is 2036-01-01T00:00:00Z, and it is 2026-11-29T19:20:00Z (rule C18)";
    assert_eq!(
        (run.code, run.out.contains(&format!("{RECORD}:23:3: {said}"))),
        (1, true),
        "{run:?}"
    );
    place.refused(1, &["move", ID, "e7e6"], &[":23:3: this line lies in the future", "[C18]"]);
    place.refused(1, &["resign", ID, "--for", "north"], &["this line lies in the future"]);
}

#[test]
fn c19_what_is_entered_later_than_the_lag_is_refused() {
    let place = Place::with_game();
    let settings = place.read("riverpost.yaml") + "lag: 1d\n";
    place.write("riverpost.yaml", settings);
    place.git(&["commit", "--quiet", "-am", "lag"]);
    place.at("2026-12-05T12:00:00Z");
    let late = ["move", ID, "e4e5", "--at", "2026-12-04T11:59:59Z"];
    place.refused(1, &late, &["an action may be entered 1d late at most", "[C19]"]);
    place.ok(&["move", ID, "e4e5", "--at", "2026-12-04T12:00:00Z"]);
}

#[test]
fn the_committers_date_is_the_time_of_entry() {
    let place = Place::with_game();
    place.at("2026-12-05T12:00:00Z");
    place.ok(&["move", ID, "e4e5", "--at", "2026-12-04T12:00:00.9Z"]);
    assert_eq!(dates(&place), "1796385600 1796472000 2026-12-04T12:00:00Z");
    assert!(place.read(RECORD).ends_with("1. SH e4-e5 [2026-12-04T12:00:00Z]\n"));
    place.assert_sound();
}

#[test]
fn no_date_is_wrapped() {
    let place = Place::new();
    let new = ["new", "wing", "--south", "a", "--north", "b", "--id", "w"];
    let started = ["--started", "1848-01-01T00:00:00Z"];
    place.ok(&[&new[..], &started].concat());
    place.ok(&["move", "w", "e4e5", "--at", "1848-02-03T04:05:06Z"]);
    assert_eq!(dates(&place), "0 1795980000 1848-02-03T04:05:06Z");
    // 2^32 seconds have passed since 1970.
    place.at("2106-02-07T06:28:17Z");
    place.ok(&["move", "w", "e7e6"]);
    assert_eq!(dates(&place), "4294967297 4294967297 2106-02-07T06:28:17Z");
    let shown = place.git(&["log", "-1", "--date=iso-strict", "--format=%ad"]);
    assert!(shown.starts_with("2106-02-07T06:28:17"), "{shown}");
    place.assert_sound();
}

#[test]
fn c1_parts_of_a_second_in_a_record_are_refused_with_the_line_that_is_right() {
    let place = Place::with_game();
    place.ok(&["move", ID, "e4e5"]);
    let text = place.read(RECORD);
    place.write(
        "a.yaml",
        text.replace("e4-e5 [2026-11-29T19:20:00Z]", "e4-e5 [2026-11-29T19:20:00.5Z]"),
    );
    let run = place.run(&["verify", "a.yaml"]);
    let said = "write \"1. SH e4-e5 [2026-11-29T19:20:00Z]\" (rule C1)";
    assert_eq!((run.code, run.out.contains(said)), (1, true), "{run:?}");
    place.ok(&["fmt", "a.yaml"]);
    assert_eq!(place.read("a.yaml"), text);
}

#[test]
fn c2_in_a_timed_game_that_goes_on_every_line_has_its_time() {
    let place = Place::new();
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "w", "--time", "40d"]);
    let path = "games/wing/2026-11/w.yaml";
    place.write(path, place.read(path) + "  1. SH e4-e5\n");
    place.git(&["commit", "--quiet", "-am", "by hand"]);
    let said = "this line does not say when, so that the clocks are not known";
    let run = place.run(&["verify"]);
    assert_eq!((run.code, run.out.contains(&format!("{said} (rule C2)"))), (1, true), "{run:?}");
    place.refused(1, &["move", "w", "e7e6"], &[said, "[C2]"]);
}

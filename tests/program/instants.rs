//! Instants as people write them: what `--at` reads, in which zone, and what it refuses.

use super::harness::{ID, Place, RECORD, Run};

/// Central Europe: an hour ahead of UTC, two from the last Sunday of March to the last of October.
const ZONE: &str = "CET-1CEST,M3.5.0,M10.5.0/3";

/// It is Wednesday, the 2nd of December, 21:30 in that zone.
const NOW: &str = "2026-12-02T20:30:00Z";

fn run(place: &Place, command: &[&str], at: &str) -> Run {
    let mut command = place.command(&[command, &["--at", at]].concat());
    command.env("TZ", ZONE).env("RIVERPOST_NOW", NOW).output().unwrap().into()
}

/// What the clocks of a game say about an instant: the note, and the instant in their own line.
fn read(place: &Place, at: &str) -> String {
    let run = run(place, &["clock", ID], at);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{at}: {run:?}");
    let own = run.out.lines().find(|line| line.starts_with("at ")).unwrap();
    let note = run.out.lines().next().unwrap();
    let instant = own.trim_start_matches("at ").trim_end_matches(':');
    match note.strip_prefix(instant) {
        Some(zone) => format!("{instant}{zone}"),
        None => instant.to_owned(),
    }
}

/// A record of a timed game, so that `clock` has something to say.
fn timed() -> Place {
    let place = Place::new();
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", ID, "--time", "40d"]);
    place
}

#[test]
fn instants_are_read_as_people_write_them() {
    let place = timed();
    let evening = "2026-12-02T17:00:00Z (18:00 +01:00)";
    for (text, instant) in [
        ("2026-12-02T17:00:00Z", "2026-12-02T17:00:00Z"),
        ("2026-12-02T18:00:00.7+01:00", "2026-12-02T17:00:00Z"),
        ("2026-12-02 18:00", evening),
        ("2026-12-02T18:00", evening),
        ("2 Dec 18:00", evening),
        ("2. dec 18:00", evening),
        ("2 Dec 2026 18:00", evening),
        ("18:00 2 December 2026", evening),
        ("Dec 2 18:00:00", evening),
        ("18:00", evening),
        ("today 18:00", evening),
        ("yesterday 18:00", "2026-12-01T17:00:00Z (18:00 +01:00)"),
        // As mail and git write dates.
        ("Wed, 2 Dec 2026 18:00:00 +0100", evening),
        ("Wed Dec 2 18:00:00 2026 +0100", evening),
        ("2026-12-02 18:00 +01:00", evening),
        ("2026-12-02 17:00Z", "2026-12-02T17:00:00Z (17:00 +00:00)"),
        ("2 Dec 17:00 UTC", "2026-12-02T17:00:00Z (17:00 +00:00)"),
        ("2 Dec 00:30", "2026-12-01T23:30:00Z (2 Dec 00:30 +01:00)"),
        ("1 Jul 2026 18:00", "2026-07-01T16:00:00Z (18:00 +02:00)"),
    ] {
        assert_eq!(read(&place, text), instant, "{text}");
    }
}

#[test]
fn a_day_without_its_year_is_the_last_one_and_the_nearest_where_one_looks_ahead() {
    let place = timed();
    assert_eq!(read(&place, "2 Jan 12:00"), "2027-01-02T11:00:00Z (12:00 +01:00)");
    assert_eq!(read(&place, "tomorrow 12:00"), "2026-12-03T11:00:00Z (12:00 +01:00)");
    assert_eq!(read(&place, "29 Feb 12:00"), "2028-02-29T11:00:00Z (12:00 +01:00)");
    for (text, instant) in [
        ("2 Jan 12:00", "2026-01-02T11:00:00Z (12:00 +01:00)"),
        ("3 Dec 12:00", "2025-12-03T11:00:00Z (12:00 +01:00)"),
        ("29 Feb 12:00", "2024-02-29T11:00:00Z (12:00 +01:00)"),
    ] {
        let run = run(&place, &["move", ID, "e4e5"], text);
        assert_eq!((run.code, run.out), (1, format!("{instant}\n")), "{text}: {}", run.err);
    }
    // Today is today, also where the hour is still to come.
    let run = run(&place, &["move", ID, "e4e5"], "2 Dec 22:00");
    assert!(run.err.starts_with("error: 2026-12-02T21:00:00Z lies in the future"), "{run:?}");
}

#[test]
fn an_action_says_which_instant_it_was_given() {
    let place = Place::with_game();
    let done = run(&place, &["move", ID, "e4e5", "--json"], "2 Dec 18:00");
    assert_eq!((done.code, done.out.lines().count()), (0, 1), "{done:?}");
    assert!(place.read(RECORD).ends_with("1. SH e4-e5 [2026-12-02T17:00:00Z]\n"));
    let done = run(&place, &["move", ID, "e7e6"], "20:00");
    assert!(done.out.starts_with("2026-12-02T19:00:00Z (20:00 +01:00)\n"), "{done:?}");
    assert!(place.read(RECORD).ends_with("1... NH e7-e6 [2026-12-02T19:00:00Z]\n"));
}

#[test]
fn an_instant_that_is_not_plain_is_refused_with_what_is_missing() {
    let place = timed();
    for (text, said) in [
        ("2 Dec", "the time of day is missing"),
        ("2026-12-02", "the time of day is missing"),
        ("yesterday", "the time of day is missing"),
        ("2 18:00", "the month is missing"),
        ("Dec 18:00", "the day is missing"),
        ("2026 18:00", "the month is missing"),
        ("Wed 18:00", "the date is missing"),
        ("Tue 2 Dec 18:00", "2026-12-02 is no Tue but a Wed"),
        ("30 Feb 18:00", "February has no day 30"),
        ("yesterday 2 Dec 18:00", "it has two dates"),
        ("2 Dec 18:00 19:00", "\"19:00\" cannot be read"),
        ("2/12/2026 18:00", "\"2/12/2026\" cannot be read"),
        ("6pm", "\"6pm\" cannot be read"),
        ("2 Dec 25:00", "\"25:00\" cannot be read"),
        ("soon", "\"soon\" cannot be read"),
        ("", "the time of day is missing"),
        (
            "2026-10-25 02:30",
            "it comes twice in the local zone: write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00",
        ),
        ("29 Mar 2026 02:30", "there is no such time in the local zone"),
    ] {
        let run = run(&place, &["clock", ID], text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{text}: {run:?}");
        assert!(run.err.contains(said), "{text}: {run:?}");
    }
}

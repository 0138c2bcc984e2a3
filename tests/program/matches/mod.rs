//! `match` and the verification of match files, with the real program.

mod hostile_input;
mod lots;
mod next_and_results;
mod signed;
mod tables;
mod tournament;
mod verify;

use crate::harness::{Place, Run};

/// The file of the match that [`with_match`] begins.
const FILE: &str = "matches/autumn.yaml";

/// A repository with a match: two external games, and Fortress of the Witch to decide.
fn with_match() -> Place {
    begin_match(Place::new())
}

/// The same where the clerk is neither of the two.
fn match_of_others() -> Place {
    let place = Place::empty();
    place.ok(&["init"]);
    begin_match(place)
}

fn begin_match(place: Place) -> Place {
    place.ok(&[
        "match",
        "new",
        "autumn",
        "--title",
        "Autumn",
        "--player",
        "anna=Anna Ek <anna@example.org>",
        "--player",
        "ben=Ben Ode <ben@example.org>",
        "--game",
        "dragon=Dragon",
        "--game",
        "stones=Stones of Fortune",
        "--game",
        "tb=fortress/level",
        "--bonus",
        "3",
        "--tiebreak",
        "tb",
    ]);
    place
}

/// The same with both external games won once by either, so that it stands level; Ben is North.
fn level_match() -> Place {
    let place = with_match();
    place.ok(&["match", "lots", "roll", "autumn", "--die", "5", "--witness", "Cleo Fay"]);
    place.ok(&["match", "result", "autumn", "dragon", "0-1", "--points", "0,3"]);
    place.ok(&["match", "result", "autumn", "stones", "south", "--points", "3,0"]);
    place
}

/// A repository with the match `duel` between Anna Ek and Ben Ode, whose sides a die has decided.
fn duel(game: &str, die: &str) -> Place {
    let place = Place::new();
    let players = ["--player", "anna=Anna Ek", "--player", "ben=Ben Ode"];
    place.ok(&[&["match", "new", "duel", "--game", game], &players[..]].concat());
    place.ok(&["match", "lots", "roll", "duel", "--die", die, "--witness", "Cleo Fay"]);
    place
}

/// Runs at that instant.
fn run_at(place: &Place, now: &str, words: &[&str]) -> Run {
    place.at(now);
    place.command(words).env("RIVERPOST_NOW", now).output().unwrap().into()
}

/// The same, and expects code 0.
#[track_caller]
fn ok_at(place: &Place, now: &str, words: &[&str]) -> String {
    let run = run_at(place, now, words);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}: {run:?}");
    run.out
}

/// The same, and expects a refusal with code 1 that changes nothing.
#[track_caller]
fn refused_at(place: &Place, now: &str, words: &[&str], said: &[&str]) {
    let before = place.snapshot();
    let run = run_at(place, now, words);
    assert_eq!(run.code, 1, "{words:?}: {run:?}");
    for text in said {
        assert!(run.err.contains(text), "{words:?} does not say {text:?}: {}", run.err);
    }
    place.assert_unchanged(&before);
}

/// Whether the bytes of a file were only added to.
#[track_caller]
fn assert_kept(old: &str, new: &str) {
    let mut rest = new.bytes();
    assert!(old.bytes().all(|byte| rest.any(|other| other == byte)), "{old}\n{new}");
}

/// The match file without its log, as one written by hand.
fn without_log(text: &str) -> String {
    let at = text.find("log: |\n").expect("a log");
    text[..at].to_owned()
}

/// Commits a file as somebody would by hand.
fn by_hand(place: &Place, path: &str, text: &str) {
    place.write(path, text);
    place.git(&["add", path]);
    place.git(&["commit", "-q", "--allow-empty", "-m", "by hand"]);
}

//! `plan`: conditional moves, from the command line.

use std::process::{Command, Stdio};

use crate::harness::{ID, Place, RECORD, Run};
use serde_json::{Value, json};

const SOUTH: &str = "e7e6: b1c3; a7a6: a1a3; c7c6: c3e4";

/// A game in which South has moved and planned.
fn planned() -> Place {
    let place = Place::with_game();
    place.ok(&["move", "w", "e4e5"]);
    place.ok(&["plan", "add", "w", SOUTH]);
    place
}

fn moves(place: &Place) -> Vec<String> {
    let text = place.read(RECORD);
    let (_, moves) = text.split_once("moves: |\n").unwrap();
    moves.lines().map(|line| line.trim().to_string()).collect()
}

fn plans(place: &Place) -> Vec<String> {
    let folder = place.file(".git/riverpost/plans");
    if !folder.exists() {
        return Vec::new();
    }
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
}

fn listed(place: &Place, more: &[&str]) -> Vec<(u64, u64, String, String)> {
    let said = place.json(&[&["plan", "list", "w"], more].concat());
    let answers = said["answers"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    answers
        .map(|a| {
            let (number, depth) = (a["number"].as_u64().unwrap(), a["depth"].as_u64().unwrap());
            (number, depth, text(&a["if"]), text(&a["then"]))
        })
        .collect()
}

#[test]
fn a_plan_is_shown_as_a_tree_with_numbers() {
    let place = planned();
    place.ok(&["plan", "add", "w", "NH e7-e6: Kc3; NH g7-g6: SS a1-a3"]);
    place.ok(&["plan", "add", "w", "c7-c6 : Kc3;"]);
    let expected = "\
wing-2026-anna-ben-1: South's plan after ply 1, 5 answers
1  1... NH e7-e6: 2. SK b1-c3
2    2... NH a7-a6: 3. SS a1-a3
3      3... NH c7-c6: 4. SK c3-e4
4    2... NH g7-g6: 3. SS a1-a3
5  1... NH c7-c6: 2. SK b1-c3
";
    assert_eq!(place.ok(&["plan", "list", "w"]), expected);
    let said = place.json(&["plan", "list", "w", "--for", "ANNA@example.org"]);
    assert_eq!(said["answers"][3]["ply"], 4);
    assert_eq!((&said["side"], &said["ply"]), (&json!("south"), &json!(1)));
    assert_eq!(
        place.ok(&["plan", "list", "w", "--for", "north"]),
        format!("{ID}: North has no plan\n")
    );
}

#[test]
fn answers_fire_as_moves_of_their_own_with_the_time_of_the_move_that_they_answer() {
    let place = planned();
    let before = place.commits();
    let said = place.ok(&["move", "w", "e7e6", "--at", "2026-12-02T09:00:00Z"]);
    assert!(said.contains("1... NH e7-e6\n") && said.contains("2. SK b1-c3 (if)\n"), "{said}");
    assert!(said.contains("North (Ben Ode) to move"), "{said}");
    assert_eq!(
        moves(&place)[1..],
        ["1... NH e7-e6 [2026-12-02T09:00:00Z]", "2. SK b1-c3 (if) [2026-12-02T09:00:00Z]"]
    );
    assert_eq!(place.commits(), before + 2);
    let authors = place.git(&["log", "-2", "--format=%an <%ae> %s"]);
    let lines: Vec<&str> = authors.lines().collect();
    assert_eq!(
        lines,
        [
            format!("Anna Ek <anna@example.org> {ID}: 2. SK b1-c3 (if)"),
            format!("Ben Ode <ben@example.org> {ID}: 1... NH e7-e6")
        ]
    );
    assert_eq!(listed(&place, &[]).len(), 2);
    place.play("w", 90, "a7a6");
    let said = place.json(&["move", "w", "c7c6", "--at", "2026-12-20T09:00:00Z"]);
    assert_eq!(said["line"], "3... NH c7-c6");
    assert_eq!(said["fired"][0]["line"], "4. SK c3-e4 (if)");
    assert_eq!(said["fired"].as_array().unwrap().len(), 1);
    assert_eq!(said["fired"][0]["commit"], place.git(&["rev-parse", "HEAD"]).trim());
    assert_eq!(plans(&place), [""; 0], "a plan that is used up leaves no file");
    place.assert_sound();
}

#[test]
fn both_sides_plans_answer_each_other_as_far_as_they_go() {
    let place = Place::with_game();
    place.ok(&["move", "w", "e4e5", "--then", SOUTH]);
    let said = place.ok(&[
        "move",
        "w",
        "e7e6",
        "--then",
        "b1c3: a7a6; a1a3: c7c6; c3e4: c6c5; a4a5: i7i6",
    ]);
    let lines: Vec<String> = moves(&place)
        .iter()
        .map(|l| l.replace(&format!(" [{}]", crate::harness::NOW), ""))
        .collect();
    assert_eq!(
        lines,
        [
            "1. SH e4-e5",
            "1... NH e7-e6",
            "2. SK b1-c3 (if)",
            "2... NH a7-a6 (if)",
            "3. SS a1-a3 (if)",
            "3... NH c7-c6 (if)",
            "4. SK c3-e4 (if)",
            "4... NH c6-c5 (if)",
        ]
    );
    assert!(said.contains("4 answers put down\n"), "{said}");
    assert!(said.contains("South (Anna Ek) to move"), "{said}");
    assert_eq!(listed(&place, &[]), [(1, 0, "SH a4-a5".into(), "NH i7-i6".into())]);
    place.assert_sound();
}

#[test]
fn m7_play_that_goes_another_way_drops_what_is_stale_and_says_so() {
    let place = planned();
    place.ok(&["plan", "add", "w", "c7c6: b1c3"]);
    let said = place.ok(&["move", "w", "g7g6"]);
    assert!(said.contains("South's plan: 4 answers dropped, 1... NH g7-g6 was played\n"), "{said}");
    assert!(!said.contains("b1-c3"), "what was not played stays private: {said}");
    assert_eq!(moves(&place).len(), 2);
    assert_eq!(plans(&place), [""; 0]);

    let place = planned();
    place.ok(&["plan", "add", "w", "c7c6: b1c3"]);
    let said = place.json(&["move", "w", "c7c6"]);
    assert_eq!(said["fired"][0]["line"], "2. SK b1-c3 (if)");
    assert_eq!(
        said["dropped"],
        json!([{ "side": "south", "answers": 3, "reason": "1... NH c7-c6 was played" }])
    );
    place.assert_sound();
}

#[test]
fn what_cannot_be_is_refused_on_entry_and_changes_nothing() {
    let place = planned();
    let add = |text| ["plan", "add", "w", text];
    let illegal = ["North's move 1...", "illegal move", "[P1]"];
    place.refused(1, &add("e7e5: b1c3"), &illegal);
    place.refused(1, &add("g7g6: b1b5"), &["South's move 2.", "illegal move"]);
    place.refused(1, &add("e7e6: b1c3; a7a6: Kx9"), &["South's move 3.", "G9"]);
    place.refused(
        1,
        &add("e7e6: b1a3"),
        &["NH e7-e6 has an answer already: SK b1-c3", "--replace"],
    );
    place.refused(2, &add("e7e6"), &["no colon", "e7-e6: SK b1-c3"]);
    place.refused(2, &add("e7e6: b1c3; : a1a3"), &["no move on one side"]);
    place.refused(2, &add("e7:e6:b1c3"), &["several colons", "with x"]);
    place.refused(1, &["plan", "add", "w", "e4e5: e7e6", "--for", "north"], &["North is to move"]);
    place.refused(2, &["plan", "list", "w", "--for", "Carl"], &["Carl", "south (Anna Ek)"]);
    place.refused(2, &["plan", "list", "nothing"], &["nothing"]);
    assert_eq!(listed(&place, &[]).len(), 3);
}

#[test]
fn an_ambiguous_text_is_refused_with_the_candidates() {
    let place = Place::with_game();
    for (hour, text) in
        ["e4e5", "e7e6", "b1c3", "b10c8", "h1g3", "h10g8", "c3e4", "i7i6"].into_iter().enumerate()
    {
        place.play("w", hour as u32, text);
    }
    place.play("w", 20, "a1a2");
    // Both Knights reach f5 or f2, North's reach e7.
    let err =
        place.refused(1, &["plan", "add", "w", "Ke7: g3f5"], &["North's move 5...", "ambiguous"]);
    assert!(err.contains("NK c8-e7, NK g8-e7"), "{err}");
    assert!(err.contains("write one of these"), "{err}");
}

#[test]
fn the_game_may_not_go_on_after_its_end() {
    let place = Place::new();
    place.ok(&["new", "valonian", "--id", "fool", "--south", "Anna Ek", "--north", "Ben Ode"]);
    place.ok(&["move", "fool", "f3"]);
    place.ok(&["plan", "add", "fool", "e5: g4"]);
    let text = "e5: g4; Qh4: a3";
    place.refused(1, &["plan", "add", "fool", text], &["checkmate", "2...", "[G1]"]);
    place.ok(&["plan", "add", "fool", "d5: a3; e6: b3"]);
    // The end of the game ends the plans too.
    let said = place.json(&["move", "fool", "e5", "--then", "g4: Qh4"]);
    assert_eq!(said["fired"].as_array().unwrap().len(), 2);
    assert_eq!(said["fired"][1]["status"], "checkmate");
    assert_eq!(plans(&place), [""; 0]);
    place.refused(1, &["plan", "add", "fool", "a3: b6"], &["over"]);
    place.assert_sound();
}

#[test]
fn a_finished_game_has_no_plan() {
    let place = Place::new();
    place.ok(&["new", "valonian", "--id", "fool", "--south", "Anna Ek", "--north", "Ben Ode"]);
    for (hour, text) in ["f3", "e5", "g4"].into_iter().enumerate() {
        place.play("fool", hour as u32, text);
    }
    place.ok(&["plan", "add", "fool", "Nc6: a3; Nf6: b3"]);
    let said = place.play("fool", 9, "Qh4");
    assert!(said.contains("South's plan: 2 answers dropped"), "{said}");
    assert_eq!(plans(&place), [""; 0]);
}

#[test]
fn an_end_by_agreement_or_a_take_back_drops_plans_too() {
    let place = planned();
    let said = place.ok(&["resign", "w", "--for", "north"]);
    assert!(said.contains("South's plan: 3 answers dropped, the game is over\n"), "{said}");
    assert_eq!(plans(&place), [""; 0]);

    let place = planned();
    place.ok(&["takeback", "request", "w", "1", "--for", "south"]);
    assert_eq!(plans(&place).len(), 1, "a request changes nothing yet");
    let said = place.json(&["takeback", "accept", "w"]);
    assert_eq!(said["dropped"][0]["answers"], 3);
    assert_eq!(plans(&place), [""; 0]);
    place.assert_sound();
}

#[test]
fn runs_at_the_same_time_give_an_answer_once() {
    let place = planned();
    place.git(&["clone", "-q", ".", "../ben"]);
    let ben = place.root().join("ben");
    let ben = ben.to_str().unwrap();
    place.ok(&["--repo", ben, "move", "w", "e7e6"]);
    place.git(&["pull", "-q", "--ff-only", ben, "HEAD"]);
    let spawn =
        || place.command(&["plan", "fire", "w", "-q"]).stdout(Stdio::null()).spawn().unwrap();
    let runs: Vec<_> = (0..4).map(|_| spawn()).collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    assert_eq!(moves(&place).len(), 3);
    assert_eq!(listed(&place, &[]).len(), 2);
    place.assert_sound();
}

#[test]
fn answers_are_replaced_and_removed() {
    let place = planned();
    place.ok(&["plan", "add", "w", "e7e6: b1c3; g7g6: a1a3"]);
    place.ok(&["plan", "add", "w", "c7c6: b1c3"]);
    place.ok(&["plan", "add", "w", "--replace", "e7e6: b1c3; a7a6: a1a2"]);
    let row = |n, d, one: &str, other: &str| (n, d, one.to_string(), other.to_string());
    assert_eq!(
        listed(&place, &[]),
        [
            row(1, 0, "NH e7-e6", "SK b1-c3"),
            row(2, 1, "NH a7-a6", "SS a1-a2"),
            row(3, 1, "NH g7-g6", "SS a1-a3"),
            row(4, 0, "NH c7-c6", "SK b1-c3"),
        ]
    );
    assert!(place.ok(&["plan", "remove", "w", "1"]).starts_with("3 answers removed\n"));
    assert_eq!(listed(&place, &[]), [row(1, 0, "NH c7-c6", "SK b1-c3")]);
    place.refused(2, &["plan", "remove", "w", "2"], &["no answer 2"]);
    place.refused(2, &["plan", "remove", "w"], &["--all"]);
    // A plan may be withdrawn until it fires (M7).
    place.ok(&["plan", "remove", "w", "--all"]);
    assert_eq!(plans(&place), [""; 0]);
    place.play("w", 5, "c7c6");
    assert_eq!(moves(&place).len(), 2);
}

#[test]
fn nothing_of_a_plan_is_in_what_is_shared_before_it_fires() {
    let place = planned();
    let shared = |place: &Place| {
        let objects = ["cat-file", "--batch-all-objects", "--batch"];
        let git = |arguments: &[&str]| {
            let run = Command::new("git").args(arguments).current_dir(&place.cwd).output().unwrap();
            assert!(run.status.success(), "{arguments:?}");
            String::from_utf8_lossy(&run.stdout).into_owned()
        };
        git(&["log", "-p", "--all"])
            + &git(&objects)
            + &git(&["status", "--porcelain", "--ignored"])
    };
    let found = |word: &str| {
        let mut files = place.snapshot().into_iter();
        let word = word.as_bytes();
        files.any(|(path, bytes)| {
            !path.starts_with(place.file(".git")) && bytes.windows(word.len()).any(|w| w == word)
        })
    };
    for word in ["b1-c3", "b1c3", "e7-e6", "e7e6", "riverpost-plan"] {
        assert!(!shared(&place).contains(word), "{word}");
        assert!(!found(word), "{word}");
    }
    place.git(&["clone", "-q", ".", "../copy"]);
    assert!(!place.root().join("copy/.git/riverpost/plans").exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = place.file(&format!(".git/riverpost/plans/{ID}-south.yaml"));
        assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o077, 0);
    }
    place.play("w", 5, "e7e6");
    assert!(shared(&place).contains("b1-c3"));
    for word in ["a7-a6", "a1-a3", "c3-e4"] {
        assert!(!shared(&place).contains(word), "{word}");
    }
}

#[test]
fn dry_runs_say_what_would_be_and_write_nothing() {
    let place = Place::with_game();
    place.ok(&["move", "w", "e4e5"]);
    let before = place.snapshot();
    let said = place.ok(&["plan", "add", "w", SOUTH, "--dry-run"]);
    assert!(said.starts_with("3 answers would be added\n"), "{said}");
    place.assert_unchanged(&before);
    place.ok(&["plan", "add", "w", SOUTH]);
    let before = place.snapshot();
    let said = place.ok(&["plan", "remove", "w", "2", "--dry-run"]);
    assert!(said.starts_with("2 answers would be removed\n"), "{said}");
    let said = place.ok(&["move", "w", "e7e6", "--then", "b1c3: a7a6", "--dry-run"]);
    for line in ["1... NH e7-e6", "2. SK b1-c3 (if)", "2... NH a7-a6 (if)", "3. SS a1-a3 (if)"] {
        assert!(said.contains(&format!("would record {ID}: {line}\n")), "{said}");
    }
    assert_eq!(place.ok(&["plan", "fire", "w", "--dry-run"]), "nothing is due\n");
    place.assert_unchanged(&before);
}

/// Runs at another time than usual.
fn later(place: &Place, now: &str, arguments: &[&str]) -> Run {
    place.at(now);
    place.run(arguments)
}

/// South has planned, and North has moved in a clone of his own, from which South has pulled.
fn pulled(north: &[&str]) -> (Place, String) {
    let place = planned();
    place.git(&["clone", "-q", ".", "../ben"]);
    let ben = place.root().join("ben").to_str().unwrap().to_string();
    let moved = [&["--repo", &ben, "move", "w", "e7e6"][..], north].concat();
    let run = later(&place, "2026-12-03T10:00:00Z", &moved);
    assert_eq!(run.code, 0, "{run:?}");
    place.git(&["pull", "-q", "--ff-only", &ben, "HEAD"]);
    (place, ben)
}

#[test]
fn a_move_that_was_pulled_is_answered_on_request_at_the_time_of_the_answer() {
    let (place, ben) = pulled(&[]);
    let list = place.ok(&["plan", "list", "w", "--for", "south"]);
    let due = format!("SK b1-c3 is due: record it with `riverpost plan fire {ID}`\n");
    let shown =
        format!("\nSouth's plan: an answer is due: record it with `riverpost plan fire {ID}`\n");
    assert!(place.ok(&["show", "w"]).contains(&shown));
    assert!(list.ends_with(&due), "{list}");
    let add = ["plan", "add", "w", "g7g6: b1c3", "--for", "south"];
    place.refused(1, &add, &["SK b1-c3 is due", "[M7]"]);
    let at = "2026-12-07T20:00:00Z";
    let run = later(&place, at, &["plan", "fire", "w"]);
    assert_eq!(run.out, format!("{ID}: 2. SK b1-c3 (if)\n"), "{run:?}");
    assert_eq!(moves(&place)[2], format!("2. SK b1-c3 (if) [{at}]"));
    assert_eq!(listed(&place, &[]).len(), 2);
    // What the record already holds of a plan, as after a killed run, is not played again.
    let home = place.cwd.to_str().unwrap();
    place.git(&["-C", &ben, "pull", "-q", "--ff-only", home, "HEAD"]);
    for (now, text) in [("2026-12-08T10:00:00Z", "a7a6"), ("2026-12-09T10:00:00Z", "a1a3")] {
        assert_eq!(later(&place, now, &["--repo", &ben, "move", "w", text]).code, 0);
    }
    place.git(&["pull", "-q", "--ff-only", &ben, "HEAD"]);
    assert_eq!(place.ok(&["plan", "fire", "w"]), "nothing is due\n");
    assert_eq!(listed(&place, &[]).len(), 1);
    place.assert_sound();
}

/// An answer is never stamped before the line that it follows: where the clocks of two machines differ, it waits.
#[test]
fn an_answer_that_would_be_early_is_kept() {
    let (place, _) = pulled(&[]);
    let before = moves(&place);
    place.at("2026-11-30T08:00:00Z");
    let run = place.run(&["plan", "fire", "w"]);
    assert_ne!(run.code, 0, "{run:?}");
    assert!(run.out.contains("a plan could not go on"), "{run:?}");
    assert_eq!(moves(&place), before);
    assert_eq!(listed(&place, &["--for", "south"]).len(), 3);
}

/// South's time is up when the answer is given: it does not save the game.
#[test]
fn g8_an_answer_given_after_the_flag_fell_does_not_revive_the_game() {
    let place = Place::new();
    let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
    place.ok(&["new", "wing", "--south", south, "--north", north, "--time", "3d"]);
    for text in ["e4e5", "e7e6"] {
        place.ok(&["move", "w", text]);
    }
    place.git(&["clone", "-q", ".", "../ben"]);
    let ben = place.root().join("ben").to_str().unwrap().to_string();
    place.ok(&["move", "w", "b1c3"]);
    place.ok(&["plan", "add", "w", "a7a6: a1a3"]);
    let home = place.cwd.to_str().unwrap();
    place.git(&["-C", &ben, "pull", "-q", "--ff-only", home, "HEAD"]);
    place.ok(&["--repo", &ben, "move", "w", "a7a6"]);
    place.git(&["pull", "-q", "--ff-only", &ben, "HEAD"]);
    // Three days later to the second the flag falls.
    let now = "2026-12-10T00:00:00Z";
    let run = later(&place, now, &["plan", "fire", "w"]);
    assert_eq!(run.out, format!("{ID}: 3. SS a1-a3 (if)\n"), "{run:?}");
    let claim = later(&place, now, &["claim", "time", "w", "--for", "north"]);
    assert!(claim.out.contains("the game is over: time, result north"), "{claim:?}");
}

#[test]
fn an_answer_waits_for_what_is_proposed_and_settles_nothing() {
    for (proposal, decline, said) in [
        (&["--draw"][..], &["draw", "decline", "w"][..], "a draw is offered by North"),
        (&[][..], &["takeback", "decline", "w"][..], "a take-back is requested by North"),
    ] {
        let place = planned();
        place.git(&["clone", "-q", ".", "../ben"]);
        let ben = place.root().join("ben").to_str().unwrap().to_string();
        place.ok(&[&["--repo", &ben, "move", "w", "e7e6"][..], proposal].concat());
        if proposal.is_empty() {
            place.ok(&["--repo", &ben, "takeback", "request", "w", "1", "--for", "north"]);
        }
        place.git(&["pull", "-q", "--ff-only", &ben, "HEAD"]);
        let before = moves(&place);
        let fired = place.ok(&["plan", "fire", "w"]);
        assert!(fired.contains(said) && fired.contains("waits"), "{fired}");
        assert!(!fired.contains("b1-c3"), "{fired}");
        assert_eq!(moves(&place), before);
        let list = place.ok(&["plan", "list", "w", "--for", "south"]);
        assert!(list.contains(&format!("SK b1-c3 is due and waits, because {said}")), "{list}");
        // What is settled does not fire the answer by the way: the one who settles it may think again.
        let settled = place.ok(decline);
        let due = format!("an answer is due: record it with `riverpost plan fire {ID}`");
        assert!(settled.contains(&due), "{settled}");
        assert_eq!(moves(&place).len(), before.len() + 1);
        assert_eq!(place.ok(&["plan", "fire", "w"]), format!("{ID}: 2. SK b1-c3 (if)\n"));
    }
    // The same in the command that makes the move.
    let place = planned();
    let said = place.json(&["move", "w", "e7e6", "--draw"]);
    assert_eq!(said["waiting"], json!({ "side": "south", "waits_for": "draw" }));
    assert_eq!((moves(&place).len(), listed(&place, &["--for", "south"]).len()), (2, 3));
}

#[test]
fn plans_of_a_game_that_ended_elsewhere_are_gone_when_they_are_looked_at() {
    let looks: [&[&str]; 3] =
        [&["plan", "list", "w"], &["plan", "fire", "w"], &["plan", "remove", "w", "--all"]];
    for look in looks {
        let place = planned();
        place.git(&["clone", "-q", ".", "../ben"]);
        let ben = place.root().join("ben").to_str().unwrap().to_string();
        place.ok(&["--repo", &ben, "resign", "w", "--for", "north"]);
        place.git(&["pull", "-q", "--ff-only", &ben, "HEAD"]);
        assert_eq!(plans(&place).len(), 1);
        let said = place.run(&[look, &["--dry-run"]].concat()).out;
        assert!(said.contains("South's plan: 3 answers dropped, the game is over\n"), "{said}");
        assert_eq!(plans(&place).len(), 1);
        let said = place.run(look).out;
        assert!(said.contains("South's plan: 3 answers dropped, the game is over\n"), "{said}");
        assert_eq!(plans(&place), [""; 0]);
    }
}

#[test]
fn an_answer_that_became_impossible_is_dropped_with_the_reason_and_the_move_stands() {
    let place = planned();
    let file = format!(".git/riverpost/plans/{ID}-south.yaml");
    place.write(&file, place.read(&file).replace("SK b1-c3", "SK b1-b4"));
    let said = place.ok(&["move", "w", "e7e6"]);
    assert!(
        said.contains("South's plan: 3 answers dropped, the answer is refused: illegal move"),
        "{said}"
    );
    assert_eq!(moves(&place).len(), 2);
    assert_eq!(plans(&place), [""; 0]);

    // The record went back and another move was made.
    let place = planned();
    place.git(&["reset", "-q", "--hard", "HEAD~1"]);
    let said = place.ok(&["plan", "list", "w", "--for", "south"]);
    assert!(said.contains("no longer holds the position"), "{said}");
    let said = place.ok(&["plan", "fire", "w"]);
    assert!(said.contains("South's plan: 3 answers dropped"), "{said}");
    assert_eq!(plans(&place), [""; 0]);

    // A damaged plan says where, keeps nobody from moving, and can be removed.
    let place = planned();
    place.write(&file, place.read(&file).replace("  NH a7-a6", "      NH a7-a6"));
    let said = place.ok(&["move", "w", "e7e6"]);
    assert!(said.contains("line 6: it is indented too far"), "{said}");
    place.refused(3, &["plan", "list", "w", "--for", "south"], &["line 6"]);
    place.ok(&["plan", "remove", "w", "--all", "--for", "south"]);
    assert_eq!(plans(&place), [""; 0]);
}

#[test]
fn plans_are_bounded() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    // Cycles of 5 and of 3 moves, so that no position comes too often.
    let north = ["a10a9", "i10i9", "a9a8", "i9i10", "a8a10"].into_iter().cycle();
    let south = ["a1a2", "a2a3", "a3a1"].into_iter().cycle();
    let pairs: Vec<String> = north.zip(south).take(51).map(|(n, s)| format!("{n}: {s}")).collect();
    let text = pairs.join("; ");
    place.refused(1, &["plan", "add", "w", &text], &["build on each other", "more than 50"]);
    let text = pairs[..50].join("; ");
    assert!(place.ok(&["plan", "add", "w", &text]).starts_with("50 answers added\n"));
    assert_eq!(listed(&place, &[]).len(), 50);
}

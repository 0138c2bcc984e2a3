//! Naming a record, words in another order, help, completions, and moves as they are typed at a shell.

use super::harness::{ID, Place, Run};

const OTHER: &[&str] =
    &["--south", "Ben Ode <ben@example.org>", "--north", "Cy Fox <cy@example.org>"];

fn two_games() -> Place {
    let place = Place::with_game();
    place.ok(&[&["new", "wing"], OTHER].concat());
    place
}

#[test]
fn words_of_an_id_name_its_record() {
    let place = two_games();
    let run = place.run(&["move", "anna-ben", "e4e5"]);
    assert_eq!((run.code, run.err.as_str()), (0, "anna-ben is wing-2026-anna-ben-1\n"));
    assert!(run.out.starts_with("wing-2026-anna-ben-1: 1. SH e4-e5\n"), "{}", run.out);
    assert!(place.ok(&["show", "WING-2026-BEN"]).contains("Cy Fox"));
    let said = place.refused(2, &["resign", "ben", "--for", "south"], &["`ben` fits 2 files"]);
    assert!(said.contains("wing-2026-anna-ben-1") && said.contains("wing-2026-ben-cy-1"), "{said}");
    place.refused(2, &["move", "ann", "e7e6"], &["ann"]);
    // Of two that fit, the one that goes on is meant; what is over can be named as long as nothing else fits.
    place.ok(&["resign", "ben-cy", "--for", "south", "-q"]);
    let run = place.run(&["legal", "ben"]);
    assert_eq!((run.code, run.err.as_str()), (0, "ben is wing-2026-anna-ben-1\n"));
    assert_eq!(place.run(&["legal", "cy-1"]).code, 0);
    place.refused(2, &["show", "wing-2026-nobody"], &["wing-2026-nobody"]);
}

#[test]
fn at_is_the_one_game_that_waits() {
    let place = Place::with_game();
    let run = place.run(&["move", "@", "e4e5"]);
    assert_eq!((run.code, run.err), (0, format!("@ is {ID}\n")));
    place.ok(&[&["new", "wing"], OTHER].concat());
    let said = place.refused(2, &["move", "@", "e7e6"], &["2 games wait"]);
    assert!(said.contains("wing-2026-ben-cy-1") && said.contains(ID), "{said}");
    // Who plays has only the own games to choose from.
    place.identify_as("Cy Fox", "cy@example.org");
    place.refused(1, &["show", "@"], &["no game waits for Cy Fox"]);
    place.ok(&["move", "ben-cy", "e4e5", "-q", "--for", "south"]);
    assert_eq!(place.run(&["show", "@"]).err, "@ is wing-2026-ben-cy-1\n");
    // What binds for good wants the game named.
    for line in [&["resign", "@"][..], &["draw", "accept", "@"], &["takeback", "accept", "@"]] {
        place.refused(2, line, &["name the game instead of @"]);
    }
    place.identify();
    place.ok(&["resign", "ben-cy", "--for", "north", "-q"]);
    place.ok(&["resign", "anna-ben", "--for", "north", "-q"]);
    place.refused(1, &["show", "@"], &["no game is going on"]);
}

#[test]
fn words_in_another_order_get_the_right_line() {
    let place = Place::with_game();
    for (line, meant) in [
        (&["draw", "ben-1", "accept"][..], "riverpost draw accept ben-1"),
        (&["ben-1", "move", "SH e4-e5"], "riverpost move ben-1 'SH e4-e5'"),
        (&["match", "autumn", "next"], "riverpost match next autumn"),
        (
            &["claim", "ben-1", "fifty-move", "--with", "e4e5"],
            "riverpost claim fifty-move ben-1 --with e4e5",
        ),
        (&["accept", "draw", "ben-1"], "riverpost draw accept ben-1"),
    ] {
        place.refused(2, line, &[&format!("did you mean `{meant}`?")]);
    }
    let run = place.run(&["draw", "ben-1", "accept", "--json"]);
    assert!(run.error()["hint"].as_str().unwrap().contains("riverpost draw accept ben-1"));
}

#[test]
fn help_has_every_command_in_a_group() {
    let help = Place::nowhere().ok(&["--help"]);
    let titles = ["Play:", "See:", "Settle:", "Matches:", "Set up:", "Know:", "Options:"];
    let places: Vec<usize> = titles.iter().map(|title| help.find(title).unwrap()).collect();
    assert!(places.is_sorted(), "{help}");
    for line in ["  move ", "  draw accept|decline ", "  key change|propose|accept ", "  match "] {
        assert!(help.contains(&format!("\n{line}")), "{line}: {help}");
    }
}

#[test]
fn a_move_is_entered_for_who_is_to_move() {
    let place = Place::with_game();
    place.refused(1, &["move", ID, "e4e5", "--for", "north"], &["South is to move, not North"]);
    place.refused(1, &["move", ID, "e4e5", "--for", "ben@example.org"], &["not North"]);
    place.refused(2, &["move", ID, "e4e5", "--for", "Carl"], &["\"Carl\"", "--for"]);
    place.ok(&["move", ID, "e4e5", "--for", "Anna Ek"]);
    place.ok(&["move", ID, "e7e6", "--for", "black"]);
}

/// What a shell is offered for the last word.
fn offered(place: &Place, words: &[&str]) -> Vec<String> {
    let mut command = place.command(&[&["--", "riverpost"], words].concat());
    command.env("COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    command.env("_CLAP_IFS", "\n").env("_CLAP_COMPLETE_COMP_TYPE", "9");
    let run: Run = command.output().unwrap().into();
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
    run.out.split('\n').filter(|word| !word.starts_with("--")).map(str::to_owned).collect()
}

#[test]
fn a_shell_completes_commands_ids_games_and_moves() {
    let place = two_games();
    assert_eq!(offered(&place, &["take"]), ["takeback"]);
    assert_eq!(offered(&place, &["draw", "acc"]), ["accept"]);
    assert_eq!(offered(&place, &["move", "wing-2026-a"]), [ID]);
    assert_eq!(offered(&place, &["resign", "anna"]), [ID]);
    assert_eq!(offered(&place, &["new", "enc"]), ["encounter"]);
    assert_eq!(offered(&place, &["move", ID, "b"]), ["b1", "b3"]);
    assert_eq!(offered(&place, &["move", "anna-ben", "b1"]), ["b1a3", "b1c3", "b1d2"]);
    assert_eq!(offered(&place, &["move", ID, "b1", ""]), ["a3", "c3", "d2"]);
    assert_eq!(offered(&place, &["mail", "comp"]), ["compose"]);
    assert_eq!(offered(&place, &["mail", "compose", ID, "b1", ""]), ["a3", "c3", "d2"]);
    assert_eq!(
        offered(&place, &["move", ID, "SK", ""]),
        ["b1a3", "b1c3", "b1d2", "h1f2", "h1g3", "h1i3"]
    );
    let players = ["--player", "anna=Anna Ek", "--player", "ben=Ben Ode"];
    place.ok(&[&["match", "new", "cup", "--tournament", "wing"], &players[..]].concat());
    assert_eq!(offered(&place, &["match", "player", "withdraw", "cup", "b"]), ["ben"]);
    assert_eq!(offered(&place, &["match", "result", "cup", ""]), ["r1-anna-ben"]);
    let inside = place.cwd.to_str().unwrap();
    let elsewhere = Place::nowhere();
    assert_eq!(
        offered(&elsewhere, &["--repo", inside, "show", "wing-2026-b"]),
        ["wing-2026-ben-cy-1"]
    );
    assert_eq!(offered(&elsewhere, &["show", "wing"]), [""]);
}

#[test]
fn a_line_is_played_on_and_not_recorded() {
    let place = Place::with_game();
    place.ok(&["move", ID, "e4e5", "-q"]);
    let before = place.snapshot();
    let shown = place.json(&["show", ID, "--line", "e7e6 SK b1-c3 2... b10c8"]);
    assert_eq!((&shown["ply"], &shown["plies"]), (&4.into(), &1.into()));
    assert_eq!(shown["last"]["text"], "2... NK b10-c8");
    let shown = place.ok(&["show", ID, "--ply", "0", "--line", "a4a5"]);
    assert!(shown.contains("ply 1, 1 of them not in the record: 1. SH a4-a5"), "{shown}");
    place.refused(1, &["show", ID, "--line", "e7e6 b1b9"], &["--line \"b1b9\"", "illegal move"]);
    place.refused(1, &["show", ID, "--line", "e7e6 nonsense"], &["nonsense"]);
    place.assert_unchanged(&before);
}

#[test]
fn an_elephant_says_at_a_shell_where_it_faces() {
    let place = Place::new();
    let empty = ". ".repeat(8);
    let ranks = [
        ". . . . bK . . .",
        &empty,
        &empty,
        &empty,
        "bP . . . . . . .",
        &empty,
        "wELE . . . . . . .",
        ". . . . wK . . .",
    ];
    let lines = ranks.iter().enumerate().map(|(at, cells)| format!("{} {cells}\n", 8 - at));
    place.write("array", format!("{}  a b c d e f g h\n", lines.collect::<String>()));
    let players = ["--white", "Anna", "--black", "Ben", "--setup", "array", "--id", "v"];
    place.ok(&[&["new", "valonian"], &players[..]].concat());
    // Unquoted, `ELE a2xa4>e` makes a shell write the file `e` and hand over the rest.
    let said =
        place.refused(1, &["move", "v", "ELE", "a2xa4"], &["ambiguous", "write one of these"]);
    assert!(said.contains("ELE a2xa4/ahead, ELE a2xa4/e, ELE a2xa4/s"), "{said}");
    place.refused(1, &["move", "v", "a2a4"], &["ambiguous"]);
    let said = place.ok(&["move", "v", "a2a4/ahead", "--dry-run"]);
    assert!(said.starts_with("would record v: 1. ELE a2xa4\n"), "{said}");
    let said = place.ok(&["move", "v", "ELE", "a2xa4/e"]);
    assert!(said.starts_with("v: 1. ELE a2xa4>e\n"), "{said}");
}

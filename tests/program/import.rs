//! `import`: games of other programs become records, once each.

use std::fs;

use serde_json::json;

use crate::harness::{NOW, Place};

const TWO: &str = "[Event \"Club\"]
[Date \"1900.05.??\"]
[White \"Ek, Anna\"]
[Black \"Ode, Ben\"]
[Result \"1-0\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event \"Club\"]
[White \"Ode, Ben\"]
[Black \"Ek, Anna\"]
[Result \"1/2-1/2\"]

1. d4 d5 1/2-1/2
";

/// The files below `games`, in order.
fn records(place: &Place) -> Vec<String> {
    let listed = place.git(&["ls-files", "games"]);
    listed.lines().map(str::to_owned).collect()
}

#[test]
fn games_come_in_with_one_commit_and_only_once() {
    let place = Place::new();
    place.write("two.pgn", TWO);
    place.write("staged.txt", "mine");
    place.git(&["add", "staged.txt"]);
    let said = place.ok(&["import", "two.pgn"]);
    assert!(said.starts_with("two.pgn: 2 games brought in, 9 plies (commit "), "{said}");
    assert_eq!(place.commits(), 2);
    let names = records(&place);
    assert_eq!(names.len(), 2);
    assert!(names[0].starts_with("games/valonian/1900-05/valonian-1900-ek-ode-"), "{names:?}");
    assert!(names[1].starts_with("games/valonian/undated/valonian-undated-ode-ek-"), "{names:?}");
    assert!(
        place
            .read(&names[0])
            .contains("\nx-source: \"two.pgn:1\"\nresult: south\nending: checkmate\n")
    );
    let message = place.git(&["log", "-1", "--format=%an|%s|%b"]);
    assert_eq!(message.trim(), format!("Clerk|import: 2 games from two.pgn|Riverpost-Time: {NOW}"));
    // What was staged is neither committed nor lost.
    assert_eq!(place.git(&["status", "--porcelain"]), "A  staged.txt\n?? two.pgn\n");
    place.git(&["fsck", "--strict", "--no-dangling"]);
    place.ok(&["verify"]);

    // Again, under another name, with other tags and a third game.
    let again = TWO.replace("Club", "Autumn").replace("1900.05.??", "1901.01.01");
    place.write("three.pgn", again + "\n[White \"Zoe\"]\n1. c4 *\n");
    let said = place.ok(&["import", "three.pgn"]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with(
        "three.pgn:1: game 1 (Ek, Anna – Ode, Ben) is here already: valonian-1900-ek-ode-"
    ));
    assert!(
        lines[2].starts_with("three.pgn: 1 game brought in, 1 ply; 2 here already (commit "),
        "{said}"
    );
    assert_eq!(records(&place).len(), 3);
    // A game of the past without an end waits for nobody.
    let run = place.run(&["inbox"]);
    assert_eq!((run.code, run.out.as_str()), (1, "no game is going on\n"));
    assert_eq!(place.ok(&["list", "--going"]), "no such game\n");
    assert!(place.ok(&["list", "zoe"]).contains("  unfinished\n"));
    assert_eq!(place.json(&["list", "zoe"])["status"], "unfinished");
    place.ok(&["import", "two.pgn", "three.pgn"]);
    assert_eq!(place.commits(), 3);
}

/// A game that was entered by hand is known too.
#[test]
fn a_game_that_was_kept_before_is_known_by_its_players_and_moves() {
    let place = Place::new();
    let record = "games/valonian/historic/paris-opera-1858.yaml";
    let games =
        concat!(env!("CARGO_MANIFEST_DIR"), "/", "games/valonian/historic/paris-opera-1858.yaml");
    place.write(record, fs::read(games).unwrap());
    place.git(&["add", "games"]);
    place.git(&["commit", "--quiet", "-m", "a game"]);
    let opera = "[White \"Paul Morphy\"]\n[Black \"Duke of Brunswick and Count Isouard\"]\n\
        1.e4 e5 2.Nf3 d6 3.d4 Bg4 4.dxe5 Bxf3 5.Qxf3 dxe5 6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nxb5 cxb5 \
        11.Bxb5+ Nbd7 12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0\n";
    place.write("opera.pgn", opera);
    let said = place.ok(&["import", "opera.pgn"]);
    assert!(said.contains("is here already: paris-opera-1858\n"), "{said}");
    assert_eq!(place.commits(), 2);
}

#[test]
fn what_cannot_be_kept_is_told_and_the_rest_comes_in_unless_it_is_strict() {
    let place = Place::new();
    place.write("mixed.pgn", format!("[White \"X\"]\n1. e4 e5 2. Ke3 *\n{TWO}"));
    let run = place.run(&["import", "mixed.pgn", "--dry-run"]);
    assert_eq!((run.code, run.err.as_str(), place.commits()), (1, "", 1));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(
        lines[0].starts_with("mixed.pgn:2:13: game 1 (X – ?): move 2. Ke3: illegal move: "),
        "{lines:?}"
    );
    assert_eq!(lines[1], "mixed.pgn: 2 games would be brought in, 9 plies; 1 not kept");
    let run = place.run(&["import", "mixed.pgn", "--strict"]);
    assert_eq!((run.code, place.commits()), (1, 1));
    let run = place.run(&["import", "mixed.pgn", "--json"]);
    assert_eq!((run.code, place.commits()), (1, 2));
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["error"]["line"], json!(2));
    assert_eq!((&lines[0]["status"], &lines[1]["status"]), (&json!("refused"), &json!("new")));
    assert_eq!(lines[2]["path"], json!(records(&place)[1]));
}

#[test]
fn files_alone_standard_input_and_a_bare_repository() {
    let place = Place::empty();
    let run = place.run_with(&["import", "-", "--out", "records"], TWO);
    assert_eq!((run.code, run.out.as_str()), (0, "-: 2 games brought in, 9 plies\n"), "{run:?}");
    let run = place.run_with(&["import", "-", "--out", "records"], TWO);
    assert!(run.out.ends_with("-: 0 games brought in, 0 plies; 2 here already\n"), "{run:?}");
    place.ok(&["verify", "records"]);

    place.ok(&["init", "source"]);
    place.git(&["clone", "--quiet", "--bare", "source", "bare.git"]);
    place.write("two.pgn", TWO);
    place.ok(&["import", "two.pgn", "--repo", "bare.git"]);
    let said = place.ok(&["verify", "--repo", "bare.git"]);
    assert_eq!(said, "2 records hold, 9 plies\n");
}

#[test]
fn a_list_of_moves_and_a_table() {
    let place = Place::new();
    place.write("list.txt", "1. C2=5 H8+7\n2. H2+3 (a good square)\n");
    place.ok(&["import", "list.txt", "--game", "riverqi"]);
    let record = place.read(&records(&place)[0]);
    assert!(record.contains("\ngame: riverqi\n"));
    assert!(record.ends_with("  2. SK h1-g3 {(a good square)}\n"), "{record}");
    place.write("games.csv", "white,black,moves\nA,B,1. e4 e5\n");
    let said = place.ok(&["import", "games.csv"]);
    assert!(said.starts_with("games.csv: 1 game brought in, 2 plies"), "{said}");
}

/// A run that is killed after the branch has moved leaves files and index behind; the next one brings them up to date.
#[test]
fn a_killed_import_is_finished_by_the_next_run() {
    let place = Place::new();
    place.write("two.pgn", TWO);
    let index = fs::read(place.file(".git/index")).unwrap();
    place.ok(&["import", "two.pgn"]);
    let names = records(&place);
    fs::write(place.file(".git/index"), index).unwrap();
    fs::remove_dir_all(place.file("games")).unwrap();
    let (branch, commit) =
        (place.git(&["symbolic-ref", "HEAD"]), place.git(&["rev-parse", "HEAD"]));
    place.write(".git/riverpost/journal", format!("{branch}{commit}{}\n", names.join("\n")));
    place.write("one.pgn", "[White \"Zoe\"]\n1. c4 *\n");
    place.ok(&["import", "one.pgn"]);
    assert_eq!(records(&place).len(), 3);
    fs::remove_file(place.file("one.pgn")).unwrap();
    fs::remove_file(place.file("two.pgn")).unwrap();
    place.assert_sound();
}

#[test]
fn a_disputed_result_is_a_note_of_verify() {
    let place = Place::new();
    place.write("odd.pgn", "[White \"A\"]\n[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4# 1-0\n");
    let said = place.ok(&["import", "odd.pgn"]);
    let words = "disputed: the moves end by checkmate with the result north";
    assert!(
        said.lines().next().unwrap().ends_with(&format!("its result is kept as {words}")),
        "{said}"
    );
    let verified = place.ok(&["verify"]);
    let lines: Vec<&str> = verified.lines().collect();
    assert!(lines[0].ends_with(
        ": note: the result is disputed: the moves end by checkmate with the result north"
    ));
    assert_eq!(lines[1], "1 record holds, 4 plies");
    assert_eq!(place.json(&["verify"])["ok"], json!(true));
}

#[test]
fn what_is_no_file_of_games_is_refused() {
    let place = Place::new();
    place.refused(3, &["import", "nowhere.pgn"], &["nowhere.pgn", "no such file"]);
    place.refused(3, &["import", "games"], &["no such file"]);
    place.refused(2, &["import", "x", "--game", "chess"], &["unknown game"]);
    place.write("wide.pgn", b"\xFF\xFE[\0");
    place.refused(3, &["import", "wide.pgn"], &["UTF-16"]);
}

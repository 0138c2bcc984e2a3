//! `verify` and `fmt`: records judged and put in order.

use crate::harness::{ID, NOW, Place, RECORD};
use serde_json::{Value, json};

/// A game with three plies.
fn played() -> Place {
    let place = Place::with_game();
    for (hour, text) in ["e4e5", "e7e6", "e5xe6"].into_iter().enumerate() {
        place.play("w", hour as u32, text);
    }
    place
}

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

#[test]
fn a_repository_without_games_holds() {
    let place = Place::new();
    assert_eq!(place.ok(&["verify"]), "0 records hold, 0 plies\n");
    assert_eq!(place.ok(&["verify", "--json"]), "");
    assert_eq!(place.ok(&["verify", "-q"]), "");
}

#[test]
fn files_folders_repository() {
    let place = played();
    let started = ["--started", NOW];
    place
        .ok(&[&["new", "riverqi", "--south", "a", "--north", "b", "--id", "r"][..], &started]
            .concat());
    let other = "games/riverqi/2026-11/r.yaml";
    assert_eq!(place.ok(&["verify"]), "2 records hold, 3 plies\n");
    assert_eq!(place.ok(&["verify", RECORD]), "1 record holds, 3 plies\n");
    assert_eq!(place.ok(&["verify", RECORD, other]), "2 records hold, 3 plies\n");
    assert_eq!(place.ok(&["verify", "games/riverqi"]), "1 record holds, 0 plies\n");
    assert_eq!(place.ok(&["verify", "."]), "2 records hold, 3 plies\n");
    assert_eq!(place.ok(&["verify", "-q"]), "");
    let place = place.within("games/riverqi");
    assert_eq!(place.ok(&["verify"]), "2 records hold, 3 plies\n");
    let place = place.within("..");
    assert_eq!(place.ok(&["verify"]), "2 records hold, 3 plies\n");
}

#[test]
fn json_is_one_line_a_record() {
    let place = played();
    place.write("games/bad.yaml", place.read(RECORD).replace("NH e7-e6", "NH e7-d6"));
    let run = place.run(&["verify", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let expected = [
        json!({
            "path": "games/bad.yaml", "ok": false, "plies": 0, "result": "*",
            "error": {
                "rule": "P1", "line": 24, "column": 8,
                "message": "illegal move: a Hawker does not move from e7 to d6: it steps once straight forward",
            },
            "signed": 0, "unsigned": 0,
        }),
        json!({ "path": RECORD, "ok": true, "plies": 3, "result": "*", "error": null,
            "signed": 0, "unsigned": 3 }),
    ];
    assert_eq!(lines(&run.out), expected);
}

#[test]
fn a_failure_is_one_line_with_file_line_and_column() {
    let place = played();
    let good = place.read(RECORD);
    let cases: &[(&str, &str, &str)] = &[
        (
            "NH e7-e6",
            "NH e7-e5",
            ":24:13: the text contradicts the move: - says no capture, but the Hawker on e5",
        ),
        ("NH e7-e6", "NH e7-d6", ":24:8: illegal move: a Hawker does not move from e7 to d6"),
        ("1... NH", "2... NH", ":24:3: the number here is 1..., not 2..."),
        ("1... NH", "NH", ":24:3: a line begins with a number and one dot or three"),
        ("SH e5xe6", "SH e5xe6+", ":25:14: + says check, but it is none (rule G6)"),
        ("SH e5xe6", "SH e5-e6", ":25:"),
        ("T01:00:00Z", "T99:00:00Z", ":24:"),
        ("2026-12-01T01", "2025-12-01T01", ":24:3: the time 2025-12-01T01:00:00Z is before"),
        ("riverpost/1", "riverpost/2", ":1:9: format: this program reads riverpost/1"),
        ("game: wing", "game: chess", ":2:7: unknown game \"chess\"; there are wing"),
        ("game: wing", "game: wing\nvariation: level", ":3:12: wing has no variations"),
        ("game: wing", "game: wing\noptions: {a: b}", ":3:11: wing has no option \"a\""),
        (
            "game: wing",
            "game: wing\ngame: wing",
            ":3:1: the key \"game\" stands here for the second time",
        ),
        (
            "game: wing",
            "game: wing\ntimes: 3d",
            ":3:1: unknown key \"times\"; did you mean \"time\"?",
        ),
        ("game: wing", "game: *wing", ":2:7: "),
        ("game: wing", "game: &w wing", ":2:7: "),
        ("game: wing", "game: !!str wing", ":2:7: "),
        ("game: wing", "\tgame: wing", ":2:1: a tab is used for indentation; use spaces"),
        ("result: \"*\"", "result: 1-0", ":9:9: result: \"1-0\" is none of"),
        (
            "result: \"*\"",
            "result: south",
            ":9:9: the result is south, but no line of the moves ends",
        ),
        ("result: \"*\"\n", "", ":1:1: the key \"result\" is missing"),
        (" 1 SS SK", " 1 SS XX", ":20:9: setup: "),
        ("SD SG SE SG", "SD SG . SG", "not a legal start: South has no Empress (G10"),
        ("name: Anna Ek", "name: \"\"", ":6:17: name: there is nothing here"),
        ("started: 2026", "started: x2026", ":8:10: started: "),
        ("{name: Ben", "{nome: Ben", ":7:11: unknown key \"nome\"; did you mean \"name\"?"),
    ];
    for (old, new, words) in cases {
        assert!(good.contains(old), "{old}");
        place.write("x.yaml", good.replacen(old, new, 1));
        let run = place.run(&["verify", "x.yaml"]);
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{new}: {run:?}");
        let said: Vec<&str> = run.out.lines().collect();
        assert_eq!(said.len(), 2, "{run:?}");
        assert!(said[0].starts_with("x.yaml:") && said[0].contains(words), "{new}: {}", said[0]);
        assert_eq!(said[1], "1 record fails");
        // The other commands say the same, as an error.
        for command in ["show", "legal", "fmt"] {
            // Where the move can be read, `fmt` writes it as records have it.
            let readable = ["NH", "NH e7-e5", "SH e5-e6"].contains(new);
            if command != "fmt" || !readable {
                place.refused(1, &[command, "x.yaml"], &["error: x.yaml:"]);
            }
        }
    }
}

#[test]
fn bytes_that_are_no_record() {
    let place = Place::nowhere();
    let cases: [(&[u8], &str); 5] = [
        (b"", "x.yaml:1:1: "),
        (
            b"players: Helbich, J\xE1n\n",
            "x.yaml:1:20: byte 0xE1 is not UTF-8; save the file as UTF-8",
        ),
        (b"a: \0\n", "x.yaml:1:4: the character U+0000 may not stand in a record"),
        (b"- a\n- b\n", "x.yaml:1:1: "),
        (&[b'a'; (1 << 20) + 1], "x.yaml:1:1: the file is too long in bytes, the most is 1048576"),
    ];
    for (bytes, words) in cases {
        place.write("x.yaml", bytes);
        let run = place.run(&["verify", "x.yaml"]);
        assert_eq!(run.code, 1);
        assert!(run.out.starts_with(words), "{words}: {}", run.out.get(..200).unwrap_or(&run.out));
    }
}

#[test]
fn misnamed_and_doubled_records() {
    let place = played();
    let record = place.read(RECORD);
    place.write("games/zz/other.yaml", &record);
    place.write(
        "games/zz/sub/WING-2026-anna-ben-1.yaml",
        record.replace(ID, "WING-2026-anna-ben-1"),
    );
    let run = place.run(&["verify"]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.out,
        "games/zz/other.yaml:1:1: the file should be called wing-2026-anna-ben-1.yaml after its id\n\
         games/zz/sub/WING-2026-anna-ben-1.yaml:1:1: the id \"WING-2026-anna-ben-1\" is another file's too\n\
         2 of 3 records fail\n"
    );
    // A file named by itself may be called anything.
    place.ok(&["verify", "games/zz/other.yaml"]);
    let said = lines(&place.run(&["verify", "--json"]).out);
    let null = json!({ "rule": null, "line": null, "column": null, "message": said[1]["error"]["message"] });
    assert_eq!(said[1]["error"], null);
}

#[test]
fn many_failures_come_in_order_of_name() {
    let place = played();
    let record = place.read(RECORD).replace("e7-e6", "e7-d6");
    for n in 0..40 {
        place.write(&format!("games/m/{n:02}.yaml"), &record);
    }
    let run = place.run(&["verify", "games/m"]);
    let failing: Vec<&str> = run.out.lines().filter(|l| l.contains(":24:8: ")).collect();
    assert_eq!(failing.len(), 40);
    assert!(failing.is_sorted());
    assert!(run.out.ends_with("40 of 40 records fail\n"));
}

#[test]
fn a_bare_repository() {
    let place = played();
    place.git(&["clone", "-q", "--bare", ".", "../bare"]);
    let place = place.within("../bare");
    assert_eq!(place.ok(&["verify"]), "1 record holds, 3 plies\n");
    assert_eq!(place.json(&["verify"])["path"], RECORD);
}

#[test]
fn paths_that_lead_nowhere() {
    let place = Place::nowhere();
    place.refused(3, &["verify", "none"], &["error: none: there is no such file or folder"]);
    place.refused(3, &["fmt", "none"], &["error: none: there is no such file or folder"]);
    place.refused(3, &["verify"], &["is not in a git repository"]);
    place.refused(2, &["fmt"], &["<PATHS>"]);
}

#[test]
fn fmt_adds_marks_and_keeps_the_rest() {
    let place = Place::new();
    place.ok(&["new", "valonian", "--white", "a", "--black", "b", "--id", "fool"]);
    let path = "games/valonian/2026-11/fool.yaml";
    let canonical = place.read(path);
    let by_hand = canonical.replace("result: \"*\"", "result: north") // comment
        + "    1. P f2-f3\n    1... P e7-e5 {so}\n    2. P g2-g4\n    2... Q d8-h4\n";
    place.write(path, format!("# an old joke\n{by_hand}"));
    assert_eq!(place.run(&["fmt", "--check", "games"]).code, 1);
    let before = place.snapshot();
    let diff = place.ok(&["fmt", "--dry-run", path]);
    assert!(diff.starts_with(&format!("--- {path}\n+++ {path}\n@@ ")), "{diff}");
    assert!(diff.contains("\n-    2... Q d8-h4\n") && diff.contains("\n+  2... Q d8-h4++\n"));
    let check = place.run(&["fmt", "--check", path]);
    assert_eq!((check.code, check.out), (1, diff));
    assert_eq!(place.json(&["fmt", "--dry-run", path]), json!({ "path": path, "changed": true }));
    place.assert_unchanged(&before);

    let said = place.ok(&["fmt", path]);
    assert_eq!(said, format!("{path} rewritten; commit it with git before the next move\n"));
    let record = place.read(path);
    assert!(record.starts_with("# an old joke\nformat: riverpost/1\n"));
    assert!(record.contains("\nresult: north\nending: checkmate\n"));
    assert!(
        record.ends_with("\n  1. P f2-f3\n  1... P e7-e5 {so}\n  2. P g2-g4\n  2... Q d8-h4++\n")
    );
    let before = place.snapshot();
    assert_eq!(place.ok(&["fmt", "games"]), "", "twice is once");
    assert_eq!(place.ok(&["fmt", "--check", "games"]), "");
    place.assert_unchanged(&before);
}

#[test]
fn fmt_on_standard_input() {
    let place = played();
    let canonical = place.read(RECORD);
    let loose = canonical.replace("SH e5xe6", "e5e6").replace('\n', "\r\n");
    let run = place.run_with(&["fmt", "-"], &canonical);
    assert_eq!((run.code, &run.out), (0, &canonical));
    assert_eq!(place.run_with(&["fmt", "-", "--check"], &canonical).code, 0);
    assert_eq!(place.run_with(&["fmt", "-", "--check"], loose).code, 1);
}

#[cfg(unix)]
#[test]
fn fmt_keeps_permissions_and_links() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::nowhere();
    let source = played();
    let record = source.read(RECORD);
    place.write("folder/real.yaml", record.replace("result: \"*\"", "result: '*'"));
    let file = place.file("folder/real.yaml");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("folder/real.yaml", place.file("link.yaml")).unwrap();
    place.ok(&["fmt", "link.yaml"]);
    assert!(std::fs::symlink_metadata(place.file("link.yaml")).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(place.read("folder/real.yaml"), record);
    assert_eq!(std::fs::read_dir(place.file("folder")).unwrap().count(), 1, "nothing left over");
}

/// A file to which `move` cannot add a line is one that `fmt` can rewrite, whatever comments it has.
#[test]
fn fmt_keeps_comments_at_the_top() {
    let place = played();
    let record = place.read(RECORD);
    let commented = record.replace("game: wing\n", "game: wing # ours\n");
    let commented = commented.replace("moves: |\n", "moves: |2 # theirs\n") + "# the end\n";
    place.write(RECORD, commented.replace('\n', "\r\n"));
    place.git(&["commit", "-q", "-a", "-m", "comments"]);
    let next = ["move", RECORD, "a10a9", "-q", "--at", "2027-01-01T00:00:00Z"];
    place.refused(1, &next, &["cannot be added", "riverpost fmt"]);
    place.ok(&["fmt", RECORD]);
    assert_eq!(place.read(RECORD), format!("# ours\n# theirs\n# the end\n{record}"));
    place.git(&["commit", "-q", "-a", "-m", "rewritten"]);
    place.ok(&next);
}

#[test]
fn fmt_of_a_repository_then_a_move() {
    let place = played();
    place.write(RECORD, place.read(RECORD).replace("result: \"*\"", "result: '*'"));
    place.ok(&["fmt", "games"]);
    place.assert_sound();
    place.play("w", 9, "e10e9");
    place.assert_sound();
}

/// A folder is rewritten whole or not at all; matches in it have no canonical form and are passed by.
#[test]
fn fmt_of_a_folder_is_all_or_nothing() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let text = place.read(RECORD);
    let named = |id: &str| text.replace(&format!("id: {ID}\n"), &format!("id: {id}\n"));
    let loose = named("a").replace("result: \"*\"", "result: '*'");
    place.write("some/a.yaml", &loose);
    place.write("some/b.yaml", text.replace("e4-e5", "e4-e6"));
    place.write("some/m.yaml", "format: riverpost-match/1\nid: m\n");
    place.refused(1, &["fmt", "some"], &["some/b.yaml:", "P1"]);
    assert_eq!(place.read("some/a.yaml"), loose);
    place.write("some/b.yaml", named("b"));
    place.ok(&["fmt", "some"]);
    assert_ne!(place.read("some/a.yaml"), loose);
}

//! `move`: what a move leaves behind in the record, in git and on the screen.

use crate::harness::{ID, Place, RECORD};
use serde_json::json;

/// The commit at HEAD in the form that tests compare.
fn head(place: &Place) -> String {
    place.git(&["log", "-1", "--date=format:%s", "--format=%an <%ae>|%cn <%ce>|%ad %cd|%B"])
}

#[test]
fn a_move_is_one_line_one_commit_one_path() {
    let place = Place::with_game();
    let before = place.read(RECORD);
    let said = place.ok(&["move", "wing-2026", "SH", "e4-e5", "--at", "2026-11-30T09:00:00+01:00"]);
    let chain = said.rsplit_once("chain ").unwrap().1.trim().to_string();
    let commit: String = place.git(&["rev-parse", "HEAD"]).chars().take(10).collect();
    assert_eq!(
        said,
        format!("{ID}: 1. SH e4-e5\nNorth (Ben Ode) to move\ncommit {commit}, chain {chain}\n")
    );
    assert_eq!(place.read(RECORD), format!("{before}  1. SH e4-e5 [2026-11-30T08:00:00Z]\n"));
    let head = head(&place);
    let expected = format!(
        "Anna Ek <anna@example.org>|Clerk <clerk@example.org>|1796025600 1796025600|\
         {ID}: 1. SH e4-e5\n\nRiverpost-Game: {ID}\nRiverpost-Ply: 1\nRiverpost-Chain: {chain}"
    );
    assert!(head.starts_with(&expected), "{head}");
    assert!(head.trim_end().ends_with("\nRiverpost-Time: 2026-11-30T08:00:00Z"), "{head}");
    let trailers = place.git(&["log", "-1", "--format=%(trailers:key=Riverpost-Chain,valueonly)"]);
    assert_eq!(trailers.trim().len(), 64);
    assert_eq!(place.git(&["show", "--numstat", "--format="]), format!("1\t0\t{RECORD}\n"));
    assert_eq!(place.commits(), 3);
    place.assert_sound();
}

#[test]
fn authors_take_turns() {
    let place = Place::with_game();
    for (ply, text) in ["e4e5", "e7e6", "Kc3", "b10-c8"].into_iter().enumerate() {
        place.play("w", ply as u32, text);
        let author = if ply % 2 == 0 { "Anna Ek" } else { "Ben Ode" };
        assert_eq!(place.git(&["log", "-1", "--format=%an"]).trim(), author);
    }
    assert_eq!(place.commits(), 6);
    place.assert_sound();
}

/// A game, and texts tried in its array, each with the move that becomes of it.
type Notations<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)]);

#[test]
fn many_notations() {
    let cases: &[Notations<'_>] = &[
        (
            &["wing"],
            &[
                ("SK b1-c3", "SK b1-c3"),
                ("b1c3", "SK b1-c3"),
                ("B1-C3", "SK b1-c3"),
                ("Kc3", "SK b1-c3"),
                ("Knight b1-c3", "SK b1-c3"),
                ("1. SK b1–c3!?", "SK b1-c3"),
                ("1.Kc3", "SK b1-c3"),
                ("e5", "SH e4-e5"),
            ],
        ),
        (
            &["encounter"],
            &[
                ("b1c3", "SHO b1-c3"),
                ("Chariot a1-a3", "SCH a1-a3"),
                ("SCT b3xb10", "SCT b3xb10"),
                ("b3:b10", "SCT b3xb10"),
                ("Catapult b3 × b10", "SCT b3xb10"),
                ("CTxh10", "SCT h3xh10"),
                ("sct H3-H10", "SCT h3xh10"),
            ],
        ),
        (&["fortress"], &[("b2-b4", "PWH b2-b4"), ("LWH b1-b3", "LWH b1-b3")]),
        (&["fortress", "--variation", "high"], &[("WPN b8-b6", "WPN b8-b6")]),
        (
            &["valonian"],
            &[
                ("e4", "P e2-e4"),
                ("e2e4", "P e2-e4"),
                ("Nf3", "N g1-f3"),
                ("♘f3", "N g1-f3"),
                ("P e2-e4", "P e2-e4"),
            ],
        ),
    ];
    let place = Place::new();
    for (game, moves) in cases {
        let players = ["-q", "--south", "a", "--north", "b"];
        let id = place.ok(&[&["new"], *game, &players].concat());
        for (text, line) in *moves {
            let said = place.json(&["move", id.trim(), text, "--dry-run"]);
            assert_eq!(said["line"], format!("1. {line}"), "{text}");
        }
    }
}

#[test]
fn a_whole_orthodox_opening_in_san() {
    let place = Place::new();
    place.ok(&["new", "valonian", "--white", "a", "--black", "b", "--id", "san"]);
    let moves = [
        ("e4", "1. P e2-e4"),
        ("c5", "1... P c7-c5"),
        ("Nf3", "2. N g1-f3"),
        ("Nc6", "2... N b8-c6"),
        ("Bb5", "3. B f1-b5"),
        ("g6", "3... P g7-g6"),
        ("0-0", "4. O-O"),
        ("Bg7", "4... B f8-g7"),
        ("Bxc6", "5. B b5xc6"),
        ("dxc6", "5... P d7xc6"),
        ("Nxc5", ""),
        ("d4", "6. P d2-d4"),
        ("cxd4", "6... P c5xd4"),
        ("Nbd2", "7. N b1-d2"),
        ("Qa5", "7... Q d8-a5"),
    ];
    for (hour, (text, line)) in moves.into_iter().enumerate() {
        if line.is_empty() {
            let said =
                "illegal move: neither the Knight on b1 nor the Knight on f3 moves to c5 so [P1]";
            place.refused(1, &["move", "san", text], &[said, "riverpost legal san"]);
            continue;
        }
        let said = place.play("san", hour as u32, text);
        assert!(said.starts_with(&format!("san: {line}\n")), "{text}: {said}");
    }
    place.refused(1, &["move", "san", "Nxd4", "--at", super::harness::NOW], &["is before"]);
    place.assert_sound();
}

#[test]
fn move_json() {
    let place = Place::with_game();
    let said = place.json(&["move", "w", "e4e5"]);
    assert_eq!(
        said,
        json!({
            "id": ID, "path": RECORD, "ply": 1, "line": "1. SH e4-e5", "coord": "e4e5",
            "fen": "skdgegdks/9/1c5c1/h1h1h1h1h/9/4H4/H1H3H1H/1C5C1/9/SKDGEGDKS n - - - - 0",
            "status": "ongoing", "result": "*", "chain": said["chain"],
            "commit": place.git(&["rev-parse", "HEAD"]).trim(),
            "entered_for": null, "entered_by": null, "signed": false, "key": null,
        })
    );
    assert_eq!(said["chain"].as_str().unwrap().len(), 64);
}

#[test]
fn move_dry_run_says_what_would_be_and_writes_nothing() {
    let place = Place::with_game();
    let before = place.snapshot();
    let said = place.ok(&["move", "w", "e4e5", "--dry-run"]);
    assert!(said.starts_with(&format!("would record {ID}: 1. SH e4-e5\n")), "{said}");
    assert!(!said.contains("commit"), "{said}");
    place.refused(1, &["move", "w", "a1a9", "--dry-run"], &["illegal move", "[P2]"]);
    place.assert_unchanged(&before);
    let real = place.json(&["move", "w", "e4e5"]);
    assert!(said.contains(&real["chain"].as_str().unwrap()[..12]), "the same chain hash");
}

#[test]
fn quiet_move_prints_the_line_alone() {
    let place = Place::with_game();
    assert_eq!(place.ok(&["move", "w", "e4e5", "-q"]), format!("{ID}: 1. SH e4-e5\n"));
}

#[test]
fn comment_and_offer_are_part_of_the_line() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    place.play("w", 1, "e7e6");
    let at = ["--at", "2026-12-02T00:00:00Z"];
    place.ok(&[&["move", "w", "Kc3", "--draw", "--comment", " <b>&\"fine\"  ", at[0], at[1]][..]]
        .concat());
    let line = "\n  2. SK b1-c3 (=) [2026-12-02T00:00:00Z] {<b>&\"fine\"}\n";
    assert!(place.read(RECORD).ends_with(line), "{}", place.read(RECORD));
    assert!(head(&place).contains(&format!("|{ID}: 2. SK b1-c3 (=)\n")));
    place.ok(&["move", "w", "a7a6", "--comment", "", at[0], at[1]]);
    assert!(place.read(RECORD).ends_with("\n  2... NH a7-a6 [2026-12-02T00:00:00Z]\n"));
    place.assert_sound();
}

#[test]
fn check_mate_and_result_are_recorded() {
    let place = Place::new();
    place.ok(&["new", "valonian", "--white", "a", "--black", "b", "--id", "fool"]);
    for (hour, text) in ["f3", "e5", "g4"].into_iter().enumerate() {
        place.play("fool", hour as u32, text);
    }
    let said = place.play("fool", 4, "Qh4#");
    assert!(said.starts_with("fool: 2... Q d8-h4++\nthe game is over: checkmate, result north\n"));
    let record = place.read("games/valonian/2026-11/fool.yaml");
    assert!(record.contains("\nresult: north\nending: checkmate\nsetup: |\n"), "{record}");
    let diff = place.git(&["show", "--format=", "--numstat"]);
    assert!(diff.starts_with("3\t1\t"), "{diff}");
    place.refused(
        1,
        &["move", "fool", "a3"],
        &["the game is over since ply 4: checkmate", "[G1]", "nothing was recorded"],
    );
    let shown = place.ok(&["show", "fool"]);
    assert!(
        shown.contains("\nply 4: 2... Q d8-h4++\nover: checkmate, result north\nchain "),
        "{shown}"
    );
    assert_eq!(place.ok(&["legal", "fool", "-q"]), "");
    assert_eq!(place.ok(&["legal", "fool", "--format", "coord"]), "");
    assert_eq!(place.json(&["legal", "fool"])["legal"], json!([]));
    assert_eq!(place.json(&["verify", "games"])["result"], "north");
    place.assert_sound();
}

#[test]
fn a_record_is_named_by_id_prefix_or_path() {
    let place = Place::with_game();
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "wing-2"]);
    for (hour, (name, text)) in
        [(ID, "e4e5"), ("WING-2026", "e7e6"), (RECORD, "b1c3"), (&format!("./{RECORD}"), "b10c8")]
            .into_iter()
            .enumerate()
    {
        place.play(name, hour as u32, text);
    }
    let absolute = place.file(RECORD);
    place.play(absolute.to_str().unwrap(), 9, "a4a5");
    // An id that is the beginning of another is that one, to the letter.
    place.ok(&["move", "wing-2", "e4e5"]);
    let said = ["`wing` fits 2 files", "wing-2, wing-2026-anna-ben-1", "give more of the id"];
    place.refused(2, &["move", "wing", "e4e5"], &said);
    place.refused(
        2,
        &["move", "nobody", "e4e5"],
        &["no record is called `nobody`", "riverpost list"],
    );
    place.refused(2, &["move", "games/none.yaml", "e4e5"], &["no record at games/none.yaml"]);
    place.assert_sound();
}

/// The beginning of every id is nobody's, even where there is one game only.
#[test]
fn an_empty_name_is_no_record() {
    let place = Place::with_game();
    for command in [&["move", "", "e4e5"][..], &["show", ""], &["legal", ""]] {
        place.refused(2, command, &["no record is called ``"]);
    }
}

#[test]
fn from_a_subfolder_and_by_repo_flag() {
    let place = Place::with_game();
    let root = place.cwd.display().to_string();
    place.write("notes/deep/x", "");
    let place = place.within("notes/deep");
    place.play("w", 0, "e4e5");
    place.play(&format!("../../{RECORD}"), 1, "e7e6");
    let place = place.within("../../..");
    place.refused(3, &["show", "w"], &["is not in a git repository"]);
    place.ok(&["move", "w", "Kc3", "--repo", &root, "--at", "2026-12-09T00:00:00Z"]);
    assert!(place.ok(&["show", "w", "--repo", &root]).contains("ply 3: 2. SK b1-c3"));
    let place = place.within("work");
    assert_eq!(place.commits(), 5);
    assert_eq!(place.git(&["status", "--porcelain"]), "?? notes/\n");
}

#[test]
fn foreign_work_stays_as_it_is() {
    let place = Place::with_game();
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "other"]);
    let other = "games/wing/2026-11/other.yaml";
    place.write("staged.txt", "1");
    place.git(&["add", "staged.txt"]);
    place.write("staged.txt", "2");
    place.write("untracked.txt", "3");
    place.write(other, "edited by hand\n");
    place.git(&["rm", "-q", "--cached", ".gitattributes"]);
    let before = place.git(&["status", "--porcelain"]);
    assert_eq!(before.lines().count(), 5, "{before}");
    place.ok(&["move", "wing-2026", "e4e5"]);
    assert_eq!(place.git(&["status", "--porcelain"]), before);
    assert_eq!(place.git(&["show", "--name-only", "--format="]), format!("{RECORD}\n"));
    assert_eq!(place.git(&["show", ":staged.txt"]), "1");
    assert_eq!(place.read("staged.txt"), "2");
    assert_eq!(place.read(other), "edited by hand\n");
}

#[test]
fn in_a_bare_repository() {
    let place = Place::with_game();
    place.git(&["clone", "-q", "--bare", ".", "../server.git"]);
    let place = place.within("../server.git");
    place.play("w", 0, "e4e5");
    place.play(RECORD, 1, "e7e6");
    let said = place.ok(&["new", "riverqi", "--south", "a", "--north", "b", "-q"]);
    assert_eq!(said, "riverqi-2026-a-b-1\n");
    assert!(place.ok(&["show", "w"]).contains("ply 2: 1... NH e7-e6"));
    assert!(place.ok(&["legal", "w"]).contains("SK b1-c3"));
    assert_eq!(place.ok(&["verify"]), "2 records hold, 2 plies\n");
    assert_eq!(
        place.git(&["log", "-1", "--format=%s", "HEAD~1"]),
        format!("{ID}: 1... NH e7-e6\n")
    );
    assert!(!place.file("index").exists());
    place.refused(1, &["move", "w", "a1a9"], &["illegal move"]);
    place.git(&["fsck", "--strict"]);
}

#[test]
fn in_a_linked_work_tree() {
    let place = Place::with_game();
    place.git(&["worktree", "add", "-q", "-b", "side", "../side"]);
    let place = place.within("../side");
    place.play("w", 0, "e4e5");
    place.assert_sound();
    assert_eq!(
        place.git(&["log", "-1", "--format=%s", "main"]),
        format!("{ID}: new game of Wing\n")
    );
    let place = place.within("../work");
    place.play("w", 0, "a4a5");
    place.assert_sound();
    assert_eq!(place.json(&["show", "w"])["last"]["coord"], "a4a5");
}

#[test]
fn the_first_commit_of_a_branch() {
    let place = Place::empty();
    place.git(&["init", "-q", "-b", "main"]);
    place.write("riverpost.yaml", "format: riverpost-repository/1\n");
    let id = place.ok(&["new", "wing", "--south", "a", "--north", "b", "-q"]);
    place.ok(&["move", id.trim(), "e4e5"]);
    assert_eq!(place.commits(), 2);
    assert_eq!(place.git(&["status", "--porcelain"]), "?? riverpost.yaml\n");
    place.git(&["switch", "-q", "--orphan", "fresh"]);
    place.write("riverpost.yaml", "format: riverpost-repository/1\n");
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "-q"]);
    assert_eq!(place.git(&["rev-list", "--count", "HEAD"]).trim(), "1");
}

#[test]
fn accents_and_spaces_in_names() {
    let place = Place::empty();
    place.ok(&["init", "Schöne Spiele 💌"]);
    let place = place.within("Schöne Spiele 💌");
    let folder = "games/été 2026";
    place.ok(&["new", "wing", "--south", "Éa", "--north", "Ñu", "--folder", folder, "--id", "x"]);
    place.play("x", 0, "e4e5");
    place.play(&format!("{folder}/x.yaml"), 1, "e7e6");
    assert_eq!(place.git(&["log", "-1", "--format=%an"]), "Ñu\n");
    place.assert_sound();
}

/// A work tree with CRLF line ends is the same record; one with a `.gitattributes` never gets them.
#[test]
fn autocrlf() {
    let place = Place::with_game();
    place.git(&["config", "core.autocrlf", "true"]);
    place.play("w", 0, "e4e5");
    assert!(!place.read(RECORD).contains('\r'));
    place.assert_sound();
    place.git(&["rm", "-q", ".gitattributes"]);
    place.git(&["commit", "-q", "-m", "no attributes"]);
    place.git(&["rm", "-q", "--cached", "-r", "games"]);
    place.git(&["reset", "-q", "--hard"]);
    assert!(place.read(RECORD).contains("\r\n"), "git has written CRLF");
    place.play("w", 1, "e7e6");
    assert!(!place.git(&["show", &format!("HEAD:{RECORD}")]).contains('\r'));
    place.assert_sound();
    assert_eq!(place.json(&["show", "w"])["ply"], 2);
}

/// Files that people have written by hand keep their comments and the way they are written.
#[test]
fn every_earlier_byte_stays() {
    let place = Place::with_game();
    let text = place.read(RECORD).replace("game: wing\n", "game:   'wing'   # ours\n");
    let text =
        format!("# a match of letters\n{}", text.replace("result: \"*\"", "result: '*' # so far"));
    place.write(RECORD, &text);
    place.git(&["commit", "-q", "-a", "-m", "by hand"]);
    place.ok(&["move", "w", "e4e5"]);
    assert_eq!(place.read(RECORD), format!("{text}  1. SH e4-e5 [2026-11-29T19:20:00Z]\n"));
    place.assert_sound();
}

/// What a move asks of the system, counted where `strace` is there and may look.
#[test]
fn a_move_asks_little_of_the_system() {
    let place = Place::with_game();
    let traced = place.command(&["move", "wing-2026", "e4e5"]);
    let list = place.file("calls");
    let mut strace = std::process::Command::new("strace");
    strace.arg("-f").arg("-o").arg(&list).arg(traced.get_program()).args(traced.get_args());
    strace.env_clear().envs(traced.get_envs().filter_map(|(key, value)| Some((key, value?))));
    strace.current_dir(traced.get_current_dir().unwrap());
    if !strace.output().is_ok_and(|output| output.status.success()) {
        return;
    }
    let calls = place.read("calls");
    let count = |words: &[&str]| {
        calls.lines().filter(|line| words.iter().all(|word| line.contains(word))).count()
    };
    assert!(count(&["("]) <= 530, "{}", count(&["("]));
    assert_eq!(count(&["openat(", "/.git/config\""]), 1, "settings are read once");
    assert!(count(&["openat(", RECORD]) <= 3, "{}", count(&["openat(", RECORD]));
    assert!(count(&["/.gitconfig\""]) <= 12, "{}", count(&["/.gitconfig\""]));
}

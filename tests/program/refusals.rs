//! What is refused: the code, the reason, the rule, the place, what to do; and that nothing is written.

use crate::harness::{ID, NOW, Place, RECORD};

/// Two plies played, South to move.
fn played() -> Place {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    place.play("w", 1, "e7e6");
    place
}

#[test]
fn illegal_moves_name_reason_and_rule() {
    let place = played();
    let next = format!("riverpost legal {ID}");
    let cases: &[(&str, &[&str])] = &[
        ("SS a1-a8", &["the way is blocked by the Hawker on a4 and the Hawker on a7", "[P2]"]),
        ("SK b1-e4", &["a Knight does not move from b1 to e4", "[P1]"]),
        (
            "SE e1-e9",
            &["an Empress does not move from e1 to e9: it steps once along a rank or file", "[P1]"],
        ),
        ("SG d1-c2", &["a Guard may not leave the Southern Fortress [P5]"]),
        (
            "SD c1-d2",
            &["a Defender does not move from c1 to d2: it goes exactly two squares", "[P1]"],
        ),
        ("SC b3xb10", &["Southern Territory", "River", "[R1]"]),
        ("SC b3xb8", &["screen", "[P3]"]),
        ("SS a1-a4", &["a4", "[P4]"]),
        ("a7-a6", &["the Hawker on a7 is North's, and South is to move", "[P6]"]),
        ("d5-d6", &["d5", "[P6]"]),
        ("O-O", &["illegal move: there is no castling in Wing [P7]"]),
        ("SH a4-a5=SHK", &["the text contradicts the move: it is not promoted there", "[G9]"]),
    ];
    for (text, words) in cases {
        let all = [words, &["nothing was recorded", &next][..]].concat();
        place.refused(1, &["move", "w", text, "--at", "2027-01-01T00:00:00Z"], &all);
    }
}

#[test]
fn texts_that_are_no_move_and_texts_that_are_two() {
    let place = played();
    for text in ["", "zz", "K", "j1-j2", "!", "e4 e5 e6", "🙂", "\u{202e}e5"] {
        place.refused(1, &["move", "w", text], &["not a move", "[G9]", "nothing was recorded"]);
    }
    let long = "e4".repeat(5000);
    let said = place.refused(1, &["move", "w", &long], &["too long for a move"]);
    assert!(said.len() < 500);
    place.at(NOW);
    place.ok(&["new", "valonian", "--white", "a", "--black", "b", "--id", "two"]);
    for (hour, text) in ["Nf3", "a6", "d3", "b6"].into_iter().enumerate() {
        place.play("two", hour as u32, text);
    }
    let said = ["ambiguous: ", "N b1-d2", "N f3-d2", "[G9]", "write one of these"];
    place.refused(1, &["move", "two", "Nd2"], &said);
    let wrong = ["the text says a capture, but there is nothing on h3"];
    place.refused(1, &["move", "two", "h2xh3"], &wrong);
}

#[test]
fn a_time_before_the_last_move() {
    let place = played();
    place.refused(
        1,
        &["move", "w", "Kc3", "--at", "2026-12-01T00:30:00Z"],
        &[
            "the time 2026-12-01T00:30:00Z is before 2026-12-01T01:00:00Z",
            "nothing was recorded",
            "--at",
        ],
    );
    place.refused(2, &["move", "w", "Kc3", "--at", "now"], &["\"now\"", "2026-11-30T08:00:00Z"]);
}

#[test]
fn comments_that_no_line_can_hold() {
    let place = played();
    let long = "x".repeat(1001);
    for comment in ["a { b", "a } b", "a\nb", "a\rb", "\u{7}", "a\u{2028}b"] {
        let at = "2026-12-03T00:00:00Z";
        place.refused(
            1,
            &["move", "w", "Kc3", "--at", at, "--comment", comment],
            &["cannot be written in one line", "nothing was recorded", "leave out braces"],
        );
    }
    place.refused(
        1,
        &["move", "w", "Kc3", "--at", "2026-12-03T00:00:00Z", "--comment", &long],
        &["the comment is too long, the most is 1000", "nothing was recorded"],
    );
}

#[test]
fn an_offer_before_both_sides_have_moved() {
    let place = Place::with_game();
    place.refused(
        1,
        &["move", "w", "e4e5", "--draw"],
        &["a draw is not offered before both sides have moved", "[G5]", "nothing was recorded"],
    );
}

#[test]
fn errors_as_json_are_one_line() {
    let place = played();
    let before = place.snapshot();
    let at = ["--at", "2027-01-01T00:00:00Z"];
    let run = place.run(&[&["--json", "move", "w", "SS a1-a8"][..], &at].concat());
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    let error = run.error();
    assert_eq!(error["rule"], "P2");
    assert_eq!(error["place"], serde_json::Value::Null);
    assert!(error["message"].as_str().unwrap().starts_with("illegal move: the way is blocked"));
    assert!(error["hint"].as_str().unwrap().contains("riverpost legal"));

    place.write("x.yaml", place.read(RECORD).replace("e7-e6", "e7-d6"));
    let run = place.run(&["--json", "show", "x.yaml"]);
    let error = run.error();
    assert_eq!((run.code, &error["place"]), (1, &"x.yaml:24:8".into()));
    assert_eq!(error["rule"], "P1");
    std::fs::remove_file(place.file("x.yaml")).unwrap();

    let run = place.run(&["--json", "show", "nobody"]);
    assert_eq!(
        (run.code, run.error()["message"].as_str().unwrap()),
        (2, "no record is called `nobody`")
    );
    let run = place.run(&["--json", "verify", "none"]);
    assert_eq!((run.code, &run.error()["place"]), (3, &"none".into()));
    let run = place.run(&["--json", "new", "wing", "--south", "a"]);
    assert_eq!(run.code, 2);
    run.error();
    place.assert_unchanged(&before);
}

#[test]
fn no_repository_no_settings_no_identity() {
    let place = Place::empty();
    let here = place.cwd.display().to_string();
    let said = ["is not in a git repository", &here, "riverpost init"];
    place.refused(3, &["move", "w", "e4"], &said);
    place.refused(3, &["show", "w", "--repo", "none"], &["`none`"]);
    place.git(&["init", "-q"]);
    place.refused(3, &["move", "w", "e4"], &["no riverpost.yaml at its root", "riverpost init"]);

    let place = played();
    place.forget();
    let said = ["git does not know who you are", "user.name", "user.email"];
    place.refused(3, &["move", "w", "Kc3", "--at", "2026-12-03T00:00:00Z"], &said);
    place.refused(3, &["new", "wing", "--south", "a", "--north", "b"], &said);
    // Looking needs no identity.
    place.ok(&["show", "w"]);
    place.ok(&["verify"]);
}

#[test]
fn a_detached_head() {
    let place = played();
    place.git(&["switch", "-q", "--detach"]);
    let said = ["no branch is checked out (detached HEAD)", "git switch"];
    place.refused(3, &["move", "w", "Kc3", "--at", "2026-12-03T00:00:00Z"], &said);
    place.refused(3, &["new", "wing", "--south", "a", "--north", "b"], &said);
    place.ok(&["show", "w"]);
}

#[test]
fn a_record_edited_staged_or_missing() {
    let place = played();
    let text = place.read(RECORD);
    let args = ["move", "w", "Kc3", "--at", "2026-12-03T00:00:00Z"];
    place.write(RECORD, format!("# mine\n{text}"));
    place.refused(
        3,
        &args,
        &[RECORD, "has edits that are not committed", "git diff", "git restore"],
    );
    place.git(&["add", RECORD]);
    place.write(RECORD, &text);
    place.refused(3, &args, &[RECORD, "staged", "git restore --staged"]);
    place.git(&["reset", "-q"]);
    std::fs::remove_file(place.file(RECORD)).unwrap();
    place.refused(3, &args, &[RECORD, "is missing from the work tree", "git restore"]);
    // What it says to do helps.
    place.git(&["restore", "--staged", "--worktree", "--", &format!(":/{RECORD}")]);
    place.ok(&args);
}

#[test]
fn a_record_never_committed() {
    let place = played();
    let path = "games/wing/2026-11/mine.yaml";
    place.write(path, place.read(RECORD).replace(ID, "mine"));
    let said = [path, "was never committed", "git add"];
    place.refused(3, &["move", path, "Kc3"], &said);
    place.refused(2, &["move", "mine", "Kc3"], &["no record is called `mine`"]);
    place.at(NOW);
    place.refused(3, &["new", "wing", "--south", "a", "--north", "b", "--id", "mine"], &said);
}

#[test]
fn a_record_in_conflict() {
    let place = played();
    place.git(&["branch", "theirs"]);
    place.play("w", 5, "Kc3");
    place.git(&["switch", "-q", "theirs"]);
    place.play("w", 6, "a4a5");
    let merge = std::process::Command::new("git")
        .args(["merge", "main"])
        .current_dir(&place.cwd)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .env("HOME", place.root().join("home"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(!merge.status.success(), "two moves at one ply collide visibly");
    let said = [RECORD, "a merge has left two versions", "ours (HEAD): 2. ", "git add"];
    place.refused(3, &["move", "w", "a7a6", "--at", "2026-12-03T00:00:00Z"], &said);
    place.refused(3, &["show", "w"], &said);
    let verify = place.run(&["verify"]);
    assert_eq!(verify.code, 1);
    assert!(verify.out.starts_with(&format!("{RECORD}:")), "{verify:?}");
}

#[test]
fn a_lock_left_over() {
    let place = played();
    place.write(".git/index.lock", "");
    let args = ["move", "w", "Kc3", "--at", "2026-12-03T00:00:00Z"];
    place.refused(3, &args, &["index.lock", "held by another program, or left over", "rm '"]);
    place.ok(&["show", "w"]);
    std::fs::remove_file(place.file(".git/index.lock")).unwrap();
    place.ok(&args);
    place.assert_sound();
}

#[cfg(unix)]
#[test]
fn a_read_only_folder() {
    use std::os::unix::fs::PermissionsExt;
    let place = played();
    let folder = place.file("games/wing/2026-11");
    let set = |mode| std::fs::set_permissions(&folder, PermissionsExt::from_mode(mode)).unwrap();
    set(0o555);
    let guarded = std::fs::write(folder.join("probe"), "").is_err();
    if guarded {
        let args = ["move", "w", "Kc3", "--at", "2026-12-03T00:00:00Z"];
        let commits = place.commits();
        let run = place.run(&args);
        assert_eq!(run.code, 3);
        assert!(run.err.contains("is read-only") && run.err.contains("writable"), "{run:?}");
        assert_eq!(place.commits(), commits);
        assert_eq!(place.git(&["status", "--porcelain"]), "");
    }
    // Else nothing is read-only for this user.
    set(0o755);
}

#[cfg(unix)]
#[test]
fn links_and_paths_that_lead_elsewhere() {
    use std::os::unix::fs::symlink;
    let place = played();
    let outside = place.root().join("outside.yaml");
    std::fs::write(&outside, place.read(RECORD)).unwrap();
    let said = ["is outside of the repository", "--repo"];
    place.refused(2, &["move", outside.to_str().unwrap(), "Kc3"], &said);
    place.refused(2, &["move", "../outside.yaml", "Kc3"], &said);
    symlink(&outside, place.file("games/link.yaml")).unwrap();
    symlink(place.root(), place.file("games/out")).unwrap();
    place.git(&["add", "games/link.yaml"]);
    place.git(&["commit", "-q", "-m", "link"]);
    let said = ["games/link.yaml", "is a symbolic link", "put the file itself there"];
    place.refused(3, &["move", "link", "Kc3"], &said);
    place.refused(3, &["move", "games/link.yaml", "Kc3"], &said);
    place.refused(2, &["move", "games/out/outside.yaml", "Kc3"], &["is outside of the repository"]);
    place.refused(
        2,
        &["new", "wing", "--south", "a", "--north", "b", "--folder", "/tmp"],
        &["records lie below `games`"],
    );
    place.refused(
        3,
        &["new", "wing", "--south", "a", "--north", "b", "--folder", "games/out"],
        &["games/out", "is a symbolic link"],
    );
    // A verification does not follow links either, and names one that is called as a record.
    let run = place.run(&["verify"]);
    let link = "games/link.yaml:1:1: this is a symbolic link, where a plain file belongs\n";
    assert_eq!(run.out, format!("{link}1 of 2 records fails\n"));
}

#[test]
fn a_record_that_is_not_sound_takes_no_move() {
    let place = played();
    let path = "games/wing/2026-11/broken.yaml";
    let good = place.read(RECORD).replace(ID, "broken");
    let cases = [
        ("SH e4-e5", "SH e4-d5", "broken.yaml:23:6: illegal move"),
        ("format: riverpost/1\n", "", "broken.yaml:1:1: the key \"format\" is missing"),
        ("moves: |", "moves:", "broken.yaml:"),
        ("time", "time", ""),
    ];
    for (old, new, words) in cases {
        place.write(path, good.replacen(old, new, 1));
        place.git(&["add", path]);
        place.git(&["commit", "-q", "--allow-empty", "-m", "by hand"]);
        if words.is_empty() {
            place.ok(&["move", "broken", "Kc3", "--at", "2026-12-03T00:00:00Z"]);
        } else {
            place.refused(1, &["move", "broken", "Kc3"], &[words]);
        }
    }
}

/// Moves in a form to which no line can be added are refused with the way out.
#[test]
fn moves_that_are_no_literal_block() {
    let place = played();
    let record = place.read(RECORD);
    let head = record.split_once("moves: |\n").unwrap().0;
    place.write(RECORD, format!("{head}moves: \"1. SH e4-e5\\n1... NH e7-e6\\n\"\n"));
    place.git(&["commit", "-q", "-a", "-m", "by hand"]);
    place.ok(&["verify"]);
    let args = ["move", "w", "Kc3"];
    place.refused(1, &args, &[RECORD, "a line cannot be added", "riverpost fmt"]);
    place.ok(&["fmt", RECORD]);
    place.git(&["commit", "-q", "-a", "-m", "fmt"]);
    place.ok(&args);
    place.assert_sound();
}

#[test]
fn signing_that_fails_is_never_left_out() {
    let place = played();
    place.git(&["config", "commit.gpgsign", "true"]);
    place.git(&["config", "gpg.program", "/nonexistent/gpg"]);
    let said = ["the commit could not be signed", "commit.gpgsign false"];
    place.refused(3, &["move", "w", "Kc3", "--at", "2026-12-03T00:00:00Z"], &said);
}

#[test]
fn dry_runs_write_nothing() {
    let place = played();
    place.write("loose.yaml", place.read(RECORD).replace("\"*\"", "'*'"));
    let before = place.snapshot();
    for arguments in [
        &["init"][..],
        &["init", "new"],
        &["new", "wing", "--south", "a", "--north", "b"],
        &["move", "w", "Kc3", "--at", "2026-12-03T00:00:00Z"],
        &["fmt", "loose.yaml"],
        &["demo"],
        &["demo", "there"],
        &["man", "pages"],
    ] {
        place.ok(&[arguments, &["--dry-run"]].concat());
        place.ok(&[arguments, &["--dry-run", "--quiet"]].concat());
    }
    place.assert_unchanged(&before);
}

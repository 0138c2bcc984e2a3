//! `merge-driver`: what git's own merge, rebase and cherry-pick make of records, in two clones.

use std::fs;
use std::os::unix::fs::symlink;

use crate::harness::{ID, Place, RECORD, Run};

/// Two clones that ask the program under test to merge records.
fn two() -> (Place, Place) {
    let (anna, ben) = Place::two_clones();
    for clone in [&anna, &ben] {
        clone.ask_to_merge();
        clone.git(&["config", "pull.rebase", "false"]);
    }
    (anna, ben)
}

fn moves(place: &Place) -> Vec<String> {
    let text = place.read(RECORD);
    let (_, moves) = text.split_once("moves: |\n").unwrap();
    moves.lines().map(|line| line.trim().to_owned()).collect()
}

/// The references of rival versions, with what each holds.
fn rivals(place: &Place) -> Vec<(String, String)> {
    let names = place.git(&["for-each-ref", "--format=%(refname)", "refs/riverpost"]);
    names.lines().map(|name| (name.to_owned(), place.git(&["cat-file", "blob", name]))).collect()
}

const AT: &str = "2026-12-01T08:00:00Z";

#[test]
fn a_version_that_continues_the_other_is_taken_from_either_side() {
    for rebase in [false, true] {
        let (anna, ben) = two();
        // Both enter the same move; Ben goes on.
        for clone in [&anna, &ben] {
            clone.ok(&["move", ID, "e4e5", "--for", "south", "--at", AT]);
        }
        ben.ok(&["move", ID, "e7e6", "--at", "2026-12-01T09:00:00Z"]);
        ben.git(&["push", "-q"]);
        let line = if rebase { "pull -q --rebase" } else { "pull -q --no-edit" };
        let run = anna.try_git(line);
        assert_eq!(run.code, 0, "{run:?}");
        let expected =
            ["1. SH e4-e5 [2026-12-01T08:00:00Z]", "1... NH e7-e6 [2026-12-01T09:00:00Z]"];
        assert_eq!(moves(&anna), expected);
        anna.git(&["push", "-q"]);
        // Now Ben has less than what comes in.
        ben.ok(&["new", "wing", "--south", "A", "--north", "B", "--id", "other"]);
        assert_eq!(ben.try_git(line).code, 0);
        assert_eq!(moves(&ben), expected);
        assert!(rivals(&anna).is_empty() && rivals(&ben).is_empty());
    }
}

/// Anna has moved one way, and it was entered for her otherwise and pushed.
fn rival_moves() -> (Place, Place, [String; 2]) {
    let (anna, ben) = two();
    anna.ok(&["move", ID, "e4e5", "--at", AT]);
    ben.ok(&["move", ID, "a4a5", "--for", "south", "--at", AT]);
    ben.git(&["push", "-q"]);
    let versions = [anna.read(RECORD), ben.read(RECORD)];
    (anna, ben, versions)
}

#[test]
fn rival_lines_stand_both_in_the_file_and_are_kept_by_merge_rebase_and_cherry_pick() {
    for line in ["merge -q origin/HEAD", "rebase -q origin/HEAD", "cherry-pick origin/HEAD"] {
        let (anna, _, versions) = rival_moves();
        anna.git(&["fetch", "-q"]);
        let run = anna.try_git(line);
        assert_eq!(run.code, 1, "{line}: {run:?}");
        assert!(run.err.contains(&format!("riverpost resolve {ID}")), "{run:?}");
        let (ours, theirs) =
            if line.starts_with("rebase") { ("a4-a5", "e4-e5") } else { ("e4-e5", "a4-a5") };
        let expected = [
            "<<<<<<< HEAD".to_owned(),
            format!("1. SH {ours} [{AT}]"),
            "=======".to_owned(),
            format!("1. SH {theirs} [{AT}]"),
        ];
        let found = moves(&anna);
        assert_eq!(found[..4], expected, "{line}");
        assert!(found[4].starts_with(">>>>>>> ") && found.len() == 5, "{line}: {found:?}");
        let mut kept: Vec<String> = rivals(&anna).into_iter().map(|(_, text)| text).collect();
        let mut versions = versions.to_vec();
        kept.sort();
        versions.sort();
        assert_eq!(kept, versions, "{line}");
        assert!(rivals(&anna)[0].0.starts_with(&format!("refs/riverpost/rivals/{ID}/")));
        // Nothing acts on it before it is settled, and both are told.
        let run = anna.run(&["show", ID]);
        assert_eq!(run.code, 3, "{run:?}");
        assert!(
            run.err.contains(&format!("ours (HEAD): 1. SH {ours} [{AT}], by Anna Ek")),
            "{run:?}"
        );
        let back = line.split(' ').next().unwrap();
        anna.git(&[back, "--abort"]);
        assert_eq!(anna.read(RECORD), versions[usize::from(!versions[0].contains("e4-e5"))]);
    }
}

/// What git's own merge would make one record of that neither side has.
#[test]
fn an_altered_line_and_a_new_one_are_not_mixed() {
    let (anna, ben) = two();
    let at = |hour| format!("2026-12-01T{hour:02}:00:00Z");
    for (hour, mv) in [(8, "e4e5"), (9, "e7e6"), (10, "b1c3"), (11, "a7a6"), (12, "a4a5")] {
        let who = if hour % 2 == 0 { "south" } else { "north" };
        anna.ok(&["move", ID, mv, "--for", who, "--at", &at(hour)]);
    }
    anna.send(&ben);
    ben.write(RECORD, ben.read(RECORD).replace("1... NH e7-e6", "1... NH c7-c6"));
    ben.git(&["commit", "-q", "-a", "-m", "another move"]);
    anna.ok(&["move", ID, "i7i6", "--for", "north", "--at", &at(13)]);
    anna.git(&["push", "-q"]);
    let run = ben.try_git("pull -q --no-edit");
    assert_eq!(run.code, 1, "{run:?}");
    let text = ben.read(RECORD);
    let marks = ["<<<<<<< ", "=======", ">>>>>>> "].map(|mark| text.find(mark).unwrap());
    let [altered, new] = ["c7-c6", "i7-i6"].map(|line| text.find(line).unwrap());
    assert!(marks[0] < altered && altered < marks[1] && marks[1] < new && new < marks[2], "{text}");
    assert_eq!(rivals(&ben).len(), 2);
    assert!(run.err.contains("e7-e6") && run.err.contains("c7-c6"), "{run:?}");
}

#[test]
fn what_else_is_changed_in_the_header_is_kept() {
    let (anna, ben) = two();
    ben.write(RECORD, ben.read(RECORD).replace("result:", "event: Autumn\nresult:"));
    ben.git(&["commit", "-q", "-a", "-m", "the event"]);
    ben.git(&["push", "-q"]);
    anna.ok(&["move", ID, "e4e5", "--at", AT]);
    assert_eq!(anna.try_git("pull -q --no-edit").code, 0);
    assert!(anna.read(RECORD).contains("\nevent: Autumn\n"));
    assert_eq!(moves(&anna).len(), 1);
    anna.ok(&["verify"]);
}

/// Runs the driver on files.
fn drive(place: &Place, files: [&[u8]; 3]) -> Run {
    for (name, bytes) in ["base", "ours", "theirs"].iter().zip(files) {
        place.write(name, bytes);
    }
    place.run(&["merge-driver", "base", "ours", "theirs", "games/x.yaml"])
}

#[test]
fn anything_else_is_merged_as_text_or_stays() {
    let place = Place::nowhere();
    let run = drive(&place, [b"a\nb\nc\nd\n", b"A\nb\nc\nd\n", b"a\nb\nc\nD\n"]);
    assert_eq!((run.code, place.read("ours").as_str()), (0, "A\nb\nc\nD\n"));
    let run = drive(&place, [b"a\n", b"b\n", b"c\n"]);
    assert_eq!(run.code, 1);
    assert_eq!(place.read("ours"), "<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n");
    let run = drive(&place, [b"", b"\xff\xfe", b"\xfe\xff"]);
    assert_eq!(run.code, 1, "{run:?}");
    let run = drive(&place, [b"a\0", b"b\0", b"c\0"]);
    assert_eq!((run.code, place.read("ours").as_str()), (1, "b\0"));
    assert!(run.err.contains("no text"), "{run:?}");
    let long = vec![b'x'; (16 << 20) + 1];
    let run = drive(&place, [b"a\n", &long, b"c\n"]);
    assert_eq!(run.code, 1);
    assert_eq!(fs::read(place.file("ours")).unwrap(), long, "not cut short");
    // A record whose header is altered on one side, and one that nobody can play.
    let with = Place::with_game();
    let record = with.read(RECORD);
    let altered = record.replace("Anna Ek", "Anne Ek");
    with.play(RECORD, 8, "e4e5");
    let run = drive(&with, [record.as_bytes(), altered.as_bytes(), with.read(RECORD).as_bytes()]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(with.read("ours").contains("Anne Ek") && with.read("ours").contains("Anna Ek"));
    assert_eq!(rivals(&with).len(), 2);
}

#[test]
fn missing_files_and_links_are_refused_and_nothing_is_written() {
    let place = Place::nowhere();
    place.write("base", "a\n");
    place.write("elsewhere", "b\n");
    symlink(place.file("elsewhere"), place.file("link")).unwrap();
    place.refused(3, &["merge-driver", "base", "gone", "base"], &["gone"]);
    place.refused(3, &["merge-driver", "base", "link", "base"], &["not a plain file"]);
    place.refused(3, &["merge-driver", ".", "base", "base"], &["not a plain file"]);
    place.refused(3, &["merge-driver", "base", "base", "/dev/zero"], &["not a plain file"]);
}

#[test]
fn a_driver_that_is_killed_or_missing_leaves_both_sides_as_they_were() {
    let (anna, _, _) = rival_moves();
    anna.git(&["fetch", "-q"]);
    let before = (anna.git(&["rev-parse", "HEAD"]), anna.read(RECORD));
    anna.git(&["config", "merge.riverpost.driver", "kill -9 $$"]);
    let run = anna.try_git("merge -q origin/HEAD");
    assert_ne!(run.code, 0);
    assert_eq!((anna.git(&["rev-parse", "HEAD"]), anna.read(RECORD)), before);
    // What `init` tells git falls back on git's own merge of texts.
    anna.git(&["reset", "-q", "--hard"]);
    anna.git(&["config", "--remove-section", "merge.riverpost"]);
    let said = anna.ok(&["init"]);
    assert!(said.contains("git asks riverpost to merge records here"), "{said}");
    let run: Run = std::process::Command::new("git")
        .args(["merge", "-q", "origin/HEAD"])
        .current_dir(&anna.cwd)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap()
        .into();
    assert_eq!(run.code, 1, "{run:?}");
    assert!(anna.read(RECORD).contains(">>>>>>>"), "{run:?}");
}

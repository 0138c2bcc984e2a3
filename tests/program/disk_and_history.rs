//! Whether the work tree, HEAD and its history agree, and what one odd file does.

use std::fs;

use crate::harness::{ID, Place, RECORD, Run};

const FOLDER: &str = "games/wing/2026-11";

/// A repository with games called so.
fn with_games(ids: &[&str]) -> Place {
    let place = Place::new();
    for id in ids {
        place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", id]);
    }
    place
}

/// Runs `verify`, expects code 1 and these lines, each the end of a file's name and the beginning of what is wrong.
#[track_caller]
fn fails(place: &Place, expected: &[(&str, &str)], counted: &str) {
    let run = place.run(&["verify"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    for (name, reason) in expected {
        let begun = format!("{name}:1:1: {reason}");
        assert!(lines.iter().any(|line| line.contains(&begun)), "no {begun:?}: {}", run.out);
    }
    assert_eq!(lines.len(), expected.len() + 1, "{}", run.out);
    assert_eq!(lines.last(), Some(&counted), "{}", run.out);
}

/// A commit on top of HEAD with the files of an older one, as of a `git commit` whose index was read before.
fn stale_commit(place: &Place, tree: &str) {
    let commit = place.git(&["commit-tree", "-p", "HEAD", "-m", "my note", tree]);
    place.git(&["update-ref", "HEAD", commit.trim()]);
}

#[cfg(unix)]
#[test]
fn verify_names_what_head_has_and_the_work_tree_has_not() {
    let place = with_games(&["a", "b", "c", "d", "e", "f"]);
    let file = |id: &str| place.file(&format!("{FOLDER}/{id}.yaml"));
    fs::remove_file(file("a")).unwrap();
    fs::remove_file(file("b")).unwrap();
    std::os::unix::fs::symlink("f.yaml", file("b")).unwrap();
    fs::remove_file(file("c")).unwrap();
    fs::create_dir(file("c")).unwrap();
    place.write(&format!("{FOLDER}/d.yaml"), place.read(&format!("{FOLDER}/d.yaml")) + "# mine\n");
    // Line ends that git changes on the way are no edit.
    place.write(
        &format!("{FOLDER}/e.yaml"),
        place.read(&format!("{FOLDER}/e.yaml")).replace('\n', "\r\n"),
    );
    fails(
        &place,
        &[
            ("a.yaml", "`games/wing/2026-11/a.yaml` is missing from the work tree"),
            ("b.yaml", "this is a symbolic link"),
            ("c.yaml", "`games/wing/2026-11/c.yaml` is in the way"),
            ("d.yaml", "`games/wing/2026-11/d.yaml` has edits that are not committed"),
        ],
        "4 of 6 records fail",
    );
    place.git(&["stash", "-q", "-u"]);
    assert_eq!(place.ok(&["verify"]), "6 records hold, 0 plies\n");

    fs::rename(place.file("games"), place.file("elsewhere")).unwrap();
    let run = place.run(&["verify"]);
    assert!(run.out.ends_with("6 of 6 records fail\n"), "{run:?}");
    std::os::unix::fs::symlink("elsewhere", place.file("games")).unwrap();
    let run = place.run(&["verify"]);
    assert!(
        run.out.starts_with("games/wing/2026-11/a.yaml:1:1: `games` is a symbolic link"),
        "{run:?}"
    );
    assert!(run.out.ends_with("6 of 6 records fail\n"), "{run:?}");
}

#[test]
fn verify_sees_a_match_that_was_edited() {
    let place = Place::new();
    place.ok(&["match", "new", "m", "--player", "a=A", "--player", "b=B", "--game", "one=wing"]);
    let path = "matches/m.yaml";
    place.write(path, place.read(path) + "# mine\n");
    fails(&place, &[(path, "`matches/m.yaml` has edits")], "1 match fails");
}

/// A run is killed when the branch has moved and before the file has; the user's own commit then has the old file.
#[test]
fn a_move_that_a_commit_took_back_is_put_back() {
    let place = Place::with_game();
    place.play(ID, 0, "e4e5");
    let old = place.git(&["rev-parse", "HEAD^{tree}"]);
    place.play(ID, 1, "e7e6");
    place.play(ID, 2, "a4a5");
    let whole = place.read(RECORD);
    stale_commit(&place, old.trim());
    place.git(&["reset", "-q", "--hard"]);
    assert_ne!(place.read(RECORD), whole);
    let reason = "commit ";
    fails(&place, &[(RECORD, reason)], "1 record fails");
    let said = place.run(&["verify"]).out;
    assert!(said.contains(&format!("took back what was recorded: {ID}: 2. SH a4-a5")), "{said}");

    // The next action, in another game, puts it back.
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "other"]);
    assert_eq!(place.read(RECORD), whole);
    let log = place.git(&["log", "--format=%s", "-3"]);
    let expected =
        format!("other: new game of Wing\nput back what was lost: {ID}: 2. SH a4-a5\nmy note\n");
    assert_eq!(log, expected);
    assert_eq!(place.ok(&["verify"]), "2 records hold, 3 plies\n");
    place.play(ID, 3, "a7a6");
    place.assert_sound();
}

/// The same where the commit alone is old, while index and work tree have the moves; and in a bare repository.
#[test]
fn a_move_that_only_the_commit_lacks() {
    let place = with_games(&["a", "b"]);
    let old = place.git(&["rev-parse", "HEAD^{tree}"]);
    place.ok(&["move", "a", "e4e5"]);
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "c"]);
    stale_commit(&place, old.trim());
    fails(&place, &[("a.yaml", "commit "), ("c.yaml", "commit ")], "2 of 3 records fail");
    place.git(&["clone", "-q", "--bare", ".", "../bare"]);
    place.ok(&["move", "b", "e4e5"]);
    assert_eq!(place.ok(&["verify"]), "3 records hold, 2 plies\n");
    place.assert_sound();

    let bare = place.within("../bare");
    fails(&bare, &[("a.yaml", "commit ")], "1 of 2 records fails");
    bare.ok(&["move", "b", "e4e5"]);
    assert_eq!(bare.ok(&["verify"]), "2 records hold, 2 plies\n");
}

/// What is taken back on purpose stays so: by `git revert`, by removing a record, by an edit.
#[test]
fn what_was_taken_back_on_purpose_stays_so() {
    let place = with_games(&["a", "b"]);
    place.ok(&["move", "a", "e4e5"]);
    place.git(&["revert", "--no-edit", "HEAD"]);
    place.git(&["rm", "-q", &format!("{FOLDER}/b.yaml")]);
    place.git(&["commit", "-q", "-m", "b was never played"]);
    assert_eq!(place.ok(&["verify"]), "1 record holds, 0 plies\n");
    place.ok(&["move", "a", "a4a5"]);
    assert_eq!(place.ok(&["verify"]), "1 record holds, 1 ply\n");
    assert!(!place.git(&["log", "--format=%s"]).contains("put back"));
}

/// Names that are no text, what is no file, what is too large, what is nested without end: one line each, and all else
/// goes on.
#[cfg(target_os = "linux")]
#[test]
fn one_odd_file_is_one_failing_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = with_games(&["a", "b"]);
    let folder = place.file(FOLDER);
    let good = place.read(&format!("{FOLDER}/a.yaml"));
    fs::write(folder.join(OsStr::from_bytes(b"odd\xff.yaml")), &good).unwrap();
    fs::write(folder.join("new\nline.yaml"), &good).unwrap();
    std::os::unix::fs::symlink("a.yaml", folder.join("link.yaml")).unwrap();
    fs::File::create(folder.join("big.yaml")).unwrap().set_len(40 << 20).unwrap();
    let deep = format!("games/{}", "d/".repeat(100));
    place.write(&format!("{deep}/x.yaml"), &good);
    let links = "symbolic link";
    fails(
        &place,
        &[
            ("odd\u{fffd}.yaml", "the file should be called a.yaml"),
            ("new\\u{a}line.yaml", "the file should be called a.yaml"),
            ("link.yaml", &format!("this is a {links}")),
            ("big.yaml", "the file is too long"),
            ("d/d/d/d", "folders are nested too deep here"),
        ],
        "5 of 7 records fail",
    );
    place.git(&["add", "."]);
    place.git(&["commit", "-q", "-m", "odd"]);
    place.git(&["clone", "-q", "--bare", ".", "../bare"]);
    place.ok(&["move", "b", "e4e5"]);
    let bare = place.within("../bare");
    fails(
        &bare,
        &[
            (
                "odd\u{fffd}.yaml",
                "`games/wing/2026-11/odd\u{fffd}.yaml` cannot be the path of a record: it is not UTF-8",
            ),
            (
                "new\\u{a}line.yaml",
                "`games/wing/2026-11/new\\u{a}line.yaml` cannot be the path of a record: it has a control",
            ),
            ("link.yaml", &format!("`games/wing/2026-11/link.yaml` is a {links}")),
            ("big.yaml", "`games/wing/2026-11/big.yaml` has 41943040 bytes"),
            ("d/d/d/d", "`games/d/"),
        ],
        "5 of 7 records fail",
    );
    // Nothing of it keeps anybody from playing.
    bare.ok(&["move", "b", "e4e5"]);
    let inbox = bare.ok(&["inbox"]);
    assert_eq!(inbox.lines().filter(|line| line.starts_with("not sound: ")).count(), 5, "{inbox}");
}

/// What comes too late to be undone does not sound as if nothing had been recorded.
#[cfg(target_os = "linux")]
#[test]
fn a_failure_after_the_commit_says_that_the_action_is_recorded() {
    let place = Place::with_game();
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run: Run = place.command(&["move", ID, "e4e5"]).stdout(full()).output().unwrap().into();
    assert_eq!(run.code, 3);
    assert!(
        run.err.starts_with("error: No space left on device\n  the action is recorded"),
        "{run:?}"
    );
    let run: Run =
        place.command(&["move", ID, "e7e6", "--json"]).stdout(full()).output().unwrap().into();
    assert!(run.err.contains("the action is recorded all the same (commit "), "{run:?}");
    let command = place.command(&["move", ID, "a4a5"]);
    let run = unread(command);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("the action is recorded all the same (commit "), "{run:?}");
    assert_eq!(place.json(&["show", ID])["ply"], 3);
    // Nothing is recorded by what only looks, and nobody is told so.
    let run = unread(place.command(&["show", ID]));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    // Where the error cannot be told either, the code says it.
    let run: Run = place.command(&["move", ID, "zz"]).stderr(full()).output().unwrap().into();
    assert_eq!(run.code, 1);
}

/// Runs with a reader of standard output that is gone from the first.
fn unread(mut command: std::process::Command) -> Run {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    command.stdout(writer).output().unwrap().into()
}

/// The branch has moved, and the index cannot follow, since it would have to go to another file system.
#[cfg(target_os = "linux")]
#[test]
fn a_commit_whose_files_could_not_follow() {
    use std::os::unix::fs::MetadataExt;
    let place = Place::with_game();
    let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
    if fs::metadata(other.path()).unwrap().dev() == fs::metadata(&place.cwd).unwrap().dev() {
        return;
    }
    let own = place.file(".git/riverpost");
    fs::remove_dir_all(&own).unwrap();
    std::os::unix::fs::symlink(other.path(), &own).unwrap();
    let run = place.run(&["move", ID, "e4e5"]);
    assert_eq!(run.code, 3);
    assert!(run.err.starts_with("error: the action is recorded (commit "), "{run:?}");
    assert!(run.err.contains("do not repeat the action"), "{run:?}");
    fs::remove_file(&own).unwrap();
    fs::create_dir(&own).unwrap();
    place.play(ID, 1, "e7e6");
    assert_eq!(place.json(&["show", ID])["ply"], 2);
    place.assert_sound();
}

/// Branches that git has: behind symbolic references, with names that are no text.
#[cfg(target_os = "linux")]
#[test]
fn branches_that_git_accepts() {
    let place = Place::with_game();
    place.git(&["symbolic-ref", "refs/heads/alias", "refs/heads/main"]);
    place.git(&["symbolic-ref", "refs/heads/other", "refs/heads/alias"]);
    place.git(&["symbolic-ref", "HEAD", "refs/heads/other"]);
    place.play(ID, 0, "e4e5");
    assert_eq!(place.git(&["symbolic-ref", "refs/heads/alias"]), "refs/heads/main\n");
    assert_eq!(place.git(&["log", "-1", "--format=%s", "main"]), format!("{ID}: 1. SH e4-e5\n"));
    let run = place.shell("git switch -q -c \"$(printf 'caf\\351')\"", crate::harness::NOW);
    assert_eq!(run.code, 0, "{run:?}");
    place.play(ID, 1, "e7e6");
    assert_eq!(place.git(&["log", "-1", "--format=%s"]), format!("{ID}: 1... NH e7-e6\n"));
    assert_eq!(place.git(&["log", "-1", "--format=%s", "main"]), format!("{ID}: 1. SH e4-e5\n"));
    place.assert_sound();

    // The first commit, behind a symbolic reference to a branch that does not exist yet.
    let place = Place::empty();
    place.git(&["init", "-q"]);
    place.git(&["symbolic-ref", "HEAD", "refs/heads/alias"]);
    place.git(&["symbolic-ref", "refs/heads/alias", "refs/heads/games"]);
    place.ok(&["init"]);
    assert_eq!(place.git(&["symbolic-ref", "refs/heads/alias"]), "refs/heads/games\n");
}

/// Names that git only strips of what a commit cannot hold.
#[test]
fn identities_that_git_accepts() {
    let place = with_games(&["a"]);
    let committer = || place.git(&["log", "-1", "--format=%cn|%ce"]);
    place.identify_as("Anna <Ek> of Lund", "a@b");
    place.play("a", 0, "e4e5");
    assert_eq!(committer(), "Anna Ek of Lund|a@b\n");
    let latin = [b"[user]\n\tname = J", &b"\xe1n\n\temail = j@b\n"[..]].concat();
    fs::write(place.root().join("home/.gitconfig"), latin).unwrap();
    place.play("a", 1, "e7e6");
    assert_eq!(committer(), "J\u{fffd}n|j@b\n");
    place.git(&["config", "committer.name", "Eva"]);
    place.play("a", 2, "a4a5");
    assert_eq!(committer(), "Eva|j@b\n");
    place.git(&["config", "--unset", "committer.name"]);
    place.identify_as("<>", "a@b");
    place.refused(3, &["move", "a", "a7a6"], &["git does not know who you are"]);
}

/// A home folder with `:` in its name, which libgit2 takes for two.
#[cfg(unix)]
#[test]
fn a_home_with_a_colon() {
    let place = Place::with_game();
    let home = place.root().join("a:b");
    fs::create_dir(&home).unwrap();
    fs::rename(place.root().join("home/.gitconfig"), home.join(".gitconfig")).unwrap();
    let mut command = place.command(&["move", ID, "e4e5"]);
    let run: Run =
        command.env("HOME", &home).env_remove("GIT_CONFIG_GLOBAL").output().unwrap().into();
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
}

#[test]
fn repositories_of_kinds_that_are_not_read() {
    let place = Place::empty();
    place.git(&["init", "-q", "--object-format=sha256", "sha"]);
    for command in ["init", "verify", "inbox"] {
        place.refused(
            3,
            &[command, "--repo", "sha"],
            &["names its objects by SHA-256", "git init --object-format=sha1"],
        );
    }
    // Older gits know no reftable.
    if place.shell("git init -q --ref-format=reftable ref", crate::harness::NOW).code == 0 {
        place.refused(3, &["verify", "--repo", "ref"], &["keeps its branches in a reftable"]);
    }
}

/// Every file that is made in the folder of a shared repository is its group's, whatever the umask.
#[cfg(unix)]
#[test]
fn a_shared_repository_stays_shared() {
    let place = Place::with_game();
    place.git(&["clone", "-q", "--bare", "-c", "core.sharedRepository=group", ".", "../bare"]);
    let place = place.within("../bare");
    let run = place.shell(
        "chmod -R g+rwX . && find . -type d -exec chmod g+s {} + && umask 077 && riverpost move w e4e5 -q \
         && riverpost move w e7e6 -q && riverpost plan add w 'a4a5: a7a6' --for north -q",
        crate::harness::NOW,
    );
    assert_eq!(run.code, 0, "{run:?}");
    let find = "find . -type d ! -perm -g+rwxs -o -type f ! -path '*/plans/*' ! -perm -g+r";
    assert_eq!(place.shell(find, crate::harness::NOW).out, "");
    // A plan is its owner's alone.
    assert_eq!(place.shell("find . -path '*/plans/*' ! -perm 600", crate::harness::NOW).out, "");
}

/// A draft left by a killed run goes; a file of anybody else stays.
#[test]
fn only_our_own_drafts_are_removed() {
    let place = Place::with_game();
    place.write(&format!("{FOLDER}/.riverpost-draft-0"), "mine");
    place.write(".git/riverpost/private", "half a plan");
    place.ok(&["move", ID, "e4e5"]);
    place.ok(&["plan", "add", ID, "e7e6: a4a5", "--for", "south"]);
    assert_eq!(place.read(&format!("{FOLDER}/.riverpost-draft-0")), "mine");
    assert!(!place.file(".git/riverpost/private").exists());
}

//! `sync`: two and three people with a clone each, and a bare repository between them.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{ID, Place, RECORD, Run};

const DAY: &str = "2026-12-01T08:00:00Z";
const NEXT: &str = "2026-12-02T08:00:00Z";

/// A bare repository `hub` with a game, and clones of it.
struct Club {
    place: Place,
}

impl Club {
    /// Anna and Ben have a clone each; the game has this time control.
    fn with(time: &str) -> Club {
        let place = Place::empty();
        place.ok(&["init"]);
        let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
        place.ok(&["new", "wing", "--south", south, "--north", north, "--time", time]);
        place.git(&["clone", "-q", "--bare", ".", "../hub"]);
        let club = Club { place };
        club.join("anna", "Anna Ek");
        club.join("ben", "Ben Ode");
        club
    }

    fn new() -> Club {
        Club::with("none")
    }

    fn join(&self, who: &str, name: &str) {
        let email = format!("{who}@example.org");
        self.place.clone_as((name, &email), "../hub", &format!("../{who}"));
    }

    fn dir(&self, who: &str) -> String {
        self.place.root().join(who).to_str().unwrap().into()
    }

    fn git(&self, who: &str, arguments: &[&str]) -> String {
        self.place.git(&[&["-C", &self.dir(who)], arguments].concat())
    }

    /// Runs the program in somebody's clone at some time.
    fn run(&self, who: &str, now: &str, arguments: &[&str]) -> Run {
        let mut command = self.place.command(arguments);
        command.current_dir(self.dir(who)).env("RIVERPOST_NOW", now);
        command.output().unwrap().into()
    }

    #[track_caller]
    fn ok(&self, who: &str, now: &str, arguments: &[&str]) -> String {
        let run = self.run(who, now, arguments);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{who} {arguments:?}: {run:?}");
        run.out
    }

    #[track_caller]
    fn sync(&self, who: &str, now: &str) -> Value {
        serde_json::from_str(&self.ok(who, now, &["sync", "--json"])).unwrap()
    }

    /// The lines of the moves that somebody has in the work tree.
    fn moves(&self, who: &str) -> Vec<String> {
        let text = fs::read_to_string(self.place.root().join(who).join(RECORD)).unwrap();
        let (_, moves) = text.split_once("moves: |\n").unwrap_or((&text, ""));
        moves.lines().map(|line| line.trim().to_string()).collect()
    }

    fn head(&self, who: &str) -> String {
        self.git(who, &["rev-parse", "HEAD"])
    }

    /// Puts a file into a clone, commits it past riverpost, and pushes it.
    fn smuggle(&self, who: &str, file: &str, content: &[u8]) {
        let path = self.place.root().join(who).join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self.git(who, &["add", "--", file]);
        self.git(who, &["commit", "-q", "-m", "smuggled"]);
        self.git(who, &["push", "-q"]);
    }

    /// Everybody has the same, nothing is left to commit, and all of it is sound.
    #[track_caller]
    fn assert_agreed(&self, all: &[&str]) {
        for who in all {
            assert_eq!(self.head(who), self.head("hub"), "{who}");
            assert_eq!(self.git(who, &["status", "--porcelain"]), "", "{who}");
            self.git(who, &["fsck", "--strict", "--no-dangling"]);
            self.ok(who, NEXT, &["verify"]);
        }
    }

    /// Expects a refusal of `sync` that changes nothing in that clone.
    #[track_caller]
    fn refused(&self, who: &str, code: i32, words: &[&str]) {
        let state = || {
            let refs = self.git(who, &["for-each-ref", "refs/heads"]);
            (self.head(who), self.git(who, &["status", "--porcelain"]), refs, self.moves(who))
        };
        let before = state();
        let run = self.run(who, NEXT, &["sync"]);
        assert_eq!(run.code, code, "{run:?}");
        for word in words {
            assert!(run.err.contains(word), "{word:?} is not in {}", run.err);
        }
        assert_eq!(state(), before);
    }
}

#[test]
fn moves_in_different_games_merge_and_staged_work_stays() {
    let club = Club::new();
    let (south, north) = ("Ben Ode <ben@example.org>", "Anna Ek <anna@example.org>");
    club.ok("ben", DAY, &["new", "wing", "--south", south, "--north", north, "--id", "second"]);
    assert_eq!(club.sync("ben", DAY)["pushed"], 1);
    let said = club.sync("anna", DAY);
    assert_eq!((&said["fetched"], &said["pushed"]), (&json!(1), &json!(0)));
    assert_eq!(said["news"], json!([{ "id": "second", "lines": [] }]));

    club.ok("anna", DAY, &["move", ID, "e4e5"]);
    club.ok("ben", DAY, &["move", "second", "e4e5"]);
    club.ok("ben", DAY, &["move", "second", "a7a6", "--for", "north"]);
    club.ok("anna", DAY, &["sync"]);
    let ben = club.place.root().join("ben");
    fs::write(ben.join("staged.txt"), "staged").unwrap();
    club.git("ben", &["add", "staged.txt"]);
    fs::write(ben.join(".gitattributes"), "edited").unwrap();
    let status = club.git("ben", &["status", "--porcelain"]);
    let out = club.ok("ben", NEXT, &["sync"]);
    let expected = format!(
        "1 commit taken over from origin/main\n{ID}: 1. SH e4-e5 [{DAY}]\n3 commits pushed to origin/main\n"
    );
    assert_eq!(out, expected.replace("main", &branch(&club)));
    assert_eq!(club.git("ben", &["status", "--porcelain"]), status);
    assert_eq!(club.moves("ben"), [format!("1. SH e4-e5 [{DAY}]")]);
    club.git("ben", &["restore", ".gitattributes"]);
    club.git("ben", &["rm", "-q", "-f", "staged.txt"]);
    club.ok("anna", NEXT, &["sync"]);
    club.assert_agreed(&["anna", "ben"]);
    let said = club.ok("anna", NEXT, &["sync"]);
    assert_eq!(said, format!("origin/{} has all that is here, and nothing else\n", branch(&club)));
}

fn branch(club: &Club) -> String {
    club.git("hub", &["symbolic-ref", "--short", "HEAD"]).trim().into()
}

#[test]
fn of_two_moves_for_one_ply_the_one_pushed_first_stands_and_both_are_told() {
    let club = Club::new();
    club.join("clerk", "Clerk");
    club.ok("anna", DAY, &["move", ID, "e4e5"]);
    club.ok("clerk", DAY, &["move", ID, "a4a5", "--for", "south"]);
    let (south, north) = ("Eva Ros", "Fay Sund");
    club.ok("anna", DAY, &["new", "wing", "--south", south, "--north", north, "--id", "other"]);
    club.ok("clerk", NEXT, &["sync"]);
    let ours = club.head("anna");
    let run = club.run("anna", NEXT, &["sync"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
    for said in [
        format!("{ID}: there were two lines for one place\n"),
        format!(
            "  fetched: 1. SH a4-a5 [{DAY}] by Anna Ek <anna@example.org>, entered by Clerk <clerk@example.org>\n"
        ),
        format!("  yours:   1. SH e4-e5 [{DAY}] by Anna Ek <anna@example.org>\n"),
        "  left out: 1. SH e4-e5\n".to_string(),
        "  because North is to move now\n".to_string(),
    ] {
        assert!(run.out.contains(&said), "{said:?} is not in {}", run.out);
    }
    assert_eq!(club.moves("anna"), [format!("1. SH a4-a5 [{DAY}]")]);
    // The version that was here is kept, and shared.
    let kept = format!("refs/riverpost/rivals/{ID}/{}", &ours[..10]);
    for who in ["anna", "hub"] {
        assert_eq!(club.git(who, &["rev-parse", &kept]), ours);
    }
    club.ok("clerk", NEXT, &["sync"]);
    assert_eq!(club.git("clerk", &["rev-parse", &kept]), ours);
    club.assert_agreed(&["anna", "clerk"]);
    assert!(club.git("clerk", &["ls-files"]).contains("/other.yaml"), "all else is merged");
}

#[test]
fn ones_own_line_goes_behind_the_fetched_one_with_a_new_time() {
    let club = Club::with("40d+2d");
    club.ok("anna", DAY, &["move", ID, "e4e5"]);
    club.ok("anna", DAY, &["sync"]);
    club.ok("ben", DAY, &["sync"]);
    let at = "2026-12-01T10:00:00Z";
    club.ok("anna", at, &["give", ID, "1d", "--for", "south"]);
    club.ok("anna", at, &["sync"]);
    club.ok("ben", "2026-12-01T09:00:00Z", &["move", ID, "e7e6", "--comment", "hello"]);
    let said = club.sync("ben", NEXT);
    assert_eq!(said["rivals"][0]["behind"], json!(["1... NH e7-e6"]));
    assert_eq!(said["rivals"][0]["ours"]["time"], "2026-12-01T09:00:00Z");
    assert_eq!(said["rivals"][0]["left"], json!([]));
    let lines = club.moves("ben");
    assert!(lines[1].ends_with("[2026-12-01T10:00:00Z]"), "{lines:?}");
    assert_eq!(lines[2], format!("1... NH e7-e6 [{NEXT}] {{hello}}"));
    let author = club.git("ben", &["log", "-1", "--format=%an %s"]);
    assert_eq!(author, format!("Ben Ode {ID}: 1... NH e7-e6\n"));
    club.ok("anna", NEXT, &["sync"]);
    club.assert_agreed(&["anna", "ben"]);
}

#[test]
fn g11_a_move_made_without_knowing_of_a_request_does_not_decline_it() {
    let club = Club::new();
    club.ok("anna", DAY, &["move", ID, "e4e5"]);
    club.ok("anna", DAY, &["sync"]);
    club.ok("ben", DAY, &["sync"]);
    club.ok("anna", DAY, &["takeback", "request", ID, "1", "--for", "south"]);
    club.ok("anna", DAY, &["sync"]);
    club.ok("ben", DAY, &["move", ID, "e7e6"]);
    let run = club.run("ben", NEXT, &["sync"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("because South has made a proposal"), "{run:?}");
    assert_eq!(club.moves("ben").len(), 2);
    club.ok("anna", NEXT, &["sync"]);
    club.assert_agreed(&["anna", "ben"]);
}

#[test]
fn plans_fire_after_a_pull_and_are_pushed() {
    let club = Club::new();
    club.ok("anna", DAY, &["move", ID, "e4e5"]);
    club.ok("anna", DAY, &["plan", "add", ID, "e7e6: b1c3"]);
    club.ok("anna", DAY, &["sync"]);
    club.ok("ben", DAY, &["sync"]);
    club.ok("ben", DAY, &["move", ID, "e7e6"]);
    club.ok("ben", DAY, &["sync"]);
    let dry = club.ok("anna", NEXT, &["sync", "--dry-run"]);
    assert!(dry.contains("1 commit would be taken over"), "{dry}");
    assert!(dry.contains(&format!("would record {ID}: 2. SK b1-c3 (if)\n")), "{dry}");
    assert_eq!(club.moves("anna").len(), 1);
    let out = club.ok("anna", NEXT, &["sync"]);
    assert!(out.contains(&format!("{ID}: 2. SK b1-c3 (if)\n1 commit pushed")), "{out}");
    assert_eq!(club.moves("anna")[2], format!("2. SK b1-c3 (if) [{NEXT}]"));
    club.ok("ben", NEXT, &["sync"]);
    club.assert_agreed(&["anna", "ben"]);
    // The end of the game, wherever it came from, ends the plans.
    club.ok("anna", NEXT, &["plan", "add", ID, "a7a6: a1a3"]);
    club.ok("ben", NEXT, &["resign", ID, "--for", "north"]);
    club.ok("ben", NEXT, &["sync"]);
    let out = club.ok("anna", NEXT, &["sync"]);
    assert!(out.contains("South's plan: 1 answer dropped, the game is over"), "{out}");
    assert_eq!(fs::read_dir(club.dir("anna") + "/.git/riverpost/plans").unwrap().count(), 0);
}

#[test]
fn what_fails_or_does_not_continue_is_not_taken_over() {
    let setup = || {
        let club = Club::new();
        club.ok("anna", DAY, &["move", ID, "e4e5"]);
        club.ok("anna", DAY, &["sync"]);
        club.ok("ben", DAY, &["sync"]);
        let text = fs::read_to_string(club.dir("ben") + "/" + RECORD).unwrap();
        (club, text)
    };
    let (club, text) = setup();
    let illegal = format!("{text}  1... NH e7-e4 [{DAY}]\n");
    club.smuggle("ben", RECORD, illegal.as_bytes());
    let words = ["nothing is taken over", RECORD, "illegal move", "P1"];
    club.refused("anna", 1, &words);
    // A move of one's own on top changes nothing in that.
    club.ok("anna", DAY, &["new", "wing", "--south", "Eva", "--north", "Fay", "--id", "other"]);
    club.refused("anna", 1, &words);

    for (changed, said) in [
        (text.replace("SH e4-e5", "SH a4-a5"), "a line was altered: it is \"1. SH a4-a5"),
        (text.replace("T08:00:00Z]", "T07:00:00Z]"), "was \"1. SH e4-e5 [2026-12-01T08:00:00Z]\""),
        (text.replace("Ben Ode", "Ben Odd"), "players.north was altered"),
        (
            text.replace("ben@example.org", "b@example.org"),
            "players.north was altered: what was agreed",
        ),
        (text.clone() + "  1... NH e7-e6 [2036-12-01T08:00:00Z]\n", "lies in the future"),
    ] {
        let (club, _) = setup();
        club.smuggle("ben", RECORD, changed.as_bytes());
        club.refused("anna", 1, &[RECORD, said]);
    }

    let (club, _) = setup();
    club.git("ben", &["rm", "-q", RECORD]);
    club.git("ben", &["commit", "-q", "-m", "gone"]);
    club.git("ben", &["push", "-q"]);
    club.refused("anna", 1, &[RECORD, "was removed"]);

    let (club, _) = setup();
    let big = vec![b'x'; 17 << 20];
    club.smuggle("ben", "games/wing/2026-11/big.yaml", &big);
    club.refused("anna", 1, &["big.yaml", "too long in bytes"]);

    // The settings say who is who: they are checked, and that they were changed is said.
    let (club, _) = setup();
    let people = "people:\n  - {name: Ben, emails: [ben@example.org, anna@example.org]}\n";
    let settings = format!("format: riverpost-repository/1\n{people}");
    club.smuggle("ben", "riverpost.yaml", format!("{settings}who: knows\n").as_bytes());
    club.refused("anna", 1, &["riverpost.yaml:", "who"]);
    club.smuggle("ben", "riverpost.yaml", settings.as_bytes());
    let out = club.ok("anna", NEXT, &["sync"]);
    assert!(out.contains("riverpost.yaml: changed\n"), "{out}");

    let (club, text) = setup();
    club.smuggle("ben", "games/wing/2026-11/other.yaml", text.as_bytes());
    club.refused("anna", 1, &["other.yaml", "should be called"]);
    let (club, text) = setup();
    club.smuggle("ben", &format!("games/copies/{ID}.yaml"), text.as_bytes());
    club.refused("anna", 1, &["games/copies", "the id is taken here by games/wing"]);
}

#[cfg(unix)]
#[test]
fn a_link_where_a_record_belongs_is_not_taken_over() {
    for target in ["/etc/passwd", "../../../riverpost.yaml"] {
        let club = Club::new();
        let link = club.dir("ben") + "/games/wing/2026-11/link.yaml";
        std::os::unix::fs::symlink(target, link).unwrap();
        club.git("ben", &["add", "-A"]);
        club.git("ben", &["commit", "-q", "-m", "link"]);
        club.git("ben", &["push", "-q"]);
        club.refused("anna", 1, &["link.yaml", "is a symbolic link"]);
        assert!(!fs::exists(club.dir("anna") + "/games/wing/2026-11/link.yaml").unwrap());
    }
}

/// While Anna pushes, Ben is quicker, once: her hook sees to it.
#[cfg(unix)]
#[test]
fn a_push_that_comes_second_is_done_again() {
    use std::os::unix::fs::PermissionsExt;
    let club = Club::new();
    let (south, north) = ("Ben Ode <ben@example.org>", "Anna Ek <anna@example.org>");
    club.ok("ben", DAY, &["new", "wing", "--south", south, "--north", north, "--id", "second"]);
    let hook = club.dir("anna") + "/.git/hooks/pre-push";
    let program = env!("CARGO_BIN_EXE_riverpost");
    let script = format!(
        "#!/bin/sh\n[ -e '{0}/.git/once' ] && exit 0\ntouch '{0}/.git/once'\nunset GIT_DIR\ncd '{1}' && '{program}' sync\n",
        club.dir("anna"),
        club.dir("ben")
    );
    fs::write(&hook, script).unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    club.ok("anna", DAY, &["move", ID, "e4e5"]);
    let said = club.sync("anna", DAY);
    // A move, and a merge with Ben's new game.
    assert_eq!((&said["fetched"], &said["pushed"]), (&json!(1), &json!(2)));
    club.ok("ben", DAY, &["sync"]);
    club.assert_agreed(&["anna", "ben"]);

    // A remote that takes nothing is not asked for ever.
    let hook = club.place.root().join("hub/hooks/pre-receive");
    fs::write(&hook, "#!/bin/sh\necho the door is shut >&2\nexit 1\n").unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    club.ok("ben", DAY, &["move", ID, "e7e6"]);
    club.refused("ben", 3, &["does not take it", "the door is shut"]);
}

#[test]
fn what_is_in_the_way_is_said_with_the_next_step() {
    let club = Club::new();
    club.git("anna", &["switch", "-q", "--detach"]);
    club.refused("anna", 3, &["detached HEAD", "git switch"]);
    club.git("anna", &["switch", "-q", "-"]);

    club.git("anna", &["remote", "add", "other", "../hub"]);
    club.git("anna", &["remote", "rename", "origin", "first"]);
    club.git("anna", &["branch", "-q", "--unset-upstream"]);
    club.refused("anna", 3, &["is not set with which remote", "git config branch."]);
    club.git("anna", &["remote", "remove", "other"]);
    club.ok("anna", DAY, &["sync"]);

    // A record that is being edited.
    club.ok("ben", DAY, &["move", ID, "e4e5", "--for", "south"]);
    club.ok("ben", DAY, &["sync"]);
    let file = club.dir("anna") + "/" + RECORD;
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.clone() + "# a note\n").unwrap();
    club.refused("anna", 3, &[RECORD, "edits that are not committed", "git restore"]);
    fs::write(&file, text).unwrap();
    club.ok("anna", DAY, &["sync"]);
    club.assert_agreed(&["anna", "ben"]);

    // A file that both have changed and that is no record.
    for who in ["anna", "ben"] {
        fs::write(club.dir(who) + "/notes.txt", who).unwrap();
        club.git(who, &["add", "notes.txt"]);
        club.git(who, &["commit", "-q", "-m", "notes"]);
    }
    club.ok("ben", DAY, &["sync"]);
    club.refused("anna", 3, &["notes.txt", "was changed here and there", "git merge first/"]);

    // The network, or what stands in for it.
    fs::rename(club.place.root().join("hub"), club.place.root().join("away")).unwrap();
    club.refused("anna", 3, &["nothing could be fetched from `first`", "git remote get-url first"]);

    // Another repository altogether.
    let other = Club::new();
    other.git("ben", &["commit", "-q", "--amend", "--reset-author", "-m", "another"]);
    club.git("ben", &["remote", "set-url", "origin", &other.dir("ben")]);
    club.git("ben", &["checkout", "-q", "--orphan", "alone"]);
    club.git("ben", &["commit", "-q", "-m", "alone"]);
    club.git("ben", &["branch", "-q", "-M", "alone", &branch_of(&other)]);
    club.refused("ben", 3, &["no commit in common"]);
}

fn branch_of(club: &Club) -> String {
    club.git("ben", &["symbolic-ref", "--short", "HEAD"]).trim().into()
}

#[test]
fn without_a_remote_plans_fire_all_the_same() {
    let club = Club::new();
    club.ok("anna", DAY, &["move", ID, "e4e5"]);
    club.ok("anna", DAY, &["plan", "add", ID, "e7e6: b1c3"]);
    club.ok("anna", DAY, &["sync"]);
    club.ok("ben", DAY, &["sync"]);
    club.ok("ben", DAY, &["move", ID, "e7e6"]);
    club.git("anna", &["pull", "-q", "../ben", "HEAD"]);
    club.git("anna", &["remote", "remove", "origin"]);
    let run = club.run("anna", NEXT, &["sync"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.out, format!("{ID}: 2. SK b1-c3 (if)\n"));
    assert!(run.err.contains("no remote") && run.err.contains("git remote add"), "{run:?}");
}

#[test]
fn an_empty_remote_gets_its_first_branch_and_a_bare_repository_can_sync() {
    let place = Place::with_game();
    place.git(&["init", "-q", "--bare", "-b", "main", "../hub"]);
    place.git(&["remote", "add", "origin", "../hub"]);
    let said = place.json(&["sync"]);
    assert_eq!((&said["fetched"], &said["pushed"]), (&json!(0), &json!(2)));
    assert_eq!(place.git(&["-C", "../hub", "rev-list", "--count", "--all"]), "2\n");
    // A bare repository in the middle takes over and passes on.
    place.git(&["clone", "-q", "--bare", "../hub", "../middle"]);
    place.ok(&["move", ID, "e4e5"]);
    place.ok(&["sync"]);
    let middle = place.root().join("middle").to_str().unwrap().to_string();
    let said = place.json(&["--repo", &middle, "sync"]);
    assert_eq!(said["news"][0]["id"], ID);
    let head = place.git(&["rev-parse", "HEAD"]);
    assert_eq!(place.git(&["-C", &middle, "rev-parse", "HEAD"]), head);
}

/// A run that is killed between the branch's move and the files, or whose journal is lost: the next one brings the files up to
/// date, however many commits came in.
#[test]
fn a_killed_run_is_finished_by_the_next() {
    let club = Club::new();
    let old = club.head("anna");
    for (who, text) in [("south", "e4e5"), ("north", "e7e6"), ("south", "b1c3")] {
        club.ok("ben", DAY, &["move", ID, text, "--for", who]);
    }
    club.ok("ben", DAY, &["sync"]);
    club.ok("anna", DAY, &["sync"]);
    assert_eq!(club.moves("anna").len(), 3);
    let back = format!("--source={}", old.trim());
    club.git("anna", &["restore", &back, "--staged", "--worktree", "--", RECORD]);
    assert_eq!(club.moves("anna").len(), 0);
    club.ok("anna", DAY, &["move", ID, "a7a6", "--for", "north"]);
    assert_eq!(club.moves("anna").len(), 4);
    assert_eq!(club.git("anna", &["status", "--porcelain"]), "");
}

/// A merge that the user's own git has left half done is shown as two lines, and nothing is taken over.
#[test]
fn nothing_is_taken_over_in_the_middle_of_a_conflict() {
    let club = Club::new();
    club.ok("anna", DAY, &["move", ID, "e4e5"]);
    club.git("anna", &["push", "-q"]);
    club.ok("ben", DAY, &["move", ID, "b1c3", "--for", "south"]);
    club.git("ben", &["fetch", "-q"]);
    let merge = club.place.shell("git -C ../ben merge -q origin/HEAD", DAY);
    assert_eq!(merge.code, 1, "{merge:?}");
    let run = club.run("ben", DAY, &["sync"]);
    let words = ["a merge has left two versions here", "ours (HEAD): 1. SK b1-c3", "SH e4-e5"];
    assert!(run.code == 3 && words.iter().all(|word| run.err.contains(word)), "{run:?}");
}

//! Commit–reveal, rolls, choices and sealed forces.

use super::{FILE, assert_kept, duel, with_match};
use crate::harness::Place;

/// Two clones of one repository, Anna's and Ben's, with the shared one beside them.
struct Clones {
    anna: Place,
    ben: std::path::PathBuf,
}

impl Clones {
    fn new() -> Clones {
        let place = with_match();
        place.git(&["clone", "-q", "--bare", ".", "../shared.git"]);
        place.git(&["clone", "-q", "../shared.git", "../ben"]);
        place.git(&["remote", "add", "origin", "../shared.git"]);
        place.git(&["fetch", "-q"]);
        place.git(&["branch", "-q", "-u", "origin/main"]);
        let ben = place.root().join("ben");
        Clones { anna: place, ben }
    }

    fn ben(&self) -> &str {
        self.ben.to_str().unwrap()
    }

    fn anna_does(&self, words: &[&str], at: &str) -> String {
        self.anna.git(&["pull", "-q", "--rebase"]);
        let said =
            self.anna
                .ok(&[&["match", "lots", words[0], "autumn"], &words[1..], &["--at", at]].concat());
        self.anna.git(&["push", "-q"]);
        said
    }

    fn ben_does(&self, words: &[&str], at: &str) -> String {
        self.anna.git(&["-C", self.ben(), "pull", "-q", "--rebase"]);
        let line = [
            &["match", "lots", words[0], "autumn"],
            &words[1..],
            &["--at", at, "--repo", self.ben()],
        ];
        let said = self.anna.ok(&line.concat());
        self.anna.git(&["-C", self.ben(), "push", "-q"]);
        said
    }
}

fn secrets(folder: &std::path::Path) -> usize {
    std::fs::read_dir(folder.join(".git/riverpost/secrets")).map_or(0, Iterator::count)
}

#[test]
fn two_clones_draw_the_same_lot() {
    let clones = Clones::new();
    let place = &clones.anna;
    let before = place.read(FILE);
    let said = clones.anna_does(&["commit", "--for", "anna@example.org"], "2026-11-30T08:00:00Z");
    assert!(said.contains("waiting for Ben Ode to commit until 2026-12-07T08:00:00Z"), "{said}");
    assert_eq!((secrets(&place.cwd), secrets(&clones.ben)), (1, 0));
    assert_eq!(place.git(&["status", "--porcelain"]), "");
    assert!(!place.git(&["log", "-p"]).contains("secret"));

    let early =
        ["match", "lots", "reveal", "autumn", "--for", "anna", "--at", "2026-11-30T09:00:00Z"];
    place.refused(1, &early, &["ben has not committed yet", "[M5]", "nothing was recorded"]);

    clones.ben_does(&["commit", "--for", "Ben Ode"], "2026-12-01T08:00:00Z");
    clones.anna_does(&["reveal", "--for", "anna"], "2026-12-02T08:00:00Z");
    assert_eq!(secrets(&place.cwd), 0, "the secret is out and need not be kept");

    // Ben's secret lies in Ben's repository only, and nobody else can make one up.
    let elsewhere =
        ["match", "lots", "reveal", "autumn", "--for", "ben", "--at", "2026-12-02T09:00:00Z"];
    place.refused(3, &elsewhere, &["the secret of ben is not kept in this repository", "--secret"]);
    let made_up = "0123456789abcdef0123456789abcdef";
    let false_reveal = [&elsewhere[..], &["--secret", made_up]].concat();
    place.refused(1, &false_reveal, &["does not give the commitment", "[M5]"]);

    let said = clones.ben_does(&["reveal", "--for", "ben"], "2026-12-03T08:00:00Z");
    assert!(said.contains("by commit and reveal: "), "{said}");
    assert!(said.contains("is North"), "{said}");
    place.git(&["pull", "-q", "--rebase"]);
    assert_kept(&before, &place.read(FILE));
    let mine = place.ok(&["match", "sides", "autumn"]);
    let his = place.ok(&["match", "sides", "autumn", "--repo", clones.ben()]);
    assert_eq!(mine, his);
    assert!(mine.contains("keeps the sides drawn for the match: die"), "{mine}");
    place.ok(&["verify"]);
    let log = place.git(&["log", "--format=%an <%ae> %cn: %s%n%(trailers)", "-1"]);
    assert!(log.contains("Ben Ode <ben@example.org> Clerk: autumn: ben reveals"), "{log}");
    assert!(log.contains("Riverpost-Match: autumn"), "{log}");

    let again =
        ["match", "lots", "commit", "autumn", "--for", "anna", "--at", "2026-12-04T08:00:00Z"];
    place.refused(1, &again, &["anna has committed already"]);
}

#[test]
fn who_is_silent_leaves_the_choice_to_the_other() {
    let place = with_match();
    let draw = |words: &[&str], at: &str| {
        place.ok(&[&["match", "lots", words[0], "autumn"], &words[1..], &["--at", at]].concat());
    };
    draw(&["commit", "--for", "anna"], "2026-11-30T08:00:00Z");
    draw(&["commit", "--for", "ben"], "2026-12-01T08:00:00Z");
    draw(&["reveal", "--for", "anna"], "2026-12-02T08:00:00Z");
    let choose = |who, at| {
        vec!["match", "lots", "choose", "autumn", "--for", who, "--north", "anna", "--at", at]
    };
    place.refused(
        1,
        &choose("anna", "2026-12-08T08:00:00Z"),
        &["there was time to reveal", "[M5]"],
    );
    let late =
        ["match", "lots", "reveal", "autumn", "--for", "ben", "--at", "2026-12-08T08:00:01Z"];
    place.refused(1, &late, &["the time for ben to do this is over"]);
    place.refused(1, &choose("ben", "2026-12-08T08:00:01Z"), &["it is the other's choice"]);
    place.ok(&choose("anna", "2026-12-08T08:00:01Z"));
    let said = place.ok(&["match", "lots", "show", "autumn"]);
    assert!(
        said.contains("ben did not reveal by the deadline; anna chose: Anna Ek is North"),
        "{said}"
    );
    place.assert_sound();
}

#[test]
fn who_does_not_commit_leaves_the_choice_too() {
    let place = with_match();
    place.ok(&["match", "lots", "commit", "autumn", "--for", "anna"]);
    let late =
        ["match", "lots", "commit", "autumn", "--for", "ben", "--at", "2026-12-06T19:20:01Z"];
    place.refused(1, &late, &["the time for ben to do this is over"]);
    let choose = ["match", "lots", "choose", "autumn", "--for", "anna", "--north", "ben", "--at"];
    place.ok(&[&choose[..], &["2026-12-06T19:20:01Z"]].concat());
    assert!(place.ok(&["match", "lots", "show", "autumn"]).contains("Ben Ode is North"));
}

#[test]
fn a_roll_by_hand_names_its_witness() {
    let place = with_match();
    let roll = ["match", "lots", "roll", "autumn"];
    assert_eq!(place.run(&[&roll[..], &["--die", "4"]].concat()).code, 2);
    assert_eq!(place.run(&[&roll[..], &["--die", "7", "--witness", "Cleo"]].concat()).code, 2);
    place.ok(&[&roll[..], &["--coin", "heads", "--witness", "Cleo Fay"]].concat());
    let sides = place.ok(&["match", "sides", "autumn"]);
    assert!(sides.contains("coin heads, witnessed by Cleo Fay"), "{sides}");
    let twice = [&roll[..], &["--die", "4", "--witness", "Cleo Fay"]].concat();
    place.refused(1, &twice, &["sides has been drawn for already", "[M5]"]);
    place.assert_sound();
}

#[test]
fn what_a_draw_refuses() {
    let place = with_match();
    let commit = ["match", "lots", "commit", "autumn"];
    let with = |words: &[&'static str]| [&commit[..], words].concat();
    place.refused(1, &commit, &["Clerk <clerk@example.org> does not play in this match", "--for"]);
    place.refused(2, &with(&["--for", "cleo"]), &["no player \"cleo\"", "anna, ben"]);
    place.refused(2, &with(&["nothing", "--for", "anna"]), &["no game \"nothing\"", "dragon"]);
    place.refused(
        1,
        &with(&["tb", "--for", "anna", "--force", "N=DRA"]),
        &["nothing was recorded"],
    );
    place.refused(
        1,
        &with(&["dragon", "--option", "chariots", "--for", "anna"]),
        &["no such option"],
    );
    place.ok(&with(&["--for", "anna", "--dry-run"]));
    assert_eq!(place.commits(), 2);
    place.ok(&with(&["--for", "anna"]));
    place.refused(1, &with(&["--for", "ben", "--device", "coin"]), &["begun with another device"]);
    let backwards = with(&["--for", "ben", "--at", "2026-11-01T00:00:00Z"]);
    place.refused(1, &backwards, &["something in this draw has a later time", "--at"]);
    place.refused(
        1,
        &["match", "lots", "choose", "autumn", "tb", "--for", "anna", "--north", "ben"],
        &["tb is not being drawn for"],
    );
}

#[test]
fn sealed_forces_open_together() {
    let place = duel("v=valonian", "2");
    let draw = |words: &[&str], at: &str| {
        place.ok(&[&["match", "lots", words[0], "duel"], &words[1..], &["--at", at]].concat())
    };
    let wrong = ["match", "lots", "commit", "duel", "v", "--for", "anna", "--force", "K=DRA"];
    place.refused(1, &wrong, &["a DRA may take the place of a N", "[V9]"]);
    draw(&["commit", "v", "--for", "anna", "--force", "N=DRA"], "2026-11-30T08:00:00Z");
    let said = place.ok(&["match", "open", "duel", "--at", "2026-11-30T09:00:00Z"]);
    assert!(said.contains("v cannot begin: the forces are still sealed"), "{said}");
    let his = ["match", "lots", "commit", "duel", "v", "--for", "ben", "--force", "a8=ELE"];
    place.refused(1, &his, &["South has no piece there", "[V9]"]);
    draw(&["commit", "v", "--for", "ben", "--force", "a1=ELE"], "2026-12-01T08:00:00Z");
    draw(&["reveal", "v", "--for", "ben"], "2026-12-02T08:00:00Z");
    let said = draw(&["reveal", "v", "--for", "anna"], "2026-12-03T08:00:00Z");
    assert!(said.contains("Anna Ek: N=DRA; Ben Ode: a1=ELE"), "{said}");
    place.ok(&["match", "open", "duel", "--at", "2026-12-04T08:00:00Z"]);
    let record = place.read("games/valonian/2026-12/duel-v.yaml");
    // The die was even: Anna, named first, is North.
    let rank = |n: &str| record.lines().find(|l| l.trim_start().starts_with(n)).unwrap().to_owned();
    assert_eq!(rank("8 ").matches("bDRA").count(), 2, "{record}");
    assert_eq!(rank("1 ").matches("wELE").count(), 1, "{record}");
    assert_eq!(record.matches("DRA").count(), 2, "{record}");
    assert!(record.contains("north: {name: Anna Ek}"), "{record}");
    place.assert_sound();
}

#[test]
fn a_force_not_revealed_in_time_is_the_orthodox_one() {
    let place = duel("v=valonian", "2");
    let draw = |words: &[&str], at: &str| {
        place.ok(&[&["match", "lots", words[0], "duel"], &words[1..], &["--at", at]].concat())
    };
    draw(&["commit", "v", "--for", "anna", "--force", "N=DRA"], "2026-11-30T08:00:00Z");
    draw(&["commit", "v", "--for", "ben", "--force", "R=ELE"], "2026-12-01T08:00:00Z");
    draw(&["reveal", "v", "--for", "anna"], "2026-12-02T08:00:00Z");
    let late =
        ["match", "lots", "reveal", "duel", "v", "--for", "ben", "--at", "2026-12-08T08:00:01Z"];
    place.refused(1, &late, &["the time for ben to do this is over"]);
    place.ok(&["match", "open", "duel", "--at", "2026-12-08T08:00:01Z"]);
    let record = place.read("games/valonian/2026-12/duel-v.yaml");
    assert!(record.contains("DRA") && !record.contains("ELE"), "{record}");
    place.assert_sound();
}

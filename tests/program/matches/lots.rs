//! Commit–reveal, rolls, choices, redraws and sealed forces.

use std::path::{Path, PathBuf};

use super::{
    FILE, assert_kept, by_hand, duel, match_of_others, ok_at, refused_at, run_at, with_match,
    without_log,
};
use crate::harness::Place;

/// Two clones of one repository, Anna's and Ben's, with the shared one beside them; each has its own identity.
struct Clones {
    place: Place,
    anna: PathBuf,
    ben: PathBuf,
}

impl Clones {
    fn new() -> Clones {
        let place = match_of_others();
        place.git(&["clone", "-q", "--bare", ".", "../shared.git"]);
        for (folder, name) in [("../anna", "Anna Ek"), ("../ben", "Ben")] {
            let email = format!("{}@Example.org", &folder[3..]);
            place.clone_as((name, &email), "../shared.git", folder);
        }
        let (anna, ben) = (place.root().join("anna"), place.root().join("ben"));
        Clones { place, anna, ben }
    }

    /// Runs `match lots` in a clone after a pull.
    fn draw(&self, whose: &Path, now: &str, words: &[&str]) -> String {
        self.pull(whose);
        let folder = whose.to_str().unwrap();
        let line = [&["match", "lots", words[0], "autumn"], &words[1..], &["--repo", folder]];
        ok_at(&self.place, now, &line.concat())
    }

    fn refused(&self, whose: &Path, now: &str, words: &[&str], said: &[&str]) {
        let folder = whose.to_str().unwrap();
        let line = [&["match", "lots", words[0], "autumn"], &words[1..], &["--repo", folder]];
        refused_at(&self.place, now, &line.concat(), said);
    }

    fn pull(&self, whose: &Path) {
        self.place.git(&["-C", whose.to_str().unwrap(), "pull", "-q", "--rebase"]);
    }

    fn push(&self, whose: &Path) {
        self.place.git(&["-C", whose.to_str().unwrap(), "push", "-q"]);
    }

    fn file(&self, whose: &Path) -> String {
        std::fs::read_to_string(whose.join(FILE)).unwrap()
    }
}

fn secrets(folder: &Path) -> usize {
    std::fs::read_dir(folder.join(".git/riverpost/secrets")).map_or(0, Iterator::count)
}

fn lots<'a>(step: &'a str, game: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [&["match", "lots", step, game], rest].concat()
}

#[test]
fn m5_two_clones_draw_the_same_lot() {
    let clones = Clones::new();
    let (anna, ben) = (clones.anna.as_path(), clones.ben.as_path());
    let before = clones.file(anna);
    let said = clones.draw(anna, "2026-11-30T08:00:00Z", &["commit"]);
    assert!(said.contains("waiting for Ben Ode to commit until 2026-12-07T08:00:00Z"), "{said}");
    assert!(!said.contains("entered for"), "{said}");
    assert_eq!((secrets(anna), secrets(ben)), (1, 0));
    let early = ["ben has not committed yet", "[M5]", "nothing was recorded"];
    clones.refused(anna, "2026-11-30T09:00:00Z", &["reveal"], &early);
    clones.push(anna);

    clones.draw(ben, "2026-12-01T08:00:00Z", &["commit"]);
    clones.push(ben);
    // In the same second as Ben's commitment, and by a clock that is a minute behind his.
    clones.draw(anna, "2026-12-01T07:59:00Z", &["reveal"]);
    clones.push(anna);
    assert_eq!(secrets(anna), 1, "the draw is not decided");

    let said = clones.draw(ben, "2026-12-03T08:00:00Z", &["reveal"]);
    assert!(said.contains("by commit and reveal: ") && said.contains("is North"), "{said}");
    assert_eq!(secrets(ben), 1, "it is decided, and nobody else can have it yet");
    ok_at(&clones.place, "2026-12-03T08:00:00Z", &["sync", "--repo", ben.to_str().unwrap()]);
    assert_eq!(secrets(ben), 0, "it is pushed");
    clones.pull(anna);
    assert_kept(&before, &clones.file(anna));
    let sides = |whose: &Path| {
        clones.place.ok(&["match", "sides", "autumn", "--repo", whose.to_str().unwrap()])
    };
    assert_eq!(sides(anna), sides(ben));
    assert!(sides(anna).contains("keeps the sides drawn for the match: die"), "{}", sides(anna));
    clones.place.ok(&["verify", "--repo", anna.to_str().unwrap()]);
    let log = ["-C", ben.to_str().unwrap(), "log", "--format=%an <%ae> %cn: %s%n%(trailers)", "-1"];
    let log = clones.place.git(&log);
    assert!(log.starts_with("Ben <ben@Example.org> Ben: autumn: ben reveals"), "{log}");
    assert!(log.contains("Riverpost-Match: autumn"), "{log}");

    // What is published needs no secret any more: the next step removes it.
    for (whose, who) in [(anna, "anna"), (ben, "ben")] {
        let said = clones.draw(whose, "2026-12-04T08:00:00Z", &["again"]);
        assert!(said.contains(&format!("{who} asks to draw again")), "{said}");
        assert_eq!(secrets(whose), 0);
    }
}

/// Both reveal before either has seen the other do so: `sync` joins what they have added.
#[test]
fn m5_both_reveal_at_once() {
    let clones = Clones::new();
    let (anna, ben) = (clones.anna.as_path(), clones.ben.as_path());
    clones.draw(anna, "2026-11-30T08:00:00Z", &["commit"]);
    clones.push(anna);
    clones.draw(ben, "2026-12-01T08:00:00Z", &["commit"]);
    clones.push(ben);
    clones.pull(anna);
    clones.draw(anna, "2026-12-02T08:00:00Z", &["reveal"]);
    clones.draw(ben, "2026-12-03T08:00:00Z", &["reveal"]);
    clones.push(anna);
    let sync = |whose: &Path| {
        let folder = whose.to_str().unwrap();
        ok_at(&clones.place, "2026-12-03T09:00:00Z", &["sync", "--repo", folder])
    };
    let said = sync(ben);
    assert!(said.contains("autumn: what both sides added joined\n"), "{said}");
    sync(anna);
    assert_eq!(clones.file(anna), clones.file(ben));
    clones.place.ok(&["verify", "--repo", anna.to_str().unwrap()]);
    let said = clones.place.ok(&["match", "sides", "autumn", "--repo", anna.to_str().unwrap()]);
    assert!(said.contains("drawn"), "{said}");
}

#[test]
fn m5_who_enters_for_another_says_so() {
    let clones = Clones::new();
    let (anna, ben) = (clones.anna.as_path(), clones.ben.as_path());
    let now = "2026-11-30T08:00:00Z";
    clones.draw(anna, now, &["commit"]);
    clones.refused(anna, now, &["commit"], &["anna has committed already"]);
    let said = clones.draw(anna, now, &["commit", "--for", "ben"]);
    assert!(said.contains("\nentered for Ben Ode by Anna Ek\n"), "{said}");
    let log = ["-C", anna.to_str().unwrap(), "log", "--format=%an/%cn: %s", "-1"];
    let log = clones.place.git(&log);
    assert!(log.starts_with("Ben Ode/Anna Ek: autumn: ben commits in the draw"), "{log}");
    // A third person is nobody in the draw without saying for whom.
    clones.place.git(&["-C", ben.to_str().unwrap(), "config", "user.email", "zoe@example.org"]);
    let run =
        run_at(&clones.place, now, &lots("commit", "autumn", &["--repo", ben.to_str().unwrap()]));
    assert!(run.code == 1 && run.err.contains("Ben <zoe@example.org> does not play"), "{run:?}");
}

#[test]
fn m5_no_deadline_is_shortened_by_the_time_stated() {
    let place = match_of_others();
    let [now, past, future] =
        ["2026-11-30T08:00:00Z", "2026-11-01T08:00:00Z", "2026-12-30T08:00:00Z"];
    let anna = ["--for", "anna"];
    let commit = lots("commit", "autumn", &anna);
    refused_at(&place, now, &[&commit[..], &["--at", future]].concat(), &["lies in the future"]);
    let said = ok_at(&place, now, &[&commit[..], &["--at", past]].concat());
    assert!(said.contains("until 2026-12-07T08:00:00Z"), "{said}");
    let choose = lots("choose", "autumn", &["--for", "anna", "--north", "anna"]);
    refused_at(&place, now, &choose, &["anna may not choose; there is time to commit", "[M5]"]);
    refused_at(&place, now, &[&choose[..], &["--at", future]].concat(), &["lies in the future"]);
    let week = "2026-12-07T08:00:00Z";
    refused_at(&place, week, &choose, &["there is time to commit"]);
    // The time for Ben to commit is not stretched by the time that he states, either.
    let late = lots("commit", "autumn", &["--for", "ben", "--at", now]);
    refused_at(&place, "2026-12-07T08:00:01Z", &late, &["the time for ben to do this is over"]);
    ok_at(&place, "2026-12-07T08:00:01Z", &choose);
    place.assert_sound();
}

#[test]
fn m5_nobody_is_passed_over_for_what_was_never_pushed() {
    let clones = Clones::new();
    let anna = clones.anna.as_path();
    clones.draw(anna, "2026-11-30T08:00:00Z", &["commit"]);
    let choose = ["choose", "--north", "anna"];
    let said = ["the other cannot have answered", "remote-tracking branch", "push"];
    clones.refused(anna, "2026-12-08T08:00:00Z", &choose, &said);
    clones.push(anna);
    clones.draw(anna, "2026-12-08T08:00:00Z", &choose);
}

#[test]
fn m5_who_is_silent_leaves_the_choice_to_the_other() {
    let place = match_of_others();
    let draw = |word, who, at| {
        ok_at(&place, at, &lots(word, "autumn", &["--for", who]));
    };
    draw("commit", "anna", "2026-11-30T08:00:00Z");
    draw("commit", "ben", "2026-12-01T08:00:00Z");
    draw("reveal", "anna", "2026-12-02T08:00:00Z");
    let choose = |who| lots("choose", "autumn", &["--for", who, "--north", "anna"]);
    let until = "2026-12-08T08:00:00Z";
    refused_at(&place, until, &choose("anna"), &["there is time to reveal", "[M5]"]);
    let after = "2026-12-08T08:00:01Z";
    let late = lots("reveal", "autumn", &["--for", "ben"]);
    refused_at(&place, after, &late, &["the time for ben to do this is over"]);
    refused_at(&place, after, &choose("ben"), &["it is the other's choice"]);
    ok_at(&place, after, &choose("anna"));
    let said = ok_at(&place, after, &["match", "lots", "show", "autumn"]);
    let chosen = "sides: ben did not reveal by the deadline; anna chose: Anna Ek is North\n";
    assert_eq!(said, chosen);
    place.assert_sound();
}

#[test]
fn m5_a_false_reveal_blocks_nobodys_true_one() {
    let place = match_of_others();
    let now = "2026-11-30T08:00:00Z";
    for who in ["anna", "ben"] {
        ok_at(&place, now, &lots("commit", "autumn", &["--for", who]));
    }
    let made_up = "0123456789abcdef0123456789abcdef";
    let forged = lots("reveal", "autumn", &["--for", "ben", "--secret", made_up]);
    refused_at(&place, now, &forged, &["does not give the commitment", "[M5]"]);
    // Somebody puts it into the file all the same.
    let entry =
        format!("\n      - {{act: reveal, player: ben, secret: {made_up}, at: \"{now}\"}}\ngames:");
    by_hand(&place, FILE, &without_log(&place.read(FILE)).replace("\ngames:", &entry));
    let run = run_at(&place, now, &["verify"]);
    assert!(run.code == 1 && run.out.contains("what ben reveals does not give"), "{run:?}");
    for who in ["ben", "anna"] {
        ok_at(&place, now, &lots("reveal", "autumn", &["--for", who]));
    }
    let said = run_at(&place, now, &["match", "lots", "show", "autumn"]).out;
    assert!(said.contains("by commit and reveal: "), "{said}");
}

#[test]
fn m5_both_silent_begins_anew() {
    let place = match_of_others();
    for who in ["anna", "ben"] {
        ok_at(&place, "2026-11-30T08:00:00Z", &lots("commit", "autumn", &["--for", who]));
    }
    let later = "2026-12-07T08:00:01Z";
    let said = ok_at(&place, later, &["match", "lots", "show", "autumn"]);
    assert_eq!(said, "sides: neither revealed by the deadline; it is to be drawn again\n");
    let choose = lots("choose", "autumn", &["--for", "anna", "--north", "anna"]);
    refused_at(&place, later, &choose, &["neither has revealed; draw again"]);
    let old = place.read(FILE);
    for who in ["ben", "anna"] {
        ok_at(&place, later, &lots("commit", "autumn", &["--for", who]));
    }
    assert_kept(&old, &place.read(FILE));
    assert!(place.read(FILE).contains("  - id: sides-2\n    for: sides\n"), "{}", place.read(FILE));
    assert_eq!(secrets(&place.cwd), 2, "the secrets of the first draw are of no use any more");
    for who in ["ben", "anna"] {
        ok_at(&place, later, &lots("reveal", "autumn", &["--for", who]));
    }
    let said = ok_at(&place, later, &["match", "lots", "show", "autumn"]);
    assert!(said.contains("\nsides (sides-2): die "), "{said}");
    place.assert_sound();
}

#[test]
fn m5_a_redraw_needs_both_and_keeps_the_old_draw() {
    let place = match_of_others();
    ok_at(
        &place,
        "2026-11-30T08:00:00Z",
        &lots("roll", "autumn", &["--die", "2", "--witness", "Cleo"]),
    );
    let now = "2026-12-01T08:00:00Z";
    let twice = lots("roll", "autumn", &["--die", "3", "--witness", "Cleo"]);
    refused_at(&place, now, &twice, &["it has been drawn for already", "again"]);
    let commit = lots("commit", "autumn", &["--for", "ben"]);
    refused_at(&place, now, &commit, &["it has been drawn for already"]);
    let said = ok_at(&place, now, &lots("again", "autumn", &["--for", "ben"]));
    assert!(said.contains("Anna Ek is North; Ben Ode asks to draw again"), "{said}");
    refused_at(&place, now, &commit, &["it has been drawn for already"]);
    ok_at(&place, now, &lots("again", "autumn", &["--for", "anna"]));
    let sides = ok_at(&place, now, &["match", "sides", "autumn"]);
    assert!(!sides.contains("die 2"), "{sides}");
    ok_at(&place, now, &twice);
    let said = ok_at(&place, now, &["match", "lots", "show", "autumn"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], "sides: set aside by both; it is to be drawn again");
    assert_eq!(lines[1], "sides (sides-2): die 3, witnessed by Cleo: Ben Ode is North");
    place.assert_sound();
    // Once a game has been entered with its sides, nothing is drawn anew.
    place
        .ok(&["match", "result", "autumn", "dragon", "north", "--points", "0,3", "--north", "ben"]);
    ok_at(&place, now, &lots("again", "autumn", &["--for", "ben"]));
    let contradicts = ["a draw could end so that it contradicts the match", "[M5]"];
    refused_at(&place, now, &lots("again", "autumn", &["--for", "anna"]), &contradicts);
    place.assert_sound();
}

#[test]
fn m5_nothing_is_begun_that_could_not_be_ended() {
    let place = match_of_others();
    place
        .ok(&["match", "result", "autumn", "dragon", "north", "--points", "0,3", "--north", "ben"]);
    let commit = lots("commit", "autumn", &["--for", "anna"]);
    let said =
        ["a draw could end so that it contradicts the match", "dragon: ben is north", "[M5]"];
    place.refused(1, &commit, &said);
    // And nothing is entered that a draw going on could contradict.
    let place = match_of_others();
    place.ok(&commit);
    let result =
        ["match", "result", "autumn", "dragon", "north", "--points", "0,3", "--north", "ben"];
    place.refused(1, &result, &said);
}

#[test]
fn a_roll_by_hand_names_its_witness() {
    let place = match_of_others();
    let roll = lots("roll", "autumn", &[]);
    assert_eq!(place.run(&[&roll[..], &["--die", "4"]].concat()).code, 2);
    assert_eq!(place.run(&[&roll[..], &["--die", "7", "--witness", "Cleo"]].concat()).code, 2);
    let own = [&roll[..], &["--die", "4", "--witness", "Anna Ek"]].concat();
    place.refused(1, &own, &["who takes part is no witness", "[M5]"]);
    place.ok(&[&roll[..], &["--coin", "heads", "--witness", "Cleo Fay"]].concat());
    let sides = place.ok(&["match", "sides", "autumn"]);
    assert!(sides.contains("coin heads, witnessed by Cleo Fay"), "{sides}");
    place.assert_sound();
}

#[test]
fn what_a_draw_refuses() {
    let place = match_of_others();
    let with = |words: &[&'static str]| lots("commit", "autumn", words);
    let clerk = ["Clerk <clerk@example.org> does not play in this match", "--for"];
    place.refused(1, &with(&[]), &clerk);
    let both = "git's identity plays on both sides";
    with_match().refused(1, &with(&[]), &[both, "--for"]);
    place.refused(2, &with(&["--for", "cleo"]), &["no player \"cleo\"", "anna, ben"]);
    place.refused(2, &with(&["nothing", "--for", "anna"]), &["no game \"nothing\"", "dragon"]);
    let force = with(&["tb", "--for", "anna", "--force", "N=DRA"]);
    place.refused(1, &force, &["nothing was recorded"]);
    let option = with(&["dragon", "--option", "chariots", "--for", "anna"]);
    place.refused(1, &option, &["no such option"]);
    place.ok(&with(&["--for", "anna", "--dry-run"]));
    assert_eq!((place.commits(), secrets(&place.cwd)), (2, 0));
    place.ok(&with(&["--for", "anna"]));
    place.refused(1, &with(&["--for", "ben", "--device", "coin"]), &["begun with another device"]);
    let behind = with(&["--for", "ben"]);
    refused_at(
        &place,
        "2026-11-01T00:00:00Z",
        &behind,
        &["something in this draw has a later time"],
    );
    let choose = lots("choose", "autumn", &["tb", "--for", "anna", "--north", "ben"]);
    place.refused(1, &choose, &["tb is not being drawn for"]);
}

#[test]
fn sealed_forces_open_together() {
    let place = duel("v=valonian", "2");
    let draw = |words: &[&str], at: &str| ok_at(&place, at, &lots(words[0], "duel", &words[1..]));
    let wrong = lots("commit", "duel", &["v", "--for", "anna", "--force", "K=DRA"]);
    place.refused(1, &wrong, &["a DRA may take the place of a N", "[V9]"]);
    draw(&["commit", "v", "--for", "anna", "--force", "N=DRA"], "2026-11-30T08:00:00Z");
    let said = ok_at(&place, "2026-11-30T09:00:00Z", &["match", "open", "duel"]);
    assert!(said.contains("v cannot begin: the forces are still sealed"), "{said}");
    let his = lots("commit", "duel", &["v", "--for", "ben", "--force", "a8=ELE"]);
    refused_at(&place, "2026-12-01T08:00:00Z", &his, &["South has no piece there", "[V9]"]);
    draw(&["commit", "v", "--for", "ben", "--force", "a1=ELE"], "2026-12-01T08:00:00Z");
    draw(&["reveal", "v", "--for", "ben"], "2026-12-02T08:00:00Z");
    let said = draw(&["reveal", "v", "--for", "anna"], "2026-12-03T08:00:00Z");
    assert!(said.contains("Anna Ek: N=DRA; Ben Ode: a1=ELE"), "{said}");
    ok_at(&place, "2026-12-04T08:00:00Z", &["match", "open", "duel"]);
    let path = "games/valonian/2026-12/duel-v.yaml";
    let record = place.read(path);
    // The die was even: Anna, named first, is North.
    let rank = |n: &str| record.lines().find(|l| l.trim_start().starts_with(n)).unwrap().to_owned();
    assert_eq!(rank("8 ").matches("bDRA").count(), 2, "{record}");
    assert_eq!(rank("1 ").matches("wELE").count(), 1, "{record}");
    assert_eq!(record.matches("DRA").count(), 2, "{record}");
    assert!(record.contains("north: {name: Anna Ek}"), "{record}");
    place.assert_sound();
    // What was sealed is held against the record.
    by_hand(&place, path, &record.replace("wELE", "  wR"));
    let run = place.run(&["verify"]);
    let said = "v: the record does not start with the forces that were sealed (rule V9)";
    assert!(run.code == 1 && run.out.contains(said), "{run:?}");
}

#[test]
fn v9_who_does_not_reveal_plays_the_orthodox_force_and_the_other_chooses_anew() {
    let place = duel("v=valonian", "2");
    let draw = |words: &[&str], at: &str| ok_at(&place, at, &lots(words[0], "duel", &words[1..]));
    draw(&["commit", "v", "--for", "anna", "--force", "N=DRA"], "2026-11-30T08:00:00Z");
    draw(&["commit", "v", "--for", "ben", "--force", "R=ELE"], "2026-12-01T08:00:00Z");
    draw(&["reveal", "v", "--for", "anna"], "2026-12-02T08:00:00Z");
    let now = "2026-12-08T08:00:01Z";
    let late = lots("reveal", "duel", &["v", "--for", "ben"]);
    refused_at(&place, now, &late, &["the time for ben to do this is over"]);
    let said = ok_at(&place, now, &["match", "open", "duel"]);
    assert!(said.contains("v cannot begin"), "{said}");
    let his = lots("choose", "duel", &["v", "--for", "ben", "--force", "R=ELE"]);
    refused_at(&place, now, &his, &["it is the other's choice"]);
    let north = lots("choose", "duel", &["v", "--for", "anna", "--north", "anna"]);
    refused_at(&place, now, &north, &["one's own is chosen", "--force"]);
    let wrong = lots("choose", "duel", &["v", "--for", "anna", "--force", "K=DRA"]);
    refused_at(&place, now, &wrong, &["a DRA may take the place of a N", "[V9]"]);
    let said = draw(&["choose", "v", "--for", "anna", "--force", "B=MAG"], now);
    let stands = "Ben Ode did not reveal by the deadline: the orthodox force; Anna Ek chose B=MAG";
    assert!(said.contains(stands), "{said}");
    ok_at(&place, now, &["match", "open", "duel"]);
    let record = place.read("games/valonian/2026-12/duel-v.yaml");
    assert!(record.contains("bMAG") && !record.contains("DRA"), "{record}");
    assert!(!record.contains("ELE"), "{record}");
    place.assert_sound();
}

//! `resolve`: rival versions of merges, and those kept beside the branch.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{ID, Place, RECORD};
use crate::signed_lines::{play, with_keys};

const AT: [&str; 4] = [
    "2026-12-01T08:00:00Z",
    "2026-12-01T09:00:00Z",
    "2026-12-01T10:00:00Z",
    "2026-12-01T11:00:00Z",
];

/// Two clones that ask the program under test to merge records.
fn two() -> (Place, Place) {
    let (anna, ben) = Place::two_clones();
    for clone in [&anna, &ben] {
        clone.ask_to_merge();
        clone.git(&["config", "core.editor", "true"]);
    }
    anna.at("2026-12-02T08:00:00Z");
    ben.at("2026-12-02T08:00:00Z");
    (anna, ben)
}

/// Commits a version of the record past riverpost.
fn commit(place: &Place, text: &str) {
    place.write(RECORD, text);
    place.git(&["commit", "-q", "-a", "-m", "by hand"]);
}

/// Both have a record in which the players have keys.
fn keyed() -> (Place, Place, String) {
    let (anna, ben) = two();
    let base = with_keys(&anna.read(RECORD));
    commit(&anna, &base);
    anna.send(&ben);
    (anna, ben, base)
}

/// Anna has moved one way, and it was entered for her otherwise and pushed.
fn published_otherwise() -> (Place, Place) {
    let (anna, ben) = two();
    anna.ok(&["move", ID, "e4e5", "--at", AT[0]]);
    ben.ok(&["move", ID, "a4a5", "--for", "south", "--at", AT[0]]);
    ben.git(&["push", "-q"]);
    anna.git(&["fetch", "-q"]);
    (anna, ben)
}

fn names(place: &Place) -> Vec<String> {
    let names = place.git(&["for-each-ref", "--format=%(refname)", "refs/riverpost"]);
    names.lines().map(str::to_owned).collect()
}

#[test]
fn k8_what_was_published_first_stands_after_merge_rebase_and_cherry_pick() {
    for (line, next) in [
        ("merge -q origin/HEAD", "git commit"),
        ("rebase -q origin/HEAD", "git rebase --continue"),
        ("cherry-pick origin/HEAD", "git cherry-pick --continue"),
    ] {
        let (anna, _) = published_otherwise();
        let own = anna.read(RECORD);
        assert_eq!(anna.try_git(line).code, 1);
        let kept = names(&anna);
        let out = anna.ok(&["resolve", ID]);
        assert!(
            out.contains(&format!(
                "stands now in {RECORD}: it was published first\nnext: {next}\n"
            )),
            "{out}"
        );
        assert!(anna.read(RECORD).contains("SH a4-a5") && !anna.read(RECORD).contains("SH e4-e5"));
        let run = anna.try_git(next.strip_prefix("git ").unwrap());
        assert_eq!(run.code, 0, "{line}: {run:?}");
        assert_eq!(anna.git(&["status", "--porcelain"]), "");
        anna.ok(&["verify"]);
        // The other version is where it was.
        assert_eq!(names(&anna), kept);
        assert!(kept.iter().any(|name| anna.git(&["cat-file", "blob", name]) == own));
        if line.starts_with("merge") {
            let message = anna.git(&["log", "-1", "--format=%B"]);
            assert!(
                message.contains(&format!("\nRiverpost-Resolved: refs/riverpost/rivals/{ID}/")),
                "{message}"
            );
            assert!(message.contains(&format!("\nRiverpost-Game: {ID}\n")), "{message}");
        }
        let said = anna.ok(&["show", ID]);
        assert!(
            said.contains(&format!(
                "2 other versions are kept: `riverpost resolve {ID}` compares them"
            )),
            "{said}"
        );
        anna.ok(&["resolve", ID]);
    }
}

#[test]
fn k8_of_a_signed_line_and_an_unsigned_one_the_signed_stands() {
    let (anna, ben, base) = keyed();
    commit(&ben, &play(&base, "SH a4-a5", AT[0], None, false));
    ben.git(&["push", "-q"]);
    commit(&anna, &play(&base, "SH e4-e5", AT[0], None, true));
    anna.git(&["fetch", "-q"]);
    assert_eq!(anna.try_git("merge -q origin/HEAD").code, 1);
    let dry = anna.ok(&["resolve", ID, "--dry-run"]);
    assert!(
        dry.contains("A would stand: South (Anna Ek) has signed this line, and not the other"),
        "{dry}"
    );
    assert!(anna.read(RECORD).contains("<<<<<<<"));
    let found = anna.json(&["resolve", ID]);
    assert_eq!((&found["stands"], &found["done"]), (&json!(0), &json!("staged")));
    anna.git(&["commit", "-q", "--no-edit"]);
    assert!(anna.read(RECORD).contains("SH e4-e5"));
    anna.ok(&["verify"]);
}

/// Both signed by Anna, and nobody has answered: the tool leaves it to the arbiter, and to nobody else.
#[test]
fn double_dealing_is_left_to_the_arbiter_whose_decision_and_reason_are_kept() {
    let (anna, ben) = two();
    let named = with_keys(&anna.read(RECORD))
        .replace("started:", "arbiter: {name: Eva Ros, email: eva@example.org}\nstarted:");
    commit(&anna, &named);
    anna.send(&ben);
    let two = ["SH e4-e5", "SH a4-a5"].map(|mv| play(&named, mv, AT[0], None, true));
    commit(&anna, &two[0]);
    anna.git(&["push", "-q"]);
    commit(&ben, &two[1]);
    ben.git(&["fetch", "-q"]);
    assert_eq!(ben.try_git("merge -q origin/HEAD").code, 1);
    let run = ben.run(&["resolve", ID]);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
    assert!(
        run.out.contains("It is for the arbiter to decide: South (Anna Ek) has signed both"),
        "{run:?}"
    );
    let who = ["for the arbiter (Eva Ros) to decide", "K8"];
    for take in ["ours", "theirs"] {
        ben.refused(1, &["resolve", ID, "--take", take, "--reason", "mine"], &who);
    }
    ben.git(&["merge", "--abort"]);
    assert_eq!(ben.json(&["inbox"])["rivals"], 1);
    assert!(ben.ok(&["inbox"]).contains("  1 other version: see `riverpost resolve`  "));
    assert_eq!(ben.try_git("merge -q origin/HEAD").code, 1);
    ben.identify_as_local("Eva Ros", "eva@example.org");
    ben.refused(2, &["resolve", ID, "--take", "ours"], &["needs a reason", "--reason"]);
    ben.ok(&["resolve", ID, "--take", "ours", "--reason", "Ben had\nthis one first"]);
    ben.git(&["commit", "-q", "--no-edit"]);
    let message = ben.git(&["log", "-1", "--format=%B"]);
    assert!(message.contains("\nRiverpost-Reason: Ben had this one first\n"), "{message}");
    assert_eq!(ben.read(RECORD), two[1]);
    // It is settled, and not taken up again.
    assert_eq!(ben.json(&["inbox"])["rivals"], 0);
    let said = ben.ok(&["resolve", ID]);
    assert!(
        said.contains("was settled before, in commit")
            && said.contains("there is no other version"),
        "{said}"
    );
    // Taking up what was settled is a new decision.
    let kept = names(&ben)
        .into_iter()
        .find(|name| ben.git(&["cat-file", "blob", name]) == two[0])
        .unwrap();
    ben.ok(&["resolve", ID, "--take", &kept, "--reason", "no: Anna's stands"]);
    assert_eq!(ben.read(RECORD), two[0]);
    assert_eq!(ben.git(&["log", "-1", "--format=%an"]), "Eva Ros\n");
    assert_eq!(names(&ben).len(), 2);
}

#[test]
fn a_player_may_give_way_and_not_take_what_is_the_others() {
    let (anna, ben) = two();
    // Two branches of one clone, of which nothing is published.
    anna.git(&["branch", "other"]);
    anna.ok(&["move", ID, "e4e5", "--at", AT[0]]);
    anna.git(&["switch", "-q", "other"]);
    anna.ok(&["move", ID, "a4a5", "--at", AT[0]]);
    anna.git(&["switch", "-q", "-"]);
    assert_eq!(anna.try_git("merge -q other").code, 1);
    let run = anna.run(&["resolve", ID]);
    assert!(run.code == 1 && run.out.contains("no signature tells"), "{run:?}");
    anna.identify_as_local("Ben Ode", "ben@example.org");
    let words = ["an arbiter, whom the players have to agree on first"];
    anna.refused(1, &["resolve", ID, "--take", "ours", "--reason", "better for me"], &words);
    anna.identify_as_local("Anna Ek", "anna@example.org");
    anna.ok(&["resolve", ID, "--take", "theirs"]);
    assert!(anna.read(RECORD).contains("a4-a5"));
    anna.git(&["commit", "-q", "--no-edit"]);
    anna.send(&ben);
    // What is published she cannot take back that way.
    let kept = names(&anna);
    let other =
        kept.iter().find(|name| anna.git(&["cat-file", "blob", name]).contains("e4-e5")).unwrap();
    anna.refused(1, &["resolve", ID, "--take", other], &words);
}

#[test]
fn what_strangers_have_pushed_as_versions_is_not_put_in_place_unasked() {
    let (anna, _, base) = keyed();
    anna.write("blob", "no record\n");
    let keep = |text: &str, name: &str| {
        anna.write("blob", text);
        let blob = anna.git(&["hash-object", "-w", "blob"]);
        anna.git(&["update-ref", &format!("refs/riverpost/rivals/{ID}/{name}"), blob.trim()]);
        fs::remove_file(anna.file("blob")).unwrap();
    };
    keep("no record\n", "1");
    // A line more that nobody knows the author of is no rival version.
    keep(&play(&base, "SH e4-e5", AT[0], None, false), "2");
    assert!(anna.ok(&["resolve", ID]).contains("there is no other version"));
    anna.git(&["update-ref", "-d", &format!("refs/riverpost/rivals/{ID}/2")]);
    // Anna's signature stands before none, but what follows was made by nobody knows whom.
    commit(&anna, &play(&base, "SH a4-a5", AT[0], None, false));
    let signed = play(&base, "SH e4-e5", AT[0], None, true);
    keep(&play(&signed, "NH e7-e6", AT[1], None, false), "3");
    let before = anna.snapshot();
    let run = anna.run(&["resolve", ID, "--json"]);
    assert_eq!(run.code, 1, "{run:?}");
    anna.assert_unchanged(&before);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&found["forks"][0]["stands"], &found["stands"]),
        (&json!(1), &Value::Null),
        "{found}"
    );
    let name = format!("refs/riverpost/rivals/{ID}/3");
    assert_eq!(found["versions"][1]["name"], json!(name));
    anna.ok(&["resolve", ID, "--take", &name]);
    assert!(anna.read(RECORD).contains("e7-e6"));
    anna.refused(
        2,
        &["resolve", ID, "--take", "nothing"],
        &["no version of this game is called nothing"],
    );
}

/// Git's own merge, without the driver, whose marks somebody has committed.
#[test]
fn marks_in_a_committed_file_are_settled_too() {
    let (anna, _) = published_otherwise();
    anna.git(&["config", "--unset", "merge.riverpost.driver"]);
    assert_eq!(anna.try_git("merge -q origin/HEAD").code, 1);
    anna.git(&["commit", "-q", "-a", "--no-edit"]);
    assert!(anna.read(RECORD).contains("<<<<<<<"));
    let out = anna.ok(&["resolve", ID]);
    assert!(out.contains("B stands now: it was published first"), "{out}");
    anna.assert_sound();
    assert_eq!(names(&anna).len(), 1);
}

/// What an arbiter decides against a version that others have goes out with `sync`, and comes in where each has taken it.
#[test]
fn a_decision_against_what_is_published_is_taken_over_by_whoever_takes_it_too() {
    let (anna, ben) = two();
    let named = anna
        .read(RECORD)
        .replace("started:", "arbiter: {name: Eva Ros, email: eva@example.org}\nstarted:");
    commit(&anna, &named);
    anna.send(&ben);
    let [published, other] =
        ["SH e4-e5", "SH a4-a5"].map(|mv| play(&named, mv, AT[0], None, false));
    commit(&anna, &published);
    anna.send(&ben);
    // Eva has the other version by mail.
    anna.identify_as_local("Eva Ros", "eva@example.org");
    anna.write("mail.yaml", &other);
    let blob = anna.git(&["hash-object", "-w", "mail.yaml"]);
    fs::remove_file(anna.file("mail.yaml")).unwrap();
    anna.ok(&["resolve", ID, "--take", blob.trim(), "--reason", "South sent this"]);
    anna.ok(&["sync"]);
    let refused = |word: &str| {
        let run = ben.run(&["sync"]);
        assert!(run.code == 1 && run.err.contains(word), "{run:?}");
    };
    refused("a line was altered");
    assert_eq!(ben.read(RECORD), published);
    ben.ok(&["resolve", ID, "--take", "@{upstream}"]);
    ben.ok(&["sync"]);
    assert_eq!(ben.read(RECORD), other);
    ben.assert_sound();
    // Neither is lost, and nobody takes lines away without a word.
    for place in [&anna, &ben] {
        assert!(
            names(place).iter().any(|name| place.git(&["cat-file", "blob", name]) == published)
        );
    }
    anna.ok(&["sync"]);
    commit(&anna, &named);
    anna.git(&["push", "-q"]);
    refused("was removed");
}

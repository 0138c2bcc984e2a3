//! `compare`: copies of a game from everywhere.

use riverpost::proof::Signature;

use crate::harness::{ID, Place, RECORD};
use crate::signed_lines::{key, play, with_keys};

/// A time in December.
fn at(hour: u32) -> String {
    format!("2026-12-01T{hour:02}:00:00Z")
}

/// A folder with copies of one game: both have played a signed move, then South in each his own way.
fn forked(first: &[(&str, bool)], second: &[(&str, bool)]) -> Place {
    let place = Place::with_game();
    let mut base = with_keys(&place.read(RECORD));
    base = play(&base, "SH e4-e5", &at(1), None, true);
    base = play(&base, "NH e7-e6", &at(2), None, true);
    for (name, moves) in [("a.yaml", first), ("b.yaml", second)] {
        let mut text = base.clone();
        for ((mv, sign), hour) in moves.iter().zip(3..) {
            text = play(&text, mv, &at(hour), None, *sign);
        }
        place.write(name, text);
    }
    place.write("base.yaml", base);
    place
}

/// The chain hash of a copy after so many lines, as `log` tells it.
fn chain(place: &Place, file: &str, line: usize) -> String {
    let out = place.ok(&["log", file, "--json"]);
    let line = out.lines().nth(line).unwrap();
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    value["chain"].as_str().unwrap().to_owned()
}

#[test]
fn copies_that_agree_or_continue_each_other_are_no_contradiction() {
    let place = forked(&[("SK b1-c3", true)], &[]);
    let out = place.ok(&["compare", "b.yaml", "a.yaml", "base.yaml"]);
    assert!(out.contains("A: b.yaml: 2 lines, all signed\n"), "{out}");
    assert!(out.contains("B continues A by 1 line\n"), "{out}");
    assert!(out.contains("B continues C by 1 line\n"), "{out}");
    let found = place.json(&["compare", "base.yaml", "b.yaml"]);
    assert_eq!((&found["agrees"], &found["pairs"][0]["relation"]), (&true.into(), &"same".into()));
    assert_eq!(found["copies"][0]["chain"], chain(&place, "base.yaml", 2));
}

#[test]
fn double_dealing_is_told_first_and_left_to_the_arbiter() {
    let place = forked(&[("SK b1-c3", true)], &[("SH a4-a5", true)]);
    let run = place.run(&["compare", "a.yaml", "b.yaml"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
    let expected = format!(
        "A: a.yaml: 3 lines, all signed\n   chain {}\nB: b.yaml: 3 lines, all signed\n   chain {}\n\
         Double-dealing: South (Anna Ek) has signed two different actions in knowledge of the same 2 lines:\n  \
         A, line 3: 2. SK b1-c3 [{time}]\n  B, line 3: 2. SH a4-a5 [{time}]\n  \
         Both signatures are right: only the holder of that key can have made them.\n\
         A and B contradict each other.\n  \
         They are the same up to line 2 (ply 2, 1... NH e7-e6 [{before}]).\n  chain there {}\n  \
         Only A has:\n    3: 2. SK b1-c3 [{time}]; South (Anna Ek), signed\n  \
         Only B has:\n    3: 2. SH a4-a5 [{time}]; South (Anna Ek), signed\n  \
         It is for the arbiter to decide: South (Anna Ek) has signed both, and nobody has acknowledged one of them alone.\n",
        chain(&place, "a.yaml", 3),
        chain(&place, "b.yaml", 3),
        chain(&place, "base.yaml", 2),
        time = at(3),
        before = at(2),
    );
    assert_eq!(run.out, expected);
}

#[test]
fn k8_the_version_that_the_opponent_has_acknowledged_stands() {
    let place = forked(&[("SK b1-c3", true)], &[("SH a4-a5", true), ("NH a7-a6", true)]);
    let run = place.run(&["compare", "a.yaml", "b.yaml", "--json"]);
    assert_eq!(run.code, 1);
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let fork = &found["pairs"][0];
    assert_eq!((&fork["common"], &fork["ply"]), (&2.into(), &2.into()));
    assert_eq!(fork["stands"], 1);
    assert_eq!(fork["double_dealing"][0]["lines"], serde_json::json!([3, 3]));
    let acknowledged = serde_json::json!([{ "by": "north", "signed_line": 4, "up_to": 3 }]);
    assert_eq!(fork["sides"][1]["acknowledged"], acknowledged);
    assert_eq!(fork["sides"][0]["acknowledged"], serde_json::json!([]));
    let run = place.run(&["compare", "a.yaml", "b.yaml"]);
    assert!(
        run.out.contains("North (Ben Ode) has signed line 4 of B in knowledge of B up to line 3")
    );
    assert!(run.out.contains("  B stands (K8): its author has signed the first line"), "{run:?}");
}

/// Whoever puts an unsigned line into the other's mouth cannot make it his by signing an answer to it.
#[test]
fn k8_an_answer_does_not_prove_an_unsigned_line() {
    let place = Place::with_game();
    let base = with_keys(&place.read(RECORD));
    let invented = play(&base, "SH a4-a5", &at(1), None, false);
    place.write("a.yaml", play(&invented, "NH e7-e6", &at(2), None, true));
    place.write("b.yaml", play(&base, "SH e4-e5", &at(1), None, true));
    let run = place.run(&["compare", "a.yaml", "b.yaml"]);
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("B stands (K8): South (Anna Ek) has signed this line, and not the other"),
        "{run:?}"
    );
    // Without that signature nothing tells.
    place.write("b.yaml", play(&base, "SH e4-e5", &at(1), None, false));
    let run = place.run(&["compare", "a.yaml", "b.yaml"]);
    assert!(run.out.contains(
        "What only B has is unsigned: the copy alone shows neither who made it nor when"
    ));
    assert!(run.out.contains("for the arbiter to decide: no signature tells"), "{run:?}");
}

#[test]
fn k9_two_plans_for_the_same_moves_are_double_dealing() {
    let place = forked(&[], &[]);
    let base = place.read("base.yaml");
    let header = riverpost::record::read(base.as_bytes()).unwrap().header().clone();
    let (id, nonce) = (header.id, header.nonce.unwrap_or_else(|| "-".to_owned()));
    let before = chain(&place, "base.yaml", 1);
    // South has signed both answers to the same reply before it was made.
    let answered = |name: &str, answer: &str, hour: u32| {
        let statement = format!(
            "riverpost plan 1\ngame {id}\nnonce {nonce}\nby south\nbefore {before}\naction 1... NH e7-e6\naction 2. {answer}\n"
        );
        let signature = Signature::by(&key(1), &statement).unwrap().to_base64();
        let line = format!("  2. {answer} (if) [{}]\nsignatures: |", at(hour));
        let text = base.replace("signatures: |", &line);
        place.write(name, format!("{text}  3 1 plan {signature}\n"));
    };
    answered("a.yaml", "SK b1-c3", 3);
    answered("b.yaml", "SH a4-a5", 3);
    answered("c.yaml", "SK b1-c3", 4);
    let run = place.run(&["compare", "a.yaml", "b.yaml", "--json"]);
    let found: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    let fork = &found["pairs"][0];
    let twice = serde_json::json!([{"by": "south", "base": 1, "lines": [3, 3]}]);
    assert_eq!(fork["double_dealing"], twice, "{found}");
    // The same plan, fired at another time, is one statement.
    let run = place.run(&["compare", "a.yaml", "c.yaml"]);
    assert!(!run.out.contains("Double-dealing") && !run.out.contains("twice"), "{run:?}");
}

#[test]
fn the_same_action_with_another_time_is_restated_and_no_double_dealing() {
    let place = forked(&[], &[]);
    let base = place.read("base.yaml");
    place.write("a.yaml", play(&base, "SK b1-c3", &at(3), None, true));
    place.write("b.yaml", play(&base, "SK b1-c3", &at(4), Some("again"), true));
    let run = place.run(&["compare", "a.yaml", "b.yaml"]);
    assert_eq!(run.code, 1);
    assert!(!run.out.contains("Double-dealing"), "{run:?}");
    assert!(run.out.contains("South (Anna Ek) has stated the same action twice, with another time or comment: line 3 of A, line 3 of B."), "{run:?}");
}

#[test]
fn signatures_that_do_not_hold_count_for_nothing() {
    let place = forked(&[("SK b1-c3", true)], &[("SH a4-a5", true)]);
    // The signature of the move in A is put under that in B.
    let [a, b] = ["a.yaml", "b.yaml"].map(|file| place.read(file));
    let last = |text: &str| text.lines().last().unwrap().to_owned();
    place.write("b.yaml", b.replace(&last(&b), &last(&a)));
    let run = place.run(&["compare", "a.yaml", "b.yaml"]);
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("B: b.yaml: 3 lines, not all signatures hold, so none counts: "),
        "{run:?}"
    );
    assert!(!run.out.contains("Double-dealing"), "{run:?}");
    assert!(run.out.contains("A stands (K8)"), "{run:?}");
    // Another nonce is another agreement.
    let nonce = b.lines().find(|line| line.starts_with("nonce")).unwrap();
    place.write("b.yaml", b.replace(nonce, "nonce: 00000000000000000000000000000000"));
    let run = place.run(&["compare", "a.yaml", "b.yaml"]);
    assert!(run.out.contains("  nonce is not the same:\n"), "{run:?}");
    assert!(
        run.out.contains("for the arbiter to decide: it is not the same that was agreed"),
        "{run:?}"
    );
}

#[test]
fn copies_come_from_branches_commits_clones_and_records() {
    let (anna, ben) = Place::two_clones();
    anna.ok(&["move", ID, "e4e5", "--at", &at(1)]);
    anna.git(&["push", "-q"]);
    ben.git(&["fetch", "-q"]);
    let other = anna.cwd.to_str().unwrap();
    for copies in [
        [ID, "origin/HEAD"],
        ["anna-ben", "origin/HEAD:"],
        [&format!("origin/HEAD:{RECORD}"), "HEAD"],
        [RECORD, other],
        [&format!("HEAD:{RECORD}"), "@{upstream}"],
    ] {
        let found: serde_json::Value = {
            let run = ben.run(&["compare", copies[0], copies[1], "--json"]);
            assert_eq!(run.code, 0, "{copies:?}: {run:?}");
            serde_json::from_str(&run.out).unwrap()
        };
        let pair = &found["pairs"][0];
        assert_eq!(
            (&pair["relation"], &pair["more"]),
            (&"continues".into(), &1.into()),
            "{copies:?}"
        );
    }
    ben.refused(2, &["compare", "HEAD", "origin/HEAD"], &["has many games", "its id"]);
    ben.refused(2, &["compare", ID, "nothing"], &["no record is called `nothing`"]);
    ben.refused(2, &["compare", ID], &["2 values required"]);
    ben.ok(&["new", "wing", "--south", "A", "--north", "B", "--id", "other"]);
    ben.refused(1, &["compare", ID, "other"], &["other is a record of another game"]);
    ben.refused(
        3,
        &["compare", "other", "origin/HEAD"],
        &["origin/HEAD has no record called other"],
    );
    ben.write("broken.yaml", "moves: [");
    ben.refused(1, &["compare", ID, "broken.yaml"], &["broken.yaml:1"]);
}

//! Plans that are signed in advance and handed over, and plans that are sealed and opened.

use sha2::{Digest, Sha256};

use crate::harness::{ID, Place, RECORD};
use crate::signing::{signatures, signed_clones};

const PLAN: &str = "NH e7-e6: SK b1-c3; NH a7-a6: SS a1-a3";

/// Anna has moved and signed a plan, which Ben has as she printed it.
fn handed_over() -> (Place, Place, String) {
    let (anna, ben) = signed_clones(&[]);
    anna.ok(&["move", ID, "SH e4-e5"]);
    anna.ok(&["plan", "add", ID, PLAN]);
    let plan = anna.ok(&["plan", "sign", ID, "--print"]);
    anna.send(&ben);
    (anna, ben, plan)
}

fn take(place: &Place, plan: &str) -> crate::harness::Run {
    place.run_with(&["plan", "take", ID, "-"], plan)
}

#[test]
fn k9_a_signed_plan_fires_where_the_other_side_moves() {
    let (anna, ben, plan) = handed_over();
    let listed = anna.ok(&["plan", "list", ID]);
    assert!(listed.contains("signed in advance after action 1;"), "{listed}");
    let taken = take(&ben, &plan);
    assert!(taken.code == 0 && taken.out.starts_with("2 answers taken over\n"), "{taken:?}");
    let said = ben.ok(&["move", ID, "NH e7-e6"]);
    assert!(said.contains(&format!("{ID}: 2. SK b1-c3 (if)\n")), "{said}");
    assert_eq!(ben.git(&["log", "-1", "--format=%an %cn"]), "Anna Ek Ben Ode\n");
    ben.ok(&["move", ID, "NH a7-a6"]);
    assert_eq!(signatures(&ben), ["1 0 act", "2 1 act", "3 1 plan", "4 3 act", "5 1 plan"]);
    ben.assert_sound();
    let shown = ben.ok(&["show", ID]);
    assert!(shown.contains("signed in advance, as plans: 3, 5\n"), "{shown}");
    assert!(ben.ok(&["log", ID]).contains("  by plan  "));
    // Hers are bound by it: what she does now is signed.
    ben.send(&anna);
    anna.ok(&["verify", "--signed"]);
    // What was signed in advance is another answer than this.
    let text = ben.read(RECORD).replace("3. SS a1-a3", "3. SH a4-a5");
    ben.write("altered.yaml", text);
    let run = ben.run(&["verify", "altered.yaml"]);
    assert!(run.code == 1 && run.out.contains("K9"), "{run:?}");
}

#[test]
fn k9_no_other_plan_is_taken_over() {
    let (anna, ben, plan) = handed_over();
    ben.write(".git/riverpost/turn", "");
    let before = ben.snapshot();
    let unsigned = plan.lines().map(|line| line.split(" ; ").next().unwrap());
    let unsigned: Vec<&str> = unsigned.collect();
    for (altered, words) in [
        (plan.replace("SS a1-a3", "SH a4-a5"), "does not fit"),
        (plan.replace("NH a7-a6", "NH c7-c6"), "does not fit"),
        (plan.replace("base: 1", "base: 0"), "does not fit"),
        (plan.replace("base: 1\n", ""), "unsigned"),
        (unsigned.join("\n") + "\n", "unsigned"),
    ] {
        let run = take(&ben, &altered);
        assert!(run.code == 1 && run.err.contains(words) && run.err.contains("[K9]"), "{run:?}");
    }
    ben.assert_unchanged(&before);
    anna.assert_sound();
}

#[test]
fn k9_any_other_action_ends_a_signed_plan() {
    for end in ["withdrawn", "offer", "void"] {
        let (anna, ben, plan) = handed_over();
        take(&ben, &plan);
        if end == "withdrawn" {
            assert!(anna.ok(&["plan", "withdraw", ID]).contains("plan withdrawn\n"));
            anna.send(&ben);
            assert!(anna.ok(&["plan", "list", ID]).contains("has no plan"));
        }
        if end == "void" {
            ben.ok(&["void", "propose", ID]);
            ben.ok(&["plan", "list", ID, "--for", "south"]);
        }
        let offer: &[&str] = if end == "offer" { &["--draw"] } else { &[] };
        let said = ben.ok(&[&["move", ID, "NH e7-e6"], offer].concat());
        assert!(!said.contains("SK b1-c3"), "{end}: {said}");
        assert!(said.contains("did not foresee") || end == "void", "{end}: {said}");
        ben.assert_sound();
    }
}

#[test]
fn k10_a_plan_is_sealed_and_opened() {
    let (anna, ben) = signed_clones(&[]);
    anna.ok(&["move", ID, "SH e4-e5"]);
    let said = anna.ok(&["plan", "seal", ID, "e7e6: Kc3"]);
    let hash = said.lines().next().unwrap().rsplit(' ').next().unwrap();
    assert!(hash.len() == 64 && !said.contains("b1-c3"), "{said}");
    let kept = anna.read(&format!(".git/riverpost/sealed/{ID}-south.txt"));
    let (salt, plan) = kept.trim_end().split_once(' ').unwrap();
    assert_eq!((salt.len(), plan), (32, "NH e7-e6: SK b1-c3"));
    let nonce = anna.read(RECORD);
    let nonce = nonce.lines().find_map(|line| line.strip_prefix("nonce: ")).unwrap().to_owned();
    let sealed = format!(
        "riverpost sealed plan 1\ngame {ID}\nnonce {nonce}\nby south\nsalt {salt}\nplan {plan}\n"
    );
    let expected: String =
        Sha256::digest(sealed).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, expected);
    anna.refused(1, &["plan", "seal", ID, "a7a6: Kc3"], &["[K10]", "opened first"]);
    anna.send(&ben);
    let shown = ben.ok(&["show", ID]);
    assert!(shown.contains("has sealed a plan, and not opened it (K10)"), "{shown}");
    ben.refused(1, &["plan", "open", ID, &format!("{salt} {plan}")], &["[K10]", "no sealed plan"]);
    ben.ok(&["resign", ID]);
    let told = ben.ok(&["verify"]);
    assert!(told.contains("note: south sealed a plan, and has not opened it"), "{told}");
    ben.send(&anna);
    // Another plan, or other digits, open nothing.
    let other = format!("{salt} NH e7-e6: SK b1-a3");
    anna.refused(1, &["plan", "open", ID, &other], &["[K10]", "another"]);
    let said = anna.ok(&["plan", "open", ID]);
    assert!(said.contains(&format!("plan opened: {salt} {plan}\n")), "{said}");
    assert!(!anna.file(&format!(".git/riverpost/sealed/{ID}-south.txt")).exists());
    assert_eq!(anna.ok(&["verify"]), "1 record holds, 1 ply\nall 4 actions are signed\n");
    assert_eq!(signatures(&anna).len(), 4);
}

#[test]
fn k10_the_side_to_move_seals_its_move() {
    let place = Place::with_game();
    place.refused(1, &["plan", "seal", ID, "e4e9", "--for", "south"], &["illegal"]);
    place.ok(&["plan", "seal", ID, "e4e5", "--for", "south"]);
    assert!(place.read(&format!(".git/riverpost/sealed/{ID}-south.txt")).ends_with(" SH e4-e5\n"));
    place.ok(&["plan", "open", ID, "--for", "south"]);
    place.assert_sound();
}

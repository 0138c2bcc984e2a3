//! Adding a line to a file.

use super::{WING, append, judge, valonian, with};
use riverpost::record::{Act, Action, AppendError, Hint, Termination};
use riverpost::rules::{Outcome, Side};

fn moves(side: Side, text: &str) -> Action<'_> {
    Action::new(side, Act::Move(text.into()))
}

#[test]
fn one_line_more() {
    let text = with(&valonian(&["1. P e2-e4", "1... P e7-e5"]), "id:", "# why\nid:");
    let mut action = moves(Side::South, "Q d1-h5");
    action.offer = true;
    action.time = Some("2026-11-30T09:00:00+01:00".parse().unwrap());
    action.comment = Some("so — there".into());
    let appended = append(&text, action).unwrap();
    assert_eq!(
        appended.record.text(),
        format!("{text}  2. Q d1-h5 (=) [2026-11-30T08:00:00Z] {{so — there}}\n")
    );
    assert_eq!(appended.action.number, 2);
    assert_eq!(appended.replayed.offer, Some(Side::South));
}

#[test]
fn line_ends_indentation_and_marks_of_the_file_are_kept() {
    let base = valonian(&["1. P e2-e4"]);
    for (text, added) in [
        (base.trim_end().to_string(), "\n  1... P e7-e5\n"),
        (base.replace('\n', "\r\n"), "  1... P e7-e5\r\n"),
        (format!("\u{FEFF}{base}"), "  1... P e7-e5\n"),
        (base.replace("  1. P", "     1. P"), "     1... P e7-e5\n"),
        (format!("{base}\n"), "  1... P e7-e5\n"),
        (format!("{base}    "), "\n  1... P e7-e5\n"),
    ] {
        let appended = append(&text, moves(Side::North, "P e7-e5")).unwrap();
        assert_eq!(appended.record.text(), format!("{text}{added}"));
    }
    let empty = valonian(&[]);
    let appended = append(empty.trim_end(), moves(Side::South, "P e2-e4")).unwrap();
    assert_eq!(appended.record.text(), format!("{empty}  1. P e2-e4\n"));
}

#[test]
fn the_end_sets_result_and_ending() {
    let lines = ["1. P f2-f3", "1... P e7-e5", "2. P g2-g4"];
    for (old, new) in [
        ("result: \"*\"\n", "result: north\nending: checkmate\n"),
        ("result: '*'   # open\n", "result: north   # open\nending: checkmate\n"),
        ("\"result\" : \"*\"\n", "\"result\" : north\nending: checkmate\n"),
    ] {
        let text = with(&valonian(&lines), "result: \"*\"\n", old);
        let appended = append(&text, moves(Side::North, "Q d8-h4")).unwrap();
        assert_eq!(appended.record.text(), with(&text, old, new) + "  2... Q d8-h4++\n");
        assert_eq!(appended.replayed.outcome, Some(Outcome::Won(Side::North)));
        judge(appended.record.text()).unwrap();
        let after = append(appended.record.text(), moves(Side::South, "P a2-a3")).unwrap_err();
        assert_eq!(after.diagnostic().message, "the game ended at ply 4: checkmate");
    }
    let crlf = valonian(&lines).replace('\n', "\r\n");
    let appended = append(&crlf, Action::new(Side::South, Act::Resigns)).unwrap();
    let expected = with(&crlf, "\"*\"", "north");
    let expected = with(&expected, "setup:", "ending: resignation\r\nsetup:");
    assert_eq!(appended.record.text(), expected + "  3. resigns\r\n");
    let open = valonian(&lines);
    let left = append(&open, Action::new(Side::South, Act::Abandoned)).unwrap();
    assert!(left.record.text().contains("result: \"*\"\nending: abandoned\n"));
    assert_eq!(left.replayed.termination, Some(Termination::Abandoned));
    judge(left.record.text()).unwrap();
}

#[test]
fn what_may_not_be_added() {
    let text = valonian(&["1. P e2-e4"]);
    let refused = |action: Action<'_>| append(&text, action).unwrap_err().to_string();
    let illegal = refused(moves(Side::North, "P e7-e3"));
    assert!(illegal.starts_with("17:8: illegal move: "), "{illegal}");
    let turn = refused(moves(Side::South, "P e4-e5"));
    assert!(turn.contains("the number here is 1..., not 2."), "{turn}");
    for comment in ["a}", "{a", "a\nb", "a\u{2028}b", "a\tb\0"] {
        let mut action = moves(Side::North, "P e7-e5");
        action.comment = Some(comment.into());
        let shown = refused(action);
        assert!(shown.contains("cannot be written in one line"), "{shown}");
    }
    for (reason, arbiter) in [("x\ny", "z"), ("x", "a)b"), ("", "x"), ("x", "y\n  2. P a2-a3")] {
        let outcome = Outcome::Draw;
        let act = Act::Adjudicated {
            outcome: Some(outcome),
            reason: reason.into(),
            arbiter: arbiter.into(),
        };
        let shown = refused(Action::new(Side::North, act));
        assert!(shown.contains("cannot be written in one line"), "{shown}");
    }
    let odd = with(&text, "moves: |\n  1. P e2-e4\n", "moves: \"1. P e2-e4\"\n");
    let refused = append(&odd, moves(Side::North, "P e7-e5")).unwrap_err();
    assert_eq!(refused, AppendError::NoBlock);
    assert_eq!(refused.diagnostic().hint, Some(Hint::Rewrite));
    let stated = append(WING, moves(Side::North, "NK b10-c8")).unwrap_err().to_string();
    assert!(stated.contains("the game ended at ply 3: agreement"), "{stated}");
}

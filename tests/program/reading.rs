//! Records as people bring them: in another notation, with rival lines in them, with comments where a move is to go.

use crate::harness::{ID, Place, RECORD};

/// A record of Valonian Chess with these moves.
fn valonian(result: &str, moves: &str) -> String {
    let place = Place::new();
    let players = ["--south", "Anna Ek", "--north", "Ben Ode"];
    let id = place.ok(&[&["new", "valonian", "-q"], &players[..]].concat());
    let path = format!("games/valonian/2026-11/{}.yaml", id.trim());
    let text = place.read(&path).replace("result: \"*\"", &format!("result: {result}"));
    text.lines()
        .filter(|line| !line.starts_with("started"))
        .map(|l| format!("{l}\n"))
        .collect::<String>()
        + moves
}

const CANONICAL: &str = "moves: |
  1. P e2-e4
  1... P e7-e5
  2. N g1-f3
  2... N b8-c6
  3. B f1-b5
  3... P a7-a6
  4. B b5xc6
  4... P d7xc6
";

#[test]
fn fmt_takes_any_readable_move() {
    let place = Place::new();
    for moves in [
        "  1. e4\n  1... e5\n  2. Nf3\n  2... Nc6\n  3. Bb5\n  3... a6\n  4. Bxc6\n  4... dxc6\n",
        "  1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6\n",
        "  1.e4 e5 2.Nf3 Nc6 3.Bb5 a6\n  4.Bxc6 4...dxc6 *\n",
        "  e4 e5\n  Nf3 Nc6\n  Bb5 a6\n  wB b5xc6 bP d7xc6\n",
        "  1. P e2-e4\n  1... P e7-e5\n  2. Knight g1-f3 b8c6 Bb5 a6 4. Bxc6 dxc6\n",
    ] {
        let run = place.run_with(&["fmt", "-"], valonian("\"*\"", moves));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{moves}");
        assert!(run.out.ends_with(CANONICAL), "{moves}{}", run.out);
    }
    // The result goes into the header; times, marks and comments stay with their moves.
    let run = place.run_with(&["fmt", "-"], valonian("\"*\"", "  1. e4 e5 2. Nf3 1-0\n"));
    assert!(run.out.contains("\nresult: south\n") && run.code == 0, "{run:?}");
    let run = place.run_with(&["fmt", "-"], valonian("\"*\"", "  1. f3 e5 2. g4 Qh4# 0–1\n"));
    assert!(run.out.contains("\nresult: north\nending: checkmate\n") && run.code == 0, "{run:?}");
    let pasted =
        "  1. e4 [2026-11-30T08:00:00Z] {hello} e5 [2026-12-01T08:00:00+01:00] 2. Nf3 (=) {a b}\n";
    let run = place.run_with(&["fmt", "-"], valonian("\"*\"", pasted));
    let expected = "  1. P e2-e4 [2026-11-30T08:00:00Z] {hello}\n  \
                    1... P e7-e5 [2026-12-01T07:00:00Z]\n  2. N g1-f3 (=) {a b}\n";
    assert!(run.out.ends_with(expected), "{run:?}");
}

#[test]
fn what_fmt_cannot_read_is_told_where_it_stands() {
    let place = Place::new();
    let refused = |result: &str, moves: &str, words: &str| {
        let run = place.run_with(&["fmt", "-"], valonian(result, moves));
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{moves}");
        assert!(run.err.contains(words), "{moves}: {words:?} is not in {}", run.err);
    };
    let star = "\"*\"";
    refused(
        star,
        "  1. e4 e5 3. Nf3\n",
        "20:12: move 2. cannot be read: the move that is due has the number 2., not 3.",
    );
    refused(star, "  1. e4 e5 2. Ke4\n", "20:12: move 2. cannot be read: illegal move");
    refused(star, "  1. e4 nonsense\n", "20:9: move 1... cannot be read: not a move");
    refused(star, "  1. e4 e5 {one} {two}\n", "20:18: this is a second comment");
    refused(star, "  1. e4 e5 1-0 2. Nf3\n", "20:12: nothing may follow the result");
    refused("north", "  1. e4 e5 1-0\n", "20:12: the header has another result");
    refused(star, "  1. e4 e5 [soon]\n", "20:12: the time cannot be read");
    refused(star, "  1. e4\n  1... resign\n", "21:8: \"resign\" is no action");
}

#[test]
fn a_readable_move_in_a_record_is_refused_with_its_line() {
    let place = Place::new();
    place.write("game.yaml", valonian("\"*\"", "  1. e4 {hello}\n"));
    let words = ["game.yaml:20:6: \"e4\"", "`1. P e2-e4 {hello}`", "[G9]", "riverpost fmt"];
    place.refused(1, &["show", "game.yaml"], &words);
    place.ok(&["fmt", "game.yaml", "-q"]);
    place.ok(&["show", "game.yaml"]);
}

/// Two clones that move in the same game: each command that reads the record shows both lines.
#[test]
fn a_conflict_is_shown_as_two_rival_lines() {
    let place = Place::with_game();
    place.git(&["checkout", "-q", "-b", "other"]);
    place.play(ID, 1, "e4e5");
    place.git(&["checkout", "-q", "-"]);
    place.play(ID, 2, "b1c3");
    let merge = place.shell("git merge -q other", "2026-12-02T00:00:00Z");
    assert_eq!(merge.code, 1, "{merge:?}");
    let words = [
        "a merge has left two versions here",
        "ours (HEAD): 1. SK b1-c3 [2026-12-01T02:00:00Z], by Anna Ek at 2026-12-01T02:00:00Z",
        "theirs (other): 1. SH e4-e5 [2026-12-01T01:00:00Z], by Anna Ek at 2026-12-01T01:00:00Z",
        "git checkout --ours",
    ];
    for command in ["show", "legal", "clock"] {
        place.refused(3, &[command, ID], &words);
        place.refused(1, &[command, RECORD], &words);
    }
    for command in [&["move", ID, "a1a2"][..], &["resign", ID, "--for", "south"]] {
        place.refused(3, command, &words);
    }
    place.refused(1, &["fmt", RECORD], &words);
    let failing = place.run(&["verify"]);
    assert_eq!(failing.code, 1);
    for word in &words[..3] {
        assert!(failing.out.contains(word), "{failing:?}");
    }
    let inbox = place.run(&["inbox"]);
    assert!(inbox.out.contains("not sound: ") && inbox.out.contains("ours (HEAD)"), "{inbox:?}");
    assert!(!failing.out.contains("\\u{a}") && !inbox.out.contains("\\u{a}"), "{inbox:?}");
    // Marks without end or order cost no time.
    let marks = "<<<<<<< a\n".repeat(50_000) + "=======\n";
    let run = place.run_with(&["show", "-"], marks);
    assert!(run.code == 1 && run.err.contains("a merge has left two versions"), "{run:?}");
}

#[test]
fn a_move_with_another_number_is_told_which_is_due() {
    let place = Place::with_game();
    for (text, given) in [("7. e4-e5", "7."), ("12... e4-e5", "12..."), ("1... e4-e5", "1...")] {
        let said = format!("error: the move that is due has the number 1., not {given} [G9]");
        let hint = "write the move that is due, with its number or without";
        place.refused(1, &["move", ID, text], &[&said, hint]);
    }
    place.ok(&["move", ID, "1. e4-e5"]);
    let said = "the move that is due has the number 1..., not 2. [G9]";
    place.refused(1, &["move", ID, "2. e7-e6"], &[said]);
    place.ok(&["move", ID, "1... e7-e6"]);
}

#[test]
fn a_comment_among_the_moves_is_told_where_it_belongs() {
    let place = Place::with_game();
    place.play(ID, 1, "e4e5");
    place.write(RECORD, place.read(RECORD) + "  # a remark\n");
    let words = ["a comment stands in braces behind an action", "write {hello} there"];
    place.refused(1, &["fmt", RECORD], &words);
    place.git(&["commit", "-qam", "remark"]);
    place.refused(1, &["move", ID, "e7e6"], &words);
}

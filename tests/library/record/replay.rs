//! Whole games: how they end and what follows from it.

use super::{bare, error, judge, valonian};
use riverpost::record::{self, Termination};
use riverpost::rules::{Claim, Ending, Outcome, Side};

const DANCE: [&str; 4] = ["N g1-f3", "N g8-f6", "N f3-g1", "N f6-g8"];

/// Knights going out and back, so many plies.
fn dance(plies: usize) -> Vec<String> {
    let dots = |ply: usize| if ply.is_multiple_of(2) { "." } else { "..." };
    (0..plies).map(|ply| format!("{}{} {}", ply / 2 + 1, dots(ply), DANCE[ply % 4])).collect()
}

pub fn dancing(plies: usize, last: &[&str], result: &str) -> String {
    let lines = dance(plies);
    let lines: Vec<&str> = lines.iter().map(String::as_str).chain(last.iter().copied()).collect();
    bare("valonian", None, &format!("result: {result}\n"), &lines)
}

#[test]
fn repetition() {
    let claimed = judge(&dancing(8, &["5. draw claimed: repetition"], "draw")).unwrap();
    assert_eq!(claimed.termination, Some(Termination::Claim(Claim::Repetition)));
    let claim = "4... draw claimed: repetition with N f6-g8";
    let named = judge(&dancing(7, &[claim], "draw")).unwrap();
    assert_eq!(named.line.plies(), 7);
    assert!(named.claimed_with.is_some());
    let early = error(&dancing(6, &["4. draw claimed: repetition"], "draw"));
    assert!(early.starts_with("22:6: the position has not occurred three times"), "{early}");
    let fivefold = judge(&dancing(16, &[], "draw")).unwrap();
    assert_eq!(fivefold.termination, Some(Termination::Rule(Ending::FivefoldRepetition)));
    let after = error(&dancing(17, &[], "draw"));
    assert_eq!(after, "32:3: the game ended at ply 16: fivefold repetition");
    let archive =
        dancing(7, &[], "draw").replace("result: draw", "result: draw\nending: repetition");
    assert_eq!(judge(&archive).unwrap().termination, Some(Termination::Claim(Claim::Repetition)));
}

#[test]
fn closing_actions() {
    let moves = ["1. P e2-e4", "1... P e7-e5", "2. N g1-f3"];
    for (last, result, ending) in [
        ("2... resigns", "south", Termination::Resignation),
        ("3. resigns", "north", Termination::Resignation),
        ("2... draw agreed", "draw", Termination::Agreement),
        ("3. time claimed", "south", Termination::Time),
        ("2... adjudicated: north — why not (me)", "north", Termination::Adjudication),
        ("2... abandoned", "south", Termination::Abandoned),
        ("3. abandoned", "\"*\"", Termination::Abandoned),
    ] {
        let lines: Vec<&str> = moves.into_iter().chain([last]).collect();
        let header = format!("result: {result}\nending: {ending}\n");
        let text = bare("valonian", None, &header, &lines);
        let replayed = judge(&text).unwrap_or_else(|e| panic!("{last}: {e}"));
        assert_eq!(replayed.termination, Some(ending));
        assert_eq!(replayed.outcome.map_or("\"*\"", Outcome::name), result);
        let after = format!("{text}  3. P a2-a3\n");
        assert_eq!(error(&after), format!("21:3: the game ended at ply 3: {ending}"));
        let wrong = text.replace(&format!("result: {result}"), "result: south");
        assert_eq!(judge(&wrong).is_ok(), result == "south");
    }
    let own = bare("valonian", None, "result: north\n", &["1. P e2-e4", "1... abandoned"]);
    assert_eq!(error(&own), "4:9: north cannot win by leaving the game unfinished");
}

#[test]
fn offers_stand_until_the_other_side_moves() {
    let open = ["1. P e2-e4", "1... P e7-e5", "2. N g1-f3 (=)"];
    let text = valonian(&open);
    assert_eq!(judge(&text).unwrap().offer, Some(Side::South));
    let taken = text.replace("\"*\"", "draw") + "  2... draw agreed\n";
    assert_eq!(judge(&taken).unwrap().outcome, Some(Outcome::Draw));
    let late = text.replace("\"*\"", "draw") + "  2... N g8-f6\n  3. P a2-a3\n  3... draw agreed\n";
    assert!(error(&late).contains("South has not offered a draw that stands (rule G5)"));
    let own = text.replace("\"*\"", "draw") + "  3. draw agreed\n";
    assert!(error(&own).contains("North has not offered"));
}

#[test]
fn time_against_a_bare_king_is_a_draw() {
    let setup = "setup: |\n  8 . . . . k . . .\n  7 . . . . . . . .\n  6 . . . . . . . .\n  5 . . . . . . . .\n  4 . . . . . . . .\n  3 . . . . . . . .\n  2 P . . . . . . .\n  1 . . . . K . . .\n";
    let head = "format: riverpost/1\ngame: valonian\nid: t\n";
    let time = |result: &str, moves: &str| {
        judge(&format!("{head}result: {result}\n{setup}moves: |\n{moves}"))
    };
    let bare_king = time("draw", "  1... time claimed\n").unwrap();
    assert_eq!(
        (bare_king.outcome, bare_king.termination),
        (Some(Outcome::Draw), Some(Termination::Time))
    );
    let pawn = time("south", "  1. P a2-a3\n  2. time claimed\n").unwrap();
    assert_eq!(pawn.outcome, Some(Outcome::Won(Side::South)));
}

#[test]
fn north_may_move_first() {
    let text = bare("fortress", Some("high"), "result: \"*\"\n", &[]);
    let record = record::read(text.as_bytes()).unwrap();
    let first = record.start().legal_moves()[0];
    let written = riverpost::notation::write_move(record.start(), first);
    let moved = format!("{text}  1. {written}\n  1... resigns\n").replace("\"*\"", "north");
    let replayed = judge(&moved).unwrap();
    assert_eq!(replayed.line.moves(), [first]);
    assert_eq!(replayed.outcome, Some(Outcome::Won(Side::North)));
    assert_eq!(replayed.next_number(Side::North), 2);
    assert_eq!(replayed.next_number(Side::South), 1);
}

#[test]
fn a_record_may_outlive_its_bytes() {
    let owned = {
        let text = valonian(&["1. P e2-e4", "1... P e7-e3"]);
        record::read(text.as_bytes()).unwrap().into_owned()
    };
    assert_eq!(owned.actions().len(), 2);
    assert!(record::replay(&owned).is_err());
}

//! Games of the past: played on where a draw comes by itself today, and results that the board contradicts.

use super::replay::dancing;
use super::{bare, error, judge, with};
use riverpost::record::{self, Termination};
use riverpost::rules::{Claim, Ending, Outcome, Side};

/// Bare Kings after the first move, which captures the last Rook, and three moves more.
const BARE_KINGS: &str = "format: riverpost/1
game: valonian
id: test
endings: claimed
result: draw
setup: |
  8 . . . . . . . bK
  7 . . . . . . . .
  6 . . . . . . . .
  5 . . . . . . . .
  4 . . . . . . . .
  3 . . . . . . . .
  2 bR . . . . . . .
  1 wK . . . . . . .
moves: |
  1. K a1xa2
  1... K h8-g8
  2. K a2-a3
";

#[test]
fn g12_play_goes_on_past_a_dead_position() {
    let open = judge(BARE_KINGS).unwrap();
    assert_eq!((open.line.plies(), open.termination), (3, Some(Termination::Unknown)));
    assert_eq!(open.line.ending_or_claim(), Some(Ending::DeadPosition));
    let stated = with(BARE_KINGS, "result: draw", "result: draw\nending: dead position");
    let ending = Termination::Rule(Ending::DeadPosition);
    assert_eq!(judge(&stated).unwrap().termination, Some(ending));
    let other = with(BARE_KINGS, "result: draw", "result: draw\nending: fivefold repetition");
    assert!(error(&other).contains("do not bear out the ending fivefold repetition with draw"));
    let strict = with(BARE_KINGS, "endings: claimed\n", "");
    assert_eq!(error(&strict), "16:3: the game ended at ply 1: dead position");
    let unknown = with(BARE_KINGS, "endings: claimed", "endings: automatic");
    assert!(error(&unknown).starts_with("4:10: endings: \"automatic\" is not claimed"));
}

#[test]
fn g12_repetition_is_claimed_as_usual_however_often_a_position_stood() {
    let historic = |text: String| with(&text, "result:", "endings: claimed\nresult:");
    let on = judge(&historic(dancing(19, &[], "draw"))).unwrap();
    assert_eq!(on.line.plies(), 19);
    assert_eq!(on.termination, Some(Termination::Unknown));
    let claimed = historic(dancing(16, &["9. draw claimed: repetition"], "draw"));
    let claimed = judge(&claimed).unwrap();
    assert_eq!(claimed.termination, Some(Termination::Claim(Claim::Repetition)));
    let early = error(&historic(dancing(6, &["4. draw claimed: repetition"], "draw")));
    assert!(early.contains("the position has not occurred three times"), "{early}");
}

const FOOL: [&str; 4] = ["1. P f2-f3", "1... P e7-e5", "2. P g2-g4", "2... Q d8-h4"];

#[test]
fn g12_mate_ends_the_game_all_the_same() {
    let mated = bare("valonian", None, "endings: claimed\nresult: north\n", &FOOL);
    let ending = judge(&mated).unwrap().termination;
    assert_eq!(ending, Some(Termination::Rule(Ending::Checkmate)));
    let after = error(&(mated + "  3. P a2-a3\n"));
    assert!(after.contains("the game ended at ply 4: checkmate"), "{after}");
}

#[test]
fn g12_is_part_of_what_the_chain_covers_and_of_the_canonical_text() {
    let read = record::read(BARE_KINGS.as_bytes()).unwrap();
    let text = record::canonical(&read).unwrap();
    assert!(text.contains("endings: claimed\nresult: draw\nsetup:"), "{text}");
    let chain = |text: &str| {
        let record = record::read(text.as_bytes()).unwrap();
        record::chain(&record, &record::replay(&record).unwrap())[0]
    };
    let short = &BARE_KINGS[..BARE_KINGS.find("  1... K").unwrap()];
    assert_ne!(chain(short), chain(&with(short, "endings: claimed\n", "")));
}

#[test]
fn a_disputed_result_stands_as_it_was_published() {
    let header = "result: south\ndisputed: the moves end by checkmate, which North won\n";
    let text = bare("valonian", None, header, &FOOL);
    let replayed = judge(&text).unwrap();
    assert_eq!(replayed.outcome, Some(Outcome::Won(Side::South)));
    assert_eq!(replayed.termination, Some(Termination::Unknown));
    let canonical = record::canonical(&record::read(text.as_bytes()).unwrap()).unwrap();
    assert!(
        canonical.contains("\nresult: south\ndisputed: \"the moves end by checkmate, "),
        "{canonical}"
    );
    let resigned = with(&text, "disputed:", "ending: resignation\ndisputed:");
    assert_eq!(judge(&resigned).unwrap().termination, Some(Termination::Resignation));
    let silent = with(&text, "disputed: the moves end by checkmate, which North won\n", "");
    assert!(error(&silent).contains("the moves end by checkmate with the result north"));
}

/// In a game that was kept move by move the moves themselves say how it ended.
#[test]
fn a_record_with_times_has_no_disputed_result() {
    let mut moves = FOOL.map(String::from);
    moves[3] += " [2026-12-02T10:00:00Z]";
    let moves = moves.each_ref().map(String::as_str);
    let text = bare("valonian", None, "result: south\ndisputed: by me\n", &moves);
    assert!(error(&text).contains("the moves end by checkmate with the result north"));
}

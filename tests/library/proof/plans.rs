//! Answers that are signed in advance, and sealed plans.

use riverpost::proof::{Proof, Signature};
use riverpost::record::{self, Act, SignatureKind};
use riverpost::rules::Side;

use super::{ANNA, BEN, Signing, check, key, opening, refused};
use crate::record::with;

const ANSWER: &str = "2. SK b1-c3 (if) [2026-12-01T03:00:00Z]";

/// Anna's signed move and Ben's unsigned one; the plan is of the time between them. Gives the chain hash then too.
fn two_moves() -> (String, String) {
    let mut game = Signing::of(opening(""));
    game.play(Side::South, "SH e4-e5");
    let record = record::read(game.text.as_bytes()).unwrap();
    let before = record::last_hash(&record, &record::replay(&record).unwrap()).to_string();
    game.add(Side::North, Act::Move("NH e7-e6".into()), &[]);
    (game.text, before)
}

/// A record with lines more behind its moves, and a plan's signature behind the others.
fn fired(text: &str, lines: &[&str], base: usize, by: u8, statement: &str) -> String {
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    let text = with(text, "signatures: |", &format!("{lines}signatures: |"));
    let ordinal = record::read(text.as_bytes()).unwrap().actions().len();
    let signature = Signature::by(&key(by), statement).unwrap().to_base64();
    format!("{text}  {ordinal} {base} plan {signature}\n")
}

fn statement(before: &str, lines: &[&str]) -> String {
    let nonce = "0123456789abcdef0123456789abcdef";
    let actions: String = lines.iter().map(|line| format!("action {line}\n")).collect();
    format!("riverpost plan 1\ngame test\nnonce {nonce}\nby south\nbefore {before}\n{actions}")
}

#[test]
fn k9_an_answer_is_signed_in_advance() {
    let (text, before) = two_moves();
    let said = statement(&before, &["1... NH e7-e6", "2. SK b1-c3"]);
    let good = fired(&text, &[ANSWER], 1, ANNA, &said);
    let (signed, planned) = (Proof::Signed { base: 0 }, Proof::Planned { base: 1 });
    assert_eq!(check(&good), Ok(vec![signed, Proof::Unsigned, planned]));
    // Whatever the time of the answer is: nobody knew it.
    assert!(check(&good.replace("T03:00:00Z", "T04:00:00Z")).is_ok());
    for (what, old, new) in [
        ("another answer", "2. SK b1-c3", "2. SH a4-a5"),
        ("not by a plan", " (if)", ""),
        ("something said with it", "T03:00:00Z]", "T03:00:00Z] {hello}"),
        ("a draw offered with the move", "1... NH e7-e6", "1... NH e7-e6 (=)"),
        ("another move before it", "1... NH e7-e6", "1... NH c7-c6"),
        ("another base", "3 1 plan", "3 0 plan"),
        ("a base behind it", "3 1 plan", "3 2 plan"),
        ("another time before it", "T01:00:00Z", "T01:00:01Z"),
    ] {
        let rule = refused(&with(&good, old, new)).0;
        // The first line that tells it may be her signed move.
        let expected = if what == "another time before it" { "K2" } else { "K9" };
        assert_eq!(rule, expected, "{what}");
    }
    assert_eq!(refused(&fired(&text, &[ANSWER], 1, BEN, &said)).0, "K9");
}

#[test]
fn k9_any_other_action_ends_it() {
    let (text, before) = two_moves();
    let said = statement(&before, &["1... NH e7-e6", "2. SK b1-c3"]);
    for between in ["2... void proposed", "2... plan withdrawn"] {
        let between_line = format!("{between} [2026-12-01T02:30:00Z]");
        let lines = [between_line.as_str(), ANSWER];
        assert_eq!(refused(&fired(&text, &lines, 1, ANNA, &said)).0, "K9", "{between}");
        // Not even one that foresees it.
        let foreseen = statement(&before, &["1... NH e7-e6", between, "2. SK b1-c3"]);
        assert_eq!(refused(&fired(&text, &lines, 1, ANNA, &foreseen)).0, "K9", "{between}");
    }
}

#[test]
fn k9_who_signed_a_plan_has_signed() {
    let (text, before) = two_moves();
    let said = statement(&before, &["1... NH e7-e6", "2. SK b1-c3"]);
    let mut game = Signing::of(fired(&text, &[ANSWER], 1, ANNA, &said));
    game.hour.set(4);
    game.add(Side::North, Act::Move("NK b10-c8".into()), &[(SignatureKind::Act, BEN)]);
    assert!(check(&game.text).is_ok());
    game.add(Side::South, Act::Move("SK c3-d5".into()), &[]);
    assert_eq!(refused(&game.text).0, "K1");
}

#[test]
fn k10_one_sealed_plan_a_side_opened_by_what_was_sealed() {
    let text = opening("");
    let record = record::read(text.as_bytes()).unwrap();
    let salt = "00112233445566778899aabbccddeeff";
    let hash = |by, text| record::seal(record.header(), by, salt, text);
    let (south, north) = (hash(Side::South, "SH e4-e5"), hash(Side::North, "NH e7-e6: SK b1-c3"));
    assert_ne!(south, hash(Side::North, "SH e4-e5"), "a hash is nobody else's");
    let sealed = format!("1. plan sealed: {south}");
    let opened = format!("1. plan opened: {salt} SH e4-e5");
    let replay = |lines: &[&str]| {
        let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        let text = format!("{text}{lines}");
        let record = record::read(text.as_bytes()).map_err(|fault| fault.message)?;
        let replayed = record::replay(&record);
        let text = record::canonical(&record);
        let replayed = replayed.map_err(|fault| fault.rule.unwrap_or("none").to_owned())?;
        assert_eq!(text.as_deref(), Ok(record.text()));
        Ok::<_, String>(replayed.sealed)
    };
    let others = format!("1... plan sealed: {north}");
    assert_eq!(replay(&[&sealed, &others]), Ok([Some(south), Some(north)]));
    assert_eq!(replay(&[&sealed, &opened, &sealed, &opened]), Ok([None, None]));
    let refused = |lines: &[&str]| assert_eq!(replay(lines), Err("K10".into()), "{lines:?}");
    refused(&[&sealed, &sealed]);
    refused(&[&opened]);
    refused(&[&sealed, &opened.replace("e4-e5", "e4-e6")]);
    refused(&[&sealed, &opened.replace("0011", "1100")]);
    refused(&[&sealed, &opened.replace("1.", "1...")]);
    for malformed in [&sealed[..70], "1. plan opened: 00 x", &opened[..49], "1. plan sealed: "] {
        assert!(replay(&[malformed]).is_err_and(|message| message != "K10"), "{malformed}");
    }
}

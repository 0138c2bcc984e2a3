//! Forgeries of records with signatures: each is refused by the file alone.

use riverpost::proof::Signature;
use riverpost::record;

use super::{ANNA, BEN, check, four_moves, key, opening, refused};
use crate::record::with;

/// The base64 of each signature line.
fn signatures(text: &str) -> Vec<String> {
    let record = record::read(text.as_bytes()).unwrap();
    record.signatures().iter().map(|line| line.signature.clone().into_owned()).collect()
}

/// Moves a signature into the group's other encoding: S + L in place of S.
fn malleated(base64: &str) -> String {
    const L: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde,
        0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];
    use base64ct::{Base64, Encoding};
    let mut blob = Base64::decode_vec(base64).unwrap();
    let start = blob.len() - 32;
    let mut carry = 0;
    for (byte, add) in blob[start..].iter_mut().zip(L) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
    assert_eq!(carry, 0);
    Base64::encode_string(&blob)
}

#[test]
fn k2_what_stands_in_front_of_a_signature_cannot_be_altered() {
    let text = four_moves().text;
    // (what is altered, by what, the first line whose signature tells)
    for (old, new) in [
        ("NH e7-e6", "NH g7-g6"),
        ("[2026-12-01T02:00:00Z]", "[2026-12-01T02:00:01Z]"),
        ("[2026-12-01T02:00:00Z]", "[2026-12-01T02:00:00Z] {sorry}"),
        ("id: test", "id: test-2"),
        ("nonce: 0", "nonce: 1"),
        ("name: Anna Ek", "name: Anna E\u{212a}"),
        ("result: \"*\"", "time: 3d\nstarted: 2026-11-30T00:00:00Z\nresult: \"*\""),
        ("result: \"*\"", "lag: 9d\nresult: \"*\""),
        ("result: \"*\"", "sign: required\nresult: \"*\""),
        ("7 NH  . NH", "7  .  . NH"),
    ] {
        assert_eq!(refused(&with(&text, old, new)).0, "K2", "{old} -> {new}");
    }
}

#[test]
fn k2_a_signature_serves_in_no_other_place() {
    let text = four_moves().text;
    let all = signatures(&text);
    for (at, own) in all.iter().enumerate() {
        for other in all.iter().filter(|other| *other != own) {
            let (rule, _) = refused(&text.replacen(own.as_str(), other, 1));
            assert_eq!(rule, "K2", "{at}");
        }
    }
    // Another game of the same players has another nonce.
    let other =
        text.replace("0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210");
    assert_eq!(refused(&other).0, "K2");
}

#[test]
fn k2_only_the_one_encoding_of_a_signature_is_taken() {
    let text = four_moves().text;
    let first = signatures(&text).remove(0);
    let unpadded = first.trim_end_matches('=').to_owned();
    let longer = format!("{}AAAA", &first[..first.len() - 4]);
    let short = first[..first.len() - 8].to_owned();
    for other in [malleated(&first), unpadded, longer, short, "AAAA".into(), "====".into()] {
        if other != first {
            assert_eq!(refused(&text.replace(&first, &other)).0, "K2", "{other}");
        }
    }
    let armoured = Signature::read(&first).unwrap().armour(&super::public(&key(ANNA)));
    let body: String = armoured.lines().filter(|line| !line.starts_with('-')).collect();
    assert_eq!(refused(&text.replace(&first, &body)).0, "K2");
}

#[test]
fn k1_signatures_cannot_be_taken_away_singly() {
    let text = four_moves().text;
    let lines: Vec<&str> = text.lines().collect();
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    // Taking away Anna's second signature, or Ben's.
    for ordinal in ["  3 2 act", "  4 3 act"] {
        let left: Vec<&str> =
            lines.iter().enumerate().filter(|(i, _)| *i != at(ordinal)).map(|(_, l)| *l).collect();
        assert_eq!(refused(&(left.join("\n") + "\n")).0, "K1", "{ordinal}");
    }
}

#[test]
fn a_signature_line_is_read_strictly() {
    let text = four_moves().text;
    for (old, new) in [
        ("  1 0 act", "  01 0 act"),
        ("  1 0 act", "  1 1 act"),
        ("  1 0 act", "  1 0 Act"),
        ("  1 0 act", "  1  0 act"),
        ("  1 0 act", "  2 0 act"),
        ("  1 0 act", "  1 0 new"),
        ("  1 0 act", "  +1 0 act"),
        ("  1 0 act", "  18446744073709551616 0 act"),
        ("  4 3 act", "  5 3 act"),
        ("  4 3 act", "  3 3 act"),
        ("signatures: |", "signatures: >"),
        ("signatures: |", "signatures: |\n  1 0 act AAAA"),
    ] {
        assert!(check(&with(&text, old, new)).is_err(), "{old} -> {new}");
    }
    // A signature of a kind that the action cannot have.
    assert_eq!(refused(&with(&text, "  1 0 act", "  1 0 new-key")).0, "K2");
}

#[test]
fn k2_a_key_that_is_none_in_the_record_signs_nothing() {
    let text = opening("").replace(&format!(", key: {}", super::public(&key(BEN))), "");
    let mut game = super::Signing::of(text);
    game.play(riverpost::rules::Side::South, "SH e4-e5");
    game.play(riverpost::rules::Side::North, "NH e7-e6");
    assert_eq!(refused(&game.text).0, "K2");
}

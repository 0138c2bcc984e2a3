//! Forgeries of records with signatures: each is refused by the file alone.

use riverpost::proof::Signature;
use riverpost::record;

use super::{ANNA, BEN, check, four_moves, key, opening, public, refused};
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

/// Bytes with their length in front.
fn packed(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes(), bytes].concat()
}

#[test]
fn k2_an_armour_is_taken_in_one_form() {
    use base64ct::{Base64, Encoding};
    let (anna, message) = (public(&key(ANNA)), "riverpost statement 1\n");
    let good = Signature::by(&key(ANNA), message).unwrap();
    let blob = Base64::decode_vec(&good.to_base64()).unwrap();
    let [own, bens] = [ANNA, BEN].map(|number| {
        let text = public(&key(number)).as_str().to_owned();
        Base64::decode_vec(text.split(' ').nth(1).unwrap()).unwrap()
    });
    let armour = |magic: &[u8], version: u32, parts: [&[u8]; 5], behind: &[u8]| {
        let mut bytes = [magic, &version.to_be_bytes()].concat();
        parts.iter().for_each(|part| bytes.extend(packed(part)));
        bytes.extend(behind);
        let text = Base64::encode_string(&bytes);
        format!("-----BEGIN SSH SIGNATURE-----\n{text}\n-----END SSH SIGNATURE-----\n")
    };
    let with_parts = |at: usize, part: &[u8]| {
        let mut parts: [&[u8]; 5] = [&own, b"riverpost", b"", b"sha512", &blob];
        parts[at] = part;
        armour(b"SSHSIG", 1, parts, b"")
    };
    let parts: [&[u8]; 5] = [&own, b"riverpost", b"", b"sha512", &blob];
    let right = armour(b"SSHSIG", 1, parts, b"");
    assert_eq!(Signature::from_armour(&right, &anna), Ok(good.clone()));
    let forged = [
        armour(b"SSHSIH", 1, parts, b""),
        armour(b"SSHSIG", 0, parts, b""),
        armour(b"SSHSIG", 2, parts, b""),
        armour(b"SSHSIG", 1, parts, b"\0"),
        with_parts(0, &bens),
        with_parts(0, &own[..own.len() - 1]),
        with_parts(1, b"git"),
        with_parts(1, b"file"),
        with_parts(1, b""),
        with_parts(1, b"riverpost\0"),
        with_parts(1, b"Riverpost"),
        with_parts(2, b"x"),
        with_parts(3, b"sha256"),
        with_parts(3, b"SHA512"),
        right.replace("BEGIN SSH", "BEGIN PGP"),
        right.replace("END SSH SIGNATURE", "END SSH SIGNATURE-"),
        right.replace("U1NIU0lH", "U1NIU0l!"),
        right.lines().take(2).collect(),
        format!("{right}{right}"),
        String::new(),
    ];
    for (at, text) in forged.iter().enumerate() {
        assert!(Signature::from_armour(text, &anna).is_err(), "{at}: {text}");
    }
    // A signature within a right armour that is none of that message by that key.
    let (name, bytes) = (packed(b"ssh-ed25519"), &blob[blob.len() - 64..]);
    let mut turned = bytes.to_vec();
    turned[7] ^= 1;
    for forged in [
        [packed(b"ssh-ed25519-cert-v01@openssh.com"), packed(bytes)].concat(),
        [packed(b"sk-ssh-ed25519@openssh.com"), packed(bytes), vec![1, 0, 0, 0, 9]].concat(),
        [packed(b"ssh-rsa"), packed(bytes)].concat(),
        [name.clone(), packed(&bytes[..63])].concat(),
        [name.clone(), packed(&[bytes, &[0]].concat())].concat(),
        [name.clone(), packed(bytes), vec![0]].concat(),
        [name.clone(), packed(&turned)].concat(),
        [name.clone(), packed(&[0; 64])].concat(),
        [name.clone(), vec![255; 4], bytes.to_vec()].concat(),
        [packed(bytes), name].concat(),
        Vec::new(),
    ] {
        let signature = Signature::from_armour(&with_parts(4, &forged), &anna);
        let fits = signature.and_then(|signature| signature.check(&anna, message));
        assert!(fits.is_err(), "{forged:?}");
    }
    assert!(good.check(&anna, "riverpost statement 1\r\n").is_err());
    assert!(good.check(&public(&key(BEN)), message).is_err());
}

#[test]
fn no_comment_writes_lines_of_its_own() {
    let text = four_moves().text;
    let record = record::read(text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    for comment in [
        "yes\n  3... resigns",
        "yes\r\n  3... resigns",
        "yes\rsignatures: |",
        "yes}\n3... draw agreed {",
        "yes} (=) {",
        "\0",
        "\u{85}  3... resigns",
        "\u{7f}",
        "\u{fffe}",
    ] {
        let act = record::Act::Move("SH a4-a5".into());
        let mut action = record::Action::new(riverpost::rules::Side::South, act);
        action.time = Some("2026-12-02T00:00:00Z".parse().unwrap());
        action.comment = Some(comment.into());
        assert!(record::append(&record, &replayed, action).is_err(), "{comment:?}");
    }
}

//! Keys, and how they change.

use riverpost::proof::{KeyError, Proof, PublicKey};
use riverpost::record::{Act, SignatureKind};
use riverpost::rules::Side;

use super::{ANNA, BEN, EVA, check, four_moves, key, opening, public, refused};
use crate::record::with;

const NEW: u8 = 9;

fn named(number: u8) -> String {
    public(&key(number)).to_string()
}

/// The OpenSSH line of an Ed25519 key with these bytes.
fn ed25519(bytes: [u8; 32]) -> String {
    let key = ssh_key::public::Ed25519PublicKey(bytes);
    ssh_key::PublicKey::from(key).to_openssh().unwrap().trim().to_owned()
}

#[test]
fn k3_a_weak_key_is_refused() {
    let mut identity = [0; 32];
    identity[0] = 1;
    // Points of the orders 1, 2, 4 and 8, and the identity in its second encoding.
    let mut minus_one = [0xff; 32];
    (minus_one[0], minus_one[31]) = (0xec, 0x7f);
    let mut second_identity = minus_one;
    second_identity[0] = 0xee;
    let order_8: [u8; 32] = [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67,
        0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac,
        0x03, 0x7a,
    ];
    for weak in [identity, [0; 32], minus_one, second_identity, order_8] {
        assert_eq!(PublicKey::read(&ed25519(weak)), Err(KeyError::Weak), "{weak:02x?}");
    }
    // 1024 bits.
    let rsa = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDdEAd2yWaNIyXBuyYFMTR8FGXfPFZKx4WQnfyO2pTqX4Le/tInlwFH3L1QxIBKGJmFbQGWrPUmQJhqv4DCiMhS7U4rMB1oETEUK4I8MBwUbBHXKV9QkHmqCXdVvLz+lgQSdAMpEsTSmMTgSU2Q2xgVR6lEjGOFlLW2vgBFqQyQ5w==";
    assert_eq!(PublicKey::read(rsa), Err(KeyError::Weak));
}

#[test]
fn k3_a_key_has_one_form() {
    let anna = named(ANNA);
    assert!(PublicKey::read(&anna).is_ok());
    for other in [format!("{anna} anna@laptop"), format!(" {anna}"), anna.replace(' ', "  ")] {
        assert!(PublicKey::read(&other).is_err(), "{other}");
    }
    assert_eq!(PublicKey::read("ssh-ed25519 AAAA"), Err(KeyError::Unreadable));
    let game = with(&four_moves().text, &anna, &format!("{anna} anna"));
    let fault = check(&game).unwrap_err();
    assert_eq!((fault.rule, fault.place.line), (Some("K3"), 6));
    assert!(fault.message.contains(&format!("write {anna:?}")), "{fault}");
}

#[test]
fn k3_nobodys_key_is_anybody_elses() {
    let text = opening("").replace(&named(BEN), &named(ANNA));
    assert_eq!(refused(&text), ("K3", 7));
    let text = opening("").replace(&named(EVA), &named(ANNA));
    assert_eq!(refused(&text), ("K3", 8));
}

#[test]
fn k5_a_key_is_changed_by_both_keys() {
    let change = || Act::KeyChanged { key: named(NEW).into() };
    let both = [(SignatureKind::Act, ANNA), (SignatureKind::NewKey, NEW)];
    let mut game = four_moves();
    game.add(Side::South, change(), &both);
    game.add(Side::South, Act::Move("SK c3-d5".into()), &[(SignatureKind::Act, NEW)]);
    assert_eq!(check(&game.text).unwrap()[5], Proof::Signed { base: 5 });
    // The old key is no longer hers.
    let mut game = four_moves();
    game.add(Side::South, change(), &both);
    game.play(Side::South, "SK c3-d5");
    assert_eq!(refused(&game.text).0, "K2");
    for (keys, rule) in [(&both[..1], "K5"), (&both[1..], "K1"), (&[], "K5")] {
        let mut game = four_moves();
        game.add(Side::South, change(), keys);
        assert_eq!(refused(&game.text).0, rule, "{keys:?}");
    }
    // Her first action is to change a key with which nothing has been signed.
    let mut game = super::Signing::of(opening(""));
    game.add(Side::South, change(), &both[1..]);
    assert_eq!(refused(&game.text).0, "K5");
}

#[test]
fn k5_a_lost_key_is_replaced_with_the_other_sides_consent_or_by_the_arbiter() {
    let propose = Act::KeyProposed { key: named(NEW).into() };
    let new = [(SignatureKind::NewKey, NEW)];
    let mut game = four_moves();
    game.add(Side::South, propose.clone(), &new);
    game.add(Side::North, Act::KeyAccepted, &[(SignatureKind::Act, BEN)]);
    game.add(Side::South, Act::Move("SK c3-d5".into()), &[(SignatureKind::Act, NEW)]);
    assert!(check(&game.text).is_ok(), "{:?}", check(&game.text));
    // Not before it is accepted.
    let mut game = four_moves();
    game.add(Side::South, propose.clone(), &new);
    game.add(Side::South, Act::Move("SK c3-d5".into()), &[(SignatureKind::Act, NEW)]);
    assert_eq!(refused(&game.text).0, "K2");
    // Somebody else's key is not proposed.
    let mut game = four_moves();
    game.add(Side::South, propose, &[]);
    assert_eq!(refused(&game.text).0, "K5");
    let replaced = Act::KeyReplaced {
        side: Side::South,
        key: named(NEW).into(),
        reason: "lost".into(),
        arbiter: "Eva Ros".into(),
    };
    let mut game = four_moves();
    game.add(Side::South, replaced, &[(SignatureKind::Act, EVA)]);
    game.add(Side::South, Act::Move("SK c3-d5".into()), &[(SignatureKind::Act, NEW)]);
    assert!(check(&game.text).is_ok(), "{:?}", check(&game.text));
}

#[test]
fn k5_nobody_accepts_what_was_not_proposed_and_no_key_comes_back() {
    let text = four_moves().text;
    let line = |added: &str| with(&text, "signatures: |", &format!("  {added}\nsignatures: |"));
    let fault = check(&line("3. key accepted [2026-12-02T00:00:00Z]")).unwrap_err();
    assert_eq!(fault.rule, Some("K5"), "{fault}");
    let again = format!("3. key proposed: {} [2026-12-02T00:00:00Z]", named(BEN));
    assert_eq!(check(&line(&again)).unwrap_err().rule, Some("K5"));
}

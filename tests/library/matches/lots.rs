//! Commit–reveal: honest, false, missing, late and replayed; the die, the coin and sealed forces.

use chrono::{DateTime, TimeDelta, Utc};
use riverpost::proof::{
    CoinFace, Commitment, CommitmentSubject, LotCast, LotParty, LotVerdict, RevealError,
    RevealFailure, SealedForce, check, commit, judge_lots, sealed_forces,
};
use sha2::{Digest, Sha256};

const ANNA: &str = "00112233445566778899aabbccddeeff";
const BEN: &str = "ffeeddccbbaa99887766554433221100";

fn at(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

fn subject<'a>(party: &'a str) -> CommitmentSubject<'a> {
    CommitmentSubject { match_id: "autumn", purpose: "sides", party }
}

fn party<'a>(
    name: &'a str,
    secret: &'a str,
    committed: i64,
    revealed: Option<i64>,
) -> LotParty<'a> {
    LotParty {
        name,
        commitment: Some((commit(&subject(name), "", secret).unwrap(), at(committed))),
        reveal: revealed.map(|hours| ("", secret, at(hours))),
    }
}

const NOBODY: LotParty = LotParty { name: "ben", commitment: None, reveal: None };

#[test]
fn the_byte_form_is_what_the_documentation_says() {
    let bytes = format!("22:riverpost-commitment/1,6:autumn,5:sides,4:anna,0:,32:{ANNA},");
    let by_hand: [u8; 32] = Sha256::digest(bytes).into();
    let by_hand: String = by_hand.iter().map(|b| format!("{b:02x}")).collect();
    let commitment = commit(&subject("anna"), "", ANNA).unwrap();
    assert_eq!(commitment.to_string(), by_hand);
    assert_eq!(by_hand.parse::<Commitment>().unwrap(), commitment);
    assert!(by_hand.to_uppercase().parse::<Commitment>().is_err());
    assert!("é".repeat(32).parse::<Commitment>().is_err());
}

#[test]
fn every_part_is_bound() {
    let of = |match_id, purpose, party, content| {
        commit(&CommitmentSubject { match_id, purpose, party }, content, ANNA).unwrap()
    };
    let all = [
        of("m", "sides", "anna", ""),
        of("n", "sides", "anna", ""),
        of("m", "w1", "anna", ""),
        of("m", "sides", "ben", ""),
        of("m", "sides", "anna", "x"),
        of("msides", "", "anna", ""),
    ];
    for (i, one) in all.iter().enumerate() {
        assert!(all[i + 1..].iter().all(|other| one != other));
    }
}

#[test]
fn a_secret_that_could_be_guessed_is_refused() {
    for secret in ["", "0011", &"g".repeat(32), &"A".repeat(32), &"0".repeat(129)] {
        let error = commit(&subject("anna"), "", secret).unwrap_err();
        assert_eq!(error, RevealError::Secret { party: "anna".into() });
    }
}

#[test]
fn honest_reveals_throw_the_same_die_for_everybody() {
    let parties = [party("anna", ANNA, 0, Some(2)), party("ben", BEN, 1, Some(3))];
    let LotVerdict::Thrown(cast) = judge_lots("autumn", "sides", &parties, 7, at(3)).unwrap()
    else {
        panic!("both have revealed");
    };
    assert_eq!(cast, LotCast::new(&[subject("anna"), subject("ben")], [ANNA, BEN]));
    assert!((1..=6).contains(&cast.die()));
    assert_eq!(cast.die() % 2 == 0, cast.is_even());
    assert_eq!(cast.coin() == CoinFace::Heads, cast.is_even());
    // Months later it is still the same.
    assert_eq!(judge_lots("autumn", "sides", &parties, 7, at(9999)), Ok(LotVerdict::Thrown(cast)));
}

#[test]
fn the_die_is_the_remainder_by_six() {
    let mut seen = [0; 7];
    for i in 0..600 {
        let secret = format!("{i:032x}");
        let cast = LotCast::new(&[subject("anna"), subject("ben")], [&secret, BEN]);
        let number = cast.to_string();
        let remainder = number
            .chars()
            .fold(0, |r, digit| (r * 16 + u64::from(digit.to_digit(16).unwrap())) % 6);
        assert_eq!(u64::from(cast.die()) % 6, remainder);
        seen[usize::from(cast.die())] += 1;
    }
    assert_eq!(seen[0], 0);
    assert!(seen[1..].iter().all(|n| (60..140).contains(n)), "{seen:?}");
}

#[test]
fn a_false_reveal_is_refused_and_after_the_deadline_counts_as_none() {
    let mut ben = party("ben", BEN, 1, None);
    ben.reveal = Some(("", ANNA, at(3)));
    let parties = [party("anna", ANNA, 0, Some(2)), ben];
    let error = judge_lots("autumn", "sides", &parties, 7, at(4)).unwrap_err();
    assert!(matches!(&error, RevealError::False { party, .. } if party == "ben"), "{error}");
    let late = judge_lots("autumn", "sides", &parties, 7, at(1 + 7 * 24 + 1)).unwrap();
    assert_eq!(late, LotVerdict::Silent { party: 1, how: RevealFailure::FalseReveal });
}

#[test]
fn who_does_not_reveal_by_the_deadline_is_named() {
    let parties = [party("anna", ANNA, 0, Some(2)), party("ben", BEN, 1, None)];
    let until = Some(at(1 + 7 * 24));
    assert_eq!(
        judge_lots("autumn", "sides", &parties, 7, at(1 + 7 * 24)),
        Ok(LotVerdict::Waiting { on: [false, true], commitments: false, until })
    );
    assert_eq!(
        judge_lots("autumn", "sides", &parties, 7, at(2 + 7 * 24)),
        Ok(LotVerdict::Silent { party: 1, how: RevealFailure::NoReveal })
    );
    let late = [party("anna", ANNA, 0, Some(2)), party("ben", BEN, 1, Some(500))];
    assert_eq!(
        judge_lots("autumn", "sides", &late, 7, at(501)),
        Ok(LotVerdict::Silent { party: 1, how: RevealFailure::LateReveal })
    );
    let neither = [party("anna", ANNA, 0, None), party("ben", BEN, 1, None)];
    assert_eq!(
        judge_lots("autumn", "sides", &neither, 7, at(501)),
        Ok(LotVerdict::BothSilent([RevealFailure::NoReveal; 2]))
    );
}

#[test]
fn who_does_not_commit_is_named_too() {
    let parties = [party("anna", ANNA, 0, None), NOBODY];
    assert_eq!(
        judge_lots("autumn", "sides", &parties, 1, at(24)),
        Ok(LotVerdict::Waiting { on: [false, true], commitments: true, until: Some(at(24)) })
    );
    assert_eq!(
        judge_lots("autumn", "sides", &parties, 1, at(25)),
        Ok(LotVerdict::Silent { party: 1, how: RevealFailure::NoCommitment })
    );
    let anna = LotParty { name: "anna", ..NOBODY };
    assert_eq!(
        judge_lots("autumn", "sides", &[anna, NOBODY], 1, at(99)),
        Ok(LotVerdict::Waiting { on: [true, true], commitments: true, until: None })
    );
}

#[test]
fn another_matchs_commitment_is_refused() {
    let elsewhere = CommitmentSubject { match_id: "spring", ..subject("ben") };
    let replayed = commit(&elsewhere, "", BEN).unwrap();
    let error = check(&subject("ben"), &replayed, "", BEN, &[elsewhere]).unwrap_err();
    assert!(matches!(error, RevealError::Elsewhere { .. }), "{error}");
    assert!(error.to_string().contains("in match spring"), "{error}");
    let mut ben = party("ben", BEN, 1, Some(3));
    ben.commitment = Some((replayed, at(1)));
    let parties = [party("anna", ANNA, 0, Some(2)), ben];
    assert!(matches!(
        judge_lots("autumn", "sides", &parties, 7, at(4)),
        Err(RevealError::False { .. })
    ));
}

#[test]
fn a_copied_commitment_and_one_made_too_late_are_refused() {
    let anna = party("anna", ANNA, 0, None);
    let ben = LotParty { commitment: anna.commitment, ..NOBODY };
    let error = judge_lots("autumn", "sides", &[anna, ben], 7, at(1)).unwrap_err();
    assert!(matches!(error, RevealError::Copied { .. }));
    let parties = [party("anna", ANNA, 0, Some(2)), party("ben", BEN, 3, Some(4))];
    let error = judge_lots("autumn", "sides", &parties, 7, at(5)).unwrap_err();
    assert_eq!(error, RevealError::TooLate { party: "ben".into(), other: "anna".into() });
    let bare = LotParty { reveal: Some(("", BEN, at(1))), ..NOBODY };
    let error =
        judge_lots("autumn", "sides", &[party("anna", ANNA, 0, None), bare], 7, at(2)).unwrap_err();
    assert_eq!(error, RevealError::Uncommitted { party: "ben".into() });
}

#[test]
fn v9_sealed_forces_open_together_and_silence_is_the_orthodox_force() {
    let of = |name: &'static str, secret, content, revealed: Option<i64>| {
        let subject = CommitmentSubject { match_id: "autumn", purpose: "v1", party: name };
        LotParty {
            name,
            commitment: Some((commit(&subject, content, secret).unwrap(), at(0))),
            reveal: revealed.map(|hours| (content, secret, at(hours))),
        }
    };
    let anna = of("anna", ANNA, "a1 ELE, b1 DRA", Some(1));
    let forces = |ben, now| sealed_forces("autumn", "v1", &[anna, ben], 7, at(now)).unwrap();
    let ben = of("ben", BEN, "c8 DRU", Some(2));
    assert_eq!(
        forces(ben, 3),
        Some([SealedForce::Chosen("a1 ELE, b1 DRA"), SealedForce::Chosen("c8 DRU")])
    );
    let silent = of("ben", BEN, "c8 DRU", None);
    assert_eq!(forces(silent, 3), None);
    assert_eq!(
        forces(silent, 200),
        Some([
            SealedForce::Chosen("a1 ELE, b1 DRA"),
            SealedForce::Orthodox(RevealFailure::NoReveal)
        ])
    );
    // Another force under the same secret is not what was sealed.
    let changed = LotParty { reveal: Some(("c8 MAG", BEN, at(2))), ..silent };
    assert!(sealed_forces("autumn", "v1", &[anna, changed], 7, at(3)).is_err());
}

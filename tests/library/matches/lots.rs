//! Commit–reveal: honest, false, missing, late and replayed; the die, the coin and sealed forces.

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use riverpost::proof::{
    CoinFace, Commitment, CommitmentSubject, LotAction, LotCast, LotError, LotQuestion, LotReplay,
    LotVerdict, RevealError, RevealFailure, check, commit, question,
};
use sha2::{Digest, Sha256};

const ANNA: &str = "00112233445566778899aabbccddeeff";
const BEN: &str = "ffeeddccbbaa99887766554433221100";
const SECRETS: [&str; 2] = [ANNA, BEN];
const PARTIES: [&str; 2] = ["anna", "ben"];
const ASKED: &str = "what is drawn for";

/// The day of each step in hours.
fn at(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

fn commitment(party: usize, content: &str) -> Commitment {
    let subject = CommitmentSubject { question: ASKED, party: PARTIES[party] };
    commit(&subject, content, SECRETS[party]).unwrap()
}

/// A draw with a day for each step.
fn draw(forces: bool) -> LotReplay<'static> {
    LotReplay::new(LotQuestion { hash: ASKED.into(), parties: PARTIES, days: 1, forces })
}

/// The same after both commitments, Anna's in hour 0 and Ben's in hour 1.
fn committed(forces: [&str; 2]) -> LotReplay<'static> {
    let mut draw = draw(forces != ["", ""]);
    draw.act(0, LotAction::Commit(commitment(0, forces[0])), at(0)).unwrap();
    draw.act(1, LotAction::Commit(commitment(1, forces[1])), at(1)).unwrap();
    draw
}

fn reveal(party: usize) -> LotAction<'static> {
    LotAction::Reveal { content: "", secret: SECRETS[party] }
}

#[test]
fn the_byte_forms_are_what_the_documentation_says() {
    let by_hand = |bytes: String| -> String {
        let hash: [u8; 32] = Sha256::digest(bytes).into();
        hash.iter().map(|b| format!("{b:02x}")).collect()
    };
    let asked = by_hand("20:riverpost-question/1,6:autumn,5:sides,".to_owned());
    assert_eq!(question(&["autumn", "sides"]), asked);
    let bytes = format!("22:riverpost-commitment/1,64:{asked},4:anna,0:,32:{ANNA},");
    let subject = CommitmentSubject { question: &asked, party: "anna" };
    let commitment = commit(&subject, "", ANNA).unwrap();
    assert_eq!(commitment.to_string(), by_hand(bytes));
    assert_eq!(commitment.to_string().parse::<Commitment>().unwrap(), commitment);
    assert!(commitment.to_string().to_uppercase().parse::<Commitment>().is_err());
    assert!("é".repeat(32).parse::<Commitment>().is_err());
    let cast = by_hand(format!("16:riverpost-cast/1,64:{asked},32:{ANNA},32:{BEN},"));
    assert_eq!(LotCast::new(&asked, SECRETS).to_string(), cast);
}

#[test]
fn every_part_is_bound() {
    let of = |parts: &[&str], party, content| {
        commit(&CommitmentSubject { question: &question(parts), party }, content, ANNA).unwrap()
    };
    let all = [
        of(&["m", "sides"], "anna", ""),
        of(&["n", "sides"], "anna", ""),
        of(&["m", "w1"], "anna", ""),
        of(&["m", "sides"], "ben", ""),
        of(&["m", "sides"], "anna", "x"),
        of(&["msides"], "anna", ""),
    ];
    for (i, one) in all.iter().enumerate() {
        assert!(all[i + 1..].iter().all(|other| one != other));
    }
}

#[test]
fn a_secret_that_could_be_guessed_is_refused() {
    let subject = CommitmentSubject { question: ASKED, party: "anna" };
    for secret in ["", "0011", &"g".repeat(32), &"A".repeat(32), &"0".repeat(129)] {
        let error = commit(&subject, "", secret).unwrap_err();
        assert_eq!(error, RevealError::Secret { party: "anna".into() });
    }
}

#[test]
fn honest_reveals_throw_the_same_die_for_everybody() {
    let mut draw = committed(["", ""]);
    // A reveal in the same second as the commitment before it is in order.
    draw.act(0, reveal(0), at(1)).unwrap();
    draw.act(1, reveal(1), at(25)).unwrap();
    let cast = LotCast::new(ASKED, SECRETS);
    assert!((1..=6).contains(&cast.die()));
    assert_eq!(cast.die().is_multiple_of(2), cast.is_even());
    assert_eq!(cast.coin() == CoinFace::Heads, cast.is_even());
    // Months later it is still the same.
    assert_eq!(draw.verdict(at(25)), LotVerdict::Thrown(cast));
    assert_eq!(draw.verdict(at(9999)), LotVerdict::Thrown(cast));
    assert_eq!(draw.act(0, reveal(0), at(26)), Err(LotError::Decided));
}

#[test]
fn the_die_is_the_remainder_by_six() {
    let mut seen = [0; 7];
    for i in 0..600 {
        let secret = format!("{i:032x}");
        let cast = LotCast::new(ASKED, [&secret, BEN]);
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
fn m5_a_false_reveal_changes_nothing_and_blocks_nobody() {
    let mut draw = committed(["", ""]);
    for party in [0, 1] {
        let false_one = LotAction::Reveal { content: "", secret: SECRETS[1 - party] };
        let error = draw.act(party, false_one, at(2)).unwrap_err();
        assert!(matches!(error, LotError::Reveal(RevealError::False { .. })), "{error}");
    }
    draw.act(1, reveal(1), at(3)).unwrap();
    draw.act(0, reveal(0), at(3)).unwrap();
    assert!(matches!(draw.verdict(at(3)), LotVerdict::Thrown(_)));
}

#[test]
fn m5_who_does_not_reveal_by_the_deadline_leaves_the_choice() {
    let mut draw = committed(["", ""]);
    draw.act(0, reveal(0), at(2)).unwrap();
    let on = [false, true];
    let waiting = LotVerdict::Waiting { on, commitments: false, until: Some(at(25)) };
    assert_eq!(draw.verdict(at(25)), waiting);
    let choose = |draw: &mut LotReplay<'static>, party, hour| {
        draw.act(party, LotAction::Choose(1), at(hour)).map_err(|error| error.to_string())
    };
    let early = choose(&mut draw, 0, 25).unwrap_err();
    assert_eq!(early, "anna may not choose; there is time to reveal");
    let how = RevealFailure::NoReveal;
    assert_eq!(draw.verdict(at(26)), LotVerdict::Silent { party: 1, how });
    let others = choose(&mut draw, 1, 26).unwrap_err();
    assert_eq!(others, "ben may not choose; it is the other's choice");
    let late = draw.act(1, reveal(1), at(26));
    assert_eq!(late, Err(LotError::Late { party: "ben".into() }));
    choose(&mut draw, 0, 26).unwrap();
    assert_eq!(draw.verdict(at(26)), LotVerdict::Chosen { party: 1, how, north: 1 });
}

#[test]
fn m5_both_silent_is_drawn_anew() {
    let mut draw = committed(["", ""]);
    assert_eq!(draw.verdict(at(26)), LotVerdict::Void);
    assert_eq!(draw.act(0, reveal(0), at(26)), Err(LotError::Over));
    assert_eq!(draw.act(0, LotAction::Again, at(26)), Err(LotError::Over));
    let choice = draw.act(0, LotAction::Choose(0), at(26)).unwrap_err();
    assert_eq!(choice.to_string(), "anna may not choose; neither has revealed; draw again");
}

#[test]
fn m5_who_does_not_commit_leaves_the_choice_too() {
    let mut draw = draw(false);
    let nobody = LotVerdict::Waiting { on: [true; 2], commitments: true, until: None };
    assert_eq!(draw.verdict(at(99)), nobody);
    draw.act(0, LotAction::Commit(commitment(0, "")), at(100)).unwrap();
    let on = [false, true];
    let waiting = LotVerdict::Waiting { on, commitments: true, until: Some(at(124)) };
    assert_eq!(draw.verdict(at(124)), waiting);
    let how = RevealFailure::NoCommitment;
    assert_eq!(draw.verdict(at(125)), LotVerdict::Silent { party: 1, how });
    let late = draw.act(1, LotAction::Commit(commitment(1, "")), at(125));
    assert_eq!(late, Err(LotError::Late { party: "ben".into() }));
}

#[test]
fn a_commitment_to_another_question_does_not_open() {
    let elsewhere = CommitmentSubject { question: "something else", party: "ben" };
    let replayed = commit(&elsewhere, "", BEN).unwrap();
    let subject = CommitmentSubject { question: ASKED, party: "ben" };
    assert!(matches!(check(&subject, &replayed, "", BEN), Err(RevealError::False { .. })));
}

#[test]
fn what_is_out_of_order_is_refused() {
    let mut draw = draw(false);
    let own = LotAction::Commit(commitment(0, ""));
    let uncommitted = draw.act(0, reveal(0), at(0));
    assert_eq!(uncommitted, Err(LotError::Uncommitted { party: "anna".into() }));
    draw.act(0, own, at(1)).unwrap();
    assert_eq!(draw.act(0, reveal(0), at(1)), Err(LotError::Early { other: "ben".into() }));
    let copied = draw.act(1, own, at(1)).unwrap_err();
    assert!(matches!(copied, LotError::Copied { .. }));
    let other = LotAction::Commit(commitment(1, ""));
    assert_eq!(draw.act(1, other, at(0)), Err(LotError::Backwards));
    let twice = draw.act(0, own, at(2)).unwrap_err();
    assert_eq!(twice.to_string(), "anna has committed already");
}

#[test]
fn m5_a_redraw_needs_both() {
    let mut draw = committed(["", ""]);
    draw.act(0, reveal(0), at(2)).unwrap();
    draw.act(1, reveal(1), at(3)).unwrap();
    draw.act(0, LotAction::Again, at(4)).unwrap();
    assert!(matches!(draw.verdict(at(4)), LotVerdict::Thrown(_)));
    let twice = draw.act(0, LotAction::Again, at(5)).unwrap_err();
    assert_eq!(twice.to_string(), "anna has asked to draw again already");
    draw.act(1, LotAction::Again, at(6)).unwrap();
    assert_eq!(draw.verdict(at(6)), LotVerdict::SetAside);
    assert_eq!(draw.act(0, reveal(0), at(7)), Err(LotError::Over));
}

#[test]
fn v9_sealed_forces_open_together() {
    let sealed = ["a1=ELE", "c8=DRU"];
    let open = |party| LotAction::Reveal { content: sealed[party], secret: SECRETS[party] };
    let mut draw = committed(sealed);
    // Another force under the same secret is not what was sealed.
    let changed = LotAction::Reveal { content: "c8=MAG", secret: BEN };
    assert!(draw.act(1, changed, at(2)).is_err());
    draw.act(1, open(1), at(2)).unwrap();
    draw.act(0, open(0), at(2)).unwrap();
    assert_eq!(draw.verdict(at(2)), LotVerdict::Opened(sealed));
}

#[test]
fn v9_who_opens_may_choose_anew_after_silence() {
    let sealed = ["a1=ELE", "c8=DRU"];
    let mut draw = committed(sealed);
    draw.act(1, LotAction::Reveal { content: sealed[1], secret: BEN }, at(2)).unwrap();
    let how = RevealFailure::NoReveal;
    assert_eq!(draw.verdict(at(26)), LotVerdict::Silent { party: 0, how });
    draw.act(1, LotAction::ChooseForce("c8=MAG"), at(26)).unwrap();
    let chosen = LotVerdict::ForceChosen { party: 0, how, force: "c8=MAG" };
    assert_eq!(draw.verdict(at(26)), chosen);
}

/// What a party tries in a random play of the protocol.
#[derive(Clone, Copy, Debug)]
enum Try {
    Commit,
    Reveal,
    FalseReveal,
    Choose,
    Again,
    Wait,
}

fn tries() -> impl Strategy<Value = Vec<(usize, Try, i64)>> {
    use Try::*;
    let one = prop::sample::select(vec![
        Commit,
        Commit,
        Reveal,
        Reveal,
        FalseReveal,
        Choose,
        Again,
        Wait,
    ]);
    prop::collection::vec(
        (0..2usize, one, prop::sample::select(vec![0, 0, 1, 5, 23, 24, 25])),
        0..24,
    )
}

/// What must hold of a draw, kept beside it in the simplest way.
#[derive(Default, Debug)]
struct Ledger {
    committed: [Option<i64>; 2],
    revealed: [bool; 2],
    again: [bool; 2],
    chosen: bool,
}

impl Ledger {
    fn deadline(&self) -> Option<i64> {
        self.committed.iter().flatten().max().map(|hour| hour + 24)
    }

    /// Whether that is to be accepted now.
    fn allows(&self, party: usize, what: Try, hour: i64) -> bool {
        let late = self.deadline().is_some_and(|until| hour > until);
        let both = self.committed.iter().all(Option::is_some);
        let over = self.again == [true; 2];
        let decided = self.chosen || self.revealed == [true; 2];
        let void = late && both && !decided && self.revealed == [false; 2];
        match what {
            Try::Wait | Try::FalseReveal => false,
            Try::Again => !over && !void && !self.again[party],
            _ if over || decided => false,
            Try::Commit => self.committed[party].is_none() && !late,
            Try::Reveal => both && !late && !self.revealed[party],
            Try::Choose => {
                let did =
                    |p: usize| if both { self.revealed[p] } else { self.committed[p].is_some() };
                late && did(party) && !did(1 - party)
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_order_of_steps_is_judged_the_same(steps in tries(), forces in any::<bool>()) {
        let mut draw = draw(forces);
        let mut ledger = Ledger::default();
        let (mut hour, mut accepted) = (0, Vec::new());
        for (party, what, pause) in steps {
            hour += pause;
            let action = match what {
                Try::Commit => LotAction::Commit(commitment(party, "")),
                Try::Reveal => reveal(party),
                Try::FalseReveal => LotAction::Reveal { content: "", secret: SECRETS[1 - party] },
                Try::Choose if forces => LotAction::ChooseForce("N=DRA"),
                Try::Choose => LotAction::Choose(party),
                Try::Again => LotAction::Again,
                Try::Wait => continue,
            };
            let before = draw.verdict(at(hour));
            let allowed = ledger.allows(party, what, hour);
            let done = draw.act(party, action, at(hour));
            prop_assert_eq!(done.is_ok(), allowed, "{:?} {} {:?} {:?}", what, party, ledger, done);
            if done.is_err() {
                prop_assert_eq!(draw.verdict(at(hour)), before);
                continue;
            }
            accepted.push((party, action, hour));
            match what {
                Try::Commit => ledger.committed[party] = Some(hour),
                Try::Reveal => ledger.revealed[party] = true,
                Try::Choose => ledger.chosen = true,
                Try::Again => ledger.again[party] = true,
                Try::FalseReveal | Try::Wait => unreachable!("never accepted"),
            }
            // Nobody is passed over who was not given a whole day since the other's step.
            if let LotVerdict::Silent { .. } | LotVerdict::Void = draw.verdict(at(hour)) {
                prop_assert!(ledger.deadline().is_some_and(|until| hour > until));
            }
            // What is decided stays so at every later instant, unless both ask again.
            if matches!(before, LotVerdict::Thrown(_) | LotVerdict::Opened(_)) {
                let now = draw.verdict(at(hour));
                prop_assert!(now == before || now == LotVerdict::SetAside);
            }
        }
        // Whatever was accepted is accepted again by whoever reads it later.
        let mut read = LotReplay::new(draw.question().clone());
        for (party, action, hour) in accepted {
            prop_assert!(read.act(party, action, at(hour)).is_ok());
        }
        prop_assert_eq!(read.verdict(at(hour)), draw.verdict(at(hour)));
    }
}

//! Signatures: what is signed, who may sign, and what is refused.

mod attacks;
mod keys;
mod match_logs;
mod plans;
mod ssh_keygen;

use std::cell::Cell;

use riverpost::proof::{Proof, PublicKey, Signature, Statement, check_signatures};
use riverpost::record::{self, Act, Action, Diagnostic, SignatureKind, SignatureLine};
use riverpost::rules::Side;
use ssh_key::PrivateKey;
use ssh_key::private::Ed25519Keypair;

/// A key of its own for each number.
pub fn key(number: u8) -> PrivateKey {
    PrivateKey::from(Ed25519Keypair::from_seed(&[number; 32]))
}

/// Its public half as records have it.
pub fn public(key: &PrivateKey) -> PublicKey {
    PublicKey::from_openssh(&key.public_key().to_openssh().unwrap()).unwrap()
}

pub const ANNA: u8 = 1;
pub const BEN: u8 = 2;
pub const EVA: u8 = 3;

/// A game of Wing between Anna and Ben under Eva, who all have keys, with lines of the header more and without moves.
pub fn opening(header: &str) -> String {
    let [anna, ben, eva] = [ANNA, BEN, EVA].map(|number| public(&key(number)));
    let players = format!(
        "nonce: 0123456789abcdef0123456789abcdef\nplayers:\n  south: {{name: Anna Ek, key: {anna}}}\n  north: {{name: Ben Ode, key: {ben}}}\narbiter: {{name: Eva Ros, key: {eva}}}\n"
    );
    super::record::bare("wing", None, &format!("{players}{header}result: \"*\"\n"), &[])
}

/// A record that grows by signed lines.
pub struct Signing {
    pub text: String,
    pub hour: Cell<u32>,
    /// What is said with the next action.
    pub comment: Option<&'static str>,
}

impl Signing {
    pub fn of(text: String) -> Signing {
        Signing { text, hour: Cell::new(0), comment: None }
    }

    /// Adds an action, an hour after the last, and lets keys sign it.
    #[track_caller]
    pub fn add(&mut self, side: Side, act: Act<'_>, keys: &[(SignatureKind, u8)]) {
        let base = record::read(self.text.as_bytes()).unwrap().actions().len();
        self.add_seen(side, act, keys, base);
    }

    /// The same for an author who had seen only so many actions.
    #[track_caller]
    pub fn add_seen(
        &mut self,
        side: Side,
        act: Act<'_>,
        keys: &[(SignatureKind, u8)],
        base: usize,
    ) {
        let text = self.text.clone();
        let record = record::read(text.as_bytes()).unwrap();
        let replayed = record::replay(&record).unwrap();
        let mut action = Action::new(side, act);
        self.hour.set(self.hour.get() + 1);
        action.time = Some(format!("2026-12-01T{:02}:00:00Z", self.hour.get()).parse().unwrap());
        action.comment = self.comment.take().map(Into::into);
        let appended = record::append(&record, &replayed, action).unwrap();
        let chain = record::chain(&appended.record, &appended.replayed);
        let ordinal = appended.record.actions().len();
        let statement = Statement::of(&appended.record, &appended.action, chain[base]).to_string();
        let mut record = appended.record.clone();
        for (kind, number) in keys {
            let signature = Signature::by(&key(*number), &statement).unwrap().to_base64().into();
            let place = record::Place::START;
            let line = SignatureLine { ordinal, base, kind: *kind, signature, place };
            record = record::sign(&record, line).unwrap();
        }
        self.text = record.text().to_owned();
        let again = record::read(self.text.as_bytes()).unwrap();
        assert_eq!(again.signatures(), record.signatures(), "reading gives what was added");
    }

    /// Adds a move that its player signs.
    #[track_caller]
    pub fn play(&mut self, side: Side, text: &str) {
        let number = if side == Side::South { ANNA } else { BEN };
        self.add(side, Act::Move(text.into()), &[(SignatureKind::Act, number)]);
    }
}

/// A game with four signed moves.
pub fn four_moves() -> Signing {
    let mut game = Signing::of(opening(""));
    game.play(Side::South, "SH e4-e5");
    game.play(Side::North, "NH e7-e6");
    game.play(Side::South, "SK b1-c3");
    game.play(Side::North, "NK b10-c8");
    game
}

/// Reads, replays, and checks the signatures.
pub fn check(text: &str) -> Result<Vec<Proof>, Diagnostic> {
    let record = record::read(text.as_bytes())?;
    let replayed = record::replay(&record)?;
    check_signatures(&record, &replayed, &|_, _, _| Err("not here".into()))
}

/// The rule by which a record is refused.
#[track_caller]
pub fn refused(text: &str) -> (&'static str, u32) {
    let fault = check(text).expect_err("this should be refused");
    (fault.rule.unwrap_or(""), fault.place.line)
}

#[test]
fn every_action_is_signed_by_its_author() {
    let game = four_moves();
    let signed = |base| Proof::Signed { base };
    assert_eq!(check(&game.text), Ok((0..4).map(signed).collect::<Vec<_>>()));
    let record = record::read(game.text.as_bytes()).unwrap();
    assert_eq!(record::canonical(&record).as_deref(), Ok(game.text.as_str()));
}

#[test]
fn a_statement_is_what_its_documentation_says() {
    let game = four_moves();
    let record = record::read(game.text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    let before = record::chain(&record, &replayed)[1];
    let statement = Statement::of(&record, &record.actions()[1], before).to_string();
    let expected = format!(
        "riverpost statement 1\ngame test\nnonce 0123456789abcdef0123456789abcdef\nby north\n\
         before {before}\naction 1... NH e7-e6\ntime 2026-12-01T02:00:00Z\ncomment -\n"
    );
    assert_eq!(statement, expected);
}

#[test]
fn k1_an_unsigned_action_is_not_that_of_somebody_who_has_signed() {
    let mut game = four_moves();
    game.add(Side::South, Act::Move("SK c3-d5".into()), &[]);
    assert_eq!(refused(&game.text).0, "K1");
    // Who never signed need not begin.
    let mut game = Signing::of(opening(""));
    game.add(Side::South, Act::Move("SH e4-e5".into()), &[]);
    game.play(Side::North, "NH e7-e6");
    assert_eq!(check(&game.text), Ok(vec![Proof::Unsigned, Proof::Signed { base: 1 }]));
    // Nor one who does it out of turn.
    game.add(Side::South, Act::VoidProposed, &[]);
    assert!(check(&game.text).is_ok());
    game.add(Side::North, Act::VoidDeclined, &[]);
    assert_eq!(refused(&game.text).0, "K1");
}

#[test]
fn k1_where_signatures_are_required_the_first_action_has_one() {
    let mut game = Signing::of(opening("sign: required\n"));
    game.add(Side::South, Act::Move("SH e4-e5".into()), &[]);
    assert_eq!(refused(&game.text).0, "K1");
}

#[test]
fn k2_the_arbiters_act_has_the_arbiters_signature() {
    let mut game = four_moves();
    let ruling =
        Act::Adjudicated { outcome: None, reason: "no game".into(), arbiter: "Eva Ros".into() };
    game.add(Side::South, ruling.clone(), &[(SignatureKind::Act, EVA)]);
    assert_eq!(check(&game.text).unwrap()[4], Proof::Signed { base: 4 });
    let mut game = four_moves();
    game.add(Side::South, ruling, &[(SignatureKind::Act, ANNA)]);
    assert_eq!(refused(&game.text).0, "K2");
}

#[test]
fn k4_what_is_done_out_of_turn_may_miss_the_others_last_lines() {
    let by = [(SignatureKind::Act, BEN)];
    // Ben had not yet seen Anna's move when he proposed that the game be void.
    let mut game = four_moves();
    game.play(Side::South, "SK c3-d5");
    game.add_seen(Side::North, Act::VoidProposed, &by, 4);
    assert_eq!(check(&game.text).unwrap()[5], Proof::Signed { base: 4 });
    // His own move he had.
    let mut game = four_moves();
    game.add_seen(Side::North, Act::VoidProposed, &by, 3);
    assert_eq!(refused(&game.text).0, "K4");
    // A move answers what stands.
    let mut game = four_moves();
    game.add_seen(Side::South, Act::Move("SK c3-d5".into()), &[(SignatureKind::Act, ANNA)], 3);
    assert_eq!(refused(&game.text).0, "K4");
}

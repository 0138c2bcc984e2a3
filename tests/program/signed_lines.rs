//! Records that grow by signed lines, made by the library.

use riverpost::proof::{Signature, Statement};
use riverpost::record::{self, Act, Action, SignatureKind, SignatureLine};
use riverpost::rules::Side;
use ssh_key::PrivateKey;
use ssh_key::private::Ed25519Keypair;

/// A key of its own for each number.
pub fn key(number: u8) -> PrivateKey {
    PrivateKey::from(Ed25519Keypair::from_seed(&[number; 32]))
}

/// The public half, as OpenSSH writes it.
pub fn public(number: u8) -> String {
    key(number).public_key().to_openssh().unwrap()
}

/// The number of a side's key.
fn of(side: Side) -> u8 {
    if side == Side::South { 1 } else { 2 }
}

/// A record whose players have keys.
pub fn with_keys(text: &str) -> String {
    let key = |side| public(of(side));
    let text = text
        .replace("anna@example.org}", &format!("anna@example.org, key: {}}}", key(Side::South)));
    text.replace("ben@example.org}", &format!("ben@example.org, key: {}}}", key(Side::North)))
}

/// The record with a move more, signed by its player if wanted, with time and comment.
pub fn play(text: &str, mv: &str, time: &str, comment: Option<&str>, sign: bool) -> String {
    let record = record::read(text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    let side = replayed.line.position().turn();
    let mut action = Action::new(side, Act::Move(mv.into()));
    action.time = Some(time.parse().unwrap());
    action.comment = comment.map(Into::into);
    let appended = record::append(&record, &replayed, action).unwrap();
    if !sign {
        return appended.record.text().to_owned();
    }
    let base = record.actions().len();
    let before = record::chain(&record, &replayed)[base];
    let statement = Statement::of(&appended.record, &appended.action, before).to_string();
    let signature = Signature::by(&key(of(side)), &statement).unwrap().to_base64().into();
    let (kind, place) = (SignatureKind::Act, record::Place::START);
    let line = SignatureLine { ordinal: base + 1, base, kind, signature, place };
    record::sign(&appended.record, line).unwrap().text().to_owned()
}

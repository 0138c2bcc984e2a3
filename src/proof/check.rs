//! Checking the signatures of a record.

use std::collections::HashMap;

use rayon::prelude::*;

use super::key::PublicKey;
use super::signature::{Checked, Signature, SignatureError};
use super::statement::Statement;
use crate::record::{
    self, Act, Action, Diagnostic, Record, Replayed, SignRule, Signatory, SignatureKind,
    SignatureLine,
};
use crate::rules::Side;

/// What is known of who made an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The signature of its author's key fits.
    Signed {
        /// How many actions the author had seen; fewer than there are before it where it was made without knowledge of the
        /// rest.
        base: usize,
    },
    /// It has no signature.
    Unsigned,
}

/// A signature that is checked by `ssh-keygen`: whether it fits, or why that cannot be told.
pub type CheckElsewhere<'c> =
    dyn Fn(&PublicKey, &Signature, &str) -> Result<bool, String> + Sync + 'c;

/// Checks the signatures of a record that has been played through, and the keys; answers what is known of each action.
///
/// `elsewhere` checks the signatures that this process cannot.
///
/// # Errors
/// A [`Diagnostic`] at the line: a key that is weak, doubled or not canonical (K3), a signature that is missing (K1) or does not
/// fit (K2), one made without knowledge of a line that its author must have known (K4), a new key that has not signed (K5).
pub fn check_signatures(
    record: &Record<'_>,
    replayed: &Replayed,
    elsewhere: &CheckElsewhere<'_>,
) -> Result<Vec<Proof>, Diagnostic> {
    check_new_signatures(record, replayed, 0, elsewhere)
}

/// The same for a version of a record that has as many of its first actions, with their signatures, in common with one whose
/// signatures have been checked: these are not checked again.
///
/// # Errors
/// Those of [`check_signatures`].
pub fn check_new_signatures(
    record: &Record<'_>,
    replayed: &Replayed,
    known: usize,
    elsewhere: &CheckElsewhere<'_>,
) -> Result<Vec<Proof>, Diagnostic> {
    check_keys(record, replayed)?;
    if record.signatures().is_empty() && record.header().sign.is_none() {
        return Ok(vec![Proof::Unsigned; record.actions().len()]);
    }
    Checker { record, replayed, known, elsewhere }.check()
}

// K1
/// Whether somebody's next action must be signed, unless it proposes a key: the game requires it, or there is a signed one.
pub fn must_sign(record: &Record<'_>, who: Signatory) -> bool {
    let by = |line: &SignatureLine<'_>| {
        let action = &record.actions()[line.ordinal - 1];
        line.kind != SignatureKind::NewKey && action.act.signatory(action.side) == who
    };
    record.header().sign == Some(SignRule::Required) || record.signatures().iter().any(by)
}

/// The fingerprints of the keys that players and arbiter have now; a text that is no key has none.
pub fn fingerprints(replayed: &Replayed) -> Vec<(Signatory, String)> {
    let sides = Side::BOTH.into_iter().map(Signatory::Side);
    let held = |who: Signatory| {
        let key = PublicKey::read(replayed.key(who, usize::MAX)?).ok()?;
        Some((who, key.fingerprint()))
    };
    sides.chain([Signatory::Arbiter]).filter_map(held).collect()
}

/// The numbers, from 1, of the actions that a hardware key signed without being touched.
pub fn untouched(record: &Record<'_>, replayed: &Replayed) -> Vec<usize> {
    let lines = record.signatures().iter().filter(|line| line.kind != SignatureKind::NewKey);
    let untouched = lines.filter(|line| {
        let action = &record.actions()[line.ordinal - 1];
        let key = replayed.key(action.act.signatory(action.side), line.ordinal - 1);
        let is_hardware = key.is_some_and(|key| key.starts_with("sk-"));
        is_hardware && Signature::read(&line.signature).is_ok_and(|s| s.is_untouched())
    });
    untouched.map(|line| line.ordinal).collect()
}

// K3
/// Checks the keys that are named in a record, proposals included.
///
/// # Errors
/// A [`Diagnostic`] (K3).
pub fn check_keys(record: &Record<'_>, replayed: &Replayed) -> Result<(), Diagnostic> {
    for action in record.actions() {
        let key = action.act.new_key();
        let fault = key.and_then(|key| PublicKey::read(key).err());
        if let Some(fault) = fault {
            return Err(Diagnostic::new(action.place, fault.to_string()).rule("K3"));
        }
    }
    let mut known: Vec<(Signatory, &str)> = Vec::new();
    for change in replayed.keys() {
        let Some(text) = &change.key else { continue };
        let place = record.place_of_key(change);
        PublicKey::read(text)
            .map_err(|fault| Diagnostic::new(place, fault.to_string()).rule("K3"))?;
        if let Some((whose, _)) = known.iter().find(|(_, known)| known == text) {
            let whose = whose.name();
            let message = format!("this key is known in this game already, as {whose}'s");
            return Err(Diagnostic::new(place, message).rule("K3"));
        }
        known.push((change.whose, text));
    }
    Ok(())
}

struct Checker<'c, 'r, 't> {
    record: &'r Record<'t>,
    replayed: &'r Replayed,
    /// How many actions have signatures that need not be checked.
    known: usize,
    elsewhere: &'c CheckElsewhere<'c>,
}

/// A signature to be checked, with what it should be one of.
struct Job<'r> {
    line: &'r SignatureLine<'r>,
    key: PublicKey,
    message: String,
}

impl<'r> Checker<'_, 'r, '_> {
    fn check(&'r self) -> Result<Vec<Proof>, Diagnostic> {
        let chain = record::chain(self.record, self.replayed);
        let mut lines = self.record.signatures().iter().peekable();
        let mut signed: Vec<Signatory> = Vec::new();
        let (mut proofs, mut jobs) = (Vec::with_capacity(chain.len()), Vec::new());
        let mut keys: HashMap<String, Option<PublicKey>> = HashMap::new();
        for (index, action) in record::canonical_actions(self.record, self.replayed).enumerate() {
            let by = action.act.signatory(action.side);
            let mut kinds = Vec::new();
            let mut proof = Proof::Unsigned;
            while let Some(line) = lines.next_if(|line| line.ordinal == index + 1) {
                kinds.push(line.kind);
                if line.kind != SignatureKind::NewKey {
                    proof = Proof::Signed { base: line.base };
                }
                if index < self.known {
                    continue;
                }
                let key = match line.kind {
                    SignatureKind::NewKey => action.act.new_key(),
                    SignatureKind::Act | SignatureKind::Plan => self.replayed.key(by, index),
                };
                // Reading a key costs as much as a signature.
                let key = key.and_then(|text| {
                    let read = keys.entry(text.to_owned());
                    read.or_insert_with(|| PublicKey::read(text).ok()).clone()
                });
                let Some(key) = key else {
                    let message = match line.kind {
                        SignatureKind::NewKey => "the action names no key".to_owned(),
                        _ => format!("{} has no key that could have signed", by.name()),
                    };
                    return Err(Diagnostic::new(line.place, message).rule("K2"));
                };
                self.check_base(line, &action)?;
                let statement = Statement::of(self.record, &action, chain[line.base]);
                jobs.push(Job { line, key, message: statement.to_string() });
            }
            self.check_presence(&action, index, &kinds, signed.contains(&by))?;
            if proof != Proof::Unsigned && !signed.contains(&by) {
                signed.push(by);
            }
            proofs.push(proof);
        }
        let faults = jobs.par_iter().with_min_len(16).map(|job| self.check_one(job));
        match faults.find_first(Result::is_err) {
            Some(fault) => fault.map(|()| proofs),
            None => Ok(proofs),
        }
    }

    // K4
    /// Only what can be done out of turn is done without knowledge of lines before it, and of none of one's own.
    fn check_base(&self, line: &SignatureLine<'_>, action: &Action<'_>) -> Result<(), Diagnostic> {
        let by = action.act.signatory(action.side);
        let unseen = &self.record.actions()[line.base..line.ordinal - 1];
        let in_turn = matches!(action.act, Act::Move(_) | Act::DrawClaimed { .. });
        let own = unseen.iter().any(|unseen| unseen.act.signatory(unseen.side) == by);
        if unseen.is_empty() || !(in_turn || own) {
            return Ok(());
        }
        let message = match own {
            true => format!("{} cannot have signed without knowledge of its own lines", by.name()),
            false => "a move is signed with knowledge of all lines before it".to_owned(),
        };
        Err(Diagnostic::new(line.place, message).rule("K4"))
    }

    /// Whether an action has the signatures that it must have.
    fn check_presence(
        &self,
        action: &Action<'_>,
        index: usize,
        kinds: &[SignatureKind],
        signed_before: bool,
    ) -> Result<(), Diagnostic> {
        let place = self.record.actions()[index].place;
        let by = action.act.signatory(action.side);
        let refuse = |rule, message| Err(Diagnostic::new(place, message).rule(rule));
        // K5
        let proposed = matches!(action.act, Act::KeyProposed { .. });
        if (proposed || matches!(action.act, Act::KeyChanged { .. }))
            && !kinds.contains(&SignatureKind::NewKey)
        {
            return refuse("K5", "the new key has not signed this line".to_owned());
        }
        // Whoever proposes a key has none, or has lost it.
        if proposed || kinds.iter().any(|kind| *kind != SignatureKind::NewKey) {
            return Ok(());
        }
        // K1
        let who = by.name();
        if self.record.header().sign == Some(SignRule::Required) {
            let message = format!("every action must be signed here, and {who} has not signed");
            return refuse("K1", message);
        }
        if signed_before {
            return refuse(
                "K1",
                format!("{who} has signed lines before, and this one is unsigned"),
            );
        }
        match action.act {
            Act::KeyChanged { .. } => {
                refuse("K5", "the old key has not signed this line".to_owned())
            }
            _ => Ok(()),
        }
    }

    // K2
    fn check_one(&self, job: &Job<'_>) -> Result<(), Diagnostic> {
        let Job { line, key, message } = job;
        let refuse = |message: String| Err(Diagnostic::new(line.place, message).rule("K2"));
        let checked = Signature::read(&line.signature)
            .and_then(|signature| Ok((signature.check(key, message)?, signature)));
        match checked {
            Ok((Checked::Right, _)) => Ok(()),
            Ok((Checked::Elsewhere, signature)) => {
                match (self.elsewhere)(key, &signature, message) {
                    Ok(true) => Ok(()),
                    Ok(false) => refuse(SignatureError::Wrong.to_string()),
                    Err(reason) => refuse(format!("the signature cannot be checked: {reason}")),
                }
            }
            Err(fault) => refuse(fault.to_string()),
        }
    }
}

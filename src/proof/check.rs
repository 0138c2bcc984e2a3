//! Checking the signatures of a record.

use std::collections::HashMap;

use rayon::prelude::*;

use super::key::PublicKey;
use super::plan::PlanStatement;
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
    /// It is an answer that its author's key signed in advance (K9).
    Planned {
        /// How many actions there were then.
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

/// A signature of a record with what it should be one of.
#[derive(Clone, Debug)]
pub struct SignedStatement<'r> {
    /// The signature line.
    pub line: &'r SignatureLine<'r>,
    /// Who should have signed.
    pub by: Signatory,
    /// The key that should have; none where there is no sound one.
    pub key: Option<PublicKey>,
    /// What is signed; none for an action that no plan can have foreseen (K9).
    pub message: Option<String>,
}

impl SignedStatement<'_> {
    /// Checks that the signature fits.
    ///
    /// # Errors
    /// Why it does not, in words.
    pub fn check(&self, elsewhere: &CheckElsewhere<'_>) -> Result<(), String> {
        let key = self.key.as_ref().ok_or("there is no sound key that could have signed")?;
        let unforeseen = "this is no answer that a plan could have foreseen";
        let message = self.message.as_deref().ok_or(unforeseen)?;
        let signature = Signature::read(&self.line.signature).map_err(|fault| fault.to_string())?;
        check_signature(key, &signature, message, elsewhere)
    }
}

/// Checks that a signature is one of a message by a key.
///
/// # Errors
/// Why it is not, in words.
pub fn check_signature(
    key: &PublicKey,
    signature: &Signature,
    message: &str,
    elsewhere: &CheckElsewhere<'_>,
) -> Result<(), String> {
    match signature.check(key, message) {
        Ok(Checked::Right) => Ok(()),
        Ok(Checked::Elsewhere) => match elsewhere(key, signature, message) {
            Ok(true) => Ok(()),
            Ok(false) => Err(SignatureError::Wrong.to_string()),
            Err(reason) => Err(format!("the signature cannot be checked: {reason}")),
        },
        Err(fault) => Err(fault.to_string()),
    }
}

/// The signatures of a record that has been played through, with what each should be one of. None of them is checked.
pub fn signed_statements<'r>(
    record: &'r Record<'_>,
    replayed: &Replayed,
) -> Vec<SignedStatement<'r>> {
    let chain = record::chain(record, replayed);
    let mut lines = record.signatures().iter().peekable();
    let mut statements = Vec::with_capacity(lines.len());
    let mut keys: HashMap<String, Option<PublicKey>> = HashMap::new();
    let actions: Vec<Action<'_>> = record::canonical_actions(record, replayed).collect();
    for (index, action) in actions.iter().enumerate() {
        let by = action.act.signatory(action.side);
        while let Some(line) = lines.next_if(|line| line.ordinal == index + 1) {
            let key = match line.kind {
                SignatureKind::NewKey => action.act.new_key(),
                SignatureKind::Act | SignatureKind::Plan => replayed.key(by, index),
            };
            // Reading a key costs as much as a signature.
            let key = key.and_then(|text| {
                let read = keys.entry(text.to_owned());
                read.or_insert_with(|| PublicKey::read(text).ok()).clone()
            });
            let before = chain[line.base];
            let message = match line.kind {
                // K9
                SignatureKind::Plan => {
                    let plan = PlanStatement::of(record, &actions[line.base..=index], before);
                    plan.map(|plan| plan.to_string())
                }
                _ => Some(Statement::of(record, action, before).to_string()),
            };
            statements.push(SignedStatement { line, by, key, message });
        }
    }
    statements
}

struct Checker<'c, 'r, 't> {
    record: &'r Record<'t>,
    replayed: &'r Replayed,
    /// How many actions have signatures that need not be checked.
    known: usize,
    elsewhere: &'c CheckElsewhere<'c>,
}

impl Checker<'_, '_, '_> {
    fn check(&self) -> Result<Vec<Proof>, Diagnostic> {
        let statements = signed_statements(self.record, self.replayed);
        let mut left = statements.iter().peekable();
        let mut signed: Vec<Signatory> = Vec::new();
        let mut proofs = Vec::with_capacity(self.record.actions().len());
        for (index, action) in self.record.actions().iter().enumerate() {
            let by = action.act.signatory(action.side);
            let mut kinds = Vec::new();
            let mut proof = Proof::Unsigned;
            while let Some(statement) = left.next_if(|next| next.line.ordinal == index + 1) {
                let line = statement.line;
                if statement.key.is_none() {
                    let message = match line.kind {
                        SignatureKind::NewKey => "the action names no key".to_owned(),
                        _ => format!("{} has no key that could have signed", by.name()),
                    };
                    return Err(Diagnostic::new(line.place, message).rule("K2"));
                }
                match line.kind {
                    SignatureKind::Plan => {
                        if proof == Proof::Unsigned {
                            proof = Proof::Planned { base: line.base };
                        }
                    }
                    kind => {
                        self.check_base(line, action)?;
                        if kind == SignatureKind::Act {
                            proof = Proof::Signed { base: line.base };
                        }
                    }
                }
                kinds.push(line.kind);
            }
            self.check_presence(action, index, &kinds, signed.contains(&by))?;
            if proof != Proof::Unsigned && !signed.contains(&by) {
                signed.push(by);
            }
            proofs.push(proof);
        }
        let known = statements.partition_point(|signed| signed.line.ordinal <= self.known);
        let new = statements[known..].par_iter().with_min_len(16);
        let faults = new.map(|signed| self.check_one(signed));
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
    fn check_one(&self, signed: &SignedStatement<'_>) -> Result<(), Diagnostic> {
        let rule = if signed.line.kind == SignatureKind::Plan { "K9" } else { "K2" };
        let checked = signed.check(self.elsewhere);
        checked.map_err(|message| Diagnostic::new(signed.line.place, message).rule(rule))
    }
}

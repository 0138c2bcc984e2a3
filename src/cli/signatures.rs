//! What is said of the signatures of a record.

use serde_json::{Value, json};

use super::error::{Failure, fault_value};
use super::output::Out;
use crate::actions::check_elsewhere;
use crate::proof::{self, Proof};
use crate::record::{Diagnostic, Record, Replayed, Signatory};
use crate::render::one_line;

/// How many lines are named one by one.
const NAMED: usize = 5;

/// The signatures of a record, checked.
pub(super) struct Signatures {
    /// The fingerprints of the keys that hold now.
    keys: Vec<(Signatory, String)>,
    /// What is known of each action, or why the signatures do not hold.
    proofs: Result<Vec<Proof>, Diagnostic>,
    /// The numbers of the actions that a hardware key signed untouched.
    untouched: Vec<usize>,
    /// How many actions there are.
    actions: usize,
}

impl Signatures {
    /// Checks the signatures of a record that has been played through.
    pub(super) fn of(record: &Record<'_>, replayed: &Replayed) -> Signatures {
        Signatures {
            keys: proof::fingerprints(replayed),
            proofs: proof::check_signatures(record, replayed, &check_elsewhere),
            untouched: proof::untouched(record, replayed),
            actions: record.actions().len(),
        }
    }

    /// In words, where there are keys or signatures.
    pub(super) fn print(&self, out: &mut Out) -> Result<(), Failure> {
        for (who, key) in &self.keys {
            out.note(format_args!("{} signs with the key {key}", who.name()))?;
        }
        let proofs = match &self.proofs {
            Ok(proofs) => proofs,
            Err(error) => return self.print_fault(error, out),
        };
        if self.keys.is_empty() && proofs.iter().all(|proof| *proof == Proof::Unsigned) {
            return Ok(());
        }
        let numbers = |kind: &dyn Fn(usize, &Proof) -> bool| -> Vec<usize> {
            let found = proofs.iter().enumerate().filter(|(index, proof)| kind(*index, proof));
            found.map(|(index, _)| index + 1).collect()
        };
        let unsigned = numbers(&|_, proof| *proof == Proof::Unsigned);
        let signed = self.actions - unsigned.len();
        out.note(match unsigned[..] {
            [] if signed == 1 => "the only action is signed, and rightly".to_owned(),
            [] => format!("all {signed} actions are signed, and rightly"),
            _ => format!(
                "{signed} of {} actions are signed, and rightly; unsigned: {}",
                self.actions,
                listed(&unsigned)
            ),
        })?;
        let planned = numbers(&|_, proof| matches!(proof, Proof::Planned { .. }));
        if !planned.is_empty() {
            out.note(format_args!("signed in advance, as plans: {}", listed(&planned)))?;
        }
        for number in numbers(&|index, proof| unseen(index, proof).is_some()) {
            let missed = unseen(number - 1, &proofs[number - 1]).unwrap_or_default();
            out.note(format_args!("action {number} was signed {missed}"))?;
        }
        if !self.untouched.is_empty() {
            let listed = listed(&self.untouched);
            out.line(format_args!("signed by a hardware key that nobody touched: {listed}"))?;
        }
        Ok(())
    }

    /// Says where the signatures do not hold, if they do not.
    pub(super) fn print_faults(&self, out: &mut Out) -> Result<(), Failure> {
        self.proofs.as_ref().err().map_or(Ok(()), |error| self.print_fault(error, out))
    }

    fn print_fault(&self, error: &Diagnostic, out: &mut Out) -> Result<(), Failure> {
        out.line(one_line(&format!("signatures do not hold: {error}")))
    }

    /// What is known of the action of an index, in a word or two; nothing where no action is signed.
    pub(super) fn word(&self, index: usize) -> String {
        let Ok(proofs) = &self.proofs else { return "unchecked".into() };
        if proofs.iter().all(|proof| *proof == Proof::Unsigned) {
            return String::new();
        }
        let untouched = if self.untouched.contains(&(index + 1)) { ", untouched" } else { "" };
        match &proofs[index] {
            Proof::Unsigned => "no".into(),
            Proof::Planned { .. } => format!("by plan{untouched}"),
            proof => format!(
                "yes{}{untouched}",
                unseen(index, proof).map(|missed| format!(", {missed}")).unwrap_or_default()
            ),
        }
    }

    /// The same for machines: whether it is signed; nothing where the signatures do not hold.
    pub(super) fn signed(&self, index: usize) -> Option<bool> {
        self.proofs.as_ref().ok().map(|proofs| proofs[index] != Proof::Unsigned)
    }

    /// All of it for machines.
    pub(super) fn value(&self) -> Value {
        let keys: serde_json::Map<_, _> = self
            .keys
            .iter()
            .map(|(who, key)| (who.name().to_owned(), key.as_str().into()))
            .collect();
        let error = self.proofs.as_ref().err().map(fault_value);
        let proofs = self.proofs.as_deref().unwrap_or_default();
        let signed = proofs.iter().filter(|proof| **proof != Proof::Unsigned).count();
        json!({
            "keys": keys, "signed": signed, "unsigned": proofs.len() - signed,
            "untouched": self.untouched, "error": error,
        })
    }
}

/// Which lines the author of an action had not seen.
fn unseen(index: usize, proof: &Proof) -> Option<String> {
    match proof {
        Proof::Signed { base } if *base < index => {
            let unseen: Vec<usize> = (base + 1..=index).collect();
            let plural = if unseen.len() == 1 { "line" } else { "lines" };
            Some(format!("without knowledge of {plural} {}", listed(&unseen)))
        }
        _ => None,
    }
}

/// Numbers, the first few of them.
fn listed(numbers: &[usize]) -> String {
    let named: Vec<String> = numbers.iter().take(NAMED).map(ToString::to_string).collect();
    let more = if numbers.len() > NAMED { ", …" } else { "" };
    named.join(", ") + more
}

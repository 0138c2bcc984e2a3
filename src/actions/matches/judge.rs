//! The judgement on a match file: everything in it worked out anew.

use std::path::Path;

use super::contradiction::Contradiction;
use super::reckoning::reckon;
use super::refusal::Refusal;
use super::shelf::Shelf;
use crate::matches::MatchError;

/// Everything that is wrong with a match file, in the order of the file; nothing where it holds. With `named` the file
/// must be called after the match's id.
pub fn judge(file: &str, bytes: &[u8], named: bool, shelf: &Shelf<'_>) -> Vec<Contradiction> {
    let reckoning = match reckon(file, bytes, shelf) {
        Ok(reckoning) => reckoning,
        Err(refusal) => return vec![unsound(&refusal)],
    };
    let mut found = reckoning.contradictions;
    let stem = Path::new(file).file_stem().unwrap_or_default();
    let id = &reckoning.m.id;
    if named && stem.to_string_lossy() != *id {
        let message = format!("the file should be called {id}.yaml after its id");
        found.insert(0, Contradiction { line: 1, column: 1, rule: None, message });
    }
    found
}

fn unsound(refusal: &Refusal) -> Contradiction {
    let message = refusal.to_string();
    let Refusal::Unsound { error, .. } = refusal else {
        return Contradiction { line: 1, column: 1, rule: None, message };
    };
    let (line, column) = error.at();
    let rule = match &**error {
        MatchError::Model { fault, .. } => fault.rule(),
        MatchError::Yaml { .. } => None,
    };
    Contradiction { line, column, rule, message }
}

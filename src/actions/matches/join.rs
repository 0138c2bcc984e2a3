//! Joining two versions of a match file that both sides have added to.

use super::evaluate::{MatchRecords, check_match};
use crate::actions::error::ActionError;
use crate::actions::signing::Signing;
use crate::archive;
use crate::document::{self, Editor, Limits, Place};
use crate::matches::{Match, MatchLog, edit, parse, read};
use crate::record::SignatureLine;
use crate::store::{RepoPath, Store, merge_lines};

/// The match with what both sides have added to it since `base`: what `ours` has comes behind, and its lines are signed
/// anew where the keys of their authors are at hand. None where that gives no match that holds.
///
/// # Errors
/// Those of git and of signing.
pub fn join_match(
    store: &Store,
    path: &RepoPath,
    [base, theirs, ours]: [&[u8]; 3],
) -> Result<Option<Vec<u8>>, ActionError> {
    let bare = [base, theirs, ours].map(|bytes| match parse(bytes) {
        Ok(m) if !m.signatures.is_empty() => without_signatures(bytes),
        _ => Some(bytes.to_vec()),
    });
    let [Some(bare_base), Some(bare_theirs), Some(bare_ours)] = bare else { return Ok(None) };
    let merged = merge_lines(&bare_base, &bare_theirs, &bare_ours)?;
    let Some(merged) = signed(store, &merged, [base, theirs, ours])? else { return Ok(None) };
    let holds = archive::is_match(&merged)
        && check_match(path.as_str(), &merged, true, &MatchRecords::of(store)).faults.is_empty();
    Ok(holds.then_some(merged))
}

fn without_signatures(bytes: &[u8]) -> Option<Vec<u8>> {
    let document = document::read(bytes, &Limits::MATCH).ok()?;
    let mut editor = Editor::new(&document);
    editor.remove(document.root(), "signatures").ok()?;
    Some(editor.finish().into_bytes())
}

// K12
/// A joined match with the signatures of both: those of `theirs` stay.
fn signed(
    store: &Store,
    merged: &[u8],
    versions: [&[u8]; 3],
) -> Result<Option<Vec<u8>>, ActionError> {
    let [Ok(base), Ok(theirs), Ok(ours)] = versions.map(parse) else {
        return Ok(Some(merged.to_vec()));
    };
    let Ok(document) = document::read(merged, &Limits::MATCH) else { return Ok(None) };
    let Ok(m) = read(&document) else { return Ok(None) };
    let log = match MatchLog::read(&document, &m) {
        Ok(Some(log)) => log,
        Ok(None) => return Ok(Some(merged.to_vec())),
        Err(_) => return Ok(None),
    };
    let mut lines = theirs.signatures.clone();
    let moved = theirs.log.len() - base.log.len().min(theirs.log.len());
    for text in ours.signatures.iter().skip(base.signatures.len()) {
        let Ok(line) = SignatureLine::read(text, Place::START) else { return Ok(None) };
        let index = line.ordinal - 1 + moved;
        let Some(added) = log.lines().get(index) else { return Ok(None) };
        let (who, statement) = (added.author.to_string(), || log.statement(index, index));
        let signing = Signing::Keys { store, dry_run: false };
        let (base, signature) = match signing.by_author(&who, log.key(index), false, statement)?.0 {
            Some(signature) => (index, signature.to_base64()),
            None => (line.base, line.signature.into_owned()),
        };
        lines.push(MatchLog::signature_line(index, base, signature));
    }
    let joined = Match { signatures: lines, ..m.clone() };
    Ok(edit(&document, &m, &joined).ok().map(String::into_bytes))
}

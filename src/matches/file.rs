//! The match file as text: reading it, writing a new one, and changing one so that what stays the same stays to the byte.

use super::check::check;
use super::model::Match;
use crate::document::{
    self, Arrangement, Diagnostic, Document, EditError, Editor, Limits, PlainValue, PrintError,
    flow,
};

/// Reads a match file and checks that what it says can be.
///
/// # Errors
/// The first fault, with its place: text that is no YAML or not of the shape that [`schema`](super::schema) describes,
/// or one that [`check`](super::check) finds.
pub fn parse(bytes: impl AsRef<[u8]>) -> Result<Match, Diagnostic> {
    read(&document::read(bytes.as_ref(), &Limits::MATCH)?)
}

/// Reads a match from a document, as [`parse`] does from a file.
///
/// # Errors
/// Those of [`parse`].
pub fn read(document: &Document<'_>) -> Result<Match, Diagnostic> {
    let m: Match = document.typed()?;
    match check(&m).first() {
        Some(fault) => Err(fault.diagnostic(document)),
        None => Ok(m),
    }
}

/// The text of a new match file.
///
/// # Errors
/// When a value cannot be serialised.
pub fn write(m: &Match) -> Result<String, PrintError> {
    let mut page = String::new();
    let PlainValue::Map(entries) = PlainValue::of(m)? else { return Ok(page) };
    for (key, value) in &entries {
        match (key.as_str(), value) {
            (LOG, _) => page.push_str(&block(LOG, &m.log)),
            (SIGNATURES, _) => page.push_str(&block(SIGNATURES, &m.signatures)),
            (_, PlainValue::List(items)) => {
                page.push_str(&format!("{key}:\n"));
                for item in items {
                    page.push_str(&format!("  - {}\n", flow(item)?));
                }
            }
            _ => page.push_str(&format!("{key}: {}\n", flow(value)?)),
        }
    }
    Ok(page)
}

/// The top-level keys in the order in which they are written.
const KEYS: [&str; 17] = [
    "format",
    "id",
    "title",
    "nonce",
    "players",
    "teams",
    "arbiter",
    "terms",
    "organiser",
    "sides",
    "externals",
    "draws",
    "games",
    "groupings",
    "tournament",
    LOG,
    SIGNATURES,
];

/// The lists whose items have a line for each key, so that what is added to them later is a line as well.
const LINES: &[&str] = &["draws"];
/// The key of the log.
pub(super) const LOG: &str = "log";
/// The key of the signatures.
pub(super) const SIGNATURES: &str = "signatures";

/// The file is written in a way in which it cannot be changed safely.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct MatchEditError {
    /// What cannot be changed.
    pub reason: String,
}

/// The text of a match file that says `before`, changed so that it says `wanted`. What both say stays to the byte; log and
/// signatures only get longer. Whether it says what it should shows when it is read.
///
/// # Errors
/// [`MatchEditError`].
pub fn edit(
    document: &Document<'_>,
    before: &Match,
    wanted: &Match,
) -> Result<String, MatchEditError> {
    let update = || -> Result<String, EditError> {
        let mut editor = Editor::new(document);
        // What both say is left alone, the blocks included.
        let (log, signatures) = (&before.log, &before.signatures);
        let content = Match { log: log.clone(), signatures: signatures.clone(), ..wanted.clone() };
        let (old, new) = (PlainValue::of(before)?, PlainValue::of(&content)?);
        let arrangement = Arrangement { order: &KEYS, lines: LINES };
        editor.update(&old, &new, arrangement)?;
        let mut begun = String::new();
        let blocks =
            [(LOG, &before.log, &wanted.log), (SIGNATURES, &before.signatures, &wanted.signatures)];
        for (key, old, new) in blocks {
            let added = new.get(old.len()..).unwrap_or_default();
            match document.get(&[key]) {
                Some(node) => {
                    added.iter().try_for_each(|line| editor.append_line(node, line))?;
                }
                None => begun.push_str(&block(key, added)),
            }
        }
        let mut text = editor.finish();
        if !begun.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text + &begun)
    };
    update().map_err(|error| MatchEditError { reason: error.to_string() })
}

/// A literal block of such lines; nothing where there are none.
fn block(key: &str, lines: &[String]) -> String {
    let lines: String = lines.iter().flat_map(|line| ["  ", line, "\n"]).collect();
    if lines.is_empty() { lines } else { format!("{key}: |\n{lines}") }
}

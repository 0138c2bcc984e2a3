//! The match file as text: reading it, writing a new one, and changing one so that what stays the same stays to the byte.

use serde::Serialize;

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
    let mut page = MatchPrinter(String::new());
    page.value("format", &m.format)?;
    page.value("id", &m.id)?;
    page.value("title", &m.title)?;
    page.list("players", &m.players)?;
    page.list("teams", &m.teams)?;
    if let Some(arbiter) = &m.arbiter {
        page.value("arbiter", arbiter)?;
    }
    if !m.terms.is_empty() {
        page.value("terms", &m.terms)?;
    }
    if m.sides != Default::default() {
        page.value("sides", &m.sides)?;
    }
    page.list("externals", &m.externals)?;
    page.list("draws", &m.lots)?;
    page.list("games", &m.games)?;
    page.list("groupings", &m.groupings)?;
    if let Some(tournament) = &m.tournament {
        page.value("tournament", tournament)?;
    }
    Ok(page.0)
}

struct MatchPrinter(String);

impl MatchPrinter {
    fn value(&mut self, key: &str, value: &impl Serialize) -> Result<(), PrintError> {
        self.0.push_str(&format!("{key}: {}\n", flow(value)?));
        Ok(())
    }

    fn list(&mut self, key: &str, items: &[impl Serialize]) -> Result<(), PrintError> {
        if !items.is_empty() {
            self.0.push_str(&format!("{key}:\n"));
        }
        for value in items {
            self.0.push_str(&format!("  - {}\n", flow(value)?));
        }
        Ok(())
    }
}

/// The top-level keys in the order in which they are written.
const KEYS: [&str; 13] = [
    "format",
    "id",
    "title",
    "players",
    "teams",
    "arbiter",
    "terms",
    "sides",
    "externals",
    "draws",
    "games",
    "groupings",
    "tournament",
];

/// The lists whose items have a line for each key, so that what is added to them later is a line as well.
const LINES: &[&str] = &["draws"];

/// The file is written in a way in which it cannot be changed safely.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct MatchEditError {
    /// What cannot be changed.
    pub reason: String,
}

/// The text of a match file that says `before`, changed so that it says `wanted`. What both say stays to the byte. Whether it
/// says what it should shows when it is read.
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
        let (before, wanted) = (PlainValue::of(before)?, PlainValue::of(wanted)?);
        editor.update(&before, &wanted, Arrangement { order: &KEYS, lines: LINES })?;
        Ok(editor.finish())
    };
    update().map_err(|error| MatchEditError { reason: error.to_string() })
}

//! The match file as text: reading it, writing a new one, and adding to one so that every byte that was there stays.

use serde::Serialize;

use super::check::check;
use super::fault::ValuePath;
use super::model::Match;
use crate::document::{
    self, Diagnostic, Document, EditError, Editor, Layout, Limits, Node, PrintError, flow,
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
const KEYS: [&str; 12] = [
    "format",
    "id",
    "title",
    "players",
    "teams",
    "arbiter",
    "sides",
    "externals",
    "draws",
    "games",
    "groupings",
    "tournament",
];

/// Additions to a match file, made all at once at the end. Every byte that was there stays.
#[derive(Clone, Debug)]
pub struct MatchEditor<'d, 't> {
    document: &'d Document<'t>,
    editor: Editor<'d, 't>,
}

/// Why something cannot be added to a match file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchEditError {
    /// The file is written in a way in which nothing can be added to it without a change to what is there.
    #[error("{what} cannot be added to the file as it is written without changing what is there")]
    Shape {
        /// The key of what was to be added.
        what: String,
    },
    /// With it the file would say what cannot be.
    #[error("{}", .0.advised())]
    Says(Box<Diagnostic>),
}

impl<'d, 't> MatchEditor<'d, 't> {
    /// Begins with the file as it is.
    pub fn new(document: &'d Document<'t>) -> MatchEditor<'d, 't> {
        MatchEditor { document, editor: Editor::new(document) }
    }

    /// Adds an item in one line at the end of a list of the file, such as `games`; the list is begun where there is
    /// none.
    ///
    /// # Errors
    /// [`MatchEditError::Shape`].
    pub fn push(&mut self, list: &str, value: &impl Serialize) -> Result<(), MatchEditError> {
        let added = self.editor.push_to(self.document.root(), list, &KEYS, value, Layout::Line);
        added.map_err(|error| refuse(list, &error))
    }

    /// The same with a line for each key of the item and for each item of its lists, so that what is added to it later
    /// is a line as well.
    ///
    /// # Errors
    /// [`MatchEditError::Shape`].
    pub fn push_lines(&mut self, list: &str, value: &impl Serialize) -> Result<(), MatchEditError> {
        let added = self.editor.push_to(self.document.root(), list, &KEYS, value, Layout::Lines);
        added.map_err(|error| refuse(list, &error))
    }

    /// Adds a key to an item, counted from 0, of a list of the file.
    ///
    /// # Errors
    /// [`MatchEditError::Shape`], also where the item has that key already.
    pub fn set(
        &mut self,
        list: &'static str,
        index: usize,
        key: &str,
        value: &impl Serialize,
    ) -> Result<(), MatchEditError> {
        let item = self.item(list, index, key)?;
        if item.get(key).is_some() {
            return Err(MatchEditError::Shape { what: key.to_owned() });
        }
        self.editor.set(item, key, value).map_err(|error| refuse(key, &error))
    }

    /// Adds an item at the end of a list within an item, counted from 0, of a list of the file; it is begun where there
    /// is none.
    ///
    /// # Errors
    /// [`MatchEditError::Shape`].
    pub fn push_within(
        &mut self,
        list: &'static str,
        index: usize,
        key: &str,
        value: &impl Serialize,
    ) -> Result<(), MatchEditError> {
        let item = self.item(list, index, key)?;
        let added = self.editor.push_to(item, key, &[], value, Layout::Line);
        added.map_err(|error| refuse(key, &error))
    }

    /// The text with all that was added.
    ///
    /// # Errors
    /// [`MatchEditError::Says`] when what it says cannot be, [`MatchEditError::Shape`] when it is not what `wanted` says.
    pub fn finish(self, wanted: &Match) -> Result<String, MatchEditError> {
        let text = self.editor.finish();
        let shape = || MatchEditError::Shape { what: "this".to_owned() };
        let document = document::read(text.as_bytes(), &Limits::MATCH).map_err(|_| shape())?;
        let m: Match = document.typed().map_err(|_| shape())?;
        match check(&m).first() {
            Some(fault) => Err(MatchEditError::Says(Box::new(fault.diagnostic(&document)))),
            None if m == *wanted => Ok(text),
            None => Err(shape()),
        }
    }

    /// An item of a list, to which `what` is to be added.
    fn item(
        &self,
        list: &'static str,
        index: usize,
        what: &str,
    ) -> Result<&'d Node<'t>, MatchEditError> {
        let node = ValuePath::item(list, index).node(self.document);
        node.ok_or_else(|| MatchEditError::Shape { what: what.to_owned() })
    }
}

fn refuse(what: &str, _: &EditError) -> MatchEditError {
    MatchEditError::Shape { what: what.to_owned() }
}

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

/// The file is written in a way in which something cannot be added without a change to what is there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} cannot be added to the file as it is written without changing what is there")]
pub struct MatchEditError {
    /// The key of what was to be added.
    pub what: String,
}

impl<'d, 't> MatchEditor<'d, 't> {
    /// Begins with the file as it is.
    pub fn new(document: &'d Document<'t>) -> MatchEditor<'d, 't> {
        MatchEditor { document, editor: Editor::new(document) }
    }

    /// Adds an item at the end of a list, such as `games`, which is begun where there is none: of a list of the file, or, with
    /// `within`, of one within an item of such a list, counted from 0. With [`Layout::Lines`] each key of the item and each
    /// item of its lists has a line, so that what is added to it later is a line as well.
    ///
    /// # Errors
    /// [`MatchEditError`].
    pub fn push(
        &mut self,
        within: Option<(&'static str, usize)>,
        list: &str,
        value: &impl Serialize,
        layout: Layout,
    ) -> Result<(), MatchEditError> {
        let (node, keys) = match within {
            None => (self.document.root(), &KEYS[..]),
            Some(item) => (self.item(item, list)?, &[][..]),
        };
        let added = self.editor.push_to(node, list, keys, value, layout);
        added.map_err(|error| refuse(list, &error))
    }

    /// Adds a key to an item, counted from 0, of a list of the file.
    ///
    /// # Errors
    /// [`MatchEditError`], also where the item has that key already.
    pub fn set(
        &mut self,
        item: (&'static str, usize),
        key: &str,
        value: &impl Serialize,
    ) -> Result<(), MatchEditError> {
        let item = self.item(item, key)?;
        if item.get(key).is_some() {
            return Err(MatchEditError { what: key.to_owned() });
        }
        self.editor.set(item, key, value).map_err(|error| refuse(key, &error))
    }

    /// The text with all that was added. Whether it says what it should shows when it is read.
    pub fn finish(self) -> String {
        self.editor.finish()
    }

    /// An item of a list, to which `what` is to be added.
    fn item(
        &self,
        (list, index): (&'static str, usize),
        what: &str,
    ) -> Result<&'d Node<'t>, MatchEditError> {
        let node = ValuePath::item(list, index).node(self.document);
        node.ok_or_else(|| MatchEditError { what: what.to_owned() })
    }
}

fn refuse(what: &str, _: &EditError) -> MatchEditError {
    MatchEditError { what: what.to_owned() }
}

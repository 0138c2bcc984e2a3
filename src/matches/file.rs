//! The match file as text: reading it, writing a new one, and adding to one so that every byte that was there stays.

use serde::Serialize;

use super::check::check;
use super::model::Match;
use super::outline::{Node, Shape, outline};
use crate::document::{self, Diagnostic, Document, Limits, PrintError, flow, item};

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

/// How much further than its key a list is indented.
const INDENT: usize = 2;

/// The top-level keys in the order in which they are written.
const KEYS: [&str; 11] = [
    "format",
    "id",
    "title",
    "players",
    "teams",
    "sides",
    "externals",
    "draws",
    "games",
    "groupings",
    "tournament",
];

/// The text of a match file to which something is added, piece by piece.
#[derive(Clone, Debug)]
pub struct Extension {
    text: String,
}

/// Why something cannot be added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExtendError {
    /// The file is written in a way in which nothing can be added to it without a change to what is there.
    #[error("{what} cannot be added to the file as it is written without changing what is there")]
    Shape {
        /// What was to be added.
        what: String,
    },
    /// With it the file would say what cannot be.
    #[error(transparent)]
    Says(Box<Diagnostic>),
}

impl Extension {
    /// Begins with the text as it is.
    pub fn new(text: &str) -> Extension {
        Extension { text: text.to_owned() }
    }

    /// Adds an item in one line at the end of a list of the file, such as `games`; the list is begun where there is
    /// none.
    ///
    /// # Errors
    /// [`ExtendError`].
    pub fn push(&mut self, list: &str, value: &impl Serialize) -> Result<(), ExtendError> {
        let value = written(list, value)?;
        let top = self.outline(list)?;
        match top.get(list) {
            Some(node) => self.add_item(node, &value, list),
            None => self.add_list(&top, list, &value),
        }
    }

    /// The same with a line for each key of the item and for each item of its lists, so that what is added to it later
    /// is a line as well.
    ///
    /// # Errors
    /// [`ExtendError`].
    pub fn push_open(&mut self, list: &str, value: &impl Serialize) -> Result<(), ExtendError> {
        let top = self.outline(list)?;
        let written = |column| item(value, column, self.line_end()).map_err(|_| refuse(list));
        match top.get(list) {
            Some(node) if matches!(node.shape, Shape::List { flow: false, .. }) => {
                self.add_item(node, &written(node.column)?, list)
            }
            Some(_) => self.push(list, value),
            None => self.add_list(&top, list, &written(top.column + INDENT)?),
        }
    }

    /// Adds a key to an item of a list of the file.
    ///
    /// # Errors
    /// [`ExtendError`].
    pub fn set(
        &mut self,
        list: &str,
        index: usize,
        key: &str,
        value: &impl Serialize,
    ) -> Result<(), ExtendError> {
        let value = written(key, value)?;
        let top = self.outline(key)?;
        let node = top.get(list).and_then(|node| node.item(index)).ok_or_else(|| refuse(key))?;
        self.add_key(node, key, &value)
    }

    /// Adds an item at the end of a list within an item of a list of the file; it is begun where there is none.
    ///
    /// # Errors
    /// [`ExtendError`].
    pub fn push_within(
        &mut self,
        list: &str,
        index: usize,
        key: &str,
        value: &impl Serialize,
    ) -> Result<(), ExtendError> {
        let value = written(key, value)?;
        let top = self.outline(key)?;
        let node = top.get(list).and_then(|node| node.item(index)).ok_or_else(|| refuse(key))?;
        match node.get(key) {
            Some(inner) => self.add_item(inner, &value, key),
            None if matches!(node.shape, Shape::Map { flow: false, .. }) => {
                let line = self.begun(key, node.column, &value);
                self.add_line(node.span.end, node.column, &line);
                Ok(())
            }
            None => self.add_key(node, key, &format!("[{value}]")),
        }
    }

    /// The text with all that was added.
    ///
    /// # Errors
    /// [`ExtendError::Says`] when what it says cannot be, [`ExtendError::Shape`] when it is not what `wanted` says.
    pub fn finish(self, wanted: &Match) -> Result<String, ExtendError> {
        let read = |text: &str| -> Result<Result<Match, Diagnostic>, Diagnostic> {
            let document = document::read(text.as_bytes(), &Limits::MATCH)?;
            let m: Match = document.typed()?;
            Ok(match check(&m).first() {
                Some(fault) => Err(fault.diagnostic(&document)),
                None => Ok(m),
            })
        };
        match read(&self.text) {
            Ok(Ok(m)) if m == *wanted => Ok(self.text),
            Ok(Err(fault)) => Err(ExtendError::Says(Box::new(fault))),
            _ => Err(refuse("this")),
        }
    }

    fn outline(&self, what: &str) -> Result<Node, ExtendError> {
        outline(&self.text).ok_or_else(|| refuse(what))
    }

    fn add_item(&mut self, list: &Node, value: &str, what: &str) -> Result<(), ExtendError> {
        match &list.shape {
            Shape::List { flow: true, items } => {
                self.add_in_brackets(list, items.last(), value);
                Ok(())
            }
            Shape::List { flow: false, .. } => {
                self.add_line(list.span.end, list.column, &format!("- {value}"));
                Ok(())
            }
            _ => Err(refuse(what)),
        }
    }

    fn add_key(&mut self, map: &Node, key: &str, value: &str) -> Result<(), ExtendError> {
        let text = format!("{key}: {value}");
        match &map.shape {
            Shape::Map { flow: true, entries } => {
                self.add_in_brackets(map, entries.last().map(|(_, node)| node), &text);
                Ok(())
            }
            Shape::Map { flow: false, .. } => {
                self.add_line(map.span.end, map.column, &text);
                Ok(())
            }
            _ => Err(refuse(key)),
        }
    }

    /// Begins a list at the top, in front of the first key that is written after it.
    fn add_list(&mut self, top: &Node, key: &str, value: &str) -> Result<(), ExtendError> {
        let Shape::Map { flow: false, entries } = &top.shape else { return Err(refuse(key)) };
        let rank = |name: &str| KEYS.iter().position(|key| *key == name);
        let before = entries.iter().rfind(|(name, _)| rank(name) < rank(key));
        let Some((_, before)) = before else { return Err(refuse(key)) };
        let line = self.begun(key, top.column, value);
        self.add_line(before.span.end, top.column, &line);
        Ok(())
    }

    /// The lines of a list that is begun under a key in that column.
    fn begun(&self, key: &str, column: usize, value: &str) -> String {
        format!("{key}:{}{}- {value}", self.line_end(), " ".repeat(column + INDENT))
    }

    fn add_in_brackets(&mut self, whole: &Node, last: Option<&Node>, value: &str) {
        match last {
            Some(last) => self.text.insert_str(last.span.end, &format!(", {value}")),
            None => self.text.insert_str(whole.span.start + 1, value),
        }
    }

    /// Adds a line behind the one in which `end` lies.
    fn add_line(&mut self, end: usize, column: usize, line: &str) {
        let line_end = self.line_end();
        let text = format!("{}{line}{line_end}", " ".repeat(column));
        match self.text[end..].find('\n') {
            Some(at) => self.text.insert_str(end + at + 1, &text),
            None => {
                self.text.push_str(line_end);
                self.text.push_str(&text);
            }
        }
    }

    fn line_end(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}

fn refuse(what: &str) -> ExtendError {
    ExtendError::Shape { what: what.to_owned() }
}

fn written(what: &str, value: &impl Serialize) -> Result<String, ExtendError> {
    flow(value).map_err(|_| refuse(what))
}

//! The shapes that the values of a header may have, and texts with their places.

use std::borrow::Cow;
use std::fmt::Display;

use crate::document::{Diagnostic, Document, Entry, Hint, Node, Value};

/// What a key may hold.
#[derive(Debug)]
pub(super) enum Shape {
    /// Text, whatever YAML would make of it.
    Text,
    /// A mapping with these keys and, if `extras`, keys that begin with `x-` and hold text.
    Map {
        /// The keys with their shapes.
        keys: &'static [(&'static str, &'static Shape)],
        /// Whether keys that begin with `x-` are allowed too.
        extras: bool,
    },
    /// A mapping of any keys to texts.
    Words,
    /// A list of texts.
    List,
}

/// A value of another shape than is wanted.
struct Misfit {
    /// Its offset in the file.
    at: usize,
    /// The keys that lead to it.
    path: String,
    found: String,
    expected: &'static str,
}

/// What a check finds: a key that is not known, or a value of another shape.
enum ShapeFault {
    Key(Diagnostic),
    Value(Misfit),
}

impl Shape {
    /// Checks that a document has this shape, in the order of the file.
    ///
    /// # Errors
    /// A [`Diagnostic`] at a key that is not known, or at a value of another shape.
    pub(super) fn check(&self, document: &Document<'_>) -> Result<(), Diagnostic> {
        self.check_node(document, document.root(), document.root().span.start).map_err(|finding| {
            match finding {
                ShapeFault::Key(fault) => fault,
                ShapeFault::Value(Misfit { at, path, found, expected }) => {
                    let colon = if path.is_empty() { "" } else { ": " };
                    let message =
                        format!("{path}{colon}invalid type: {found}, expected {expected}");
                    Diagnostic::yaml(document.place(at), message)
                }
            }
        })
    }

    fn check_node(
        &self,
        document: &Document<'_>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<(), ShapeFault> {
        match (self, &node.value) {
            (Shape::Text, Value::Text(_) | Value::Block(_)) => Ok(()),
            (Shape::Map { .. } | Shape::Words, Value::Map(map)) => {
                map.entries.iter().try_for_each(|entry| self.check_entry(document, entry))
            }
            (Shape::List, Value::List(list)) => {
                let mut items = list.items.iter();
                items.try_for_each(|item| Shape::Text.check_node(document, item, item.span.start))
            }
            // Nothing is written: no keys, no items.
            (_, Value::Text(_)) if node.is_empty() => Ok(()),
            (_, value) => {
                let found = match value {
                    Value::Text(text) => format!("string {text:?}"),
                    Value::Block(_) => "a block of text".into(),
                    Value::Map(_) => "map".into(),
                    Value::List(_) => "sequence".into(),
                };
                let expected = match self {
                    Shape::Text => "text",
                    Shape::Map { .. } | Shape::Words => "keys with values",
                    Shape::List => "a list in square brackets",
                };
                Err(ShapeFault::Value(Misfit { at, path: String::new(), found, expected }))
            }
        }
    }

    fn check_entry(&self, document: &Document<'_>, entry: &Entry<'_>) -> Result<(), ShapeFault> {
        let shape = self.of_key(document, entry).map_err(ShapeFault::Key)?;
        shape.check_node(document, &entry.value, entry.value_at()).map_err(
            |finding| match finding {
                ShapeFault::Value(Misfit { path, at, found, expected }) => {
                    let dot = if path.is_empty() { "" } else { "." };
                    let path = format!("{}{dot}{path}", entry.key);
                    ShapeFault::Value(Misfit { path, at, found, expected })
                }
                key @ ShapeFault::Key(_) => key,
            },
        )
    }

    /// The shape of a key in a mapping of this shape.
    fn of_key(&self, document: &Document<'_>, entry: &Entry<'_>) -> Result<&Shape, Diagnostic> {
        let Shape::Map { keys, extras } = self else { return Ok(&Shape::Text) };
        if let Some((_, shape)) = keys.iter().find(|(name, _)| entry.is(name)) {
            return Ok(shape);
        }
        if *extras && is_extra(entry.key) {
            return Ok(&Shape::Text);
        }
        let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
        let fault = Diagnostic::unknown_key(document.place(entry.at), entry.key, &names);
        let near = matches!(fault.hint, Some(Hint::DidYouMean(_)));
        Err(if near || !extras { fault } else { fault.hint("a key of your own begins with x-") })
    }
}

/// Whether a key is one of the author's own: `x-` and letters, digits or dashes.
pub(super) fn is_extra(key: &str) -> bool {
    const LONGEST: usize = 60;
    key.strip_prefix("x-").is_some_and(|rest| {
        let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        !rest.is_empty() && rest.len() <= LONGEST && rest.bytes().all(fits)
    })
}

/// A text of a document, with its place.
#[derive(Clone, Debug)]
pub(super) struct Text<'d, 't> {
    document: &'d Document<'t>,
    node: &'d Node<'t>,
    /// The offset at which it stands; that of its key where nothing is written.
    at: usize,
    /// What it says.
    pub(super) text: Cow<'d, str>,
}

impl<'d, 't> Text<'d, 't> {
    /// The text that an entry holds, if it is one.
    pub(super) fn of(document: &'d Document<'t>, entry: &'d Entry<'t>) -> Option<Text<'d, 't>> {
        let text = entry.value.text()?;
        Some(Text { document, node: &entry.value, at: entry.value_at(), text })
    }

    /// The offset at which it stands.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// An error about this text.
    pub(super) fn refuse(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.document.place(self.at), message)
    }

    /// An error about this text, which is the value of a key.
    pub(super) fn refuse_value(&self, key: &str, message: impl Display) -> Diagnostic {
        self.refuse(format!("{key}: {message}"))
    }

    /// An error about something else in the same document.
    pub(super) fn refuse_elsewhere(&self, at: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.document.place(at), message)
    }

    /// An error about a byte of it.
    pub(super) fn refuse_at(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.document.place_of(self.node, offset), message)
    }

    /// An error about a character of one of its lines, both counted from 0.
    pub(super) fn refuse_line(&self, line: usize, column: usize, message: String) -> Diagnostic {
        match &self.node.value {
            Value::Block(block) => {
                Diagnostic::new(self.document.place_in(block, line, column), message)
            }
            _ => self.refuse(message),
        }
    }
}

//! A document as a tree whose nodes know the bytes that they stand in.

use std::borrow::Cow;
use std::ops::Range;

use super::block::Block;
use super::diagnostic::Place;
use super::lines::Lines;

/// A document.
#[derive(Clone, Debug)]
pub struct Document<'t> {
    pub(super) lines: Lines<'t>,
    /// Whether a byte order mark stands in front of the text.
    pub(super) marked: bool,
    pub(super) root: Node<'t>,
    pub(super) preamble: usize,
    pub(super) comments: Vec<usize>,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<'t> {
    /// The bytes of the text in which it stands, quotes and brackets included; for a literal block those from its `|` to the
    /// end of its lines. Empty where nothing is written.
    pub span: Range<usize>,
    /// What it is.
    pub value: Value<'t>,
}

/// What a value is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value<'t> {
    /// Text in one line or folded, whatever YAML would make of it. It is borrowed exactly when it stands in the file as it is.
    Text(Cow<'t, str>),
    /// Text whose lines are lines of the file.
    Block(Block<'t>),
    /// Keys with values.
    Map(Map<'t>),
    /// A list.
    List(List<'t>),
}

/// A mapping.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Map<'t> {
    /// Whether it stands within braces, not in lines of its own.
    pub flow: bool,
    /// The entries in the order of the file; no key stands twice.
    pub entries: Vec<Entry<'t>>,
}

/// An entry of a mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<'t> {
    /// The key.
    pub key: &'t str,
    /// The offset of its first character in the text, a quote not included.
    pub at: usize,
    /// What it holds.
    pub value: Node<'t>,
}

/// A list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct List<'t> {
    /// Whether it stands within brackets, not in lines of its own.
    pub flow: bool,
    /// The items in the order of the file.
    pub items: Vec<Node<'t>>,
}

impl<'t> Document<'t> {
    /// The text, without a byte order mark.
    pub fn text(&self) -> &'t str {
        self.lines.text()
    }

    /// Whether the file begins with a byte order mark.
    pub fn is_marked(&self) -> bool {
        self.marked
    }

    /// The whole of what it says. A document in which nothing is written is an empty text.
    pub fn root(&self) -> &Node<'t> {
        &self.root
    }

    /// The lines of comment and the blank lines in front of everything else.
    pub fn preamble(&self) -> &'t str {
        &self.text()[..self.preamble]
    }

    /// The comments that are not part of the [preamble](Self::preamble), from their `#` to the end of the line, with their
    /// places.
    pub fn comments(&self) -> impl Iterator<Item = (Place, &'t str)> {
        let comment = |at: usize| self.text()[at..].lines().next().unwrap_or_default().trim_end();
        self.comments.iter().map(move |at| (self.place(*at), comment(*at)))
    }

    /// The place of a byte of the text.
    pub fn place(&self, offset: usize) -> Place {
        self.lines.place(offset)
    }

    /// The lines of a block that are not blank, without their indentation and the blanks at their ends, each with its place.
    pub fn lines(&self, block: &Block<'t>) -> impl Iterator<Item = (Place, &'t str)> {
        block.lines(&self.lines)
    }

    /// The place of a character of a line of a block's text, both counted from 0.
    pub fn place_in(&self, block: &Block<'t>, line: usize, column: usize) -> Place {
        let first = 1 + block.numbers().start as u32;
        let column = 1 + block.indent().unwrap_or_default() + column;
        Place { line: first + line as u32, column: column as u32 }
    }

    /// The place of a byte of a node's text: that of the node where the text does not stand in the file as it is.
    pub fn place_of(&self, node: &Node<'t>, offset: usize) -> Place {
        match &node.value {
            Value::Text(Cow::Borrowed(text)) if !text.is_empty() => {
                self.place(text.as_ptr() as usize - self.text().as_ptr() as usize + offset)
            }
            _ => self.place(node.span.start),
        }
    }

    /// The value at the end of a path of keys; an item of a list goes by its number.
    pub fn get(&self, path: &[&str]) -> Option<&Node<'t>> {
        path.iter().try_fold(&self.root, |node, step| match &node.value {
            Value::List(list) => list.items.get(step.parse::<usize>().ok()?),
            _ => node.get(step),
        })
    }
}

impl<'t> Node<'t> {
    /// The value of a key, if this is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<&Node<'t>> {
        self.map()?.get(key).map(|entry| &entry.value)
    }

    /// The mapping, if it is one.
    pub fn map(&self) -> Option<&Map<'t>> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn items(&self) -> Option<&[Node<'t>]> {
        match &self.value {
            Value::List(list) => Some(&list.items),
            _ => None,
        }
    }

    /// The text, if it is text of any style.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        match &self.value {
            Value::Text(text) => Some(Cow::Borrowed(text)),
            Value::Block(block) => Some(Cow::Owned(block.text())),
            Value::Map(_) | Value::List(_) => None,
        }
    }

    /// Whether nothing is written here: `key:` and no value.
    pub fn is_empty(&self) -> bool {
        self.span.is_empty()
    }
}

impl<'t> Map<'t> {
    /// The entry of a key.
    pub fn get(&self, key: &str) -> Option<&Entry<'t>> {
        self.entries.iter().find(|entry| entry.is(key))
    }
}

impl Entry<'_> {
    /// Whether this is its key.
    #[inline]
    pub fn is(&self, key: &str) -> bool {
        // Most keys differ in these, and to compare them is quicker than to call what compares texts.
        self.key.len() == key.len()
            && self.key.as_bytes().first() == key.as_bytes().first()
            && self.key == key
    }

    /// The offset at which its value stands; that of the key where nothing is written.
    pub fn value_at(&self) -> usize {
        if self.value.is_empty() { self.at } else { self.value.span.start }
    }
}

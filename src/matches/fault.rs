//! What is wrong with a match, and which value of its file it is about.

use std::fmt;

use crate::document::{Diagnostic, Document, Node, Place, Value};

/// The way from the top of a match file to one of its values, such as `games[3].result`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct ValuePath(Vec<PathStep>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum PathStep {
    Key(&'static str),
    Item(usize),
}

impl ValuePath {
    /// The value of a top-level key.
    pub fn key(key: &'static str) -> ValuePath {
        ValuePath::default().then(key)
    }

    /// An item, counted from 0, of the list at a top-level key.
    pub fn item(list: &'static str, index: usize) -> ValuePath {
        ValuePath::key(list).at(index)
    }

    /// The value of a key of this mapping.
    #[must_use]
    pub fn then(mut self, key: &'static str) -> ValuePath {
        self.0.push(PathStep::Key(key));
        self
    }

    /// An item of this list, counted from 0.
    #[must_use]
    pub fn at(mut self, index: usize) -> ValuePath {
        self.0.push(PathStep::Item(index));
        self
    }

    /// The value, if the file has it.
    pub fn node<'d, 't>(&self, document: &'d Document<'t>) -> Option<&'d Node<'t>> {
        self.0.iter().try_fold(document.root(), |node, step| Some(step.take(node)?.0))
    }

    /// Where the value stands; where the file does not have it, the place of the innermost value around it.
    pub fn place(&self, document: &Document<'_>) -> Place {
        let mut offset = None;
        let mut node = document.root();
        for step in &self.0 {
            let Some((next, at)) = step.take(node) else { break };
            (node, offset) = (next, Some(at));
        }
        offset.map_or(Place::START, |offset| document.place(offset))
    }
}

impl PathStep {
    /// The value that this step leads to, and the offset at which it is shown.
    fn take<'n, 't>(self, node: &'n Node<'t>) -> Option<(&'n Node<'t>, usize)> {
        match (self, &node.value) {
            (PathStep::Key(key), Value::Map(map)) => {
                map.get(key).map(|entry| (&entry.value, entry.value_at()))
            }
            (PathStep::Item(index), Value::List(list)) => {
                list.items.get(index).map(|item| (item, item.span.start))
            }
            _ => None,
        }
    }
}

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Key(key) if i == 0 => f.write_str(key)?,
                PathStep::Key(key) => write!(f, ".{key}")?,
                PathStep::Item(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Something in a match that cannot be so: by itself, by the rules, or because a record says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct MatchFault {
    /// The value of the match file that it is about.
    pub path: ValuePath,
    /// The id of the rule that is broken, such as `M1`, if it is one.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

impl MatchFault {
    /// A fault of the value at `path`.
    pub fn new(path: ValuePath, message: impl Into<String>) -> MatchFault {
        MatchFault { path, rule: None, message: message.into() }
    }

    /// The same with a rule.
    pub(super) fn rule(self, rule: &'static str) -> MatchFault {
        MatchFault { rule: Some(rule), ..self }
    }

    /// The fault with its path, so far that within an item of a list, from the top of the file.
    pub(super) fn within(mut self, list: &'static str, index: usize) -> MatchFault {
        self.path.0.splice(0..0, [PathStep::Key(list), PathStep::Item(index)]);
        self
    }

    /// The fault with its place in the file.
    pub fn diagnostic(&self, document: &Document<'_>) -> Diagnostic {
        let place = self.path.place(document);
        Diagnostic { place, rule: self.rule, message: self.message.clone(), hint: None }
    }
}

//! YAML as records use it: mappings of texts, every text with its place, and the shapes that are allowed.

use std::borrow::Cow;

use super::error::{Fault, RecordError};
use super::place::Place;

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

/// A text with the offset in bytes at which it (or its quote, or its `|`) stands.
#[derive(Clone, Debug)]
pub(super) struct Text<'t> {
    /// The offset in the file.
    pub(super) at: usize,
    /// The text.
    pub(super) text: Cow<'t, str>,
}

/// A mapping, its entries in the file's order.
#[derive(Clone, Debug, Default)]
pub(super) struct Map<'t> {
    /// The entries.
    pub(super) entries: Vec<Entry<'t>>,
}

/// An entry of a mapping.
#[derive(Clone, Debug)]
pub(super) struct Entry<'t> {
    /// The key.
    pub(super) key: &'t str,
    /// The offset of the key in the file.
    pub(super) at: usize,
    /// What it holds.
    pub(super) value: Value<'t>,
}

/// What a key holds.
#[derive(Clone, Debug)]
pub(super) enum Value<'t> {
    /// Text.
    Text(Text<'t>),
    /// A mapping.
    Map(Map<'t>),
    /// A list.
    List(Vec<Text<'t>>),
}

impl<'t> Map<'t> {
    /// Takes the text of a key out of the mapping.
    pub(super) fn text(&mut self, key: &str) -> Option<Text<'t>> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        match self.entries.swap_remove(at).value {
            Value::Text(text) => Some(text),
            Value::Map(_) | Value::List(_) => None,
        }
    }

    /// Takes the mapping of a key out of this one, with the offset of the key.
    pub(super) fn map(&mut self, key: &str) -> Option<(usize, Map<'t>)> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        let Entry { at, value, .. } = self.entries.swap_remove(at);
        match value {
            Value::Map(map) => Some((at, map)),
            Value::Text(_) | Value::List(_) => None,
        }
    }
}

impl Shape {
    /// The shape of a key in a mapping of this shape.
    ///
    /// # Errors
    /// [`Fault::UnknownKey`] with the nearest key there is.
    pub(super) fn of_key(&self, key: &str) -> Result<&'static Shape, Fault> {
        let Shape::Map { keys, extras } = self else { return Ok(&Shape::Text) };
        if let Some((_, shape)) = keys.iter().find(|(name, _)| *name == key) {
            return Ok(shape);
        }
        if *extras && is_extra(key) {
            return Ok(&Shape::Text);
        }
        let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
        let near = similar::get_close_matches(key, &names, 1, 0.6);
        let nearest = near.first().and_then(|near| names.iter().position(|name| name == near));
        let nearest = nearest.and_then(|at| keys.get(at)).map(|(name, _)| *name);
        Err(Fault::UnknownKey { key: key.into(), nearest })
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

/// The offset of the value that belongs to the key that stands at `key..end` of a file: that of the key where the value
/// stands in another line.
pub(super) fn value_offset(file: &str, key: usize, end: usize) -> usize {
    let rest = &file[end..];
    let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
    let value = rest.trim_start_matches(' ').strip_prefix(':').map(|v| v.trim_start_matches(' '));
    match value {
        Some(value) if !value.is_empty() && !value.starts_with(['\n', '\r', '#']) => {
            file.len() - value.len()
        }
        _ => key,
    }
}

impl Text<'_> {
    /// An error about this text.
    pub(super) fn refuse(&self, file: &str, fault: Fault) -> RecordError {
        RecordError::new(Place::of(file, self.at), fault)
    }
}

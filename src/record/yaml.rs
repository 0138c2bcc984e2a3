//! Reading YAML: the one file that knows the YAML crate. It is handed text that the guard has passed, and for records asks
//! the crate for texts, lists of them and mappings only, so that none of YAML's rules for guessing a type ever applies.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor,
};

use super::error::{Fault, RecordError};
use super::guard;
use super::place::Place;
use super::scan;
use super::tree::{Entry, Map, Shape, Text, Value, value_offset};

/// The most entries of a mapping or a list.
const MOST_ENTRIES: usize = 200;

/// Reads a file of another format than records have, behind the same gates: size, bytes that are no text, tabs, anchors,
/// aliases, tags, deep nesting. Unknown keys are for the type to refuse, doubled ones are
/// refused here, with their places.
///
/// # Errors
/// The first [`RecordError`] met, with its place.
pub fn guarded<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, RecordError> {
    let text = guard::admit(bytes)?;
    scan::scan(text)?;
    let reader = Reader { file: text, fault: RefCell::new(None) };
    let walked = Walk(&reader).deserialize(serde_yaml::Deserializer::from_str(text));
    match (walked, reader.fault.take()) {
        (_, Some(fault)) => Err(fault),
        (Err(error), None) => Err(translate(&error)),
        (Ok(()), None) => serde_yaml::from_str(text).map_err(|error| translate(&error)),
    }
}

/// Reads a mapping of a shape from the beginning of `file` up to `end`.
///
/// # Errors
/// [`Fault::Yaml`] for what is no YAML or of another shape; [`Fault::UnknownKey`], [`Fault::DuplicateKey`],
/// [`Fault::TooMuch`].
pub(super) fn read<'t>(
    file: &'t str,
    end: usize,
    shape: &'static Shape,
) -> Result<Map<'t>, RecordError> {
    let reader = Reader { file, fault: RefCell::new(None) };
    let node = Node { reader: &reader, shape, at: 0 };
    let read = node.deserialize(serde_yaml::Deserializer::from_str(&file[..end]));
    match (read, reader.fault.take()) {
        (_, Some(fault)) => Err(fault),
        (Ok(Value::Map(map)), None) => Ok(map),
        (Ok(Value::Text(_) | Value::List(_)), None) => Ok(Map::default()),
        (Err(error), None) => Err(translate(&error)),
    }
}

fn translate(error: &serde_yaml::Error) -> RecordError {
    let place = error.location().map_or(Place::START, |location| Place {
        line: location.line() as u32,
        column: location.column() as u32,
    });
    let message = error.to_string();
    let message = match message.split_once(" at line ") {
        Some((message, _)) => message,
        None => &message,
    };
    RecordError::new(place, Fault::Yaml(message.into()))
}

struct Reader<'t> {
    file: &'t str,
    /// The crate's errors are texts; ours is kept here while the crate unwinds.
    fault: RefCell<Option<RecordError>>,
}

impl Reader<'_> {
    fn fail<E: Error>(&self, at: usize, fault: Fault) -> E {
        let error = RecordError::new(Place::of(self.file, at), fault);
        let message = error.message();
        self.fault.replace(Some(error));
        E::custom(message)
    }

    /// The offset of a part of the file.
    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.file.as_ptr() as usize
    }
}

/// A value yet to be read.
struct Node<'a, 't> {
    reader: &'a Reader<'t>,
    shape: &'static Shape,
    at: usize,
}

impl<'t> DeserializeSeed<'t> for Node<'_, 't> {
    type Value = Value<'t>;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Value<'t>, D::Error> {
        match self.shape {
            Shape::Text => deserializer.deserialize_str(self),
            Shape::Map { .. } | Shape::Words => deserializer.deserialize_map(self),
            Shape::List => deserializer.deserialize_seq(self),
        }
    }
}

impl<'t> Visitor<'t> for Node<'_, 't> {
    type Value = Value<'t>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self.shape {
            Shape::Text => "text",
            Shape::Map { .. } | Shape::Words => "keys with values",
            Shape::List => "a list in square brackets",
        })
    }

    fn visit_borrowed_str<E: Error>(self, text: &'t str) -> Result<Value<'t>, E> {
        Ok(Value::Text(Text { at: self.at, text: Cow::Borrowed(text) }))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'t>, E> {
        Ok(Value::Text(Text { at: self.at, text: Cow::Owned(text.into()) }))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> Result<Value<'t>, A::Error> {
        let Node { reader, at, .. } = self;
        let mut texts = Vec::new();
        while let Some(value) = list.next_element_seed(Node { reader, shape: &Shape::Text, at })? {
            if texts.len() == MOST_ENTRIES {
                let what = "the list is too long";
                return Err(reader.fail(at, Fault::TooMuch { what, limit: MOST_ENTRIES }));
            }
            if let Value::Text(mut text) = value {
                if let Cow::Borrowed(part) = text.text {
                    text.at = reader.offset(part);
                }
                texts.push(text);
            }
        }
        Ok(Value::List(texts))
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Value<'t>, A::Error> {
        let reader = self.reader;
        let mut entries: Vec<Entry<'t>> = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            let at = reader.offset(key);
            if entries.iter().any(|entry| entry.key == key) {
                return Err(reader.fail(at, Fault::DuplicateKey(key.into())));
            }
            if entries.len() == MOST_ENTRIES {
                let what = "there are too many keys here";
                return Err(reader.fail(at, Fault::TooMuch { what, limit: MOST_ENTRIES }));
            }
            let shape = self.shape.of_key(key).map_err(|fault| reader.fail(at, fault))?;
            let at_value = value_offset(reader.file, at, at + key.len());
            let value = map.next_value_seed(Node { reader, shape, at: at_value })?;
            entries.push(Entry { key, at, value });
        }
        Ok(Value::Map(Map { entries }))
    }
}

/// A key yet to be read.
struct Key;

impl<'t> DeserializeSeed<'t> for Key {
    type Value = &'t str;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<&'t str, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'t> Visitor<'t> for Key {
    type Value = &'t str;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key in plain words")
    }

    fn visit_borrowed_str<E: Error>(self, key: &'t str) -> Result<&'t str, E> {
        Ok(key)
    }
}

/// A value of any shape, of which only its keys are looked at.
struct Walk<'a, 't>(&'a Reader<'t>);

impl<'t> DeserializeSeed<'t> for Walk<'_, 't> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for Walk<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<(), E> {
        Ok(())
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Walk(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        let mut keys: Vec<&str> = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            if keys.contains(&key) {
                return Err(self.0.fail(self.0.offset(key), Fault::DuplicateKey(key.into())));
            }
            // No format has as many keys, and a search among very many would take long.
            if keys.len() == MOST_ENTRIES {
                let what = "there are too many keys here";
                let fault = Fault::TooMuch { what, limit: MOST_ENTRIES };
                return Err(self.0.fail(self.0.offset(key), fault));
            }
            keys.push(key);
            map.next_value_seed(Walk(self.0))?;
        }
        Ok(())
    }
}

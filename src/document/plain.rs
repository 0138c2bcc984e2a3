//! A value as a file says it: scalars, lists, and mappings whose keys keep their order.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::printer::PrintError;

/// What some value of a type would be written as.
#[derive(Clone, PartialEq, Debug)]
pub enum PlainValue {
    /// A text, a number, a truth value or nothing.
    Scalar(Value),
    /// A list.
    List(Vec<PlainValue>),
    /// A mapping.
    Map(Vec<(String, PlainValue)>),
}

impl PlainValue {
    /// What a value is written as.
    ///
    /// # Errors
    /// [`PrintError`].
    pub fn of(value: &impl Serialize) -> Result<PlainValue, PrintError> {
        Ok(serde_json::from_str(&serde_json::to_string(value)?)?)
    }
}

/// The value of a key among the entries of a mapping.
pub(super) fn entry<'e>(entries: &'e [(String, PlainValue)], key: &str) -> Option<&'e PlainValue> {
    entries.iter().find(|(other, _)| other == key).map(|(_, value)| value)
}

impl Serialize for PlainValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            PlainValue::Scalar(value) => value.serialize(serializer),
            PlainValue::List(items) => serializer.collect_seq(items),
            PlainValue::Map(entries) => serializer.collect_map(entries.iter().map(|(k, v)| (k, v))),
        }
    }
}

impl<'de> Deserialize<'de> for PlainValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlainValue, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = PlainValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<PlainValue, E> {
        Ok(PlainValue::Scalar(value.into()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<PlainValue, E> {
        Ok(PlainValue::Scalar(value.into()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<PlainValue, E> {
        Ok(PlainValue::Scalar(value.into()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<PlainValue, E> {
        Ok(PlainValue::Scalar(value.into()))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<PlainValue, E> {
        Ok(PlainValue::Scalar(value.into()))
    }

    fn visit_unit<E: de::Error>(self) -> Result<PlainValue, E> {
        Ok(PlainValue::Scalar(Value::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<PlainValue, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(PlainValue::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PlainValue, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(PlainValue::Map(entries))
    }
}

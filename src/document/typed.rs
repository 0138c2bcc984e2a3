//! Reading a tree into a type, by serde.

use std::fmt::Display;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::diagnostic::{Diagnostic, Hint, nearest};
use super::tree::{Document, Entry, Node, Value};

impl Document<'_> {
    /// Reads the document into a type. Scalars are read as the type asks: a number from decimal digits without quotes, a
    /// truth value from `true` and `false`, everything else from text.
    ///
    /// # Errors
    /// A [`Diagnostic`] at the value, or the key, that the type does not take.
    pub fn typed<T: DeserializeOwned>(&self) -> Result<T, Diagnostic> {
        let start = self.root().span.start;
        T::deserialize(NodeReader { node: self.root(), at: start }).map_err(|error| {
            let place = self.place(error.at.unwrap_or(start));
            let message = match error.path.as_str() {
                "" => error.message,
                path => format!("{path}: {}", error.message),
            };
            Diagnostic { hint: error.hint, ..Diagnostic::yaml(place, message) }
        })
    }
}

/// What the type does not take.
#[derive(Debug)]
struct TypeMismatch {
    /// Where in the text, as soon as that is known.
    at: Option<usize>,
    /// The keys and numbers of items that lead there: `games[2].id`.
    path: String,
    message: String,
    hint: Option<Hint>,
}

impl Display for TypeMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TypeMismatch {}

impl de::Error for TypeMismatch {
    fn custom<T: Display>(message: T) -> TypeMismatch {
        TypeMismatch { at: None, path: String::new(), message: message.to_string(), hint: None }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> TypeMismatch {
        let near = nearest(field, expected);
        let known = expected.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        let message = match expected.len() {
            0 => format!("unknown field `{field}`, there are no fields"),
            1 => format!("unknown field `{field}`, expected {known}"),
            _ => format!("unknown field `{field}`, expected one of {known}"),
        };
        let hint = near.map(|near| Hint::DidYouMean(near.to_owned()));
        TypeMismatch { hint, ..de::Error::custom(message) }
    }
}

impl TypeMismatch {
    /// Sets where it is if that is not known yet.
    fn at(self, at: usize) -> TypeMismatch {
        TypeMismatch { at: self.at.or(Some(at)), ..self }
    }

    /// The same within a key.
    fn within_key(self, key: &str, at: usize) -> TypeMismatch {
        let path = match self.path.as_str() {
            "" => key.to_owned(),
            path if path.starts_with('[') => format!("{key}{path}"),
            path => format!("{key}.{path}"),
        };
        TypeMismatch { path, ..self.at(at) }
    }

    /// The same within an item of a list.
    fn within_item(self, index: usize, at: usize) -> TypeMismatch {
        let path = match self.path.as_str() {
            path if path.is_empty() || path.starts_with('[') => format!("[{index}]{path}"),
            path => format!("[{index}].{path}"),
        };
        TypeMismatch { path, ..self.at(at) }
    }
}

/// A value yet to be read.
#[derive(Clone, Copy)]
struct NodeReader<'a, 't> {
    node: &'a Node<'t>,
    /// Where it stands, or its key if nothing is written.
    at: usize,
}

impl NodeReader<'_, '_> {
    /// The text, if it is one.
    fn text(&self) -> Option<std::borrow::Cow<'_, str>> {
        self.node.text()
    }

    /// Whether the text stands in the file without quotes, as numbers and truth values do.
    fn plain(&self, text: &str) -> bool {
        self.node.span.len() == text.len()
    }

    fn refuse(&self, expected: &dyn de::Expected) -> TypeMismatch {
        let text = self.text();
        let found = match (&self.node.value, &text) {
            (Value::Map(_), _) => Unexpected::Map,
            (Value::List(_), _) => Unexpected::Seq,
            _ if self.node.is_empty() => Unexpected::Unit,
            (_, Some(text)) => Unexpected::Str(text),
            (_, None) => Unexpected::Other("value"),
        };
        de::Error::invalid_type(found, expected)
    }
}

/// Whether a text is digits with a zero in front, which YAML takes for text, or for a number to the base of eight.
fn is_padded(text: &str) -> bool {
    text.len() > 1 && text.trim_start_matches(['-', '+']).starts_with('0')
}

/// Reads a number or a truth value.
macro_rules! scalars {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeMismatch> {
            let text = self.text().filter(|text| self.plain(text) && !is_padded(text));
            let read = text.and_then(|text| text.parse::<$type>().ok());
            match read {
                Some(value) => visitor.$visit(value),
                None => Err(self.refuse(&visitor)),
            }
            .map_err(|error: TypeMismatch| error.at(self.at))
        }
    )*};
}

impl<'de> Deserializer<'de> for NodeReader<'_, '_> {
    type Error = TypeMismatch;

    scalars! {
        deserialize_bool visit_bool bool;
        deserialize_i8 visit_i64 i64;
        deserialize_i16 visit_i64 i64;
        deserialize_i32 visit_i64 i64;
        deserialize_i64 visit_i64 i64;
        deserialize_u8 visit_u64 u64;
        deserialize_u16 visit_u64 u64;
        deserialize_u32 visit_u64 u64;
        deserialize_u64 visit_u64 u64;
    }

    /// Scalars are text here.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeMismatch> {
        match &self.node.value {
            Value::Map(_) => self.deserialize_map(visitor),
            Value::List(_) => self.deserialize_seq(visitor),
            _ => self.deserialize_str(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeMismatch> {
        match self.text() {
            Some(text) => visitor.visit_str(&text),
            None => Err(self.refuse(&visitor)),
        }
        .map_err(|error: TypeMismatch| error.at(self.at))
    }

    /// Nothing is written, or `~` or `null` without quotes.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeMismatch> {
        let none = self.text().is_some_and(|text| {
            self.plain(&text) && matches!(&*text, "" | "~" | "null" | "Null" | "NULL")
        });
        if none { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeMismatch> {
        if self.node.is_empty() { visitor.visit_unit() } else { Err(self.refuse(&visitor)) }
            .map_err(|error: TypeMismatch| error.at(self.at))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, TypeMismatch> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeMismatch> {
        match &self.node.value {
            Value::List(list) => visitor.visit_seq(Items { items: &list.items, next: 0 }),
            _ => Err(self.refuse(&visitor)),
        }
        .map_err(|error: TypeMismatch| error.at(self.at))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeMismatch> {
        match &self.node.value {
            Value::Map(map) => visitor.visit_map(Entries { entries: &map.entries, next: 0 }),
            _ => Err(self.refuse(&visitor)),
        }
        .map_err(|error: TypeMismatch| error.at(self.at))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TypeMismatch> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TypeMismatch> {
        match &self.node.value {
            Value::Map(map) if map.entries.len() == 1 => {
                visitor.visit_enum(Variant(&map.entries[0]))
            }
            _ => match self.text() {
                Some(text) => visitor.visit_enum(StrDeserializer::new(&text)),
                None => Err(self.refuse(&visitor)),
            },
        }
        .map_err(|error: TypeMismatch| error.at(self.at))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, TypeMismatch> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        f32 f64 char string bytes byte_buf unit_struct tuple tuple_struct identifier
    }
}

/// The items of a list yet to be read.
struct Items<'a, 't> {
    items: &'a [Node<'t>],
    next: usize,
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = TypeMismatch;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, TypeMismatch> {
        let index = self.next;
        let Some(node) = self.items.get(index) else { return Ok(None) };
        self.next += 1;
        let at = node.span.start;
        seed.deserialize(NodeReader { node, at }).map(Some).map_err(|e| e.within_item(index, at))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

/// The entries of a mapping yet to be read.
struct Entries<'a, 't> {
    entries: &'a [Entry<'t>],
    next: usize,
}

impl<'de> MapAccess<'de> for Entries<'_, '_> {
    type Error = TypeMismatch;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, TypeMismatch> {
        let Some(entry) = self.entries.get(self.next) else { return Ok(None) };
        let key = StrDeserializer::<TypeMismatch>::new(entry.key);
        seed.deserialize(key).map(Some).map_err(|error| error.at(entry.at))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, TypeMismatch> {
        let Some(entry) = self.entries.get(self.next) else {
            return Err(de::Error::custom("a value without a key"));
        };
        self.next += 1;
        let at = entry.value_at();
        let value = NodeReader { node: &entry.value, at };
        seed.deserialize(value).map_err(|error| error.within_key(entry.key, at))
    }
}

/// A variant that holds something: its name is the only key of a mapping.
struct Variant<'a, 't>(&'a Entry<'t>);

impl<'a, 't, 'de> EnumAccess<'de> for Variant<'a, 't> {
    type Error = TypeMismatch;
    type Variant = NodeReader<'a, 't>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, NodeReader<'a, 't>), TypeMismatch> {
        let name = seed.deserialize(StrDeserializer::<TypeMismatch>::new(self.0.key));
        let name = name.map_err(|error| error.at(self.0.at))?;
        Ok((name, NodeReader { node: &self.0.value, at: self.0.value_at() }))
    }
}

impl<'de> VariantAccess<'de> for NodeReader<'_, '_> {
    type Error = TypeMismatch;

    fn unit_variant(self) -> Result<(), TypeMismatch> {
        Deserialize::deserialize(self)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, TypeMismatch> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, TypeMismatch> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TypeMismatch> {
        self.deserialize_map(visitor)
    }
}

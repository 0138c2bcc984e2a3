//! JSON Schema as far as the crate's schemas use it. Any other keyword is a panic, so that none goes unchecked.
//!
//! The crate `jsonschema` does all of it, but takes more than a quarter of the processor time of all dependencies.

use chrono::DateTime;
use regex_lite::Regex;
use serde_json::{Map, Value};

/// Checks a value against a schema; the error names the place in the value and the keyword that it fails.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    Checker { root: schema }.check(schema, value, "")
}

struct Checker<'s> {
    root: &'s Value,
}

impl Checker<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let keywords = match schema {
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return Err(format!("{at}: nothing is allowed here")),
            Value::Object(keywords) => keywords,
            _ => panic!("not a schema: {schema}"),
        };
        for (keyword, wanted) in keywords {
            if !self.holds(keywords, keyword, wanted, value, at)? {
                return Err(format!("{at}: {value} fails {keyword} {wanted}"));
            }
        }
        Ok(())
    }

    fn holds(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        wanted: &Value,
        value: &Value,
        at: &str,
    ) -> Result<bool, String> {
        let number = |n: &Value| n.as_f64().expect("a number");
        let within = |length: Option<usize>, fits: fn(f64, f64) -> bool| {
            length.is_none_or(|length| fits(length as f64, number(wanted)))
        };
        let characters = value.as_str().map(|text| text.chars().count());
        let items = value.as_array().map(Vec::len);
        let fitting = || {
            let schemas = wanted.as_array().expect("a list of schemas");
            schemas.iter().filter(|schema| self.check(schema, value, at).is_ok()).count()
        };
        Ok(match keyword {
            "$schema" | "$defs" | "title" | "description" | "default" => true,
            "$ref" => {
                let pointer = wanted.as_str().and_then(|text| text.strip_prefix('#'));
                let schema = self.root.pointer(pointer.expect("a place in the schema"));
                self.check(schema.expect("a definition"), value, at)?;
                true
            }
            "anyOf" => fitting() > 0,
            "oneOf" => fitting() == 1,
            "const" => value == wanted,
            "enum" => wanted.as_array().expect("a list").contains(value),
            "type" => match wanted {
                Value::Array(types) => types.iter().any(|wanted| has_type(wanted, value)),
                wanted => has_type(wanted, value),
            },
            "minimum" => value.as_f64().is_none_or(|value| value >= number(wanted)),
            "maximum" => value.as_f64().is_none_or(|value| value <= number(wanted)),
            "multipleOf" => {
                value.as_f64().is_none_or(|value| (value / number(wanted)).fract() == 0.0)
            }
            "minLength" => within(characters, |length, least| length >= least),
            "maxLength" => within(characters, |length, most| length <= most),
            "minItems" => within(items, |length, least| length >= least),
            "maxItems" => within(items, |length, most| length <= most),
            "pattern" => value.as_str().is_none_or(|text| matches(wanted.as_str(), text)),
            "format" => match (wanted.as_str().expect("a name"), value.as_str()) {
                ("date-time", Some(text)) => DateTime::parse_from_rfc3339(text).is_ok(),
                // Of numbers, whose range stands in `minimum` and `maximum`.
                ("uint8" | "uint16" | "uint32" | "date-time", _) => true,
                (other, _) => panic!("unknown format {other}"),
            },
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(wanted, item, &format!("{at}/{index}"))?;
                }
                true
            }
            "required" => value.as_object().is_none_or(|object| {
                let mut names = wanted.as_array().expect("a list").iter();
                names.all(|name| object.contains_key(name.as_str().expect("a name")))
            }),
            "propertyNames" => {
                for name in value.as_object().into_iter().flat_map(Map::keys) {
                    self.check(wanted, &Value::from(name.as_str()), &format!("{at}/{name}"))?;
                }
                true
            }
            // All three at once, as what is additional depends on the other two.
            "properties" | "patternProperties" | "additionalProperties" => {
                for (name, value) in value.as_object().into_iter().flatten() {
                    let at = format!("{at}/{name}");
                    for schema in property(schema, name) {
                        self.check(schema, value, &at)?;
                    }
                }
                true
            }
            other => panic!("unknown keyword {other}"),
        })
    }
}

/// The schemas that a property of that name must fit.
fn property<'s>(schema: &'s Map<String, Value>, name: &str) -> Vec<&'s Value> {
    let named = schema.get("properties").and_then(|properties| properties.get(name));
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    let patterns = patterns.into_iter().flatten();
    let fitting = patterns.filter(|(pattern, _)| matches(Some(pattern), name)).map(|(_, s)| s);
    let found: Vec<&Value> = named.into_iter().chain(fitting).collect();
    if found.is_empty() { schema.get("additionalProperties").into_iter().collect() } else { found }
}

fn has_type(wanted: &Value, value: &Value) -> bool {
    match wanted.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    }
}

fn matches(pattern: Option<&str>, text: &str) -> bool {
    Regex::new(pattern.expect("a pattern")).expect("a regular expression").is_match(text)
}

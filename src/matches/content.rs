//! What a match file says as a tree of values, and changes to it that can be made, taken back and written in one line.
//!
//! A change is `PATH: VALUE` for a value that was not there, `PATH: VALUE -> VALUE` for one in the place of another, and
//! `PATH: VALUE -> gone`. A path is the keys on the way, parted by `/`. An item of a list of the file goes by its id where it
//! has one, any other by its number from 1, and `LIST/+` is an item added at the end. Values are JSON without blanks, the
//! keys of objects in the order of their bytes.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use super::model::Match;
use crate::document;

/// The last step of a path to what is added at the end of a list.
const ADDED: &str = "+";
/// What stands for a value that is not there any more.
const GONE: &str = "gone";
/// What stands between an old value and a new one.
const BECOMES: &str = " -> ";
/// What stands between two changes.
const NEXT: &str = "; ";

/// A change of one value of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct ContentChange {
    /// The way to the value.
    pub path: Vec<String>,
    /// The value before; none where there was none.
    pub old: Option<Value>,
    /// The value after; none where there is none any more.
    pub new: Option<Value>,
}

/// What a match says besides its log and signatures.
pub(super) struct Content {
    value: Value,
    /// The places of the items of the lists of the file by their ids, of those lists that were asked for.
    places: HashMap<String, HashMap<String, usize>>,
}

/// The changes that lead from one match to another; none where both say the same. Logs and signatures do not count.
pub fn changes(before: &Match, after: &Match) -> Vec<ContentChange> {
    let mut found = Vec::new();
    compare(&value_of(before), &value_of(after), &mut Vec::new(), &mut found);
    found
}

/// The value of a match without its log and signatures.
fn value_of(m: &Match) -> Value {
    let bare = Match { log: Vec::new(), signatures: Vec::new(), ..m.clone() };
    // Everything in it has a form in JSON.
    serde_json::to_value(&bare).unwrap_or_default()
}

fn compare(before: &Value, after: &Value, path: &mut Vec<String>, found: &mut Vec<ContentChange>) {
    if before == after {
        return;
    }
    let top = path.len() == 1;
    let mut within = |step: &str, old: Option<&Value>, new: Option<&Value>| {
        path.push(step.to_owned());
        match (old, new) {
            (Some(old), Some(new)) => compare(old, new, path, found),
            (old, new) => {
                let (path, old, new) = (path.clone(), old.cloned(), new.cloned());
                found.push(ContentChange { path, old, new });
            }
        }
        path.pop();
    };
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            keys.into_iter().for_each(|key| within(key, old.get(key), new.get(key)));
        }
        (Value::Array(old), Value::Array(new)) if continues(old, new, top) => {
            for (at, item) in new.iter().enumerate() {
                match old.get(at) {
                    Some(old) => within(&address(top, at, item), Some(old), Some(item)),
                    None => within(ADDED, None, Some(item)),
                }
            }
        }
        _ => {
            let (old, new) = (Some(before.clone()), Some(after.clone()));
            found.push(ContentChange { path: path.clone(), old, new });
        }
    }
}

/// Whether a list has the items of another first, as far as their names in a path tell.
fn continues(old: &[Value], new: &[Value], top: bool) -> bool {
    let names = |list: &[Value]| -> Vec<String> {
        list.iter().enumerate().map(|(at, item)| address(top, at, item)).collect()
    };
    names(new).starts_with(&names(old))
}

/// The name of an item in a path: its id in a list of the file where it has one, otherwise its number from 1.
fn address(top: bool, at: usize, item: &Value) -> String {
    let id = item.get("id").and_then(Value::as_str).filter(|_| top);
    id.map_or_else(|| (at + 1).to_string(), str::to_owned)
}

impl Content {
    pub(super) fn of(m: &Match) -> Content {
        Content { value: value_of(m), places: HashMap::new() }
    }

    /// The match that says this.
    pub(super) fn to_match(&self) -> Option<Match> {
        Match::deserialize(&self.value).ok()
    }

    /// The value at the end of a path.
    pub(super) fn get(&mut self, path: &[&str]) -> Option<&Value> {
        let path: Vec<String> = path.iter().map(|step| (*step).to_owned()).collect();
        self.find(&path).map(|value| &*value)
    }

    fn find(&mut self, path: &[String]) -> Option<&mut Value> {
        let mut value = &mut self.value;
        for (depth, step) in path.iter().enumerate() {
            value = match value {
                Value::Object(map) => map.get_mut(step)?,
                Value::Array(list) => {
                    let place = match depth {
                        1 => {
                            let known = self.places.entry(path[0].clone());
                            *known.or_insert_with(|| places(list)).get(step)?
                        }
                        _ => step.parse::<usize>().ok()?.checked_sub(1)?,
                    };
                    list.get_mut(place)?
                }
                _ => return None,
            };
        }
        Some(value)
    }

    /// Makes a change. False where what it replaces is not there; nothing has changed then.
    pub(super) fn make(&mut self, change: &ContentChange) -> bool {
        let ContentChange { path, old, new } = change;
        self.replace(path, old.as_ref(), new.as_ref())
    }

    /// Takes a change back. False where what it made is not there; nothing has changed then.
    pub(super) fn undo(&mut self, change: &ContentChange) -> bool {
        let ContentChange { path, old, new } = change;
        self.replace(path, new.as_ref(), old.as_ref())
    }

    /// Puts a value in the place of another.
    fn replace(&mut self, path: &[String], old: Option<&Value>, new: Option<&Value>) -> bool {
        let Some((last, around)) = path.split_last() else { return false };
        // The items of the lists of the file go by their ids, which change with the whole list only.
        if around.len() == 2 && last == "id" {
            return false;
        }
        let Some(parent) = self.find(around) else { return false };
        match (parent, old, new) {
            (Value::Array(list), None, Some(new)) if last == ADDED => {
                list.push(new.clone());
                let at = list.len() - 1;
                if let [list] = around
                    && let Some(known) = self.places.get_mut(list)
                {
                    known.insert(address(true, at, new), at);
                }
            }
            (Value::Array(list), Some(old), None) if last == ADDED && list.last() == Some(old) => {
                list.pop();
                let at = list.len();
                if let [list] = around
                    && let Some(known) = self.places.get_mut(list)
                {
                    known.remove(&address(true, at, old));
                }
            }
            (Value::Object(map), None, Some(new)) if !map.contains_key(last) => {
                map.insert(last.clone(), new.clone());
            }
            (Value::Object(map), Some(old), None) if map.get(last) == Some(old) => {
                map.remove(last);
            }
            (parent, Some(old), Some(new)) if !(around.len() == 1 && parent.is_array()) => {
                match self.find(path).filter(|value| **value == *old) {
                    Some(value) => *value = new.clone(),
                    None => return false,
                }
            }
            _ => return false,
        }
        if around.is_empty() {
            self.places.remove(last);
        }
        true
    }
}

/// The places of the items of a list of the file by their names in a path.
fn places(list: &[Value]) -> HashMap<String, usize> {
    list.iter().enumerate().map(|(at, item)| (address(true, at, item), at)).collect()
}

impl fmt::Display for ContentChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ContentChange { path, old, new } = self;
        write!(f, "{}: ", path.join("/"))?;
        if let Some(old) = old {
            write!(f, "{}{BECOMES}", in_one_line(old))?;
        }
        match new {
            Some(new) => f.write_str(&in_one_line(new)),
            None => f.write_str(GONE),
        }
    }
}

/// A value as JSON, with what may not stand in a line of a file written by its number.
pub(super) fn in_one_line(value: &Value) -> String {
    let mut text = String::new();
    for c in value.to_string().chars() {
        match document::is_one_line(c.encode_utf8(&mut [0; 4])) {
            true => text.push(c),
            false => c
                .encode_utf16(&mut [0; 2])
                .iter()
                .for_each(|u| text.push_str(&format!("\\u{u:04x}"))),
        }
    }
    text
}

/// The changes as they stand in one line.
pub(super) fn write_changes(changes: &[ContentChange]) -> String {
    let all: Vec<String> = changes.iter().map(ToString::to_string).collect();
    all.join(NEXT)
}

/// Reads changes; a text that [`write_changes`] would not write gives none.
pub(super) fn read_changes(text: &str) -> Option<Vec<ContentChange>> {
    let mut changes = Vec::new();
    let mut rest = text;
    loop {
        let (path, behind) = rest.split_once(": ")?;
        let path: Vec<String> = path.split('/').map(str::to_owned).collect();
        let (first, behind) = take(behind)?;
        let (old, new, behind) = match behind.strip_prefix(BECOMES) {
            None => (None, Some(first), behind),
            Some(behind) => match behind.strip_prefix(GONE) {
                Some(behind) => (Some(first), None, behind),
                None => {
                    let (new, behind) = take(behind)?;
                    (Some(first), Some(new), behind)
                }
            },
        };
        changes.push(ContentChange { path, old, new });
        match behind.strip_prefix(NEXT) {
            Some(next) => rest = next,
            None if behind.is_empty() => break,
            None => return None,
        }
    }
    (write_changes(&changes) == text).then_some(changes)
}

/// Takes a JSON value from the beginning of a text.
fn take(text: &str) -> Option<(Value, &str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, &text[values.byte_offset()..]))
}

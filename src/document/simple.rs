//! Documents that say what they say in the simplest way, as this program writes most of its own: read without the parser,
//! which takes ten times as long. To verify 270 chess games takes 73 million instructions with this and 110 without.

use std::borrow::Cow;

use super::block::{Block, lines};
use super::gate::Limits;
use super::tree::{Document, Entry, Map, Node, Value};

/// Reads a document that is a mapping of keys in letters and digits to plain text, text in double quotes without escapes,
/// literal blocks, mappings of such texts in braces, and mappings of both in lines of their own. None for everything else,
/// faults included: the parser knows what it is.
pub(super) fn read<'t>(text: &'t str, limits: &Limits) -> Option<Document<'t>> {
    let mut root = Map::default();
    let mut at = 0;
    while at < text.len() {
        at = entry(text, at, 0, &mut root, limits)?;
    }
    let (root, comments, stretches) = (node(root)?, Vec::new(), Default::default());
    Some(Document { text, marked: false, root, preamble: 0, comments, stretches })
}

/// A mapping in lines of its own.
fn node(map: Map<'_>) -> Option<Node<'_>> {
    let span = map.entries.first()?.at..map.entries.last()?.value.span.end;
    Some(Node { span, value: Value::Map(map) })
}

/// Reads the entry whose line begins at `at` with so many spaces, and gives the offset behind it.
fn entry<'t>(
    text: &'t str,
    at: usize,
    indent: usize,
    map: &mut Map<'t>,
    limits: &Limits,
) -> Option<usize> {
    let line = lines(&text[at..]).next()?;
    if line.len() > limits.line {
        return None;
    }
    let next = at + line.len();
    let key_at = at + indent;
    let (blank, line) = line.strip_suffix('\n').unwrap_or(line).split_at_checked(indent)?;
    let (key, rest) = key(line)?;
    if !blank.bytes().all(|b| b == b' ') {
        return None;
    }
    let value_at = key_at + key.len() + ": ".len();
    let (value, next) = match rest {
        "" if indent == 0 => {
            let inner = text[next..].bytes().take_while(|b| *b == b' ').count();
            let (mut below, mut at) = (Map::default(), next);
            while text[at..].starts_with(' ') {
                at = entry(text, at, inner, &mut below, limits)?;
            }
            (node(below)?, at)
        }
        " |" | " |-" | " |+" if indent == 0 => {
            let block = Block::at(text, value_at)?;
            let end = block.span().end;
            if text[end..].starts_with(' ') {
                return None;
            }
            (Node { span: value_at..end, value: Value::Block(block) }, end)
        }
        _ => (value(rest.strip_prefix(' ')?, value_at, limits)?, next),
    };
    add(map, Entry { key, at: key_at, value }, limits)?;
    Some(next)
}

/// Adds an entry to a mapping that has room for it and does not have its key.
fn add<'t>(map: &mut Map<'t>, entry: Entry<'t>, limits: &Limits) -> Option<()> {
    let fits = map.entries.len() < limits.keys && map.get(entry.key).is_none();
    fits.then(|| map.entries.push(entry))
}

/// Splits a key and its colon off.
fn key(text: &str) -> Option<(&str, &str)> {
    let word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let length = text.bytes().take_while(|b| word(b)).count();
    let (key, rest) = text.split_at(length);
    let rest = rest.strip_prefix(':')?;
    key.starts_with(|c: char| c.is_ascii_alphabetic()).then_some((key, rest))
}

/// Reads a value that fills the rest of its line from `at` on.
fn value<'t>(text: &'t str, at: usize, limits: &Limits) -> Option<Node<'t>> {
    let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return scalar(text, at, false);
    };
    let mut map = Map { flow: true, ..Map::default() };
    let mut key_at = at + 1;
    for part in inner.split(", ") {
        let (key, rest) = key(part)?;
        let value = scalar(rest.strip_prefix(' ')?, key_at + key.len() + ": ".len(), true)?;
        add(&mut map, Entry { key, at: key_at, value }, limits)?;
        key_at += part.len() + ", ".len();
    }
    Some(Node { span: at..at + text.len(), value: Value::Map(map) })
}

/// Reads text that stands at `at`, in braces or not.
fn scalar(text: &str, at: usize, flow: bool) -> Option<Node<'_>> {
    let said = match text.strip_prefix('"') {
        Some(rest) => {
            rest.strip_suffix('"').filter(|inner| !inner.bytes().any(|b| matches!(b, b'"' | b'\\')))
        }
        None => Some(text).filter(|text| stands_alone(text.as_bytes(), flow)),
    };
    Some(Node { span: at..at + text.len(), value: Value::Text(Cow::Borrowed(said?)) })
}

/// Whether a text stands for itself without quotes, whatever is around it.
fn stands_alone(text: &[u8], flow: bool) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b >= 0x80;
    let fits = |(at, b): (usize, &u8)| match b {
        b' ' | b'.' | b'-' | b'_' | b'/' | b'@' | b'+' | b'=' | b'(' | b')' | b'\'' => at > 0,
        b',' => at > 0 && !flow,
        b':' => at > 0 && text.get(at + 1).is_some_and(|next| word(*next)),
        _ => word(*b),
    };
    let ends = text.last().is_some_and(|last| *last != b' ') && !(flow && text.ends_with(b" -"));
    text.iter().enumerate().all(fits) && ends
}

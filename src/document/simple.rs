//! Documents that say what they say in the simplest way, as this program writes most of its own: read without the parser,
//! which takes ten times as long. To read and replay 300 chess games takes 79 million instructions with this and 115 without.

use std::borrow::Cow;

use super::block::Block;
use super::gate::Limits;
use super::lines::Lines;
use super::tree::{Entry, Map, Node, Value};

/// Room for the keys of a usual document.
const USUAL_KEYS: usize = 20;

/// Reads a document that is a mapping of keys in letters and digits to plain text, text in double quotes without escapes,
/// literal blocks, mappings of such texts in braces, and mappings of both in lines of their own. None for everything else,
/// faults included: the parser knows what it is.
pub(super) fn read<'t>(lines: &Lines<'t>, limits: &Limits) -> Option<Node<'t>> {
    let mut root = Map { flow: false, entries: Vec::with_capacity(USUAL_KEYS) };
    let mut number = 0;
    while lines.bytes(number).is_some() {
        number = entry(lines, number, 0, &mut root, limits)?;
    }
    node(root)
}

/// A mapping in lines of its own.
fn node(map: Map<'_>) -> Option<Node<'_>> {
    let span = map.entries.first()?.at..map.entries.last()?.value.span.end;
    Some(Node { span, value: Value::Map(map) })
}

/// Reads the entry in the line of that number, which begins with so many spaces, and gives the number of the line behind it.
fn entry<'t>(
    lines: &Lines<'t>,
    number: usize,
    indent: usize,
    map: &mut Map<'t>,
    limits: &Limits,
) -> Option<usize> {
    let line = lines.get(number)?;
    if line.len() > limits.line {
        return None;
    }
    let next = number + 1;
    let key_at = lines.start(number) + indent;
    if line.as_bytes().iter().take(indent).any(|b| *b != b' ') {
        return None;
    }
    let line = line.get(indent..line.len() - usize::from(line.ends_with('\n')))?;
    let (key, rest) = key(line)?;
    let value_at = key_at + key.len() + ": ".len();
    let is_indented = |number| lines.bytes(number).is_some_and(|line| line[0] == b' ');
    let (value, next) = match rest {
        "" if indent == 0 => {
            let inner = lines.bytes(next)?.iter().position(|b| *b != b' ')?;
            let (mut below, mut number) = (Map::default(), next);
            while is_indented(number) {
                number = entry(lines, number, inner, &mut below, limits)?;
            }
            (node(below)?, number)
        }
        " |" | " |-" | " |+" if indent == 0 => {
            let block = Block::at(lines, value_at)?;
            let next = block.numbers().end;
            if is_indented(next) {
                return None;
            }
            (Node { span: value_at..block.span().end, value: Value::Block(block) }, next)
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
    let bytes = text.as_bytes();
    let word = |b: &u8| KINDS[usize::from(*b)] & KEY != 0;
    let length = bytes.iter().position(|b| !word(b))?;
    (bytes[length] == b':' && bytes[0].is_ascii_alphabetic())
        .then(|| (&text[..length], &text[length + 1..]))
}

/// Reads a value that fills the rest of its line from `at` on.
fn value<'t>(text: &'t str, at: usize, limits: &Limits) -> Option<Node<'t>> {
    let [b'{', .., b'}'] = text.as_bytes() else { return scalar(text, at, false) };
    let mut map = Map { flow: true, ..Map::default() };
    let mut from = 1;
    loop {
        let (key, rest) = key(&text[from..text.len() - 1])?;
        let rest = rest.strip_prefix(' ')?;
        let end = match rest.strip_prefix('"') {
            Some(inner) => inner.find('"')? + 2,
            None => rest.find(',').unwrap_or(rest.len()),
        };
        let (said, rest) = rest.split_at(end);
        let value_from = from + key.len() + ": ".len();
        let value = scalar(said, at + value_from, true)?;
        add(&mut map, Entry { key, at: at + from, value }, limits)?;
        if rest.is_empty() {
            return Some(Node { span: at..at + text.len(), value: Value::Map(map) });
        }
        if !rest.starts_with(", ") {
            return None;
        }
        from = value_from + end + ", ".len();
    }
}

/// Reads text that stands at `at`, in braces or not.
fn scalar(text: &str, at: usize, flow: bool) -> Option<Node<'_>> {
    let said = match text.as_bytes() {
        [b'"', inner @ .., b'"'] => {
            let plain = !inner.iter().any(|b| matches!(b, b'"' | b'\\'));
            plain.then(|| &text[1..text.len() - 1])
        }
        bytes => stands_alone(bytes, flow).then_some(text),
    };
    Some(Node { span: at..at + text.len(), value: Value::Text(Cow::Borrowed(said?)) })
}

/// Whether a text stands for itself without quotes, whatever is around it.
fn stands_alone(text: &[u8], flow: bool) -> bool {
    let is = |b: u8, kind| KINDS[usize::from(b)] & kind != 0;
    let fits = |at: usize| match text[at] {
        b if is(b, WITHIN) => true,
        b',' => !flow,
        b':' => text.get(at + 1).is_some_and(|next| is(*next, WORD)),
        _ => false,
    };
    let begins = text.first().is_some_and(|first| is(*first, WORD));
    let ends = text.last().is_some_and(|last| *last != b' ') && !(flow && text.ends_with(b" -"));
    begins && ends && (1..text.len()).all(fits)
}

/// Where bytes may stand: in a key, at the beginning of plain text, anywhere else in it.
const KEY: u8 = 1;
const WORD: u8 = 2;
const WITHIN: u8 = 4;

/// Where each byte may stand.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut at = 0;
    while at < 256 {
        kinds[at] = match at as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => KEY | WORD | WITHIN,
            b'-' | b'_' => KEY | WITHIN,
            b' ' | b'.' | b'/' | b'@' | b'+' | b'=' | b'(' | b')' | b'\'' => WITHIN,
            0x80.. => WORD | WITHIN,
            _ => 0,
        };
        at += 1;
    }
    kinds
};

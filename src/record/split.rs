//! Telling the moves and the array from the rest of a file without a YAML parser: they are by far the most of it.

use super::place::Place;

/// A literal block whose key stands in the first column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'t> {
    /// Where its key begins, in bytes.
    pub(super) key: usize,
    /// Where its value begins: the `|`.
    pub(super) value: usize,
    /// Its lines, indentation included.
    pub(super) text: &'t str,
    /// The line in the file at which they begin.
    pub(super) first_line: u32,
    /// The columns of indentation; none while there are no lines.
    pub(super) indent: Option<usize>,
    /// How the file ends its lines.
    pub(super) line_end: &'static str,
}

/// The block of a key that ends where `file[..end]` ends, if it is there and has nothing unusual about it.
pub(super) fn block<'t>(file: &'t str, end: usize, key: &str) -> Option<Block<'t>> {
    let file = &file[..end];
    let (at, value) = key_of_block(file, key)?;
    let after = &file[value + 1..];
    let after = after.strip_prefix(['-', '+']).unwrap_or(after);
    let (rest, text) = after.split_once('\n').unwrap_or((after, ""));
    if !matches!(rest, "" | "\r") {
        return None;
    }
    let mut indent = None;
    for line in text.split('\n') {
        let spaces = line.bytes().take_while(|b| *b == b' ').count();
        if matches!(&line[spaces..], "" | "\r") {
            continue;
        }
        if spaces < *indent.get_or_insert(spaces.max(1)) {
            return None;
        }
    }
    let crlf = rest == "\r" || file[..at].ends_with("\r\n");
    Some(Block {
        key: at,
        value,
        text,
        first_line: Place::of(file, at).line + 1,
        indent,
        line_end: if crlf { "\r\n" } else { "\n" },
    })
}

/// The offsets of the first `key: |` at the beginning of a line and of its `|`.
fn key_of_block(file: &str, key: &str) -> Option<(usize, usize)> {
    const SIGNS: &str = ": |";
    let begins = |at: &usize| *at == 0 || file.as_bytes()[at - 1] == b'\n';
    let goes_on = |at: &usize| file[at + key.len()..].starts_with(SIGNS);
    let found = file.match_indices(key).map(|(at, _)| at);
    let at = found.filter(begins).find(goes_on)?;
    Some((at, at + key.len() + SIGNS.len() - 1))
}

impl<'t> Block<'t> {
    /// The lines that are not blank, without their indentation, each with its place.
    pub(super) fn lines(&self) -> impl Iterator<Item = (Place, &'t str)> {
        let (first_line, indent) = (self.first_line, self.indent.unwrap_or_default());
        lines(self.text).filter_map(move |(line, text)| {
            let place = Place { line: first_line + line, column: 1 + indent as u32 };
            text.get(indent..).filter(|text| !text.is_empty()).map(|text| (place, text))
        })
    }

    /// The text that the block stands for.
    pub(super) fn content(&self) -> String {
        let indent = self.indent.unwrap_or_default();
        let mut content = String::with_capacity(self.text.len());
        for (_, line) in lines(self.text) {
            content.push_str(line.get(indent..).unwrap_or_default());
            content.push('\n');
        }
        content
    }
}

/// The lines of a text, counted from 0, without blanks at their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    text.split('\n').zip(0..).map(|(text, line)| (line, text.trim_ascii_end()))
}

//! Telling the moves from what stands before them, without a YAML parser: the moves are by far the most of a file.

use super::place::Place;

/// A literal block of moves that closes a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'t> {
    /// Where its key begins, in bytes.
    pub(super) key: usize,
    /// Its lines, indentation included.
    pub(super) text: &'t str,
    /// The line in the file at which they begin.
    pub(super) first_line: u32,
    /// The columns of indentation; none while there are no lines.
    pub(super) indent: Option<usize>,
    /// How the file ends its lines.
    pub(super) line_end: &'static str,
}

const KEY: &str = "moves: |";
const KEY_OF_LINE: &str = "\nmoves: |";

/// The block of moves of a file, if they are its last key, start in the first column, and are a literal block without
/// anything unusual.
pub(super) fn block(file: &str) -> Option<Block<'_>> {
    let key = match file.starts_with(KEY) {
        true => 0,
        false => 1 + file.find(KEY_OF_LINE)?,
    };
    let after = &file[key + KEY.len()..];
    let after = after.strip_prefix(['-', '+']).unwrap_or(after);
    let (rest, text) = after.split_once('\n').unwrap_or((after, ""));
    if !matches!(rest, "" | "\r") {
        return None;
    }
    let first_line = Place::of(file, key).line + 1;
    let line_end = if rest == "\r" { "\r\n" } else { "\n" };
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
    Some(Block { key, text, first_line, indent, line_end })
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
}

/// The lines of a text, counted from 0, without blanks at their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    text.split('\n').zip(0..).map(|(text, line)| (line, text.trim_ascii_end()))
}

//! Literal blocks: text of several lines behind a `|`, each line of the text a line of the file.

use std::ops::Range;

use super::diagnostic::Place;

/// A literal block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<'t> {
    /// Its lines as they stand in the file, indentation included.
    body: &'t str,
    /// The offset in the file at which they begin.
    start: usize,
    /// The spaces of indentation; none while every line is blank.
    indent: Option<usize>,
    /// What the text ends with.
    end: End,
}

/// How the text of a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// In one line break: `|`.
    Clipped,
    /// In none: `|-`.
    Stripped,
    /// In all that there are: `|+`.
    Kept,
}

impl<'t> Block<'t> {
    /// The block whose `|` stands at an offset. It ends in front of the first line that is not blank and less indented than the
    /// first one, or not at all. None where that may not be what YAML says.
    pub(super) fn at(text: &'t str, header: usize) -> Option<Block<'t>> {
        let rest = &text[header + 1..];
        let (sign, body) = rest.split_once('\n').unwrap_or((rest, &rest[rest.len()..]));
        let end = match sign.split([' ', '\t', '\r']).next() {
            Some("") => End::Clipped,
            Some("-") => End::Stripped,
            Some("+") => End::Kept,
            _ => return None,
        };
        let (mut length, mut indent, mut longest_blank) = (0, None, 0);
        for line in lines(body) {
            let spaces = line.bytes().take_while(|b| *b == b' ').count();
            if matches!(&line[spaces..], "" | "\n" | "\r\n" | "\r") {
                if indent.is_none() {
                    longest_blank = spaces.max(longest_blank);
                }
            } else if spaces == 0 || indent.is_some_and(|indent| spaces < indent) {
                break;
            } else if indent.is_none() {
                // A blank line in front that is longer than the indentation is an error in YAML.
                if spaces < longest_blank {
                    return None;
                }
                indent = Some(spaces);
            }
            length += line.len();
        }
        let start = text.len() - body.len();
        Some(Block { body: &body[..length], start, indent, end })
    }

    /// The lines that are not blank, without their indentation and the blanks at their ends, each with its place; `first` is
    /// the line of the file at which they begin.
    pub(super) fn lines(&self, first: u32) -> impl Iterator<Item = (Place, &'t str)> + use<'t> {
        let indent = self.indent.unwrap_or_default();
        lines(self.body).zip(first..).filter_map(move |(text, line)| {
            let place = Place { line, column: 1 + indent as u32 };
            text.trim_ascii_end().get(indent..).filter(|t| !t.is_empty()).map(|text| (place, text))
        })
    }

    /// The text that the block stands for.
    pub fn text(&self) -> String {
        let indent = self.indent.unwrap_or_default();
        let mut text = String::with_capacity(self.body.len() + 1);
        for line in lines(self.body) {
            let line = line.strip_suffix('\n').unwrap_or(line);
            text.push_str(line.strip_suffix('\r').unwrap_or(line).get(indent..).unwrap_or(""));
            text.push('\n');
        }
        if self.end != End::Kept {
            text.truncate(text.trim_end_matches('\n').len());
            if self.end == End::Clipped && !text.is_empty() {
                text.push('\n');
            }
        }
        text
    }

    /// The bytes of the file that its lines stand in, from the line behind the `|`.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.body.len()
    }

    /// The spaces of indentation; none while every line is blank.
    pub fn indent(&self) -> Option<usize> {
        self.indent
    }
}

/// A text without the lines of its plain literal blocks at the top level, so that a parser, which takes ten times as long
/// about a byte as it takes to find the end of a line, need not see them.
///
/// It holds for files that are a mapping in lines of its own. The reader sees whether that is so: then each block that was
/// taken out is the value of a key that stands where the block's key stands.
#[derive(Debug)]
pub(super) struct Condensed<'t> {
    /// The text that is left.
    pub(super) text: String,
    /// What was taken out, in the order of the file.
    pub(super) blocks: Vec<Cut<'t>>,
}

/// A block that was taken out of a text.
#[derive(Debug)]
pub(super) struct Cut<'t> {
    /// Where its key stands in the text that is left.
    pub(super) key: usize,
    /// Where its lines stood in the text that is left.
    pub(super) at: usize,
    /// The block.
    pub(super) block: Block<'t>,
}

/// The most blocks that are taken out of a text.
const MOST_CUTS: usize = 8;

impl<'t> Condensed<'t> {
    /// Takes the blocks out; none when there are none.
    pub(super) fn of(text: &'t str) -> Option<Condensed<'t>> {
        let mut condensed = Condensed { text: String::new(), blocks: Vec::new() };
        let (mut copied, mut at) = (0, 0);
        while condensed.blocks.len() < MOST_CUTS && at < text.len() {
            let line = lines(&text[at..]).next().unwrap_or_default();
            let header = header(line).map(|header| at + header);
            let block = header.and_then(|header| Block::at(text, header));
            match block.filter(|block| !text[block.span().end..].starts_with(' ')) {
                None => at += line.len(),
                Some(block) => {
                    let span = block.span();
                    let key = condensed.text.len() + at - copied;
                    condensed.text.push_str(&text[copied..span.start]);
                    condensed.blocks.push(Cut { key, at: condensed.text.len(), block });
                    copied = span.end;
                    at = span.end;
                }
            }
        }
        condensed.text.push_str(&text[copied..]);
        (!condensed.blocks.is_empty()).then_some(condensed)
    }
}

/// The lines of a text, their line feeds included. They are short: to look at each byte is quicker than to call the
/// library's search for each line.
pub(super) fn lines(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let end = text.bytes().position(|b| b == b'\n').map_or(text.len(), |at| at + 1);
        let (line, rest) = text.split_at(end);
        text = rest;
        (!line.is_empty()).then_some(line)
    })
}

/// The offset of the `|` in a line like `moves: |`.
fn header(line: &str) -> Option<usize> {
    let line = line.trim_end_matches(['\n', '\r']);
    let word = line.trim_end_matches(['-', '+']).strip_suffix(": |")?;
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    (word.bytes().next()?.is_ascii_alphabetic() && word.bytes().all(plain))
        .then_some(word.len() + 2)
}

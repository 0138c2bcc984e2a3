//! Literal blocks: text of several lines behind a `|`, each line of the text a line of the file.

use std::ops::Range;

use super::diagnostic::Place;
use super::lines::Lines;

/// A literal block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<'t> {
    /// Its lines as they stand in the file, indentation included.
    body: &'t str,
    /// The offset in the file at which they begin.
    start: usize,
    /// Their numbers in the file, from 0.
    lines: Range<usize>,
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
    pub(super) fn at(lines: &Lines<'t>, header: usize) -> Option<Block<'t>> {
        let first = lines.number(header) + 1;
        let (text, start) = (lines.text(), lines.start(first));
        let end = match text[header + 1..start].split([' ', '\t', '\r', '\n']).next() {
            Some("") => End::Clipped,
            Some("-") => End::Stripped,
            Some("+") => End::Kept,
            _ => return None,
        };
        let (mut behind, mut indent, mut longest_blank) = (first, None, 0);
        while let Some(line) = lines.bytes(behind) {
            let spaces = line.iter().position(|b| *b != b' ').unwrap_or(line.len());
            if let [] | [b'\n'] | [b'\r'] | [b'\r', b'\n'] = line[spaces..] {
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
            behind += 1;
        }
        let body = &text[start..lines.start(behind)];
        Some(Block { body, start, lines: first..behind, indent, end })
    }

    /// The numbers of its lines in the file, from 0.
    pub(super) fn numbers(&self) -> Range<usize> {
        self.lines.clone()
    }

    /// The lines of the file that are not blank, without their indentation and the blanks at their ends, each with its place.
    pub(super) fn lines(&self, lines: &Lines<'t>) -> impl Iterator<Item = (Place, &'t str)> {
        let indent = self.indent.unwrap_or_default();
        let mut numbers = self.numbers();
        std::iter::from_fn(move || {
            loop {
                let number = numbers.next()?;
                let text = lines.behind(number, indent).unwrap_or_default().trim_ascii_end();
                if !text.is_empty() {
                    let place = Place { line: 1 + number as u32, column: 1 + indent as u32 };
                    return Some((place, text));
                }
            }
        })
    }

    /// The text that the block stands for.
    pub fn text(&self) -> String {
        let indent = self.indent.unwrap_or_default();
        let mut text = String::with_capacity(self.body.len() + 1);
        for line in self.body.lines() {
            text.push_str(line.get(indent..).unwrap_or(""));
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
    pub(super) fn of(lines: &Lines<'t>) -> Option<Condensed<'t>> {
        let text = lines.text();
        let mut condensed = Condensed { text: String::new(), blocks: Vec::new() };
        let (mut copied, mut number) = (0, 0);
        while condensed.blocks.len() < MOST_CUTS
            && let Some(line) = lines.get(number)
        {
            let at = lines.start(number);
            let header = header(line).map(|header| at + header);
            let block = header.and_then(|header| Block::at(lines, header));
            match block.filter(|block| !text[block.span().end..].starts_with(' ')) {
                None => number += 1,
                Some(block) => {
                    let span = block.span();
                    let key = condensed.text.len() + at - copied;
                    condensed.text.push_str(&text[copied..span.start]);
                    number = block.numbers().end;
                    condensed.blocks.push(Cut { key, at: condensed.text.len(), block });
                    copied = span.end;
                }
            }
        }
        condensed.text.push_str(&text[copied..]);
        (!condensed.blocks.is_empty()).then_some(condensed)
    }
}

/// The offset of the `|` in a line like `moves: |`.
fn header(line: &str) -> Option<usize> {
    let line = line.trim_end_matches(['\n', '\r']);
    let word = line.trim_end_matches(['-', '+']).strip_suffix(": |")?;
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    (word.bytes().next()?.is_ascii_alphabetic() && word.bytes().all(plain))
        .then_some(word.len() + 2)
}

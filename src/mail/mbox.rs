//! The messages of an mbox, one after another.
//!
//! A message begins at a line `From SENDER DATE` at the start or below an empty line. Lines of a message that begin with
//! `From ` stand there behind a `>`, which goes when it is read; where a program put it there of the writer's lines as
//! well (mboxo), one of the writer's may go, and no move begins so.

use std::io::{self, BufRead, Read};

/// The longest piece of a line that is looked at at once, in bytes.
const PIECE: usize = 8 * 1024;
/// The longest line that parts messages, in bytes.
const LONGEST_SEPARATOR: usize = 1000;
/// The line above a message that is written: the same message always makes the same bytes.
const SEPARATOR: &str = "From riverpost Thu Jan  1 00:00:00 1970\n";

/// What an mbox holds at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MboxEntry {
    /// A message, without the line above it.
    Message(Vec<u8>),
    /// A message that is longer than is read.
    TooLong {
        /// The line above it.
        separator: String,
        /// Its length in bytes.
        length: u64,
    },
}

/// Reads an mbox message by message; no more than one is held.
#[derive(Debug)]
pub struct MboxReader<R> {
    input: R,
    longest: usize,
    /// The line above the message that comes next, once it was read.
    separator: Option<Vec<u8>>,
    /// Whether the first line has been read.
    begun: bool,
}

impl<R: BufRead> MboxReader<R> {
    /// Reads from a stream, messages of at most `longest` bytes.
    pub fn new(input: R, longest: usize) -> MboxReader<R> {
        MboxReader { input, longest, separator: None, begun: false }
    }

    /// Reads one piece of a line: at most [`PIECE`] bytes, its end included if it is in it.
    fn piece(&mut self, piece: &mut Vec<u8>) -> io::Result<usize> {
        piece.clear();
        (&mut self.input).take(PIECE as u64).read_until(b'\n', piece)
    }

    fn entry(&mut self) -> io::Result<Option<MboxEntry>> {
        let mut piece = Vec::new();
        if !self.begun {
            self.begun = true;
            if self.piece(&mut piece)? == 0 {
                return Ok(None);
            }
            if !is_separator(&piece) {
                let message = "this is no mbox: it does not begin with a line \"From SENDER DATE\"";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            self.separator = Some(piece.clone());
        }
        let Some(separator) = self.separator.take() else { return Ok(None) };
        let (mut message, mut length) = (Vec::new(), 0_u64);
        // Whether a line begins here, and whether the line above is empty.
        let (mut line_begins, mut below_empty) = (true, true);
        while self.piece(&mut piece)? > 0 {
            if line_begins && below_empty && is_separator(&piece) {
                self.separator = Some(piece);
                break;
            }
            let empty = line_begins && matches!(piece.as_slice(), b"\n" | b"\r\n");
            let kept = if line_begins { unescaped(&piece) } else { &piece };
            length += kept.len() as u64;
            if length <= self.longest as u64 {
                message.extend_from_slice(kept);
            } else {
                message = Vec::new();
            }
            line_begins = piece.ends_with(b"\n");
            below_empty = empty;
        }
        if length > self.longest as u64 {
            let separator = String::from_utf8_lossy(&separator).trim().to_owned();
            return Ok(Some(MboxEntry::TooLong { separator, length }));
        }
        // The empty line above the next message is no part of this one.
        if message.ends_with(b"\n\n") || message.ends_with(b"\n\r\n") {
            message.pop();
            if message.ends_with(b"\r") {
                message.pop();
            }
        }
        Ok(Some(MboxEntry::Message(message)))
    }
}

impl<R: BufRead> Iterator for MboxReader<R> {
    type Item = io::Result<MboxEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.entry();
        if entry.is_err() {
            // Nothing follows what cannot be read.
            self.separator = None;
        }
        entry.transpose()
    }
}

/// Whether a line parts messages: `From SENDER DATE`, the date with a time of day and a year. A sentence that begins with
/// `From ` has none, as a rule.
fn is_separator(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    if line.len() > LONGEST_SEPARATOR {
        return false;
    }
    let digits = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let time = |word: &[u8]| {
        word.len() >= 4 && word.contains(&b':') && word.split(|b| *b == b':').all(digits)
    };
    let mut words = rest.trim_ascii().split(|b| b.is_ascii_whitespace()).skip(1);
    let words: Vec<&[u8]> = words.by_ref().filter(|word| !word.is_empty()).collect();
    words.iter().any(|word| time(word)) && words.iter().any(|word| word.len() == 4 && digits(word))
}

/// A line without the `>` that keeps it from being taken for one that parts messages.
fn unescaped(line: &[u8]) -> &[u8] {
    let rest = &line[line.iter().take_while(|b| **b == b'>').count()..];
    match rest.len() < line.len() && rest.starts_with(b"From ") {
        true => &line[1..],
        false => line,
    }
}

/// A message as it stands in an mbox, with the line above it and the empty line below. It ends with a line feed then.
pub fn in_mbox(message: &[u8]) -> Vec<u8> {
    let mut text = SEPARATOR.as_bytes().to_owned();
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"From ") || unescaped(line).len() < line.len() {
            text.push(b'>');
        }
        text.extend_from_slice(line);
    }
    if !text.ends_with(b"\n") {
        text.push(b'\n');
    }
    text.push(b'\n');
    text
}

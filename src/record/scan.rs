//! A walk over YAML that understands just enough of it to refuse, before a parser sees them, the features that
//! records do without: anchors, aliases, tags, directives, several documents, question-mark keys, deep nesting.

use super::error::{Fault, RecordError};
use super::place::Place;

/// How deep `[` and `{` may nest.
const DEEPEST: usize = 4;
/// The longest line, in bytes. A name of 500 characters fits even when each is written as an escape.
pub(super) const LONGEST_LINE: usize = 8192;

/// What the walk found.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    /// The lines of comment in front of everything else, as a count of bytes.
    pub(super) preamble: usize,
    /// The first comment after the preamble, as an offset in bytes.
    pub(super) comment: Option<usize>,
}

/// What a line begins in.
enum State {
    /// Ordinary YAML.
    Open,
    /// Quoted text with this quote, which stands at this offset.
    Quoted(u8, usize),
    /// A `|` or `>` block whose lines are indented by more than this many columns.
    Block(usize),
}

struct Walk<'t> {
    text: &'t str,
    state: State,
    depth: usize,
    begun: bool,
    found: Scanned,
}

/// Walks over `text`.
///
/// # Errors
/// [`Fault::Feature`] or [`Fault::TooMuch`] at the first place that is refused.
pub(super) fn scan(text: &str) -> Result<Scanned, RecordError> {
    let found = Scanned::default();
    let mut walk = Walk { text, state: State::Open, depth: 0, begun: false, found };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.len() > LONGEST_LINE {
            let fault = Fault::TooMuch { what: "the line is too long", limit: LONGEST_LINE };
            return Err(RecordError::new(Place::of(text, start), fault));
        }
        walk.line(start, line.trim_end_matches(['\n', '\r']))?;
        start += line.len();
        if !walk.begun {
            walk.found.preamble = start;
        }
    }
    if let State::Quoted(_, at) = walk.state {
        let fault = Fault::Yaml("this quote is not closed".into());
        return Err(RecordError::new(Place::of(text, at), fault));
    }
    Ok(walk.found)
}

impl Walk<'_> {
    fn refuse(&self, at: usize, what: &'static str, instead: &'static str) -> RecordError {
        RecordError::new(Place::of(self.text, at), Fault::Feature { what, instead })
    }

    /// Walks over the line that begins at `start`.
    fn line(&mut self, start: usize, line: &str) -> Result<(), RecordError> {
        let bytes = line.as_bytes();
        let indent = bytes.iter().take_while(|b| **b == b' ').count();
        let mut at = indent;
        match self.state {
            State::Block(above) if indent == bytes.len() || indent > above => return Ok(()),
            State::Block(_) => self.state = State::Open,
            State::Quoted(quote, _) => match end_of_quote(bytes, 0, quote) {
                None => return Ok(()),
                Some(end) => {
                    self.state = State::Open;
                    return self.nodes(start, bytes, end, false, 0);
                }
            },
            State::Open => {}
        }
        if indent == 0 {
            match bytes {
                [b'-', b'-', b'-', rest @ ..] if !self.begun && matches!(rest, [] | [b' ', ..]) => {
                    self.begun = true;
                    at = 3;
                }
                [b'-', b'-', b'-'] | [b'-', b'-', b'-', b' ', ..] | [b'.', b'.', b'.'] => {
                    return Err(self.refuse(
                        start,
                        "a second document begins here",
                        "one file holds one record",
                    ));
                }
                [b'%', ..] => {
                    return Err(self.refuse(start, "a YAML directive", "leave it out"));
                }
                _ => {}
            }
        }
        self.nodes(start, bytes, at, true, at)
    }

    /// Walks over a line from `at` on. `fresh` says whether a node may begin there, `above` is the column of the
    /// node that a block would belong to.
    fn nodes(
        &mut self,
        start: usize,
        bytes: &[u8],
        mut at: usize,
        mut fresh: bool,
        mut above: usize,
    ) -> Result<(), RecordError> {
        while let Some(&byte) = bytes.get(at) {
            let ends_word = |i: usize| matches!(bytes.get(i), None | Some(b' ' | b'\t'));
            match byte {
                b' ' | b'\t' => at += 1,
                b'#' if at == 0 || matches!(bytes[at - 1], b' ' | b'\t') => {
                    if self.begun {
                        self.found.comment.get_or_insert(start + at);
                    }
                    return Ok(());
                }
                b':' if ends_word(at + 1) || self.depth > 0 && !fresh => {
                    (at, fresh) = (at + 1, true);
                }
                b',' if self.depth > 0 => (at, fresh) = (at + 1, true),
                b']' | b'}' if self.depth > 0 => {
                    self.depth -= 1;
                    (at, fresh) = (at + 1, false);
                }
                _ if !fresh => at = end_of_plain(bytes, at, self.depth > 0),
                _ => {
                    self.begun = true;
                    self.refuse_indicator(start + at, byte, ends_word(at + 1))?;
                    match byte {
                        b'[' | b'{' => {
                            self.depth += 1;
                            if self.depth > DEEPEST {
                                let what = "[ and { are nested too deep";
                                let fault = Fault::TooMuch { what, limit: DEEPEST };
                                let place = Place::of(self.text, start + at);
                                return Err(RecordError::new(place, fault));
                            }
                            at += 1;
                        }
                        b'|' | b'>' if self.depth == 0 => {
                            self.state = State::Block(above);
                            fresh = false;
                            at += bytes[at..].iter().take_while(|b| **b != b' ').count();
                        }
                        b'"' | b'\'' => match end_of_quote(bytes, at + 1, byte) {
                            Some(end) => (at, fresh) = (end, false),
                            None => {
                                self.state = State::Quoted(byte, start + at);
                                return Ok(());
                            }
                        },
                        b'-' if self.depth == 0 && ends_word(at + 1) => {
                            above = at;
                            at += 1;
                        }
                        _ => {
                            let end = end_of_plain(bytes, at, self.depth > 0);
                            if bytes.get(end) == Some(&b':') {
                                above = at;
                            }
                            (at, fresh) = (end, false);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Refuses what may not begin a node.
    fn refuse_indicator(&self, at: usize, byte: u8, alone: bool) -> Result<(), RecordError> {
        let (what, instead) = match byte {
            b'&' => ("a YAML anchor", "write text that begins with & in quotes"),
            b'*' if alone => ("a bare * is an alias in YAML", "write \"*\" in quotes"),
            b'*' => ("a YAML alias", "write text that begins with * in quotes"),
            b'!' => ("a YAML tag", "write text that begins with ! in quotes"),
            b'?' if alone => ("a question-mark key", "write key: value"),
            b'@' | b'`' | b'%' => ("text may not begin with this character", "write it in quotes"),
            _ => return Ok(()),
        };
        Err(self.refuse(at, what, instead))
    }
}

/// The index behind the closing quote, looking from `at` on.
fn end_of_quote(bytes: &[u8], mut at: usize, quote: u8) -> Option<usize> {
    loop {
        match *bytes.get(at)? {
            b'\\' if quote == b'"' => at += 2,
            b'\'' if quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The index where plain text that goes on at `at` ends: before a colon or comment, in a flow also before its signs.
fn end_of_plain(bytes: &[u8], mut at: usize, flow: bool) -> usize {
    at += 1;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1);
        let ends = match byte {
            b':' => matches!(next, None | Some(b' ' | b'\t')) || flow && next == Some(&b','),
            b'#' => matches!(bytes[at - 1], b' ' | b'\t'),
            b',' | b'[' | b']' | b'{' | b'}' => flow,
            _ => false,
        };
        if ends {
            break;
        }
        at += 1;
    }
    at
}

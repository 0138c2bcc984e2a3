//! What one program says to another in a message: lines of a game with their signatures, or a whole record.
//!
//! In a message it is base64 between two lines that begin and end it. Decoded it is a text of lines that each end with a
//! line feed; the actions and signatures in it stand as in the record:
//!
//! ```text
//! riverpost mail 1
//! game ID
//! nonce HEX                  - where the record has none
//! before HASH                the chain hash before the first line
//! ordinal N                  the ordinal of the first line
//! line 2. SK b1-c3 [2026-12-02T07:00:00Z] {hello}
//! signature 3 2 act AAAAC3NzaC1lZDI1NTE5…
//! end
//! ```
//!
//! Between the last `line` and `end` any number of lines follows, each with its signatures. To somebody who may not have
//! the record at all, `record LENGTH` and so many bytes stand in the place of everything from `before` to `end`.

use base64ct::{Base64, Encoding};

use super::armour::{BLOCK_BEGIN, BLOCK_END};
use crate::document::{Diagnostic, Place};
use crate::record::{self, Action, ChainHash, Record, Replayed, Signatory, SignatureLine};
use crate::render::{one_line, wrapped};
use crate::rules::Side;

/// The most lines of a game in a block.
const MOST_LINES: usize = 20;
/// The longest record in a block, in bytes.
const LONGEST_RECORD: usize = 64 * 1024;
/// The longest block in a message, in bytes.
const LONGEST_ARMOUR: usize = 128 * 1024;
/// The length of the lines of base64.
const BASE64_LINE: usize = 64;
/// The columns of prose in a message: fewer than the 76 at which quoted-printable breaks a line.
pub const COLUMNS: usize = 72;
const VERSION: &str = "riverpost mail 1";

/// What one program says to another about a game.
#[derive(Clone, Debug)]
pub struct MailBlock {
    /// The record's id.
    pub game: String,
    /// Its nonce.
    pub nonce: Option<String>,
    /// What is said.
    pub content: BlockContent,
}

/// What a block holds.
#[derive(Clone, Debug)]
pub enum BlockContent {
    /// Lines that the reader may lack.
    Lines(SentLines),
    /// The whole record, for a reader who may not have it.
    Record(Box<Record<'static>>),
}

/// Lines of a record, one behind the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentLines {
    /// The chain hash before the first.
    pub before: ChainHash,
    /// The ordinal of the first, from 1.
    pub ordinal: usize,
    /// The lines, at least one.
    pub lines: Vec<SentLine>,
}

/// A line of a record with its signatures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentLine {
    /// The whole line in canonical form, with its time and its comment.
    pub text: String,
    /// Its signatures.
    pub signatures: Vec<SignatureLine<'static>>,
}

/// Why a text is no block, or no block can be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BlockError {
    /// It is not base64, or not the one text for its bytes.
    #[error("the block of the message is not whole: its base64 cannot be read")]
    Base64,
    /// It begins and does not end.
    #[error("the block of the message has no end")]
    Unfinished,
    /// It is longer than any block.
    #[error("the block of the message is too long")]
    Long,
    /// It is of another version of the format, or something else.
    #[error("the block of the message does not begin with {VERSION:?}")]
    Version,
    /// A line of it is not what belongs there.
    #[error("line {line} of the block should be {expected}")]
    Malformed {
        /// Which line, from 1.
        line: usize,
        /// What belongs there.
        expected: &'static str,
    },
    /// An action or signature in it cannot be read.
    #[error("a line of the block cannot be read: {}", .0.message)]
    Line(Box<Diagnostic>),
    /// The record in it cannot be read.
    #[error("the record in the block is not sound: {0}")]
    Record(Box<Diagnostic>),
    /// The record to be sent is too long for a message.
    #[error("the record has {bytes} bytes, and a message takes {LONGEST_RECORD} at most")]
    LongRecord {
        /// Its length.
        bytes: usize,
    },
    /// There are more lines to be sent than a message takes.
    #[error("{count} lines are new to the reader, and a message takes {MOST_LINES} at most")]
    ManyLines {
        /// How many.
        count: usize,
    },
}

impl MailBlock {
    /// What a side may lack of a game: the lines from the last one of its own on, so that it sees how that one is recorded;
    /// or the whole record where it has none of its own. A move of the side's own that a plan made counts for none of its
    /// own: the plan may have been fired by the other side.
    ///
    /// # Errors
    /// [`BlockError::LongRecord`], [`BlockError::ManyLines`].
    pub fn for_reader(
        record: &Record<'_>,
        replayed: &Replayed,
        reader: Side,
    ) -> Result<MailBlock, BlockError> {
        let header = record.header();
        let block = |content| {
            let (game, nonce) = (header.id.clone(), header.nonce.clone());
            Ok(MailBlock { game, nonce, content })
        };
        if !replayed.is_bound(reader) {
            let bytes = record.text().len();
            return match bytes > LONGEST_RECORD {
                true => Err(BlockError::LongRecord { bytes }),
                false => block(BlockContent::Record(Box::new(record.clone().into_owned()))),
            };
        }
        let reader = Signatory::Side(reader);
        let own = |action: &Action<'_>| {
            action.act.signatory(action.side) == reader && !action.conditional
        };
        let known = record.actions().iter().rposition(own).unwrap_or(0);
        let before = record::chain(record, replayed)[known];
        let lines: Vec<SentLine> = sent_lines(record, replayed, known);
        match lines.len() {
            count if count > MOST_LINES => Err(BlockError::ManyLines { count }),
            _ => block(BlockContent::Lines(SentLines { before, ordinal: known + 1, lines })),
        }
    }

    /// What the block says in the lines with which a message begins: each action in a line of its own, with what is said
    /// along with it, and the time left out. Long ones go on in lines that are indented.
    pub fn summary(&self) -> Vec<String> {
        let said = |line: &str| one_line(&format!("{}: {line}", self.game));
        let texts = match &self.content {
            BlockContent::Lines(sent) => {
                sent.lines.iter().map(|line| said(&without_time(&line.text))).collect()
            }
            BlockContent::Record(record) => {
                let first = record.game().first;
                let opened = format!("new game of {}", record.game().title);
                let actions = record.actions().iter();
                let lines = actions.map(|action| without_time(&action.line_with_comment(first)));
                std::iter::once(opened).chain(lines).map(|line| said(&line)).collect::<Vec<_>>()
            }
        };
        let lines = texts.iter().flat_map(|text| {
            let parts = wrapped(text.split(' '), COLUMNS - INDENT.len());
            parts.into_iter().enumerate().map(|(number, part)| match number {
                0 => part,
                _ => format!("{INDENT}{part}"),
            })
        });
        lines.collect()
    }

    /// Whether the text of a message says the same as the block. The first paragraph that begins with the game's id must be
    /// the [summary](MailBlock::summary), but for white space and kinds of dashes, which mail programs change.
    pub fn agrees_with(&self, text: &str) -> bool {
        let begins = plain(&format!("{}:", self.game));
        let mut lines = text.lines().skip_while(|line| !plain(line).starts_with(&begins));
        let said: String = lines.by_ref().take_while(|line| !line.trim().is_empty()).collect();
        plain(&said) == plain(&self.summary().concat())
    }

    /// The block as it stands in a message.
    pub fn armour(&self) -> String {
        let base64 = Base64::encode_string(self.text().as_bytes());
        let mut armour = format!("{BLOCK_BEGIN}\n");
        let mut rest = base64.as_str();
        while !rest.is_empty() {
            let (line, behind) = rest.split_at(rest.len().min(BASE64_LINE));
            armour.extend([line, "\n"]);
            rest = behind;
        }
        armour + BLOCK_END + "\n"
    }

    /// Reads a block as it stands in a message. White space between the signs of the base64 does not count.
    ///
    /// # Errors
    /// All but those of [`MailBlock::for_reader`].
    pub fn read(armour: &str) -> Result<MailBlock, BlockError> {
        if armour.len() > LONGEST_ARMOUR {
            return Err(BlockError::Long);
        }
        let base64 = armour.trim().strip_prefix(BLOCK_BEGIN).ok_or(BlockError::Version)?;
        let base64 = base64.strip_suffix(BLOCK_END).ok_or(BlockError::Unfinished)?;
        let base64: String = base64.split_ascii_whitespace().collect();
        let bytes = Base64::decode_vec(&base64).map_err(|_| BlockError::Base64)?;
        if Base64::encode_string(&bytes) != base64 {
            return Err(BlockError::Base64);
        }
        let text = String::from_utf8(bytes).map_err(|_| BlockError::Version)?;
        BlockReader { rest: &text, number: 0 }.block()
    }

    /// The text that is encoded.
    fn text(&self) -> String {
        let nonce = self.nonce.as_deref().unwrap_or("-");
        let mut text = format!("{VERSION}\ngame {}\nnonce {nonce}\n", self.game);
        match &self.content {
            BlockContent::Record(record) => {
                text += &format!("record {}\n{}", record.text().len(), record.text());
            }
            BlockContent::Lines(SentLines { before, ordinal, lines }) => {
                text += &format!("before {before}\nordinal {ordinal}\n");
                for SentLine { text: line, signatures } in lines {
                    text += &format!("line {line}\n");
                    signatures.iter().for_each(|line| text += &format!("signature {line}\n"));
                }
                text += "end\n";
            }
        }
        text
    }
}

/// What the second and later lines of a long text begin with.
const INDENT: &str = "  ";

/// The lines of a record behind the first `known` ones, in canonical form.
pub fn sent_lines(record: &Record<'_>, replayed: &Replayed, known: usize) -> Vec<SentLine> {
    let first = record.game().first;
    let actions = record::canonical_actions(record, replayed).enumerate().skip(known);
    // In rising order of their ordinals.
    let at = record.signatures().partition_point(|line| line.ordinal <= known);
    let mut signatures = record.signatures()[at..].iter().peekable();
    let lines = actions.map(|(index, action)| {
        let own = std::iter::from_fn(|| signatures.next_if(|line| line.ordinal == index + 1));
        let signatures = own.map(|line| line.clone().into_owned()).collect();
        SentLine { text: action.line_with_comment(first), signatures }
    });
    lines.collect()
}

/// A line of a record without its time.
fn without_time(line: &str) -> String {
    // Which side moves first changes no letter of a line that is only written again.
    match record::read_action(line, Side::South) {
        Ok(mut action) => {
            action.time = None;
            action.line_with_comment(Side::South)
        }
        Err(_) => line.to_owned(),
    }
}

/// A text without what mail programs change: white space, and which of the dashes it is.
fn plain(text: &str) -> String {
    let dash = |c| if ('\u{2010}'..='\u{2015}').contains(&c) || c == '\u{2212}' { '-' } else { c };
    text.chars().filter(|c| !c.is_whitespace()).map(dash).collect()
}

/// The text of a block that is being read.
struct BlockReader<'t> {
    rest: &'t str,
    /// How many lines have been read.
    number: usize,
}

impl<'t> BlockReader<'t> {
    fn next(&mut self) -> Option<&'t str> {
        let (line, rest) = self.rest.split_once('\n')?;
        self.rest = rest;
        self.number += 1;
        Some(line)
    }

    fn malformed(&self, expected: &'static str) -> BlockError {
        BlockError::Malformed { line: self.number.max(1), expected }
    }

    /// What stands behind `key` in the next line, where `read` understands it.
    fn value<T>(
        &mut self,
        key: &str,
        expected: &'static str,
        read: impl Fn(&'t str) -> Option<T>,
    ) -> Result<T, BlockError> {
        let value = self.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(' '));
        value.and_then(read).ok_or_else(|| self.malformed(expected))
    }

    fn block(mut self) -> Result<MailBlock, BlockError> {
        if self.next() != Some(VERSION) {
            return Err(BlockError::Version);
        }
        let some = |text: &'t str| (!text.is_empty()).then(|| text.to_owned());
        let game = self.value("game", "`game ID`", some)?;
        let nonce = self.value("nonce", "`nonce HEX`", some)?;
        let nonce = Some(nonce).filter(|nonce| nonce != "-");
        let content = match self.rest.starts_with("record ") {
            true => BlockContent::Record(Box::new(self.record(&game, nonce.as_deref())?)),
            false => BlockContent::Lines(self.lines()?),
        };
        match self.rest {
            "" => Ok(MailBlock { game, nonce, content }),
            _ => Err(self.malformed("the last one")),
        }
    }

    /// The record of that id and nonce.
    fn record(&mut self, game: &str, nonce: Option<&str>) -> Result<Record<'static>, BlockError> {
        let length = self.value("record", "`record LENGTH`", number)?;
        if length > LONGEST_RECORD {
            return Err(BlockError::Long);
        }
        let whole = "as many bytes of a record as the line before says";
        let (text, rest) =
            self.rest.split_at_checked(length).ok_or_else(|| self.malformed(whole))?;
        self.rest = rest;
        let unsound = |fault| BlockError::Record(Box::new(fault));
        let record = record::read(text.as_bytes()).map_err(unsound)?.into_owned();
        let header = record.header();
        match (header.id.as_str(), header.nonce.as_deref()) == (game, nonce) {
            true => Ok(record),
            false => Err(self.malformed("the record of the game that the block names")),
        }
    }

    fn lines(&mut self) -> Result<SentLines, BlockError> {
        let before = self.value("before", "`before HASH`", ChainHash::read)?;
        let ordinal = self.value("ordinal", "`ordinal N`", number)?;
        let mut lines: Vec<SentLine> = Vec::new();
        loop {
            let line = self.next();
            let read = line.and_then(|line| line.split_once(' ')).unwrap_or(("", ""));
            let count = lines.len();
            match (read, lines.last_mut()) {
                (("line", text), _) if count < MOST_LINES => {
                    let read = record::read_action(text, Side::South);
                    let action = read.map_err(|fault| BlockError::Line(Box::new(fault)))?;
                    if action.line_with_comment(Side::South) != text {
                        return Err(self.malformed("a line in canonical form"));
                    }
                    lines.push(SentLine { text: text.to_owned(), signatures: Vec::new() });
                }
                (("line", _), _) => return Err(BlockError::ManyLines { count: count + 1 }),
                (("signature", text), Some(last)) => {
                    let read = SignatureLine::read(text, Place::START);
                    let signature = read.map_err(|fault| BlockError::Line(Box::new(fault)))?;
                    last.signatures.push(signature.into_owned());
                }
                (_, Some(_)) if line == Some("end") => {
                    return Ok(SentLines { before, ordinal, lines });
                }
                _ => return Err(self.malformed("`line ACTION`, `signature …` or `end`")),
            }
        }
    }
}

/// A number from 1 in the one form in which it is written.
fn number(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    (number > 0 && number.to_string() == text).then_some(number)
}

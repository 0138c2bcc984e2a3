//! What is refused before a document is parsed: its size, bytes that are no text, and characters that readers of YAML
//! take in different ways.

use super::diagnostic::{Diagnostic, Place};

/// How much a document may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most bytes of the file.
    pub bytes: usize,
    /// The most bytes of a line; lines of a literal block at the top level are for its reader to measure.
    pub line: usize,
    /// The most keys of a mapping.
    pub keys: usize,
    /// The most items of a list.
    pub items: usize,
    /// How deep mappings and lists may nest.
    pub depth: usize,
    /// How deep `[` and `{` may nest.
    pub brackets: usize,
}

impl Limits {
    /// The limits of a game record. A name of 500 characters fits into a line even when each is written as an escape.
    pub const RECORD: Limits =
        Limits { bytes: 1 << 20, line: 8192, keys: 200, items: 200, depth: 8, brackets: 4 };
    /// The limits of a match file.
    pub const MATCH: Limits = Limits { bytes: 16 << 20, items: usize::MAX, ..Limits::RECORD };
}

/// The text of a file, without its byte order mark.
///
/// # Errors
/// A [`Diagnostic`] for the first of each: too many bytes, a byte that is not UTF-8, a character that may not stand in a
/// file, a tab in the indentation of a line.
pub(super) fn admit<'t>(bytes: &'t [u8], limits: &Limits) -> Result<&'t str, Diagnostic> {
    if bytes.len() > limits.bytes {
        let what = "the file is too long in bytes";
        return Err(Diagnostic::too_much(Place::START, what, limits.bytes));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
        Diagnostic::new(
            Place::of(without_mark(&good), good.len()),
            format!("byte 0x{byte:02X} is not UTF-8"),
        )
        .hint("save the file as UTF-8")
    })?;
    let text = without_mark(text);
    if has_tabs(text)? {
        refuse_tabs(text)?;
    }
    Ok(text)
}

/// Whether a text is one line of characters that may stand in a document.
pub fn is_one_line(text: &str) -> bool {
    !text.contains(['\n', '\r']) && has_tabs(text).is_ok()
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// Refuses a character that may not stand in a file, and tells whether there are tabs.
fn has_tabs(text: &str) -> Result<bool, Diagnostic> {
    let (mut at, mut tabs) = (0, false);
    loop {
        at += ordinary(&text.as_bytes()[at..]);
        let Some(c) = text[at..].chars().next() else { return Ok(tabs) };
        // YAML 1.1 breaks lines at U+0085, U+2028 and U+2029, YAML 1.2 does not.
        let divisive = matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}');
        let breaks = c == '\r' && text[at + 1..].starts_with('\n');
        if divisive || c.is_control() && c != '\t' && !breaks {
            let message = format!("the character U+{:04X} may not stand in a record", c as u32);
            return Err(Diagnostic::new(Place::of(text, at), message)
                .hint("remove it, or write it as an escape in double quotes"));
        }
        tabs |= c == '\t';
        at += c.len_utf8();
    }
}

/// How many bytes in front are printable ASCII or line feeds, as most are: eight of them at a time, since the compiler
/// makes nothing of the kind of a loop over bytes at the release's `opt-level`. It takes two instructions a byte, not ten.
fn ordinary(bytes: &[u8]) -> usize {
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    /// What carries everything from a blank on into the highest bit.
    const FROM_BLANK: u64 = u64::from_le_bytes([0x80 - b' '; 8]);
    let (words, _) = bytes.as_chunks();
    let is_odd = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        let printable = ((word & !HIGH) + FROM_BLANK) & !equal(word, 0x7F);
        (!(printable | equal(word, b'\n')) | word) & HIGH != 0
    };
    let whole = 8 * words.iter().position(is_odd).unwrap_or(words.len());
    let is_odd = |b: &u8| !matches!(b, b' '..=b'~' | b'\n');
    let rest = &bytes[whole..];
    whole + rest.iter().position(is_odd).unwrap_or(rest.len())
}

/// The highest bit of each byte of a word that is this one.
fn equal(word: u64, byte: u8) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    let differing = word ^ u64::from_le_bytes([byte; 8]);
    let carried = (differing & LOW) + LOW;
    !(carried | differing | LOW)
}

fn refuse_tabs(text: &str) -> Result<(), Diagnostic> {
    for line in text.split('\n') {
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indentation].find('\t')
            && !line.trim_ascii_end().is_empty()
        {
            let at = line.as_ptr() as usize - text.as_ptr() as usize + tab;
            return Err(Diagnostic::new(Place::of(text, at), "a tab is used for indentation")
                .hint("use spaces"));
        }
    }
    Ok(())
}

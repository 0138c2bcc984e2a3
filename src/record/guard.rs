//! What is refused before anything else looks at a file: its size, bytes that are no text, and characters that
//! readers of YAML take in different ways.

use std::borrow::Cow;

use super::error::{Fault, RecordError};
use super::place::Place;

/// The longest file read, in bytes.
pub const LONGEST_FILE: usize = 1 << 20;

/// The text of a file, without its byte order mark.
///
/// # Errors
/// [`Fault::TooMuch`], [`Fault::NotUtf8`], [`Fault::Character`] or [`Fault::Tab`], the first of each that is met.
pub(super) fn admit(bytes: &[u8]) -> Result<&str, RecordError> {
    if bytes.len() > LONGEST_FILE {
        let fault = Fault::TooMuch { what: "the file is too long in bytes", limit: LONGEST_FILE };
        return Err(RecordError::new(Place::START, fault));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
        RecordError::new(Place::of(unmarked(&good), good.len()), Fault::NotUtf8(byte))
    })?;
    let text = unmarked(text);
    refuse_characters(text)?;
    refuse_tabs(text)?;
    Ok(text)
}

/// The text of a file that has been admitted, its byte order mark included.
pub(super) fn whole<'t>(bytes: &'t [u8], admitted: &'t str) -> Cow<'t, str> {
    match bytes.len() == admitted.len() {
        true => Cow::Borrowed(admitted),
        false => String::from_utf8_lossy(bytes),
    }
}

fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

fn refuse_characters(text: &str) -> Result<(), RecordError> {
    // The first test is the one that the compiler turns into a few instructions for sixteen bytes.
    let ordinary = |b: u8| b >= b' ' && b != 0x7F || matches!(b, b'\n' | b'\t');
    if text.is_ascii() && text.bytes().fold(true, |all, b| all & ordinary(b)) {
        return Ok(());
    }
    for (at, c) in text.char_indices() {
        if c == '\r' && text[at + 1..].starts_with('\n') {
            continue;
        }
        // YAML 1.1 breaks lines at U+0085, U+2028 and U+2029, YAML 1.2 does not.
        let divisive = matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}');
        if divisive || c.is_control() && !matches!(c, '\n' | '\t') {
            return Err(RecordError::new(Place::of(text, at), Fault::Character(c)));
        }
    }
    Ok(())
}

fn refuse_tabs(text: &str) -> Result<(), RecordError> {
    if !text.as_bytes().contains(&b'\t') {
        return Ok(());
    }
    for line in text.split('\n') {
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indentation].find('\t')
            && !line.trim_ascii_end().is_empty()
        {
            let at = line.as_ptr() as usize - text.as_ptr() as usize + tab;
            return Err(RecordError::new(Place::of(text, at), Fault::Tab));
        }
    }
    Ok(())
}

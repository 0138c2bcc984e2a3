//! Writing: text so that every reader of YAML 1.1 or 1.2 takes it for text, values in one line, mappings in lines of their own.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};

/// A value that cannot be written: a map whose keys are no texts, or a type that refuses to be serialised.
#[derive(Debug, thiserror::Error)]
#[error("this cannot be written: {0}")]
pub struct PrintError(#[from] serde_json::Error);

/// Words that some reader takes for a truth value or for nothing, in small letters.
const TAKEN: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// The text as a YAML value of one line, in quotes unless it is plainly nothing but text.
pub fn quote(text: &str) -> Cow<'_, str> {
    if is_plainly_text(text) { Cow::Borrowed(text) } else { Cow::Owned(in_quotes(text)) }
}

fn is_plainly_text(text: &str) -> bool {
    let safe = |c: char| {
        c.is_alphanumeric()
            || matches!(c, ' ' | '-' | '_' | '.' | '+' | '@' | '/' | '\'' | '(' | ')')
    };
    let mut ends = text.chars().next().into_iter().chain(text.chars().next_back());
    ends.clone().count() == 2
        && ends.all(|c| c != ' ')
        // In brackets a reader may take it for an item of a list.
        && !text.ends_with(" -")
        && text.chars().all(safe)
        && !TAKEN.contains(&text.to_lowercase().as_str())
        && begins_as_text(text)
}

/// Whether the beginning rules out a number, a date or a sign of YAML: a letter, or digits and then a letter that stands in
/// no number (not in `0x1A`, `0b1`, `0o7`, `1e5`, `1_000`, `2024-01-01T…`).
fn begins_as_text(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.chars().next() {
        Some(c) if rest.len() == text.len() => c.is_alphabetic(),
        Some(c) => c.is_ascii_alphabetic() && !"xXbBoOeEtTzZ".contains(c),
        None => false,
    }
}

fn in_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if must_escape(c) && (c as u32) < 0x1_0000 => {
                // Writing to a text cannot fail.
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Controls, line breaks of one YAML but not the other, and marks that change the order in which a line is shown.
fn must_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}')
        || matches!(c, '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
}

/// A value in one line of YAML: `{id: anna, name: Anna Ek}`.
///
/// # Errors
/// [`PrintError`].
pub fn flow(value: &impl Serialize) -> Result<String, PrintError> {
    print(value, Style::default())
}

/// A mapping in lines of its own, as an item of a list whose dash stands in that column: a line for each key, and one for
/// each item of a list.
///
/// # Errors
/// [`PrintError`].
pub fn item(
    value: &impl Serialize,
    column: usize,
    line_end: &'static str,
) -> Result<String, PrintError> {
    let text = print(value, Style { block: Some((column + 2, line_end)), ..Style::default() })?;
    // Strings hold no line ends as such, so that only the keys of lists are met here.
    Ok(text.replace(&format!(": {line_end}"), &format!(":{line_end}")))
}

fn print(value: &impl Serialize, style: Style) -> Result<String, PrintError> {
    let mut out = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut out, style))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// YAML's own way of writing what JSON has, with one space behind commas and colons.
#[derive(Default)]
struct Style {
    /// The string being written: whether it needs quotes shows at its end only.
    string: String,
    /// The column of the keys and the end of lines, where keys and items have lines of their own.
    block: Option<(usize, &'static str)>,
    /// How many mappings and lists are open.
    depth: usize,
}

impl Style {
    /// Whether what is open at this depth has lines of its own.
    fn lines(&self, depth: usize) -> Option<(usize, &'static str)> {
        self.block.filter(|_| self.depth <= depth)
    }

    /// Opens a mapping or a list, which has lines of its own down to some depth, and its sign below.
    fn open<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        sign: &[u8],
        deepest: usize,
    ) -> io::Result<()> {
        self.depth += 1;
        if self.lines(deepest).is_some() { Ok(()) } else { writer.write_all(sign) }
    }

    fn close<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        sign: &[u8],
        deepest: usize,
    ) -> io::Result<()> {
        let lines = self.lines(deepest).is_some();
        self.depth -= 1;
        if lines { Ok(()) } else { writer.write_all(sign) }
    }
}

impl Formatter for Style {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{", 1)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}", 1)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[", 2)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]", 2)
    }

    fn begin_string<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.string.clear();
        Ok(())
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        _: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        self.string.push_str(fragment);
        Ok(())
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        _: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        self.string.push(match escape {
            CharEscape::Quote => '"',
            CharEscape::ReverseSolidus => '\\',
            CharEscape::Solidus => '/',
            CharEscape::Backspace => '\u{8}',
            CharEscape::FormFeed => '\u{c}',
            CharEscape::LineFeed => '\n',
            CharEscape::CarriageReturn => '\r',
            CharEscape::Tab => '\t',
            CharEscape::AsciiControl(byte) => char::from(byte),
        });
        Ok(())
    }

    fn end_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(quote(&self.string).as_bytes())
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        match self.lines(2) {
            Some((column, line_end)) => write!(writer, "{line_end}{:column$}  - ", ""),
            None if first => Ok(()),
            None => writer.write_all(b", "),
        }
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        match self.lines(1) {
            _ if first => Ok(()),
            Some((column, line_end)) => write!(writer, "{line_end}{:column$}", ""),
            None => writer.write_all(b", "),
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

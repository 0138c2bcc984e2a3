//! Writing what a match file holds: each value in one line, strings in quotes unless they are plainly text.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};

use super::model::Match;
use crate::record::quote;

/// A value in one line of YAML: `{id: anna, name: Anna Ek}`.
///
/// # Errors
/// When the value cannot be serialised.
pub(super) fn flow(value: &impl Serialize) -> Result<String, serde_json::Error> {
    print(value, Style::default())
}

/// A mapping in lines of its own, as an item of a list whose dash stands in that column: a line for each key, and one for
/// each item of a list.
///
/// # Errors
/// When the value cannot be serialised.
pub(super) fn block(
    value: &impl Serialize,
    column: usize,
    line_end: &'static str,
) -> Result<String, serde_json::Error> {
    let text = print(value, Style { block: Some((column + 2, line_end)), ..Style::default() })?;
    // Strings hold no line ends as such, so that only the keys of lists are met here.
    Ok(text.replace(&format!(": {line_end}"), &format!(":{line_end}")))
}

fn print(value: &impl Serialize, style: Style) -> Result<String, serde_json::Error> {
    let mut out = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut out, style))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// The text of a new match file.
///
/// # Errors
/// When a value cannot be serialised.
pub fn write(m: &Match) -> Result<String, serde_json::Error> {
    let mut page = MatchPrinter(String::new());
    page.value("format", &m.format)?;
    page.value("id", &m.id)?;
    page.value("title", &m.title)?;
    page.list("players", &m.players)?;
    page.list("teams", &m.teams)?;
    if m.sides != Default::default() {
        page.value("sides", &m.sides)?;
    }
    page.list("externals", &m.externals)?;
    page.list("draws", &m.lots)?;
    page.list("games", &m.games)?;
    page.list("groupings", &m.groupings)?;
    if let Some(tournament) = &m.tournament {
        page.value("tournament", tournament)?;
    }
    Ok(page.0)
}

struct MatchPrinter(String);

impl MatchPrinter {
    fn value(&mut self, key: &str, value: &impl Serialize) -> Result<(), serde_json::Error> {
        self.0.push_str(&format!("{key}: {}\n", flow(value)?));
        Ok(())
    }

    fn list(&mut self, key: &str, items: &[impl Serialize]) -> Result<(), serde_json::Error> {
        if !items.is_empty() {
            self.0.push_str(&format!("{key}:\n"));
        }
        for item in items {
            self.0.push_str(&format!("  - {}\n", flow(item)?));
        }
        Ok(())
    }
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

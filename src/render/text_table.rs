//! Tables as text, Markdown and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::{one_line, padded, width};

/// Rows of texts under headings. Every row has as many cells as there are headings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TextTable {
    /// The headings.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// An empty table with those headings.
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> TextTable {
        TextTable { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row, cut or filled up to the number of headings.
    pub fn push<S: Into<String>>(&mut self, row: impl IntoIterator<Item = S>) {
        let mut row: Vec<String> = row.into_iter().map(Into::into).collect();
        row.resize(self.head.len(), String::new());
        self.rows.push(row);
    }

    /// Aligned columns two spaces apart, for people; control characters and marks of direction are shown as `\u{…}`.
    pub fn text(&self) -> String {
        let rows: Vec<Vec<String>> = std::iter::once(&self.head)
            .chain(&self.rows)
            .map(|row| row.iter().map(|cell| one_line(cell)).collect())
            .collect();
        let columns = |column: usize| {
            rows.iter().filter_map(|r| r.get(column)).map(|c| width(c)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(columns).collect();
        let mut out = String::new();
        for row in &rows {
            let cells = row.iter().zip(&widths).map(|(cell, width)| padded(cell, *width));
            out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            out.push('\n');
        }
        out
    }

    /// A Markdown table. What Markdown or HTML would read as more than text is escaped.
    pub fn markdown(&self) -> String {
        let line = |row: &[String]| {
            format!(
                "| {} |\n",
                row.iter().map(|cell| markdown_cell(cell)).collect::<Vec<_>>().join(" | ")
            )
        };
        let mut out = line(&self.head);
        out.push_str(&format!("|{}\n", "---|".repeat(self.head.len())));
        self.rows.iter().for_each(|row| out.push_str(&line(row)));
        out
    }

    /// CSV as RFC 4180 has it: lines end in CR LF, cells are quoted where they must be. A cell that a spreadsheet
    /// would take for a formula gets an apostrophe in front; numbers with a sign stay as they are.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            out.push_str(&csv_line(row.iter().map(String::as_str)));
        }
        out
    }
}

/// Text in Markdown, in one line. What Markdown or HTML would read as more than text is escaped.
pub fn markdown_cell(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

/// A line of [`TextTable::csv`], with its end.
pub fn csv_line<'c>(cells: impl IntoIterator<Item = &'c str>) -> String {
    let mut out = String::new();
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        let sign = cell.strip_prefix(['+', '-']);
        let number = sign.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !number;
        let guard = if formula { "'" } else { "" };
        if cell.contains([',', '"', '\n', '\r']) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\"{guard}{}\"", cell.replace('"', "\"\""));
        } else {
            out.push_str(guard);
            out.push_str(cell);
        }
    }
    out.push_str("\r\n");
    out
}

//! A small table, printed as text, Markdown or CSV.

use std::fmt::Write;

use serde::Serialize;

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

    /// Aligned columns two spaces apart, for people; control characters are shown as `\u{…}`.
    pub fn text(&self) -> String {
        let plain = |cell: &String| -> String {
            let escape = |c: char| {
                if c.is_control() { c.escape_default().collect() } else { String::from(c) }
            };
            cell.chars().map(escape).collect()
        };
        let rows: Vec<Vec<String>> = std::iter::once(&self.head)
            .chain(&self.rows)
            .map(|r| r.iter().map(plain).collect())
            .collect();
        let width = |column: usize| {
            rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut out = String::new();
        for row in &rows {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
            out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            out.push('\n');
        }
        out
    }

    /// A Markdown table. What Markdown or HTML would read as more than text is escaped.
    pub fn markdown(&self) -> String {
        let cell = |text: &String| {
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
        };
        let line = |row: &[String]| {
            format!("| {} |\n", row.iter().map(cell).collect::<Vec<_>>().join(" | "))
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
            for (i, cell) in row.iter().enumerate() {
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
        }
        out
    }
}

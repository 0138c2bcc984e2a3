//! Tables as a page of HTML.

use std::fmt::Write;

use super::html::{html_page, html_text};
use super::{TextTable, one_line};

const STYLE: &str = "\
body{font:1rem/1.5 sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}\
.wide{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0}\
caption{text-align:left;font-weight:bold;padding:.3rem 0}\
td,th{border:1px solid #bbb;padding:.2rem .5rem;text-align:left;vertical-align:top}\
thead th{background:#eee}";

/// A table with what stands around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaptionedTable {
    /// What it shows.
    pub caption: String,
    /// The table.
    pub table: TextTable,
    /// The column, from 0, that names the row.
    pub named_by: usize,
    /// What has to be said below it.
    pub notes: Vec<String>,
}

/// A page of tables under a title.
pub fn table_page(title: &str, tables: &[CaptionedTable]) -> String {
    let mut content = format!("<h1>{}</h1>\n", html_text(title));
    for table in tables {
        table.write(&mut content);
    }
    html_page(&one_line(title), STYLE, &content)
}

impl CaptionedTable {
    /// A table without notes.
    pub fn new(caption: impl Into<String>, table: TextTable, named_by: usize) -> CaptionedTable {
        CaptionedTable { caption: caption.into(), table, named_by, notes: Vec::new() }
    }

    /// Writes the table, in a box of its own that scrolls sideways.
    pub(super) fn write(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let caption = html_text(&self.caption);
        let _ = write!(
            out,
            "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n\
             <table>\n<caption>{caption}</caption>\n<thead><tr>"
        );
        for cell in &self.table.head {
            let _ = write!(out, "<th scope=\"col\">{}</th>", html_text(cell));
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.table.rows {
            out.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let cell = html_text(cell);
                let _ = match column == self.named_by {
                    true => write!(out, "<th scope=\"row\">{cell}</th>"),
                    false => write!(out, "<td>{cell}</td>"),
                };
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody>\n</table>\n</div>\n");
        if !self.notes.is_empty() {
            out.push_str("<ul>\n");
            for note in &self.notes {
                let _ = writeln!(out, "<li>{}</li>", html_text(note));
            }
            out.push_str("</ul>\n");
        }
    }
}

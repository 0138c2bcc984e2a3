//! Tables that the script of a page sorts and filters. Without it they stand whole, in the order of their rows.

use std::fmt::Write;

use crate::render::html::html_text;
use crate::render::xml;

/// A table to look things up in.
#[derive(Clone, Debug, Default)]
pub struct ListTable {
    /// What is listed, such as `games`.
    pub what: &'static str,
    /// The columns.
    pub columns: Vec<ListColumn>,
    /// What can be chosen besides words.
    pub choices: Vec<ListChoice>,
    /// The rows.
    pub rows: Vec<ListRow>,
}

/// A column.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListColumn {
    /// The heading.
    pub title: &'static str,
    /// Whether it has numbers.
    pub number: bool,
    /// Whether the greatest come first when it is sorted by.
    pub descending: bool,
    /// Whether a narrow window leaves it out.
    pub less: bool,
}

/// What rows can be chosen by.
#[derive(Clone, Debug)]
pub struct ListChoice {
    /// The name of the rows' tag: small letters.
    pub tag: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The values, each with its title.
    pub values: Vec<(String, String)>,
}

/// A row.
#[derive(Clone, Debug, Default)]
pub struct ListRow {
    /// The value of each choice, in their order.
    pub tags: Vec<String>,
    /// A class of the first cell: small letters, or nothing.
    pub class: &'static str,
    /// The cells, as many as there are columns.
    pub cells: Vec<ListCell>,
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub struct ListCell {
    /// What is shown.
    pub text: String,
    /// Where it leads.
    pub href: Option<String>,
}

impl ListCell {
    /// A cell that shows a text.
    pub fn new(text: impl Into<String>) -> ListCell {
        ListCell { text: text.into(), ..ListCell::default() }
    }
}

impl ListTable {
    // Writing to a string cannot fail.
    pub(super) fn write(&self, out: &mut String) {
        self.write_filter(out);
        let what = html_text(self.what);
        let _ = write!(out, "<table class=\"list\" aria-label=\"{what}\">\n<thead><tr>");
        for column in &self.columns {
            let first = if column.descending { " data-first=\"descending\"" } else { "" };
            let _ = write!(
                out,
                "<th scope=\"col\"{}{first}>{}</th>",
                class(&[("number", column.number), ("less", column.less)]),
                html_text(column.title)
            );
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            self.write_row(row, out);
        }
        out.push_str(
            "</tbody>\n</table>\n<button type=\"button\" id=\"more\" hidden>Show more</button>\n",
        );
    }

    fn write_filter(&self, out: &mut String) {
        let what = html_text(self.what);
        let _ = write!(
            out,
            "<div class=\"filter\" role=\"search\" data-script hidden>\n\
             <label>Words <input id=\"words\" type=\"search\" autocomplete=\"off\"></label>\n"
        );
        for choice in &self.choices {
            let _ = write!(
                out,
                "<label>{} <select id=\"{}\"><option value=\"\">all</option>",
                html_text(choice.title),
                choice.tag
            );
            for (value, title) in &choice.values {
                let _ =
                    write!(out, "<option value=\"{}\">{}</option>", xml(value), html_text(title));
            }
            out.push_str("</select></label>\n");
        }
        let _ = writeln!(out, "<p><output id=\"count\"></output> {what}</p>\n</div>");
    }

    fn write_row(&self, row: &ListRow, out: &mut String) {
        out.push_str("<tr");
        for (choice, value) in self.choices.iter().zip(&row.tags) {
            let _ = write!(out, " data-{}=\"{}\"", choice.tag, xml(value));
        }
        out.push('>');
        for (at, (column, cell)) in self.columns.iter().zip(&row.cells).enumerate() {
            let first = at == 0 && !row.class.is_empty();
            let classes = [(row.class, first), ("number", column.number), ("less", column.less)];
            let _ = write!(out, "<td{}", class(&classes));
            let text = html_text(&cell.text);
            let _ = match &cell.href {
                Some(href) => write!(out, "><a href=\"{}\">{text}</a></td>", xml(href)),
                None => write!(out, ">{text}</td>"),
            };
        }
        out.push_str("</tr>\n");
    }
}

/// The attribute with the classes that apply.
fn class(classes: &[(&str, bool)]) -> String {
    let names = classes.iter().filter(|(_, applies)| *applies).map(|(name, _)| *name);
    match names.collect::<Vec<_>>().join(" ") {
        names if names.is_empty() => names,
        names => format!(" class=\"{names}\""),
    }
}

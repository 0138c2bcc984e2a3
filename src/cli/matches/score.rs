//! `riverpost match score`: what the match stands at.

use serde_json::json;

use super::print::{self, Format};
use crate::cli::error::Failure;
use crate::cli::out::Out;
use crate::cli::{Common, Done};
use crate::matches::{TextTable, score_table};
use crate::render::one_line;

/// Arguments of `match score`.
#[derive(clap::Args, Debug)]
pub(super) struct Score {
    /// The match: its id, the beginning of it, or its path
    r#match: String,
    /// What to print
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Score {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = print::read(common, &self.r#match)?;
        if common.json || self.format == Format::Json {
            out.line(json!({
                "match": read.m.id, "score": read.score,
                "contradictions": print::all_as_json(&read),
            }))?;
            return Ok(print::code(&read));
        }
        let table = score_table(&read.m, &read.score);
        match self.format {
            Format::Text => text(table, out)?,
            format => print::table(&table, format, out)?,
        }
        print::contradictions(&read, out)
    }
}

/// Prints the numbers as a table and the arithmetic below it, since sentences make a table too wide for a screen.
fn text(mut table: TextTable, out: &mut Out) -> Result<(), Failure> {
    const WORDS: usize = 2;
    let numbers = table.head.len().saturating_sub(WORDS);
    table.head.truncate(numbers);
    let words: Vec<(String, Vec<String>)> = table
        .rows
        .iter_mut()
        .map(|row| (row.first().cloned().unwrap_or_default(), row.split_off(numbers)))
        .collect();
    out.text(&table.text())?;
    out.line("")?;
    for (title, how) in &words {
        if let [how, rule] = &how[..] {
            let rule = if rule.is_empty() { String::new() } else { format!(" [{rule}]") };
            out.line(one_line(&format!("{title}: {how}{rule}")))?;
        }
    }
    Ok(())
}

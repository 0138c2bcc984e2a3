//! `riverpost match score`: what the match stands at.

use serde_json::json;

use super::print::{self, Format};
use crate::cli::out::Out;
use crate::cli::{Common, Done};
use crate::matches::score_table;

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
        print::table(&score_table(&read.m, &read.score), self.format, out)?;
        print::contradictions(&read, out)
    }
}

//! `riverpost match sides`: who plays which side.

use serde_json::json;

use super::print::{self, Format};
use crate::cli::out::Out;
use crate::cli::{Common, Done};
use crate::matches::side_table;

/// Arguments of `match sides`.
#[derive(clap::Args, Debug)]
pub(super) struct Sides {
    /// The match: its id, the beginning of it, or its path
    r#match: String,
    /// What to print
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Sides {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = print::read(common, &self.r#match)?;
        if common.json || self.format == Format::Json {
            out.line(json!({
                "match": read.m.id, "sides": read.sides.assignments,
                "contradictions": print::all_as_json(&read),
            }))?;
            return Ok(print::code(&read));
        }
        print::table(&side_table(&read.m, &read.sides), self.format, out)?;
        print::contradictions(&read, out)
    }
}

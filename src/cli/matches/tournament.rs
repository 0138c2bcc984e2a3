//! `riverpost match schedule`, `standings` and `crosstable`: tournaments of many.

use serde_json::json;

use super::print::{self, Format};
use crate::actions::matches::Reckoning;
use crate::cli::error::Failure;
use crate::cli::out::Out;
use crate::cli::{Common, Done};
use crate::matches::{
    Standing, TournamentResults, arithmetic_table, crosstable, field, schedule, schedule_table,
    standing_table, standings,
};
use crate::render::one_line;

/// Arguments of `match schedule`.
#[derive(clap::Args, Debug)]
pub(super) struct Schedule {
    /// The match: its id, the beginning of it, or its path
    r#match: String,
    /// What to print
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Arguments of `match standings`.
#[derive(clap::Args, Debug)]
pub(super) struct Standings {
    /// The match: its id, the beginning of it, or its path
    r#match: String,
    /// Show how each tie-break comes about
    #[arg(long)]
    explain: bool,
    /// What to print
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Arguments of `match crosstable`.
#[derive(clap::Args, Debug)]
pub(super) struct Crosstable {
    /// The match: its id, the beginning of it, or its path
    r#match: String,
    /// What to print
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Schedule {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = print::read(common, &self.r#match)?;
        if read.m.tournament.is_none() {
            return Err(no_tournament());
        }
        let rounds = schedule(&read.m);
        let entrants = read.m.entrants();
        let names: Vec<&str> = entrants.iter().map(|e| e.name).collect();
        let table = schedule_table(&rounds, &names);
        if common.json || self.format == Format::Json {
            out.line(json!({ "match": read.m.id, "rounds": table.rows }))?;
            return Ok(print::code(&read));
        }
        print::table(&table, self.format, out)?;
        print::contradictions(&read, out)
    }
}

impl Standings {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = print::read(common, &self.r#match)?;
        let (field, list) = ranked(&read)?;
        if common.json || self.format == Format::Json {
            out.line(json!({
                "match": read.m.id, "standings": list, "contradictions": print::all_as_json(&read),
            }))?;
            return Ok(print::code(&read));
        }
        print::table(&standing_table(&list), self.format, out)?;
        if self.explain {
            out.line("")?;
            print::table(&arithmetic_table(&list), self.format, out)?;
        }
        for (name, left) in field.names.iter().zip(&field.left) {
            if let Some(left) = left {
                out.note(one_line(&format!("{name} withdrew: {}", left.why)))?;
            }
        }
        print::contradictions(&read, out)
    }
}

impl Crosstable {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = print::read(common, &self.r#match)?;
        let (field, list) = ranked(&read)?;
        let table = crosstable(&field, &list);
        if common.json || self.format == Format::Json {
            out.line(json!({ "match": read.m.id, "head": table.head, "rows": table.rows }))?;
            return Ok(print::code(&read));
        }
        print::table(&table, self.format, out)?;
        print::contradictions(&read, out)
    }
}

fn ranked(read: &Reckoning) -> Result<(TournamentResults, Vec<Standing>), Failure> {
    let field = field(&read.m, &read.sides, &read.played).ok_or_else(no_tournament)?;
    let criteria = read.m.tournament.as_ref().map_or(&[][..], |t| &t.tiebreaks);
    let list = standings(&field, criteria);
    Ok((field, list))
}

fn no_tournament() -> Failure {
    Failure::no("the match is not a tournament")
        .hint("a tournament has the key `tournament` in its match file")
}

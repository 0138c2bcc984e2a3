//! `riverpost match sides`, `score`, `schedule`, `standings` and `crosstable`: what is worked out from a match.

use serde_json::json;

use super::shared::{self, MatchName};
use crate::actions::matches::EvaluatedMatch;
use crate::cli::arguments::{Common, Format};
use crate::cli::command::Run;
use crate::cli::error::{Done, Failure};
use crate::cli::output::Out;
use crate::matches::{
    Standing, TextTable, TournamentResults, arithmetic_table, crosstable, schedule, schedule_table,
    score_table, side_table, standing_table, standings, tournament_results,
};
use crate::render::one_line;

/// Who plays which side in each game, and why
#[derive(clap::Args, Debug)]
pub(super) struct Sides {
    #[command(flatten)]
    name: MatchName,
    /// What to print
    #[arg(long, default_value = "text", value_parser = Format::among(shared::FORMATS))]
    format: Format,
}

impl Run for Sides {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = self.name.read(common)?;
        if common.json || self.format == Format::Json {
            out.line(json!({
                "match": read.m.id, "sides": read.sides.assignments,
                "contradictions": shared::all_as_json(&read),
            }))?;
            return Ok(shared::code(&read));
        }
        shared::table(&side_table(&read.m, &read.sides), self.format, out)?;
        shared::contradictions(&read, out)
    }
}

/// What each game scored and what the match stands at
#[derive(clap::Args, Debug)]
pub(super) struct Score {
    #[command(flatten)]
    name: MatchName,
    /// What to print
    #[arg(long, default_value = "text", value_parser = Format::among(shared::FORMATS))]
    format: Format,
}

impl Run for Score {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = self.name.read(common)?;
        if common.json || self.format == Format::Json {
            out.line(json!({
                "match": read.m.id, "score": read.score,
                "contradictions": shared::all_as_json(&read),
            }))?;
            return Ok(shared::code(&read));
        }
        let table = score_table(&read.m, &read.score);
        match self.format {
            Format::Text => text(table, out)?,
            format => shared::table(&table, format, out)?,
        }
        shared::contradictions(&read, out)
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

/// The rounds of a tournament
#[derive(clap::Args, Debug)]
pub(super) struct Schedule {
    #[command(flatten)]
    name: MatchName,
    /// What to print
    #[arg(long, default_value = "text", value_parser = Format::among(shared::FORMATS))]
    format: Format,
}

/// The standings of a tournament
#[derive(clap::Args, Debug)]
pub(super) struct Standings {
    #[command(flatten)]
    name: MatchName,
    /// Show how each tie-break comes about
    #[arg(long)]
    explain: bool,
    /// What to print
    #[arg(long, default_value = "text", value_parser = Format::among(shared::FORMATS))]
    format: Format,
}

/// Everybody against everybody
#[derive(clap::Args, Debug)]
pub(super) struct Crosstable {
    #[command(flatten)]
    name: MatchName,
    /// What to print
    #[arg(long, default_value = "text", value_parser = Format::among(shared::FORMATS))]
    format: Format,
}

impl Run for Schedule {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = self.name.read(common)?;
        if read.m.tournament.is_none() {
            return Err(no_tournament());
        }
        let rounds = schedule(&read.m);
        let entrants = read.m.entrants();
        let names: Vec<&str> = entrants.iter().map(|e| e.name).collect();
        let table = schedule_table(&rounds, &names);
        if common.json || self.format == Format::Json {
            out.line(json!({ "match": read.m.id, "rounds": table.rows }))?;
            return Ok(shared::code(&read));
        }
        shared::table(&table, self.format, out)?;
        shared::contradictions(&read, out)
    }
}

impl Run for Standings {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = self.name.read(common)?;
        let (results, list) = ranked(&read)?;
        if common.json || self.format == Format::Json {
            out.line(json!({
                "match": read.m.id, "standings": list, "contradictions": shared::all_as_json(&read),
            }))?;
            return Ok(shared::code(&read));
        }
        shared::table(&standing_table(&list), self.format, out)?;
        if self.explain {
            out.line("")?;
            shared::table(&arithmetic_table(&list), self.format, out)?;
        }
        for (name, withdrawn) in results.names.iter().zip(&results.withdrawn) {
            if let Some(withdrawn) = withdrawn {
                out.note(one_line(&format!("{name} withdrew: {}", withdrawn.why)))?;
            }
        }
        shared::contradictions(&read, out)
    }
}

impl Run for Crosstable {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = self.name.read(common)?;
        let (results, list) = ranked(&read)?;
        let table = crosstable(&results, &list);
        if common.json || self.format == Format::Json {
            out.line(json!({ "match": read.m.id, "head": table.head, "rows": table.rows }))?;
            return Ok(shared::code(&read));
        }
        shared::table(&table, self.format, out)?;
        shared::contradictions(&read, out)
    }
}

fn ranked(read: &EvaluatedMatch) -> Result<(TournamentResults, Vec<Standing>), Failure> {
    let results =
        tournament_results(&read.m, &read.sides, &read.played).ok_or_else(no_tournament)?;
    let criteria = read.m.tournament.as_ref().map_or(&[][..], |t| &t.tiebreaks);
    let list = standings(&results, criteria);
    Ok((results, list))
}

fn no_tournament() -> Failure {
    Failure::no("the match is not a tournament")
        .hint("a tournament has the key `tournament` in its match file")
}

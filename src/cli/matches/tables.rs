//! `riverpost match sides`, `score`, `schedule`, `standings` and `crosstable`: what is worked out from a match.

use serde_json::{Value, json};

use super::shared::{self, MatchName};
use crate::actions::matches::EvaluatedMatch;
use crate::cli::arguments::{Common, Format};
use crate::cli::command::Run;
use crate::cli::error::{Done, Failure};
use crate::cli::output::Out;
use crate::matches::{
    Standing, TournamentResults, arithmetic_table, crosstable, promotion, schedule, schedule_table,
    score_table, side_table, standing_table, standings, table_notes, tournament_results,
};
use crate::render::{CaptionedTable, TextTable, one_line};

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
        out.page(common);
        let read = self.name.read(common)?;
        if common.json || self.format == Format::Json {
            out.line(json!({
                "match": read.m.id, "sides": read.sides.assignments,
                "contradictions": shared::all_as_json(&read),
            }))?;
            return Ok(shared::code(&read));
        }
        let table = side_table(&read.m, &read.sides);
        print("Sides", table, &read, self.format, out)
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
        out.page(common);
        let read = self.name.read(common)?;
        if common.json || self.format == Format::Json {
            out.line(json!({
                "match": read.m.id, "score": read.score,
                "contradictions": shared::all_as_json(&read),
            }))?;
            return Ok(shared::code(&read));
        }
        let table = score_table(&read.m, &read.score);
        if self.format == Format::Text {
            text(table, out)?;
            return shared::contradictions(&read, self.format, out);
        }
        print("Score", table, &read, self.format, out)
    }
}

/// Prints one table of the match.
fn print(
    caption: &str,
    table: TextTable,
    read: &EvaluatedMatch,
    format: Format,
    out: &mut Out,
) -> Done {
    shared::tables(read, vec![CaptionedTable::new(caption, table, 0)], format, out)
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
        out.page(common);
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
        print("Schedule", table, &read, self.format, out)
    }
}

impl Run for Standings {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let read = self.name.read(common)?;
        let sections = ranked(&read)?;
        if common.json || self.format == Format::Json {
            let section = |(results, list): &Section| json!({ "standings": list, "unit": results.unit, "open": results.open });
            return as_json(&read, &sections, section, out);
        }
        let mut tables = Vec::new();
        for (results, list) in &sections {
            let notes = table_notes(results, list);
            let table = standing_table(results, list);
            let caption = results.section.clone().unwrap_or_else(|| "Standings".to_owned());
            tables.push(CaptionedTable { notes, ..CaptionedTable::new(caption, table, 1) });
        }
        if !self.explain {
            return shared::tables(&read, tables, self.format, out);
        }
        for (results, list) in &sections {
            let table = arithmetic_table(results, list);
            let caption = match &results.section {
                Some(section) => format!("{section}: how it comes about"),
                None => "How it comes about".to_owned(),
            };
            tables.push(CaptionedTable::new(caption, table, 1));
        }
        shared::tables(&read, tables, self.format, out)
    }
}

impl Run for Crosstable {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let read = self.name.read(common)?;
        let sections = ranked(&read)?;
        if common.json || self.format == Format::Json {
            let section = |(results, list): &Section| {
                let table = crosstable(results, list);
                json!({ "head": table.head, "rows": table.rows, "notes": table_notes(results, list) })
            };
            return as_json(&read, &sections, section, out);
        }
        let table = |(results, list): &Section| CaptionedTable {
            caption: results.section.clone().unwrap_or_else(|| "Crosstable".to_owned()),
            table: crosstable(results, list),
            named_by: 1,
            notes: table_notes(results, list),
        };
        let tables = sections.iter().map(table).collect();
        shared::tables(&read, tables, self.format, out)
    }
}

/// The results of a section and its standings.
type Section = (TournamentResults, Vec<Standing>);

/// Prints what there is of each section for machines: of one alone beside the match, of several in a list with who moves up.
fn as_json(
    read: &EvaluatedMatch,
    sections: &[Section],
    of: impl Fn(&Section) -> Value,
    out: &mut Out,
) -> Done {
    let mut all = json!({ "match": read.m.id, "contradictions": shared::all_as_json(read) });
    let several: Vec<Value> = sections
        .iter()
        .filter_map(|one| {
            let mut value = of(one);
            value["section"] = json!(one.0.section.as_ref()?);
            value["promotion"] = json!(promotion(&one.0, &one.1));
            Some(value)
        })
        .collect();
    match sections {
        [one] if several.is_empty() => {
            if let (Value::Object(all), Value::Object(one)) = (&mut all, of(one)) {
                all.extend(one);
            }
        }
        _ => all["sections"] = json!(several),
    }
    out.line(all)?;
    Ok(shared::code(read))
}

fn ranked(read: &EvaluatedMatch) -> Result<Vec<Section>, Failure> {
    let criteria = read.m.tournament.as_ref().ok_or_else(no_tournament)?.tiebreaks.as_slice();
    let sections = tournament_results(&read.m, &read.sides, &read.played).into_iter();
    Ok(sections
        .map(|results| {
            let list = standings(&results, criteria);
            (results, list)
        })
        .collect())
}

fn no_tournament() -> Failure {
    Failure::no("the match is not a tournament")
        .hint("a tournament has the key `tournament` in its match file")
}

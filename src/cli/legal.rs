//! `riverpost legal`: the legal moves.

use serde_json::json;

use super::arguments::{Common, Format};
use super::command::Run;
use super::error::Done;
use super::output::Out;
use super::record::{RecordToRead, played};
use super::show::within;
use super::table::columns;
use crate::notation::{coordinate, fen, write_move};
use crate::rules::{Ending, Line};

/// List the legal moves
#[derive(clap::Args, Debug)]
pub(super) struct Legal {
    #[command(flatten)]
    record: RecordToRead,
    /// In the position after so many plies, 0 for the start [default: the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// How to write the moves, sorted bytewise: in columns for people, or one a line for machines
    #[arg(long, default_value = "text",
          value_parser = Format::among(&[Format::Text, Format::Coord]))]
    format: Format,
    /// Every position from ply 0 to the last, one line of JSON each (with --json)
    #[arg(long, conflicts_with = "ply", requires = "json")]
    all: bool,
}

impl Run for Legal {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let found = self.record.find(common)?;
        let (record, whole) = played(&found)?;
        if self.all {
            let mut line = Line::new(record.start().clone());
            print_json(&line, out)?;
            for m in whole.line.moves() {
                line.push_unchecked(*m);
                print_json(&line, out)?;
            }
            return Ok(0);
        }
        let ply = within(self.ply, whole.line.plies())?;
        let line = whole.line.back_to(ply);
        if common.json {
            return print_json(&line, out);
        }
        // A game that was resigned or drawn by agreement is over too.
        let over =
            ply == whole.line.plies() && whole.termination.is_some() || line.ending().is_some();
        let position = line.position();
        if self.format == Format::Coord {
            let legal = if over { Vec::new() } else { coordinate::legal(position) };
            legal.into_iter().try_for_each(|m| out.line(m))?;
            return Ok(0);
        }
        if over {
            let at_end = ply == whole.line.plies();
            let ending = whole.termination.filter(|_| at_end).map(|ending| ending.name());
            let ending = ending.or(line.ending().map(Ending::name)).unwrap_or("unknown");
            let outcome = whole.outcome.filter(|_| at_end).or(line.outcome());
            let result = outcome.map_or("*", |outcome| outcome.name());
            out.note(format_args!(
                "no move is legal: the game is over, {ending}, result {result}"
            ))?;
            return Ok(0);
        }
        let legal = position.legal_moves().into_iter();
        let mut moves: Vec<String> = legal.map(|m| write_move(position, m)).collect();
        moves.sort_unstable();
        columns(&moves, out)?;
        Ok(0)
    }
}

fn print_json(line: &Line, out: &mut Out) -> Done {
    let position = line.position();
    let legal = if line.ending().is_some() { Vec::new() } else { coordinate::legal(position) };
    out.line(json!({
        "ply": line.plies(), "fen": fen::write(position),
        "status": line.ending().map_or("ongoing", Ending::name), "legal": legal,
    }))?;
    Ok(0)
}

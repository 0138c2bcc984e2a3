//! `riverpost stats`: what many games come to.

use std::ops::ControlFlow;

use clap::ValueEnum;
use serde_json::Value;

use super::arguments::{Common, Format};
use super::command::Run;
use super::conditions::Conditions;
use super::error::{Done, Failure};
use super::output::Out;
use super::picture::PlotArguments;
use super::sources::Sources;
use crate::archive::{ArchivedGame, StatKind, StatSample, Statistics};

/// The forms of a table.
const FORMATS: &[Format] = &[
    Format::Text,
    Format::Markdown,
    Format::Csv,
    Format::Json,
    Format::Svg,
    #[cfg(feature = "png")]
    Format::Png,
];

/// Count games: openings, players, sides, lengths, endings, time; find games that are there twice
#[derive(clap::Args, Debug)]
pub(super) struct Stats {
    #[command(flatten)]
    sources: Sources,
    /// What each row is about
    #[arg(long, value_name = "WHAT", default_value = "game")]
    by: Rows,
    /// With --by opening: how many plies from the position that --position or --line names, or from the start
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = depth)]
    depth: usize,
    /// Only rows that count at least so many games, or moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    least: u64,
    /// List games with the same moves, or with the moves of another and more, of at least so many plies [default: 10]
    #[arg(
        long,
        value_name = "PLIES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10",
        conflicts_with_all = ["by", "depth", "least"]
    )]
    duplicates: Option<usize>,
    #[command(flatten)]
    conditions: Conditions,
    /// What to print
    #[arg(long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
    #[command(flatten)]
    plot: PlotArguments,
}

/// What a row is about.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Rows {
    /// Moves from a position, as a tree
    Opening,
    /// A player
    Player,
    /// A game: how often each side wins
    Game,
    /// Lengths, by twenty plies
    Length,
    /// A way to end
    Ending,
    /// How long a player thinks
    Time,
}

impl Run for Stats {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let query = self.conditions.query()?;
        let kind = match (self.duplicates, self.by) {
            (Some(least), _) => StatKind::Duplicates { least },
            (None, Rows::Opening) => StatKind::Opening { depth: self.depth },
            (None, Rows::Player) => StatKind::Player,
            (None, Rows::Game) => StatKind::Game,
            (None, Rows::Length) => StatKind::Length,
            (None, Rows::Ending) => StatKind::Ending,
            (None, Rows::Time) => StatKind::Time,
        };
        let look = |game: &ArchivedGame<'_>| {
            let ply = query.found(game)?.unwrap_or_default();
            Some(StatSample::of(kind, game, ply))
        };
        let mut statistics = Statistics::new(kind);
        let take = |sample| {
            statistics.add(sample);
            Ok(ControlFlow::Continue(()))
        };
        let bar = self.sources.bar(common, out);
        self.sources.each_game(common, &bar, |record| query.may_fit(record), look, take)?;
        let table = statistics.table(self.least);
        match if common.json { Format::Json } else { self.format } {
            Format::Json => {
                table.objects().try_for_each(|row| out.line(Value::Object(row)))?;
            }
            format @ (Format::Svg | Format::Png) => {
                let Some(bars) = table.results() else {
                    return Err(Failure::usage("these rows have no results to plot")
                        .hint("plot rows by opening, player, game, length or ending"));
                };
                self.plot.print(&|look| bars.svg(&look), format, out)?;
            }
            Format::Csv => out.text(&table.texts(false).csv())?,
            Format::Markdown => out.text(&table.texts(true).markdown())?,
            _ if table.is_empty() => out.note("nothing to count")?,
            _ => out.text(&table.texts(true).text())?,
        }
        Ok(0)
    }
}

/// The deepest that an opening is counted, in plies.
const DEEPEST: usize = 100;

fn depth(text: &str) -> Result<usize, String> {
    let depth = text.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth));
    depth.ok_or_else(|| format!("a number of plies, 1 to {DEEPEST}"))
}

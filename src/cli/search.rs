//! `riverpost search`: finding games.

use std::ops::ControlFlow;

use clap::ValueEnum;
use indicatif::ProgressBar;

use super::arguments::Common;
use super::command::Run;
use super::conditions::Conditions;
use super::error::Done;
use super::output::Out;
use super::sources::Sources;
use crate::archive::{ArchivedGame, document, facts};
use crate::notation::fen;
use crate::render::{counted, one_line};
use crate::rules::{Outcome, Side};

/// Find games by what their records say and by what happened on the board
#[derive(clap::Args, Debug)]
pub(super) struct Search {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    conditions: Conditions,
    /// What to print of each game
    #[arg(long, value_name = "FORMAT", default_value = "list")]
    format: SearchFormat,
    /// The most games to find
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Print only how many there are
    #[arg(long)]
    count: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum SearchFormat {
    /// A line for people
    List,
    /// The record, behind a line of ---
    Yaml,
    /// A JSON value
    Json,
    /// A line of id, ply and position line, parted by tabs: the position found, or the last
    Fen,
}

impl Run for Search {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let query = self.conditions.query()?;
        let format = if common.json { SearchFormat::Json } else { self.format };
        let look = |game: &ArchivedGame<'_>| {
            let ply = query.found(game)?;
            Some(if self.count { String::new() } else { text(format, game, ply) })
        };
        let bar = match !self.count && out.is_terminal() {
            // The games that are found show how it goes.
            true => ProgressBar::hidden(),
            false => self.sources.bar(common, out),
        };
        let mut found = 0;
        let take = |text: String| {
            out.text(&text)?;
            found += 1;
            Ok(match self.limit {
                Some(limit) if found >= limit => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
        };
        if self.limit != Some(0) {
            self.sources.each_game(common, &bar, |record| query.may_fit(record), look, take)?;
        }
        if self.count {
            out.line(found)?;
        } else if found == 0 && format == SearchFormat::List {
            out.note("no such game")?;
        }
        Ok(u8::from(found == 0))
    }
}

fn text(format: SearchFormat, game: &ArchivedGame<'_>, ply: Option<usize>) -> String {
    let id = &game.record.header().id;
    match format {
        SearchFormat::Yaml => document(game, false),
        SearchFormat::Json => {
            let mut value = facts(game);
            value.insert("ply".into(), ply.into());
            serde_json::Value::Object(value).to_string() + "\n"
        }
        SearchFormat::Fen => {
            let positions = game.replayed.line.positions();
            let ply = ply.unwrap_or(positions.len() - 1);
            positions.get(ply).map_or(String::new(), |position| {
                format!("{id}\t{ply}\t{}\n", fen::write(position))
            })
        }
        SearchFormat::List => line(game, ply),
    }
}

/// A game in a line.
fn line(game: &ArchivedGame<'_>, ply: Option<usize>) -> String {
    let player = |side| game.player(side).map_or_else(|| "?".into(), one_line);
    let players = format!("{} - {}", player(Side::South), player(Side::North));
    let ending = match (game.replayed.outcome, game.replayed.termination) {
        (outcome, Some(ending)) => format!("{}: {ending}", outcome.map_or("*", Outcome::name)),
        (_, None) => "going on".into(),
    };
    let plies = counted(game.replayed.line.plies(), "ply", "plies");
    let at = ply.map(|ply| match game.plies().nth(ply.wrapping_sub(1)) {
        Some(made) => format!("ply {ply}: {}", made.numbered(game.is_western(), true)),
        None => format!("ply {ply}"),
    });
    let (id, rules) = (one_line(&game.record.header().id), game.record.game().name);
    let parts = [Some(id), Some(rules.into()), Some(players), game.date(), Some(ending)];
    let parts = parts.into_iter().chain([Some(plies), at]).flatten();
    parts.collect::<Vec<_>>().join("  ") + "\n"
}

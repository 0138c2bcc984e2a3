//! `riverpost list`: the games of the repository.

use clap_complete::engine::ArgValueCompleter;
use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::complete;
use super::conditions::FactConditions;
use super::error::{Done, Failure};
use super::instant::written;
use super::output::Out;
use super::table::aligned;
use crate::actions::{self, FoundFile, ListFilter, Listed, ListedGame, MATCHES};
use crate::matches;
use crate::render::{counted, one_line};
use crate::rules::Side;
use crate::store::Store;

/// List the games of the repository, those with the latest moves first
#[derive(clap::Args, Debug)]
pub(super) struct List {
    /// Only games with all of these words in id, game, event or players
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Only games that go on
    #[arg(long, conflicts_with = "over")]
    going: bool,
    /// Only games that are over, and those of the past
    #[arg(long)]
    over: bool,
    /// Only games of this match: its id, the beginning of it, or its path
    #[arg(long = "match", value_name = "MATCH", add = ArgValueCompleter::new(complete::matches))]
    of_match: Option<String>,
    #[command(flatten)]
    facts: FactConditions,
    /// The most games to list
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
}

/// How a game of the past stands that has no end.
const UNFINISHED: &str = "unfinished";

impl Run for List {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let which = match (self.going, self.over) {
            (true, _) => Listed::Going,
            (_, true) => Listed::Over,
            _ => Listed::All,
        };
        let of_match = self.of_match.as_deref().map(|name| {
            let FoundFile { name, bytes } = actions::find(&common.folder(), MATCHES, name)?;
            matches::parse(bytes).map_err(|error| Failure::record(&name, &error))
        });
        let filter = ListFilter {
            which,
            words: self.words.clone(),
            facts: self.facts.facts()?,
            of_match: of_match.transpose()?,
        };
        let store = Store::discover(&common.folder())?;
        let (games, unsound) = actions::list(&store, &filter)?;
        let shown = &games[..games.len().min(self.limit)];
        if common.json {
            for game in shown {
                let name = |side: Side| game.players[side.at()].as_ref().map(|p| &p.name);
                out.line(json!({
                    "id": game.id, "path": game.path, "game": game.game,
                    "south": name(Side::South), "north": name(Side::North),
                    "status": match (game.turn, game.termination) {
                        (Some(_), _) => "ongoing",
                        (None, Some(ending)) => ending.name(),
                        (None, None) if game.outcome.is_none() => UNFINISHED,
                        (None, None) => "over",
                    },
                    "result": game.outcome.map_or("*", |outcome| outcome.name()),
                    "turn": game.turn.map(|(side, _)| side.name()),
                    "activity": game.activity.map(written),
                }))?;
            }
            return Ok(0);
        }
        aligned(shown.iter().map(row), out)?;
        if games.is_empty() {
            out.note("no such game")?;
        }
        if shown.len() < games.len() {
            let left = games.len() - shown.len();
            out.note(format_args!("and {left} more: say which are wanted, or give --limit"))?;
        }
        if unsound > 0 {
            let records = counted(unsound, "record is", "records are");
            out.note(format_args!("{records} not sound: `riverpost verify` says why"))?;
        }
        Ok(0)
    }
}

fn row(game: &ListedGame) -> [String; 5] {
    let name = |side: Side| {
        let player = game.players[side.at()].as_ref();
        player.map_or_else(|| side.to_string(), |player| one_line(&player.name))
    };
    let state = match (game.turn, game.termination) {
        (Some((side, title)), _) => match &game.players[side.at()] {
            Some(player) => format!("{} to move", one_line(&player.name)),
            None => format!("{title} to move"),
        },
        (None, None) if game.outcome.is_none() => UNFINISHED.into(),
        (None, ending) => {
            let result = game.outcome.map_or("no result", |outcome| outcome.name());
            format!("over: {}, {result}", ending.map_or("unknown", |ending| ending.name()))
        }
    };
    [
        one_line(&game.id),
        game.game.into(),
        format!("{} - {}", name(Side::South), name(Side::North)),
        state,
        game.activity.map_or(String::new(), |at| at.format("%Y-%m-%d").to_string()),
    ]
}

//! `riverpost new`: opens a game.

use clap_complete::engine::ArgValueCompleter;
use serde_json::json;

use super::agreed::Agreed;
use super::arguments::{Array, Choice, Common, person};
use super::command::Run;
use super::complete;
use super::error::Done;
use super::instant::{Instant, instant};
use super::output::{Out, now_or};
use super::seed::seed;
use crate::actions::{self, NewGame};

/// Open a game
#[derive(clap::Args, Debug)]
pub(super) struct New {
    /// The game: see `riverpost rules`
    #[arg(add = ArgValueCompleter::new(complete::games))]
    game: String,
    /// Who plays South (White), with an address if there is one
    #[arg(long, alias = "white", value_name = "NAME <ADDRESS>")]
    south: String,
    /// Who plays North (Black)
    #[arg(long, alias = "black", value_name = "NAME <ADDRESS>")]
    north: String,
    /// South's public key: its file, or the key as OpenSSH writes it [default: for yourself, the one with which git signs]
    #[arg(long, alias = "white-key", value_name = "FILE|KEY")]
    south_key: Option<String>,
    /// North's public key
    #[arg(long, alias = "black-key", value_name = "FILE|KEY")]
    north_key: Option<String>,
    /// Who rules on the game, with an address if there is one; none of the players
    #[arg(long, value_name = "NAME <ADDRESS>")]
    arbiter: Option<String>,
    /// The arbiter's public key
    #[arg(long, value_name = "FILE|KEY", requires = "arbiter")]
    arbiter_key: Option<String>,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    array: Array,
    /// The record's id [default: made from game, year and players]
    #[arg(long)]
    id: Option<String>,
    /// The tournament or match
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// Where it is played
    #[arg(long, value_name = "TEXT")]
    site: Option<String>,
    /// The round
    #[arg(long, value_name = "TEXT")]
    round: Option<String>,
    #[command(flatten)]
    agreed: Agreed,
    /// When it starts [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    started: Option<Instant>,
    /// The day, month or year in which a game of the past was played, whose times are not known: 1998, 1998-03, 1998-03-12
    #[arg(long, value_name = "DATE", conflicts_with = "started")]
    date: Option<String>,
    /// The folder in the repository [default: games/GAME/YYYY-MM]
    #[arg(long, value_name = "DIR")]
    folder: Option<String>,
}

impl Run for New {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let game = self.choice.game(&self.game)?;
        let new = NewGame {
            setup: self.array.start(game)?,
            south: person(&self.south, self.south_key.as_deref())?,
            north: person(&self.north, self.north_key.as_deref())?,
            seed: self.date.is_none().then(seed).transpose()?,
            own_key: self.date.is_none(),
            arbiter: self
                .arbiter
                .as_deref()
                .map(|text| person(text, self.arbiter_key.as_deref()))
                .transpose()?,
            terms: self.agreed.terms()?,
            id: self.id.clone(),
            event: self.event.clone(),
            site: self.site.clone(),
            round: self.round.clone(),
            started: now_or(self.started, common, out)?,
            date: self.date.clone(),
            extras: Default::default(),
            folder: self.folder.clone(),
        };
        let store = common.store()?;
        let created = actions::new_game(&store, &new, common.dry_run)?;
        out.recorded(created.commit);
        if common.json {
            out.line(json!({
                "id": created.id, "path": created.path.as_str(), "chain": created.value.chain,
                "commit": created.commit.map(|c| c.to_string()),
            }))?;
            return Ok(0);
        }
        if common.dry_run {
            out.note(format_args!("would write {}:", created.path))?;
            out.text(&created.value.text)?;
            return Ok(0);
        }
        out.line(&created.id)?;
        out.note(format_args!("opened {} (chain {})", created.path, created.value.chain))?;
        for (who, key) in &created.value.keys {
            out.note(format_args!("{} signs with the key {key}", who.name()))?;
        }
        if actions::is_one_person(&store, &new.south, &new.north)? {
            out.note("the same person plays both sides: --for says for which one acts")?;
        }
        out.note(format_args!(
            "next: riverpost show {id}; riverpost move {id} MOVE ({} moves first)",
            game.side(game.first),
            id = created.id
        ))?;
        Ok(0)
    }
}

//! `riverpost match new`: begins a match.

use std::path::PathBuf;

use super::shared;
use crate::actions::matches as actions;
use crate::cli::arguments::{Common, person, read_file};
use crate::cli::command::Run;
use crate::cli::error::{Done, Failure};
use crate::cli::instant::{Instant, instant};
use crate::cli::output::{Out, now_or};
use crate::document::Limits;
use crate::matches::{
    Fixture, Grouping, Match, MatchFormat, Member, Participant, Points, SideRules, Tournament,
};
use crate::record::Player;
use crate::rules::variants;

/// Begin a match
#[derive(clap::Args, Debug)]
pub(super) struct New {
    /// The match's id
    #[arg(required_unless_present = "from")]
    id: Option<String>,
    /// A whole match file instead of what follows; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["id", "title", "players", "games"])]
    from: Option<PathBuf>,
    /// Its title [default: the id]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// A player, the first-named first; may be repeated
    #[arg(long = "player", value_name = "ID=NAME <ADDRESS>")]
    players: Vec<String>,
    /// Who rules on the games; no player
    #[arg(long, value_name = "NAME <ADDRESS>")]
    arbiter: Option<String>,
    /// A game in the order of play: wing, fortress/level, or the name of an external game
    #[arg(long = "game", value_name = "ID=GAME[/VARIATION]")]
    games: Vec<String>,
    /// What whoever wins the games overall gets
    #[arg(long, value_name = "POINTS", requires = "games")]
    bonus: Option<Points>,
    /// The game that decides when they end level; may be repeated in the order of play
    #[arg(long = "tiebreak", value_name = "ID", requires = "games")]
    tiebreaks: Vec<String>,
    /// A tournament, in which everybody meets everybody in that game
    #[arg(long, value_name = "GAME[/VARIATION]")]
    tournament: Option<String>,
    /// How often everybody meets everybody
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tournament")]
    cycles: u8,
    /// When it begins [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<Instant>,
}

impl Run for New {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let at = now_or(self.at, common, out)?;
        let done = match &self.from {
            Some(file) => {
                let text = read_file(file, Limits::MATCH.bytes as u64)?;
                let store = common.store()?;
                let name = file.display().to_string();
                actions::create_from(&store, &name, &text, at, common.dry_run)?
            }
            None => {
                let m = self.read()?;
                let store = common.store()?;
                actions::create(&store, &m, at, common.dry_run)?
            }
        };
        shared::changed(&done, None, common, out)?;
        if !common.json {
            let (id, path) = (&done.id, &done.path);
            out.note(format_args!("{path}; next: riverpost match next {id}"))?;
        }
        Ok(0)
    }
}

impl New {
    fn read(&self) -> Result<Match, Failure> {
        let id = self.id.clone().unwrap_or_default();
        let games = self.games.iter().map(|g| game(g)).collect::<Result<Vec<_>, _>>()?;
        let counted = games.iter().map(|g| &g.id).filter(|id| !self.tiebreaks.contains(id));
        let grouping = Grouping {
            id: "overall".into(),
            title: None,
            games: counted.cloned().collect(),
            bonus: self.bonus.unwrap_or_default(),
            tiebreak: self.tiebreaks.clone(),
        };
        let grouped = self.bonus.is_some() || !self.tiebreaks.is_empty();
        let tournament = self.tournament.as_deref().map(|name| {
            let (game, variation) = split(name);
            let variation = variation.map(str::to_owned);
            Tournament {
                game: Some(game.into()),
                variation,
                cycles: self.cycles,
                ..Default::default()
            }
        });
        Ok(Match {
            format: MatchFormat::One,
            title: self.title.clone().unwrap_or_else(|| id.clone()),
            id,
            players: self.players.iter().map(|p| player(p)).collect::<Result<_, _>>()?,
            teams: Vec::new(),
            arbiter: self.arbiter.as_deref().map(arbiter).transpose()?,
            sides: SideRules::default(),
            externals: Vec::new(),
            lots: Vec::new(),
            games,
            groupings: if grouped { vec![grouping] } else { Vec::new() },
            tournament,
        })
    }
}

fn split(name: &str) -> (&str, Option<&str>) {
    name.split_once('/').map_or((name, None), |(game, variation)| (game, Some(variation)))
}

/// Reads `anna=Anna Ek <anna@example.org>`.
fn player(text: &str) -> Result<Participant, Failure> {
    let (id, named) = text
        .split_once('=')
        .ok_or_else(|| Failure::usage(format!("--player {text:?} should be ID=NAME <ADDRESS>")))?;
    let (name, email) = match named.trim().strip_suffix('>').and_then(|t| t.rsplit_once('<')) {
        Some((name, email)) => (name.trim(), Some(email.trim().to_owned())),
        None => (named.trim(), None),
    };
    Ok(Participant { id: id.trim().into(), name: name.into(), email, key: None })
}

/// Reads `Eva Ros <eva@example.org>`.
fn arbiter(text: &str) -> Result<Member, Failure> {
    let Player { name, email, key } = person(text, None)?;
    Ok(Member { name, email, key })
}

/// Reads `tb=fortress/level`, or the name of an external game.
fn game(text: &str) -> Result<Fixture, Failure> {
    let (id, name) = text
        .split_once('=')
        .ok_or_else(|| Failure::usage(format!("--game {text:?} should be ID=GAME")))?;
    let (own, variation) = split(name);
    let fixture = Fixture { id: id.trim().into(), ..Fixture::default() };
    let own = own.to_lowercase();
    if variants::entry(&own).is_ok() {
        let (game, variation) = (Some(own), variation.map(str::to_lowercase));
        return Ok(Fixture { game, variation, ..fixture });
    }
    Ok(Fixture { external: Some(name.trim().into()), ..fixture })
}

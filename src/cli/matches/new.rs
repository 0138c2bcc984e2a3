//! `riverpost match new`: begins a match.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap_complete::engine::ArgValueCompleter;

use super::entrants::{member, pair, player, team};
use super::event::criterion;
use super::shared;
use crate::actions::matches as actions;
use crate::cli::agreed::Agreed;
use crate::cli::arguments::{Common, person, read_file};
use crate::cli::command::Run;
use crate::cli::complete;
use crate::cli::error::{Done, Failure};
use crate::cli::instant::{Instant, instant, instant_ahead};
use crate::cli::output::{Out, now_or};
use crate::cli::seed::seed;
use crate::clock::TimeSpan;
use crate::document::Limits;
use crate::matches::{
    Criterion, Fixture, Grouping, Match, MatchFormat, Member, Points, RosterFile, SideRules,
    Tournament, read_roster, scheduled_games,
};
use crate::rules::variants;

/// Begin a match
#[derive(clap::Args, Debug)]
pub(super) struct New {
    /// The match's id
    #[arg(required_unless_present = "from")]
    id: Option<String>,
    /// A whole match file instead of what follows; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["id", "title", "players", "table", "teams", "games"])]
    from: Option<PathBuf>,
    /// Its title [default: the id]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// A player, the first-named first; may be repeated
    #[arg(long = "player", value_name = "ID=NAME <ADDRESS>")]
    players: Vec<String>,
    /// A table of players behind those: values with commas between them, the first line naming the columns: id, name, email,
    /// key; or of members in board order: team (its id), name, email, key
    #[arg(long = "file", value_name = "FILE")]
    table: Option<PathBuf>,
    /// A team, the first-named first; may be repeated. One that only the table names is called by its id
    #[arg(long = "team", value_name = "ID=NAME", conflicts_with = "players")]
    teams: Vec<String>,
    /// A member of a team, in board order, behind those of the table; may be repeated
    #[arg(long = "member", value_name = "TEAM=NAME <ADDRESS>", requires = "teams")]
    members: Vec<String>,
    /// Who rules on the games; no player
    #[arg(long, value_name = "NAME <ADDRESS>")]
    arbiter: Option<String>,
    /// The arbiter's public key: its file, or the key as OpenSSH writes it
    #[arg(long, value_name = "FILE|KEY", requires = "arbiter")]
    arbiter_key: Option<String>,
    /// Who sets the match up and opens its games, besides the arbiter
    #[arg(long, value_name = "NAME <ADDRESS>")]
    organiser: Option<String>,
    #[command(flatten)]
    agreed: Agreed,
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
    #[arg(long, value_name = "GAME[/VARIATION]", conflicts_with = "games", add = ArgValueCompleter::new(complete::games))]
    tournament: Option<String>,
    /// How often everybody meets everybody
    #[arg(long, default_value = "single", requires = "tournament")]
    rounds: Rounds,
    /// On how many boards teams meet
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tournament")]
    boards: u8,
    /// When the first round begins [default: every round may begin at once]
    #[arg(long, value_name = "INSTANT", value_parser = instant_ahead, requires = "tournament")]
    start: Option<Instant>,
    /// How much later each further round begins, such as 14d [default: all begin with the first]
    #[arg(long, value_name = "DURATION", requires = "start")]
    every: Option<TimeSpan>,
    /// What separates those who are level, in this order
    #[arg(long, value_name = "CRITERIA", value_delimiter = ',', value_parser = criterion(), requires = "tournament")]
    criteria: Vec<Criterion>,
    /// When it begins [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<Instant>,
}

/// How often everybody meets everybody.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Rounds {
    /// Once
    Single,
    /// Twice, with sides changed
    Double,
}

impl Run for New {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let at = now_or(self.at, common, out)?;
        let done = match &self.from {
            Some(file) => {
                let text = read_file(file, Limits::MATCH.bytes as u64)?;
                let store = common.store()?;
                let name = file.display().to_string();
                actions::create_from(&store, (&name, &text), seed()?, at, common.dry_run)?
            }
            None => {
                let m = self.read()?;
                let store = common.store()?;
                actions::create(&store, &m, seed()?, at, common.dry_run)?
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
        let mut table = self.table.as_deref().map(roster).transpose()?.unwrap_or_default();
        let players = self.players.iter().map(|text| player(text, None));
        let players = players.collect::<Result<Vec<_>, _>>()?.into_iter().chain(table.players);
        let mut teams = self.teams.iter().map(|text| team(text)).collect::<Result<Vec<_>, _>>()?;
        for team in &mut teams {
            if let Some(at) = table.teams.iter().position(|listed| listed.id == team.id) {
                team.members = table.teams.remove(at).members;
            }
        }
        teams.append(&mut table.teams);
        for text in &self.members {
            let (id, named) = pair(text, "TEAM=NAME <ADDRESS>")?;
            let team = teams.iter_mut().find(|team| team.id == id);
            let team =
                team.ok_or_else(|| Failure::usage(format!("{text:?}: there is no team {id}")))?;
            team.members.push(member(named)?);
        }
        let arbiter = self.arbiter.as_deref();
        let arbiter = arbiter.map(|text| person(text, self.arbiter_key.as_deref())).transpose()?;
        let mut m = Match {
            format: MatchFormat::One,
            title: self.title.clone().unwrap_or_else(|| id.clone()),
            id,
            nonce: None,
            players: players.collect(),
            teams,
            arbiter: arbiter.map(Member::from),
            organiser: self.organiser.as_deref().map(member).transpose()?,
            terms: self.agreed.terms()?,
            sides: SideRules::default(),
            externals: Vec::new(),
            lots: Vec::new(),
            games,
            groupings: if grouped { vec![grouping] } else { Vec::new() },
            tournament: self.tournament(),
            log: Vec::new(),
            signatures: Vec::new(),
        };
        if m.tournament.is_some() {
            m.games = scheduled_games(&m);
        }
        Ok(m)
    }

    fn tournament(&self) -> Option<Tournament> {
        let (game, variation) = split(self.tournament.as_deref()?);
        Some(Tournament {
            game: Some(game.to_lowercase()),
            variation: variation.map(str::to_lowercase),
            cycles: match self.rounds {
                Rounds::Single => 1,
                Rounds::Double => 2,
            },
            boards: self.boards,
            start: self.start.map(|start| start.at),
            every: self.every,
            tiebreaks: self.criteria.clone(),
            ..Tournament::default()
        })
    }
}

fn split(name: &str) -> (&str, Option<&str>) {
    name.split_once('/').map_or((name, None), |(game, variation)| (game, Some(variation)))
}

/// A table of players.
fn roster(file: &Path) -> Result<RosterFile, Failure> {
    let text = read_file(file, Limits::MATCH.bytes as u64)?;
    read_roster(&text).map_err(|fault| {
        Failure::usage(fault.message).at(format!("{}:{}", file.display(), fault.place))
    })
}

/// Reads `tb=fortress/level`, or the name of an external game.
fn game(text: &str) -> Result<Fixture, Failure> {
    let (id, name) = pair(text, "ID=GAME")?;
    let (own, variation) = split(name);
    let fixture = Fixture { id: id.into(), ..Fixture::default() };
    let own = own.to_lowercase();
    if variants::entry(&own).is_ok() {
        let (game, variation) = (Some(own), variation.map(str::to_lowercase));
        return Ok(Fixture { game, variation, ..fixture });
    }
    Ok(Fixture { external: Some(name.into()), ..fixture })
}

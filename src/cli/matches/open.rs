//! `riverpost match next` and `open`: what is to be played, and beginning it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use clap_complete::engine::ArgValueCompleter;
use serde_json::{Value, json};

use super::shared::{self, MatchName, Official};
use crate::actions::matches::{self as actions, BlockedGame, DueGame, DueRequest, OpenRequest};
use crate::cli::arguments::{Common, Format};
use crate::cli::command::Run;
use crate::cli::complete;
use crate::cli::error::{Done, Failure};
use crate::cli::instant::{Instant, instant, instant_ahead, now};
use crate::cli::output::{Out, now_or};
use crate::cli::seed::seed;
use crate::clock::TimeControl;
use crate::matches::NextStep;
use crate::render::one_line;

/// Which games.
#[derive(clap::Args, Debug)]
struct Chosen {
    /// This game only; may be repeated
    #[arg(long = "game", value_name = "GAME", add = ArgValueCompleter::new(complete::match_games))]
    games: Vec<String>,
    /// This round of a tournament only, which may lie ahead [default: all that have begun]
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    /// The time control [default: that of the game's predecessor, of the match, or of the last game of its kind]
    #[arg(long, value_name = "CONTROL")]
    time: Option<TimeControl>,
    /// An option of the game, such as promotion=6; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

impl Chosen {
    fn request(&self, seed: [u8; 16], at: DateTime<Utc>) -> Result<DueRequest, Failure> {
        let pair = |option: &String| {
            let pair =
                option.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
            pair.ok_or_else(|| Failure::usage(format!("--option {option:?} should be KEY=VALUE")))
        };
        Ok(DueRequest {
            games: self.games.clone(),
            round: self.round,
            time: self.time,
            options: self.options.iter().map(pair).collect::<Result<_, _>>()?,
            seed,
            at,
        })
    }
}

/// What is to be played next, and why: what `match open` opens, and what keeps it from being opened
#[derive(clap::Args, Debug)]
pub(super) struct Next {
    #[command(flatten)]
    name: MatchName,
    #[command(flatten)]
    chosen: Chosen,
    /// The instant to look at, which may lie ahead [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant_ahead)]
    at: Option<Instant>,
}

/// Open the games that `match next` says are due: their records, and the match file that names them, in one commit
#[derive(clap::Args, Debug)]
pub(super) struct Open {
    #[command(flatten)]
    name: MatchName,
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    official: Official,
    /// When they start; those of a round that lies ahead start with it [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<Instant>,
}

impl Run for Next {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let (read, store) = self.name.read_in_place(common)?;
        let next = read.next();
        let at = self.at.map_or_else(now, |given| Ok(given.at))?;
        let request = self.chosen.request([0; 16], at)?;
        let due = match read.blocking() {
            None => actions::due_games(&read, store.as_ref(), &request)?,
            // It is said below.
            Some(_) => Vec::new(),
        };
        if common.json {
            let due: Vec<Value> = due.iter().map(as_json).collect();
            out.line(json!({
                "match": read.m.id, "next": next, "due": due,
                "contradictions": shared::all_as_json(&read),
            }))?;
            return Ok(shared::code(&read));
        }
        let names = read.m.names();
        let mut printed = 0;
        let chosen = self.chosen.round.is_some() || !self.chosen.games.is_empty();
        let mut due = due.iter().peekable();
        let mut blocked = Vec::new();
        for step in &next {
            // The games that are due come in the order of the steps.
            let game = due.next_if(|due| due.step == *step);
            match game {
                Some(DueGame { opening: Err(_), .. }) => {
                    blocked.extend(game.and_then(DueGame::blocked))
                }
                Some(_) => {
                    out.line(one_line(&words(&names, step, true)))?;
                    printed += 1;
                }
                None if !chosen => {
                    out.line(one_line(&words(&names, step, false)))?;
                    printed += 1;
                }
                None => {}
            }
        }
        say_blocked(&blocked, out)?;
        if printed + blocked.len() == 0 {
            out.note("nothing is left to be played")?;
        }
        shared::contradictions(&read, Format::Text, out)
    }
}

impl Run for Open {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (store, path, before) = self.name.locate(common)?;
        let at = now_or(self.at, common, out)?;
        let due = self.chosen.request(seed()?, at)?;
        let request = OpenRequest { due, who: self.official.who.clone(), dry_run: common.dry_run };
        let done = actions::open_games(&store, &path, &request)?;
        let commit = done.recorded.as_ref().and_then(|recorded| recorded.commit);
        out.recorded(commit);
        for game in &done.opened {
            if common.json {
                out.line(json!({
                    "game": game.game, "record": game.id, "path": game.path.as_str(),
                    "commit": commit.map(|c| c.to_string()), "waiting": null,
                }))?;
            } else if common.dry_run {
                out.note(format_args!("{}: would write {}:", game.game, game.path))?;
                out.text(&game.record.text)?;
            } else {
                out.line(&game.id)?;
                out.note(format_args!("opened {} (chain {})", game.path, game.record.chain))?;
            }
        }
        if common.json {
            for BlockedGame { game, why, .. } in &done.blocked {
                out.line(json!({ "game": game, "record": null, "waiting": why }))?;
            }
            return Ok(0);
        }
        say_blocked(&done.blocked, out)?;
        match &done.recorded {
            Some(recorded) => shared::changed(recorded, before.as_deref(), common, out)?,
            None => out.note("nothing is to be opened")?,
        }
        Ok(0)
    }
}

/// A game that is due, for machines.
fn as_json(due: &DueGame) -> Value {
    let [south, north] = match &due.sides {
        Some([south, north]) => [Some(south), Some(north)],
        None => [None, None],
    };
    json!({
        "game": due.game, "round": due.round, "south": south, "north": north,
        "waiting": due.opening.as_ref().err(),
    })
}

/// Says what keeps games from being opened; a line for all of a round that wait for the same.
fn say_blocked(blocked: &[BlockedGame], out: &mut Out) -> Result<(), Failure> {
    for games in blocked.chunk_by(|one, other| {
        one.round.is_some() && (one.round, &one.why) == (other.round, &other.why)
    }) {
        let line = match games {
            [game] => format!("{} cannot begin: {}", game.game, game.why),
            [first, .., last] => format!(
                "{} to {}, {} games, cannot begin: {}",
                first.game,
                last.game,
                games.len(),
                first.why
            ),
            [] => continue,
        };
        out.line(one_line(&line))?;
    }
    Ok(())
}

/// A line about something to be done; `opens` where `match open` does it.
fn words(names: &HashMap<&str, &str>, due: &NextStep, opens: bool) -> String {
    let seats = |sides: &[String; 2]| {
        let name = |id: &String| names.get(id.as_str()).copied().unwrap_or_default();
        let [south, north] = sides.each_ref().map(name);
        format!("South {south}, North {north}")
    };
    let verb = if opens { "open" } else { "play" };
    match due {
        NextStep::DrawLots { purpose, rule, why } => format!("draw for {purpose}: {why} [{rule}]"),
        NextStep::Play { game, sides: Some(sides), rule, why } => {
            format!("{verb} {game} ({}): {why} [{rule}]", seats(sides))
        }
        NextStep::Play { game, sides: None, rule, why } => {
            format!("{verb} {game}: {why} [{rule}]")
        }
        NextStep::Pair { pairing, boards } => {
            let names = seats(&[pairing.south.clone(), pairing.north.clone()]);
            let boards = if *boards == 1 { String::new() } else { format!(", {boards} boards") };
            let verb = if opens { "open" } else { "enter" };
            format!("{verb} round {}: {names}{boards} [M1]", pairing.round)
        }
        NextStep::FollowUp { game, sides, rule, why, variation, .. } => {
            let game = game.as_deref().unwrap_or(variation);
            format!("{verb} {game} ({}): {why} [{rule}]", seats(sides))
        }
    }
}

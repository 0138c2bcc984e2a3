//! `riverpost match next`, `open` and `result`: what is to be played, beginning it, and how a game ended that no record can tell.

use clap::ValueEnum;
use serde_json::json;

use super::shared::{self, MatchName};
use crate::actions::matches::{
    self as actions, EvaluatedMatch, ResultReport, StartRequest, StartedGame,
};
use crate::cli::arguments::Common;
use crate::cli::command::Run;
use crate::cli::error::{Done, Failure};
use crate::cli::instant::{Instant, instant};
use crate::cli::output::{Out, now_or};
use crate::cli::seed::seed;
use crate::clock::TimeControl;
use crate::matches::{Manner, NextStep as Due, Points, StatedPoints, StatedResult};
use crate::render::one_line;

/// What is to be played next, and why; `match open` begins it
#[derive(clap::Args, Debug)]
pub(super) struct Next {
    #[command(flatten)]
    name: MatchName,
}

/// Begin what is due: write the records, and their ids into the match file
#[derive(clap::Args, Debug)]
pub(super) struct Open {
    #[command(flatten)]
    name: MatchName,
    /// Begin this game only; may be repeated
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// The time control [default: that of the game's predecessor, or of the last game of its kind]
    #[arg(long, value_name = "CONTROL")]
    time: Option<TimeControl>,
    /// An option of the game, such as promotion=6; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// When it starts [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<Instant>,
}

impl Run for Next {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let read = self.name.read(common)?;
        let next = read.next();
        if common.json {
            out.line(json!({
                "match": read.m.id, "next": next, "contradictions": shared::all_as_json(&read),
            }))?;
            return Ok(shared::code(&read));
        }
        for due in &next {
            out.line(one_line(&words(&read, due)))?;
        }
        if next.is_empty() {
            out.note("nothing is left to be played")?;
        }
        shared::contradictions(&read, out)
    }
}

impl Run for Open {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let (store, path, _) = self.name.locate(common)?;
        let mut options = Vec::new();
        for option in &self.options {
            let pair = option.split_once('=').ok_or_else(|| {
                Failure::usage(format!("--option {option:?} should be KEY=VALUE"))
            })?;
            options.push((pair.0.to_owned(), pair.1.to_owned()));
        }
        let request = StartRequest {
            seed: seed()?,
            games: self.games.clone(),
            time: self.time,
            options,
            at: now_or(self.at, common, out)?,
            dry_run: common.dry_run,
        };
        let begun = actions::start_games(&store, &path, &request)?;
        if begun.is_empty() {
            out.note("nothing is to be begun")?;
        }
        for one in &begun {
            if let StartedGame::Opened { record, .. } = one {
                out.recorded(record.commit);
            }
            match one {
                StartedGame::Opened { game, record, linked } if common.json => out.line(json!({
                    "game": game, "record": record.id, "path": record.path.as_str(),
                    "commit": record.commit.map(|c| c.to_string()),
                    "linked": linked.map(|c| c.to_string()), "waiting": null,
                }))?,
                StartedGame::Waiting { game, why } if common.json => {
                    out.line(json!({ "game": game, "record": null, "waiting": why }))?;
                }
                StartedGame::Opened { game, record, .. } if common.dry_run => {
                    out.note(format_args!("{game}: would write {}:", record.path))?;
                    out.text(&record.value.text)?;
                }
                StartedGame::Opened { game, record, .. } => {
                    out.line(&record.id)?;
                    out.note(format_args!(
                        "{game}: opened {} (chain {}); one commit for the record, one for the match",
                        record.path, record.value.chain
                    ))?;
                }
                StartedGame::Waiting { game, why } => {
                    out.line(one_line(&format!("{game} cannot begin: {why}")))?;
                }
            }
        }
        Ok(0)
    }
}

/// A line about something to be done.
fn words(read: &EvaluatedMatch, due: &Due) -> String {
    let seats = |sides: &[String; 2]| {
        let [south, north] = sides.each_ref().map(|id| read.m.name_of(id));
        format!("South {south}, North {north}")
    };
    match due {
        Due::DrawLots { purpose, rule, why } => format!("draw for {purpose}: {why} [{rule}]"),
        Due::Play { game, sides: Some(sides), rule, why } => {
            format!("play {game} ({}): {why} [{rule}]", seats(sides))
        }
        Due::Play { game, sides: None, rule, why } => format!("play {game}: {why} [{rule}]"),
        Due::Pair { pairing, boards } => {
            let names = seats(&[pairing.south.clone(), pairing.north.clone()]);
            let boards = if *boards == 1 { String::new() } else { format!(", {boards} boards") };
            format!("enter round {}: {names}{boards} [M1]", pairing.round)
        }
        Due::FollowUp { game, sides, rule, why, variation, .. } => {
            let game = game.as_deref().unwrap_or(variation);
            format!("play {game} ({}): {why}; `match open` writes it [{rule}]", seats(sides))
        }
    }
}

/// Record the result of an external game; void, forfeit or adjudicate a game
#[derive(clap::Args, Debug)]
pub(super) struct Report {
    #[command(flatten)]
    name: MatchName,
    /// The game's id in the match
    game: String,
    /// Who won; may be left out where --points tells
    #[arg(required_unless_present = "points")]
    result: Option<Winner>,
    /// The Game Points, South's first
    #[arg(long, value_name = "SOUTH,NORTH")]
    points: Option<String>,
    /// Who was South: an id, a name or an address
    #[arg(long, value_name = "PLAYER")]
    south: Option<String>,
    /// Who was North
    #[arg(long, value_name = "PLAYER")]
    north: Option<String>,
    /// How it came about
    #[arg(long, value_name = "HOW")]
    how: Option<How>,
    /// Why, in words
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// The external game's name, to add a game that the match does not list yet
    #[arg(long, value_name = "NAME")]
    external: Option<String>,
    /// The round of a tournament
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    /// When it was reported [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<Instant>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Winner {
    South,
    North,
    Draw,
    BothLost,
    Void,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    Play,
    Forfeit,
    Adjudication,
}

impl Run for Report {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let report = ResultReport {
            game: self.game.clone(),
            name: self.external.clone(),
            result: self.result.map(|winner| match winner {
                Winner::South => StatedResult::South,
                Winner::North => StatedResult::North,
                Winner::Draw => StatedResult::Draw,
                Winner::BothLost => StatedResult::BothLost,
                Winner::Void => StatedResult::Void,
            }),
            how: self.how.map(|how| match how {
                How::Play => Manner::Play,
                How::Forfeit => Manner::Forfeit,
                How::Adjudication => Manner::Adjudication,
            }),
            points: self.points.as_deref().map(points).transpose()?,
            south: self.south.clone(),
            north: self.north.clone(),
            note: self.note.clone(),
            round: self.round,
        };
        let (store, path, before) = self.name.locate(common)?;
        let at = now_or(self.at, common, out)?;
        let done = actions::record_result(&store, &path, &report, at, common.dry_run)?;
        shared::changed(&done, before.as_deref(), common, out)?;
        if let Some(line) = done.value.score.game(&self.game).filter(|_| !common.json) {
            out.note(one_line(&format!("{} [{}]", line.arithmetic, line.rule)))?;
        }
        Ok(0)
    }
}

/// Reads `2.5,½`, South's points first.
fn points(text: &str) -> Result<StatedPoints, Failure> {
    let (south, north) = text
        .split_once(',')
        .ok_or_else(|| Failure::usage(format!("--points {text:?} should be SOUTH,NORTH")))?;
    let read = |text: &str| {
        text.trim().parse::<Points>().map_err(|error| Failure::usage(error.to_string()))
    };
    Ok(StatedPoints { south: read(south)?, north: read(north)? })
}

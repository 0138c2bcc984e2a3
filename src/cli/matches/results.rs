//! `riverpost match result`: how a game ended that no record can tell.

use clap::ValueEnum;
use clap_complete::engine::ArgValueCompleter;

use super::shared::{self, MatchName};
use crate::actions::matches::{self as actions, ResultReport};
use crate::cli::arguments::Common;
use crate::cli::command::Run;
use crate::cli::complete;
use crate::cli::error::{Done, Failure};
use crate::cli::instant::{Instant, instant};
use crate::cli::output::{Out, now_or};
use crate::matches::{Manner, Points, StatedPoints, StatedResult};
use crate::render::one_line;

/// Record the result of an external game; void, forfeit or adjudicate a game; correct what was recorded
#[derive(clap::Args, Debug)]
pub(super) struct Report {
    #[command(flatten)]
    name: MatchName,
    /// The game's id in the match
    #[arg(add = ArgValueCompleter::new(complete::match_games))]
    game: String,
    /// Who won, or 1-0, 0-1, 1/2-1/2; may be left out where --points tells
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
    reason: Option<String>,
    /// Put it in the place of what the match file says of the game
    #[arg(long, requires = "reason")]
    correct: bool,
    /// The external game's name, to add a game that the match does not list yet
    #[arg(long, value_name = "NAME")]
    external: Option<String>,
    /// The round of a tournament
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    /// For whom it is entered: the arbiter, an organiser, or a player of the game [default: yourself, as git knows you]
    #[arg(long = "for", value_name = "WHO")]
    who: Option<String>,
    /// When it was reported [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<Instant>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Winner {
    #[value(alias = "1-0")]
    South,
    #[value(alias = "0-1")]
    North,
    #[value(alias = "1/2-1/2")]
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
            note: self.reason.clone(),
            round: self.round,
            correct: self.correct,
            who: self.who.clone(),
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

//! `riverpost match result`: how a game ended that no record can tell.

use chrono::{DateTime, Utc};
use clap::ValueEnum;

use super::print;
use crate::actions::matches::{self as actions, External};
use crate::cli::error::Failure;
use crate::cli::out::Out;
use crate::cli::{Common, Done, now};
use crate::matches::{Manner, Points, StatedPoints, StatedResult};

/// Arguments of `match result`.
#[derive(clap::Args, Debug)]
pub(super) struct Result {
    /// The match: its id, the beginning of it, or its path
    r#match: String,
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
    #[arg(long, value_name = "INSTANT", value_parser = now::instant)]
    at: Option<DateTime<Utc>>,
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

impl Result {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let report = External {
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
        let (store, path) = print::locate(common, &self.r#match)?;
        let before = store.read(&path)?.map(|b| String::from_utf8_lossy(&b.bytes).into_owned());
        let at = print::at(self.at)?;
        let done = actions::record_result(&store, &path, &report, at, common.dry_run)?;
        print::changed(&done, before.as_deref(), common, out)?;
        if let Some(line) = done.after.score.game(&self.game).filter(|_| !common.json) {
            out.note(crate::render::one_line(&format!("{} [{}]", line.arithmetic, line.rule)))?;
        }
        Ok(0)
    }
}

/// Reads `2.5,½`, South's points first.
fn points(text: &str) -> std::result::Result<StatedPoints, Failure> {
    let (south, north) = text
        .split_once(',')
        .ok_or_else(|| Failure::usage(format!("--points {text:?} should be SOUTH,NORTH")))?;
    let read = |text: &str| {
        text.trim().parse::<Points>().map_err(|error| Failure::usage(error.to_string()))
    };
    Ok(StatedPoints { south: read(south)?, north: read(north)? })
}

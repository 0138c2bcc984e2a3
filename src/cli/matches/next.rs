//! `riverpost match next`: what is to be played.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::print;
use crate::actions::matches::{self as actions, Begun, Creation, Reckoning};
use crate::cli::error::Failure;
use crate::cli::out::Out;
use crate::cli::{Common, Done, now};
use crate::clock::TimeControl;
use crate::matches::NextStep as Due;
use crate::render::one_line;

/// Arguments of `match next`.
#[derive(clap::Args, Debug)]
pub(super) struct Next {
    /// The match: its id, the beginning of it, or its path
    r#match: String,
    /// Begin what is due: write the records, and their ids into the match file
    #[arg(long)]
    create: bool,
    /// Begin this game only; may be repeated
    #[arg(long = "game", value_name = "GAME", requires = "create")]
    games: Vec<String>,
    /// The time control [default: that of the game's predecessor, or of the last game of its kind]
    #[arg(long, value_name = "CONTROL", requires = "create")]
    time: Option<TimeControl>,
    /// An option of the game, such as promotion=6; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE", requires = "create")]
    options: Vec<String>,
    /// When it starts [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = now::instant, requires = "create")]
    at: Option<DateTime<Utc>>,
}

impl Next {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        if self.create {
            return self.create(common, out);
        }
        let read = print::read(common, &self.r#match)?;
        let next = read.next();
        if common.json {
            out.line(json!({
                "match": read.m.id, "next": next, "contradictions": print::all_as_json(&read),
            }))?;
            return Ok(print::code(&read));
        }
        for due in &next {
            out.line(one_line(&words(&read, due)))?;
        }
        if next.is_empty() {
            out.note("nothing is left to be played")?;
        }
        print::contradictions(&read, out)
    }

    fn create(&self, common: &Common, out: &mut Out) -> Done {
        let (store, path) = print::locate(common, &self.r#match)?;
        let mut options = Vec::new();
        for option in &self.options {
            let pair = option.split_once('=').ok_or_else(|| {
                Failure::usage(format!("--option {option:?} should be KEY=VALUE"))
            })?;
            options.push((pair.0.to_owned(), pair.1.to_owned()));
        }
        let creation = Creation {
            games: self.games.clone(),
            time: self.time,
            options,
            at: print::at(self.at)?,
            rehearsal: common.dry_run,
        };
        let begun = actions::begin(&store, &path, &creation)?;
        if begun.is_empty() {
            out.note("nothing is to be begun")?;
        }
        for one in &begun {
            match one {
                Begun::Opened { game, record, linked } if common.json => out.line(json!({
                    "game": game, "record": record.id, "path": record.path.as_str(),
                    "commit": record.commit.map(|c| c.to_string()),
                    "linked": linked.map(|c| c.to_string()), "waiting": null,
                }))?,
                Begun::Waiting { game, why } if common.json => {
                    out.line(json!({ "game": game, "record": null, "waiting": why }))?;
                }
                Begun::Opened { game, record, .. } if common.dry_run => {
                    out.note(format_args!("{game}: would write {}:", record.path))?;
                    out.text(&record.text)?;
                }
                Begun::Opened { game, record, .. } => {
                    out.line(&record.id)?;
                    out.note(format_args!(
                        "{game}: opened {} (chain {}); one commit for the record, one for the match",
                        record.path, record.chain
                    ))?;
                }
                Begun::Waiting { game, why } => {
                    out.line(one_line(&format!("{game} cannot begin: {why}")))?;
                }
            }
        }
        Ok(0)
    }
}

/// A line about something to be done.
fn words(read: &Reckoning, due: &Due) -> String {
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
            format!("play {game} ({}): {why}; --create writes it [{rule}]", seats(sides))
        }
    }
}

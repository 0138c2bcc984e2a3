//! `riverpost leave`: one's clock stands still on those days, in one game or in all.

use chrono::NaiveDate;
use clap::Subcommand;
use clap_complete::engine::ArgValueCompleter;
use serde_json::json;

use super::acting::{EnteredFor, Said};
use super::arguments::Common;
use super::command::Run;
use super::complete;
use super::error::{Done, Failure, reason};
use super::output::{Out, now_or};
use super::record::RecordToChange;
use super::recorded;
use crate::actions::{self, ActionRequest, InGame};
use crate::record::Act;
use crate::render::one_line;

/// Take leave, so that one's clock stands still, or cancel it
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Leave {
    #[command(subcommand)]
    verb: Option<LeaveVerb>,
    #[command(flatten)]
    taken: LeaveDays,
}

#[derive(Subcommand, Debug)]
enum LeaveVerb {
    /// Cancel leave on days that have not begun
    Cancel(LeaveDays),
}

/// Which days, and in which game.
#[derive(clap::Args, Debug)]
#[command(allow_missing_positional = true)]
struct LeaveDays {
    /// The game: its id, words of it such as ben-1, its path, or @ for the one that waits
    #[arg(value_name = "REC", required_unless_present = "all", conflicts_with = "all",
          add = ArgValueCompleter::new(complete::records))]
    record: Option<String>,
    /// The first and the last day, UTC: 2026-12-20..2027-01-02 (C12)
    #[arg(value_name = "FROM..TO", required = true)]
    days: Option<String>,
    /// In all your games that go on; nothing is recorded if one refuses
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    entered: EnteredFor,
    #[command(flatten)]
    said: Said,
}

impl Run for Leave {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        match &self.verb {
            Some(LeaveVerb::Cancel(days)) => {
                days.act(|from, to| Act::LeaveCancelled { from, to }, common, out)
            }
            None => self.taken.act(|from, to| Act::Leave { from, to }, common, out),
        }
    }
}

impl LeaveDays {
    fn act(
        &self,
        act: impl Fn(NaiveDate, NaiveDate) -> Act<'static>,
        common: &Common,
        out: &mut Out,
    ) -> Done {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        // Clap sees to it that they are given.
        let text = self.days.as_deref().unwrap_or_default();
        let days = text.split_once("..").and_then(|(from, to)| Some((day(from)?, day(to)?)));
        let Some((from, to)) = days.filter(|(from, to)| from <= to) else {
            let message = format!("{text:?} is no leave");
            return Err(Failure::usage(message).hint("write 2026-12-20..2027-01-02"));
        };
        let (act, by) = (act(from, to), self.entered.by());
        if let Some(record) = &self.record {
            let game = RecordToChange::named(record.clone()).locate(common)?;
            return self.said.act(game, act, by, common, out);
        }
        let comment = self.said.comment.clone();
        let request = ActionRequest { act, by, comment, at: now_or(self.said.at, common, out)? };
        let store = common.store()?;
        in_all(&actions::act_in_all(&store, &request, common.dry_run)?, common, out)
    }
}

/// Says what came of it in each game.
fn in_all(games: &[InGame], common: &Common, out: &mut Out) -> Done {
    if games.is_empty() {
        return Err(Failure::no("you play in no game that goes on"));
    }
    let mut code = 0;
    let told = |id: &str, what: &str, text: String, out: &mut Out| match common.json {
        true => out.line(json!({ "id": id, what: text })),
        false => out.line(format_args!("{id}: {text}")),
    };
    for InGame { id, done } in games {
        match done {
            Some(Ok((done, effects))) => {
                recorded::acted(done, effects, common, out)?;
            }
            Some(Err(error)) => {
                code = 1;
                told(id, "refused", one_line(&reason(error)), out)?;
            }
            None => told(id, "passed", "no leave is agreed in this game".into(), out)?,
        }
    }
    if !games.iter().any(|game| matches!(game.done, Some(Ok(_)))) {
        code = 1;
        out.note("nothing was recorded")?;
    }
    Ok(code)
}

//! `riverpost move`: submits a move.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::out::Out;
use super::{Common, Done, now, settled};
use crate::desk::{self, Submission, Submitted};
use crate::render::one_line;
use crate::store::Store;

/// Arguments of `move`.
#[derive(clap::Args, Debug)]
pub(super) struct Play {
    /// The record: its id, the beginning of it, or its path
    record: String,
    /// The move in any notation: `SK b1-c3`, `b1c3`, `Kc3`
    #[arg(required = true, num_args = 1.., value_name = "MOVE")]
    text: Vec<String>,
    /// Offer a draw along with the move
    #[arg(long)]
    offer_draw: bool,
    /// What to say with it: one line without braces
    #[arg(long, value_name = "TEXT")]
    comment: Option<String>,
    /// What to answer to what may follow, as for `plan REC add`
    #[arg(long, value_name = "SEQUENCE")]
    then: Option<String>,
    /// When it was made [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = now::instant)]
    at: Option<DateTime<Utc>>,
}

impl Play {
    pub(super) fn run(&self, common: &Common, out: &mut Out) -> Done {
        let store = Store::discover(&common.folder())?;
        let path = desk::locate(&store, &common.working_folder()?, &self.record)?;
        let submission = Submission {
            text: self.text.join(" "),
            offer: self.offer_draw,
            conditional: false,
            comment: self.comment.clone(),
            at: match self.at {
                Some(at) => at,
                None => now::now()?,
            },
        };
        let then = self.then.as_deref();
        let done = if common.dry_run {
            desk::rehearse(&store, &path, &submission, then)?
        } else {
            desk::submit_and_plan(&store, &path, &submission, then)?
        };
        if common.json { print_json(&done, path.as_str(), out) } else { print(&done, common, out) }
    }
}

fn print_json(done: &Submitted, path: &str, out: &mut Out) -> Done {
    let mut value = settled::submitted(done);
    value.insert("id".into(), done.id.clone().into());
    value.insert("path".into(), path.into());
    if settled::is_news(&done.plans) {
        value.extend(settled::fields(&done.plans));
    }
    out.line(Value::Object(value))?;
    Ok(0)
}

fn print(done: &Submitted, common: &Common, out: &mut Out) -> Done {
    let would = if common.dry_run { "would record " } else { "" };
    out.line(format_args!("{would}{}: {}", done.id, done.line))?;
    settled::print(&done.id, &done.plans, common.dry_run, out)?;
    let done = done.plans.fired.last().unwrap_or(done);
    match done.status.ending {
        Some(ending) => {
            let result = done.status.outcome.map_or("*", |o| o.name());
            out.note(format_args!("the game is over: {ending}, result {result}"))?;
        }
        None => {
            let name = done.next.as_ref().map(|p| format!(" ({})", one_line(&p.name)));
            let check = if done.position.in_check() { ", in check" } else { "" };
            out.note(format_args!(
                "{}{} to move{check}",
                done.position.turn(),
                name.unwrap_or_default()
            ))?;
        }
    }
    let chain: String = done.chain.chars().take(12).collect();
    match done.commit {
        Some(commit) => {
            let commit: String = commit.to_string().chars().take(10).collect();
            out.note(format_args!("commit {commit}, chain {chain}"))?;
        }
        None => out.note(format_args!("chain {chain}"))?,
    }
    Ok(0)
}

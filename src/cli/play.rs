//! `riverpost move`: submits a move.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::out::Out;
use super::{Common, Done, now, report, settled};
use crate::actions::{self, Submission, Submitted};
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
        let submission = Submission {
            text: self.text.join(" "),
            offer: self.offer_draw,
            conditional: false,
            comment: self.comment.clone(),
            at: now::or_now(self.at)?,
        };
        send(&self.record, &submission, self.then.as_deref(), common, out)
    }
}

/// Submits a move, with a plan for what may follow, and says what came of it.
pub(super) fn send(
    record: &str,
    submission: &Submission,
    then: Option<&str>,
    common: &Common,
    out: &mut Out,
) -> Done {
    let store = Store::discover(&common.folder())?;
    let path = actions::locate(&store, &common.working_folder()?, record)?;
    let done = if common.dry_run {
        actions::rehearse(&store, &path, submission, then)?
    } else {
        actions::submit_and_plan(&store, &path, submission, then)?
    };
    if common.json { print_json(&done, path.as_str(), out) } else { print(&done, common, out) }
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
    report::standing(done.status, done.next.as_ref(), &done.position, out)?;
    report::seal(done.commit, &done.chain, out)?;
    Ok(0)
}

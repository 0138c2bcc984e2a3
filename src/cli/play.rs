//! `riverpost move`: submits a move.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::out::Out;
use super::{Common, Done, now, report};
use crate::desk::{self, Submission, Submitted};
use crate::notation::fen;
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
        send(&self.record, &submission, common, out)
    }
}

/// Submits a move and says what came of it.
pub(super) fn send(record: &str, submission: &Submission, common: &Common, out: &mut Out) -> Done {
    let store = Store::discover(&common.folder())?;
    let path = desk::locate(&store, &common.working_folder()?, record)?;
    let done = if common.dry_run {
        desk::rehearse(&store, &path, submission)?
    } else {
        desk::submit(&store, &path, submission)?
    };
    if common.json { print_json(&done, path.as_str(), out) } else { print(&done, common, out) }
}

fn print_json(done: &Submitted, path: &str, out: &mut Out) -> Done {
    out.line(json!({
        "id": done.id, "path": path, "ply": done.ply, "line": done.line, "coord": done.coordinate,
        "fen": fen::write(&done.position), "status": done.status.name(),
        "result": done.status.outcome.map_or("*", |o| o.name()),
        "chain": done.chain, "commit": done.commit.map(|c| c.to_string()),
    }))?;
    Ok(0)
}

fn print(done: &Submitted, common: &Common, out: &mut Out) -> Done {
    let would = if common.dry_run { "would record " } else { "" };
    out.line(format_args!("{would}{}: {}", done.id, done.line))?;
    report::standing(done.status, done.next.as_ref(), &done.position, out)?;
    report::seal(done.commit, &done.chain, out)?;
    Ok(0)
}

//! What the commands for actions other than moves have in common.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::error::Failure;
use super::out::Out;
use super::{Common, Done, new, now, report, settled};
use crate::actions::{self, Acted, By, Deed};
use crate::notation::fen;
use crate::record::{Act, Evidence};
use crate::store::{Person, Store};

/// When something was done, and what is said with it.
#[derive(clap::Args, Debug)]
pub(super) struct Said {
    /// What to say with it: one line without braces
    #[arg(long, global = true, value_name = "TEXT")]
    pub(super) comment: Option<String>,
    /// When it was done [default: now]
    #[arg(long, global = true, value_name = "INSTANT", value_parser = now::instant)]
    pub(super) at: Option<DateTime<Utc>>,
}

/// Who acts.
#[derive(clap::Args, Debug)]
pub(super) struct Player {
    /// Who acts: south, north, or the player's name or address [default: who alone can]
    #[arg(long, global = true, value_name = "WHO")]
    pub(super) by: Option<String>,
}

/// Why an arbiter acts, and who it is.
#[derive(clap::Args, Debug)]
pub(super) struct Grounds {
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(super) reason: String,
    /// The arbiter, with an address if there is one
    #[arg(long, value_name = "NAME <ADDRESS>")]
    arbiter: String,
}

impl Player {
    pub(super) fn by(&self) -> By {
        self.by.clone().map_or(By::Whoever, By::Player)
    }
}

impl Grounds {
    /// The arbiter as the author of a commit.
    pub(super) fn arbiter(&self) -> Result<Person, Failure> {
        let person = new::player(&self.arbiter, &None)?;
        Ok(Person { name: person.name, email: person.email.unwrap_or_default() })
    }
}

impl Said {
    /// Does it, and says what came of it.
    pub(super) fn act(
        &self,
        record: &str,
        act: Act<'static>,
        by: By,
        common: &Common,
        out: &mut Out,
    ) -> Done {
        let store = Store::discover(&common.folder())?;
        let path = actions::locate(&store, &common.working_folder()?, record)?;
        let deed = Deed { act, by, comment: self.comment.clone(), at: now::or_now(self.at)? };
        let done = actions::act(&store, &path, &deed, common.dry_run)?;
        if common.json { print_json(&done, path.as_str(), out) } else { print(&done, common, out) }
    }
}

fn print_json(done: &Acted, path: &str, out: &mut Out) -> Done {
    let mut value = json!({
        "id": done.id, "path": path, "ply": done.ply, "line": done.line,
        "by": done.by.map_or("arbiter", |side| side.name()), "fen": fen::write(&done.position),
        "status": done.status.name(), "result": done.status.outcome.map_or("*", |o| o.name()),
        "evidence": evidence(done), "chain": done.chain, "commit": done.commit.map(|c| c.to_string()),
    });
    if let Some(value) = value.as_object_mut().filter(|_| settled::is_news(&done.plans)) {
        value.extend(settled::fields(&done.plans));
    }
    out.line(value)?;
    Ok(0)
}

/// What a claim rests on: the plies of the occurrences, the plies without progress, or when the flag fell.
fn evidence(done: &Acted) -> Value {
    match (&done.evidence, done.flag) {
        (Some(Evidence::Occurrences(plies)), _) => json!({ "plies": plies }),
        (Some(Evidence::Quiet(plies)), _) => json!({ "quiet": plies }),
        (None, Some(flag)) => json!({ "flag": now::written(flag) }),
        (None, None) => Value::Null,
    }
}

fn print(done: &Acted, common: &Common, out: &mut Out) -> Done {
    let would = if common.dry_run { "would record " } else { "" };
    out.line(format_args!("{would}{}: {}", done.id, done.line))?;
    if let Some(evidence) = &done.evidence {
        out.note(evidence)?;
    }
    if let Some(flag) = done.flag {
        out.note(format_args!("the flag fell at {}", now::written(flag)))?;
    }
    settled::print(&done.id, &done.plans, common.dry_run, out)?;
    report::standing(done.status, done.next.as_ref(), &done.position, out)?;
    report::seal(done.commit, &done.chain, out)?;
    Ok(0)
}

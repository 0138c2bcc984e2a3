//! `riverpost plan`: conditional moves.

use clap::Subcommand;
use serde_json::{Value, json};

use super::acting::EnteredFor;
use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure};
use super::instant::now;
use super::output::Out;
use super::record::RecordToChange;
use super::recorded;
use crate::actions::plan::{self, AnswersToRemove, Planned};
use crate::store::{RepoPath, Store};

/// Answer moves in advance: "if they play this, I answer that"
#[derive(Subcommand, Debug)]
pub(super) enum Plan {
    /// Add answers: "their move: my answer; their next move: my answer to it"
    Add {
        #[command(flatten)]
        of: PlanOf,
        /// The sequence, in any notation
        #[arg(required = true, num_args = 1.., value_name = "SEQUENCE")]
        text: Vec<String>,
        /// Put new answers in the place of those that the plan has to the same moves
        #[arg(long)]
        replace: bool,
    },
    /// Show the plan with the numbers of its answers
    List(PlanOf),
    /// Remove an answer and all that build on it
    #[command(group = clap::ArgGroup::new("which").required(true).args(["number", "all"]))]
    Remove {
        #[command(flatten)]
        of: PlanOf,
        /// The number that `plan list` shows
        #[arg(value_name = "N")]
        number: Option<usize>,
        /// Remove the whole plan
        #[arg(long)]
        all: bool,
    },
    /// Give the answers that are due because a move came another way, as by `git pull`; they are made now
    Fire {
        #[command(flatten)]
        record: RecordToChange,
    },
}

/// The game and the side that a plan is for.
#[derive(clap::Args, Debug)]
pub(super) struct PlanOf {
    #[command(flatten)]
    record: RecordToChange,
    #[command(flatten)]
    entered: EnteredFor,
}

impl Run for Plan {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let dry_run = common.dry_run;
        match self {
            Plan::List(of) => {
                let (store, path) = of.record.locate(common)?;
                list(&plan::list(&store, &path, &of.entered.by(), dry_run)?, common, out)
            }
            Plan::Add { of, text, replace } => {
                let (store, path) = of.record.locate(common)?;
                let (by, text) = (of.entered.by(), text.join(" "));
                let planned = plan::add(&store, &path, &by, &text, *replace, dry_run)?;
                changed(&planned, "added", common, out)
            }
            Plan::Remove { of, number, .. } => {
                let (store, path) = of.record.locate(common)?;
                let which = number.map_or(AnswersToRemove::All, AnswersToRemove::Number);
                let planned = plan::remove(&store, &path, &of.entered.by(), which, dry_run)?;
                changed(&planned, "removed", common, out)
            }
            Plan::Fire { record } => {
                let (store, path) = record.locate(common)?;
                fire(&store, &path, common, out)
            }
        }
    }
}

/// Says what was added or removed, and shows the plan.
fn changed(planned: &Planned, what: &str, common: &Common, out: &mut Out) -> Done {
    if !common.json {
        let would = if common.dry_run { "would be " } else { "" };
        let answers = recorded::count(planned.changed);
        out.note(format_args!("{answers} {would}{what}"))?;
    }
    list(planned, common, out)
}

fn list(planned: &Planned, common: &Common, out: &mut Out) -> Done {
    let Planned { id, plan, due, dropped, .. } = planned;
    if common.json {
        let answers: Vec<Value> = plan
            .numbered()
            .iter()
            .map(|n| {
                json!({ "number": n.number, "depth": n.depth, "ply": n.ply + 1,
                        "if": n.answer.trigger, "then": n.answer.answer })
            })
            .collect();
        out.line(json!({
            "id": id, "side": plan.side.name(), "ply": plan.ply, "changed": planned.changed,
            "due": due.as_ref().map(|(answer, _)| answer),
            "waits_for": due.as_ref().and_then(|(_, due)| recorded::proposal(due)),
            "answers": answers, "dropped": recorded::dropped(dropped),
        }))?;
        return Ok(0);
    }
    recorded::print_dropped(id, dropped, out)?;
    if plan.answers.is_empty() {
        out.note(format_args!("{id}: {} has no plan", plan.side))?;
        return Ok(0);
    }
    let answers = recorded::count(plan.count());
    out.note(format_args!("{id}: {}'s plan after ply {}, {answers}", plan.side, plan.ply))?;
    let all = plan.numbered();
    let width = all.len().to_string().len();
    for numbered in &all {
        let number = numbered.ply / 2 + 1;
        let first = numbered.ply.is_multiple_of(2);
        let (theirs, mine) =
            if first { (".", format!("{number}...")) } else { ("...", format!("{}.", number + 1)) };
        out.line(format_args!(
            "{:>width$}  {:indent$}{number}{theirs} {}: {mine} {}",
            numbered.number,
            "",
            numbered.answer.trigger,
            numbered.answer.answer,
            indent = 2 * numbered.depth,
        ))?;
    }
    if let Some((answer, due)) = due {
        out.note(format_args!("{answer} is due{}", recorded::what_then(due, id)))?;
    }
    Ok(0)
}

fn fire(store: &Store, path: &RepoPath, common: &Common, out: &mut Out) -> Done {
    let (id, done) = plan::fire(store, path, now()?, common.dry_run)?;
    if common.json {
        let mut value = recorded::fields(&done);
        value.insert("id".into(), id.into());
        out.line(Value::Object(value))?;
    } else {
        recorded::plans(&id, &done, common.dry_run, out)?;
        if !recorded::is_news(&done) {
            out.note("nothing is due")?;
        }
    }
    match done.trouble {
        Some(error) if !common.json => Err(Failure::from(*error)),
        trouble => Ok(u8::from(trouble.is_some())),
    }
}

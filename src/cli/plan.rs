//! `riverpost plan`: conditional moves.

use std::path::PathBuf;

use clap::Subcommand;
use serde_json::{Value, json};

use super::acting::{Acting, EnteredFor};
use super::arguments::{Common, read_file};
use super::command::Run;
use super::error::{Done, Failure};
use super::instant::now;
use super::output::Out;
use super::record::RecordToChange;
use super::recorded;
use super::seed::seed;
use crate::actions::plan::{self, AnswersToRemove, Planned};
use crate::record::Act;
use crate::store::{RepoPath, Store};

/// The most bytes read of a plan that is handed over.
const LONGEST_PLAN: u64 = 1024 * 1024;

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
    /// Sign the answers in advance, so that whoever has the plan can fire it, and nobody can doubt whose it is (K9)
    Sign {
        #[command(flatten)]
        of: PlanOf,
        /// Print the signed plan, to be handed over: the other side, or an organiser, takes it with `plan take`
        #[arg(long)]
        print: bool,
    },
    /// Take over a plan that its owner has signed, so that it fires here too
    Take {
        #[command(flatten)]
        record: RecordToChange,
        /// The file, as `plan sign --print` printed it; - for standard input
        file: PathBuf,
    },
    /// Withdraw what you have signed in advance, by a line of the record (K9)
    Withdraw(Acting),
    /// Put down what you have decided without showing it: the record gets a hash (K10)
    Seal {
        #[command(flatten)]
        acting: Acting,
        /// Moves and answers as for `plan add`, or your own next move where the game is adjourned
        #[arg(required = true, num_args = 1.., value_name = "PLAN")]
        text: Vec<String>,
    },
    /// Show what you have sealed (K10); also when the game is over
    Open {
        #[command(flatten)]
        acting: Acting,
        /// The secret digits and the plan [default: as they are kept where it was sealed]
        #[arg(num_args = 0.., value_name = "OPENED")]
        opened: Vec<String>,
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
                if planned.plan.base.is_some() && !common.json {
                    out.note(
                        "whoever has the signed plan can still fire it; `riverpost plan withdraw` \
                         ends that",
                    )?;
                }
                changed(&planned, "removed", common, out)
            }
            Plan::Sign { of, print } => {
                let (store, path) = of.record.locate(common)?;
                let (planned, text) = plan::sign(&store, &path, &of.entered.by(), dry_run)?;
                match print {
                    true => out.text(&text).map(|()| 0),
                    false => changed(&planned, "signed", common, out),
                }
            }
            Plan::Take { record, file } => {
                let (store, path) = record.locate(common)?;
                let content = read_file(file, LONGEST_PLAN)?;
                let name = file.display().to_string();
                let taken = (name.as_str(), content.as_bytes());
                let planned = plan::take(&store, &path, taken, dry_run)?;
                changed(&planned, "taken over", common, out)
            }
            Plan::Withdraw(acting) => acting.act(Act::PlanWithdrawn, common, out),
            Plan::Seal { acting, text } => {
                let (store, path) = acting.named(common)?;
                // What is sealed is put in its place.
                let request = acting.request(Act::PlanSealed { hash: "".into() }, common, out)?;
                let (text, seed) = (text.join(" "), seed()?);
                let (done, plans) = plan::seal(&store, &path, &request, &text, seed, dry_run)?;
                recorded::acted(&done, &plans, common, out)
            }
            Plan::Open { acting, opened } => {
                let (store, path) = acting.named(common)?;
                let act = Act::PlanOpened { salt: "".into(), text: "".into() };
                let request = acting.request(act, common, out)?;
                let opened = (!opened.is_empty()).then(|| opened.join(" "));
                let (done, plans) =
                    plan::open(&store, &path, &request, opened.as_deref(), dry_run)?;
                recorded::acted(&done, &plans, common, out)
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
                        "if": n.answer.trigger, "then": n.answer.answer,
                        "signed": n.answer.signature.is_some() })
            })
            .collect();
        out.line(json!({
            "id": id, "side": plan.side.name(), "ply": plan.ply, "changed": planned.changed,
            "base": plan.base, "due": due.as_ref().map(|(answer, _)| answer),
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
    if let Some(base) = plan.base {
        out.note(format_args!(
            "signed in advance after action {base}; any other action ends it (K9)"
        ))?;
    }
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

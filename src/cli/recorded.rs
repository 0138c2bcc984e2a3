//! What is printed once a move or another action has been recorded: its line, what plans made of it, how the game stands.

use serde_json::{Map, Value, json};

use super::arguments::{Common, written};
use super::error::{Done, Failure, reason};
use super::output::Out;
use crate::actions::plan::{Dropped, Settled};
use crate::actions::{Acted, Status, Submitted};
use crate::notation::fen;
use crate::record::{Evidence, Player};
use crate::render::one_line;
use crate::rules::Position;
use crate::store::CommitId;

/// Prints a move.
pub(super) fn moved(done: &Submitted, path: &str, common: &Common, out: &mut Out) -> Done {
    if common.json { print_moved_json(done, path, out) } else { print_moved(done, common, out) }
}

fn print_moved_json(done: &Submitted, path: &str, out: &mut Out) -> Done {
    let mut value = submitted(done);
    value.insert("id".into(), done.id.clone().into());
    value.insert("path".into(), path.into());
    if is_news(&done.plans) {
        value.extend(fields(&done.plans));
    }
    out.line(Value::Object(value))?;
    Ok(0)
}

fn print_moved(done: &Submitted, common: &Common, out: &mut Out) -> Done {
    let would = if common.dry_run { "would record " } else { "" };
    out.line(format_args!("{would}{}: {}", done.id, done.line))?;
    plans(&done.id, &done.plans, common.dry_run, out)?;
    let done = done.plans.fired.last().unwrap_or(done);
    standing(done.status, done.next.as_ref(), &done.position, out)?;
    seal(done.commit, &done.chain, out)?;
    Ok(0)
}

/// Prints an action other than a move.
pub(super) fn acted(done: &Acted, path: &str, common: &Common, out: &mut Out) -> Done {
    if common.json { print_acted_json(done, path, out) } else { print_acted(done, common, out) }
}

fn print_acted_json(done: &Acted, path: &str, out: &mut Out) -> Done {
    let mut value = json!({
        "id": done.id, "path": path, "ply": done.ply, "line": done.line,
        "by": done.by.map_or("arbiter", |side| side.name()), "fen": fen::write(&done.position),
        "status": done.status.name(), "result": done.status.outcome.map_or("*", |o| o.name()),
        "evidence": evidence(done), "chain": done.chain, "commit": done.commit.map(|c| c.to_string()),
    });
    if let Some(value) = value.as_object_mut().filter(|_| is_news(&done.plans)) {
        value.extend(fields(&done.plans));
    }
    out.line(value)?;
    Ok(0)
}

/// What a claim rests on: the plies of the occurrences, the plies without progress, or when the flag fell.
fn evidence(done: &Acted) -> Value {
    match (&done.evidence, done.flag) {
        (Some(Evidence::Occurrences(plies)), _) => json!({ "plies": plies }),
        (Some(Evidence::Quiet(plies)), _) => json!({ "quiet": plies }),
        (None, Some(flag)) => json!({ "flag": written(flag) }),
        (None, None) => Value::Null,
    }
}

fn print_acted(done: &Acted, common: &Common, out: &mut Out) -> Done {
    let would = if common.dry_run { "would record " } else { "" };
    out.line(format_args!("{would}{}: {}", done.id, done.line))?;
    if let Some(evidence) = &done.evidence {
        out.note(evidence)?;
    }
    if let Some(flag) = done.flag {
        out.note(format_args!("the flag fell at {}", written(flag)))?;
    }
    plans(&done.id, &done.plans, common.dry_run, out)?;
    standing(done.status, done.next.as_ref(), &done.position, out)?;
    seal(done.commit, &done.chain, out)?;
    Ok(0)
}

/// Says how the game ended, or who is to move.
pub(super) fn standing(
    status: Status,
    next: Option<&Player>,
    position: &Position,
    out: &mut Out,
) -> Result<(), Failure> {
    match status.ending {
        Some(ending) => {
            let result = status.outcome.map_or("*", |o| o.name());
            out.note(format_args!("the game is over: {ending}, result {result}"))
        }
        None => {
            let name = next.map(|p| format!(" ({})", one_line(&p.name))).unwrap_or_default();
            let check = if position.in_check() { ", in check" } else { "" };
            let side = position.game().side(position.turn());
            out.note(format_args!("{side}{name} to move{check}"))
        }
    }
}

/// Says under which commit it is, and the hash that two players compare.
pub(super) fn seal(commit: Option<CommitId>, chain: &str, out: &mut Out) -> Result<(), Failure> {
    let chain: String = chain.chars().take(12).collect();
    match commit {
        Some(commit) => {
            let commit: String = commit.to_string().chars().take(10).collect();
            out.note(format_args!("commit {commit}, chain {chain}"))
        }
        None => out.note(format_args!("chain {chain}")),
    }
}

/// Prints the answers given and those dropped.
pub(super) fn plans(
    id: &str,
    settled: &Settled,
    dry_run: bool,
    out: &mut Out,
) -> Result<(), Failure> {
    let would = if dry_run { "would record " } else { "" };
    if settled.planned > 0 {
        let would = if dry_run { "would be " } else { "" };
        out.note(format_args!("{} {would}put down", count(settled.planned)))?;
    }
    for done in &settled.fired {
        out.line(format_args!("{would}{id}: {}", done.line))?;
    }
    print_dropped(&settled.dropped, out)?;
    if let Some(error) = &settled.trouble {
        let why = one_line(&reason(error));
        out.line(format_args!("a plan could not go on: {why}"))?;
        out.note(format_args!("the moves above stand; `riverpost plan {id} fire` tries again"))?;
    }
    Ok(())
}

/// Prints the answers dropped, without their moves: who reads this need not be who made the plan.
pub(super) fn print_dropped(dropped: &[Dropped], out: &mut Out) -> Result<(), Failure> {
    for Dropped { side, answers, reason } in dropped {
        let answers = count(*answers);
        let reason = one_line(&reason.to_string());
        out.line(format_args!("{side}'s plan: {answers} dropped, {reason}"))?;
    }
    Ok(())
}

/// `1 answer`, `2 answers`.
pub(super) fn count(answers: usize) -> String {
    format!("{answers} answer{}", if answers == 1 { "" } else { "s" })
}

/// A move that was taken, for machines.
pub(super) fn submitted(done: &Submitted) -> Map<String, Value> {
    let fields = [
        ("ply", json!(done.ply)),
        ("line", json!(done.line)),
        ("coord", json!(done.coordinate)),
        ("fen", json!(fen::write(&done.position))),
        ("status", json!(done.status.name())),
        ("result", json!(done.status.outcome.map_or("*", |o| o.name()))),
        ("chain", json!(done.chain)),
        ("commit", json!(done.commit.map(|c| c.to_string()))),
    ];
    fields.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

/// What became of plans, for machines: `planned`, `fired`, `dropped` and `trouble`.
pub(super) fn fields(settled: &Settled) -> Map<String, Value> {
    let fired: Vec<Value> = settled.fired.iter().map(|done| submitted(done).into()).collect();
    let trouble = settled.trouble.as_ref().map(|error| reason(error));
    let mut fields = Map::new();
    fields.insert("planned".into(), settled.planned.into());
    fields.insert("fired".into(), fired.into());
    fields.insert("dropped".into(), dropped(&settled.dropped));
    fields.insert("trouble".into(), trouble.into());
    fields
}

/// Whether there is anything to tell.
pub(super) fn is_news(settled: &Settled) -> bool {
    settled.planned > 0
        || !settled.fired.is_empty()
        || !settled.dropped.is_empty()
        || settled.trouble.is_some()
}

/// Answers dropped, for machines.
pub(super) fn dropped(dropped: &[Dropped]) -> Value {
    let value = |d: &Dropped| json!({ "side": d.side.name(), "answers": d.answers, "reason": d.reason.to_string() });
    dropped.iter().map(value).collect()
}

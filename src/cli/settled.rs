//! What became of plans, as it is printed.

use serde_json::{Map, Value, json};

use super::error::{Failure, reason};
use super::out::Out;
use crate::actions::Submitted;
use crate::actions::plan::{Dropped, Settled};
use crate::notation::fen;
use crate::render::one_line;

/// Prints the answers given and those dropped.
pub(super) fn print(
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

//! What is printed once a move or another action has been recorded: its line, what plans made of it, how the game stands.

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};

use super::arguments::Common;
use super::error::{Done, Failure, KEY_AT_HAND, reason};
use super::instant::written;
use super::output::Out;
use crate::actions::plan::{Dropped, DueAnswer, PlanEffects};
use crate::actions::{Entry, GameAfter, Proposal, Recorded, RecordedAction, RecordedMove, Signed};
use crate::notation::fen;
use crate::record::Evidence;
use crate::render::{counted, one_line};

/// Prints a move.
pub(super) fn moved(
    done: &Recorded<RecordedMove>,
    effects: &PlanEffects,
    common: &Common,
    out: &mut Out,
) -> Done {
    out.recorded(done.commit);
    if common.json {
        let mut value = submitted(done);
        value.insert("id".into(), done.id.clone().into());
        value.insert("path".into(), done.path.as_str().into());
        return print_json(value, effects, out);
    }
    print_line(done, common, out)?;
    print_raised(done.value.raised, out)?;
    print_signed(&done.value.signed, out)?;
    plans(&done.id, effects, common.dry_run, out)?;
    let last = effects.fired.last().unwrap_or(done);
    standing(last, &last.value.after, out)
}

/// Prints an action other than a move.
pub(super) fn acted(
    done: &Recorded<RecordedAction>,
    effects: &PlanEffects,
    common: &Common,
    out: &mut Out,
) -> Done {
    out.recorded(done.commit);
    let RecordedAction { by, signed, raised, evidence, flag, proposal, after } = &done.value;
    if common.json {
        let mut value = fields_after(done, after, signed);
        value.insert("id".into(), done.id.clone().into());
        value.insert("path".into(), done.path.as_str().into());
        value.insert("by".into(), by.map_or("arbiter", |side| side.name()).into());
        value.insert("evidence".into(), evidence_value(evidence.as_ref(), *flag));
        value.extend(raised_field(*raised));
        return print_json(value, effects, out);
    }
    print_line(done, common, out)?;
    print_raised(*raised, out)?;
    print_signed(signed, out)?;
    if let Some(evidence) = evidence {
        out.note(evidence)?;
    }
    if let Some(flag) = flag {
        out.note(format_args!("the flag fell at {}", written(*flag)))?;
    }
    if let Some(proposal @ Proposal::TakeBack { .. }) = proposal {
        out.note(proposal.in_words())?;
    }
    plans(&done.id, effects, common.dry_run, out)?;
    standing(done, after, out)
}

/// Prints a line that came from elsewhere.
pub(super) fn entered<T>(
    done: &Recorded<T>,
    signed: &Signed,
    common: &Common,
    out: &mut Out,
) -> Result<(), Failure> {
    print_line(done, common, out)?;
    match signed {
        Signed::By(_) => print_signed(signed, out),
        _ => Ok(()),
    }
}

fn print_json(mut value: Map<String, Value>, effects: &PlanEffects, out: &mut Out) -> Done {
    if is_news(effects) {
        value.extend(fields(effects));
    }
    out.line(Value::Object(value))?;
    Ok(0)
}

fn print_line<T>(done: &Recorded<T>, common: &Common, out: &mut Out) -> Result<(), Failure> {
    let would = if common.dry_run { "would record " } else { "" };
    out.line(format_args!("{would}{}: {}", done.id, done.line))?;
    match &done.entry {
        Some(Entry { who, by }) => {
            let (who, by) = (one_line(&who.name), one_line(&by.name));
            out.line(format_args!("entered for {who} by {by}"))
        }
        None => Ok(()),
    }
}

/// Says that a line has another time than the one given.
fn print_raised(raised: Option<DateTime<Utc>>, out: &mut Out) -> Result<(), Failure> {
    let Some(at) = raised else { return Ok(()) };
    let at = written(at);
    out.note(format_args!(
        "its time is that of the line before, {at}: the one given is earlier (C18)"
    ))
}

/// The same for machines.
fn raised_field(raised: Option<DateTime<Utc>>) -> Option<(String, Value)> {
    raised.map(|at| ("raised_to".into(), written(at).into()))
}

/// Says whether a line is signed, where its author has a key.
pub(super) fn print_signed(signed: &Signed, out: &mut Out) -> Result<(), Failure> {
    match signed {
        Signed::Keyless => Ok(()),
        Signed::By(key) => out.note(format_args!("signed with {key}")),
        Signed::Missing(key) => {
            out.line(format_args!(
                "not signed: the private half of the key {key} is not found here"
            ))?;
            out.note(KEY_AT_HAND)
        }
        Signed::Entered(key) => {
            out.line(format_args!("not signed: it was entered for the holder of the key {key}"))
        }
    }
}

/// What a claim rests on: the plies of the occurrences, the plies without progress, or when the flag fell.
fn evidence_value(evidence: Option<&Evidence>, flag: Option<DateTime<Utc>>) -> Value {
    match (evidence, flag) {
        (Some(Evidence::Occurrences(plies)), _) => json!({ "plies": plies }),
        (Some(Evidence::Quiet(plies)), _) => json!({ "quiet": plies }),
        (None, Some(flag)) => json!({ "flag": written(flag) }),
        (None, None) => Value::Null,
    }
}

/// Says how the game ended or who is to move, then the commit, and the hash that two players compare.
pub(super) fn standing<T>(done: &Recorded<T>, after: &GameAfter, out: &mut Out) -> Done {
    let GameAfter { position, status, next, .. } = after;
    match status.termination {
        Some(ending) => {
            let result = status.outcome.map_or("*", |o| o.name());
            out.note(format_args!("the game is over: {ending}, result {result}"))?;
        }
        None => {
            let name = next.as_ref().map(|p| format!(" ({})", one_line(&p.name)));
            let name = name.unwrap_or_default();
            let check = if position.in_check() { ", in check" } else { "" };
            let side = position.game().side(position.turn());
            out.note(format_args!("{side}{name} to move{check}"))?;
        }
    }
    let chain: String = after.chain.chars().take(12).collect();
    match done.commit {
        Some(commit) => {
            out.note(format_args!("commit {}, chain {chain}", commit.short()))?;
        }
        None => out.note(format_args!("chain {chain}"))?,
    }
    Ok(0)
}

/// Prints the answers given and those dropped.
pub(super) fn plans(
    id: &str,
    effects: &PlanEffects,
    dry_run: bool,
    out: &mut Out,
) -> Result<(), Failure> {
    let would = if dry_run { "would record " } else { "" };
    if effects.planned > 0 {
        let would = if dry_run { "would be " } else { "" };
        out.note(format_args!("{} {would}put down", count(effects.planned)))?;
    }
    for done in &effects.fired {
        out.recorded(done.commit);
        out.line(format_args!("{would}{id}: {}", done.line))?;
    }
    if let Some(due) = &effects.waiting {
        let then = what_then(due, id);
        out.line(format_args!("{id}: {}'s plan: an answer is due{then}", due.side))?;
    }
    print_dropped(id, &effects.dropped, out)?;
    if let Some(error) = &effects.trouble {
        let why = one_line(&reason(error));
        out.line(format_args!("a plan could not go on: {why}"))?;
        out.note(format_args!("the moves above stand; `riverpost plan fire {id}` tries again"))?;
    }
    Ok(())
}

/// What is to be done about an answer that is due.
pub(super) fn what_then(due: &DueAnswer, id: &str) -> String {
    let fire = format!("`riverpost plan fire {id}`");
    let Some((by, proposal)) = &due.proposal else {
        return format!(": record it with {fire}");
    };
    let (proposed, settle) = match proposal {
        Proposal::Draw => ("a draw is offered", "draw"),
        Proposal::TakeBack { .. } => ("a take-back is requested", "takeback"),
        Proposal::Void => ("voiding the game is proposed", "void"),
        Proposal::Key { .. } => ("a key is proposed", "key"),
    };
    let next = match *by == due.side.other() {
        true => format!("`riverpost {settle} accept {id}`, or decline it and then {fire}"),
        false => format!("{} answers that first", due.side.other()),
    };
    format!(" and waits, because {proposed} by {by}: {next}")
}

/// The proposal for which an answer waits, for machines.
pub(super) fn proposal(due: &DueAnswer) -> Option<&'static str> {
    due.proposal.as_ref().map(|(_, proposal)| proposal.name())
}

/// Prints the answers dropped, without their moves: who reads this need not be who made the plan.
pub(super) fn print_dropped(id: &str, dropped: &[Dropped], out: &mut Out) -> Result<(), Failure> {
    for Dropped { side, answers, reason } in dropped {
        let answers = count(*answers);
        let reason = one_line(&reason.to_string());
        out.line(format_args!("{id}: {side}'s plan: {answers} dropped, {reason}"))?;
    }
    Ok(())
}

/// `1 answer`, `2 answers`.
pub(super) fn count(answers: usize) -> String {
    counted(answers, "answer", "answers")
}

/// A move that was taken, for machines.
pub(super) fn submitted(done: &Recorded<RecordedMove>) -> Map<String, Value> {
    let mut value = fields_after(done, &done.value.after, &done.value.signed);
    value.insert("coord".into(), done.value.coordinate.clone().into());
    value.extend(raised_field(done.value.raised));
    value
}

/// A line that was recorded and the game after it, for machines.
pub(super) fn fields_after<T>(
    done: &Recorded<T>,
    after: &GameAfter,
    signed: &Signed,
) -> Map<String, Value> {
    let fields = [
        ("ply", json!(after.ply)),
        ("line", json!(done.line)),
        ("fen", json!(fen::write(&after.position))),
        ("status", json!(after.status.name())),
        ("result", json!(after.status.outcome.map_or("*", |o| o.name()))),
        ("chain", json!(after.chain)),
        ("commit", json!(done.commit.map(|c| c.to_string()))),
        ("signed", json!(matches!(signed, Signed::By(_)))),
        ("key", json!(signed.fingerprint())),
        ("entered_for", json!(done.entry.as_ref().map(|entry| &entry.who.name))),
        ("entered_by", json!(done.entry.as_ref().map(|entry| &entry.by.name))),
    ];
    fields.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

/// What became of plans, for machines: `planned`, `fired`, `dropped` and `trouble`.
pub(super) fn fields(effects: &PlanEffects) -> Map<String, Value> {
    let fired: Vec<Value> = effects.fired.iter().map(|done| submitted(done).into()).collect();
    let trouble = effects.trouble.as_ref().map(|error| reason(error));
    let mut fields = Map::new();
    fields.insert("planned".into(), effects.planned.into());
    fields.insert("fired".into(), fired.into());
    let waiting = effects.waiting.as_ref();
    let waiting = waiting.map(|due| json!({ "side": due.side.name(), "waits_for": proposal(due) }));
    fields.insert("waiting".into(), waiting.into());
    fields.insert("dropped".into(), dropped(&effects.dropped));
    fields.insert("trouble".into(), trouble.into());
    fields
}

/// Whether there is anything to tell.
pub(super) fn is_news(effects: &PlanEffects) -> bool {
    effects.planned > 0
        || !effects.fired.is_empty()
        || effects.waiting.is_some()
        || !effects.dropped.is_empty()
        || effects.trouble.is_some()
}

/// Answers dropped, for machines.
pub(super) fn dropped(dropped: &[Dropped]) -> Value {
    let value = |d: &Dropped| json!({ "side": d.side.name(), "answers": d.answers, "reason": d.reason.to_string() });
    dropped.iter().map(value).collect()
}

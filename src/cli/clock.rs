//! `riverpost clock`: the itemised account of both clocks.

use serde_json::{Value, json};

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure};
use super::instant::{Instant, instant_ahead, written};
use super::output::{Out, now_or};
use super::record::{RecordToRead, played};
use crate::clock::{Balance, Ledger, LedgerLine, RULINGS};
use crate::record::{self, Record};
use crate::render::one_line;
use crate::rules::Side;

/// The itemised account of both clocks
#[derive(clap::Args, Debug)]
pub(super) struct Clock {
    #[command(flatten)]
    record: RecordToRead,
    /// As they stand at this instant [default: now]
    #[arg(long, value_name = "INSTANT", value_parser = instant_ahead)]
    at: Option<Instant>,
}

impl Run for Clock {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        out.page(common);
        let found = self.record.find(common)?;
        let (record, replayed) = played(&found)?;
        let at = now_or(self.at, common, out)?;
        let ledger = record::clocks(&record, &replayed, at);
        let ledger = ledger.map_err(|error| Failure::record(&found.name, &error))?;
        if common.json { print_json(&record, &ledger, out) } else { print(&record, &ledger, out) }
    }
}

/// The ids of the rulings that were applied, in their order.
fn applied(ledger: &Ledger) -> Vec<&'static str> {
    let used: Vec<&str> = ledger.lines.iter().flat_map(LedgerLine::rulings).collect();
    RULINGS.iter().map(|ruling| ruling.id).filter(|id| used.contains(id)).collect()
}

fn print(record: &Record<'_>, ledger: &Ledger, out: &mut Out) -> Done {
    let header = record.header();
    out.note(format_args!("{}: {}", header.id, header.time.unwrap_or_default()))?;
    for line in &ledger.lines {
        out.line(one_line(&line.to_string()))?;
    }
    out.line(format_args!("at {}:", written(ledger.at)))?;
    for side in Side::BOTH {
        let standing = ledger.side(side);
        let taken = standing.leave.iter();
        let taken: String =
            taken.map(|(year, days)| format!(", {days}d of leave in {year}")).collect();
        out.line(format_args!("{side}: {}{taken}", ledger.time_left(side)))?;
    }
    let applied = applied(ledger);
    out.note(format_args!("rulings: {} (`riverpost rules --clocks`)", applied.join(", ")))?;
    Ok(0)
}

fn print_json(record: &Record<'_>, ledger: &Ledger, out: &mut Out) -> Done {
    let side = |side: Side| {
        let standing = ledger.side(side);
        let leave: Vec<Value> = standing
            .leave
            .iter()
            .map(|(year, days)| json!({ "year": year, "days": days }))
            .collect();
        json!({
            "remaining": standing.remaining.map(balance), "moves": standing.moves,
            "flag": standing.flag.map(written),
            "fallen": standing.flag.is_some_and(|flag| flag <= ledger.at), "leave": leave,
        })
    };
    out.line(json!({
        "id": record.header().id, "time": record.header().time.unwrap_or_default(),
        "clock": record.header().clock, "at": written(ledger.at),
        "running": ledger.running.map(Side::name),
        "south": side(Side::South), "north": side(Side::North),
        "lines": ledger.lines.iter().map(line).collect::<Vec<_>>(), "rulings": applied(ledger),
    }))?;
    Ok(0)
}

/// All amounts are in seconds.
fn balance(left: Balance) -> Value {
    json!({
        "clock": left.clock.as_seconds(), "spare": left.spare.as_seconds(),
        "total": left.total().as_seconds(),
    })
}

fn line(line: &LedgerLine) -> Value {
    let steps = line.steps.iter().map(|step| {
        json!({
            "seconds": step.amount.as_seconds(), "reason": step.reason.to_string(),
            "ruling": step.reason.ruling(),
        })
    });
    let entries = line.entries.iter().map(|entry| {
        json!({
            "part": entry.part.to_string(), "seconds": entry.amount.as_seconds(),
            "reason": entry.reason.to_string(), "ruling": entry.reason.ruling(),
        })
    });
    json!({
        "at": written(line.at), "side": line.side.name(), "subject": line.subject.to_string(),
        "elapsed": line.elapsed.as_seconds(), "steps": steps.collect::<Vec<_>>(),
        "charged": line.charged.as_seconds(), "entries": entries.collect::<Vec<_>>(),
        "remaining": line.remaining.map(balance), "late": line.late.map(written),
        "rulings": line.rulings(),
    })
}

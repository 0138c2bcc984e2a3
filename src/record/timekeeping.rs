//! The clocks of a record: what its lines make of them, and what only they can tell of its lines.

use chrono::{DateTime, Utc};

use super::action::{Act, Action};
use super::error::{Fault, RecordError, forbidden};
use super::instant;
use super::model::Record;
use super::replayed::Replayed;
use crate::clock::{
    self, ClockAction, ClockError, ClockEvent, ClockStart, FlagRule, Ledger, TimeControl,
};
use crate::rules::Side;

/// How many of its last lines speak for a ledger where a claim is refused.
const LAST_LINES: usize = 3;

/// The itemised account of both clocks of a record at an instant; where the game is over, the clocks stopped with its last
/// line. `replayed` is the record played through.
///
/// # Errors
/// [`Fault::Action`] (C2) where the record does not say when it started or when a move was made, and what the clocks
/// do not allow.
pub fn clocks(
    record: &Record<'_>,
    replayed: &Replayed,
    at: DateTime<Utc>,
) -> Result<Ledger, RecordError> {
    let mut events = Events::of(record, &record.actions)?;
    let last = record.actions.iter().filter_map(|action| action.time).next_back();
    if let (Some(_), Some(at)) = (replayed.termination, last) {
        events.all.push(ClockEvent { at, action: ClockAction::End });
        events.lines.push(record.actions.len().saturating_sub(1));
    }
    events.ledger(record, &record.actions, at)
}

/// Holds lines of a record against the clocks: leave, time given and taken, claims of time, and, where a flag ends the
/// game by itself, everything after it. `dated` says whether any line of the record has its time; in an archive's record,
/// where none has, time can be claimed freely.
///
/// # Errors
/// A [`RecordError`] at the first line that the clocks do not allow.
pub(super) fn judge(
    record: &Record<'_>,
    actions: &[Action<'_>],
    dated: bool,
) -> Result<(), RecordError> {
    let timed = |action: &&Action<'_>| action.act.needs_clocks();
    if !dated && actions.iter().filter(timed).all(|a| a.act.claims_flag()) {
        return Ok(());
    }
    let Some(at) = actions.iter().filter_map(|action| action.time).next_back() else {
        return match actions.iter().find(timed) {
            Some(action) => Err(undated(action)),
            None => Ok(()),
        };
    };
    let events = Events::of(record, actions)?;
    let automatic = record.header.clock.flag == FlagRule::Automatic;
    let ledger = match events.ledger(record, actions, at) {
        Err(RecordError { fault: Fault::AfterFlag { flag, side }, .. }) => {
            return after_flag(actions, side, flag);
        }
        done => done?,
    };
    for side in Side::BOTH {
        if let Some(flag) = clock::flag_fallen(&ledger, side).filter(|_| automatic) {
            after_flag(actions, side, flag)?;
        }
    }
    match actions.last() {
        Some(action) if action.act.claims_flag() => judge_claim(record, action, &ledger),
        _ => Ok(()),
    }
}

/// Refuses the first line at or after the fall of a flag that ended the game, but for what says so.
fn after_flag(actions: &[Action<'_>], side: Side, flag: DateTime<Utc>) -> Result<(), RecordError> {
    let late = actions.iter().find(|action| {
        let says_so = action.act.claims_flag() || matches!(action.act, Act::Adjudicated { .. });
        !says_so && action.time.is_some_and(|time| time.timestamp() >= flag.timestamp())
    });
    match late {
        Some(action) => Err(RecordError::new(action.text_place(), Fault::AfterFlag { side, flag })),
        None => Ok(()),
    }
}

fn judge_claim(
    record: &Record<'_>,
    action: &Action<'_>,
    ledger: &Ledger,
) -> Result<(), RecordError> {
    let side = match action.act {
        Act::FlagDeclared { side, .. } => side,
        _ => action.side.other(),
    };
    if action.time.is_none() {
        return Err(undated(action));
    }
    if clock::flag_fallen(ledger, side).is_some() {
        return Ok(());
    }
    let place = action.text_place();
    if record.header.time.unwrap_or_default() == TimeControl::None {
        let message = "no flag can fall: the record states no time control";
        return Err(forbidden(place, "G8", message));
    }
    Err(RecordError::new(place, flag_up(ledger, side)))
}

/// What is told to who claims the time of a side whose flag is up.
fn flag_up(ledger: &Ledger, side: Side) -> Fault {
    let standing = ledger.side(side);
    let left = standing.remaining.unwrap_or_default().total();
    let falls = match standing.flag {
        Some(flag) => format!("falls at {}", instant::write(&flag)),
        None if ledger.running == Some(side) => "never falls".into(),
        None => "does not fall while it is not its turn".into(),
    };
    let at = instant::write(&ledger.at);
    let own = ledger.lines.iter().filter(|line| line.side == side);
    let own: Vec<String> = own.map(ToString::to_string).collect();
    Fault::FlagUp {
        message: format!(
            "the flag of {side} has not fallen: at {at} it has {left} left, its flag {falls}"
        ),
        ledger: own[own.len().saturating_sub(LAST_LINES)..].to_vec(),
    }
}

/// What happened to the clocks, and in which lines.
struct Events {
    all: Vec<ClockEvent>,
    /// The index of the line of each.
    lines: Vec<usize>,
}

impl Events {
    fn of(record: &Record<'_>, actions: &[Action<'_>]) -> Result<Events, RecordError> {
        let mut events = Events { all: Vec::with_capacity(actions.len()), lines: Vec::new() };
        let mut asked = 0;
        for (index, action) in actions.iter().enumerate() {
            let side = action.side;
            let happened = match &action.act {
                Act::Move(_) => ClockAction::Move { side },
                Act::Leave { from, to } => ClockAction::Leave { side, from: *from, to: *to },
                Act::TimeGiven { amount } => ClockAction::Gift { by: side, amount: *amount },
                Act::TimeRuled { side, amount, docked, reason, .. } => {
                    let (side, amount, reason) = (*side, *amount, reason.clone().into_owned());
                    match docked {
                        true => ClockAction::Penalty { side, amount, reason },
                        false => ClockAction::Credit { side, amount, reason },
                    }
                }
                Act::TakeBackRequested { plies } => {
                    asked = *plies;
                    continue;
                }
                Act::TakeBackAgreed => ClockAction::TakeBack { plies: asked },
                _ => continue,
            };
            let at = action.time.ok_or_else(|| undated(action))?;
            events.all.push(ClockEvent { at, action: happened });
            events.lines.push(index);
        }
        if record.header.started.is_none() {
            let message =
                "the record does not say when the game started, so that its clocks are not known";
            let place = actions.first().map_or(record.places.result, |action| action.place);
            return Err(forbidden(place, "C2", message));
        }
        Ok(events)
    }

    fn ledger(
        &self,
        record: &Record<'_>,
        actions: &[Action<'_>],
        at: DateTime<Utc>,
    ) -> Result<Ledger, RecordError> {
        let header = &record.header;
        let start = ClockStart { at: header.started.unwrap_or(at), first: record.game.first };
        let control = header.time.unwrap_or_default();
        clock::ledger(&control, &header.clock, start, &self.all, at).map_err(|error| {
            let line = error.event().and_then(|event| self.lines.get(event));
            let action = line.and_then(|line| actions.get(*line));
            let place = action.map_or(record.places.result, Action::text_place);
            RecordError::new(place, fault(error))
        })
    }
}

/// What a line that the clocks do not allow is told.
fn fault(error: ClockError) -> Fault {
    let message = match &error {
        ClockError::AfterFlag { side, flag, .. } => {
            return Fault::AfterFlag { side: *side, flag: *flag };
        }
        ClockError::Untimed { .. } => "the game has no clock that time could be given to".into(),
        ClockError::LeavePast { from, taken, .. } => {
            format!("a leave from {from} cannot be taken on {taken}, when it has begun")
        }
        ClockError::LeaveOverlap { .. } => "some of these days are leave already".into(),
        ClockError::LeaveQuota { year, asked, left, quota, .. } => {
            format!("this takes {asked} days of leave in {year}, but {left} of {quota} are left")
        }
        other => other.to_string(),
    };
    Fault::Action { rule: error.ruling(), message }
}

fn undated(action: &Action<'_>) -> RecordError {
    let message = "this line does not say when, so that the clocks are not known";
    forbidden(action.place, "C2", message)
}

//! The clocks of a record: what was agreed about them, what its actions make of them, and what only they can tell of its
//! actions.

use chrono::{DateTime, Utc};

use super::action::{Act, Action, write_instant};
use super::error::{AppendError, forbidden};
use super::model::Record;
use super::replayed::Replayed;
use super::shape::{Shape, Text};
use crate::clock::{
    self, ClockAction, ClockError, ClockEvent, ClockOptions, ClockStart, FlagRule, Ledger,
    TimeControl, TimeSpan, Weekdays,
};
use crate::document::{Diagnostic, Document, Entry, Map, Node, Place, quote};
use crate::rules::Side;

/// How many of its last lines speak for a ledger where a claim is refused.
const LAST_LINES: usize = 3;

/// The itemised account of both clocks of a record at an instant; where the game is over, the clocks stopped with its last
/// line. `replayed` is the record played through.
///
/// # Errors
/// A [`Diagnostic`] (C2) where the record does not say when it started or when a move was made, and what the clocks
/// do not allow.
pub fn clocks(
    record: &Record<'_>,
    replayed: &Replayed,
    at: DateTime<Utc>,
) -> Result<Ledger, Diagnostic> {
    let mut events = Events::of(record, &record.actions)?;
    let last = record.actions.iter().filter_map(|action| action.time).next_back();
    if let (Some(_), Some(at)) = (replayed.termination, last) {
        events.add(record.actions.len().saturating_sub(1), at, ClockAction::Stopped);
    }
    events.ledger(record, at).map_err(|error| events.refusal(record, &record.actions, &error))
}

/// Holds lines of a record against the clocks: leave, time given and taken, claims of time, and, where a flag ends the
/// game by itself, everything after it. `dated` says whether any line of the record has its time; in an archive's record,
/// where none has, time can be claimed freely.
///
/// # Errors
/// An [`AppendError`] at the first line that the clocks do not allow.
pub(super) fn judge(
    record: &Record<'_>,
    actions: &[Action<'_>],
    dated: bool,
) -> Result<(), AppendError> {
    let timed = |action: &&Action<'_>| action.act.needs_clocks();
    if !dated && actions.iter().filter(timed).all(|a| a.act.claims_flag()) {
        return Ok(());
    }
    let Some(at) = actions.iter().filter_map(|action| action.time).next_back() else {
        return match actions.iter().find(timed) {
            Some(action) => Err(undated(action).into()),
            None => Ok(()),
        };
    };
    let events = Events::of(record, actions)?;
    let automatic = record.header.clock.flag == FlagRule::Automatic;
    let ledger = match events.ledger(record, at) {
        Ok(ledger) => ledger,
        Err(ClockError::AfterFlag { flag, side, .. }) => {
            return Ok(after_flag(actions, side, flag)?);
        }
        Err(error) => return Err(events.refusal(record, actions, &error).into()),
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
fn after_flag(actions: &[Action<'_>], side: Side, flag: DateTime<Utc>) -> Result<(), Diagnostic> {
    let late = actions.iter().find(|action| {
        let says_so = action.act.claims_flag() || matches!(action.act, Act::Adjudicated { .. });
        !says_so && action.time.is_some_and(|time| time.timestamp() >= flag.timestamp())
    });
    match late {
        Some(action) => Err(past_flag(action.text_place(), side, flag)),
        None => Ok(()),
    }
}

/// An action after a flag fell that ended the game by itself.
fn past_flag(place: Place, side: Side, flag: DateTime<Utc>) -> Diagnostic {
    let message =
        format!("the game ended when the flag of {side} fell at {}", write_instant(&flag));
    forbidden(place, "C17", message).hint("`time claimed` puts that into the record")
}

fn judge_claim(
    record: &Record<'_>,
    action: &Action<'_>,
    ledger: &Ledger,
) -> Result<(), AppendError> {
    let side = match action.act {
        Act::FlagDeclared { side, .. } => side,
        _ => action.side.other(),
    };
    if action.time.is_none() {
        return Err(undated(action).into());
    }
    if clock::flag_fallen(ledger, side).is_some() {
        return Ok(());
    }
    let place = action.text_place();
    if record.header.time.unwrap_or_default() == TimeControl::None {
        let message = "no flag can fall: the record states no time control";
        return Err(forbidden(place, "G8", message).into());
    }
    Err(flag_up(place, ledger, side))
}

/// What is told to who claims the time of a side whose flag is up.
fn flag_up(place: Place, ledger: &Ledger, side: Side) -> AppendError {
    let standing = ledger.side(side);
    let left = standing.remaining.unwrap_or_default().total();
    let falls = match standing.flag {
        Some(flag) => format!("falls at {}", write_instant(&flag)),
        None if ledger.running == Some(side) => "never falls".into(),
        None => "does not fall while it is not its turn".into(),
    };
    let at = write_instant(&ledger.at);
    let own = ledger.lines.iter().filter(|line| line.side == side);
    let own: Vec<String> = own.map(ToString::to_string).collect();
    AppendError::FlagUp {
        place,
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
    fn of(record: &Record<'_>, actions: &[Action<'_>]) -> Result<Events, Diagnostic> {
        let mut events = Events { all: Vec::with_capacity(actions.len()), lines: Vec::new() };
        let mut asked = 0;
        let mut bound = [false; 2];
        for (index, action) in actions.iter().enumerate() {
            let side = action.side;
            // G13: a player is bound by his first own line.
            if let Some(at) = action.time.filter(|_| action.act.arbiter().is_none())
                && !std::mem::replace(&mut bound[side.at()], true)
            {
                events.add(index, at, ClockAction::Bound { side });
            }
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
            events.add(index, at, happened);
        }
        if record.header.started.is_none() {
            let message =
                "the record does not say when the game started, so that its clocks are not known";
            let place = actions.first().map_or(record.places.result, |action| action.place);
            return Err(forbidden(place, "C2", message));
        }
        Ok(events)
    }

    fn add(&mut self, line: usize, at: DateTime<Utc>, action: ClockAction) {
        self.all.push(ClockEvent { at, action });
        self.lines.push(line);
    }

    fn ledger(&self, record: &Record<'_>, at: DateTime<Utc>) -> Result<Ledger, ClockError> {
        let header = &record.header;
        let start = ClockStart { at: header.started.unwrap_or(at), first: record.game.first };
        let control = header.time.unwrap_or_default();
        clock::ledger(&control, &header.clock, start, &self.all, at)
    }

    /// What a line that the clocks do not allow is told.
    fn refusal(
        &self,
        record: &Record<'_>,
        actions: &[Action<'_>],
        error: &ClockError,
    ) -> Diagnostic {
        let line = error.event().and_then(|event| self.lines.get(event));
        let action = line.and_then(|line| actions.get(*line));
        let place = action.map_or(record.places.result, Action::text_place);
        let message = match error {
            ClockError::AfterFlag { side, flag, .. } => return past_flag(place, *side, *flag),
            ClockError::Untimed { .. } => {
                "the game has no clock that time could be given to".into()
            }
            ClockError::LeavePast { from, taken, .. } => {
                format!("a leave from {from} cannot be taken on {taken}, when it has begun")
            }
            ClockError::LeaveOverlap { .. } => "some of these days are leave already".into(),
            ClockError::LeaveQuota { year, asked, left, quota, .. } => {
                format!(
                    "this takes {asked} days of leave in {year}, but {left} of {quota} are left"
                )
            }
            other => other.to_string(),
        };
        forbidden(place, error.ruling(), message)
    }
}

fn undated(action: &Action<'_>) -> Diagnostic {
    let message = "this line does not say when, so that the clocks are not known";
    forbidden(action.place, "C2", message)
}

/// The shape of the options: `{off: [sat, sun], grace: 12h, leave: 30, flag: automatic}`.
pub(super) const CLOCK_SHAPE: Shape = Shape::Map {
    keys: &[
        ("off", &Shape::List),
        ("grace", &Shape::Text),
        ("leave", &Shape::Text),
        ("flag", &Shape::Text),
    ],
    extras: false,
};

/// What a fallen flag may do, by name.
const FLAGS: [(&str, FlagRule); 2] =
    [("claimed", FlagRule::Claimed), ("automatic", FlagRule::Automatic)];

/// The most days of leave in a year.
const MOST_LEAVE: u16 = 366;

/// Reads a time control.
///
/// # Errors
/// A [`Diagnostic`] at the sign that makes no sense.
pub(super) fn read_control(text: &Text<'_, '_>) -> Result<TimeControl, Diagnostic> {
    text.text.parse().map_err(|error| misread("time", text, &error))
}

/// Reads a duration.
///
/// # Errors
/// A [`Diagnostic`] at the sign that makes no sense.
pub(super) fn read_span(key: &'static str, text: &Text<'_, '_>) -> Result<TimeSpan, Diagnostic> {
    text.text.parse().map_err(|error| misread(key, text, &error))
}

/// Reads the options about the clocks.
///
/// # Errors
/// A [`Diagnostic`] at the value, for a duration at the sign that makes no sense.
pub(super) fn read_options(
    document: &Document<'_>,
    map: &Map<'_>,
) -> Result<ClockOptions, Diagnostic> {
    let mut options = ClockOptions::default();
    for entry in &map.entries {
        let Some(text) = Text::of(document, entry).filter(|_| entry.key != "off") else {
            options.off = off(document, entry)?;
            continue;
        };
        match entry.key {
            "grace" => options.grace = read_span("grace", &text)?,
            "leave" => {
                let days = text.text.parse().ok().filter(|days| *days <= MOST_LEAVE);
                options.leave = days.ok_or_else(|| {
                    let message =
                        format!("{:?} is no number of days a year, 0 to {MOST_LEAVE}", text.text);
                    text.refuse_value("leave", message)
                })?;
            }
            _ => {
                let known = FLAGS.iter().find(|(name, _)| *name == text.text);
                options.flag = known.map(|(_, rule)| *rule).ok_or_else(|| {
                    let message = format!("{:?} is none of claimed, automatic", text.text);
                    text.refuse_value("flag", message)
                })?;
            }
        }
    }
    Ok(options)
}

/// Reads the days of the week on which the clocks stand.
fn off(document: &Document<'_>, entry: &Entry<'_>) -> Result<Weekdays, Diagnostic> {
    let days = entry.value.items().unwrap_or_default();
    let word = |day: &Node<'_>| day.text().unwrap_or_default().into_owned();
    Weekdays::try_from(days.iter().map(word).collect::<Vec<String>>()).map_err(|error| {
        let wrong = |day: &&Node<'_>| {
            matches!(&error, ClockError::Weekday { word } if Some(word.as_str()) == day.text().as_deref())
        };
        let place = match days.iter().find(wrong) {
            Some(day) => document.place_of(day, 0),
            None => document.place(entry.at),
        };
        Diagnostic::new(place, format!("off: {error}"))
    })
}

/// Writes options as a mapping in one line, in the order of the shape, without those that are as usual; none when all are.
pub(super) fn write_options(options: &ClockOptions) -> Option<String> {
    let usual = ClockOptions::default();
    let mut parts = Vec::new();
    if options.off != usual.off {
        parts.push(format!("off: [{}]", Vec::<String>::from(options.off).join(", ")));
    }
    if options.grace != usual.grace {
        parts.push(format!("grace: {}", quote(&options.grace.compact())));
    }
    if options.leave != usual.leave {
        parts.push(format!("leave: {}", options.leave));
    }
    if options.flag != usual.flag {
        let named = FLAGS.iter().find(|(_, rule)| *rule == options.flag);
        parts.extend(named.map(|(name, _)| format!("flag: {name}")));
    }
    (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(", ")))
}

/// The error at the sign that a reader of the clock room stopped at.
fn misread(key: &'static str, text: &Text<'_, '_>, error: &ClockError) -> Diagnostic {
    match error {
        ClockError::Text { column, message } => {
            text.refuse_at(*column, format!("{key}: {message}"))
        }
        other => text.refuse_at(0, format!("{key}: {other}")),
    }
}

//! What the lines of a record do to its clocks, and what only the clocks can tell of those lines.

use chrono::{DateTime, Utc};

use super::action::{Act, Action, write_instant};
use super::error::{AppendError, forbidden};
use super::model::Record;
use crate::clock::{
    self, ClockAction, ClockError, ClockEvent, ClockStart, Engine, FlagRule, Ledger, TimeControl,
};
use crate::document::{Diagnostic, Place};
use crate::rules::Side;

/// How many of its last lines speak for a ledger where a claim is refused.
const LAST_LINES: usize = 3;

/// What happened to the clocks of a record, and in which of its lines.
#[derive(Clone, Debug)]
pub(super) struct ClockEvents {
    all: Vec<ClockEvent>,
    /// The index of the line of each.
    lines: Vec<usize>,
    /// The place of the first line that does not say when something happened.
    undated: Option<Place>,
}

impl ClockEvents {
    /// No events, with room for so many.
    pub(super) fn with_capacity(events: usize) -> ClockEvents {
        ClockEvents {
            all: Vec::with_capacity(events),
            lines: Vec::with_capacity(events),
            undated: None,
        }
    }
}

/// The clocks of a record whose lines are held against them one by one: leave, time given and taken, claims of time, and,
/// where a flag ends the game by itself, everything after it.
pub(super) struct ClockJudge<'r> {
    engine: Engine<'r>,
    automatic: bool,
}

impl<'r> ClockJudge<'r> {
    /// The clocks after what has happened to them; `control` is what the record states.
    ///
    /// # Errors
    /// A [`Diagnostic`] (C2) where the record does not say when it started or when something happened.
    pub(super) fn new(
        record: &'r Record<'_>,
        control: &'r TimeControl,
        events: &ClockEvents,
    ) -> Result<ClockJudge<'r>, Diagnostic> {
        let options = &record.header.clock;
        let mut engine = Engine::new(control, options, start(record)?);
        for (index, event) in events.all.iter().enumerate() {
            let applied = engine.apply(index, event);
            applied.map_err(|error| events.refusal(record, &error))?;
        }
        match events.undated {
            Some(place) => Err(undated(place)),
            None => Ok(ClockJudge { engine, automatic: options.flag == FlagRule::Automatic }),
        }
    }

    // C17
    /// Refuses a line at or after the fall of a flag that ended the game, but for what says so.
    ///
    /// # Errors
    /// A [`Diagnostic`].
    pub(super) fn refuse_after_flag(&mut self, action: &Action<'_>) -> Result<(), Diagnostic> {
        let Some(time) = action.time.filter(|_| self.automatic) else { return Ok(()) };
        match self.engine.ended_by_flag(time) {
            Some((side, flag)) if !action.act.claims_flag() && !action.act.may_follow_end() => {
                Err(past_flag(action.text_place(), side, flag))
            }
            _ => Ok(()),
        }
    }

    /// The side whose flag a line that was added let fall, which ended the game.
    pub(super) fn dropped(&mut self, action: &Action<'_>) -> Option<Side> {
        let time = action.time.filter(|_| self.automatic)?;
        self.engine.ended_by_flag(time).map(|(side, _)| side)
    }

    // G8
    /// Judges a claim that the flag of a side has fallen, and fell first, after everything that happened before it.
    ///
    /// # Errors
    /// An [`AppendError`] where it has not.
    pub(super) fn judge_claim(
        mut self,
        action: &Action<'_>,
        side: Side,
    ) -> Result<ClockJudge<'r>, AppendError> {
        let place = action.text_place();
        let time = action.time.ok_or_else(|| undated(action.place))?;
        let [fallen, other] = [side, side.other()].map(|side| self.engine.fallen(side, time));
        match (fallen, other) {
            (Some(fallen), Some(other)) if other < fallen => {
                let (fell, first) = (side.other(), write_instant(&other));
                let message = format!(
                    "the flag of {fell} fell first, at {first}: that of {side} fell at {}",
                    write_instant(&fallen)
                );
                return Err(forbidden(place, "G8", message).into());
            }
            (Some(_), _) => return Ok(self),
            (None, _) => {}
        }
        let ledger = self.engine.ledger(time);
        if ledger.side(side).remaining.is_none() {
            let message = "no flag can fall: the record states no time control";
            return Err(forbidden(place, "G8", message).into());
        }
        Err(flag_up(place, &ledger, side))
    }
}

/// When the clocks of a record start.
fn start(record: &Record<'_>) -> Result<ClockStart, Diagnostic> {
    let started = record.header.started.ok_or_else(|| {
        let message =
            "the record does not say when the game started, so that its clocks are not known";
        let place = record.actions.first().map_or(record.places.result, |action| action.place);
        forbidden(place, "C2", message)
    })?;
    Ok(ClockStart { at: started, first: record.game.first })
}

/// An action after a flag fell that ended the game by itself.
fn past_flag(place: Place, side: Side, flag: DateTime<Utc>) -> Diagnostic {
    let message =
        format!("the game ended when the flag of {side} fell at {}", write_instant(&flag));
    forbidden(place, "C17", message).hint("`time claimed` puts that into the record")
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

/// What a line other than a move does to the clocks by itself; `taken_back` is how many plies it took back.
pub(super) fn happened(action: &Action<'_>, taken_back: usize) -> Option<ClockAction> {
    let side = action.side;
    Some(match &action.act {
        Act::Leave { from, to } => ClockAction::Leave { side, from: *from, to: *to },
        Act::LeaveCancelled { from, to } => {
            ClockAction::LeaveCancelled { side, from: *from, to: *to }
        }
        Act::TimeGiven { amount } => ClockAction::Gift { by: side, amount: *amount },
        Act::TimeRuled { side, amount, docked, reason, .. } => {
            let (side, amount, reason) = (*side, *amount, reason.clone().into_owned());
            match docked {
                true => ClockAction::Penalty { side, amount, reason },
                false => ClockAction::Credit { side, amount, reason },
            }
        }
        Act::TakeBackAgreed => ClockAction::TakeBack { plies: taken_back as u32 },
        _ => return None,
    })
}

impl ClockEvents {
    /// Adds what happens in the line of that index at an instant, if that is known; a judge holds it against the clocks.
    ///
    /// # Errors
    /// A [`Diagnostic`] where the judge does not allow it.
    #[inline]
    pub(super) fn add(
        &mut self,
        (index, line): (usize, &Action<'_>),
        at: Option<DateTime<Utc>>,
        action: ClockAction,
        judge: Option<&mut ClockJudge<'_>>,
    ) -> Result<(), Diagnostic> {
        let Some(at) = at else {
            self.undated.get_or_insert(line.place);
            return judge.map_or(Ok(()), |_| Err(undated(line.place)));
        };
        let event = ClockEvent { at, action };
        let applied = judge.map_or(Ok(()), |judge| judge.engine.apply(self.all.len(), &event));
        self.all.push(event);
        self.lines.push(index);
        applied.map_err(|error| fault(line.text_place(), &error))
    }

    /// The account of both clocks at an instant.
    ///
    /// # Errors
    /// A [`Diagnostic`], as for [`clocks`](crate::record::clocks).
    pub(super) fn ledger(
        &self,
        record: &Record<'_>,
        at: DateTime<Utc>,
    ) -> Result<Ledger, Diagnostic> {
        if let Some(place) = self.undated {
            return Err(undated(place));
        }
        let start = start(record)?;
        let control = record.header.time.unwrap_or_default();
        clock::ledger(&control, &record.header.clock, start, &self.all, at)
            .map_err(|error| self.refusal(record, &error))
    }

    /// What is said where what happened so far is not allowed.
    fn refusal(&self, record: &Record<'_>, error: &ClockError) -> Diagnostic {
        let line = error.event().and_then(|event| self.lines.get(event));
        let action = line.and_then(|line| record.actions.get(*line));
        fault(action.map_or(record.places.result, Action::text_place), error)
    }
}

/// What the clocks do not allow at a place.
fn fault(place: Place, error: &ClockError) -> Diagnostic {
    let message = match error {
        ClockError::AfterFlag { side, flag, .. } => return past_flag(place, *side, *flag),
        ClockError::Untimed { .. } => "the game has no clock that time could be given to".into(),
        ClockError::LeavePast { from, taken, .. } => {
            format!("a leave from {from} cannot be taken on {taken}, when it has begun")
        }
        ClockError::LeaveTooLong { .. } => "a line takes at most 366 days of leave".into(),
        ClockError::LeaveBegun { from, cancelled, .. } => {
            format!("leave from {from} cannot be cancelled on {cancelled}, when it has begun")
        }
        ClockError::NoLeave { .. } => "some of these days are no leave".into(),
        ClockError::LeaveOverlap { .. } => "some of these days are leave already".into(),
        ClockError::LeaveQuota { year, asked, left, quota, .. } => {
            format!("this takes {asked} days of leave in {year}, but {left} of {quota} are left")
        }
        other => other.to_string(),
    };
    forbidden(place, error.ruling(), message)
}

/// A line that does not say when.
pub(super) fn undated(place: Place) -> Diagnostic {
    let message = "this line does not say when, so that the clocks are not known";
    forbidden(place, "C2", message)
}

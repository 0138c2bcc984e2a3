//! One side's time: what it has, what a turn costs, what a move earns.

use super::calendar::{DayTally, TurnCalendar};
use super::control::{TimeControl, TimePart};
use super::ledger::{Balance, ChargeStep, LedgerEntry, TimeReason};
use super::options::ClockOptions;
use super::span::TimeSpan;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// The time of one side.
pub(super) struct TimeAccount {
    control: TimeControl,
    pub(super) balance: Balance,
    /// Whether the player is bound (G13), so that the clock may run.
    pub(super) bound: bool,
    /// Own moves now in the game.
    pub(super) moves: u32,
    /// The highest number of own moves that has earned an increment, block or reserve. A take-back does not lower it (C16).
    rewarded: u32,
    pub(super) calendar: TurnCalendar,
    /// The days of leave taken or announced, by calendar year.
    pub(super) leave: BTreeMap<i32, i64>,
    /// When the flag fell; `None` while it is up.
    pub(super) fallen: Option<DateTime<Utc>>,
}

impl TimeAccount {
    pub(super) fn new(control: TimeControl, options: &ClockOptions) -> TimeAccount {
        TimeAccount {
            control,
            balance: Balance::default(),
            bound: false,
            moves: 0,
            rewarded: 0,
            calendar: TurnCalendar::new(options.off),
            leave: BTreeMap::new(),
            fallen: None,
        }
    }

    /// Gives what the side starts with.
    pub(super) fn open(&mut self) -> Vec<LedgerEntry> {
        let (clock, spare) = match self.control {
            TimeControl::None => (TimeSpan::ZERO, TimeSpan::ZERO),
            TimeControl::PerMove { each } => (each, TimeSpan::ZERO),
            TimeControl::Countdown { total } => (total, TimeSpan::ZERO),
            TimeControl::Increment { bank, .. } => (bank, TimeSpan::ZERO),
            TimeControl::Blocks { days, .. } => {
                (TimeSpan::days(i64::from(days.get())), TimeSpan::ZERO)
            }
            TimeControl::Tiger { main, .. } => (main, TimeSpan::ZERO),
            TimeControl::Triple { clock, bank, .. } => (clock, bank),
        };
        let mut entries = Vec::new();
        self.post(&mut entries, TimePart::Clock, clock, TimeReason::Allowance);
        if let Some(part) = self.control.spare() {
            self.post(&mut entries, part, spare, TimeReason::Allowance);
        }
        entries
    }

    /// What the side has left; `None` where there is no clock.
    pub(super) fn remaining(&self) -> Option<Balance> {
        (self.control != TimeControl::None).then_some(self.balance)
    }

    /// Changes one part by `amount` and notes it in `entries`, unless it is zero.
    fn post(
        &mut self,
        entries: &mut Vec<LedgerEntry>,
        part: TimePart,
        amount: TimeSpan,
        reason: TimeReason,
    ) {
        if amount == TimeSpan::ZERO {
            return;
        }
        match part {
            TimePart::Clock => self.balance.clock += amount,
            TimePart::Reserve | TimePart::Bank => self.balance.spare += amount,
        }
        entries.push(LedgerEntry { part, amount, reason });
    }

    // C2, C9, C10, C15
    /// Takes `amount` from the clock and, once that shows nothing, from the reserve or bank if there is one. What is
    /// left may fall below zero in the last of them.
    pub(super) fn take(&mut self, amount: TimeSpan, reason: TimeReason) -> Vec<LedgerEntry> {
        let mut entries = Vec::new();
        let from_clock = match self.control.spare() {
            Some(_) => amount.min(self.balance.clock.max(TimeSpan::ZERO)),
            None => amount,
        };
        self.post(&mut entries, TimePart::Clock, -from_clock, reason.clone());
        if let Some(part) = self.control.spare() {
            self.post(&mut entries, part, from_clock - amount, reason);
        }
        entries
    }

    // C10, C15
    /// Gives `amount`: first to what is owed, then to the clock, then to the bank if the clock is full.
    pub(super) fn give(&mut self, amount: TimeSpan, reason: TimeReason) -> Vec<LedgerEntry> {
        let mut entries = Vec::new();
        let mut left = amount;
        let spare = self.control.spare();
        if let Some(part) = spare {
            let owed = (-self.balance.spare).clamp(TimeSpan::ZERO, left);
            self.post(&mut entries, part, owed, reason.clone());
            left -= owed;
        }
        let room = match self.control {
            TimeControl::Triple { clock, .. } => {
                (clock - self.balance.clock).clamp(TimeSpan::ZERO, left)
            }
            _ => left,
        };
        self.post(&mut entries, TimePart::Clock, room, reason.clone());
        if let Some(part) = spare {
            self.post(&mut entries, part, left - room, reason);
        }
        entries
    }

    /// Counts a move that has been made and charged, and gives what it earns; nothing if a move of that number has earned
    /// before (C16).
    pub(super) fn reward(&mut self) -> Vec<LedgerEntry> {
        self.moves += 1;
        if self.moves <= self.rewarded {
            return Vec::new();
        }
        self.rewarded = self.moves;
        match self.control {
            // C7
            TimeControl::Increment { each, cap, .. } => {
                let mut entries = self.give(each, TimeReason::Increment);
                let over = cap.map_or(TimeSpan::ZERO, |cap| self.balance.clock - cap);
                self.post(
                    &mut entries,
                    TimePart::Clock,
                    -over.clamp(TimeSpan::ZERO, each),
                    TimeReason::Capped,
                );
                entries
            }
            // C8
            TimeControl::Blocks { days, moves } => self.next_block(days.get(), moves.get()),
            // C9
            TimeControl::Tiger { each, .. } => {
                let mut entries = Vec::new();
                if self.balance.clock > TimeSpan::ZERO {
                    self.post(&mut entries, TimePart::Reserve, each, TimeReason::Reserve);
                }
                entries
            }
            // C10
            TimeControl::Triple { each, moves, .. } if self.moves <= u32::from(moves.get()) => {
                self.give(each, TimeReason::Increment)
            }
            _ => Vec::new(),
        }
    }

    /// Gives the days of the next block of moves when the last move ended one.
    fn next_block(&mut self, days: u16, moves: u16) -> Vec<LedgerEntry> {
        let mut entries = Vec::new();
        if self.moves.is_multiple_of(u32::from(moves)) {
            let first = self.moves + 1;
            let last = self.moves + u32::from(moves);
            let carried = self.balance.clock.whole_days();
            let reason = TimeReason::Block { first, last, carried };
            self.post(&mut entries, TimePart::Clock, TimeSpan::days(i64::from(days)), reason);
        }
        entries
    }

    // C6, C11
    /// With a time per move, clears what is left of this turn or owed for it, and gives the time for the next one.
    pub(super) fn renew(&mut self) -> Vec<LedgerEntry> {
        let mut entries = Vec::new();
        if let TimeControl::PerMove { each } = self.control {
            let left = self.balance.clock;
            let reason =
                if left < TimeSpan::ZERO { TimeReason::Waived } else { TimeReason::Lapsed };
            self.post(&mut entries, TimePart::Clock, -left, reason);
            self.post(&mut entries, TimePart::Clock, each, TimeReason::Allowance);
        }
        entries
    }
}

/// What a turn costs, or a part of it.
pub(super) struct Charge {
    /// From the time that passed to `charged`.
    pub(super) steps: Vec<ChargeStep>,
    pub(super) charged: TimeSpan,
}

/// What the counted time of a turn comes to.
struct Division {
    grace: TimeSpan,
    /// The part of a day that is not full, where whole days are charged.
    rest: TimeSpan,
    /// The days that are charged twice.
    doubled: i64,
    charged: TimeSpan,
}

fn divide(control: &TimeControl, options: &ClockOptions, counted: TimeSpan) -> Division {
    // C14: after leave and days off, before whole days are counted.
    let grace = options.grace.clamp(TimeSpan::ZERO, counted);
    let counted = counted - grace;
    let (rest, doubled) = match control {
        // C3, C4
        TimeControl::Blocks { .. } => {
            let days = counted.whole_days();
            (counted - TimeSpan::days(days), (days - TimeControl::SINGLE_DAYS).max(0))
        }
        _ => (TimeSpan::ZERO, 0),
    };
    let charged = match control {
        TimeControl::None => TimeSpan::ZERO,
        _ => counted - rest + TimeSpan::days(doubled),
    };
    Division { grace, rest, doubled, charged }
}

/// What a turn costs up to where so much of it counts.
pub(super) fn cost(control: &TimeControl, options: &ClockOptions, counted: TimeSpan) -> TimeSpan {
    divide(control, options, counted).charged
}

/// What a turn costs from where its time divides into `before` to where it divides into `now`.
pub(super) fn charge(
    control: &TimeControl,
    options: &ClockOptions,
    before: DayTally,
    now: DayTally,
) -> Charge {
    if *control == TimeControl::None {
        let steps = steps([(before.elapsed() - now.elapsed(), TimeReason::Untimed)]);
        return Charge { steps, charged: TimeSpan::ZERO };
    }
    let first = divide(control, options, before.counted);
    let last = divide(control, options, now.counted);
    let doubled = last.doubled - first.doubled;
    let steps = steps([
        (before.unbound - now.unbound, TimeReason::Unbound),
        (before.stopped - now.stopped, TimeReason::Stopped),
        (before.leave - now.leave, TimeReason::Leave),
        (before.off - now.off, TimeReason::DayOff),
        (first.grace - last.grace, TimeReason::Grace),
        (first.rest - last.rest, TimeReason::PartDay),
        (TimeSpan::days(doubled), TimeReason::Doubled { days: doubled }),
    ]);
    Charge { steps, charged: last.charged - first.charged }
}

/// The steps that are not zero.
fn steps<const N: usize>(all: [(TimeSpan, TimeReason); N]) -> Vec<ChargeStep> {
    let real = all.into_iter().filter(|(amount, _)| *amount != TimeSpan::ZERO);
    real.map(|(amount, reason)| ChargeStep { amount, reason }).collect()
}

// C5
/// Whether a side that has `left` is out of time.
pub(super) fn is_out(control: &TimeControl, left: TimeSpan) -> bool {
    match control {
        TimeControl::None => false,
        TimeControl::Blocks { .. } => left < TimeSpan::ZERO,
        _ => left <= TimeSpan::ZERO,
    }
}

// C5, C14
/// How much must count of a turn until a side that had `left` at its beginning is out of time; `None` without a clock.
pub(super) fn until_out(
    control: &TimeControl,
    options: &ClockOptions,
    left: TimeSpan,
) -> Option<TimeSpan> {
    if is_out(control, left) {
        return Some(TimeSpan::ZERO);
    }
    // C14: after leave and days off, before whole days are counted.
    let grace = options.grace.max(TimeSpan::ZERO);
    match control {
        TimeControl::None => None,
        TimeControl::Blocks { .. } => {
            let single = TimeSpan::days(TimeControl::SINGLE_DAYS);
            let days = if left < single {
                left.whole_days()
            } else {
                TimeControl::SINGLE_DAYS + (left - single).whole_days() / 2
            };
            // A day is charged when it is full: the flag falls at the end of the first day that cannot be paid.
            Some(TimeSpan::days(days + 1) + grace)
        }
        _ => Some(left + grace),
    }
}

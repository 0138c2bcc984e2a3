//! One side's time: what it has, and every way in which that changes.

use super::calendar::TurnCalendar;
use super::{Balance, ClockOptions, LedgerEntry, TimeControl, TimePart, TimeReason, TimeSpan};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use std::collections::BTreeMap;

pub(super) struct TimeAccount {
    control: TimeControl,
    pub(super) balance: Balance,
    /// Own moves now in the game.
    pub(super) moves: u32,
    /// The highest number of moves that has been rewarded, which a take-back does not lower.
    rewarded: u32,
    pub(super) calendar: TurnCalendar,
    pub(super) leave: BTreeMap<i32, i64>,
    /// When the flag fell, while nothing has made that good.
    pub(super) fallen: Option<DateTime<Utc>>,
}

impl TimeAccount {
    pub(super) fn new(control: TimeControl, options: &ClockOptions) -> TimeAccount {
        TimeAccount {
            control,
            balance: Balance::default(),
            moves: 0,
            rewarded: 0,
            calendar: TurnCalendar::new(options.off),
            leave: BTreeMap::new(),
            fallen: None,
        }
    }

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

    /// What the side has, where there is a clock.
    pub(super) fn remaining(&self) -> Option<Balance> {
        (self.control != TimeControl::None).then_some(self.balance)
    }

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

    /// Takes `amount` from the clock and, once that shows nothing, from the second part if there is one.
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

    /// Counts a move that has been made and charged, and gives what it earns.
    pub(super) fn reward(&mut self) -> Vec<LedgerEntry> {
        self.moves += 1;
        if self.moves <= self.rewarded {
            return Vec::new();
        }
        self.rewarded = self.moves;
        match self.control {
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
            TimeControl::Blocks { days, moves } => self.next_block(days.get(), moves.get()),
            TimeControl::Tiger { each, .. } => {
                let mut entries = Vec::new();
                if self.balance.clock > TimeSpan::ZERO {
                    self.post(&mut entries, TimePart::Reserve, each, TimeReason::Reserve);
                }
                entries
            }
            TimeControl::Triple { each, moves, .. } if self.moves <= u32::from(moves.get()) => {
                self.give(each, TimeReason::Increment)
            }
            _ => Vec::new(),
        }
    }

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

    /// Where each turn stands alone, clears what is left of this one and gives the next one's time.
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

/// The days of `from..=to` by calendar year, earliest year first.
pub(super) fn by_year(from: NaiveDate, to: NaiveDate) -> Vec<(i32, i64)> {
    let mut years = Vec::new();
    let mut first = from;
    while first <= to {
        let next = NaiveDate::from_ymd_opt(first.year() + 1, 1, 1);
        let Some(next) = next.filter(|next| *next <= to) else {
            years.push((first.year(), (to - first).num_days() + 1));
            break;
        };
        years.push((first.year(), (next - first).num_days()));
        first = next;
    }
    years
}

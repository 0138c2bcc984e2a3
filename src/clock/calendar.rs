//! Which time counts: one side's leave and days off. Everything is UTC.

use super::options::Weekdays;
use super::span::TimeSpan;
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Utc};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// No flag is looked for from this day on.
const LAST_YEAR_ENDS: NaiveDate = NaiveDate::from_ymd_opt(10_000, 1, 1).unwrap();

const WEEK: i64 = 7 * TimeSpan::DAY.as_seconds();

/// What a stretch of time is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stretch {
    Counts,
    Leave,
    Off,
}

/// How the time of a turn divides.
#[derive(Clone, Copy, Default)]
pub(super) struct DayTally {
    pub(super) counted: TimeSpan,
    pub(super) leave: TimeSpan,
    pub(super) off: TimeSpan,
    /// Before the player was bound.
    pub(super) unbound: TimeSpan,
    /// Between the end of the game and its being reopened.
    pub(super) stopped: TimeSpan,
}

impl DayTally {
    pub(super) fn elapsed(self) -> TimeSpan {
        self.counted + self.leave + self.off + self.unbound + self.stopped
    }
}

impl AddAssign for DayTally {
    fn add_assign(&mut self, other: DayTally) {
        self.counted += other.counted;
        self.leave += other.leave;
        self.off += other.off;
        self.unbound += other.unbound;
        self.stopped += other.stopped;
    }
}

/// The leave and days off of one side.
pub(super) struct TurnCalendar {
    off: Weekdays,
    /// The end (excluded) of each leave by its beginning, without overlaps.
    leaves: BTreeMap<DateTime<Utc>, DateTime<Utc>>,
}

impl TurnCalendar {
    pub(super) fn new(off: Weekdays) -> TurnCalendar {
        TurnCalendar { off, leaves: BTreeMap::new() }
    }

    /// How much of `from..to` is leave.
    pub(super) fn leave_in(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> TimeSpan {
        let length = |(start, end): (DateTime<Utc>, DateTime<Utc>)| {
            TimeSpan::seconds((end.min(to) - start.max(from)).num_seconds())
        };
        self.overlapping(from, to).map(length).sum()
    }

    /// The leaves of which some is in `from..to`, the last first.
    fn overlapping(
        &self,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    ) -> impl Iterator<Item = (DateTime<Utc>, DateTime<Utc>)> {
        let before = self.leaves.range(..to).rev().map(|(start, end)| (*start, *end));
        before.take_while(move |(_, end)| *end > from)
    }

    pub(super) fn add_leave(&mut self, from: DateTime<Utc>, to: DateTime<Utc>) {
        self.leaves.insert(from, to);
    }

    pub(super) fn remove_leave(&mut self, from: DateTime<Utc>, to: DateTime<Utc>) {
        let found: Vec<_> = self.overlapping(from, to).collect();
        for (start, end) in found {
            self.leaves.remove(&start);
            for (start, end) in [(start, from), (to, end)] {
                if start < end {
                    self.leaves.insert(start, end);
                }
            }
        }
    }

    /// The first and the last day of each leave that ends after `at`, those that follow on each other joined.
    pub(super) fn leaves_after(&self, at: DateTime<Utc>) -> Vec<(NaiveDate, NaiveDate)> {
        let mut days: Vec<(NaiveDate, NaiveDate)> = Vec::new();
        for (start, end) in self.overlapping(at, midnight(LAST_YEAR_ENDS)) {
            let (from, to) = (start.date_naive(), (end - TimeDelta::seconds(1)).date_naive());
            match days.last_mut().filter(|(next, _)| to.succ_opt() == Some(*next)) {
                Some((first, _)) => *first = from,
                None => days.push((from, to)),
            }
        }
        days.reverse();
        days
    }

    /// Divides the time `from..to`.
    pub(super) fn tally(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> DayTally {
        let mut tally = DayTally::default();
        let mut at = from;
        let counted = self.counted_of_a_week();
        while at < to {
            // Whole weeks are all alike; without this, a record over thousands of years would take long.
            let weeks = self.weeks_without_leave(at, to);
            tally.counted += TimeSpan::seconds(weeks * counted);
            tally.off += TimeSpan::seconds(weeks * (WEEK - counted));
            at += TimeDelta::weeks(weeks);
            let (stretch, end) = self.stretch(at);
            let end = end.min(to);
            let length = TimeSpan::seconds((end - at).num_seconds());
            match stretch {
                Stretch::Counts => tally.counted += length,
                Stretch::Leave => tally.leave += length,
                Stretch::Off => tally.off += length,
            }
            at = end;
        }
        tally
    }

    /// The first instant at which `counted` has been counted since `from`; `None` after the year 9999.
    pub(super) fn after(&self, from: DateTime<Utc>, counted: TimeSpan) -> Option<DateTime<Utc>> {
        let limit = midnight(LAST_YEAR_ENDS);
        let mut left = counted.as_seconds();
        let mut at = from;
        let counted = self.counted_of_a_week();
        while left > 0 && at < limit {
            // One second short of `left`, so that the instant found is the end of a day that counts and not the end
            // of the days off that follow.
            let weeks = self.weeks_without_leave(at, limit).min((left - 1) / counted);
            left -= weeks * counted;
            at += TimeDelta::weeks(weeks);
            let (stretch, end) = self.stretch(at);
            let end = end.min(limit);
            if stretch == Stretch::Counts {
                let used = left.min((end - at).num_seconds());
                left -= used;
                at += TimeDelta::seconds(used);
            } else {
                at = end;
            }
        }
        (at < limit).then_some(at)
    }

    /// The seconds that count in a week without leave; at least those of one day.
    fn counted_of_a_week(&self) -> i64 {
        WEEK - i64::from(self.off.set().len()) * TimeSpan::DAY.as_seconds()
    }

    /// The first leave that ends after `at`.
    fn next_leave(&self, at: DateTime<Utc>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let before = self.leaves.range(..=at).next_back().filter(|(_, end)| **end > at);
        let found = before.or_else(|| self.leaves.range(at..).next());
        found.map(|(start, end)| (*start, *end))
    }

    /// How many whole weeks from `at` end by `to` and before the next leave; 0 within a leave.
    fn weeks_without_leave(&self, at: DateTime<Utc>, to: DateTime<Utc>) -> i64 {
        let until = self.next_leave(at).map_or(to, |(start, _)| start.min(to));
        (until - at).num_weeks().max(0)
    }

    // C12, C13
    /// What the time from `at` on is, and until when. A day that is both leave and day off is leave.
    fn stretch(&self, at: DateTime<Utc>) -> (Stretch, DateTime<Utc>) {
        let leave = match self.next_leave(at) {
            Some((start, end)) if start <= at => return (Stretch::Leave, end),
            Some((start, _)) => start,
            None => DateTime::<Utc>::MAX_UTC,
        };
        let off = self.off.set();
        if off.is_empty() {
            return (Stretch::Counts, leave);
        }
        let today = at.date_naive();
        let here = off.contains(today.weekday());
        let change = today.iter_days().find(|day| off.contains(day.weekday()) != here);
        let stretch = if here { Stretch::Off } else { Stretch::Counts };
        (stretch, change.map_or(leave, |day| midnight(day).min(leave)))
    }
}

/// The first instant of a day.
pub(super) fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

/// The first instant after a day.
pub(super) fn day_end(day: NaiveDate) -> DateTime<Utc> {
    day.succ_opt().map_or(DateTime::<Utc>::MAX_UTC, midnight)
}

/// The number of days of `from..=to` in each calendar year, earliest year first.
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

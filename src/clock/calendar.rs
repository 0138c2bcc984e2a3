//! Which time counts: the calendar of one side's leave and days off. Instants are seconds from 1970, UTC.

use super::{TimeSpan, Weekdays};

const DAY: i64 = TimeSpan::DAY.as_seconds();
const WEEK: i64 = 7 * DAY;

/// 1 January 10000, after which no flag is looked for.
const LIMIT: i64 = 253_402_300_800;

/// What a stretch of time is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stretch {
    Counts,
    Leave,
    Off,
}

/// How a turn divides.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) counted: TimeSpan,
    pub(super) leave: TimeSpan,
    pub(super) off: TimeSpan,
}

/// One side's calendar.
pub(super) struct TurnCalendar {
    off: Weekdays,
    /// First instant, and first instant after; in order, apart.
    leaves: Vec<(i64, i64)>,
}

impl TurnCalendar {
    pub(super) fn new(off: Weekdays) -> TurnCalendar {
        TurnCalendar { off, leaves: Vec::new() }
    }

    /// Whether some of `from..to` is leave.
    pub(super) fn on_leave(&self, from: i64, to: i64) -> bool {
        self.leaves.iter().any(|&(start, end)| start < to && from < end)
    }

    pub(super) fn add_leave(&mut self, from: i64, to: i64) {
        let place = self.leaves.partition_point(|&(start, _)| start < from);
        self.leaves.insert(place, (from, to));
    }

    pub(super) fn tally(&self, from: i64, to: i64) -> Tally {
        let mut tally = Tally::default();
        let mut at = from;
        let counted = self.counted_of_a_week();
        while at < to {
            // Whole weeks are all alike, and a hostile record may hold thousands of years.
            let weeks = self.weeks_without_leave(at, to);
            tally.counted += TimeSpan::seconds(weeks * counted);
            tally.off += TimeSpan::seconds(weeks * (WEEK - counted));
            at += weeks * WEEK;
            let (stretch, end) = self.stretch(at);
            let end = end.min(to);
            let length = TimeSpan::seconds(end - at);
            match stretch {
                Stretch::Counts => tally.counted += length,
                Stretch::Leave => tally.leave += length,
                Stretch::Off => tally.off += length,
            }
            at = end;
        }
        tally
    }

    /// The first instant at which `counted` has been counted since `from`; none in the years we know.
    pub(super) fn after(&self, from: i64, counted: TimeSpan) -> Option<i64> {
        let mut left = counted.as_seconds();
        let mut at = from;
        let counted = self.counted_of_a_week();
        while left > 0 && at < LIMIT {
            // One second short of `left`, so that an instant is found at the end of a day that counts.
            let weeks = self.weeks_without_leave(at, LIMIT).min((left - 1) / counted);
            left -= weeks * counted;
            at += weeks * WEEK;
            let (stretch, end) = self.stretch(at);
            if stretch == Stretch::Counts {
                let used = left.min(end.saturating_sub(at));
                left -= used;
                at = at.saturating_add(used);
            } else {
                at = end;
            }
        }
        (at < LIMIT).then_some(at)
    }

    fn counted_of_a_week(&self) -> i64 {
        WEEK - self.off.len() * DAY
    }

    /// How many whole weeks from `at` end by `to` and before the next leave; none within a leave.
    fn weeks_without_leave(&self, at: i64, to: i64) -> i64 {
        let next = self.leaves.get(self.leaves.partition_point(|&(_, end)| end <= at));
        let until = next.map_or(to, |&(start, _)| start.min(to));
        (until - at).max(0) / WEEK
    }

    /// What the time from `at` on is, and until when it is that.
    fn stretch(&self, at: i64) -> (Stretch, i64) {
        let next = self.leaves.get(self.leaves.partition_point(|&(_, end)| end <= at));
        let leave = match next {
            Some(&(start, end)) if start <= at => return (Stretch::Leave, end),
            Some(&(start, _)) => start,
            None => i64::MAX,
        };
        if self.off.is_empty() {
            return (Stretch::Counts, leave);
        }
        let off = |day: i64| self.off.has(day + 3);
        let today = at.div_euclid(DAY);
        let here = off(today);
        let change = (today + 1..today + 7).find(|&day| off(day) != here).unwrap_or(today + 7);
        let stretch = if here { Stretch::Off } else { Stretch::Counts };
        (stretch, (change * DAY).min(leave))
    }
}

//! Lengths of time.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A length of time in whole seconds; below zero where something is owed. Arithmetic stops at the ends of its range
/// instead of wrapping.
///
/// As text it is days, hours and minutes: `3d12h`, or ISO 8601 `P3DT12H`. [`Display`](fmt::Display) is for people
/// (`3d 12h`), [`compact`](TimeSpan::compact) for records (`3d12h`).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct TimeSpan(i64);

impl TimeSpan {
    /// No time.
    pub const ZERO: TimeSpan = TimeSpan(0);
    /// 24 hours.
    pub const DAY: TimeSpan = TimeSpan(86_400);
    /// The longest a text may state and an event may give: 9999 days.
    pub const LONGEST: TimeSpan = TimeSpan::days(9_999);

    /// So many seconds.
    pub const fn seconds(seconds: i64) -> TimeSpan {
        TimeSpan(seconds)
    }

    /// So many minutes of 60 seconds.
    pub const fn minutes(minutes: i64) -> TimeSpan {
        TimeSpan(minutes.saturating_mul(60))
    }

    /// So many hours of 60 minutes.
    pub const fn hours(hours: i64) -> TimeSpan {
        TimeSpan(hours.saturating_mul(3_600))
    }

    /// So many days of 24 hours.
    pub const fn days(days: i64) -> TimeSpan {
        TimeSpan(days.saturating_mul(86_400))
    }

    /// The length in seconds.
    pub const fn as_seconds(self) -> i64 {
        self.0
    }

    /// The full 24-hour periods in it, rounded down.
    pub const fn whole_days(self) -> i64 {
        self.0.div_euclid(86_400)
    }

    /// The form of records: `3d12h`, `0d`; seconds (`5s`) only where there are any.
    pub fn compact(self) -> String {
        self.joined("")
    }

    fn joined(self, between: &str) -> String {
        let seconds = self.0.unsigned_abs();
        let parts = [
            (seconds / 86_400, 'd'),
            (seconds / 3_600 % 24, 'h'),
            (seconds / 60 % 60, 'm'),
            (seconds % 60, 's'),
        ];
        let shown: Vec<String> =
            parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
        match (shown.is_empty(), self.0 < 0) {
            (true, _) => "0d".into(),
            (false, true) => format!("-{}", shown.join(between)),
            (false, false) => shown.join(between),
        }
    }
}

impl fmt::Display for TimeSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.joined(" "))
    }
}

impl From<TimeSpan> for String {
    fn from(span: TimeSpan) -> String {
        span.compact()
    }
}

impl Add for TimeSpan {
    type Output = TimeSpan;

    fn add(self, other: TimeSpan) -> TimeSpan {
        TimeSpan(self.0.saturating_add(other.0))
    }
}

impl Sub for TimeSpan {
    type Output = TimeSpan;

    fn sub(self, other: TimeSpan) -> TimeSpan {
        TimeSpan(self.0.saturating_sub(other.0))
    }
}

impl Neg for TimeSpan {
    type Output = TimeSpan;

    fn neg(self) -> TimeSpan {
        TimeSpan(self.0.saturating_neg())
    }
}

impl AddAssign for TimeSpan {
    fn add_assign(&mut self, other: TimeSpan) {
        *self = *self + other;
    }
}

impl SubAssign for TimeSpan {
    fn sub_assign(&mut self, other: TimeSpan) {
        *self = *self - other;
    }
}

impl Sum for TimeSpan {
    fn sum<I: Iterator<Item = TimeSpan>>(spans: I) -> TimeSpan {
        spans.fold(TimeSpan::ZERO, Add::add)
    }
}

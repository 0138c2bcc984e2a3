//! Sets of days of the week.

use super::ClockError;
use chrono::Weekday;
use serde::{Deserialize, Serialize};

/// Days of the week on which no clock runs; at most six. In records a list: `[sat, sun]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Weekdays(u8);

const ALL: [Weekday; 7] = [
    Weekday::Mon,
    Weekday::Tue,
    Weekday::Wed,
    Weekday::Thu,
    Weekday::Fri,
    Weekday::Sat,
    Weekday::Sun,
];

impl Weekdays {
    /// No day.
    pub const NONE: Weekdays = Weekdays(0);
    /// Saturday and Sunday.
    pub const WEEKEND: Weekdays = Weekdays(0b110_0000);

    /// These days; naming one twice is harmless.
    ///
    /// # Errors
    /// [`ClockError::NoDayLeft`] for all seven.
    pub fn new(days: impl IntoIterator<Item = Weekday>) -> Result<Weekdays, ClockError> {
        let bits = days.into_iter().fold(0, |bits, day| bits | 1 << day.num_days_from_monday());
        if bits == 0b111_1111 { Err(ClockError::NoDayLeft) } else { Ok(Weekdays(bits)) }
    }

    /// Whether there is no day in the set.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Whether the day is in the set.
    pub fn contains(&self, day: Weekday) -> bool {
        self.has(i64::from(day.num_days_from_monday()))
    }

    /// The days of the set, Monday first.
    pub fn iter(self) -> impl Iterator<Item = Weekday> {
        ALL.into_iter().filter(move |day| self.contains(*day))
    }

    /// How many days are in the set, 0 to 6.
    pub(super) fn len(&self) -> i64 {
        i64::from(self.0.count_ones())
    }

    /// The same by number, Monday 0.
    pub(super) fn has(&self, from_monday: i64) -> bool {
        self.0 >> from_monday.rem_euclid(7) & 1 == 1
    }
}

impl TryFrom<Vec<String>> for Weekdays {
    type Error = ClockError;

    fn try_from(words: Vec<String>) -> Result<Weekdays, ClockError> {
        let mut days = Vec::new();
        for word in words {
            match word.parse::<Weekday>() {
                Ok(day) => days.push(day),
                Err(_) => return Err(ClockError::Weekday { word }),
            }
        }
        Weekdays::new(days)
    }
}

impl From<Weekdays> for Vec<String> {
    fn from(days: Weekdays) -> Vec<String> {
        days.iter().map(|day| day.to_string().to_lowercase()).collect()
    }
}

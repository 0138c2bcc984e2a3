//! What was agreed about the clocks besides the time control.

use super::error::ClockError;
use super::span::TimeSpan;
use chrono::{Weekday, WeekdaySet};
use serde::{Deserialize, Deserializer, Serialize};

/// What was agreed about the clocks besides the control. What is not agreed does not hold: by default every day
/// counts, there is no grace and no leave, and flags are claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClockOptions {
    /// Days of the week (UTC) on which no clock runs.
    #[serde(skip_serializing_if = "Weekdays::is_empty")]
    pub off: Weekdays,
    /// What is free at the start of each turn.
    #[serde(skip_serializing_if = "is_default")]
    pub grace: TimeSpan,
    /// The days of leave each player may take in a calendar year (UTC), 0 to 366.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "quota")]
    pub leave: u16,
    /// What a fallen flag does.
    #[serde(skip_serializing_if = "is_default")]
    pub flag: FlagRule,
}

/// What a fallen flag does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FlagRule {
    /// Nothing until it is claimed; a move made before the claim stands.
    #[default]
    Claimed,
    /// It ends the game at that instant.
    Automatic,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn quota<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    let days = u64::deserialize(from)?;
    match u16::try_from(days) {
        Ok(quota) if quota <= 366 => Ok(quota),
        _ => Err(serde::de::Error::custom(ClockError::Quota { days })),
    }
}

/// The days of the week on which no clock runs; at most six. In records a list: `[sat, sun]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Weekdays(WeekdaySet);

impl Weekdays {
    /// No day.
    pub const NONE: Weekdays = Weekdays(WeekdaySet::EMPTY);
    /// Saturday and Sunday.
    pub const WEEKEND: Weekdays = Weekdays(WeekdaySet::from_array([Weekday::Sat, Weekday::Sun]));

    /// These days; naming one twice is harmless.
    ///
    /// # Errors
    /// [`ClockError::NoDayLeft`] for all seven.
    pub fn new(days: impl IntoIterator<Item = Weekday>) -> Result<Weekdays, ClockError> {
        let days: WeekdaySet = days.into_iter().collect();
        if days == WeekdaySet::ALL { Err(ClockError::NoDayLeft) } else { Ok(Weekdays(days)) }
    }

    /// The days as chrono's set.
    pub fn set(self) -> WeekdaySet {
        self.0
    }

    /// Whether there is no day in the set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl TryFrom<Vec<String>> for Weekdays {
    type Error = ClockError;

    fn try_from(words: Vec<String>) -> Result<Weekdays, ClockError> {
        let days: Result<Vec<Weekday>, ClockError> = words
            .into_iter()
            .map(|word| word.parse().map_err(|_| ClockError::Weekday { word }))
            .collect();
        Weekdays::new(days?)
    }
}

impl From<Weekdays> for Vec<String> {
    /// The lower-case names, Monday first.
    fn from(days: Weekdays) -> Vec<String> {
        days.0.iter(Weekday::Mon).map(|day| day.to_string().to_lowercase()).collect()
    }
}

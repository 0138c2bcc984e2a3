//! What else was agreed about the clocks.

use super::{ClockError, TimeSpan, Weekdays};
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

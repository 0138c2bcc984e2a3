//! What a side has left, and in which part.

use super::TimeSpan;
use std::fmt;

/// A part of a side's time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimePart {
    /// The clock itself: the bank of `40d+2d`, the main time of a TigerClock, the clock of a Triple Block.
    Clock,
    /// The reserve of a TigerClock.
    Reserve,
    /// The bank of a Triple Block.
    Bank,
}

impl fmt::Display for TimePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TimePart::Clock => "clock",
            TimePart::Reserve => "reserve",
            TimePart::Bank => "bank",
        })
    }
}

/// What a side has left; below zero in the part that ran out last when it is overdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Balance {
    /// What is on the clock.
    pub clock: TimeSpan,
    /// What is in the reserve or the bank; nothing where the control has neither.
    pub spare: TimeSpan,
}

impl Balance {
    /// Both parts together.
    pub fn total(self) -> TimeSpan {
        self.clock + self.spare
    }
}

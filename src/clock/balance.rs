//! What a side has left, and in which part.

use super::Span;
use std::fmt;

/// A part of a side's time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The clock itself: the bank of `40d+2d`, the main time of a TigerClock, the clock of a Triple Block.
    Clock,
    /// The reserve of a TigerClock.
    Reserve,
    /// The bank of a Triple Block.
    Bank,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Part::Clock => "clock",
            Part::Reserve => "reserve",
            Part::Bank => "bank",
        })
    }
}

/// What a side has left; below zero in the part that ran out last when it is overdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Balance {
    /// What is on the clock.
    pub clock: Span,
    /// What is in the reserve or the bank; nothing where the control has neither.
    pub spare: Span,
}

impl Balance {
    /// Both parts together.
    pub fn total(self) -> Span {
        self.clock + self.spare
    }
}

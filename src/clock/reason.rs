//! Why time is or is not charged, given or lost.

use std::fmt;

/// Why an amount of time is in a line of the ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeReason {
    /// Not charged: the side was on leave.
    Leave,
    /// Not charged: a day of the week that does not count.
    DayOff,
    /// Not charged: the agreed grace of each turn.
    Grace,
    /// Not charged: a day that was not full.
    PartDay,
    /// Charged again: days past the 20th on one move.
    Doubled {
        /// How many days count twice.
        days: i64,
    },
    /// Not charged: there is no clock.
    Untimed,
    /// Given at the start, or for the next move.
    Allowance,
    /// Given for reaching a block of moves.
    Block {
        /// Its first move.
        first: u32,
        /// Its last move.
        last: u32,
        /// The whole days carried over; below zero if days were owed.
        carried: i64,
    },
    /// Given for a move made.
    Increment,
    /// Given for a move made in main time.
    Reserve,
    /// Given by the arbiter.
    Credit {
        /// Why.
        reason: String,
    },
    /// Given by the opponent.
    Gift,
    /// Taken: the charge for the turn.
    Used,
    /// Taken by the arbiter.
    Penalty {
        /// Why.
        reason: String,
    },
    /// Lost: the increment would pass the cap.
    Capped,
    /// Lost: not used on the move it was for.
    Lapsed,
    /// Made good: the move was late, but nobody claimed.
    Waived,
}

impl TimeReason {
    /// The id of the [ruling](super::RULINGS) it rests on.
    pub fn ruling(&self) -> &'static str {
        match self {
            TimeReason::Used | TimeReason::Allowance | TimeReason::Untimed => "C2",
            TimeReason::PartDay => "C3",
            TimeReason::Doubled { .. } => "C4",
            TimeReason::Waived => "C6",
            TimeReason::Increment | TimeReason::Capped => "C7",
            TimeReason::Block { .. } => "C8",
            TimeReason::Reserve => "C9",
            TimeReason::Lapsed => "C11",
            TimeReason::Leave => "C12",
            TimeReason::DayOff => "C13",
            TimeReason::Grace => "C14",
            TimeReason::Credit { .. } | TimeReason::Penalty { .. } | TimeReason::Gift => "C15",
        }
    }
}

impl fmt::Display for TimeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeReason::Leave => write!(f, "on leave"),
            TimeReason::DayOff => write!(f, "day off"),
            TimeReason::Grace => write!(f, "grace"),
            TimeReason::PartDay => write!(f, "part of a day, only whole days count"),
            TimeReason::Doubled { days: 1 } => write!(f, "1 day past the 20th counts twice"),
            TimeReason::Doubled { days } => write!(f, "{days} days past the 20th count twice"),
            TimeReason::Untimed => write!(f, "no clock"),
            TimeReason::Allowance => write!(f, "allowance"),
            TimeReason::Block { first, last, carried } if *carried < 0 => {
                write!(f, "for moves {first} to {last}, less {}d owed", carried.unsigned_abs())
            }
            TimeReason::Block { first, last, carried } => {
                write!(f, "for moves {first} to {last}, besides {carried}d carried over")
            }
            TimeReason::Increment => write!(f, "increment"),
            TimeReason::Reserve => write!(f, "reserve for a move in main time"),
            TimeReason::Credit { reason } => write!(f, "credit by the arbiter: {reason}"),
            TimeReason::Gift => write!(f, "gift of the opponent"),
            TimeReason::Used => write!(f, "used"),
            TimeReason::Penalty { reason } => write!(f, "penalty by the arbiter: {reason}"),
            TimeReason::Capped => write!(f, "lost, over the cap"),
            TimeReason::Lapsed => write!(f, "lapsed, not used on this move"),
            TimeReason::Waived => write!(f, "overrun waived, nobody claimed"),
        }
    }
}

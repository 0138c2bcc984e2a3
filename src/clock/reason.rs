//! Why time is or is not charged, given or lost.

use std::fmt;

/// Why an amount of time is in a line of the ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
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

impl Reason {
    /// The id of the [ruling](super::RULINGS) it rests on.
    pub fn ruling(&self) -> &'static str {
        match self {
            Reason::Used | Reason::Allowance | Reason::Untimed => "C2",
            Reason::PartDay => "C3",
            Reason::Doubled { .. } => "C4",
            Reason::Waived => "C6",
            Reason::Increment | Reason::Capped => "C7",
            Reason::Block { .. } => "C8",
            Reason::Reserve => "C9",
            Reason::Lapsed => "C11",
            Reason::Leave => "C12",
            Reason::DayOff => "C13",
            Reason::Grace => "C14",
            Reason::Credit { .. } | Reason::Penalty { .. } | Reason::Gift => "C15",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Leave => write!(f, "on leave"),
            Reason::DayOff => write!(f, "day off"),
            Reason::Grace => write!(f, "grace"),
            Reason::PartDay => write!(f, "part of a day, only whole days count"),
            Reason::Doubled { days: 1 } => write!(f, "1 day past the 20th counts twice"),
            Reason::Doubled { days } => write!(f, "{days} days past the 20th count twice"),
            Reason::Untimed => write!(f, "no clock"),
            Reason::Allowance => write!(f, "allowance"),
            Reason::Block { first, last, carried } if *carried < 0 => {
                write!(f, "for moves {first} to {last}, less {}d owed", carried.unsigned_abs())
            }
            Reason::Block { first, last, carried } => {
                write!(f, "for moves {first} to {last}, besides {carried}d carried over")
            }
            Reason::Increment => write!(f, "increment"),
            Reason::Reserve => write!(f, "reserve for a move in main time"),
            Reason::Credit { reason } => write!(f, "credit by the arbiter: {reason}"),
            Reason::Gift => write!(f, "gift of the opponent"),
            Reason::Used => write!(f, "used"),
            Reason::Penalty { reason } => write!(f, "penalty by the arbiter: {reason}"),
            Reason::Capped => write!(f, "lost, over the cap"),
            Reason::Lapsed => write!(f, "lapsed, not used on this move"),
            Reason::Waived => write!(f, "overrun waived, nobody claimed"),
        }
    }
}

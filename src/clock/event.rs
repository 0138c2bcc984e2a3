//! What happens to the clocks, and when.

use super::span::TimeSpan;
use crate::rules::Side;
use chrono::{DateTime, NaiveDate, Utc};

/// The start of the game, from which the first turn lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockStart {
    /// When the game started.
    pub at: DateTime<Utc>,
    /// Who moves first.
    pub first: Side,
}

/// Something that happened to the clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockEvent {
    /// When; parts of a second are dropped.
    pub at: DateTime<Utc>,
    /// What.
    pub action: ClockAction,
}

/// What can happen to the clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClockAction {
    /// A side is bound: from now on its clock may run, and its flag may fall. Before, it stands.
    Bound {
        /// Who is bound.
        side: Side,
    },
    /// A side makes its move: its clock stops, the other's starts.
    Move {
        /// Who moves.
        side: Side,
    },
    /// A side takes leave: its clock stands still on those days.
    Leave {
        /// Who takes leave.
        side: Side,
        /// The first day, UTC; not before the day of the event.
        from: NaiveDate,
        /// The last day, UTC, included.
        to: NaiveDate,
    },
    /// A side cancels leave on days that have not begun.
    LeaveCancelled {
        /// Who does.
        side: Side,
        /// The first day, UTC; after the day of the event.
        from: NaiveDate,
        /// The last day, UTC, included.
        to: NaiveDate,
    },
    /// The arbiter gives time.
    Credit {
        /// To whom.
        side: Side,
        /// How much, more than nothing.
        amount: TimeSpan,
        /// Why.
        reason: String,
    },
    /// The arbiter takes time.
    Penalty {
        /// From whom.
        side: Side,
        /// How much, more than nothing.
        amount: TimeSpan,
        /// Why.
        reason: String,
    },
    /// A side gives its opponent time; its own stays as it is.
    Gift {
        /// Who gives.
        by: Side,
        /// How much, more than nothing.
        amount: TimeSpan,
    },
    /// The last moves are withdrawn by consent; the clock of the side then to move starts.
    TakeBack {
        /// How many moves, counting both sides', at least 1.
        plies: u32,
    },
    /// The game is over: no clock runs any more.
    Stopped,
    /// The game, which was over, goes on: the turn that was under way does.
    Resumed,
}

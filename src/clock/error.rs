//! Why a text is no time control, and why events make no clock.

use super::span::TimeSpan;
use crate::rules::Side;
use chrono::{DateTime, NaiveDate, Utc};

/// Why a text is no time control, or why events make no clock. Events are named by their index, from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClockError {
    /// A text makes no sense.
    #[error("column {}: {message}", .column + 1)]
    Text {
        /// Where it stops making sense, in bytes from 0.
        column: usize,
        /// What is wrong and what is allowed.
        message: String,
    },
    /// A word is no day of the week.
    #[error("{word:?} is no day of the week, allowed are mon, tue, wed, thu, fri, sat and sun")]
    Weekday {
        /// The word.
        word: String,
    },
    /// All seven days are off.
    #[error("all seven days are off, so that no clock would ever run")]
    NoDayLeft,
    /// A leave quota is longer than a year.
    #[error("a leave of {days} days a year, at most 366 are allowed")]
    Quota {
        /// The days asked for.
        days: u64,
    },
    /// An instant outside the years 1 to 9999.
    #[error("{instant} is outside the years 1 to 9999")]
    OutOfRange {
        /// The instant.
        instant: DateTime<Utc>,
    },
    /// Times run backwards.
    #[error("event {event} at {at} is earlier than {after}, before it")]
    Backwards {
        /// The event.
        event: usize,
        /// Its instant.
        at: DateTime<Utc>,
        /// The instant of the event before it, or of the start.
        after: DateTime<Utc>,
    },
    /// A move by the side whose turn it is not.
    #[error("event {event} is a move by {} out of turn", .side.name())]
    OutOfTurn {
        /// The event.
        event: usize,
        /// Who moved.
        side: Side,
    },
    /// Something after the end of the game.
    #[error("event {event} comes after the end of the game")]
    AfterEnd {
        /// The event.
        event: usize,
    },
    /// A game that goes on while it has not ended.
    #[error("event {event} reopens a game that is not over")]
    NotOver {
        /// The event.
        event: usize,
    },
    /// Something after a flag fell that ends the game by itself.
    #[error("event {event} comes after the flag of {} fell at {flag}, which ended the game", .side.name())]
    AfterFlag {
        /// The event.
        event: usize,
        /// Whose flag fell.
        side: Side,
        /// When it fell.
        flag: DateTime<Utc>,
    },
    /// Time given or taken where there is no clock.
    #[error("event {event} gives or takes time, but the game has no clock")]
    Untimed {
        /// The event.
        event: usize,
    },
    /// Time given or taken that is nothing, or less, or too much.
    #[error(
        "event {event} gives or takes {amount}, allowed is more than nothing and at most {}",
        TimeSpan::LONGEST
    )]
    Amount {
        /// The event.
        event: usize,
        /// The amount.
        amount: TimeSpan,
    },
    /// A leave that ends before it begins.
    #[error("event {event} is a leave from {from} to {to}, which is before it begins")]
    LeaveBackwards {
        /// The event.
        event: usize,
        /// The first day.
        from: NaiveDate,
        /// The last day.
        to: NaiveDate,
    },
    /// A leave of more than 366 days.
    #[error("event {event} is a leave from {from} to {to}, more than 366 days")]
    LeaveTooLong {
        /// The event.
        event: usize,
        /// The first day.
        from: NaiveDate,
        /// The last day.
        to: NaiveDate,
    },
    /// Leave cancelled that has begun.
    #[error("event {event} cancels leave from {from}, but it was cancelled on {cancelled}")]
    LeaveBegun {
        /// The event.
        event: usize,
        /// The first day.
        from: NaiveDate,
        /// The UTC day on which it was cancelled.
        cancelled: NaiveDate,
    },
    /// Leave cancelled on days of which some are none.
    #[error("event {event} cancels leave from {from} to {to}, of which some days are no leave")]
    NoLeave {
        /// The event.
        event: usize,
        /// The first day.
        from: NaiveDate,
        /// The last day.
        to: NaiveDate,
    },
    /// A leave taken after the fact.
    #[error("event {event} is a leave from {from}, but it was taken on {taken}")]
    LeavePast {
        /// The event.
        event: usize,
        /// The first day.
        from: NaiveDate,
        /// The UTC day on which it was taken.
        taken: NaiveDate,
    },
    /// A leave on days that already are leave.
    #[error("event {event} is a leave from {from} to {to}, of which some days already are leave")]
    LeaveOverlap {
        /// The event.
        event: usize,
        /// The first day.
        from: NaiveDate,
        /// The last day.
        to: NaiveDate,
    },
    /// More leave than a year has.
    #[error("event {event} takes {asked} days of leave in {year}, but {left} of {quota} are left")]
    LeaveQuota {
        /// The event.
        event: usize,
        /// The year.
        year: i32,
        /// The days it takes in that year.
        asked: i64,
        /// The days left in that year before it.
        left: i64,
        /// The quota of a year.
        quota: u16,
    },
    /// More moves taken back than were played, or none.
    #[error("event {event} takes back {plies} plies of {played}")]
    TakeBack {
        /// The event.
        event: usize,
        /// The plies to take back.
        plies: u32,
        /// The plies played.
        played: u32,
    },
}

impl ClockError {
    /// The event that is refused, by its index from 0; none for a text.
    pub fn event(&self) -> Option<usize> {
        match self {
            ClockError::Backwards { event, .. }
            | ClockError::OutOfTurn { event, .. }
            | ClockError::AfterEnd { event }
            | ClockError::NotOver { event }
            | ClockError::AfterFlag { event, .. }
            | ClockError::Untimed { event }
            | ClockError::Amount { event, .. }
            | ClockError::LeaveBackwards { event, .. }
            | ClockError::LeaveTooLong { event, .. }
            | ClockError::LeaveBegun { event, .. }
            | ClockError::NoLeave { event, .. }
            | ClockError::LeavePast { event, .. }
            | ClockError::LeaveOverlap { event, .. }
            | ClockError::LeaveQuota { event, .. }
            | ClockError::TakeBack { event, .. } => Some(*event),
            _ => None,
        }
    }

    /// The id of the [ruling](super::RULINGS) that is broken.
    pub fn ruling(&self) -> &'static str {
        match self {
            ClockError::Untimed { .. } | ClockError::Amount { .. } => "C15",
            ClockError::LeaveBackwards { .. }
            | ClockError::LeaveTooLong { .. }
            | ClockError::LeaveBegun { .. }
            | ClockError::NoLeave { .. }
            | ClockError::LeavePast { .. }
            | ClockError::LeaveOverlap { .. }
            | ClockError::LeaveQuota { .. }
            | ClockError::Quota { .. } => "C12",
            ClockError::Weekday { .. } | ClockError::NoDayLeft => "C13",
            ClockError::TakeBack { .. } => "C16",
            ClockError::AfterFlag { .. } => "C17",
            ClockError::NotOver { .. } => "C20",
            ClockError::Text { .. } | ClockError::OutOfRange { .. } => "C1",
            ClockError::Backwards { .. }
            | ClockError::OutOfTurn { .. }
            | ClockError::AfterEnd { .. } => "C2",
        }
    }
}

//! The lines of a ledger.

use super::{Balance, TimePart, TimeReason, TimeSpan};
use crate::rules::Side;
use chrono::{DateTime, NaiveDate, Utc};

/// One line of a ledger: what happened, what it cost or gave one side, and what that side had afterwards.
///
/// `elapsed` and the `steps` add up to `charged`; what the side had before and the `entries` add up to `remaining`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerLine {
    /// When.
    pub at: DateTime<Utc>,
    /// The index of the event; none for the opening, a flag and the turn under way.
    pub event: Option<usize>,
    /// Whose time it concerns.
    pub side: Side,
    /// What happened.
    pub subject: LineSubject,
    /// How long the turn took by the calendar; nothing where no turn ends.
    pub elapsed: TimeSpan,
    /// From `elapsed` to `charged`: below zero what is not charged, above zero what is charged again.
    pub steps: Vec<ChargeStep>,
    /// What the turn cost.
    pub charged: TimeSpan,
    /// What was given (above zero) and taken (below zero), in order.
    pub entries: Vec<LedgerEntry>,
    /// What the side had afterwards; none where there is no clock.
    pub remaining: Option<Balance>,
    /// When the flag had fallen, for a turn that ended too late.
    pub late: Option<DateTime<Utc>>,
}

/// What a line is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineSubject {
    /// What the side starts with.
    Opening,
    /// A move.
    Move {
        /// Its number among the side's own moves, from 1.
        number: u32,
    },
    /// The turn under way, charged as if it ended at this instant.
    UnderWay,
    /// The flag fell and ended the game.
    Flag,
    /// Leave was taken.
    Leave {
        /// The first day, UTC.
        from: NaiveDate,
        /// The last day, UTC, included.
        to: NaiveDate,
        /// The days by calendar year.
        years: Vec<(i32, i64)>,
    },
    /// The arbiter gave time.
    Credit,
    /// The arbiter took time.
    Penalty,
    /// The opponent gave time.
    Gift,
    /// Moves were taken back, which ended this side's turn.
    TakeBack {
        /// How many, counting both sides'.
        plies: u32,
    },
    /// The game ended in this side's turn.
    End,
}

/// A step from the time that passed to the time that is charged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChargeStep {
    /// Below zero: not charged. Above: charged again.
    pub amount: TimeSpan,
    /// Why.
    pub reason: TimeReason,
}

/// A change of what a side has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerEntry {
    /// Which part of its time.
    pub part: TimePart,
    /// Above zero: given. Below: taken.
    pub amount: TimeSpan,
    /// Why.
    pub reason: TimeReason,
}

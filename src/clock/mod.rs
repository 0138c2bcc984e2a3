//! Time controls and the itemised clock. Everything here is a function of its arguments: it reads no file and never
//! asks what time it is.
//!
//! - [`TimeControl`] is how much time the players have, as the record's `time` says it; [`ClockOptions`] is what else
//!   was agreed; both read and print as text.
//! - [`ClockEvent`] is something that happened to the clocks, at an instant.
//! - [`ledger`] explains the clocks at any instant: every charge with its reasons, what is left, when a flag falls;
//!   [`flag_fallen`] is the answer to a claim.
//! - [`RULINGS`] says, with ids, exactly how each control charges.
//!
//! # Controls
//!
//! | `time` | what it is | charged |
//! |---|---|---|
//! | `none` | no clock | nothing |
//! | `3d/move` | 3 days for each move, nothing carried over | to the second |
//! | `40d` | 40 days for the whole game | to the second |
//! | `40d+2d` | a bank of 40 days, 2 days more after each own move | to the second |
//! | `40d+2d<=60d` | the same, but an increment never lifts the bank above 60 days | to the second |
//! | `50d/10` | 50 days for each 10 moves, unused days carried over | whole days, those past the 20th on one move twice |
//! | `tiger 50d r1d` | 50 days, and a reserve that grows by 1 day with each move made before they are used up | to the second |
//! | `triple 30d +1d*20 bank 10d` | a clock of 30 days, 1 day more after each of the first 20 moves, a bank of 10 days | to the second |
//!
//! Durations are written `40d`, `36h`, `90m`, `3d12h` or in ISO 8601 (`P40D`, `P3DT12H`, `P2W`); months and years
//! are refused, having no fixed length.
//!
//! # Defaults
//!
//! A record says what was agreed and nothing is added to it: no `time` is `none`; no options means every day counts,
//! no grace, no leave, flags claimed. What fits each game, as a suggestion: `40d+2d` for Wing, `40d` for RiverQi and
//! Encounter (single countdown), `tiger 50d r1d` for Fortress of the Witch, `50d/10` for Valonian Chess; and a leave
//! of 30 days a year.

mod account;
mod calendar;
mod control;
mod engine;
mod error;
mod event;
mod ledger;
mod options;
mod span;
mod text;

pub use control::{TimeControl, TimePart};
pub(crate) use engine::Engine;
pub use engine::{flag_fallen, ledger};
pub use error::ClockError;
pub use event::{ClockAction, ClockEvent, ClockStart};
pub use ledger::{
    Balance, ChargeStep, ClockReading, ClockState, FlagState, Ledger, LedgerEntry, LedgerLine,
    LineSubject, TimeReason, leave_in_words,
};
pub use options::{ClockOptions, FlagRule, Weekdays};
pub use span::TimeSpan;

use crate::rules::Ruling;
use std::sync::LazyLock;

/// The rulings on clocks, C1 and on. Lines of the ledger and errors name them by their ids.
pub static RULINGS: LazyLock<Vec<Ruling>> =
    LazyLock::new(|| Ruling::read(include_str!("rulings.txt")));

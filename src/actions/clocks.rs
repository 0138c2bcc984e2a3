//! The clocks of a game as its record shows them.

use chrono::{DateTime, Utc};

use crate::clock::{Ledger, TimeControl};
use crate::record::{self, Record, Replayed};

/// The clocks of a game at an instant.
#[derive(Clone, Debug)]
pub enum Clocks {
    /// The record states no time control, or that there is none.
    None,
    /// There is one, but what stands on the clocks cannot be told, for this reason.
    Unknown(String),
    /// What stands on them.
    Known(Box<Ledger>),
}

impl Clocks {
    /// The account, where there is one.
    pub fn ledger(&self) -> Option<&Ledger> {
        match self {
            Clocks::Known(ledger) => Some(ledger),
            _ => None,
        }
    }
}

/// The clocks of a game at the instant `at`, or at that of its last line if that is later: another system's clock may
/// be ahead of ours.
pub fn clocks(record: &Record<'_>, replayed: &Replayed, at: DateTime<Utc>) -> Clocks {
    if record.header().time.unwrap_or_default() == TimeControl::None {
        return Clocks::None;
    }
    let times = record.actions().iter().filter_map(|action| action.time);
    let last = times.chain(record.header().started).max();
    match record::clocks(record, replayed, last.map_or(at, |last| last.max(at))) {
        Ok(ledger) => Clocks::Known(Box::new(ledger)),
        Err(error) => Clocks::Unknown(error.message()),
    }
}

//! The present and the lines of a record.

use chrono::{DateTime, TimeDelta, Utc};

use super::action::write_instant;
use super::error::forbidden;
use super::model::Record;
use crate::document::Diagnostic;

/// The most by which two systems' clocks may differ.
pub const TOLERANCE: TimeDelta = TimeDelta::minutes(2);

// C18
/// Refuses a record in which a line lies in the future, as seen at `now`.
///
/// # Errors
/// A [`Diagnostic`] at the first such line.
pub fn refuse_future(record: &Record<'_>, now: DateTime<Utc>) -> Result<(), Diagnostic> {
    let ahead = |time: DateTime<Utc>| time - now > TOLERANCE;
    // Times only rise.
    let last = record.actions.iter().rev().find_map(|action| action.time);
    if !last.is_some_and(ahead) {
        return Ok(());
    }
    match record.actions.iter().find_map(|a| Some((a, a.time.filter(|time| ahead(*time))?))) {
        Some((action, time)) => {
            let (time, now) = (write_instant(&time), write_instant(&now));
            let message =
                format!("this line lies in the future: its time is {time}, and it is {now}");
            let instead = "put its time right, or the clock of this system";
            Err(forbidden(action.place, "C18", message).hint(instead))
        }
        None => Ok(()),
    }
}

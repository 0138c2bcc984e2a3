//! When something is done, as its author claims, and when it is entered.

use chrono::{DateTime, SubsecRound, Utc};

use super::error::ActionError;
use crate::clock::TimeSpan;
use crate::record::{self, Diagnostic, Record, Replayed, TOLERANCE};

// C18
/// The instant of something that is done, in whole seconds. Nothing is done in the future, but for what the clocks of two
/// systems may differ.
///
/// # Errors
/// [`ActionError::Future`].
pub(super) fn checked_instant(
    now: DateTime<Utc>,
    at: DateTime<Utc>,
) -> Result<DateTime<Utc>, ActionError> {
    match at - now > TOLERANCE {
        true => Err(ActionError::Future { at, now }),
        false => Ok(at.trunc_subsecs(0)),
    }
}

/// The instant, or that of what it follows where it lies no more than the tolerance before that.
pub(super) fn raised(at: DateTime<Utc>, last: Option<DateTime<Utc>>) -> DateTime<Utc> {
    last.filter(|last| *last - at <= TOLERANCE).map_or(at, |last| last.max(at))
}

/// What the time of an action is held against when it is entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryTerms {
    /// The time of entry.
    pub(super) now: DateTime<Utc>,
    /// The most by which an action may be entered late, where the record says nothing.
    pub(super) lag: Option<TimeSpan>,
}

/// Why an action is not entered at its instant.
pub(super) enum EntryFault {
    /// The record cannot be gone on with.
    Record(Diagnostic),
    /// The instant is not allowed.
    Action(ActionError),
}

impl EntryTerms {
    // C18, C19
    /// The instant that an action gets which was done at `at`: that of the line it follows where it lies a little before it.
    /// A claim of time gets no tolerance.
    pub(super) fn instant(
        &self,
        record: &Record<'_>,
        replayed: &Replayed,
        claim: bool,
        at: DateTime<Utc>,
    ) -> Result<DateTime<Utc>, EntryFault> {
        record::refuse_future(record, self.now).map_err(EntryFault::Record)?;
        let at = self.checked(record.header().lag, claim, at).map_err(EntryFault::Action)?;
        Ok(raised(at, replayed.last_time().filter(|_| !claim)))
    }

    // C18, C19
    /// The instant in whole seconds, if something may be entered now that was done then; `agreed` is the most by which it may
    /// be late where that is agreed on.
    pub(super) fn checked(
        &self,
        agreed: Option<TimeSpan>,
        claim: bool,
        at: DateTime<Utc>,
    ) -> Result<DateTime<Utc>, ActionError> {
        let now = self.now;
        if claim && at > now {
            return Err(ActionError::Future { at, now });
        }
        let at = checked_instant(now, at)?;
        let late = TimeSpan::seconds((now - at).num_seconds());
        match agreed.or(self.lag).filter(|lag| late > *lag) {
            Some(lag) => Err(ActionError::Late { at, late, lag }),
            None => Ok(at),
        }
    }
}

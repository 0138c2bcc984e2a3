//! When somebody who typed a move claims to have made it: at the time of the message, as far as that can be believed.

use std::fmt;

use chrono::{DateTime, SubsecRound, Utc};

use crate::mail::IncomingMail;
use crate::record::{TOLERANCE, write_instant};

/// When something typed is taken to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimedTime {
    /// The instant.
    pub at: DateTime<Utc>,
    /// Why it is not the date of the message; then it is when the message came.
    pub doubt: Option<DateDoubt>,
}

/// Why the date of a message is not believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DateDoubt {
    /// There is none that could be read.
    Missing,
    /// It lies after the message came.
    Late(DateTime<Utc>),
    /// It lies before what the message answers.
    Early(DateTime<Utc>),
}

impl fmt::Display for DateDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (date, than) = match self {
            DateDoubt::Missing => return f.write_str("the message has no date that can be read"),
            DateDoubt::Late(date) => (date, "after it came"),
            DateDoubt::Early(date) => (date, "before what it answers"),
        };
        write!(f, "the message is dated {}, {than}", write_instant(date))
    }
}

impl ClaimedTime {
    /// That of a message which came in at `now`, or earlier by what hosts say that are trusted; nothing in it was done
    /// before `last`. Only the uppermost hosts are asked, as long as they are trusted: what stands below an unknown one,
    /// anybody may have written.
    pub(super) fn of(
        mail: &IncomingMail,
        trusted: &[String],
        last: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> ClaimedTime {
        let is_trusted = |host: &Option<String>| {
            host.as_ref().is_some_and(|host| trusted.iter().any(|t| t.eq_ignore_ascii_case(host)))
        };
        let passed = mail.received.iter().take_while(|header| is_trusted(&header.by));
        let came = passed.filter_map(|header| header.time).fold(now, DateTime::min);
        // A host whose clock is behind says nothing.
        let came = last.map_or(came, |last| came.max(last.min(now))).trunc_subsecs(0);
        let doubt = match mail.date {
            None => DateDoubt::Missing,
            Some(date) if date - came > TOLERANCE => DateDoubt::Late(date),
            Some(date) if last.is_some_and(|last| last - date > TOLERANCE) => {
                DateDoubt::Early(date)
            }
            Some(date) => {
                return ClaimedTime { at: date.min(came).trunc_subsecs(0), doubt: None };
            }
        };
        ClaimedTime { at: came, doubt: Some(doubt) }
    }
}

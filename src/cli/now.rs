//! What time it is: the one place that asks.

use chrono::{DateTime, SecondsFormat, SubsecRound, Utc};

use super::error::Failure;

/// The variable that stands in for the clock, so that what the program does can be repeated to the byte.
const VARIABLE: &str = "RIVERPOST_NOW";

/// The present instant, in whole seconds.
pub(super) fn now() -> Result<DateTime<Utc>, Failure> {
    match std::env::var(VARIABLE) {
        Ok(text) => instant(&text).map_err(|e| Failure::usage(format!("{VARIABLE}: {e}"))),
        Err(_) => Ok(Utc::now().trunc_subsecs(0)),
    }
}

/// The instant given, or the present one.
pub(super) fn or_now(given: Option<DateTime<Utc>>) -> Result<DateTime<Utc>, Failure> {
    given.map_or_else(now, Ok)
}

/// Reads an instant from an argument: RFC 3339, any offset, stored in UTC and whole seconds.
pub(super) fn instant(text: &str) -> Result<DateTime<Utc>, String> {
    DateTime::parse_from_rfc3339(text)
        .map(|t| t.to_utc().trunc_subsecs(0))
        .map_err(|e| format!("{text:?} is not an instant like 2026-11-30T08:00:00Z ({e})"))
}

/// An instant in words: UTC, whole seconds.
pub(super) fn written(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

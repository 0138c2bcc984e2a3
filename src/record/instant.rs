//! Instants as records spell them: RFC 3339, written in UTC with a `Z`.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};

/// Reads an instant; any offset is taken, the instant is kept.
pub(super) fn read(text: &str) -> Option<DateTime<Utc>> {
    read_canonical(text.as_bytes())
        .or_else(|| DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc()))
}

/// The form that we write, `2026-11-30T08:00:00Z`, read without the general parser's cost: a record has one per line.
fn read_canonical(text: &[u8]) -> Option<DateTime<Utc>> {
    let text: &[u8; 20] = text.try_into().ok()?;
    let signs = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':'), (19, b'Z')];
    if signs.iter().any(|(at, sign)| text[*at] != *sign) {
        return None;
    }
    let number = |from: usize, to: usize| {
        text[from..to].iter().try_fold(0, |sum, byte| {
            byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0'))
        })
    };
    let year = i32::try_from(number(0, 4)?).ok()?;
    let date = NaiveDate::from_ymd_opt(year, number(5, 7)?, number(8, 10)?)?;
    Some(date.and_hms_opt(number(11, 13)?, number(14, 16)?, number(17, 19)?)?.and_utc())
}

/// Writes an instant in UTC, with as much of a second as it has.
pub fn write(time: &DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

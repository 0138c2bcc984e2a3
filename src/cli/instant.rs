//! Instants as people write them: `2026-12-02T17:00:00Z`, and in the local zone `2 Dec 18:00` or `yesterday 18:00`.

use std::fmt;

use chrono::{
    DateTime, Datelike, FixedOffset, Local, LocalResult, Month, NaiveDate, NaiveTime,
    SecondsFormat, SubsecRound, TimeDelta, TimeZone, Utc, Weekday,
};

use super::error::Failure;

/// An instant that was given as an argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instant {
    /// In whole seconds.
    pub(super) at: DateTime<Utc>,
    /// The zone it was read in, unless it was given in full, as RFC 3339 has it.
    pub(super) zone: Option<FixedOffset>,
}

/// Which year is meant where none is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Year {
    /// The last in which that day is not after today.
    Past,
    /// The one in which that day is nearest to today.
    Nearest,
}

/// For how many years back or ahead a day without a year is looked for: 29 February may be missing for seven.
const YEARS: i32 = 8;

const EXAMPLES: &str = "write 2026-11-30T08:00:00Z, or in the local zone 2026-11-30 18:00, \
                        30 Nov 18:00, yesterday 18:00 or 18:00";

/// The variable that stands in for the clock, so that what the program does can be repeated to the byte.
const VARIABLE: &str = "RIVERPOST_NOW";

/// The present instant, in whole seconds.
pub(super) fn now() -> Result<DateTime<Utc>, Failure> {
    present().map_err(Failure::usage)
}

fn present() -> Result<DateTime<Utc>, String> {
    match std::env::var(VARIABLE) {
        Ok(text) => rfc3339(&text).map_err(|e| format!("{VARIABLE}: {e}")),
        Err(_) => Ok(Utc::now().trunc_subsecs(0)),
    }
}

/// Reads an instant from an argument; a day without its year is one of the past.
pub(super) fn instant(text: &str) -> Result<Instant, String> {
    read(text, present()?, Year::Past)
}

/// The same where an instant may well lie ahead.
pub(super) fn instant_ahead(text: &str) -> Result<Instant, String> {
    read(text, present()?, Year::Nearest)
}

/// An instant in words: UTC, whole seconds.
pub(super) fn written(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(self.at))?;
        let Some(zone) = self.zone else { return Ok(()) };
        let local = self.at.with_timezone(&zone);
        let same_day = local.date_naive() == self.at.date_naive();
        let format = if same_day { "%H:%M %:z" } else { "%-d %b %H:%M %:z" };
        write!(f, " ({})", local.format(format))
    }
}

/// Reads an instant as RFC 3339 has it, with any offset.
fn rfc3339(text: &str) -> Result<DateTime<Utc>, String> {
    DateTime::parse_from_rfc3339(text)
        .map(|at| at.to_utc().trunc_subsecs(0))
        .map_err(|e| format!("{text:?} is not an instant like 2026-11-30T08:00:00Z ({e})"))
}

/// Reads an instant in any form. What it leaves out is as it is at `now`.
fn read(text: &str, now: DateTime<Utc>, year: Year) -> Result<Instant, String> {
    if let Ok(at) = rfc3339(text) {
        return Ok(Instant { at, zone: None });
    }
    let mut parts = Parts::default();
    for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        if !parts.take(word) {
            return Err(format!("{word:?} cannot be read as a part of it; {EXAMPLES}"));
        }
    }
    let today = match parts.zone {
        Some(zone) => now.with_timezone(&zone).date_naive(),
        None => now.with_timezone(&Local).date_naive(),
    };
    let day = parts.day(today, year)?;
    let Some(time) = parts.time else {
        return Err("the time of day is missing, such as 18:00".into());
    };
    let local = day.and_time(time);
    let found = match parts.zone {
        Some(zone) => zone.from_local_datetime(&local),
        None => Local.from_local_datetime(&local).map(|at| at.fixed_offset()),
    };
    match found {
        LocalResult::Single(at) => {
            Ok(Instant { at: at.to_utc().trunc_subsecs(0), zone: Some(*at.offset()) })
        }
        LocalResult::Ambiguous(one, other) => {
            let (first, second) = (one.min(other).to_rfc3339(), one.max(other).to_rfc3339());
            Err(format!("it comes twice in the local zone: write {first} or {second}"))
        }
        LocalResult::None => Err("there is no such time in the local zone, whose clocks are put \
                                  forward then: write it as 2026-11-30T08:00:00Z"
            .into()),
    }
}

/// What the words of an instant say, each once.
#[derive(Default)]
struct Parts {
    date: Option<NaiveDate>,
    /// How many days before today.
    ago: Option<i64>,
    day: Option<u32>,
    month: Option<Month>,
    year: Option<i32>,
    weekday: Option<Weekday>,
    time: Option<NaiveTime>,
    zone: Option<FixedOffset>,
}

/// Puts in what is said for the first time.
fn once<T>(part: &mut Option<T>, said: Option<T>) -> bool {
    said.is_some_and(|said| part.replace(said).is_none())
}

impl Parts {
    /// Takes in a word; whether it is a part of an instant that was not there yet.
    fn take(&mut self, word: &str) -> bool {
        // As in 2026-12-02T18:00.
        if let Some((date, time)) = word.split_once(['T', 't'])
            && date.len() == 10
        {
            return self.take(date) && self.take(time);
        }
        let digits = word.strip_suffix('.').unwrap_or(word);
        let number = digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
        if let Some(number) = number {
            return match digits.len() {
                1 | 2 => once(&mut self.day, Some(number)),
                4 => once(&mut self.year, i32::try_from(number).ok()),
                _ => false,
            };
        }
        if word.contains(':') && word.starts_with(|c: char| c.is_ascii_digit()) {
            let end = word.find(['Z', 'z', '+', '-']).unwrap_or(word.len());
            let (time, zone) = word.split_at(end);
            let time = NaiveTime::parse_from_str(time, "%H:%M")
                .or_else(|_| NaiveTime::parse_from_str(time, "%H:%M:%S%.f"));
            return once(&mut self.time, time.ok()) && (zone.is_empty() || self.take(zone));
        }
        let name = digits.to_lowercase();
        match name.as_str() {
            "today" => once(&mut self.ago, Some(0)),
            "yesterday" => once(&mut self.ago, Some(1)),
            "tomorrow" => once(&mut self.ago, Some(-1)),
            "z" | "utc" | "gmt" => once(&mut self.zone, FixedOffset::east_opt(0)),
            _ if word.starts_with(['+', '-']) => once(&mut self.zone, word.parse().ok()),
            _ if word.len() == 10 => once(&mut self.date, word.parse().ok()),
            _ => match name.parse() {
                Ok(month) => once(&mut self.month, Some(month)),
                Err(_) => once(&mut self.weekday, name.parse().ok()),
            },
        }
    }

    /// The day they name.
    fn day(&self, today: NaiveDate, year: Year) -> Result<NaiveDate, String> {
        let named = self.day.is_some() || self.month.is_some() || self.year.is_some();
        let day = match (self.date, self.ago) {
            (Some(_), Some(_)) => return Err("it has two dates".into()),
            (Some(_), None) | (None, Some(_)) if named => return Err("it has two dates".into()),
            (Some(date), None) => date,
            (None, Some(ago)) => today - TimeDelta::days(ago),
            (None, None) if named => self.named(today, year)?,
            (None, None) if self.weekday.is_some() => return Err("the date is missing".into()),
            (None, None) => today,
        };
        match self.weekday {
            Some(weekday) if weekday != day.weekday() => {
                Err(format!("{day} is no {weekday} but a {}", day.weekday()))
            }
            _ => Ok(day),
        }
    }

    /// The day of a month, whose year may be left out.
    fn named(&self, today: NaiveDate, year: Year) -> Result<NaiveDate, String> {
        let (Some(day), Some(month)) = (self.day, self.month) else {
            let missing = if self.month.is_some() { "day" } else { "month" };
            return Err(format!("the {missing} is missing, as in 30 Nov"));
        };
        let of = |year| NaiveDate::from_ymd_opt(year, month.number_from_month(), day);
        let found = match (self.year, year) {
            (Some(year), _) => of(year),
            (None, Year::Past) => {
                let years = (today.year() - YEARS..=today.year()).rev();
                years.filter_map(of).find(|day| *day <= today)
            }
            (None, Year::Nearest) => {
                let years = today.year() - YEARS..=today.year() + YEARS;
                years.filter_map(of).min_by_key(|day| (*day - today).abs())
            }
        };
        found.ok_or_else(|| format!("{} has no day {day}", month.name()))
    }
}

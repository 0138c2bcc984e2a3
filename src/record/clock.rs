//! The clocks of a record: what was agreed about them, and what its actions make of them.

use chrono::{DateTime, Utc};

use super::model::Record;
use super::replayed::Replayed;
use super::shape::{Shape, Text};
use crate::clock::{ClockError, ClockOptions, FlagRule, Ledger, TimeControl, TimeSpan, Weekdays};
use crate::document::{self, Diagnostic, Document, Entry, Limits, Map, Node, quote};

/// The itemised account of both clocks of a record at an instant; where the game is over, the clocks stopped with the line
/// that ended it. `replayed` is the record played through.
///
/// # Errors
/// A [`Diagnostic`] (C2) where the record does not say when it started or when a move was made, and what the clocks
/// do not allow.
pub fn clocks(
    record: &Record<'_>,
    replayed: &Replayed,
    at: DateTime<Utc>,
) -> Result<Ledger, Diagnostic> {
    replayed.events.ledger(record, at)
}

/// The shape of the options: `{off: [sat, sun], grace: 12h, leave: 30, flag: automatic}`.
pub(super) const CLOCK_SHAPE: Shape = Shape::Map {
    keys: &[
        ("off", &Shape::List),
        ("grace", &Shape::Text),
        ("leave", &Shape::Text),
        ("flag", &Shape::Text),
    ],
    extras: false,
};

/// What a fallen flag may do, by name.
const FLAGS: [(&str, FlagRule); 2] =
    [("claimed", FlagRule::Claimed), ("automatic", FlagRule::Automatic)];

/// The most days of leave in a year.
const MOST_LEAVE: u16 = 366;

/// Reads a time control.
///
/// # Errors
/// A [`Diagnostic`] at the sign that makes no sense.
pub(super) fn read_control(text: &Text<'_, '_>) -> Result<TimeControl, Diagnostic> {
    text.text.parse().map_err(|error| misread("time", text, &error))
}

/// Reads a duration.
///
/// # Errors
/// A [`Diagnostic`] at the sign that makes no sense.
pub(super) fn read_span(key: &'static str, text: &Text<'_, '_>) -> Result<TimeSpan, Diagnostic> {
    text.text.parse().map_err(|error| misread(key, text, &error))
}

/// Reads the options about the clocks.
///
/// # Errors
/// A [`Diagnostic`] at the value, for a duration at the sign that makes no sense.
pub(super) fn read_options(
    document: &Document<'_>,
    map: &Map<'_>,
) -> Result<ClockOptions, Diagnostic> {
    let mut options = ClockOptions::default();
    for entry in &map.entries {
        let Some(text) = Text::of(document, entry).filter(|_| entry.key != "off") else {
            options.off = off(document, entry)?;
            continue;
        };
        match entry.key {
            "grace" => options.grace = read_span("grace", &text)?,
            "leave" => {
                let days = text.text.parse().ok().filter(|days| *days <= MOST_LEAVE);
                options.leave = days.ok_or_else(|| {
                    let message =
                        format!("{:?} is no number of days a year, 0 to {MOST_LEAVE}", text.text);
                    text.refuse_value("leave", message)
                })?;
            }
            _ => {
                let known = FLAGS.iter().find(|(name, _)| *name == text.text);
                options.flag = known.map(|(_, rule)| *rule).ok_or_else(|| {
                    let message = format!("{:?} is none of claimed, automatic", text.text);
                    text.refuse_value("flag", message)
                })?;
            }
        }
    }
    Ok(options)
}

/// Reads the days of the week on which the clocks stand.
fn off(document: &Document<'_>, entry: &Entry<'_>) -> Result<Weekdays, Diagnostic> {
    let days = entry.value.items().unwrap_or_default();
    let word = |day: &Node<'_>| day.text().unwrap_or_default().into_owned();
    Weekdays::try_from(days.iter().map(word).collect::<Vec<String>>()).map_err(|error| {
        let wrong = |day: &&Node<'_>| {
            matches!(&error, ClockError::Weekday { word } if Some(word.as_str()) == day.text().as_deref())
        };
        let place = match days.iter().find(wrong) {
            Some(day) => document.place_of(day, 0),
            None => document.place(entry.at),
        };
        Diagnostic::new(place, format!("off: {error}"))
    })
}

/// Reads options as [`write_options`] writes them.
///
/// # Errors
/// The [`Diagnostic`] of the first that is unknown or cannot be read.
pub fn read_clock_options(text: &str) -> Result<ClockOptions, Diagnostic> {
    let text = format!("clock: {text}");
    let document = document::read(text.as_bytes(), &Limits::RECORD)?;
    Shape::Map { keys: &[("clock", &CLOCK_SHAPE)], extras: false }.check(&document)?;
    let options = document.root().map().and_then(|map| map.get("clock")?.value.map());
    options.map_or(Ok(ClockOptions::default()), |map| read_options(&document, map))
}

/// Writes options as a mapping in one line, in the order of the shape, without those that are as usual; none when all are.
pub fn write_options(options: &ClockOptions) -> Option<String> {
    let usual = ClockOptions::default();
    let mut parts = Vec::new();
    if options.off != usual.off {
        parts.push(format!("off: [{}]", Vec::<String>::from(options.off).join(", ")));
    }
    if options.grace != usual.grace {
        parts.push(format!("grace: {}", quote(&options.grace.compact())));
    }
    if options.leave != usual.leave {
        parts.push(format!("leave: {}", options.leave));
    }
    if options.flag != usual.flag {
        let named = FLAGS.iter().find(|(_, rule)| *rule == options.flag);
        parts.extend(named.map(|(name, _)| format!("flag: {name}")));
    }
    (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(", ")))
}

/// The error at the sign that a reader of the clock room stopped at.
fn misread(key: &'static str, text: &Text<'_, '_>, error: &ClockError) -> Diagnostic {
    match error {
        ClockError::Text { column, message } => {
            text.refuse_at(*column, format!("{key}: {message}"))
        }
        other => text.refuse_at(0, format!("{key}: {other}")),
    }
}

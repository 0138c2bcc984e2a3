//! How the game is timed, as a header states it: the control and what else was agreed about the clocks.

use super::error::{Fault, RecordError};
use super::place::Place;
use super::quote::quote;
use super::tree::{Map, Shape, Text, Value};
use crate::clock::{ClockError, ClockOptions, FlagRule, TimeControl, TimeSpan, Weekdays};

/// The shape of the options: `{off: [sat, sun], grace: 12h, leave: 30, flag: automatic}`.
pub(super) const SHAPE: Shape = Shape::Map {
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
/// [`Fault::Value`] at the sign that makes no sense.
pub(super) fn control(file: &str, text: &Text<'_>) -> Result<TimeControl, RecordError> {
    text.text.parse().map_err(|error| misread(file, "time", text, &error))
}

/// Reads the options about the clocks.
///
/// # Errors
/// [`Fault::Value`] at the value, for a duration at the sign that makes no sense.
pub(super) fn options(file: &str, map: Map<'_>) -> Result<ClockOptions, RecordError> {
    let mut options = ClockOptions::default();
    for entry in map.entries {
        match (entry.key, entry.value) {
            ("off", Value::List(days)) => {
                let words: Vec<String> =
                    days.iter().map(|day| day.text.clone().into_owned()).collect();
                options.off = Weekdays::try_from(words).map_err(|error| {
                    let wrong = |day: &&Text<'_>| {
                        matches!(&error, ClockError::Weekday { word } if *word == day.text)
                    };
                    let at = days.iter().find(wrong).map_or(entry.at, |day| day.at);
                    RecordError::new(Place::of(file, at), Fault::value("off", error.to_string()))
                })?;
            }
            ("grace", Value::Text(text)) => {
                options.grace = text
                    .text
                    .parse::<TimeSpan>()
                    .map_err(|error| misread(file, "grace", &text, &error))?;
            }
            ("leave", Value::Text(text)) => {
                let days = text.text.parse().ok().filter(|days| *days <= MOST_LEAVE);
                options.leave = days.ok_or_else(|| {
                    let message =
                        format!("{:?} is no number of days a year, 0 to {MOST_LEAVE}", text.text);
                    text.refuse(file, Fault::value("leave", message))
                })?;
            }
            (_, Value::Text(text)) => {
                let known = FLAGS.iter().find(|(name, _)| *name == text.text);
                options.flag = known.map(|(_, rule)| *rule).ok_or_else(|| {
                    let message = format!("{:?} is none of claimed, automatic", text.text);
                    text.refuse(file, Fault::value("flag", message))
                })?;
            }
            (_, Value::Map(_) | Value::List(_)) => {}
        }
    }
    Ok(options)
}

/// Writes options as a mapping in one line, in the order of the shape, without those that are as usual; none when all are.
pub(super) fn write(options: &ClockOptions) -> Option<String> {
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
fn misread(file: &str, key: &'static str, text: &Text<'_>, error: &ClockError) -> RecordError {
    let (column, message) = match error {
        ClockError::Text { column, message } => (*column, message.clone()),
        other => (0, other.to_string()),
    };
    let rest = &file[text.at..];
    let inside = text.at + usize::from(rest.starts_with(['"', '\'']));
    // Text that is written with escapes or over several lines has no column of its own.
    let as_written = file[inside..].starts_with(&*text.text);
    let at = if as_written { inside + column } else { text.at };
    RecordError::new(Place::of(file, at), Fault::value(key, message))
}

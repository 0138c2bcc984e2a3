//! Reading a record's header out of its YAML.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::error::{Fault, RecordError};
use super::instant;
use super::lines::Lines;
use super::model::{FORMAT, Header, Places, Player, Players, Record};
use super::parse;
use super::place::Place;
use super::scan::Scanned;
use super::termination::Termination;
use super::timing;
use super::tree::{Map, Shape, Text, Value};
use crate::notation::diagram;
use crate::rules::variants::{self, SelectionError};
use crate::rules::{Game, Position, StartFault};

/// The key of the moves.
pub(super) const MOVES: &str = "moves";
/// The key of the array.
pub(super) const SETUP: &str = "setup";
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 500;
/// The longest other value in a header, in characters.
pub const LONGEST_VALUE: usize = 2000;
const LONGEST_ID: usize = 100;
/// The highest limit of offers of a draw.
pub(super) const MOST_OFFERS: u32 = 999;

const PLAYER: Shape = Shape::Map {
    keys: &[("name", &Shape::Text), ("email", &Shape::Text), ("key", &Shape::Text)],
    extras: false,
};

/// The shape of a record.
pub(super) const SHAPE: Shape = Shape::Map {
    keys: &[
        ("format", &Shape::Text),
        ("game", &Shape::Text),
        ("id", &Shape::Text),
        ("variation", &Shape::Text),
        ("options", &Shape::Words),
        ("players", &Shape::Map { keys: &[("south", &PLAYER), ("north", &PLAYER)], extras: false }),
        ("event", &Shape::Text),
        ("site", &Shape::Text),
        ("round", &Shape::Text),
        ("date", &Shape::Text),
        ("started", &Shape::Text),
        ("time", &Shape::Text),
        ("clock", &timing::SHAPE),
        ("offers", &Shape::Text),
        ("result", &Shape::Text),
        ("ending", &Shape::Text),
        (SETUP, &Shape::Text),
        (MOVES, &Shape::Text),
    ],
    extras: true,
};

/// Reads the header into a record without actions. The array has been taken out of the tree by the caller.
///
/// # Errors
/// The first [`RecordError`] met, in the order of the keys as they are printed.
pub(super) fn record<'t>(
    file: &str,
    tree: &mut Map<'_>,
    setup: Option<Text<'_>>,
    scanned: &Scanned,
) -> Result<Record<'t>, RecordError> {
    let first = tree.entries.iter().map(|entry| entry.at).min().unwrap_or_default();
    let missing = |key| RecordError::new(Place::of(file, first), Fault::MissingKey(key));
    let mut head = Head { file, tree };

    let format = head.text("format", LONGEST_VALUE)?.ok_or_else(|| missing("format"))?;
    if format.text != FORMAT {
        let message = format!("this program reads {FORMAT}, not {:?}", format.text);
        return Err(format.refuse(file, Fault::value("format", message)));
    }
    let name = head.text("game", LONGEST_VALUE)?.ok_or_else(|| missing("game"))?;
    let id = head.text("id", LONGEST_ID)?.ok_or_else(|| missing("id"))?;
    if let Some(message) = fault_of_id(&id.text) {
        return Err(id.refuse(file, Fault::value("id", message)));
    }
    let variation = head.text("variation", LONGEST_VALUE)?;
    let options = head.options()?;
    let game = choose(file, &name, variation.as_ref(), &options)?;
    let players = head.players()?;
    let event = head.text("event", LONGEST_VALUE)?;
    let site = head.text("site", LONGEST_VALUE)?;
    let round = head.text("round", LONGEST_VALUE)?;
    let date = head.text("date", LONGEST_VALUE)?;
    if let Some(date) = date.as_ref().filter(|date| !is_date(&date.text)) {
        let message = format!("{:?} is no date; write 1848, 1848-02 or 1848-02-29", date.text);
        return Err(date.refuse(file, Fault::value("date", message)));
    }
    let started = head
        .text("started", LONGEST_VALUE)?
        .map(|text| {
            let message = || format!("{:?} is no instant like 2026-11-29T19:20:00Z", text.text);
            instant::read(&text.text)
                .ok_or_else(|| text.refuse(file, Fault::value("started", message())))
        })
        .transpose()?;
    let time = head.text("time", LONGEST_VALUE)?;
    let time = time.map(|text| timing::control(file, &text)).transpose()?;
    let clock = head.tree.map("clock").map(|(_, map)| timing::options(file, map)).transpose()?;
    let offers = head
        .text("offers", LONGEST_VALUE)?
        .map(|text| {
            let limit = text.text.parse().ok().filter(|limit| *limit <= MOST_OFFERS);
            let message = || format!("{:?} is no number from 0 to {MOST_OFFERS}", text.text);
            limit.ok_or_else(|| text.refuse(file, Fault::value("offers", message())))
        })
        .transpose()?;
    let (result, result_place) = {
        let text = head.text("result", LONGEST_VALUE)?.ok_or_else(|| missing("result"))?;
        let result = parse::outcome(&text.text);
        if result.is_none() && text.text != "*" {
            let message = format!("{:?} is none of \"*\", south, north, draw", text.text);
            return Err(text.refuse(file, Fault::value("result", message)));
        }
        (result, Place::of(file, text.at))
    };
    let ending = head
        .text("ending", LONGEST_VALUE)?
        .map(|text| {
            let known = || Termination::ALL.map(Termination::name).join(", ");
            let message = || format!("{:?} is none of {}", text.text, known());
            Termination::read(&text.text)
                .map(|close| (close, Place::of(file, text.at)))
                .ok_or_else(|| text.refuse(file, Fault::value("ending", message())))
        })
        .transpose()?;
    let setup = setup.ok_or_else(|| missing(SETUP))?;
    let start = start(file, game, &setup)?;
    let owned = |text: Option<Text<'_>>| text.map(|text| text.text.into_owned());
    Ok(Record {
        text: Cow::default(),
        header: Header {
            game: name.text.into_owned(),
            id: id.text.into_owned(),
            variation: owned(variation),
            options: options
                .into_iter()
                .map(|(key, _, text)| (key, text.text.into_owned()))
                .collect(),
            players,
            event: owned(event),
            site: owned(site),
            round: owned(round),
            date: owned(date),
            started,
            time,
            clock: clock.unwrap_or_default(),
            offers,
            extras: head.extras()?,
            result,
            ending: ending.map(|(close, _)| close),
            setup: setup.text.into_owned(),
        },
        game,
        start,
        actions: Vec::new(),
        places: Places { result: result_place, ending: ending.map(|(_, place)| place) },
        preamble: file[..scanned.preamble].into(),
        comment: scanned.comment.map(|at| Place::of(file, at)),
    })
}

struct Head<'a, 't> {
    file: &'a str,
    tree: &'a mut Map<'t>,
}

/// An option as given: key, offset of the key, value.
type Given<'t> = (String, usize, Text<'t>);

impl<'t> Head<'_, 't> {
    fn text(&mut self, key: &'static str, longest: usize) -> Result<Option<Text<'t>>, RecordError> {
        let found = self.tree.text(key);
        found.map(|text| sound(self.file, key, longest, text)).transpose()
    }

    fn options(&mut self) -> Result<Vec<Given<'t>>, RecordError> {
        let Some((_, map)) = self.tree.map("options") else { return Ok(Vec::new()) };
        let mut options = Vec::new();
        for entry in map.entries {
            if let Value::Text(text) = entry.value {
                let text = sound(self.file, "options", LONGEST_VALUE, text)?;
                options.push((entry.key.to_string(), entry.at, text));
            }
        }
        Ok(options)
    }

    fn players(&mut self) -> Result<Players, RecordError> {
        let Some((_, mut map)) = self.tree.map("players") else { return Ok(Players::default()) };
        let mut player =
            |side: &str| map.map(side).map(|(at, map)| self.player(at, map)).transpose();
        Ok(Players { south: player("south")?, north: player("north")? })
    }

    fn player(&self, at: usize, mut map: Map<'t>) -> Result<Player, RecordError> {
        let mut text = |key, longest| {
            let text = map.text(key).map(|text| sound(self.file, key, longest, text)).transpose();
            text.map(|text| text.map(|text| text.text.into_owned()))
        };
        let missing = || RecordError::new(Place::of(self.file, at), Fault::MissingKey("name"));
        Ok(Player {
            name: text("name", LONGEST_NAME)?.ok_or_else(missing)?,
            email: text("email", LONGEST_VALUE)?,
            key: text("key", LONGEST_VALUE)?,
        })
    }

    /// What is left, when all other keys have been taken.
    fn extras(&mut self) -> Result<BTreeMap<String, String>, RecordError> {
        let mut extras = BTreeMap::new();
        for entry in std::mem::take(&mut self.tree.entries) {
            if let Value::Text(text) = entry.value {
                let text = sound(self.file, "x-", LONGEST_VALUE, text)?;
                extras.insert(entry.key.into(), text.text.into_owned());
            }
        }
        Ok(extras)
    }
}

/// A text that is not empty, not too long, and one line.
fn sound<'t>(
    file: &str,
    key: &'static str,
    longest: usize,
    text: Text<'t>,
) -> Result<Text<'t>, RecordError> {
    let message = if text.text.trim().is_empty() {
        "there is nothing here; leave out what is not known".to_string()
    } else if text.text.len() > longest && text.text.chars().count() > longest {
        format!("longer than {longest} characters")
    } else if let Some(c) = text.text.chars().find(|c| c.is_control()) {
        format!("the character U+{:04X} may not stand in a value", c as u32)
    } else {
        return Ok(text);
    };
    Err(text.refuse(file, Fault::value(key, message)))
}

fn fault_of_id(id: &str) -> Option<&'static str> {
    let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    if id.starts_with('.') {
        Some("it names a file and may not begin with a dot")
    } else if !id.bytes().all(fits) {
        Some("it names a file: letters a to z, digits, - _ . only")
    } else {
        None
    }
}

/// Whether a text is a year, a month or a day.
fn is_date(text: &str) -> bool {
    let whole = match text.len() {
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        10 => text.to_string(),
        _ => return false,
    };
    let digits = |b: (usize, u8)| b.1.is_ascii_digit() || matches!(b, (4 | 7, b'-'));
    whole.bytes().enumerate().all(digits) && whole.parse::<NaiveDate>().is_ok()
}

/// The game that the header names.
fn choose(
    file: &str,
    name: &Text<'_>,
    variation: Option<&Text<'_>>,
    options: &[Given<'_>],
) -> Result<&'static Game, RecordError> {
    let given = options.iter().map(|(key, _, text)| (key.as_str(), text.text.as_ref()));
    let variation_text = variation.map(|text| text.text.as_ref());
    variants::find(&name.text, variation_text, given).map_err(|error| {
        let at = match &error {
            SelectionError::Game { .. } => name.at,
            SelectionError::Variation { .. } | SelectionError::NoVariations { .. } => {
                variation.map_or(name.at, |text| text.at)
            }
            SelectionError::Option { given, .. } => {
                options.iter().find(|(key, ..)| key == given).map_or(name.at, |(_, at, _)| *at)
            }
            SelectionError::Value { key, .. } => {
                options.iter().find(|(k, ..)| k == key).map_or(name.at, |(.., text)| text.at)
            }
        };
        RecordError::new(Place::of(file, at), Fault::Choice(error))
    })
}

/// The position of the record's array.
fn start(file: &str, game: &'static Game, text: &Text<'_>) -> Result<Position, RecordError> {
    let array = diagram::read(game, &text.text).map_err(|error| {
        let place = Lines::of(file, text).place(error.line as u32, error.column);
        RecordError::new(place, Fault::Diagram(error.message))
    })?;
    Position::start(&array).map_err(|faults| {
        let line = faults.iter().find_map(|fault| line_of(fault, &text.text)).unwrap_or_default();
        RecordError::new(Lines::of(file, text).place(line, 0), Fault::Start(faults))
    })
}

/// The line of a diagram in which a fault shows, if it is one of a single piece.
fn line_of(fault: &StartFault, diagram: &str) -> Option<u32> {
    let StartFault::Misplaced { square, .. } = fault else { return None };
    let rank = square.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let line = diagram.lines().position(|line| line.split_whitespace().next() == Some(rank))?;
    Some(line as u32)
}

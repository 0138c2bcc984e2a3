//! Reading a record: the header key by key, then the actions line by line.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::action::read_instant;
use super::clock::{CLOCK_SHAPE, read_control, read_options, read_span};
use super::conflict::conflict;
use super::error::forbidden;
use super::model::{Header, Places, Record, SignRule};
use super::parse;
use super::player::{Player, Players};
use super::schema::{CLAIMED, FORMAT, LONGEST_NAME, LONGEST_VALUE, MOST_OFFERS};
use super::shape::{Shape, Text, is_extra};
use super::signatures::SignatureLine;
use super::termination::Termination;
use crate::document::{self, Diagnostic, Document, Editor, Entry, Limits, Map, Node, Place, Value};
use crate::notation::diagram;
use crate::rules::variants::{self, SelectionError};
use crate::rules::{Game, Outcome, Position, StartFault};

/// The most actions of a record.
pub const MOST_ACTIONS: usize = 10_000;

/// The most signature lines of a record: one for each action, and those of plans and of new keys.
const MOST_SIGNATURES: usize = 2 * MOST_ACTIONS;

/// A guess at the bytes of a line of moves, on the low side.
const USUAL_LINE: usize = 16;

/// The key of the moves.
const MOVES: &str = "moves";
/// The key of the signature lines.
pub(super) const SIGNATURES: &str = "signatures";
/// The key of the array.
const SETUP: &str = "setup";
/// Where the keys of South, North and the arbiter stand.
const KEYS: [&[&str]; 3] =
    [&["players", "south", "key"], &["players", "north", "key"], &["arbiter", "key"]];
const LONGEST_ID: usize = 100;

const PLAYER: Shape = Shape::Map {
    keys: &[("name", &Shape::Text), ("email", &Shape::Text), ("key", &Shape::Text)],
    extras: false,
};

/// The shape of a record.
const SHAPE: Shape = Shape::Map {
    keys: &[
        ("format", &Shape::Text),
        ("game", &Shape::Text),
        ("rules", &Shape::Text),
        ("id", &Shape::Text),
        ("nonce", &Shape::Text),
        ("variation", &Shape::Text),
        ("options", &Shape::Words),
        ("players", &Shape::Map { keys: &[("south", &PLAYER), ("north", &PLAYER)], extras: false }),
        ("arbiter", &PLAYER),
        ("sign", &Shape::Text),
        ("lag", &Shape::Text),
        ("event", &Shape::Text),
        ("site", &Shape::Text),
        ("round", &Shape::Text),
        ("date", &Shape::Text),
        ("started", &Shape::Text),
        ("time", &Shape::Text),
        ("clock", &CLOCK_SHAPE),
        ("offers", &Shape::Text),
        ("endings", &Shape::Text),
        ("result", &Shape::Text),
        ("ending", &Shape::Text),
        ("disputed", &Shape::Text),
        (SETUP, &Shape::Text),
        (MOVES, &Shape::Text),
        (SIGNATURES, &Shape::Text),
    ],
    extras: true,
};

/// Reads a record.
///
/// # Errors
/// The first [`Diagnostic`] met; for a file in which a merge has left two versions, both of them.
pub fn read(bytes: &[u8]) -> Result<Record<'_>, Diagnostic> {
    read_one(bytes).map_err(|fault| conflict(bytes, read_one).unwrap_or(fault))
}

/// Reads a record in which there is no conflict.
fn read_one(bytes: &[u8]) -> Result<Record<'_>, Diagnostic> {
    let document = document::read(bytes, &Limits::RECORD)?;
    let (mut record, moves) = open(&document, bytes)?;
    let first = record.game.first;
    match &moves.value {
        Value::Block(block) => {
            record.actions.reserve(block.span().len() / USUAL_LINE);
            for (place, line) in document.lines(block) {
                refuse_many(record.actions.len(), place)?;
                // `?` would move the action once more.
                match parse::line(line, place, first) {
                    Ok(action) => record.actions.push(action),
                    Err(fault) => return Err(fault),
                }
            }
        }
        _ => {
            for (place, line) in lines_of(&document, moves) {
                refuse_many(record.actions.len(), place)?;
                record.actions.push(parse::line(&line, place, first)?.into_owned());
            }
        }
    }
    read_signatures(&document, &mut record)?;
    Ok(record)
}

/// Reads the signature lines.
fn read_signatures<'t>(document: &Document<'t>, record: &mut Record<'t>) -> Result<(), Diagnostic> {
    let Some(node) = document.get(&[SIGNATURES]) else { return Ok(()) };
    let Value::Block(block) = &node.value else {
        let message = "the signatures stand in a literal block, one a line";
        return Err(Diagnostic::new(document.place(node.span.start), message));
    };
    record.next_signature = Editor::new(document).next_line(node);
    for (place, line) in document.lines(block) {
        if record.signatures.len() >= MOST_SIGNATURES {
            let what = "there are too many signatures";
            return Err(Diagnostic::too_much(place, what, MOST_SIGNATURES));
        }
        let line = SignatureLine::read(line, place)?;
        line.refuse_misplaced(record.signatures.last(), record.actions.len())?;
        record.signatures.push(line);
    }
    Ok(())
}

/// The record in a document, without its actions, and the node of its moves.
pub(super) fn open<'d, 't>(
    document: &'d Document<'t>,
    bytes: &'t [u8],
) -> Result<(Record<'t>, &'d Node<'t>), Diagnostic> {
    SHAPE.check(document)?;
    let missing = || Diagnostic::missing_key(Place::START, MOVES);
    let nothing = Map::default();
    let map = document.root().map().unwrap_or(&nothing);
    let mut record = header(document, map)?;
    record.text = match document.is_marked() {
        true => String::from_utf8_lossy(bytes),
        false => Cow::Borrowed(document.text()),
    };
    let moves = document.get(&[MOVES]).ok_or_else(missing)?;
    record.next_line = Editor::new(document).next_line(moves);
    Ok((record, moves))
}

/// The lines of the moves that are not blank, with their places.
pub(super) fn lines_of<'t>(
    document: &Document<'t>,
    moves: &Node<'t>,
) -> Vec<(Place, Cow<'t, str>)> {
    if let Value::Block(block) = &moves.value {
        return document.lines(block).map(|(place, line)| (place, Cow::Borrowed(line))).collect();
    }
    let place = document.place(moves.span.start);
    let text = moves.text().unwrap_or_default();
    let lines = text.lines().map(str::trim_ascii).filter(|line| !line.is_empty());
    lines.map(|line| (place, Cow::Owned(line.to_owned()))).collect()
}

/// Refuses an action more than the most, at its place.
pub(super) fn refuse_many(actions: usize, place: Place) -> Result<(), Diagnostic> {
    if actions < MOST_ACTIONS {
        return Ok(());
    }
    Err(Diagnostic::too_much(place, "there are too many actions", MOST_ACTIONS))
}

/// Reads the header into a record without actions. The document is of the [shape](SHAPE) of a record.
///
/// # Errors
/// The first [`Diagnostic`] met, in the order of the keys as they are printed.
fn header<'t>(document: &Document<'_>, map: &Map<'_>) -> Result<Record<'t>, Diagnostic> {
    let first = map.entries.first().map_or(0, |entry| entry.at);
    let missing = |key| Diagnostic::missing_key(document.place(first), key);
    let head = HeaderReader { document, map };

    let format = head.text("format", LONGEST_VALUE)?.ok_or_else(|| missing("format"))?;
    if format.text != FORMAT {
        let message = format!("this program reads {FORMAT}, not {:?}", format.text);
        return Err(format.refuse_value("format", message));
    }
    let name = head.text("game", LONGEST_VALUE)?.ok_or_else(|| missing("game"))?;
    let rules = head.text("rules", LONGEST_VALUE)?;
    let id = head.text("id", LONGEST_ID)?.ok_or_else(|| missing("id"))?;
    if let Some(message) = fault_of_id(&id.text) {
        return Err(id.refuse_value("id", message));
    }
    let nonce = head.text("nonce", LONGEST_VALUE)?;
    if let Some(nonce) = nonce.as_ref().filter(|nonce| !is_nonce(&nonce.text)) {
        return Err(nonce.refuse_value("nonce", "it is 32 hexadecimal digits in small letters"));
    }
    let variation = head.text("variation", LONGEST_VALUE)?;
    let options = head.options()?;
    let revision = rules.as_ref().map(revision).transpose()?;
    let game = choose(&name, revision.zip(rules.as_ref()), variation.as_ref(), &options)?;
    let players = head.players()?;
    let arbiter = head.arbiter(&players)?;
    let sign = head
        .text("sign", LONGEST_VALUE)?
        .map(|text| match text.text.as_ref() {
            "required" => Ok(SignRule::Required),
            _ => Err(text.refuse_value("sign", "it says required or is left out")),
        })
        .transpose()?;
    let lag = head.text("lag", LONGEST_VALUE)?;
    let lag = lag.map(|text| read_span("lag", &text)).transpose()?;
    let event = head.text("event", LONGEST_VALUE)?;
    let site = head.text("site", LONGEST_VALUE)?;
    let round = head.text("round", LONGEST_VALUE)?;
    let date = head.text("date", LONGEST_VALUE)?;
    if let Some(date) = date.as_ref().filter(|date| !is_date(&date.text)) {
        let message = format!("{:?} is no date; write 1848, 1848-02 or 1848-02-29", date.text);
        return Err(date.refuse_value("date", message));
    }
    let started = head
        .text("started", LONGEST_VALUE)?
        .map(|text| {
            let message = || {
                format!("{:?} is no instant in whole seconds like 2026-11-29T19:20:00Z", text.text)
            };
            let whole = read_instant(&text.text).filter(|at| at.timestamp_subsec_nanos() == 0);
            whole.ok_or_else(|| text.refuse_value("started", message()))
        })
        .transpose()?;
    let time = head.text("time", LONGEST_VALUE)?;
    let time = time.map(|text| read_control(&text)).transpose()?;
    let clock = head.map("clock").map(|(_, map)| read_options(document, map)).transpose()?;
    let offers = head
        .text("offers", LONGEST_VALUE)?
        .map(|text| {
            let limit = text.text.parse().ok().filter(|limit| *limit <= MOST_OFFERS);
            let message = || format!("{:?} is no number from 0 to {MOST_OFFERS}", text.text);
            limit.ok_or_else(|| text.refuse_value("offers", message()))
        })
        .transpose()?;
    // G12
    let endings = head.text("endings", LONGEST_VALUE)?;
    if let Some(text) = endings.as_ref().filter(|text| text.text != CLAIMED) {
        let message = format!("{:?} is not {CLAIMED}, which is all that may stand here", text.text);
        return Err(text.refuse_value("endings", message));
    }
    let (result, result_place) = {
        let text = head.text("result", LONGEST_VALUE)?.ok_or_else(|| missing("result"))?;
        let result = Outcome::read(&text.text);
        if result.is_none() && text.text != "*" {
            let message = format!("{:?} is none of \"*\", south, north, draw", text.text);
            return Err(text.refuse_value("result", message));
        }
        (result, document.place(text.at()))
    };
    let ending = head
        .text("ending", LONGEST_VALUE)?
        .map(|text| {
            let known = || Termination::ALL.map(Termination::name).join(", ");
            let message = || format!("{:?} is none of {}", text.text, known());
            Termination::read(&text.text)
                .map(|termination| (termination, document.place(text.at())))
                .ok_or_else(|| text.refuse_value("ending", message()))
        })
        .transpose()?;
    let disputed = head.text("disputed", LONGEST_VALUE)?;
    let setup = map.get(SETUP).and_then(|entry| Text::of(document, entry));
    let setup = setup.ok_or_else(|| missing(SETUP))?;
    let start = start(game, &setup)?;
    let owned = |text: Option<Text<'_, '_>>| text.map(|text| text.text.into_owned());
    Ok(Record {
        text: Cow::default(),
        next_line: None,
        next_signature: None,
        header: Header {
            game: name.text.into_owned(),
            rules: revision,
            id: id.text.into_owned(),
            nonce: owned(nonce),
            variation: owned(variation),
            options: options
                .into_iter()
                .map(|(entry, text)| (entry.key.to_owned(), text.text.into_owned()))
                .collect(),
            players,
            arbiter,
            sign,
            lag,
            event: owned(event),
            site: owned(site),
            round: owned(round),
            date: owned(date),
            started,
            time,
            clock: clock.unwrap_or_default(),
            offers,
            draws_claimed: endings.is_some(),
            extras: head.extras()?,
            result,
            ending: ending.map(|(termination, _)| termination),
            disputed: owned(disputed),
            setup: setup.text.into_owned(),
        },
        game,
        start,
        actions: Vec::new(),
        signatures: Vec::new(),
        places: Places {
            result: result_place,
            ending: ending.map(|(_, place)| place),
            keys: KEYS.map(|path| {
                let key = document.get(path)?;
                Some(document.place(key.span.start))
            }),
        },
        preamble: document.preamble().into(),
        comments: document.comments().map(|(_, text)| text.to_owned()).collect(),
    })
}

struct HeaderReader<'d, 't> {
    document: &'d Document<'t>,
    map: &'d Map<'t>,
}

/// An option as given: its entry and its value.
type Given<'d, 't> = (&'d Entry<'t>, Text<'d, 't>);

impl<'d, 't> HeaderReader<'d, 't> {
    fn text(&self, key: &'static str, longest: usize) -> Result<Option<Text<'d, 't>>, Diagnostic> {
        self.text_in(self.map, key, longest)
    }

    fn text_in(
        &self,
        map: &'d Map<'t>,
        key: &'static str,
        longest: usize,
    ) -> Result<Option<Text<'d, 't>>, Diagnostic> {
        let found = map.get(key).and_then(|entry| Text::of(self.document, entry));
        found.map(|text| sound(key, longest, text)).transpose()
    }

    /// The mapping of a key, with the offset of the key.
    fn map(&self, key: &str) -> Option<(usize, &'d Map<'t>)> {
        let entry = self.map.get(key)?;
        Some((entry.at, entry.value.map()?))
    }

    fn options(&self) -> Result<Vec<Given<'d, 't>>, Diagnostic> {
        let entries = self.map("options").map_or(&[][..], |(_, map)| &map.entries);
        let given = |entry| Text::of(self.document, entry).map(|text| (entry, text));
        let sound = |(entry, text)| Ok((entry, sound("options", LONGEST_VALUE, text)?));
        entries.iter().filter_map(given).map(sound).collect()
    }

    fn players(&self) -> Result<Players, Diagnostic> {
        let Some((_, map)) = self.map("players") else { return Ok(Players::default()) };
        let player = |side| map.get(side).map(|entry| self.player(entry)).transpose();
        Ok(Players { south: player("south")?, north: player("north")? })
    }

    /// The arbiter, who is none of the players (G5).
    fn arbiter(&self, players: &Players) -> Result<Option<Player>, Diagnostic> {
        let Some(entry) = self.map.get("arbiter") else { return Ok(None) };
        let arbiter = self.player(entry)?;
        match players.side_like(&arbiter) {
            Some(side) => {
                let place = self.document.place(entry.value_at());
                Err(forbidden(place, "G5", format!("the arbiter may not be {side}'s player")))
            }
            None => Ok(Some(arbiter)),
        }
    }

    fn player(&self, entry: &'d Entry<'t>) -> Result<Player, Diagnostic> {
        let missing = || Diagnostic::missing_key(self.document.place(entry.at), "name");
        let map = entry.value.map().ok_or_else(missing)?;
        let text = |key, longest| {
            let text = self.text_in(map, key, longest)?;
            Ok::<_, Diagnostic>(text.map(|text| text.text.into_owned()))
        };
        Ok(Player {
            name: text("name", LONGEST_NAME)?.ok_or_else(missing)?,
            email: text("email", LONGEST_VALUE)?,
            key: text("key", LONGEST_VALUE)?,
        })
    }

    fn extras(&self) -> Result<BTreeMap<String, String>, Diagnostic> {
        let extras = self.map.entries.iter().filter(|entry| is_extra(entry.key));
        let texts = extras.filter_map(|entry| Some((entry, Text::of(self.document, entry)?)));
        let sound = |text| sound("x-", LONGEST_VALUE, text);
        texts.map(|(entry, text)| Ok((entry.key.into(), sound(text)?.text.into_owned()))).collect()
    }
}

/// A text that is not empty, not too long, and one line.
fn sound<'d, 't>(
    key: &'static str,
    longest: usize,
    text: Text<'d, 't>,
) -> Result<Text<'d, 't>, Diagnostic> {
    let is_odd = |b: &u8| !matches!(b, b' '..=b'~');
    let message = if text.text.chars().all(char::is_whitespace) {
        "there is nothing here; leave out what is not known".to_string()
    } else if text.text.len() > longest && text.text.chars().count() > longest {
        format!("longer than {longest} characters")
    } else if text.text.as_bytes().iter().any(is_odd)
        && let Some(c) = text.text.chars().find(|c| c.is_control())
    {
        format!("the character U+{:04X} may not stand in a value", c as u32)
    } else {
        return Ok(text);
    };
    Err(text.refuse_value(key, message))
}

/// Whether a text is a nonce.
pub(crate) fn is_nonce(text: &str) -> bool {
    parse::is_hex(text, 32)
}

/// What is wrong with an id that may name a file, but for its length.
pub(crate) fn fault_of_id(id: &str) -> Option<&'static str> {
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
    let fits = |(at, b): (usize, u8)| match at {
        4 | 7 => b == b'-',
        _ => b.is_ascii_digit(),
    };
    if !matches!(text.len(), 4 | 7 | 10) || !text.bytes().enumerate().all(fits) {
        return false;
    }
    let number = |part| text.get(part).map_or(1, |digits: &str| digits.parse().unwrap_or(0));
    let [year, month, day] = [0..4, 5..7, 8..10].map(number);
    NaiveDate::from_ymd_opt(year as i32, month, day).is_some()
}

/// The revision of the rulings that the header names.
fn revision(text: &Text<'_, '_>) -> Result<u32, Diagnostic> {
    let number = text.text.parse().ok().filter(|number: &u32| number.to_string() == text.text);
    let message = || format!("{:?} is no number of a revision, such as 1", text.text);
    number.ok_or_else(|| text.refuse_value("rules", message()))
}

/// The game that the header names.
fn choose(
    name: &Text<'_, '_>,
    revision: Option<(u32, &Text<'_, '_>)>,
    variation: Option<&Text<'_, '_>>,
    options: &[Given<'_, '_>],
) -> Result<&'static Game, Diagnostic> {
    let given = options.iter().map(|(entry, text)| (entry.key, text.text.as_ref()));
    let variation_text = variation.map(|text| text.text.as_ref());
    let number = revision.map_or(1, |(number, _)| number);
    let found = variants::entry(&name.text)
        .and_then(|family| family.game_of_revision(number, variation_text, given));
    found.map_err(|error| {
        let option = |key: &str| options.iter().find(|(entry, _)| entry.key == key);
        let at = match &error {
            SelectionError::Game { .. } => None,
            SelectionError::Revision { .. } => revision.map(|(_, text)| text.at()),
            SelectionError::Variation { .. } | SelectionError::NoVariations { .. } => {
                variation.map(Text::at)
            }
            SelectionError::Option { given, .. } => option(given).map(|(entry, _)| entry.at),
            SelectionError::Value { key, .. } => option(key).map(|(_, text)| text.at()),
        };
        name.refuse_elsewhere(at.unwrap_or(name.at()), error.to_string())
    })
}

/// The position of the record's array.
fn start(game: &'static Game, text: &Text<'_, '_>) -> Result<Position, Diagnostic> {
    thread_local! {
        /// The last array that was read, with its position: that of the next record is mostly the same.
        static LAST: RefCell<Option<(&'static Game, String, Position)>> = const { RefCell::new(None) };
    }
    let known = LAST.with_borrow(|last| match last {
        Some((of, diagram, start)) if *of == game && *diagram == text.text => Some(start.clone()),
        _ => None,
    });
    if let Some(start) = known {
        return Ok(start);
    }
    let start = start_of(game, text)?;
    LAST.set(Some((game, text.text.to_string(), start.clone())));
    Ok(start)
}

fn start_of(game: &'static Game, text: &Text<'_, '_>) -> Result<Position, Diagnostic> {
    let array = diagram::read(game, &text.text).map_err(|error| {
        text.refuse_line(error.line, error.column, format!("setup: {}", error.message))
    })?;
    Position::start(&array).map_err(|faults| {
        let line = faults.iter().find_map(|fault| line_of(fault, &text.text)).unwrap_or_default();
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        text.refuse_line(line, 0, format!("not a legal start: {}", all.join("; "))).rule("G10")
    })
}

/// The line of a diagram in which a fault shows, if it is one of a single piece.
fn line_of(fault: &StartFault, diagram: &str) -> Option<usize> {
    let StartFault::Misplaced { square, .. } = fault else { return None };
    let rank = square.trim_start_matches(|c: char| c.is_ascii_lowercase());
    diagram.lines().position(|line| line.split_whitespace().next() == Some(rank))
}

//! A game record, and reading one.

use super::action::Action;
use super::error::{Fault, RecordError};
use super::guard;
use super::head;
use super::header::Header;
use super::parse;
use super::place::Place;
use super::scan;
use super::split::{self, Block};
use super::tree::Text;
use super::yaml;
use crate::rules::{Game, Position};

/// The most actions of a record.
pub const MOST_ACTIONS: usize = 10_000;

/// A guess at the bytes of a line of moves, on the low side.
const USUAL_LINE: usize = 16;

/// The record of a game, as read: the header is sound, the array is a legal start, every line of the moves is
/// understood. Whether the moves are legal and the result follows from them is for [`replay`](super::replay) to say.
#[derive(Clone, Debug)]
pub struct Record<'t> {
    pub(super) header: Header,
    pub(super) game: &'static Game,
    pub(super) start: Position,
    pub(super) actions: Vec<Action<'t>>,
    pub(super) places: Places,
    /// The comment lines in front of the first key.
    pub(super) preamble: String,
    /// The first other comment.
    pub(super) comment: Option<Place>,
}

/// Where the values stand that the moves may contradict.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) result: Place,
    pub(super) ending: Option<Place>,
}

impl<'t> Record<'t> {
    /// What stands before the moves.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game, in the variation and with the options that the header states.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The lines of the moves.
    pub fn actions(&self) -> &[Action<'t>] {
        &self.actions
    }

    /// Whether any line says when it was played: then the record was kept move by move, and what brought the game to
    /// its end must be in it.
    pub fn is_dated(&self) -> bool {
        self.actions.iter().any(|action| action.time.is_some())
    }

    /// The same record on its own, borrowing nothing.
    pub fn into_owned(self) -> Record<'static> {
        let Record { header, game, start, actions, places, preamble, comment } = self;
        let actions = actions.into_iter().map(Action::into_owned).collect();
        Record { header, game, start, actions, places, preamble, comment }
    }
}

/// Reads a record.
///
/// # Errors
/// The first [`RecordError`] met.
pub fn read(bytes: &[u8]) -> Result<Record<'_>, RecordError> {
    let text = guard::admit(bytes)?;
    match split::block(text) {
        Some(block) => read_split(text, &block),
        None => read_whole(text),
    }
}

/// Reads a record whose moves are the usual block at its end: only what stands before goes to the YAML parser.
fn read_split<'t>(text: &'t str, block: &Block<'t>) -> Result<Record<'t>, RecordError> {
    let scanned = scan::scan(&text[..block.key])?;
    let mut tree = yaml::read(text, block.key, &head::SHAPE)?;
    if let Some(entry) = tree.entries.iter().find(|entry| entry.key == head::MOVES) {
        let fault = Fault::DuplicateKey(head::MOVES.into());
        return Err(RecordError::new(Place::of(text, entry.at), fault));
    }
    let mut record = head::record(text, &mut tree, &scanned)?;
    record.actions.reserve(block.text.len() / USUAL_LINE);
    for (place, line) in block.lines() {
        record.read_line(place, line)?;
    }
    Ok(record)
}

/// Reads a record in any other style.
fn read_whole(text: &str) -> Result<Record<'_>, RecordError> {
    let scanned = scan::scan(text)?;
    let mut tree = yaml::read(text, text.len(), &head::SHAPE)?;
    let moves = tree.text(head::MOVES);
    let mut record = head::record(text, &mut tree, &scanned)?;
    let moves =
        moves.ok_or_else(|| RecordError::new(Place::START, Fault::MissingKey(head::MOVES)))?;
    let lines = Lines::of(text, &moves);
    let mut actions = Vec::new();
    for (line, content) in split::lines(&moves.text) {
        let trimmed = content.trim_ascii_start();
        if !trimmed.is_empty() {
            let place = lines.place(line, content.len() - trimmed.len());
            refuse_many(actions.len(), place)?;
            actions.push(parse::line(trimmed, place, record.game.first)?.into_owned());
        }
    }
    record.actions = actions;
    Ok(record)
}

impl<'t> Record<'t> {
    fn read_line(&mut self, place: Place, line: &'t str) -> Result<(), RecordError> {
        refuse_many(self.actions.len(), place)?;
        self.actions.push(parse::line(line, place, self.game.first)?);
        Ok(())
    }
}

fn refuse_many(actions: usize, place: Place) -> Result<(), RecordError> {
    if actions < MOST_ACTIONS {
        return Ok(());
    }
    let fault = Fault::TooMuch { what: "there are too many actions", limit: MOST_ACTIONS };
    Err(RecordError::new(place, fault))
}

/// Where the lines of a text of several lines stand in the file.
pub(super) struct Lines {
    first: Place,
    /// Whether it is a literal block, in which the lines of text are lines of the file.
    literal: bool,
}

impl Lines {
    pub(super) fn of(file: &str, text: &Text<'_>) -> Lines {
        let place = Place::of(file, text.at);
        let rest = &file[text.at..];
        if !rest.starts_with('|') {
            return Lines { first: place, literal: false };
        }
        let indent = rest
            .lines()
            .skip(1)
            .find(|line| !line.trim_ascii().is_empty())
            .map_or(0, |line| line.len() - line.trim_start_matches(' ').len());
        let first = Place { line: place.line + 1, column: 1 + indent as u32 };
        Lines { first, literal: true }
    }

    /// The place of a line, counted from 0, and a column in it, in characters from 0. In other styles than a literal
    /// block it is that of the whole text.
    pub(super) fn place(&self, line: u32, column: usize) -> Place {
        if !self.literal {
            return self.first;
        }
        Place { line: self.first.line + line, column: self.first.column + column as u32 }
    }
}

//! Conditions on games, for the commands that look among many.

use std::ops::RangeInclusive;
use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::arguments::read_file;
use super::error::Failure;
use crate::archive::{ArchivedGame, BoardQuery, BoardText, FactQuery, read_range};
use crate::record::{Record, Termination};
use crate::rules::{Outcome, Side, variants};

/// The heading of these options in a command's help.
const WHICH: &str = "Which games: all of what is given must hold";
/// The longest position read from a file, in bytes.
const LONGEST_POSITION: u64 = 64 * 1024;

/// Which games are wanted.
#[derive(clap::Args, Debug)]
pub(super) struct Conditions {
    #[command(flatten)]
    facts: FactConditions,
    /// A position: a position line, the first or the first two fields of one, a diagram, or a file with one of them; in all
    /// but whole lines ? is any square's content
    #[arg(long, value_name = "POSITION", conflicts_with = "line", help_heading = WHICH)]
    position: Option<String>,
    /// The position that these moves from the usual array lead to, in whatever order they were played
    #[arg(long, value_name = "MOVES", help_heading = WHICH)]
    line: Option<String>,
    /// The position also with left and right exchanged
    #[arg(long, help_heading = WHICH)]
    mirrored: bool,
    /// The position also with the sides exchanged
    #[arg(long, help_heading = WHICH)]
    swapped: bool,
    /// How many pieces there are in the position, as "SC>=2 NC=0"
    #[arg(long, value_name = "COUNTS", help_heading = WHICH)]
    material: Option<String>,
    /// The moves played from the position one after the other, each told as far as it matters: "SK b1-c3", "xh10", "Nf3 d5"
    #[arg(long, value_name = "MOVES", help_heading = WHICH)]
    moves: Option<String>,
}

/// What the records of the games that are wanted say.
#[derive(clap::Args, Debug)]
pub(super) struct FactConditions {
    /// A part of a player's name, on either side; may be repeated
    #[arg(long, value_name = "NAME", help_heading = WHICH)]
    player: Vec<String>,
    /// A part of South's (White's) name
    #[arg(long, alias = "white", value_name = "NAME", help_heading = WHICH)]
    south: Option<String>,
    /// A part of North's (Black's) name
    #[arg(long, alias = "black", value_name = "NAME", help_heading = WHICH)]
    north: Option<String>,
    /// A part of the event's name
    #[arg(long, value_name = "TEXT", help_heading = WHICH)]
    event: Option<String>,
    /// Not before this day, month or year: 1848, 1848-02 or 1848-02-29
    #[arg(long, value_name = "DATE", value_parser = date, help_heading = WHICH)]
    since: Option<String>,
    /// Not after it
    #[arg(long, value_name = "DATE", value_parser = date, help_heading = WHICH)]
    until: Option<String>,
    /// south, north, draw, or * for none; 1-0, 0-1 and 1/2-1/2 too
    #[arg(long, value_name = "RESULT", value_parser = result, help_heading = WHICH)]
    result: Option<Won>,
    /// How it ended
    #[arg(long, value_name = "ENDING", value_parser = endings(), help_heading = WHICH)]
    ending: Option<Termination>,
    /// How many plies it lasted: 40, 20..40, 40.. or ..40
    #[arg(long, value_name = "PLIES", value_parser = range, help_heading = WHICH)]
    length: Option<RangeInclusive<usize>>,
    /// The game
    #[arg(long, value_name = "GAME", help_heading = WHICH)]
    game: Option<String>,
    /// The variation
    #[arg(long, value_name = "VARIATION", help_heading = WHICH)]
    variation: Option<String>,
}

/// Who won, if anybody has.
#[derive(Clone, Copy, Debug)]
struct Won(Option<Outcome>);

/// Conditions that have been understood.
pub(super) struct Query {
    facts: FactQuery,
    /// None where nothing is asked of the board.
    boards: Option<Vec<BoardQuery>>,
}

impl FactConditions {
    /// Understands them.
    pub(super) fn facts(&self) -> Result<FactQuery, Failure> {
        if let Some(game) = &self.game {
            let family = variants::entry(&game.to_lowercase())?;
            if let Some(variation) = &self.variation {
                family.game(Some(&variation.to_lowercase()), [])?;
            }
        }
        Ok(FactQuery {
            players: self.player.clone(),
            sides: [self.south.clone(), self.north.clone()],
            event: self.event.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            result: self.result.map(|Won(outcome)| outcome),
            ending: self.ending,
            plies: self.length.clone(),
            game: self.game.clone(),
            variation: self.variation.clone(),
        })
    }
}

impl Conditions {
    /// Understands them.
    pub(super) fn query(&self) -> Result<Query, Failure> {
        let facts = self.facts.facts()?;
        let position = match self.position.as_deref().map(Path::new) {
            Some(path) if path.is_file() => Some(read_file(path, LONGEST_POSITION)?),
            _ => self.position.clone(),
        };
        let text = BoardText {
            position,
            line: self.line.clone(),
            mirrored: self.mirrored,
            swapped: self.swapped,
            material: self.material.clone(),
            moves: self.moves.clone(),
        };
        let boards = match text.is_empty() {
            true => None,
            false => {
                let games: Vec<_> =
                    variants::all().into_iter().filter(|g| facts.may_be(g)).collect();
                let compiled = text.compile(&games);
                Some(compiled.map_err(|error| Failure::usage(error.to_string()))?)
            }
        };
        Ok(Query { facts, boards })
    }
}

impl Query {
    /// The record, if it may be of a game that is wanted.
    pub(super) fn may_fit<'t>(&self, record: Record<'t>) -> Option<Record<'t>> {
        let board = self.boards.as_ref();
        let known = board.is_none_or(|all| all.iter().any(|board| board.game() == record.game()));
        (known && self.facts.may_fit(&record)).then_some(record)
    }

    /// For a game that is wanted the ply after which what is asked of the board holds for the first time; none where
    /// nothing is asked of it.
    pub(super) fn found(&self, game: &ArchivedGame<'_>) -> Option<Option<usize>> {
        if !self.facts.fits(game.replayed.termination, game.replayed.line.plies()) {
            return None;
        }
        let Some(boards) = &self.boards else { return Some(None) };
        let board = boards.iter().find(|board| board.game() == game.record.game())?;
        board.first_ply(&game.replayed.line).map(Some)
    }
}

fn date(text: &str) -> Result<String, String> {
    let form = |length: usize| text.len() == length;
    let digits = text.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    match digits && [4, 7, 10].into_iter().any(form) {
        true => Ok(text.into()),
        false => Err("write a year, month or day as 1848, 1848-02 or 1848-02-29".into()),
    }
}

fn result(text: &str) -> Result<Won, String> {
    match text {
        "*" => Ok(Won(None)),
        "1/2-1/2" => Ok(Won(Some(Outcome::Draw))),
        "1-0" => Ok(Won(Some(Outcome::Won(Side::South)))),
        "0-1" => Ok(Won(Some(Outcome::Won(Side::North)))),
        name => Outcome::read(name)
            .map(|outcome| Won(Some(outcome)))
            .ok_or_else(|| "write south, north, draw or *".into()),
    }
}

fn endings() -> impl TypedValueParser<Value = Termination> {
    PossibleValuesParser::new(Termination::ALL.map(Termination::name))
        .try_map(|name| Termination::read(&name).ok_or("there is no such ending"))
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    read_range(text).ok_or_else(|| "write 40, 20..40, 40.. or ..40".into())
}

//! Recording how a game ended that no record can tell.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::super::error::ActionError;
use super::change::{Change, Changed, change};
use super::refusal::Refusal;
use crate::matches::{Extension, Fixture, Manner, StatedPoints, StatedResult};
use crate::store::{RepoPath, Store};

/// How a game ended, as somebody reports it.
#[derive(Clone, Debug, Default)]
pub struct External {
    /// The game's id in the match.
    pub game: String,
    /// The name of the external game, for one that the match does not list yet.
    pub name: Option<String>,
    /// The result.
    pub result: Option<StatedResult>,
    /// How it came about.
    pub how: Option<Manner>,
    /// The Game Points.
    pub points: Option<StatedPoints>,
    /// Who was South: an id, a name or an address.
    pub south: Option<String>,
    /// Who was North.
    pub north: Option<String>,
    /// Why, in words.
    pub note: Option<String>,
    /// The round of a tournament.
    pub round: Option<u32>,
}

/// Records the result of an external game, or that a game is void, forfeited or adjudicated, and commits it in the name
/// of who runs the program.
///
/// # Errors
/// [`Refusal`], and those of [`Store::update`].
pub fn record_result(
    store: &Store,
    path: &RepoPath,
    report: &External,
    at: DateTime<Utc>,
    rehearsal: bool,
) -> Result<Changed<()>, ActionError> {
    let author = store.committer()?;
    change(store, path, at, rehearsal, |before| {
        let mut wanted = before.m.clone();
        let mut extension = Extension::new(&before.text);
        let id = |who: &Option<String>| -> Result<Option<String>, Refusal> {
            who.as_deref().map(|who| before.entrant(who).map(str::to_owned)).transpose()
        };
        let report =
            External { south: id(&report.south)?, north: id(&report.north)?, ..report.clone() };
        let known = wanted.games.iter().position(|g| g.id == report.game);
        match (known, &report.name) {
            (Some(index), None) => {
                fill(&mut extension, index, &mut wanted.games[index], &report)?;
            }
            (Some(_), Some(_)) => {
                let message = format!("the match has a game {} already", report.game);
                return Err(Refusal::not(message, None, "leave --external out").into());
            }
            (None, Some(_)) => {
                let fixture = fixture(report.clone());
                extension.push("games", &fixture)?;
                wanted.games.push(fixture);
            }
            (None, None) => return Err(before.unknown_game(&report.game).into()),
        }
        if wanted == before.m {
            return Err(
                Refusal::not("the match file says so already", None, "nothing is to do").into()
            );
        }
        let subject = match report.result {
            Some(StatedResult::Void) => format!("{} is void", report.game),
            _ => format!("result of {}", report.game),
        };
        Ok(Change { wanted, extension, author: author.clone(), subject, value: () })
    })
}

fn fixture(report: External) -> Fixture {
    let External { game, name, result, how, points, south, north, note, round } = report;
    let external = name;
    Fixture {
        id: game,
        external,
        south,
        north,
        result,
        how,
        points,
        note,
        round,
        ..Default::default()
    }
}

/// Adds to a game of the match what it does not say yet.
fn fill(
    extension: &mut Extension,
    index: usize,
    fixture: &mut Fixture,
    report: &External,
) -> Result<(), Refusal> {
    let mut blank = Blank { extension, index };
    blank.set("south", &mut fixture.south, &report.south)?;
    blank.set("north", &mut fixture.north, &report.north)?;
    blank.set("result", &mut fixture.result, &report.result)?;
    blank.set("how", &mut fixture.how, &report.how)?;
    blank.set("points", &mut fixture.points, &report.points)?;
    blank.set("note", &mut fixture.note, &report.note)?;
    blank.set("round", &mut fixture.round, &report.round)
}

/// A game of the match file, to be filled in.
struct Blank<'a> {
    extension: &'a mut Extension,
    index: usize,
}

impl Blank<'_> {
    fn set<T: Serialize + Clone + PartialEq>(
        &mut self,
        key: &str,
        have: &mut Option<T>,
        new: &Option<T>,
    ) -> Result<(), Refusal> {
        match (&have, new) {
            (_, None) => {}
            (Some(old), Some(new)) if old == new => {}
            (Some(_), Some(_)) => {
                let message = format!("the match file states another {key} for this game already");
                return Err(Refusal::not(message, None, "correct the file by hand and commit it"));
            }
            (None, Some(value)) => {
                self.extension.set("games", self.index, key, value)?;
                *have = new.clone();
            }
        }
        Ok(())
    }
}

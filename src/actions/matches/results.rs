//! Results that no record can tell: of external games, and those that are void, forfeited, adjudicated or corrected.

use chrono::{DateTime, Utc};

use super::change::{MatchEdit, change_match};
use super::evaluate::EvaluatedMatch;
use super::officials::Officials;
use crate::actions::change::Recorded;
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::matches::{Fixture, Manner, StatedPoints, StatedResult};
use crate::store::{RepoPath, Store};

/// How a game ended, as somebody reports it.
#[derive(Clone, Debug, Default)]
pub struct ResultReport {
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
    /// Whether it takes the place of what the match file says; `note` says why.
    pub correct: bool,
    /// For whom it is entered; who git commits as where it is left out.
    pub who: Option<String>,
}

/// Records the result of an external game, or that a game is void, forfeited or adjudicated, or corrects what the match file
/// says of it. What was played is stated by those who played it or an official; a ruling and a correction are an official's.
///
/// # Errors
/// [`MatchRefusal`], [`ActionError::NotActor`], [`ActionError::PlayerRules`], and those of [`Store::update`].
pub fn record_result(
    store: &Store,
    path: &RepoPath,
    report: &ResultReport,
    at: DateTime<Utc>,
    dry_run: bool,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let (recorded, ()) = change_match(store, path, at, dry_run, |before| {
        let mut wanted = before.m.clone();
        let id = |who: &Option<String>| -> Result<Option<String>, MatchRefusal> {
            who.as_deref().map(|who| before.entrant(who).map(str::to_owned)).transpose()
        };
        let report =
            ResultReport { south: id(&report.south)?, north: id(&report.north)?, ..report.clone() };
        let known = wanted.games.iter().position(|g| g.id == report.game);
        let mut was = None;
        let place = match (known, &report.name) {
            (Some(index), None) if report.correct => {
                was = Some(correct(&mut wanted.games[index], &report)?);
                index
            }
            (Some(index), None) => {
                fill(&mut wanted.games[index], &report)?;
                index
            }
            (Some(_), Some(_)) => {
                let message = format!("the match has a game {} already", report.game);
                return Err(MatchRefusal::not(message, None, MatchHint::NotExternal).into());
            }
            (None, Some(_)) => {
                wanted.games.push(fixture(report.clone()));
                wanted.games.len() - 1
            }
            (None, None) => return Err(before.unknown_game(&report.game).into()),
        };
        if wanted == before.m {
            return Err(MatchRefusal::not(
                "the match file says so already",
                None,
                MatchHint::Text("nothing is to do"),
            )
            .into());
        }
        let game = &wanted.games[place];
        let officials = Officials::of(store, &before.m)?;
        let parties = parties(before, before.m.games.get(place).unwrap_or(game));
        let ruled = report.correct || game.is_ruled();
        if ruled && officials.is_party(&parties) && !officials.is_without() {
            let identity = store.committer()?;
            return Err(ActionError::PlayerRules { identity });
        }
        let actor = officials.actor(report.who.as_deref(), if ruled { &[] } else { &parties })?;
        let (id, said) = (&game.id, said(game));
        let line = match (was, &game.note) {
            (Some(was), Some(why)) => format!("result corrected: {id}, {said}, was {was}: {why}"),
            _ => format!("result: {id}, {said}"),
        };
        Ok(MatchEdit::new(wanted, actor, line, ()))
    })?;
    Ok(recorded)
}

/// The ids of those who play a game, as it is before the result.
fn parties<'a>(before: &'a EvaluatedMatch, game: &'a Fixture) -> Vec<&'a str> {
    match before.sides.pair(&game.id) {
        Some(pair) => pair.to_vec(),
        None if game.players().len() == 2 => game.players(),
        // Between whom it is played the file does not say.
        None => before.m.entrants().iter().map(|entrant| entrant.id).collect(),
    }
}

/// What a match file says of a game's result, in words.
fn said(game: &Fixture) -> String {
    let result = game.result.map(|result| match result {
        StatedResult::South => "south".to_owned(),
        StatedResult::North => "north".to_owned(),
        StatedResult::Draw => "draw".to_owned(),
        StatedResult::BothLost => "both lost".to_owned(),
        StatedResult::Void => "void".to_owned(),
    });
    let points = game.points.map(|points| format!("{} to {}", points.south, points.north));
    let how = game.how.and_then(|how| match how {
        Manner::Play => None,
        Manner::Forfeit => Some("by forfeit".to_owned()),
        Manner::Adjudication => Some("by adjudication".to_owned()),
    });
    result.into_iter().chain(points).chain(how).collect::<Vec<_>>().join(" ")
}

/// Puts what is reported in the place of what the match file says of a game, and gives that in words.
fn correct(fixture: &mut Fixture, report: &ResultReport) -> Result<String, MatchRefusal> {
    if fixture.result.is_none() && fixture.points.is_none() {
        let message = format!("the match file states no result of {} yet", fixture.id);
        return Err(MatchRefusal::not(message, None, MatchHint::NoCorrection));
    }
    let was = said(fixture);
    fixture.result = report.result;
    fixture.how = report.how;
    fixture.points = report.points;
    fixture.note.clone_from(&report.note);
    for (have, new) in [(&mut fixture.south, &report.south), (&mut fixture.north, &report.north)] {
        if new.is_some() {
            have.clone_from(new);
        }
    }
    Ok(was)
}

fn fixture(report: ResultReport) -> Fixture {
    let ResultReport { game, name, result, how, points, south, north, note, round, .. } = report;
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
fn fill(fixture: &mut Fixture, report: &ResultReport) -> Result<(), MatchRefusal> {
    set("south", &mut fixture.south, &report.south)?;
    set("north", &mut fixture.north, &report.north)?;
    set("result", &mut fixture.result, &report.result)?;
    set("how", &mut fixture.how, &report.how)?;
    set("points", &mut fixture.points, &report.points)?;
    set("note", &mut fixture.note, &report.note)?;
    set("round", &mut fixture.round, &report.round)
}

fn set<T: Clone + PartialEq>(
    key: &str,
    have: &mut Option<T>,
    new: &Option<T>,
) -> Result<(), MatchRefusal> {
    if new.is_none() || have == new {
        return Ok(());
    }
    if have.is_some() {
        let message = format!("the match file states another {key} for this game already");
        return Err(MatchRefusal::not(message, None, MatchHint::Correct));
    }
    have.clone_from(new);
    Ok(())
}

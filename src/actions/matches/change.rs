//! Changing a match file: creating it, adding to it, and recording results that no record can tell. One commit each.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::evaluate::{EvaluatedMatch, MatchRecords, evaluate, evaluate_document};
use crate::actions::change::{NewVersion, Recorded, change, time_trailer};
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::actions::repository::MATCHES;
use crate::document::{self, Document, Layout, Limits};
use crate::matches::{
    Device, Fixture, Lot, Manner, Match, MatchEditError, MatchEditor, MatchFault, PlayedLot,
    PlayedLots, RecordedGames, StatedPoints, StatedResult, assign, parse, write,
};
use crate::store::{Person, RepoPath, Store};

/// What is to be done to a match file.
pub(super) struct MatchEdit<T> {
    /// The match with what is added.
    pub(super) wanted: Match,
    /// Who acts.
    pub(super) author: Person,
    /// Who enters it, where that is somebody else.
    pub(super) entered_by: Option<Person>,
    /// What is done, in words.
    pub(super) line: String,
    /// Handed through.
    pub(super) value: T,
}

/// Adds to a match file what `make` adds. What contradicts the rest of the match is refused.
pub(super) fn change_match<T>(
    store: &Store,
    path: &RepoPath,
    at: DateTime<Utc>,
    dry_run: bool,
    make: impl Fn(&EvaluatedMatch) -> Result<MatchEdit<T>, ActionError>,
) -> Result<(Recorded<EvaluatedMatch>, T), ActionError> {
    let recorded = change(store, path, dry_run, |before| {
        let bytes = before.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
        let records = MatchRecords::of(store);
        let unsound = |error| MatchRefusal::Unsound { file: path.to_string(), error };
        let document = document::read(bytes, &Limits::MATCH).map_err(|e| unsound(Box::new(e)))?;
        let before = evaluate_document(path.as_str(), bytes, &document, &records)?;
        let MatchEdit { wanted, author, entered_by, line, value } = make(&before)?;
        let text = add_to_text(&document, &before.m, &wanted)?;
        let shape = || MatchEditError { what: "this".to_owned() };
        let document = document::read(text.as_bytes(), &Limits::MATCH).map_err(|_| shape())?;
        let after = evaluate_document(path.as_str(), text.as_bytes(), &document, &records)?;
        if after.m != wanted {
            return Err(shape().into());
        }
        let known = |message: &str| before.contradictions.iter().any(|c| c.message == message);
        refuse_contradiction(path.as_str(), &after, |message| !known(message))?;
        refuse_undecidable(&before, &after)?;
        let new = NewVersion { entered_by, ..version(after, line, author, at) };
        Ok::<_, ActionError>(new.map(|after| (after, value)))
    })?;
    Ok(recorded.split(|value| value))
}

/// The text of a match file with what `wanted` says and the match before does not: lots, games, what is added to them, and
/// games that decide ties. Every byte that was there stays.
/// Anything else that is new shows when the text is read.
///
/// # Errors
/// [`MatchEditError`].
fn add_to_text(
    document: &Document<'_>,
    before: &Match,
    wanted: &Match,
) -> Result<String, MatchEditError> {
    let mut editor = MatchEditor::new(document);
    for (at, lot) in wanted.lots.iter().enumerate() {
        let Some(old) = before.lots.get(at) else {
            editor.push(None, "draws", lot, Layout::Lines)?;
            continue;
        };
        for entry in lot.acts.iter().skip(old.acts.len()) {
            editor.push(Some(("draws", at)), "acts", entry, Layout::Line)?;
        }
    }
    for (at, game) in wanted.games.iter().enumerate() {
        let Some(old) = before.games.get(at) else {
            editor.push(None, "games", game, Layout::Line)?;
            continue;
        };
        let item = ("games", at);
        add_key(&mut editor, item, "record", &old.record, &game.record)?;
        add_key(&mut editor, item, "south", &old.south, &game.south)?;
        add_key(&mut editor, item, "north", &old.north, &game.north)?;
        add_key(&mut editor, item, "result", &old.result, &game.result)?;
        add_key(&mut editor, item, "how", &old.how, &game.how)?;
        add_key(&mut editor, item, "points", &old.points, &game.points)?;
        add_key(&mut editor, item, "note", &old.note, &game.note)?;
        add_key(&mut editor, item, "round", &old.round, &game.round)?;
    }
    for (at, (old, new)) in before.groupings.iter().zip(&wanted.groupings).enumerate() {
        for game in new.tiebreak.iter().skip(old.tiebreak.len()) {
            editor.push(Some(("groupings", at)), "tiebreak", game, Layout::Line)?;
        }
    }
    Ok(editor.finish())
}

/// Adds a key to an item of a list of the file, if the item gets it.
fn add_key<T: Serialize>(
    editor: &mut MatchEditor<'_, '_>,
    item: (&'static str, usize),
    key: &str,
    old: &Option<T>,
    new: &Option<T>,
) -> Result<(), MatchEditError> {
    match (old, new) {
        (None, Some(value)) => editor.set(item, key, value),
        // If it is another value, it shows when the text is read back.
        _ => Ok(()),
    }
}

/// Refuses a match with a contradiction that is new.
fn refuse_contradiction(
    file: &str,
    after: &EvaluatedMatch,
    is_new: impl Fn(&str) -> bool,
) -> Result<(), MatchRefusal> {
    match after.contradictions.iter().find(|found| is_new(&found.message)).cloned() {
        Some(contradiction) => {
            Err(MatchRefusal::Contradicts { file: file.to_owned(), contradiction })
        }
        None => Ok(()),
    }
}

/// Refuses a change after which a draw of sides that is going on could end in a way that contradicts the match: then the last
/// reveal could not be recorded, and whoever makes it would count as silent.
fn refuse_undecidable(before: &EvaluatedMatch, after: &EvaluatedMatch) -> Result<(), MatchRefusal> {
    for roll in [1, 2] {
        let Some(ended) = ended(&after.m, roll) else { return Ok(()) };
        let old = ended_faults(&before.m, roll, &before.played);
        let known: HashSet<&str> =
            old.iter().chain(&before.sides.faults).map(|f| &*f.message).collect();
        let faults = assign(&ended, &after.played).faults;
        if let Some(fault) = faults.iter().find(|fault| !known.contains(fault.message.as_str())) {
            let message =
                format!("a draw could end so that it contradicts the match: {}", fault.message);
            let hint = MatchHint::Text("what the match file has stands; draw before it is settled");
            return Err(MatchRefusal::not(message, Some("M5"), hint));
        }
    }
    Ok(())
}

fn ended_faults(m: &Match, roll: u8, played: &RecordedGames) -> Vec<MatchFault> {
    ended(m, roll).map(|ended| assign(&ended, played).faults).unwrap_or_default()
}

/// The match with every draw of sides that is going on ended by that number; nothing where none is.
fn ended(m: &Match, roll: u8) -> Option<Match> {
    let lots = PlayedLots::of(m);
    let open = |lot: &&PlayedLot| lot.lot.decides_sides() && lot.decision().is_none();
    let open: Vec<usize> = lots.current().filter(open).map(|lot| lot.index).collect();
    let mut ended = (!open.is_empty()).then(|| m.clone())?;
    for index in open {
        let lot = &mut ended.lots[index];
        let (roll, at) = (Some(roll), Some(DateTime::<Utc>::MAX_UTC));
        *lot = Lot { by: Device::Die, roll, at, acts: Vec::new(), ..lot.clone() };
    }
    Some(ended)
}

/// The new version of a match file.
fn version(
    after: EvaluatedMatch,
    line: String,
    author: Person,
    at: DateTime<Utc>,
) -> NewVersion<EvaluatedMatch> {
    let id = after.m.id.clone();
    let trailers = vec![("Riverpost-Match", id.clone()), time_trailer(at)];
    let bytes = after.text.clone().into_bytes();
    let entered_by = None;
    NewVersion { id, line, bytes, author, entered_by, at, trailers, value: after }
}

/// Writes the file of a new match and commits it in the name of who runs the program; with `dry_run` nothing is written.
///
/// # Errors
/// [`ActionError::Taken`], [`MatchRefusal`], and those of [`Store::update`].
pub fn create(
    store: &Store,
    m: &Match,
    at: DateTime<Utc>,
    dry_run: bool,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let text = write(m).map_err(|error| MatchRefusal::Unwritable(error.to_string()))?;
    create_from(store, "the match", &text, at, dry_run)
}

/// The same from the text of a match file, which is taken as it is; `name` is what messages call it.
///
/// # Errors
/// Those of [`create`].
pub fn create_from(
    store: &Store,
    name: &str,
    text: &str,
    at: DateTime<Utc>,
    dry_run: bool,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let m = parse(text)
        .map_err(|error| MatchRefusal::Unsound { file: name.to_owned(), error: Box::new(error) })?;
    let path = RepoPath::new(format!("{MATCHES}/{}.yaml", m.id))?;
    let author = store.committer()?;
    change(store, &path, dry_run, |before| {
        let taken = store.taken(MATCHES, &m.id)?.or_else(|| before.map(|_| path.clone()));
        if let Some(path) = taken {
            return Err(ActionError::Taken { id: m.id.clone(), path });
        }
        let after = evaluate(name, text.as_bytes(), &MatchRecords::of(store))?;
        refuse_contradiction(name, &after, |_| true)?;
        Ok(version(after, "new match".to_owned(), author.clone(), at))
    })
}

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
}

/// Records the result of an external game, or that a game is void, forfeited or adjudicated, and commits it in the name
/// of who runs the program; `at` is when that was reported, and `now` the present instant.
///
/// # Errors
/// [`MatchRefusal`], and those of [`Store::update`].
pub fn record_result(
    store: &Store,
    path: &RepoPath,
    report: &ResultReport,
    at: DateTime<Utc>,
    dry_run: bool,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let author = store.committer()?;
    let (recorded, ()) = change_match(store, path, at, dry_run, |before| {
        let mut wanted = before.m.clone();
        let id = |who: &Option<String>| -> Result<Option<String>, MatchRefusal> {
            who.as_deref().map(|who| before.entrant(who).map(str::to_owned)).transpose()
        };
        let report =
            ResultReport { south: id(&report.south)?, north: id(&report.north)?, ..report.clone() };
        let known = wanted.games.iter().position(|g| g.id == report.game);
        match (known, &report.name) {
            (Some(index), None) => {
                fill(&mut wanted.games[index], &report)?;
            }
            (Some(_), Some(_)) => {
                let message = format!("the match has a game {} already", report.game);
                return Err(MatchRefusal::not(message, None, MatchHint::NotExternal).into());
            }
            (None, Some(_)) => {
                wanted.games.push(fixture(report.clone()));
            }
            (None, None) => return Err(before.unknown_game(&report.game).into()),
        }
        if wanted == before.m {
            return Err(MatchRefusal::not(
                "the match file says so already",
                None,
                MatchHint::Text("nothing is to do"),
            )
            .into());
        }
        let line = match report.result {
            Some(StatedResult::Void) => format!("{} is void", report.game),
            _ => format!("result of {}", report.game),
        };
        Ok(MatchEdit { wanted, author: author.clone(), entered_by: None, line, value: () })
    })?;
    Ok(recorded)
}

fn fixture(report: ResultReport) -> Fixture {
    let ResultReport { game, name, result, how, points, south, north, note, round } = report;
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
        let hint = MatchHint::Text("correct the file by hand and commit it");
        return Err(MatchRefusal::not(message, None, hint));
    }
    have.clone_from(new);
    Ok(())
}

//! Changing a match file, and creating one. One commit each.

use std::collections::HashSet;

use chrono::{DateTime, Utc};

use super::evaluate::{EvaluatedMatch, MatchRecords, evaluate, evaluate_document};
use super::officials::MatchActor;
use crate::actions::change::{NewVersion, Recorded, change, time_trailer};
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::actions::new::DraftedRecord;
use crate::actions::repository::MATCHES;
use crate::actions::settings::Settings;
use crate::document::{self, Limits};
use crate::matches::{
    Device, Lot, Match, MatchEditError, MatchFault, PlayedLot, PlayedLots, RecordedGames, assign,
    edit, parse, write,
};
use crate::store::{Person, RepoPath, Store};

/// What is to be done to a match file.
pub(super) struct MatchEdit<T> {
    /// The match as it is to be.
    pub(super) wanted: Match,
    /// Who acts.
    pub(super) author: Person,
    /// Who enters it, where that is somebody else.
    pub(super) entered_by: Option<Person>,
    /// What is done, in words.
    pub(super) line: String,
    /// The records that are written in the same commit.
    pub(super) new_records: Vec<DraftedRecord>,
    /// Handed through.
    pub(super) value: T,
}

impl<T> MatchEdit<T> {
    /// An edit without new records.
    pub(super) fn new(wanted: Match, actor: MatchActor, line: String, value: T) -> MatchEdit<T> {
        let MatchActor { author, entered_by } = actor;
        MatchEdit { wanted, author, entered_by, line, new_records: Vec::new(), value }
    }
}

/// Changes a match file as `make` says. What contradicts the rest of the match is refused.
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
        let MatchEdit { wanted, author, entered_by, line, new_records, value } = make(&before)?;
        let text = edit(&document, &before.m, &wanted)?;
        let shape = || MatchEditError {
            reason: "the file is written in a way in which this cannot be changed".to_owned(),
        };
        let document = document::read(text.as_bytes(), &Limits::MATCH).map_err(|_| shape())?;
        new_records.iter().for_each(|record| records.know(&record.header, &record.game));
        let after = evaluate_document(path.as_str(), text.as_bytes(), &document, &records)?;
        if after.m != wanted {
            return Err(shape().into());
        }
        let known = |message: &str| before.contradictions.iter().any(|c| c.message == message);
        refuse_contradiction(path.as_str(), &after, |message| !known(message))?;
        refuse_undecidable(&before, &after)?;
        let new_files =
            new_records.into_iter().map(|record| (record.path, record.created.text.into_bytes()));
        let new_files = new_files.collect();
        let new = NewVersion { entered_by, new_files, ..version(after, line, author, at) };
        Ok::<_, ActionError>(new.map(|after| (after, value)))
    })?;
    Ok(recorded.split(|value| value))
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
    let (entered_by, new_files) = (None, Vec::new());
    NewVersion { id, line, bytes, new_files, author, entered_by, at, trailers, value: after }
}

/// Writes the file of a new match and commits it in the name of who runs the program; with `dry_run` nothing is written. Its
/// games must be signed where the settings require that.
///
/// # Errors
/// [`ActionError::Taken`], [`MatchRefusal`], and those of [`Store::update`].
pub fn create(
    store: &Store,
    m: &Match,
    at: DateTime<Utc>,
    dry_run: bool,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let mut m = m.clone();
    m.terms.sign = m.terms.sign.or(Settings::of(store)?.sign_rule());
    let text = write(&m).map_err(|error| MatchRefusal::Unwritable(error.to_string()))?;
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

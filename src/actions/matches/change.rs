//! Changing a match file, and creating one. One commit each.

use std::collections::HashSet;

use chrono::{DateTime, Utc};

use super::evaluate::{EvaluatedMatch, MatchRecords, evaluate, evaluate_document};
use super::officials::MatchActor;
use crate::actions::actor::Identity;
use crate::actions::change::{NewVersion, Recorded, change, time_trailer};
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::actions::new::{DraftedRecord, nonce};
use crate::actions::repository::MATCHES;
use crate::actions::settings::Settings;
use crate::actions::signing::Signing;
use crate::document::{self, Limits, PrintError};
use crate::matches::{
    Device, LogAuthor, Lot, Match, MatchEditError, MatchFault, MatchLog, PlayedLot, PlayedLots,
    RecordedGames, assign, edit, read, write,
};
use crate::proof::Signature;
use crate::record::Player;
use crate::store::{Person, RepoPath, Store};

/// What is to be done to a match file. What its log says of it is derived from the match before and the one that is wanted.
pub(super) struct MatchEdit<T> {
    /// The match as it is to be.
    pub(super) wanted: Match,
    /// Who acts.
    pub(super) author: Person,
    /// The id of the player or team for which it is done; none where the author's name and address tell.
    pub(super) party: Option<String>,
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
        let (party, new_records) = (None, Vec::new());
        MatchEdit { wanted, author, party, entered_by, line, new_records, value }
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
        let MatchEdit { wanted, author, party, entered_by, line, new_records, value } =
            make(&before)?;
        let log = before.log.clone().map_err(unsound)?;
        let signing = match entered_by {
            Some(_) => Signing::Nothing,
            None => Signing::Keys { store, dry_run },
        };
        let who = log_author(&before.m, &author, party.as_deref(), Settings::of(store)?);
        let wanted = logged(&before.m, wanted, log, (who, at), signing)?;
        let text = edit(&document, &before.m, &wanted)?;
        let shape = || MatchEditError {
            reason: "the file is written in a way in which this cannot be changed".to_owned(),
        };
        let document = document::read(text.as_bytes(), &Limits::MATCH).map_err(|_| shape())?;
        new_records.iter().for_each(|record| records.know(&record.header, &record.game));
        let after = evaluate_document(path.as_str(), text.as_bytes(), &document, &records)?;
        if after.m != wanted || !matches!(after.log, Ok(Some(_))) {
            return Err(shape().into());
        }
        let known: HashSet<&str> = before.contradictions.iter().map(|c| &*c.message).collect();
        refuse_contradiction(path.as_str(), &after, |message| !known.contains(message))?;
        refuse_undecidable(&before, &after)?;
        let new_files =
            new_records.into_iter().map(|record| (record.path, record.created.text.into_bytes()));
        let new_files = new_files.collect();
        let new = NewVersion { entered_by, new_files, ..version(after, line, author, at) };
        Ok::<_, ActionError>(new.map(|after| (after, value)))
    })?;
    Ok(recorded.split(|value| value))
}

/// Who acts, as the log names it.
fn log_author(m: &Match, author: &Person, party: Option<&str>, settings: Settings) -> LogAuthor {
    let identity = Identity::new(author.clone(), &settings);
    let is_meant = |(who, person): &(LogAuthor, Player)| {
        identity.is(person) && party.is_none_or(|party| who.entrant() == Some(party))
    };
    match (LogAuthor::all(m).into_iter().find(is_meant), party) {
        (Some((who, _)), _) => who,
        (None, Some(party)) => LogAuthor::Entrant { id: party.to_owned(), member: None },
        (None, None) => LogAuthor::Other(author.to_string()),
    }
}

// K11, K12
/// The match that is wanted with the line that its log gets, and its signature. A log that is not there yet is begun.
fn logged(
    before: &Match,
    mut wanted: Match,
    log: Option<MatchLog>,
    (who, at): (LogAuthor, DateTime<Utc>),
    signing: Signing<'_>,
) -> Result<Match, ActionError> {
    let unwritable = |error: PrintError| MatchRefusal::Unwritable(error.to_string());
    let known = log.as_ref().map_or(0, |log| log.lines().len());
    let mut log = match log {
        Some(log) => log,
        None => MatchLog::open(before, who.clone(), at).map_err(unwritable)?,
    };
    log.add(who.clone(), before, &wanted, at);
    let key = who.person(before).and_then(|person| person.key);
    for base in known..log.lines().len() {
        let must = log.must_sign(&who);
        let statement = || log.statement(base, base);
        let (signature, _) =
            signing.by_author(&who.to_string(), key.as_deref(), must, statement)?;
        wanted.log.push(log.lines()[base].to_string());
        let signed =
            |signature: Signature| MatchLog::signature_line(base, base, signature.to_base64());
        wanted.signatures.extend(signature.map(signed));
    }
    Ok(wanted)
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
/// games must be signed where the settings require that. The nonce is made of the seed, 128 random bits.
///
/// # Errors
/// [`ActionError::Taken`], [`MatchRefusal`], and those of [`Store::update`].
pub fn create(
    store: &Store,
    m: &Match,
    seed: [u8; 16],
    at: DateTime<Utc>,
    dry_run: bool,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let mut m = m.clone();
    m.terms.sign = m.terms.sign.or(Settings::of(store)?.sign_rule());
    let text = write(&m).map_err(|error| MatchRefusal::Unwritable(error.to_string()))?;
    create_from(store, ("the match", &text), seed, at, dry_run)
}

/// The same from the name that messages use and the text of a match file, which stays as it is but for the nonce and the log
/// that it gets.
///
/// # Errors
/// Those of [`create`].
pub fn create_from(
    store: &Store,
    (name, text): (&str, &str),
    seed: [u8; 16],
    at: DateTime<Utc>,
    dry_run: bool,
) -> Result<Recorded<EvaluatedMatch>, ActionError> {
    let unsound = |error| MatchRefusal::Unsound { file: name.to_owned(), error: Box::new(error) };
    let document = document::read(text.as_bytes(), &Limits::MATCH).map_err(unsound)?;
    let m = read(&document).map_err(unsound)?;
    let log = MatchLog::read(&document, &m).map_err(unsound)?;
    let path = RepoPath::new(format!("{MATCHES}/{}.yaml", m.id))?;
    let author = store.committer()?;
    change(store, &path, dry_run, |before| {
        let taken = store.taken(MATCHES, &m.id)?.or_else(|| before.map(|_| path.clone()));
        if let Some(path) = taken {
            return Err(ActionError::Taken { id: m.id.clone(), path });
        }
        let mut wanted = m.clone();
        if log.is_none() {
            wanted.nonce.get_or_insert_with(|| nonce(seed, &m.id));
            let opened = wanted.clone();
            let who = log_author(&m, &author, None, Settings::of(store)?);
            wanted = logged(&opened, wanted, None, (who, at), Signing::Keys { store, dry_run })?;
        }
        let text = edit(&document, &m, &wanted)?;
        let after = evaluate(name, text.as_bytes(), &MatchRecords::of(store))?;
        refuse_contradiction(name, &after, |_| true)?;
        Ok(version(after, "new match".to_owned(), author.clone(), at))
    })
}

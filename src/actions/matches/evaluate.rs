//! A match with its records: sides, scores, and everything that contradicts itself.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::actions::error::MatchRefusal;
use crate::actions::repository::{GAMES, MATCHES};
use crate::actions::verify::check_elsewhere;
use crate::archive::{self, RecordSource, SourceBytes};
use crate::document::{self, Diagnostic, Document, Limits, Place};
use crate::matches::{
    Fixture, Match, MatchFault, MatchLog, MatchScore, NextStep, RecordedGame, RecordedGames,
    SideAssignments, ValuePath, assign, next, read, recorded_game, score,
};
use crate::proof::Proof;
use crate::record::{self, Header};
use crate::store::{BlobId, RepoPath, Store, StoreError};

/// A match with its records.
#[derive(Clone, Debug)]
pub struct EvaluatedMatch {
    /// The file's name for messages.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The match.
    pub m: Match,
    /// What the records say, by the games' ids in the match.
    pub played: RecordedGames,
    /// The records, by the games' ids in the match.
    pub records: BTreeMap<String, Arc<MatchRecord>>,
    /// Who plays which side.
    pub sides: SideAssignments,
    /// What it stands at.
    pub score: MatchScore,
    /// Its log, if it has one; or why that does not fit what it says, which is a contradiction too.
    pub log: Result<Option<MatchLog>, Box<Diagnostic>>,
    /// Every contradiction, in the order of the file.
    pub contradictions: Vec<Diagnostic>,
}

impl EvaluatedMatch {
    /// What is to be done next.
    pub fn next(&self) -> Vec<NextStep> {
        next(&self.m, &self.sides, &self.score)
    }

    /// The id of the player or team that is meant by an id, a name or an address.
    pub(super) fn entrant(&self, who: &str) -> Result<&str, MatchRefusal> {
        let entrants = self.m.entrants();
        let meant: Vec<&str> = entrants.iter().filter(|e| e.is_called(who)).map(|e| e.id).collect();
        match meant[..] {
            [id] => Ok(id),
            _ => {
                let known: Vec<&str> = entrants.iter().map(|e| e.id).collect();
                let known = known.join(", ");
                Err(MatchRefusal::Unknown { what: "player", name: who.into(), known })
            }
        }
    }

    pub(super) fn unknown_game(&self, game: &str) -> MatchRefusal {
        let known: Vec<&str> = self.m.games.iter().map(|g| g.id.as_str()).collect();
        MatchRefusal::Unknown { what: "game", name: game.to_owned(), known: known.join(", ") }
    }
}

/// Reads a match file, reads and plays the records that it names, and works everything out anew.
///
/// # Errors
/// [`MatchRefusal::Unsound`]. What records say otherwise than the file is a contradiction in the answer, as is a record that
/// is missing or not sound.
pub fn evaluate(
    file: &str,
    bytes: &[u8],
    records: &MatchRecords<'_>,
) -> Result<EvaluatedMatch, MatchRefusal> {
    let unsound = |error| MatchRefusal::Unsound { file: file.to_owned(), error: Box::new(error) };
    let document = document::read(bytes, &Limits::MATCH).map_err(unsound)?;
    evaluate_document(file, bytes, &document, records)
}

/// Works out a match file that has been read.
pub(super) fn evaluate_document(
    file: &str,
    bytes: &[u8],
    document: &Document<'_>,
    records: &MatchRecords<'_>,
) -> Result<EvaluatedMatch, MatchRefusal> {
    let m = read(document)
        .map_err(|error| MatchRefusal::Unsound { file: file.to_owned(), error: Box::new(error) })?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut faults = Vec::new();
    let (mut played, mut found) = (RecordedGames::new(), BTreeMap::new());
    let linked: Vec<(usize, &str)> = m.games.iter().enumerate().filter_map(linked).collect();
    records.fetch(linked.iter().map(|(_, id)| *id));
    for (at, id) in linked {
        let game = &m.games[at].id;
        match records.get(id) {
            Ok(record) => {
                played.insert(game.clone(), record.game.clone());
                found.insert(game.clone(), record);
            }
            Err(reason) => {
                let path = ValuePath::item("games", at).then("record");
                faults.push(MatchFault::new(path, format!("{game}: {reason}")));
            }
        }
    }
    let sides = assign(&m, &played);
    let score = score(&m, &sides, &played);
    let faults = faults.iter().chain(&sides.faults).chain(&score.faults);
    let mut contradictions: Vec<Diagnostic> =
        faults.map(|fault| fault.diagnostic(document)).collect();
    let log = MatchLog::read(document, &m).map_err(Box::new);
    contradictions.extend(log.as_ref().err().map(|fault| (**fault).clone()));
    contradictions
        .sort_by(|a, b| (a.place, a.rule, &a.message).cmp(&(b.place, b.rule, &b.message)));
    let file = file.to_owned();
    let records = found;
    Ok(EvaluatedMatch { file, text, played, records, sides, score, log, contradictions, m })
}

/// A game's place in the match file, and the id of its record.
fn linked((at, fixture): (usize, &Fixture)) -> Option<(usize, &str)> {
    Some((at, fixture.record.as_deref()?))
}

/// What a check of a match file has found.
#[derive(Clone, Debug, Default)]
pub struct MatchVerdict {
    /// Everything that is wrong, in the order of the file; nothing where it holds.
    pub faults: Vec<Diagnostic>,
    /// Whether it has a log that fits what it says.
    pub has_log: bool,
    /// How many lines of the log are signed, and rightly.
    pub signed: usize,
    /// Where the others stand.
    pub unsigned: Vec<Place>,
}

/// Checks a match file with its records, its log and its signatures. With `named` the file must be called after the match's
/// id.
pub fn check_match(
    file: &str,
    bytes: &[u8],
    named: bool,
    records: &MatchRecords<'_>,
) -> MatchVerdict {
    let mut verdict = MatchVerdict::default();
    let evaluated = match evaluate(file, bytes, records) {
        Ok(evaluated) => evaluated,
        Err(refusal) => return MatchVerdict { faults: vec![unsound(refusal)], ..verdict },
    };
    let mut found = evaluated.contradictions;
    if let Ok(Some(log)) = &evaluated.log {
        verdict.has_log = true;
        match log.check_signatures(0, &check_elsewhere) {
            Ok(proofs) => {
                let lines = log.lines().iter().zip(&proofs);
                let unsigned = lines.filter(|(_, proof)| **proof == Proof::Unsigned);
                verdict.unsigned = unsigned.map(|(line, _)| line.place).collect();
                verdict.signed = proofs.len() - verdict.unsigned.len();
            }
            Err(fault) => found.push(fault),
        }
    }
    let stem = Path::new(file).file_stem().unwrap_or_default();
    let id = &evaluated.m.id;
    if named && stem.to_string_lossy() != *id {
        let message = format!("the file should be called {id}.yaml after its id");
        found.insert(0, Diagnostic::new(Place::START, message));
    }
    MatchVerdict { faults: found, ..verdict }
}

fn unsound(refusal: MatchRefusal) -> Diagnostic {
    match refusal {
        MatchRefusal::Unsound { error, .. } => *error,
        refusal => Diagnostic::new(Place::START, refusal.to_string()),
    }
}

/// The records that a match may name, found by their ids alone: no id leads out of their place. Each is read and played
/// once, several at a time.
pub struct MatchRecords<'s> {
    place: RecordPlace<'s>,
    read: RefCell<HashMap<String, Result<Arc<MatchRecord>, String>>>,
}

/// Where records are looked for.
enum RecordPlace<'s> {
    /// Among the games of a repository.
    Store {
        store: &'s Store,
        /// The files by their stems in small letters, once they have been looked for.
        files: OnceCell<HashMap<String, (RepoPath, Option<BlobId>)>>,
    },
    /// Among the files below a folder.
    Folder {
        root: PathBuf,
        /// The files by their stems in small letters, once they have been looked for.
        files: OnceCell<HashMap<String, PathBuf>>,
    },
}

/// What a match needs to know of a record.
#[derive(Clone, Debug)]
pub struct MatchRecord {
    /// Its header.
    pub header: Header,
    /// What it says of its game.
    pub game: RecordedGame,
}

impl<'s> MatchRecords<'s> {
    /// The games of a repository.
    pub fn of(store: &'s Store) -> MatchRecords<'s> {
        let place = RecordPlace::Store { store, files: OnceCell::new() };
        MatchRecords { place, read: RefCell::default() }
    }

    /// The files that belong to a match file on disk: those below its folder, or around it where that is `matches`.
    pub fn beside(file: &Path) -> MatchRecords<'static> {
        MatchRecords::below(root(file))
    }

    /// The files below a folder.
    pub fn below(root: PathBuf) -> MatchRecords<'static> {
        let place = RecordPlace::Folder { root, files: OnceCell::new() };
        MatchRecords { place, read: RefCell::default() }
    }

    /// Takes in a record that is not written yet.
    pub(super) fn know(&self, header: &Header, game: &RecordedGame) {
        let record = Arc::new(MatchRecord { header: header.clone(), game: game.clone() });
        self.read.borrow_mut().insert(header.id.clone(), Ok(record));
    }

    /// Reads and plays the records of those ids that have not been yet.
    fn fetch<'i>(&self, ids: impl Iterator<Item = &'i str>) {
        let mut wanted = HashSet::new();
        let mut read = self.read.borrow_mut();
        let ids: Vec<&str> =
            ids.filter(|id| !read.contains_key(*id) && wanted.insert(*id)).collect();
        // No reason stands for a record that is not there.
        let sources = ids.iter().map(|id| match self.place.find(id) {
            Ok(Some((name, content))) => RecordSource::new(name, content),
            Ok(None) => RecordSource::new(*id, SourceBytes::Missing(String::new())),
            Err(why) => RecordSource::new(*id, SourceBytes::Missing(format!(": {why}"))),
        });
        let mut left = ids.iter();
        archive::scan(sources, play, |played| {
            let Some(id) = left.next() else { return ControlFlow::Break(()) };
            let record = played.map_err(|why| match why.as_str() {
                "" => format!("there is no record {id}"),
                why => format!("the record {id}{why}"),
            });
            read.insert(
                (*id).to_owned(),
                record.and_then(|(name, record)| named(id, name, record)),
            );
            ControlFlow::Continue(())
        });
    }

    /// What the record of that id says, once it has been read; or why that is not known, in words.
    fn get(&self, id: &str) -> Result<Arc<MatchRecord>, String> {
        let missing = || Err(format!("there is no record {id}"));
        self.read.borrow().get(id).cloned().unwrap_or_else(missing)
    }
}

/// Reads and plays a record; gives its name too, or why it cannot be had, as words to follow its id.
fn play(source: RecordSource) -> Result<(String, MatchRecord), String> {
    let RecordSource { name, content, .. } = source;
    let bytes = content.bytes()?;
    let unsound = |error| format!(" is not sound: {name}:{error}");
    let record = record::read(&bytes).map_err(unsound)?;
    let replayed = record::replay(&record).map_err(unsound)?;
    let game = recorded_game(&record, &replayed);
    Ok((name, MatchRecord { header: record.header().clone(), game }))
}

/// The record where it is that of the id under which it was looked for.
fn named(id: &str, name: String, record: MatchRecord) -> Result<Arc<MatchRecord>, String> {
    let own = &record.header.id;
    match own == id {
        true => Ok(Arc::new(record)),
        false => Err(format!("the record {id} is not there; {name} holds {own}")),
    }
}

impl RecordPlace<'_> {
    /// The name and the bytes of the record of that id, `None` when there is none.
    fn find(&self, id: &str) -> Result<Option<(String, SourceBytes)>, String> {
        match self {
            RecordPlace::Store { store, files } => {
                let read = || {
                    let files = match files.get() {
                        Some(files) => files,
                        None => {
                            let found = store.all_taken(GAMES)?;
                            files.get_or_init(|| found)
                        }
                    };
                    let Some((path, blob)) = files.get(&id.to_lowercase()) else { return Ok(None) };
                    let blob = match blob {
                        Some(blob) => store.read_listed(path, *blob)?,
                        None => store.read(path)?,
                    };
                    Ok(blob.map(|blob| (path.to_string(), SourceBytes::Bytes(blob.bytes))))
                };
                read().map_err(|error: StoreError| error.to_string())
            }
            RecordPlace::Folder { root, files } => {
                let files = files.get_or_init(|| index(root));
                let Some(path) = files.get(&id.to_lowercase()) else { return Ok(None) };
                let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
                Ok(Some((name, SourceBytes::File(path.clone()))))
            }
        }
    }
}

/// Folders whose records have been looked for already.
#[derive(Default)]
pub struct RecordFolders(HashMap<PathBuf, MatchRecords<'static>>);

impl RecordFolders {
    /// The records beside a match file.
    pub fn beside(&mut self, file: &Path) -> &MatchRecords<'static> {
        self.0.entry(root(file)).or_insert_with_key(|root| MatchRecords::below(root.clone()))
    }
}

fn root(file: &Path) -> PathBuf {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let mut folders = file.ancestors().skip(1);
    let own = folders.next().unwrap_or(Path::new("."));
    let around = folders.next().filter(|_| own.file_name().is_some_and(|name| name == MATCHES));
    around.unwrap_or(own).to_path_buf()
}

fn index(root: &Path) -> HashMap<String, PathBuf> {
    let games = root.join(GAMES);
    let root = if games.is_dir() { games } else { root.to_path_buf() };
    let paths = archive::records(&root).flatten();
    let in_matches =
        |path: &PathBuf| path.parent().is_some_and(|p| p.file_name().is_some_and(|n| n == MATCHES));
    let stem = |path: &PathBuf| path.file_stem().map(|s| s.to_string_lossy().to_lowercase());
    paths.filter(|path| !in_matches(path)).filter_map(|path| Some((stem(&path)?, path))).collect()
}

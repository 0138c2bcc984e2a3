//! Bringing in games that other programs wrote: each is a new record, and none comes in twice.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use rayon::prelude::*;

use super::change::{now, time_trailer};
use super::error::ActionError;
use super::repository::GAMES;
use crate::archive::import::{ImportedRecord, ReadGame, fingerprint, short};
use crate::archive::{self, RecordSource};
use crate::document::{Diagnostic, Place};
use crate::record;
use crate::render::counted;
use crate::store::{CommitId, NewFiles, RepoPath, Store, Timestamp};

/// The most records of a commit, and the most bytes: what waits for its commit is in memory.
const COMMIT: (usize, usize) = (5_000, 32 << 20);
/// How many records are read at once when those that there are already are looked at.
const BATCH: usize = 512;

/// Where the records go.
pub enum Destination<'s> {
    /// Into a repository, below the folder of its games, with commits.
    Repository(&'s Store),
    /// Into a folder, as files alone.
    Folder(PathBuf),
}

/// What became of a game.
#[derive(Clone, Debug)]
pub enum Imported {
    /// It is a record now, or with `dry_run` would be.
    New {
        /// The record's id.
        id: String,
        /// Its file.
        path: String,
    },
    /// It was there already: the same players made the same moves.
    Known {
        /// The id of the record that there is.
        id: String,
    },
    /// It is none that can be kept.
    Refused(Diagnostic),
}

/// Takes in games one after the other, and commits them in lots.
pub struct Importer<'s> {
    destination: Destination<'s>,
    dry_run: bool,
    /// The ids of the records that there are, by what is the same for the same game only.
    known: HashMap<u64, Box<str>>,
    /// The ids of all files, in small letters.
    ids: HashSet<Box<str>>,
    waiting: Vec<(RepoPath, Vec<u8>)>,
    bytes: usize,
}

impl<'s> Importer<'s> {
    /// Looks at what there is already. With `dry_run` nothing is written.
    ///
    /// # Errors
    /// Those of reading the repository, and of knowing who commits.
    pub fn new(destination: Destination<'s>, dry_run: bool) -> Result<Self, ActionError> {
        let (known, ids) = (HashMap::new(), HashSet::new());
        let mut importer =
            Importer { destination, dry_run, known, ids, waiting: Vec::new(), bytes: 0 };
        let mut batch: Vec<(String, Vec<u8>)> = Vec::new();
        match &importer.destination {
            Destination::Repository(store) => {
                store.committer()?;
                let (mut known, mut ids) = (HashMap::new(), HashSet::new());
                store.each_file(GAMES, |file| {
                    if let Ok((path, bytes)) = file {
                        batch.push((path.stem().to_owned(), bytes));
                    }
                    if batch.len() == BATCH {
                        know(&mut batch, &mut known, &mut ids);
                    }
                })?;
                know(&mut batch, &mut known, &mut ids);
                (importer.known, importer.ids) = (known, ids);
            }
            Destination::Folder(folder) => {
                let found = if folder.exists() { Some(archive::sources(folder)) } else { None };
                for RecordSource { name, content, .. } in found.into_iter().flatten() {
                    let stem = Path::new(&name).file_stem().unwrap_or_default();
                    if let Ok(bytes) = content.bytes() {
                        batch.push((stem.to_string_lossy().into_owned(), bytes));
                    }
                    if batch.len() == BATCH {
                        know(&mut batch, &mut importer.known, &mut importer.ids);
                    }
                }
                know(&mut batch, &mut importer.known, &mut importer.ids);
            }
        }
        Ok(importer)
    }

    /// Takes in a game. In a repository it waits for its commit: see [`is_full`](Importer::is_full) and
    /// [`commit`](Importer::commit).
    ///
    /// # Errors
    /// Those of writing its file.
    pub fn take(&mut self, game: ReadGame) -> Result<Imported, ActionError> {
        let ImportedRecord { id, folder, text, fingerprint, .. } = match game.record {
            Ok(record) => record,
            Err(fault) => return Ok(Imported::Refused(fault)),
        };
        if let Some(id) = self.known.get(&fingerprint) {
            return Ok(Imported::Known { id: id.to_string() });
        }
        let key: Box<str> = id.to_lowercase().into();
        if self.ids.contains(&key) {
            let message = format!("the id {id:?} is that of another game");
            let place = Place { line: game.line, column: 1 };
            return Ok(Imported::Refused(Diagnostic::new(place, message)));
        }
        let path = match &self.destination {
            Destination::Repository(_) => {
                let path = RepoPath::new(format!("{GAMES}/{folder}/{id}.yaml"))?;
                let name = path.to_string();
                if !self.dry_run {
                    self.bytes += text.len();
                    self.waiting.push((path, text.into_bytes()));
                }
                name
            }
            Destination::Folder(top) => {
                let path = top.join(folder).join(format!("{id}.yaml"));
                if !self.dry_run {
                    let failed =
                        |error| ActionError::File { file: path.display().to_string(), error };
                    write_new(&path, text.as_bytes()).map_err(failed)?;
                }
                path.display().to_string()
            }
        };
        self.ids.insert(key);
        self.known.insert(fingerprint, id.as_str().into());
        Ok(Imported::New { id, path })
    }

    /// Whether so much waits that it should be committed.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= COMMIT.0 || self.bytes >= COMMIT.1
    }

    /// Commits what waits, games of the file of that name; none when nothing does.
    ///
    /// # Errors
    /// Those of [`Store::add`].
    pub fn commit(&mut self, file: &str) -> Result<Option<CommitId>, ActionError> {
        let Destination::Repository(store) = &self.destination else { return Ok(None) };
        let files = std::mem::take(&mut self.waiting);
        self.bytes = 0;
        if files.is_empty() {
            return Ok(None);
        }
        let games = counted(files.len(), "game", "games");
        let at: DateTime<Utc> = now(store);
        let (key, time) = time_trailer(at);
        let new = NewFiles {
            files,
            author: store.committer()?,
            subject: format!("import: {games} from {file}"),
            trailers: vec![(key.to_owned(), time)],
            when: Timestamp(at.timestamp()),
        };
        Ok(Some(store.add(&new)?))
    }
}

/// Notes the ids of files, and which games they hold.
fn know(
    files: &mut Vec<(String, Vec<u8>)>,
    known: &mut HashMap<u64, Box<str>>,
    ids: &mut HashSet<Box<str>>,
) {
    let files = std::mem::take(files);
    let games: Vec<Option<u64>> = files
        .par_iter()
        .map(|(_, bytes)| {
            let record = record::read(bytes).ok()?;
            let (game, actions) = (record.game(), record.actions());
            Some(short(fingerprint(record.header(), game, record.start(), actions)))
        })
        .collect();
    for ((stem, _), game) in files.into_iter().zip(games) {
        ids.insert(stem.to_lowercase().into());
        game.into_iter().for_each(|game| drop(known.insert(game, stem.as_str().into())));
    }
}

/// Writes a file that is not there yet, whole or not at all.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist_noclobber(path).map(drop).map_err(|error| error.error)
}

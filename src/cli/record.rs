//! Arguments that name a record, and how it is found.

use std::path::Path;

use clap_complete::engine::ArgValueCompleter;

use super::arguments::{Common, standard_input};
use super::complete::{self, WAITING};
use super::error::{Failure, say};
use super::instant::now;
use super::uncommitted::Uncommitted;
use crate::actions::{self, ActionError, FoundFile, GAMES, Identity};
use crate::record::{self, Record, Replayed};
use crate::render::one_line;
use crate::store::{RepoPath, Store, StoreError};

/// Standard input.
pub(super) const INPUT: &str = "-";

/// Where a record is, if it is in a repository.
pub(super) type Placed = Option<(Store, RepoPath)>;

/// A record as the work tree has it.
pub(super) struct FoundRecord {
    pub(super) file: FoundFile,
    pub(super) placed: Placed,
    /// Whether and how the last commit has another version.
    pub(super) uncommitted: Option<Uncommitted>,
}

/// The record of a game in which something is done.
#[derive(clap::Args, Debug)]
pub(super) struct RecordToChange {
    /// The game: its id, words of it such as ben-1, its path, or @ for the one that waits
    #[arg(value_name = "REC", add = ArgValueCompleter::new(complete::records))]
    record: String,
}

/// The record of a game that is looked at.
#[derive(clap::Args, Debug)]
pub(super) struct RecordToRead {
    /// The game: its id, words of it such as ben-1, its path, @ for the one that waits, or - for standard input
    #[arg(value_name = "REC", add = ArgValueCompleter::new(complete::records))]
    record: String,
}

impl RecordToChange {
    /// The record that `name` means.
    pub(super) fn named(name: String) -> RecordToChange {
        RecordToChange { record: name }
    }

    /// The repository, and the record's place in it.
    pub(super) fn locate(&self, common: &Common) -> Result<(Store, RepoPath), Failure> {
        let store = common.store()?;
        let path = locate(&store, &self.record, common)?;
        Ok((store, path))
    }

    /// The same for an action that cannot be undone alone, which wants the game named.
    pub(super) fn locate_named(&self, common: &Common) -> Result<(Store, RepoPath), Failure> {
        if self.record == WAITING {
            return Err(Failure::usage("this binds you for good: name the game instead of @")
                .hint("`riverpost inbox` lists the games"));
        }
        self.locate(common)
    }
}

impl RecordToRead {
    /// The record that `name` means.
    pub(super) fn named(name: String) -> RecordToRead {
        RecordToRead { record: name }
    }

    /// What it was called.
    pub(super) fn name(&self) -> &str {
        &self.record
    }

    /// The record's file as it is now.
    pub(super) fn find(&self, common: &Common) -> Result<FoundFile, Failure> {
        if self.record != INPUT && self.record != WAITING && is_file(&self.record) {
            return Ok(actions::find(&common.folder(), GAMES, &self.record)?);
        }
        Ok(self.find_placed(common)?.0)
    }

    /// The same with the place it has in a repository, if it is in one.
    pub(super) fn find_placed(&self, common: &Common) -> Result<(FoundFile, Placed), Failure> {
        let name = self.record.as_str();
        if name == INPUT {
            return Ok((standard_input()?, None));
        }
        if name == WAITING || !is_file(name) {
            let store = common.store()?;
            let path = locate(&store, name, common)?;
            return Ok((actions::read_record(&store, &path)?, Some((store, path))));
        }
        let found = actions::find(&common.folder(), GAMES, name)?;
        let placed = Store::discover(&common.folder()).ok().and_then(|store| {
            let path = store.locate(&common.working_folder().ok()?, Path::new(name)).ok()?;
            Some((store, path))
        });
        Ok((found, placed))
    }
}

impl RecordToRead {
    /// The record's file as the work tree has it, also where it is named by its id and has edits.
    pub(super) fn find_as_it_stands(&self, common: &Common) -> Result<FoundRecord, Failure> {
        let name = self.record.as_str();
        if name == INPUT || name != WAITING && is_file(name) {
            let (file, placed) = self.find_placed(common)?;
            let edited = placed.as_ref().and_then(|(store, path)| store.uncommitted(path).ok()?);
            let uncommitted = edited.map(|edited| Uncommitted::of(edited.committed));
            return Ok(FoundRecord { file, placed, uncommitted });
        }
        let store = common.store()?;
        let path = locate(&store, name, common)?;
        let (bytes, uncommitted) = match store.read(&path) {
            Err(error @ StoreError::Edited { .. }) => match store.uncommitted(&path)? {
                Some(file) => (file.content, Some(Uncommitted::of(file.committed))),
                None => return Err(error.into()),
            },
            read => {
                let gone = || ActionError::Gone { path: path.clone() };
                (read?.ok_or_else(gone)?.bytes, None)
            }
        };
        let file = FoundFile { name: path.to_string(), bytes };
        Ok(FoundRecord { file, placed: Some((store, path)), uncommitted })
    }
}

/// The record in a file, played through.
pub(super) fn played(found: &FoundFile) -> Result<(Record<'_>, Replayed), Failure> {
    let unsound = |error| Failure::record(&found.name, &error);
    let record = record::read(&found.bytes).map_err(unsound)?;
    let replayed = record::replay(&record).map_err(unsound)?;
    Ok((record, replayed))
}

/// Whether a name is that of a file in or out of a repository.
fn is_file(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".yaml") || Path::new(name).is_file()
}

/// Who git commits as; none where it knows nobody, which does not matter to who only looks.
pub(super) fn identity(store: &Store) -> Result<Option<Identity>, Failure> {
    match Identity::of(store) {
        Ok(identity) => Ok(Some(identity)),
        Err(ActionError::Store(StoreError::NoIdentity)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The place of the record that is meant. Says which it is where the name is not the beginning of its id.
fn locate(store: &Store, name: &str, common: &Common) -> Result<RepoPath, Failure> {
    let path = if name == WAITING {
        actions::find_waiting(store, identity(store)?, now()?)?
    } else {
        actions::find_record(store, &common.working_folder()?, name)?
    };
    let named = is_file(name) || path.stem().to_lowercase().starts_with(&name.to_lowercase());
    if !named && !common.quiet && !common.json {
        say(format_args!("{} is {}", one_line(name), path.stem()));
    }
    Ok(path)
}

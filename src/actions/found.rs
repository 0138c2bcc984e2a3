//! Finding a record by its id, the beginning of its id, or its path.

use std::io::Read;
use std::path::Path;

use super::error::ActionError;
use super::open::GAMES;
use crate::store::{RepoPath, Store, StoreError};

/// The most bytes read of a record: one more than a record may have, so that a longer one is noticed.
const MOST_BYTES: u64 = 1024 * 1024 + 1;

/// A record's file as it is now.
#[derive(Clone, Debug)]
pub struct Found {
    /// What to call it in messages: the path as it was given, or the path in the repository.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Finds a record to read. `name` is `-` for standard input, the path of a file in or out of a repository, an id,
/// or the beginning of one id only. `repo` is the folder to look for a repository from; none is needed for a path.
///
/// # Errors
/// [`ActionError::File`] for a file that cannot be read, and those of [`locate`].
pub fn find(repo: &Path, name: &str) -> Result<Found, ActionError> {
    find_in(repo, GAMES, name)
}

/// The same among the files below a folder of the repository.
pub(super) fn find_in(repo: &Path, folder: &str, name: &str) -> Result<Found, ActionError> {
    let read = |reader: Box<dyn Read>| {
        let mut bytes = Vec::new();
        match reader.take(MOST_BYTES).read_to_end(&mut bytes) {
            Ok(_) => Ok(Found { name: name.into(), bytes }),
            Err(error) => Err(ActionError::File { file: name.into(), error }),
        }
    };
    if name == "-" {
        return read(Box::new(std::io::stdin()));
    }
    if is_path(name) || Path::new(name).is_file() {
        return match std::fs::File::open(name) {
            Ok(file) => read(Box::new(file)),
            Err(error) => Err(ActionError::File { file: name.into(), error }),
        };
    }
    let store = Store::discover(repo)?;
    let path = by_id(&store, folder, name)?;
    let blob = store.read(&path)?.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
    Ok(Found { name: path.to_string(), bytes: blob.bytes })
}

/// The place of a record in a repository, by id, the beginning of an id, or path (from the folder `cwd`).
///
/// # Errors
/// [`StoreError::NotFound`], [`StoreError::Ambiguous`], [`StoreError::Outside`].
pub fn locate(store: &Store, cwd: &Path, name: &str) -> Result<RepoPath, StoreError> {
    locate_in(store, cwd, GAMES, name)
}

/// The same among the files below a folder of the repository.
pub(super) fn locate_in(
    store: &Store,
    cwd: &Path,
    folder: &str,
    name: &str,
) -> Result<RepoPath, StoreError> {
    if is_path(name) || cwd.join(name).is_file() {
        return store.locate(cwd, Path::new(name));
    }
    by_id(store, folder, name)
}

/// The file of that id. The empty text, which is the beginning of every id, is none: it is most likely a variable of a
/// shell that was never set.
fn by_id(store: &Store, folder: &str, name: &str) -> Result<RepoPath, StoreError> {
    if name.is_empty() {
        return Err(StoreError::NotFound { id: String::new() });
    }
    store.find(folder, name)
}

/// Whether a name is meant as a path: no id has these signs.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".yaml")
}

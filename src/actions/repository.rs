//! A repository of games: making one, and where files lie in it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::error::ActionError;
use super::settings::FORMAT;
use crate::document::Limits;
use crate::store::{Initialised, Person, RepoPath, SETTINGS, Store, StoreError, Timestamp};

/// The folder below which all records lie.
pub const GAMES: &str = "games";
/// The folder in which matches lie.
pub const MATCHES: &str = "matches";

/// Whether a path is that of a record or a match.
pub(super) fn is_document(path: &str) -> bool {
    [GAMES, MATCHES].into_iter().any(|folder| is_in(path, folder)) && path.ends_with(".yaml")
}

/// Whether a path is that folder of the root, or below it.
pub(super) fn is_in(path: &str, folder: &str) -> bool {
    path.split('/').next() == Some(folder)
}

/// Records are the same bytes on every system, so that hashes and diffs mean the same everywhere, and git asks the driver
/// [`MERGE_DRIVER`] to merge them.
const ATTRIBUTES: &str = "*.yaml text eol=lf\ngames/**/*.yaml merge=riverpost\n";
/// What the merge driver for records is called in git's attributes and settings.
const MERGE_DRIVER: &str = "riverpost";

/// What [`init_repository`] did.
#[derive(Debug)]
pub struct InitializedRepository {
    /// Whether there was no git repository before.
    pub created: bool,
    /// The commit made, in hexadecimal; none when nothing was missing.
    pub commit: Option<String>,
    /// Files that were there with another content and have kept it.
    pub kept: Vec<String>,
    /// The repository.
    pub store: Store,
}

/// Makes `dir` a repository of games: creates it and git's part of it where missing, and commits `riverpost.yaml` and
/// `.gitattributes`. Where all is there already, nothing changes. Where git knows nobody to be the committer, `host` is put
/// into the repository's own settings, if given.
///
/// # Errors
/// Those of [`Store::init`].
pub fn init_repository(
    dir: &Path,
    when: Timestamp,
    host: Option<&Person>,
) -> Result<InitializedRepository, StoreError> {
    let settings = format!("format: {FORMAT}\n");
    let files = [(SETTINGS, settings.as_str()), (".gitattributes", ATTRIBUTES)];
    let Initialised { store, created, commit, kept } =
        Store::init_for(dir, &files, "riverpost: a repository for games", when, host)?;
    let kept = kept.iter().map(ToString::to_string).collect();
    Ok(InitializedRepository { created, commit: commit.map(|c| c.to_string()), kept, store })
}

/// Tells git in the repository's own settings what to run for merging records, with `%O`, `%A`, `%B` and the like as git has them.
/// What any of its settings say of that already stays; answers whether they said nothing.
///
/// # Errors
/// Those of [`Store::set_default`].
pub fn set_merge_driver(store: &Store, command: &str) -> Result<bool, StoreError> {
    store.set_default(&format!("merge.{MERGE_DRIVER}.name"), "game records")?;
    store.set_default(&format!("merge.{MERGE_DRIVER}.driver"), command)
}

/// A file as it is now.
#[derive(Clone, Debug)]
pub struct FoundFile {
    /// What to call it in messages: the path as it was given, or the path in the repository.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Finds a record or match to read. `name` is the path of a file in or out of a repository, an id, or the beginning of one id
/// only; ids are looked for below `folder`, which is [`GAMES`] or [`MATCHES`]. `repo` is where to look for a repository from;
/// none is needed for a path.
///
/// # Errors
/// [`ActionError::File`] for a file that cannot be read, and those of [`locate`].
pub fn find(repo: &Path, folder: &str, name: &str) -> Result<FoundFile, ActionError> {
    if is_path(name) || Path::new(name).is_file() {
        let failed = |error| ActionError::File { file: name.into(), error };
        let bytes = read_file(Path::new(name)).map_err(failed)?;
        return Ok(FoundFile { name: name.into(), bytes });
    }
    let store = Store::discover(repo)?;
    let path = by_id(&store, folder, name)?;
    let blob = store.read(&path)?.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
    Ok(FoundFile { name: path.to_string(), bytes: blob.bytes })
}

/// The place of a record or match in a repository, by id, the beginning of an id, or path (from the folder `cwd`). Ids are
/// looked for below `folder`.
///
/// # Errors
/// [`StoreError::NotFound`], [`StoreError::Ambiguous`], [`StoreError::Outside`].
pub fn locate(store: &Store, cwd: &Path, folder: &str, name: &str) -> Result<RepoPath, StoreError> {
    if is_path(name) || cwd.join(name).is_file() {
        return store.locate(cwd, Path::new(name));
    }
    by_id(store, folder, name)
}

/// A file outside the repository; of one that is too long, one byte more than a match file may have.
///
/// # Errors
/// Those of the file system.
pub fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(Limits::MATCH.bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The file of that id. The empty text, which is the beginning of every id, is none: it is most likely a variable of a
/// shell that was never set.
fn by_id(store: &Store, folder: &str, name: &str) -> Result<RepoPath, StoreError> {
    if name.is_empty() {
        return Err(StoreError::NotFound { folder: folder.to_owned(), id: String::new() });
    }
    store.find(folder, name)
}

/// Whether a name is meant as a path: no id has these signs.
pub(super) fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".yaml")
}

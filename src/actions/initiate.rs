//! Making a repository for games.

use std::path::Path;

use crate::store::{Initialised, Person, Store, StoreError, Timestamp};

/// The file that makes a git repository one of games.
pub const SETTINGS: &str = "riverpost.yaml";

const SETTINGS_TEXT: &str = "format: riverpost-repository/1\n";
/// Records are the same bytes on every system, so that hashes and diffs mean the same everywhere.
const ATTRIBUTES: &str = "*.yaml text eol=lf\n";

/// What [`initiate`] did.
#[derive(Debug)]
pub struct Initiated {
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
pub fn initiate(
    dir: &Path,
    when: Timestamp,
    host: Option<&Person>,
) -> Result<Initiated, StoreError> {
    let files = [(SETTINGS, SETTINGS_TEXT), (".gitattributes", ATTRIBUTES)];
    let Initialised { store, created, commit, kept } =
        Store::init_for(dir, &files, "riverpost: a repository for games", when, host)?;
    let kept = kept.iter().map(ToString::to_string).collect();
    Ok(Initiated { created, commit: commit.map(|c| c.to_string()), kept, store })
}

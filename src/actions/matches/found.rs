//! Finding a match file by its id, the beginning of its id, or its path.

use std::path::Path;

use super::super::error::ActionError;
use super::super::found::{Found, find_in, locate_in};
use crate::store::{RepoPath, Store, StoreError};

/// The folder of a repository in which matches lie.
pub const MATCHES: &str = "matches";

/// Finds a match to read, as [`find`](crate::actions::find) finds a record.
///
/// # Errors
/// Those of [`find`](crate::actions::find).
pub fn find_match(repo: &Path, name: &str) -> Result<Found, ActionError> {
    find_in(repo, MATCHES, name)
}

/// The place of a match in a repository, as [`locate`](crate::actions::locate) gives that of a record.
///
/// # Errors
/// Those of [`locate`](crate::actions::locate).
pub fn locate_match(store: &Store, cwd: &Path, name: &str) -> Result<RepoPath, StoreError> {
    locate_in(store, cwd, MATCHES, name)
}

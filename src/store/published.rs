//! What others can have: files as the remote-tracking branches have them.

use std::collections::HashSet;

use git2::ErrorCode;

use super::error::StoreError;
use super::name::{BlobId, RepoPath};
use super::read::{Blob, file_in};
use super::repository::Store;

impl Store {
    /// The versions of a file in the remote-tracking branches, each once; `None` in a repository without a remote. A version
    /// of more than `limit` bytes is left out.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn published(
        &self,
        path: &RepoPath,
        limit: usize,
    ) -> Result<Option<Vec<Blob>>, StoreError> {
        let mut versions = Vec::new();
        let mut seen = HashSet::new();
        let mut branches = self.repo.references_glob("refs/remotes/*")?.peekable();
        if branches.peek().is_none() && self.repo.remotes()?.is_empty() {
            return Ok(None);
        }
        for branch in branches {
            let commit = match branch?.peel_to_commit() {
                Ok(commit) => commit,
                // A symbolic reference to a branch that is gone.
                Err(error) if error.code() == ErrorCode::NotFound => continue,
                Err(error) => return Err(error.into()),
            };
            let Ok(Some(file)) = file_in(&self.repo, &commit.tree()?, path) else { continue };
            let size = self.repo.odb()?.read_header(file.id)?.0;
            if size <= limit && seen.insert(file.id) {
                versions.push(Blob { bytes: self.content(file.id, path)?, id: BlobId(file.id) });
            }
        }
        Ok(Some(versions))
    }
}

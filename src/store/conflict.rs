//! A file that git has left in conflict: both versions, and putting one of them in its place.

use std::path::Path;

use git2::{ObjectType, RepositoryState};

use super::error::StoreError;
use super::identity::one_line;
use super::name::RepoPath;
use super::repository::Store;
use super::rivals::{COMMITS_BACK, RESOLVED, RIVALS, folder};
use super::worktree::{FileDraft, check_size};

/// The files in git's folder that hold the message of the commit to come.
const MESSAGES: [&str; 2] = ["MERGE_MSG", "rebase-merge/message"];

/// What git is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GitOperation {
    /// A merge, or nothing that git knows of.
    Merge,
    /// A rebase.
    Rebase,
    /// A cherry-pick.
    CherryPick,
}

impl Store {
    /// Our version and theirs of a file that is in conflict, as far as there are two; `None` for any other file.
    ///
    /// # Errors
    /// [`StoreError::Git`], [`StoreError::TooLarge`].
    pub fn conflict(&self, path: &RepoPath) -> Result<Option<[Vec<u8>; 2]>, StoreError> {
        if self.is_bare() {
            return Ok(None);
        }
        let mut index = self.repo.index()?;
        index.read(true)?;
        let side = |stage| index.get_path(Path::new(path.as_str()), stage);
        match (side(2), side(3)) {
            (Some(ours), Some(theirs)) => {
                Ok(Some([self.content(ours.id, path)?, self.content(theirs.id, path)?]))
            }
            _ => Ok(None),
        }
    }

    /// Puts a version in the place of a file in conflict and tells git that it is settled. The trailers go into the message
    /// of the commit that ends what git is in the middle of.
    ///
    /// # Errors
    /// [`StoreError::NoGit`], [`StoreError::Refused`] with what git says, [`StoreError::Io`].
    pub fn settle_conflict(
        &self,
        path: &RepoPath,
        bytes: &[u8],
        trailers: &[(String, String)],
    ) -> Result<GitOperation, StoreError> {
        check_size(path, bytes.len() as u64)?;
        let Some(root) = self.root() else {
            return Err(StoreError::Untracked { path: path.to_string() });
        };
        let draft = self.write_object(ObjectType::Blob, bytes)?;
        FileDraft::write(root, path, (draft, 0), bytes, true)?.place()?;
        self.git_alone(&["--literal-pathspecs", "add", "--", path.as_str()])?;
        let trailer = |(key, value): &(String, String)| {
            format!("--trailer={key}: {}", one_line(value, |_| false))
        };
        let trailers: Vec<String> = trailers.iter().map(trailer).collect();
        for message in MESSAGES.map(|name| self.git_dir().join(name)) {
            if let (true, Some(file)) = (message.is_file(), message.to_str()) {
                let mut arguments = vec!["interpret-trailers", "--in-place"];
                arguments.extend(trailers.iter().map(String::as_str));
                self.git_alone(&[&arguments[..], &["--", file]].concat())?;
            }
        }
        Ok(match self.repo.state() {
            RepositoryState::Rebase
            | RepositoryState::RebaseInteractive
            | RepositoryState::RebaseMerge => GitOperation::Rebase,
            RepositoryState::CherryPick | RepositoryState::CherryPickSequence => {
                GitOperation::CherryPick
            }
            _ => GitOperation::Merge,
        })
    }

    /// The references of rival versions of a record that a commit of the current branch says to be settled, with that commit,
    /// the latest first.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn settled_rivals(&self, id: &str) -> Result<Vec<(String, String)>, StoreError> {
        let mut settled = Vec::new();
        let (Some(tip), folder) = (self.tip()?, folder(id)) else { return Ok(settled) };
        let mut walk = self.repo.revwalk()?;
        walk.push(tip.0)?;
        for commit in walk.take(COMMITS_BACK) {
            let commit = self.repo.find_commit(commit?)?;
            let message = String::from_utf8_lossy(commit.message_bytes());
            if !message.contains(RIVALS) {
                continue;
            }
            let named =
                message.lines().filter_map(|line| line.strip_prefix(RESOLVED)?.strip_prefix(": "));
            let named = named.map(str::trim).filter(|name| name.starts_with(&folder));
            settled.extend(named.map(|name| (name.to_owned(), commit.id().to_string())));
        }
        Ok(settled)
    }
}

//! The commits that changed a file.

use std::collections::{BinaryHeap, HashSet};

use git2::{Commit, Oid, Signature};

use super::error::StoreError;
use super::identity::{Person, Timestamp};
use super::name::{CommitId, RepoPath};
use super::read::{file_in, same_in};
use super::repository::Store;

/// One commit that changed a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The commit.
    pub commit: CommitId,
    /// Who acted.
    pub author: Person,
    /// Who ran the tool.
    pub committer: Person,
    /// When the author acted.
    pub time: Timestamp,
    /// When the tool was run.
    pub entered: Timestamp,
    /// The commit's first line.
    pub subject: String,
    /// The `Key: value` lines at the commit's end, in order.
    pub trailers: Vec<(String, String)>,
}

impl Store {
    /// The commits that changed a file, newest first and no more than `max`. A merge that took the
    /// file from one side unchanged is passed over to that side, as `git log` does; renames are not
    /// followed.
    ///
    /// # Errors
    /// [`StoreError::Git`]; [`StoreError::SymbolicLink`] and [`StoreError::InTheWay`] when the path
    /// was something else than a file once.
    pub fn log(&self, path: &RepoPath, max: usize) -> Result<Vec<HistoryEntry>, StoreError> {
        let mut entries = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting = BinaryHeap::new();
        let mut wait = |waiting: &mut BinaryHeap<(i64, Oid)>, commit: &Commit<'_>| {
            if seen.insert(commit.id()) {
                waiting.push((commit.time().seconds(), commit.id()));
            }
        };
        if let Some(head) = self.commit_of(&self.head()?)? {
            wait(&mut waiting, &head);
        }
        while entries.len() < max
            && let Some((_, id)) = waiting.pop()
        {
            let commit = self.repo.find_commit(id)?;
            let parents: Vec<Commit<'_>> = commit.parents().collect();
            if let Some(parent) = self.source(&commit, &parents, path)? {
                wait(&mut waiting, parent);
                continue;
            }
            let gone = file_in(&self.repo, &commit.tree()?, path)?.is_none();
            if !(gone && parents.is_empty()) {
                entries.push(entry(&commit)?);
            }
            for parent in &parents {
                wait(&mut waiting, parent);
            }
        }
        Ok(entries)
    }

    /// The parent from which a commit took the file unchanged, if any.
    fn source<'p, 'r>(
        &self,
        commit: &Commit<'_>,
        parents: &'p [Commit<'r>],
        path: &RepoPath,
    ) -> Result<Option<&'p Commit<'r>>, StoreError> {
        let tree = commit.tree()?;
        for parent in parents {
            if same_in(&self.repo, &tree, &parent.tree()?, path)? {
                return Ok(Some(parent));
            }
        }
        Ok(None)
    }
}

/// What a commit says of itself.
pub(super) fn entry(commit: &Commit<'_>) -> Result<HistoryEntry, StoreError> {
    let message = String::from_utf8_lossy(commit.message_bytes());
    let (subject, _) = message.split_once('\n').unwrap_or((&message, ""));
    let trailers = git2::message_trailers_strs(&message)?;
    let trailers = trailers.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    let (author, committer) = (commit.author(), commit.committer());
    Ok(HistoryEntry {
        commit: CommitId(commit.id()),
        time: Timestamp(author.when().seconds()),
        entered: Timestamp(committer.when().seconds()),
        author: person(&author),
        committer: person(&committer),
        subject: subject.to_owned(),
        trailers,
    })
}

fn person(signature: &Signature<'_>) -> Person {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Person { name: text(signature.name_bytes()), email: text(signature.email_bytes()) }
}

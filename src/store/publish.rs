use std::thread::sleep;

use git2::{ErrorCode, Oid};

use super::draft::FileDraft;
use super::index::{self, IndexLock, OldIndex, Staged};
use super::index_file::IndexFile;
use super::lock::{LOOKS, PAUSE};
use super::repository::Head;
use super::tree::TreeFile;
use super::turn::{Journal, WriteLock};
use super::{CommitId, RepoPath, Store, StoreError, read, worktree};

/// One file of a commit: what it becomes, and what it was when that was decided.
pub(super) struct FileChange {
    pub(super) path: RepoPath,
    pub(super) before: Option<(TreeFile, Vec<u8>)>,
    pub(super) after: TreeFile,
    pub(super) bytes: Vec<u8>,
    /// Set where the file on disk already is what is committed, though git does not know it yet.
    pub(super) on_disk: bool,
}

/// A commit that nobody sees yet.
pub(super) struct Unpublished {
    pub(super) commit: Oid,
    /// The branch as it was when the commit was made.
    pub(super) head: Head,
    pub(super) branch: String,
    pub(super) subject: String,
    pub(super) changes: Vec<FileChange>,
}

impl Store {
    /// Moves the branch to the commit and brings files and index up to date. Answers `false`, with
    /// nothing changed, when the branch is no longer where it was.
    pub(super) fn publish(&self, turn: &WriteLock, new: Unpublished) -> Result<bool, StoreError> {
        let journal = Journal {
            branch: new.branch.clone(),
            commit: new.commit,
            paths: new.changes.iter().map(|change| change.path.clone()).collect(),
        };
        if self.is_bare() {
            journal.write(turn)?;
            let moved = self.move_branch(&new);
            return Journal::close(turn).and(moved);
        }
        let lock = IndexLock::take(self.git_dir(), turn)?;
        // HEAD before all else: in its new light, the files below may be right.
        if self.head()? != new.head {
            return Ok(false);
        }
        let old = OldIndex::load(self, turn, &lock)?;
        let index = old.parse()?;
        for change in &new.changes {
            self.check(&new.head, &index, change)?;
        }
        journal.write(turn)?;
        let drafts = self.drafts(&new.changes);
        let moved = drafts.and_then(|drafts| Ok((self.move_branch(&new)?, drafts)));
        let (moved, drafts) = match moved {
            Ok((true, drafts)) => (true, drafts),
            Ok((false, _)) => return Journal::close(turn).and(Ok(false)),
            Err(error) => return Journal::close(turn).and(Err(error)),
        };
        let followed =
            self.follow(&old, index, drafts, &new.changes).and_then(|()| Journal::close(turn));
        followed.map(|()| moved).map_err(|source| StoreError::Unfinished {
            commit: CommitId(new.commit),
            source: Box::new(source),
        })
    }

    /// Refuses when the user changed the file or its index entry meanwhile.
    fn check(
        &self,
        head: &Head,
        index: &IndexFile<'_>,
        change: &FileChange,
    ) -> Result<(), StoreError> {
        let FileChange { path, before, .. } = change;
        let staged = index::staged(index, path)?;
        if let Some(root) = self.root() {
            let disk = worktree::read(root, path)?;
            let expected = match before {
                _ if change.on_disk => Some(change.bytes.as_slice()),
                Some((_, bytes)) => Some(bytes.as_slice()),
                None => None,
            };
            if !read::same(disk.as_deref(), expected) {
                return Err(StoreError::Edited { path: path.clone() });
            }
        }
        let before = before.as_ref().map(|(leaf, _)| *leaf);
        if change.on_disk || staged == before.map(|leaf| leaf.id) {
            return Ok(());
        }
        match before {
            None => Err(StoreError::Untracked { path: path.clone() }),
            Some(leaf) if self.is_stale(head, path, leaf, staged)? => Ok(()),
            Some(_) => Err(StoreError::Staged { path: path.clone() }),
        }
    }

    /// Whether an index entry is one that a killed run did not bring up to date.
    pub(super) fn is_stale(
        &self,
        head: &Head,
        path: &RepoPath,
        now: TreeFile,
        staged: Option<Oid>,
    ) -> Result<bool, StoreError> {
        let before = self.version_before(head, path, now)?;
        Ok(before.is_some_and(|before| before.map(|leaf| leaf.id) == staged))
    }

    fn drafts(&self, changes: &[FileChange]) -> Result<Vec<Option<FileDraft>>, StoreError> {
        let Some(root) = self.root() else {
            return Ok(Vec::new());
        };
        let draft = |(number, change): (usize, &FileChange)| match change.on_disk {
            true => Ok(None),
            false => FileDraft::write(root, &change.path, number, &change.bytes).map(Some),
        };
        changes.iter().enumerate().map(draft).collect()
    }

    fn follow<'a>(
        &self,
        old: &'a OldIndex,
        index: IndexFile<'a>,
        drafts: Vec<Option<FileDraft>>,
        changes: &'a [FileChange],
    ) -> Result<(), StoreError> {
        let Some(root) = self.root() else {
            return Ok(());
        };
        for draft in drafts.into_iter().flatten() {
            draft.place()?;
        }
        let staged = |change: &'a FileChange| {
            let FileChange { path, after, .. } = change;
            Staged { path, id: after.id, mode: after.mode }
        };
        old.replace(index, root, &changes.iter().map(staged).collect::<Vec<_>>())
    }

    fn move_branch(&self, new: &Unpublished) -> Result<bool, StoreError> {
        let message = format!("riverpost: {}", new.subject);
        for _ in 0..LOOKS {
            let answer = match new.head.commit {
                Some(old) => {
                    self.repo.reference_matching(&new.branch, new.commit, true, old, &message)
                }
                None => self.repo.reference(&new.branch, new.commit, false, &message),
            };
            let Err(error) = answer else { return Ok(true) };
            match error.code() {
                ErrorCode::Modified | ErrorCode::Exists | ErrorCode::NotFound => return Ok(false),
                ErrorCode::Locked => sleep(PAUSE),
                _ => return Err(error.into()),
            }
        }
        Err(StoreError::Locked { lock: self.branch_lock(&new.branch) })
    }
}

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;

use git2::Oid;

use super::draft::{self, FileDraft};
use super::index::{self, IndexLock, OldIndex};
use super::lock::{LOOKS, PAUSE, remove};
use super::turn::{Journal, WriteLock};
use super::{RepoPath, Store, StoreError};

impl Store {
    /// Finishes what a killed run began. Files the user changed since are left alone: they are
    /// refused, with the reason, when their turn comes.
    pub(super) fn recover(&self) -> Result<(), StoreError> {
        if !Journal::exists(self.git_dir()) {
            return Ok(());
        }
        let turn = WriteLock::take(self.git_dir())?;
        let Some(journal) = Journal::read(&turn) else {
            return Journal::close(&turn);
        };
        self.free_branch(&journal.branch, journal.commit)?;
        if let Some(root) = self.root() {
            for (number, path) in journal.paths.iter().enumerate() {
                draft::discard(root, path, number)?;
                self.mend(&turn, path)?;
            }
        }
        Journal::close(&turn)
    }

    /// Brings file and index entry up to HEAD's version where both still are the one before.
    pub(super) fn mend(&self, turn: &WriteLock, path: &RepoPath) -> Result<(), StoreError> {
        let Some(root) = self.root() else {
            return Ok(());
        };
        let lock = IndexLock::take(self.git_dir(), turn)?;
        let Ok(now) = self.snapshot(path) else {
            return Ok(());
        };
        let Some((leaf, bytes)) = now.file else {
            return Ok(());
        };
        let old = OldIndex::load(self, turn, &lock)?;
        let index = old.parse()?;
        let staged = index::staged(&index, path)?;
        if staged == Some(leaf.id) || !self.is_stale(&now.head, path, leaf, staged)? {
            return Ok(());
        }
        if now.behind {
            FileDraft::write(root, path, 0, &bytes)?.place()?;
        }
        let change = index::Staged { path, id: leaf.id, mode: leaf.mode };
        old.replace(index, root, &[change])
    }

    /// Removes the branch's lock when the killed run left it: when it holds that run's commit, or
    /// stays empty for longer than any live git leaves it so.
    fn free_branch(&self, branch: &str, commit: Oid) -> Result<(), StoreError> {
        let lock = self.branch_lock(branch);
        for look in 1..=LOOKS {
            let Ok(content) = fs::read_to_string(&lock) else {
                return Ok(());
            };
            let content = content.trim_end();
            if content == commit.to_string() || (content.is_empty() && look == LOOKS) {
                return remove(&lock);
            }
            if !content.is_empty() {
                return Ok(());
            }
            sleep(PAUSE);
        }
        Ok(())
    }

    pub(super) fn branch_lock(&self, branch: &str) -> PathBuf {
        self.repo.commondir().join(format!("{branch}.lock"))
    }
}

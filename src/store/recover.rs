//! Finishing what a killed run began.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;

use git2::Oid;

use super::error::StoreError;
use super::index::{IndexDraft, StagedFile};
use super::lock::{IndexLock, LOOKS, PAUSE, WriteLock, remove};
use super::name::RepoPath;
use super::read::Snapshot;
use super::repository::Store;
use super::worktree::{self, FileDraft};

/// What a run is about to change. On disk from before the branch moves until the files have
/// followed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Journal {
    pub(super) branch: Vec<u8>,
    pub(super) commit: Oid,
    pub(super) paths: Vec<RepoPath>,
}

impl Journal {
    pub(super) fn exists(git_dir: &Path) -> bool {
        journal_in(&WriteLock::place(git_dir)).exists()
    }

    pub(super) fn write(&self, lock: &WriteLock) -> Result<(), StoreError> {
        let mut text = self.branch.clone();
        text.extend(format!("\n{}\n", self.commit).bytes());
        for path in &self.paths {
            text.extend(format!("{path}\n").bytes());
        }
        let path = journal_in(lock.folder());
        fs::write(&path, text).map_err(|error| StoreError::io(&path, error))
    }

    /// The journal of a run that died; `None` when it is incomplete, since then that run had
    /// changed nothing yet.
    pub(super) fn read(lock: &WriteLock) -> Option<Self> {
        let text = fs::read(journal_in(lock.folder())).ok()?;
        let (branch, text) = text.split_at(text.iter().position(|&byte| byte == b'\n')?);
        let branch = branch.to_vec();
        let mut lines = std::str::from_utf8(text).ok()?[1..].strip_suffix('\n')?.split('\n');
        let commit = lines.next()?.parse().ok()?;
        let paths = lines.map(RepoPath::new).collect::<Result<_, _>>().ok()?;
        Some(Self { branch, commit, paths })
    }

    pub(super) fn close(lock: &WriteLock) -> Result<(), StoreError> {
        remove(&journal_in(lock.folder()))
    }
}

fn journal_in(folder: &Path) -> PathBuf {
    folder.join("journal")
}

impl Store {
    /// Finishes what a killed run began. Files the user changed since are left alone: they are
    /// refused, with the reason, when their turn comes.
    pub(super) fn recover(&self) -> Result<(), StoreError> {
        if !Journal::exists(self.git_dir()) {
            return Ok(());
        }
        let lock = WriteLock::take(self.git_dir())?;
        let Some(journal) = Journal::read(&lock) else {
            return Journal::close(&lock);
        };
        self.free_branch(&journal.branch, journal.commit)?;
        self.bring_up_to_date(&lock, &journal)
    }

    /// Brings the files of a journal up to date, which is written if it is not there, and closes it.
    pub(super) fn bring_up_to_date(
        &self,
        lock: &WriteLock,
        journal: &Journal,
    ) -> Result<(), StoreError> {
        if let Some(root) = self.root() {
            if !Journal::exists(self.git_dir()) {
                journal.write(lock)?;
            }
            self.mend(root, lock, journal)?;
        }
        Journal::close(lock)
    }

    /// Brings files and index entries up to HEAD's version where both still are the one before.
    fn mend(&self, root: &Path, lock: &WriteLock, journal: &Journal) -> Result<(), StoreError> {
        let index_lock = IndexLock::take(self.git_dir(), lock)?;
        let index = IndexDraft::load(self.git_dir(), lock, &index_lock)?;
        let head = self.head()?;
        let few = journal.paths.len() <= worktree::FLUSHED;
        let mut mended = Vec::new();
        for (number, path) in journal.paths.iter().enumerate() {
            let draft = (journal.commit, number);
            worktree::discard(root, path, draft)?;
            let Ok(Snapshot { file: Some((file, bytes)), behind, .. }) =
                self.look(head.clone(), path, || index.staged(path))
            else {
                continue;
            };
            let staged = index.staged(path)?;
            if staged == Some(file.id) || !self.is_stale(&head, path, file, staged)? {
                continue;
            }
            if behind {
                FileDraft::write(root, path, draft, &bytes, few)?.place()?;
            }
            mended.push(StagedFile { path, id: file.id, mode: file.mode });
        }
        match mended.is_empty() {
            true => Ok(()),
            false => index.replace(root, self.file_settings(), &mended),
        }
    }

    /// Removes the branch's lock when the killed run left it: when it holds that run's commit, or
    /// stays empty for longer than any live git leaves it so.
    fn free_branch(&self, branch: &[u8], commit: Oid) -> Result<(), StoreError> {
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
}

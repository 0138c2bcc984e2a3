//! Making a commit and moving the branch to it.

use std::thread::sleep;

use git2::{ErrorCode, Oid};

use super::commit::{CommitText, FileChange};
use super::error::StoreError;
use super::identity::{Person, Timestamp, committer};
use super::index::{IndexDraft, StagedFile};
use super::lock::{IndexLock, LOOKS, PAUSE, WriteLock};
use super::name::{CommitId, RepoPath};
use super::read::{MOVED, Snapshot, TreeFile};
use super::recover::Journal;
use super::repository::{Head, Store, found};
use super::settings::GitFile;
use super::signing::Signer;
use super::worktree::{self, FileDraft};

/// How often a change is asked for when the branch keeps moving.
const ATTEMPTS: u32 = 20;

/// What a file becomes, and what the commit says about it.
#[derive(Clone, Debug)]
pub struct CommitDraft<T> {
    /// The file's whole new content.
    pub bytes: Vec<u8>,
    /// Files that come with it in the same commit, which the repository does not have yet; no place twice.
    pub new_files: Vec<(RepoPath, Vec<u8>)>,
    /// Who acted: the commit's author.
    pub author: Person,
    /// The commit's first line; line ends and control characters are taken out.
    pub subject: String,
    /// `Key: value` lines at the commit's end, in this order.
    pub trailers: Vec<(String, String)>,
    /// When it was done: the author's time.
    pub when: Timestamp,
    /// Handed through to the caller.
    pub value: T,
}

impl<T> CommitDraft<T> {
    /// The same draft with another value for the caller.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> CommitDraft<U> {
        let CommitDraft { bytes, new_files, author, subject, trailers, when, value } = self;
        CommitDraft { bytes, new_files, author, subject, trailers, when, value: change(value) }
    }
}

impl Store {
    /// Commits one file, and the new ones that come with it: reads it, asks `edit` what it becomes (`None`: there is no such
    /// file yet), and moves the current branch. When the branch moved meanwhile, reads and asks again. Author
    /// is who the draft names, committer whoever git is configured for.
    ///
    /// A branch without commits gets its first. In a work tree, the file and its index entry follow
    /// and everything else stays as staged or edited; hooks do not run.
    ///
    /// # Errors
    /// What `edit` answers, and every refusal of [`StoreError`]; nothing is changed then.
    /// [`StoreError::Unfinished`] alone means that the commit was made.
    pub fn update<T, E: From<StoreError>>(
        &self,
        path: &RepoPath,
        mut edit: impl FnMut(Option<&[u8]>) -> Result<CommitDraft<T>, E>,
    ) -> Result<(CommitId, T), E> {
        let mut publisher = Publisher::new(self)?;
        loop {
            let Snapshot { head, file, .. } = self.current(path, publisher.lock.as_ref())?;
            // Asked for before `edit`, which may take long.
            head.branch()?;
            let draft = edit(file.as_ref().map(|(_, bytes)| bytes.as_slice()))?;
            let mut value = None;
            let draft = draft.map(|given| value = Some(given));
            if let (Some(commit), Some(value)) = (publisher.commit(path, head, file, draft)?, value)
            {
                return Ok((commit, value));
            }
        }
    }

    /// HEAD's version of a file, brought up to date first where a killed run left file and index behind.
    fn current(&self, path: &RepoPath, held: Option<&WriteLock>) -> Result<Snapshot, StoreError> {
        let snapshot = self.snapshot(path)?;
        if !snapshot.behind {
            return Ok(snapshot);
        }
        if let Head { branch: Some(branch), commit: Some(commit) } = snapshot.head {
            let journal = Journal { branch, commit, paths: vec![path.clone()] };
            match held {
                Some(lock) => self.bring_up_to_date(lock, &journal)?,
                None => self.bring_up_to_date(&WriteLock::take(self.git_dir())?, &journal)?,
            }
        }
        self.snapshot(path)
    }
}

/// Makes one commit in up to 20 attempts, one for each time the branch moved.
pub(super) struct Publisher<'s> {
    pub(super) store: &'s Store,
    pub(super) committer: Person,
    pub(super) signer: Option<Signer>,
    attempts: u32,
    /// Held from the second attempt on.
    lock: Option<WriteLock>,
}

/// A commit that no branch names yet.
pub(super) struct Unpublished<'a> {
    pub(super) commit: Oid,
    /// HEAD as it was when the commit was made.
    pub(super) head: &'a Head,
    pub(super) branch: &'a [u8],
    pub(super) subject: &'a str,
    pub(super) changes: &'a [FileChange],
}

impl Unpublished<'_> {
    /// What failed after the branch had moved.
    fn unfinished(&self, source: StoreError) -> StoreError {
        StoreError::Unfinished { commit: self.commit.to_string(), source: Box::new(source) }
    }
}

impl<'s> Publisher<'s> {
    /// Refuses early what would be refused late, and finishes what a killed run began.
    pub(super) fn new(store: &'s Store) -> Result<Self, StoreError> {
        let committer = committer(&store.repo)?;
        let signer = Signer::configured(&store.repo)?;
        WriteLock::check(store.git_dir())?;
        store.share_own_files(store.git_dir())?;
        if !store.is_bare() {
            IndexLock::wait(store.git_dir())?;
        }
        store.recover()?;
        let mut publisher = Self { store, committer, signer, attempts: 0, lock: None };
        publisher.put_back()?;
        Ok(publisher)
    }

    /// Commits a draft on top of the HEAD whose file was read for it. `None` as of [`publish`](Publisher::publish).
    fn commit(
        &mut self,
        path: &RepoPath,
        head: Head,
        before: Option<(TreeFile, Vec<u8>)>,
        draft: CommitDraft<()>,
    ) -> Result<Option<CommitId>, StoreError> {
        let CommitDraft { bytes, new_files, author, subject, trailers, when, value: () } = draft;
        self.store.refuse_known(&head, &new_files)?;
        let mut changes = vec![self.store.write_change(path, before, bytes)?];
        for (path, bytes) in new_files {
            changes.push(self.store.write_change(&path, None, bytes)?);
        }
        let text = CommitText { author: &author, subject: &subject, trailers: &trailers, when };
        self.publish(head, changes, &text)
    }

    /// Writes the commit on top of `head` and moves the branch to it. `None`, with nothing changed, when the branch is
    /// no longer where it was: then the changes must be found anew.
    ///
    /// # Errors
    /// [`StoreError::Raced`] in place of the last `None`.
    pub(super) fn publish(
        &mut self,
        head: Head,
        changes: Vec<FileChange>,
        text: &CommitText<'_>,
    ) -> Result<Option<CommitId>, StoreError> {
        let Self { store, committer, signer, .. } = self;
        head.branch()?;
        let commit = store.write_commit(&head, None, &changes, text, committer, signer.as_ref())?;
        store.settle_objects(commit, &changes)?;
        self.move_to(commit, head, &changes, text.subject)
    }

    /// Moves the branch to a commit that has been written on top of `head`. `None` as of [`publish`](Publisher::publish).
    pub(super) fn move_to(
        &mut self,
        commit: Oid,
        head: Head,
        changes: &[FileChange],
        subject: &str,
    ) -> Result<Option<CommitId>, StoreError> {
        let store = self.store;
        // The first attempt prepares without the lock, since an edit or a passphrase may take long;
        // the others with it, so that no crowd of runs can starve one.
        let lock = match self.lock.take() {
            Some(lock) => lock,
            None => WriteLock::take(store.git_dir())?,
        };
        let new = Unpublished { commit, head: &head, branch: head.branch()?, subject, changes };
        if store.publish(&lock, &new)? {
            return Ok(Some(CommitId(commit)));
        }
        self.lock = Some(lock);
        self.attempts += 1;
        if self.attempts == ATTEMPTS {
            return Err(StoreError::Raced { attempts: ATTEMPTS });
        }
        Ok(None)
    }
}

impl Store {
    /// Moves the branch to the commit and brings files and index up to date. Answers `false`, with
    /// nothing changed, when the branch is no longer where it was.
    pub(super) fn publish(
        &self,
        lock: &WriteLock,
        new: &Unpublished<'_>,
    ) -> Result<bool, StoreError> {
        let journal = Journal {
            branch: new.branch.to_owned(),
            commit: new.commit,
            paths: new.changes.iter().map(|change| change.path.clone()).collect(),
        };
        if self.is_bare() {
            journal.write(lock)?;
            let moved = self.move_branch(new);
            if !matches!(moved, Ok(true)) {
                return Journal::close(lock).and(moved);
            }
            let followed = self.settle_branch(new.branch).and_then(|()| Journal::close(lock));
            return followed.map(|()| true).map_err(|source| new.unfinished(source));
        }
        let index_lock = IndexLock::take(self.git_dir(), lock)?;
        // HEAD before files and index: they are compared with the commit that it names now.
        if self.head()? != *new.head {
            return Ok(false);
        }
        let index = IndexDraft::load(self.git_dir(), lock, &index_lock)?;
        for change in new.changes {
            self.check(new.head, &index, change)?;
        }
        journal.write(lock)?;
        let drafts = self.drafts(new);
        let moved = drafts.and_then(|drafts| Ok((self.move_branch(new)?, drafts)));
        let drafts = match moved {
            Ok((true, drafts)) => drafts,
            Ok((false, _)) => return Journal::close(lock).and(Ok(false)),
            Err(error) => return Journal::close(lock).and(Err(error)),
        };
        let followed = self
            .settle_branch(new.branch)
            .and_then(|()| self.follow(index, drafts, new.changes))
            .and_then(|()| Journal::close(lock));
        followed.map(|()| true).map_err(|source| new.unfinished(source))
    }

    /// Refuses when the user changed the file or its index entry meanwhile.
    fn check(
        &self,
        head: &Head,
        index: &IndexDraft,
        change: &FileChange,
    ) -> Result<(), StoreError> {
        let FileChange { path, before, .. } = change;
        let staged = index.staged(path)?;
        if let Some(root) = self.root() {
            let disk = worktree::read(root, path)?;
            let expected = match before {
                _ if change.on_disk => Some(change.bytes.as_slice()),
                Some((_, bytes)) => Some(bytes.as_slice()),
                None => None,
            };
            if !worktree::same(disk.as_deref(), expected) {
                let path = path.to_string();
                return Err(match expected {
                    Some(_) => StoreError::Edited { path },
                    None => StoreError::Untracked { path },
                });
            }
        }
        let before = before.as_ref().map(|(file, _)| *file);
        if change.on_disk || staged == before.map(|file| file.id) {
            return Ok(());
        }
        match before {
            None => Err(StoreError::Untracked { path: path.to_string() }),
            Some(file) if self.is_stale(head, path, file, staged)? => Ok(()),
            Some(_) => Err(StoreError::Staged { path: path.to_string() }),
        }
    }

    fn drafts(&self, new: &Unpublished<'_>) -> Result<Vec<Option<FileDraft>>, StoreError> {
        let Some(root) = self.root() else {
            return Ok(Vec::new());
        };
        let few = new.changes.len() <= worktree::FLUSHED;
        let draft = |(number, change): (usize, &FileChange)| match change.on_disk {
            true => Ok(None),
            false => {
                let name = (new.commit, number);
                FileDraft::write(root, &change.path, name, &change.bytes, few).map(Some)
            }
        };
        new.changes.iter().enumerate().map(draft).collect()
    }

    /// Puts the files and then the index in their places.
    fn follow(
        &self,
        index: IndexDraft,
        drafts: Vec<Option<FileDraft>>,
        changes: &[FileChange],
    ) -> Result<(), StoreError> {
        let Some(root) = self.root() else {
            return Ok(());
        };
        for draft in drafts.into_iter().flatten() {
            draft.place()?;
        }
        let staged = changes.iter().map(|change| {
            let FileChange { path, after, .. } = change;
            StagedFile { path, id: after.id, mode: after.mode }
        });
        index.replace(root, self.file_settings(), &staged.collect::<Vec<_>>())
    }

    /// Compare and swap: `false` when the branch is no longer where it was.
    fn move_branch(&self, new: &Unpublished<'_>) -> Result<bool, StoreError> {
        let message = format!("{MOVED}{}", new.subject);
        for _ in 0..LOOKS {
            let answer = match new.head.commit {
                Some(_) => {
                    let Some(mut tip) = found(self.repo.find_reference("HEAD")?.resolve())? else {
                        return Ok(false);
                    };
                    if tip.name_bytes() != new.branch || tip.target() != new.head.commit {
                        return Ok(false);
                    }
                    // Compares with the target that was read.
                    tip.set_target(new.commit, &message)
                }
                None => match std::str::from_utf8(new.branch) {
                    Ok(branch) => self.repo.reference(branch, new.commit, false, &message),
                    Err(_) => return Err(StoreError::UnbornBranch),
                },
            };
            let Err(error) = answer else { return Ok(true) };
            match error.code() {
                ErrorCode::Modified | ErrorCode::Exists | ErrorCode::NotFound => return Ok(false),
                ErrorCode::Locked => sleep(PAUSE),
                _ => return Err(error.into()),
            }
        }
        Err(StoreError::Locked { lock: self.branch_lock(new.branch) })
    }

    /// Does what git's settings ask for to the branch that has just moved, and to its log.
    pub(super) fn settle_branch(&self, branch: &[u8]) -> Result<(), StoreError> {
        let (settings, common) = (self.file_settings(), self.repo.commondir());
        let (file, log) = (self.branch_file(branch), self.git_dir().join("logs/HEAD"));
        settings.apply_below(common, &common.join(&file), GitFile::Reference)?;
        settings.apply_below(common, &common.join("logs").join(&file), GitFile::Own)?;
        settings.apply_below(self.git_dir(), &log, GitFile::Own)
    }
}

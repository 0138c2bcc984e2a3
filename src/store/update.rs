use super::commit::CommitText;
use super::identity::{Person, Timestamp, committer};
use super::publish::Unpublished;
use super::read::Snapshot;
use super::signing::Signer;
use super::turn::WriteLock;
use super::{CommitId, RepoPath, Store, StoreError};

/// How often an edit is asked when the branch keeps moving.
pub(super) const ATTEMPTS: u32 = 20;

/// What an edit makes of a file, and how the commit presents it.
#[derive(Clone, Debug)]
pub struct CommitDraft<T> {
    /// The file's whole new content.
    pub bytes: Vec<u8>,
    /// Who acted: the commit's author.
    pub author: Person,
    /// The commit's first line; line ends and control characters are taken out.
    pub subject: String,
    /// `Key: value` lines at the commit's end, in this order.
    pub trailers: Vec<(String, String)>,
    /// The time of author and committer.
    pub when: Timestamp,
    /// Handed through to the caller.
    pub value: T,
}

impl<T> CommitDraft<T> {
    /// The same edit with another value for the caller.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> CommitDraft<U> {
        let CommitDraft { bytes, author, subject, trailers, when, value } = self;
        CommitDraft { bytes, author, subject, trailers, when, value: change(value) }
    }
}

impl Store {
    /// Commits one file: reads it, asks `edit` what it becomes (`None`: there is no such file yet),
    /// and moves the current branch. When the branch moved meanwhile, reads and asks again. Author
    /// is who the edit names, committer whoever git is configured for.
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
        let committer = committer(&self.repo)?;
        let signer = Signer::configured(&self.repo)?;
        self.prepare()?;
        let mut held = None;
        for _ in 0..ATTEMPTS {
            let (branch, before) = self.current(path, held.as_ref())?;
            let CommitDraft { bytes, author, subject, trailers, when, value } =
                edit(before.file.as_ref().map(|(_, bytes)| bytes.as_slice()))?;
            let changes = vec![self.write_change(path, before.file, bytes)?];
            let words = CommitText {
                author: &author,
                committer: &committer,
                subject: &subject,
                trailers: &trailers,
                when,
            };
            let commit = self.write_commit(&before.head, &changes, &words, signer.as_ref())?;
            // The first attempt runs without the turn, since an edit or a passphrase may take long;
            // the others within, so that no crowd of runs can starve one.
            let turn = match held.take() {
                Some(turn) => turn,
                None => WriteLock::take(self.git_dir())?,
            };
            let new = Unpublished { commit, head: before.head, branch, subject, changes };
            if self.publish(&turn, new)? {
                return Ok((CommitId(commit), value));
            }
            held = Some(turn);
        }
        Err(StoreError::Raced { attempts: ATTEMPTS }.into())
    }

    /// Refuses early what would be refused late, and finishes what a killed run began.
    pub(super) fn prepare(&self) -> Result<(), StoreError> {
        WriteLock::check(self.git_dir())?;
        if !self.is_bare() {
            self.await_index()?;
        }
        self.recover()
    }

    /// The checked-out branch and its version of a file, mended first where a killed run left it
    /// behind.
    fn current(
        &self,
        path: &RepoPath,
        held: Option<&WriteLock>,
    ) -> Result<(String, Snapshot), StoreError> {
        let mut snapshot = self.snapshot(path)?;
        if snapshot.behind {
            match held {
                Some(turn) => self.mend(turn, path)?,
                None => self.mend(&WriteLock::take(self.git_dir())?, path)?,
            }
            snapshot = self.snapshot(path)?;
        }
        match snapshot.head.branch.clone() {
            Some(branch) => Ok((branch, snapshot)),
            None => Err(StoreError::DetachedHead),
        }
    }
}

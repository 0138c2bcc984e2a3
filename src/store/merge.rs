//! Taking over what was fetched: a branch moves to the fetched commit, or to commits on top of a merge with it, in one step.

use std::iter;

use git2::{FileFavor, MergeFileInput, MergeFileOptions, MergeFileResult, Oid, merge_file};

use super::changes::Difference;
use super::commit::{CommitText, FileChange};
use super::error::StoreError;
use super::identity::{Person, Timestamp, committer};
use super::lock::WriteLock;
use super::name::{CommitId, RepoPath};
use super::publish::{CommitDraft, Publisher, Unpublished};
use super::read::{TreeFile, file_in};
use super::remote::Upstream;
use super::repository::{Head, Store};
use super::worktree;

/// Commits that no branch names yet, on top of the current branch or of what was fetched. Nothing is changed before
/// [`publish`](Merging::publish).
pub struct Merging<'s> {
    publisher: Publisher<'s>,
    store: &'s Store,
    /// HEAD as it was when this began.
    head: Head,
    /// The last commit.
    tip: Oid,
    upstream: String,
}

impl Store {
    /// Begins with the current branch.
    ///
    /// # Errors
    /// Those that [`Store::update`] would refuse every change with, and [`StoreError::Unrelated`] for a branch without
    /// commits.
    pub fn merging(&self, upstream: &Upstream) -> Result<Merging<'_>, StoreError> {
        let publisher = Publisher::new(self)?;
        let (head, upstream) = (self.head()?, upstream.name());
        head.branch()?;
        match head.commit {
            Some(tip) => Ok(Merging { publisher, store: self, head, tip, upstream }),
            None => Err(StoreError::Unrelated { upstream }),
        }
    }
}

/// A file with what both sides have added to it: first the lines of `theirs`, then those of `ours`. What only one side has
/// changed is as there.
///
/// # Errors
/// [`StoreError::Git`].
pub fn merge_lines(base: &[u8], theirs: &[u8], ours: &[u8]) -> Result<Vec<u8>, StoreError> {
    let mut options = MergeFileOptions::new();
    options.favor(FileFavor::Union);
    Ok(merged(base, theirs, ours, &mut options)?.content().to_vec())
}

/// A file with what both sides have changed in it, as git merges texts, and whether they have changed different lines. Where
/// they have not, git's marks of a conflict stand around both versions, with the `names` of ours and theirs.
///
/// # Errors
/// [`StoreError::Git`].
pub fn merge_text(
    base: &[u8],
    [ours, theirs]: [&[u8]; 2],
    names: [&str; 2],
) -> Result<(Vec<u8>, bool), StoreError> {
    let mut options = MergeFileOptions::new();
    // A name that holds the end of a text or of a line would be no name.
    let [our_name, their_name] = names.map(|name| name.replace(char::is_control, " "));
    options.our_label(our_name).their_label(their_name);
    let merged = merged(base, ours, theirs, &mut options)?;
    Ok((merged.content().to_vec(), merged.is_automergeable()))
}

fn merged(
    base: &[u8],
    ours: &[u8],
    theirs: &[u8],
    options: &mut MergeFileOptions,
) -> Result<MergeFileResult, git2::Error> {
    let input = |content| {
        let mut input = MergeFileInput::new();
        input.content(content);
        input
    };
    merge_file(&input(base), &input(ours), &input(theirs), Some(options))
}

impl Merging<'_> {
    /// Who makes the commits.
    pub fn committer(&self) -> &Person {
        &self.publisher.committer
    }

    /// The commit of the current branch.
    pub fn ours(&self) -> CommitId {
        CommitId(self.head.commit.unwrap_or(self.tip))
    }

    /// The repository as it will be.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn view(&self) -> Result<Store, StoreError> {
        self.store.as_of(CommitId(self.tip))
    }

    /// Goes to a commit that has all that the branch has.
    pub fn fast_forward(&mut self, theirs: CommitId) {
        self.tip = theirs.0;
    }

    /// Makes a commit that joins the branch with another one, of which it takes the files named.
    ///
    /// # Errors
    /// [`StoreError::Signing`], [`StoreError::InTheWay`], [`StoreError::Git`].
    pub fn merge(
        &mut self,
        theirs: CommitId,
        taken: &[RepoPath],
        when: Timestamp,
    ) -> Result<(), StoreError> {
        let (repo, upstream) = (&self.store.repo, &self.upstream);
        let ours = repo.find_commit(self.tip)?.tree()?;
        let tree = repo.find_commit(theirs.0)?.tree()?;
        let mut changes = Vec::new();
        for path in taken {
            // Refuses a file where a folder is here, and a folder where a file is.
            file_in(repo, &ours, path)?;
            changes.extend(file_in(repo, &tree, path)?.map(|after| {
                let (path, bytes) = (path.clone(), Vec::new());
                FileChange { path, before: None, after, bytes, on_disk: false }
            }));
        }
        let subject = format!("riverpost: merge {upstream}");
        let author = committer(repo)?;
        let text = CommitText { author: &author, subject: &subject, trailers: &[], when };
        self.commit(&changes, &text, Some(theirs.0))
    }

    /// Makes a commit that changes one file, with the new ones that come with it.
    ///
    /// # Errors
    /// [`StoreError::Signing`], [`StoreError::Git`].
    pub fn change<T>(&mut self, path: &RepoPath, draft: CommitDraft<T>) -> Result<T, StoreError> {
        let CommitDraft { bytes, new_files, author, subject, trailers, when, value } = draft;
        self.store.refuse_known(&self.tip_head(), &new_files)?;
        let tree = self.store.repo.find_commit(self.tip)?.tree()?;
        let mut changes = Vec::new();
        for (path, bytes) in iter::once((path.clone(), bytes)).chain(new_files) {
            let before = file_in(&self.store.repo, &tree, &path)?.map(|file| (file, Vec::new()));
            changes.push(self.store.write_change(&path, before, bytes)?);
        }
        let text = CommitText { author: &author, subject: &subject, trailers: &trailers, when };
        self.commit(&changes, &text, None)?;
        Ok(value)
    }

    /// HEAD as it will be.
    fn tip_head(&self) -> Head {
        Head { commit: Some(self.tip), ..self.head.clone() }
    }

    fn commit(
        &mut self,
        changes: &[FileChange],
        text: &CommitText<'_>,
        merged: Option<Oid>,
    ) -> Result<(), StoreError> {
        let Publisher { committer, signer, .. } = &self.publisher;
        let (head, signer) = (self.tip_head(), signer.as_ref());
        self.tip = self.store.write_commit(&head, merged, changes, text, committer, signer)?;
        self.store.settle_objects(self.tip, changes)
    }

    /// Moves the branch, and the work tree and the index after it, as [`Store::update`] does. Answers `false`, with nothing
    /// changed, when the branch is no longer where it was.
    ///
    /// # Errors
    /// [`StoreError::ByHand`] for changes that only git can bring into a work tree, and those of [`Store::update`].
    pub fn publish(self) -> Result<bool, StoreError> {
        let Merging { store, head, tip, upstream, .. } = &self;
        let changes = self.changes()?;
        let lock = WriteLock::take(store.git_dir())?;
        let (branch, subject) = (head.branch()?, format!("sync with {upstream}"));
        let new = Unpublished { commit: *tip, head, branch, subject: &subject, changes: &changes };
        store.publish(&lock, &new).map_err(|error| match error {
            StoreError::Conflicted { path, content } => {
                let there = changes.iter().find(|change| change.path.as_str() == path);
                let disk = store.root().zip(there).map(|(root, at)| worktree::read(root, &at.path));
                let content = disk.and_then(Result::ok).flatten().unwrap_or(content);
                StoreError::Conflicted { path, content }
            }
            error => error,
        })
    }

    /// Everything that will change in the work tree.
    fn changes(&self) -> Result<Vec<FileChange>, StoreError> {
        let Merging { store, upstream, .. } = self;
        let by_hand =
            |path, reason| StoreError::ByHand { upstream: upstream.clone(), path, reason };
        let mut changes = Vec::new();
        for difference in store.differences(self.ours(), CommitId(self.tip))? {
            let file = match difference {
                Difference::File(file) => file,
                Difference::Odd { path, reason } => return Err(by_hand(path, reason)),
            };
            let Some(after) = file.after else {
                return Err(by_hand(file.path.to_string(), "was removed there"));
            };
            let path = file.path;
            let content = |file: TreeFile| store.content(file.id, &path);
            let before = file.before.map(|file| Ok::<_, StoreError>((file, content(file)?)));
            let (before, bytes) = (before.transpose()?, content(after)?);
            changes.push(FileChange { path, before, after, bytes, on_disk: false });
        }
        Ok(changes)
    }
}

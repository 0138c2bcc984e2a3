//! Files of HEAD, compared with the work tree and the index.

use git2::{Commit, ObjectType, Oid, Repository, Tree, TreeEntry};

use super::error::StoreError;
use super::index;
use super::name::{BlobId, RepoPath};
use super::repository::{Head, Store, found};
use super::worktree::{self, check_size};

pub(super) const SYMBOLIC_LINK: i32 = 0o120000;

/// A file as a tree names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TreeFile {
    pub(super) id: Oid,
    pub(super) mode: i32,
}

/// The file at `path`, `None` when there is nothing; anything but a plain file is refused.
pub(super) fn file_in(
    repo: &Repository,
    tree: &Tree<'_>,
    path: &RepoPath,
) -> Result<Option<TreeFile>, StoreError> {
    let mut tree = tree.clone();
    for (part, prefix) in path.parts().zip(path.prefixes()) {
        let entry = tree.get_name(part).map(|entry| (entry.id(), entry.filemode(), entry.kind()));
        let Some((id, mode, kind)) = entry else {
            return Ok(None);
        };
        let last = prefix.len() == path.as_str().len();
        match kind {
            _ if mode == SYMBOLIC_LINK => {
                return Err(StoreError::SymbolicLink { path: prefix.to_owned() });
            }
            Some(ObjectType::Tree) if !last => tree = repo.find_tree(id)?,
            Some(ObjectType::Blob) if last => return Ok(Some(TreeFile { id, mode })),
            _ => {
                return Err(StoreError::InTheWay { path: prefix.to_owned() });
            }
        }
    }
    Ok(None)
}

/// Whether two trees hold the same at `path`. Looks no deeper than they differ, so that walking a
/// long history costs little for each commit that touched something else.
pub(super) fn same_in(
    repo: &Repository,
    one: &Tree<'_>,
    other: &Tree<'_>,
    path: &RepoPath,
) -> Result<bool, StoreError> {
    let (mut one, mut other) = (Some(one.clone()), Some(other.clone()));
    for part in path.parts() {
        let here = one.as_ref().and_then(|tree| tree.get_name(part));
        let there = other.as_ref().and_then(|tree| tree.get_name(part));
        if here.as_ref().map(TreeEntry::id) == there.as_ref().map(TreeEntry::id) {
            return Ok(true);
        }
        let (below, beside) = (subtree(repo, here)?, subtree(repo, there)?);
        (one, other) = (below, beside);
    }
    Ok(false)
}

fn subtree<'r>(
    repo: &'r Repository,
    entry: Option<TreeEntry<'_>>,
) -> Result<Option<Tree<'r>>, StoreError> {
    match entry {
        Some(entry) if entry.kind() == Some(ObjectType::Tree) => {
            Ok(Some(repo.find_tree(entry.id())?))
        }
        _ => Ok(None),
    }
}

/// How often a reader looks again when the branch moved while it looked.
const LOOKS: u32 = 20;
/// How the log of a branch tells that riverpost has moved it.
pub(super) const MOVED: &str = "riverpost: ";
/// How many commits back the version before HEAD's is looked for.
const DEPTH: u32 = 1_000;

/// A committed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Its content as committed, line ends included.
    pub bytes: Vec<u8>,
    /// What git calls that content.
    pub id: BlobId,
}

/// A file of the work tree that is not as it was committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncommittedFile {
    /// Its content in the work tree.
    pub content: Vec<u8>,
    /// Its content in HEAD; none when HEAD has no such file.
    pub committed: Option<Vec<u8>>,
}

/// A file in HEAD, and the HEAD it was read from.
pub(super) struct Snapshot {
    pub(super) head: Head,
    pub(super) file: Option<(TreeFile, Vec<u8>)>,
    /// Set when a killed run, or a push into a checked-out branch, moved the branch but not the
    /// file.
    pub(super) behind: bool,
}

impl Store {
    /// HEAD's version of a file, `None` when it has none. Never writes.
    ///
    /// # Errors
    /// When the work tree's file is not that version, so that nobody answers for something other
    /// than they see: [`StoreError::Edited`], [`StoreError::Missing`], [`StoreError::Untracked`],
    /// [`StoreError::Conflicted`], [`StoreError::SymbolicLink`], [`StoreError::InTheWay`].
    pub fn read(&self, path: &RepoPath) -> Result<Option<Blob>, StoreError> {
        let file = self.snapshot(path)?.file;
        Ok(file.map(|(file, bytes)| Blob { bytes, id: BlobId(file.id) }))
    }

    /// The same of a file that a listing of HEAD has found with that content, without a walk through the folders where the
    /// work tree agrees: many files of one folder cost no more than reading them.
    ///
    /// # Errors
    /// Those of [`Store::read`].
    pub fn read_listed(&self, path: &RepoPath, id: BlobId) -> Result<Option<Blob>, StoreError> {
        let bytes = self.content(id.0, path)?;
        if let Some(root) = self.root()
            && !worktree::same(worktree::read(root, path)?.as_deref(), Some(&bytes))
        {
            return self.read(path);
        }
        Ok(Some(Blob { bytes, id }))
    }

    /// The content of the file at `path`; the size is looked at before anything is read.
    pub(super) fn content(&self, blob: Oid, path: &RepoPath) -> Result<Vec<u8>, StoreError> {
        let (size, _) = self.repo.odb()?.read_header(blob)?;
        check_size(path, size as u64)?;
        Ok(self.repo.find_blob(blob)?.content().to_vec())
    }

    /// Whether the file of the work tree is that of HEAD. The index is not asked, and of the history only the last commit,
    /// so that many files cost no more than reading them.
    ///
    /// # Errors
    /// Those of [`Store::read`], and [`StoreError::Behind`].
    pub fn compare_work_tree(&self, path: &RepoPath) -> Result<(), StoreError> {
        let Some(root) = self.root() else { return Ok(()) };
        let disk = worktree::read(root, path)?;
        let disk = disk.as_deref();
        let head = self.commit_of(&self.head()?)?;
        let now = self.content_in(head.as_ref(), path)?;
        if worktree::same(disk, now.as_deref()) {
            return Ok(());
        }
        let before = self.content_in(head.and_then(|head| head.parent(0).ok()).as_ref(), path)?;
        let path = path.to_string();
        Err(match (disk, &now) {
            _ if before != now && worktree::same(disk, before.as_deref()) => {
                StoreError::Behind { path }
            }
            (None, _) => StoreError::Missing { path },
            (_, None) => StoreError::Untracked { path },
            _ => StoreError::Edited { path },
        })
    }

    /// The file of the work tree where it is there and not that of HEAD.
    ///
    /// # Errors
    /// [`StoreError::SymbolicLink`], [`StoreError::InTheWay`], [`StoreError::TooLarge`].
    pub fn uncommitted(&self, path: &RepoPath) -> Result<Option<UncommittedFile>, StoreError> {
        let Some(root) = self.root() else { return Ok(None) };
        let Some(content) = worktree::read(root, path)? else { return Ok(None) };
        let committed = self.content_in(self.commit_of(&self.head()?)?.as_ref(), path)?;
        let same = worktree::same(Some(&content), committed.as_deref());
        Ok((!same).then_some(UncommittedFile { content, committed }))
    }

    /// The content of a file in a commit, if there is a commit and the file in it.
    fn content_in(
        &self,
        commit: Option<&Commit<'_>>,
        path: &RepoPath,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(commit) = commit else { return Ok(None) };
        let file = file_in(&self.repo, &commit.tree()?, path)?;
        file.map(|file| self.content(file.id, path)).transpose()
    }

    /// The file in HEAD, after a look at the work tree. Another run may move the branch between the
    /// two looks: then the difference means nothing, and both are taken again.
    pub(super) fn snapshot(&self, path: &RepoPath) -> Result<Snapshot, StoreError> {
        let mut looks = 0;
        loop {
            looks += 1;
            let head = self.head()?;
            let staged = || index::staged(self.git_dir(), path);
            let answer = self.look(head.clone(), path, staged);
            if answer.is_ok() || looks == LOOKS || self.head()? == head {
                return answer;
            }
        }
    }

    /// One look at a file; `staged` tells what is staged at its path.
    pub(super) fn look(
        &self,
        head: Head,
        path: &RepoPath,
        staged: impl FnOnce() -> Result<Option<Oid>, StoreError>,
    ) -> Result<Snapshot, StoreError> {
        let committed = match self.commit_of(&head)? {
            Some(commit) => file_in(&self.repo, &commit.tree()?, path)?,
            None => None,
        };
        let file = match committed {
            Some(committed) => Some((committed, self.content(committed.id, path)?)),
            None => None,
        };
        let Some(root) = self.root() else {
            return Ok(Snapshot { head, file, behind: false });
        };
        let disk = worktree::read(root, path)?;
        let bytes = file.as_ref().map(|(_, bytes)| bytes.as_slice());
        if worktree::same(disk.as_deref(), bytes) {
            return Ok(Snapshot { head, file, behind: false });
        }
        let staged = staged().map_err(|error| match (error, &disk) {
            (StoreError::Conflicted { path, .. }, Some(content)) => {
                StoreError::Conflicted { path, content: content.clone() }
            }
            (error, _) => error,
        })?;
        if let Some(now) = committed
            && let Some(before) = self.version_before(&head, path, now)?
            && before.map(|file| file.id) == staged
            && worktree::same(
                disk.as_deref(),
                before.map(|file| self.content(file.id, path)).transpose()?.as_deref(),
            )
        {
            return Ok(Snapshot { head, file, behind: true });
        }
        let path = path.to_string();
        Err(match (disk, file) {
            (None, _) => StoreError::Missing { path },
            (_, None) => StoreError::Untracked { path },
            _ => StoreError::Edited { path },
        })
    }

    /// Whether an index entry is the version before HEAD's, which a killed run did not bring up to date.
    pub(super) fn is_stale(
        &self,
        head: &Head,
        path: &RepoPath,
        now: TreeFile,
        staged: Option<Oid>,
    ) -> Result<bool, StoreError> {
        let before = self.version_before(head, path, now)?;
        Ok(before.is_some_and(|before| before.map(|file| file.id) == staged))
    }

    /// The version of a file that `now` in HEAD replaced (`Some(None)` when it was new then);
    /// `None` when that lies too far back to know.
    fn version_before(
        &self,
        head: &Head,
        path: &RepoPath,
        now: TreeFile,
    ) -> Result<Option<Option<TreeFile>>, StoreError> {
        let Some(mut commit) = self.commit_of(head)? else {
            return Ok(None);
        };
        if let Some(from) = self.moved_from(commit.id())? {
            let before = file_in(&self.repo, &from.tree()?, path)?;
            if before.map(|file| file.id) != Some(now.id) {
                return Ok(Some(before));
            }
        }
        let mut tree = commit.tree()?;
        for _ in 0..DEPTH {
            if commit.parent_count() == 0 {
                return Ok(Some(None));
            }
            let parent = commit.parent(0)?;
            let parent_tree = parent.tree()?;
            if !same_in(&self.repo, &tree, &parent_tree, path)? {
                let before = file_in(&self.repo, &parent_tree, path)?;
                if before.map(|file| file.id) != Some(now.id) {
                    return Ok(Some(before));
                }
            }
            (commit, tree) = (parent, parent_tree);
        }
        Ok(None)
    }

    /// The commit from which a run of riverpost has moved the branch to where it is now, over several commits perhaps; `None`
    /// when somebody else has moved it last, or git keeps no log.
    fn moved_from(&self, to: Oid) -> Result<Option<Commit<'_>>, StoreError> {
        let log = self.repo.reflog("HEAD")?;
        let Some(entry) = log.get(0) else { return Ok(None) };
        let ours =
            entry.message_bytes().is_some_and(|message| message.starts_with(MOVED.as_bytes()));
        match entry.id_old() {
            from if ours && entry.id_new() == to && !from.is_zero() => {
                found(self.repo.find_commit(from))
            }
            _ => Ok(None),
        }
    }
}

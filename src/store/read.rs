use git2::Oid;

use super::repository::Head;
use super::tree::{self, TreeFile};
use super::{BlobId, CommitId, RepoPath, Store, StoreError, worktree};

/// How often a reader looks again when the branch moved while it looked.
const LOOKS: u32 = 20;
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
        Ok(file.map(|(leaf, bytes)| Blob { bytes, id: BlobId(leaf.id) }))
    }

    /// The version of a file in some commit, `None` when that has none; the work tree is not asked.
    ///
    /// # Errors
    /// [`StoreError::SymbolicLink`], [`StoreError::InTheWay`], [`StoreError::Git`].
    pub fn read_at(&self, commit: CommitId, path: &RepoPath) -> Result<Option<Blob>, StoreError> {
        let tree = self.repo.find_commit(commit.0)?.tree()?;
        let Some(leaf) = tree::leaf(&self.repo, &tree, path)? else {
            return Ok(None);
        };
        Ok(Some(Blob { bytes: self.content(leaf.id)?, id: BlobId(leaf.id) }))
    }

    pub(super) fn content(&self, blob: Oid) -> Result<Vec<u8>, StoreError> {
        Ok(self.repo.find_blob(blob)?.content().to_vec())
    }

    /// The file in HEAD, after a look at the work tree. Another run may move the branch between the
    /// two looks: then the difference means nothing, and both are taken again.
    pub(super) fn snapshot(&self, path: &RepoPath) -> Result<Snapshot, StoreError> {
        let mut looks = 0;
        loop {
            looks += 1;
            let head = self.head()?;
            let answer = self.look(head.clone(), path);
            if answer.is_ok() || looks == LOOKS || self.head()? == head {
                return answer;
            }
        }
    }

    fn look(&self, head: Head, path: &RepoPath) -> Result<Snapshot, StoreError> {
        let leaf = match self.commit_of(&head)? {
            Some(commit) => tree::leaf(&self.repo, &commit.tree()?, path)?,
            None => None,
        };
        let file = match leaf {
            Some(leaf) => Some((leaf, self.content(leaf.id)?)),
            None => None,
        };
        let Some(root) = self.root() else {
            return Ok(Snapshot { head, file, behind: false });
        };
        let disk = worktree::read(root, path)?;
        let committed = file.as_ref().map(|(_, bytes)| bytes.as_slice());
        if same(disk.as_deref(), committed) {
            return Ok(Snapshot { head, file, behind: false });
        }
        let staged = self.staged(path)?;
        if let Some(id) = leaf
            && let Some(before) = self.version_before(&head, path, id)?
            && before.map(|leaf| leaf.id) == staged
            && same(
                disk.as_deref(),
                before.map(|leaf| self.content(leaf.id)).transpose()?.as_deref(),
            )
        {
            return Ok(Snapshot { head, file, behind: true });
        }
        let path = path.clone();
        Err(match (disk, file) {
            (None, _) => StoreError::Missing { path },
            (_, None) => StoreError::Untracked { path },
            _ => StoreError::Edited { path },
        })
    }

    /// The version of a file that `now` in HEAD replaced (`Some(None)` when it was new then);
    /// `None` when that lies too far back to know.
    pub(super) fn version_before(
        &self,
        head: &Head,
        path: &RepoPath,
        now: TreeFile,
    ) -> Result<Option<Option<TreeFile>>, StoreError> {
        let Some(mut commit) = self.commit_of(head)? else {
            return Ok(None);
        };
        let mut tree = commit.tree()?;
        for _ in 0..DEPTH {
            if commit.parent_count() == 0 {
                return Ok(Some(None));
            }
            let parent = commit.parent(0)?;
            let parent_tree = parent.tree()?;
            if !tree::same(&self.repo, &tree, &parent_tree, path)? {
                let before = tree::leaf(&self.repo, &parent_tree, path)?;
                if before.map(|leaf| leaf.id) != Some(now.id) {
                    return Ok(Some(before));
                }
            }
            (commit, tree) = (parent, parent_tree);
        }
        Ok(None)
    }
}

pub(super) fn same(one: Option<&[u8]>, other: Option<&[u8]>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => worktree::same_text(one, other),
        (None, None) => true,
        _ => false,
    }
}

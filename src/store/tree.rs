use git2::{ObjectType, Oid, Repository, Tree, TreeEntry};

use super::{RepoPath, StoreError};

const SYMBOLIC_LINK: i32 = 0o120000;

/// A file as a tree names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TreeFile {
    pub(super) id: Oid,
    pub(super) mode: i32,
}

/// The file at `path`, `None` when there is nothing; anything but a plain file is refused.
pub(super) fn leaf(
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
pub(super) fn same(
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

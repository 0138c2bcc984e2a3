//! What two commits have in common and how their files differ.

use std::collections::BTreeMap;

use git2::{ObjectType, Oid, Tree};

use super::error::StoreError;
use super::name::{CommitId, RepoPath};
use super::read::TreeFile;
use super::repository::{Store, found, open_pushed};

/// Folders nested deeper than this are not entered.
const DEEPEST: usize = 64;
/// The most entries that are looked at where two commits differ.
const MOST_ENTRIES: usize = 300_000;
/// The mode of a plain file.
const PLAIN: i32 = 0o100_644;

/// What differs between two commits at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A plain file.
    File(ChangedFile),
    /// Something that only git itself can bring into a work tree.
    Odd {
        /// Its path, as far as it can be written.
        path: String,
        /// What it is.
        reason: &'static str,
    },
}

impl Difference {
    /// Its path, as far as it can be written.
    pub fn path(&self) -> &str {
        match self {
            Difference::File(file) => file.path.as_str(),
            Difference::Odd { path, .. } => path,
        }
    }
}

/// A plain file that differs between two commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// The file.
    pub path: RepoPath,
    pub(super) before: Option<TreeFile>,
    pub(super) after: Option<TreeFile>,
}

impl ChangedFile {
    /// Whether the first commit does not have it.
    pub fn is_new(&self) -> bool {
        self.before.is_none()
    }

    /// Whether the second commit does not have it.
    pub fn is_gone(&self) -> bool {
        self.after.is_none()
    }

    /// Whether both come to the same content.
    pub fn same_after(&self, other: &ChangedFile) -> bool {
        self.after == other.after
    }
}

/// A comparison that is going on.
struct Comparison {
    differences: Vec<Difference>,
    /// How many entries may still be looked at: a tree from a stranger may name one and the same folder any number of times.
    left: usize,
    /// Whether what only the second has is looked at.
    with_new: bool,
}

/// What stands at a name in a tree.
enum Entry<'r> {
    Nothing,
    Folder(Tree<'r>),
    File(TreeFile),
    Odd(&'static str),
}

impl Store {
    /// The same repository as it is at a commit, to be read: without a work tree, and with that commit for HEAD.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn as_of(&self, commit: CommitId) -> Result<Store, StoreError> {
        let repo = open_pushed(self.git_dir())?;
        Ok(Store { now: self.now, view: Some(commit.0), ..Store::of(repo) })
    }

    /// The commit of HEAD, `None` before the first.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn tip(&self) -> Result<Option<CommitId>, StoreError> {
        Ok(self.head()?.commit.map(CommitId))
    }

    /// The last commit that two have in common.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn merge_base(
        &self,
        one: CommitId,
        other: CommitId,
    ) -> Result<Option<CommitId>, StoreError> {
        Ok(found(self.repo.merge_base(one.0, other.0))?.map(CommitId))
    }

    /// How many commits `to` has that `from` does not.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn commits_between(&self, from: CommitId, to: CommitId) -> Result<usize, StoreError> {
        Ok(self.repo.graph_ahead_behind(to.0, from.0)?.0)
    }

    /// How many commits lead up to a commit, itself included.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn commits(&self, of: CommitId) -> Result<usize, StoreError> {
        let mut walk = self.repo.revwalk()?;
        walk.push(of.0)?;
        Ok(walk.count())
    }

    /// The length of a file of HEAD in bytes, without reading it; `None` when there is no such file.
    ///
    /// # Errors
    /// [`StoreError::SymbolicLink`], [`StoreError::InTheWay`], [`StoreError::Git`].
    pub fn size(&self, path: &RepoPath) -> Result<Option<usize>, StoreError> {
        let Some(commit) = self.commit_of(&self.head()?)? else { return Ok(None) };
        let file = super::read::file_in(&self.repo, &commit.tree()?, path)?;
        let size = |file: TreeFile| Ok(self.repo.odb()?.read_header(file.id)?.0);
        file.map(size).transpose()
    }

    /// Every path at which two commits differ, sorted. What is the same in both is not looked into.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn differences(&self, from: CommitId, to: CommitId) -> Result<Vec<Difference>, StoreError> {
        self.compared([self.whole(from)?, self.whole(to)?], true)
    }

    /// The same without what only the second has.
    pub(super) fn alterations(
        &self,
        from: CommitId,
        to: CommitId,
    ) -> Result<Vec<Difference>, StoreError> {
        self.compared([self.whole(from)?, self.whole(to)?], false)
    }

    /// Every path that a commit has, as a difference from nothing.
    pub(super) fn everything(&self, commit: CommitId) -> Result<Vec<Difference>, StoreError> {
        self.compared([Entry::Nothing, self.whole(commit)?], true)
    }

    /// All that a commit has.
    fn whole(&self, commit: CommitId) -> Result<Entry<'_>, StoreError> {
        Ok(Entry::Folder(self.repo.find_commit(commit.0)?.tree()?))
    }

    fn compared(
        &self,
        entries: [Entry<'_>; 2],
        with_new: bool,
    ) -> Result<Vec<Difference>, StoreError> {
        let mut comparison = Comparison { differences: Vec::new(), left: MOST_ENTRIES, with_new };
        self.compare(entries, "", 0, &mut comparison)?;
        Ok(comparison.differences)
    }

    /// Adds the differences of two entries of one path.
    fn compare(
        &self,
        entries: [Entry<'_>; 2],
        path: &str,
        depth: usize,
        comparison: &mut Comparison,
    ) -> Result<(), StoreError> {
        let Comparison { differences, left, with_new } = comparison;
        let odd = |reason| Difference::Odd { path: path.to_owned(), reason };
        if *left == 0 {
            return Err(StoreError::TooDifferent { most: MOST_ENTRIES });
        }
        *left -= 1;
        let mut files = [None, None];
        let mut folders = [None, None];
        for (at, entry) in entries.into_iter().enumerate() {
            match entry {
                Entry::Nothing => {}
                Entry::File(file) => files[at] = Some(file),
                Entry::Folder(tree) => folders[at] = Some(tree),
                Entry::Odd(reason) => {
                    differences.push(odd(reason));
                    return Ok(());
                }
            }
        }
        if let [before, after] = files
            && (before.is_some() || after.is_some())
        {
            differences.push(match RepoPath::new(path) {
                Ok(path) => Difference::File(ChangedFile { path, before, after }),
                Err(_) => odd("has a name that riverpost cannot use"),
            });
        }
        if folders.iter().all(Option::is_none) {
            return Ok(());
        }
        let empty = |tree: &Tree<'_>| depth > 0 && tree.is_empty();
        let fault = match &folders[1] {
            _ if depth > DEEPEST => Some("lies too deep"),
            // Git makes none.
            Some(tree) if empty(tree) => Some("is a folder without files"),
            _ => None,
        };
        if let Some(fault) = fault {
            differences.push(odd(fault));
            return Ok(());
        }
        let mut names: BTreeMap<Vec<u8>, [Option<(Oid, i32)>; 2]> = BTreeMap::new();
        for (at, tree) in folders.iter().enumerate() {
            for entry in tree.iter().flat_map(|tree| tree.iter()) {
                let names = names.entry(entry.name_bytes().to_vec()).or_default();
                names[at] = Some((entry.id(), entry.filemode_raw()));
            }
        }
        let with_new = *with_new;
        let differ = |[one, other]: &[Option<_>; 2]| one != other && (with_new || one.is_some());
        for (name, [before, after]) in names.into_iter().filter(|(_, pair)| differ(pair)) {
            let gap = if path.is_empty() { "" } else { "/" };
            let Ok(name) = str::from_utf8(&name) else {
                let path = format!("{path}{gap}{}", String::from_utf8_lossy(&name));
                comparison.differences.push(Difference::Odd { path, reason: "is not UTF-8" });
                continue;
            };
            let mode = before.map(|(_, mode)| mode);
            let entries = [self.entry(before, mode)?, self.entry(after, mode)?];
            self.compare(entries, &format!("{path}{gap}{name}"), depth + 1, comparison)?;
        }
        Ok(())
    }

    /// What an entry is. A file keeps the mode that it had.
    fn entry(&self, entry: Option<(Oid, i32)>, kept: Option<i32>) -> Result<Entry<'_>, StoreError> {
        let Some((id, mode)) = entry else { return Ok(Entry::Nothing) };
        Ok(match mode & 0o170_000 {
            0o040_000 => Entry::Folder(self.repo.find_tree(id)?),
            0o100_000 if mode == PLAIN || Some(mode) == kept => {
                match self.repo.odb()?.read_header(id)?.1 {
                    ObjectType::Blob => Entry::File(TreeFile { id, mode }),
                    _ => Entry::Odd("is not a file"),
                }
            }
            0o100_000 => Entry::Odd("became executable"),
            0o120_000 => Entry::Odd("is a symbolic link"),
            _ => Entry::Odd("is not a plain file"),
        })
    }
}

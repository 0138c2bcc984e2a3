//! Finding files: by the path a person gives, by folder, by id.

use std::ffi::OsStr;
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::{Component, Path, PathBuf};

use git2::{ObjectType, Oid, Tree};

use super::error::StoreError;
use super::name::RepoPath;
use super::repository::{Store, found};

/// How many candidates an ambiguous id is answered with.
const CANDIDATES: usize = 5;
const ENDING: &str = ".yaml";

impl Store {
    /// The place in the repository of a path as a person gives it, from the folder `cwd` where it is
    /// relative; the file need not exist. In a bare repository paths count from its root.
    ///
    /// # Errors
    /// [`StoreError::Outside`], also when a symbolic link leads out; [`StoreError::BadPath`].
    pub fn locate(&self, cwd: &Path, path: &Path) -> Result<RepoPath, StoreError> {
        let Some(root) = self.root() else {
            return RepoPath::new(text(path)?);
        };
        let outside = || StoreError::Outside { path: path.to_owned(), root: root.to_owned() };
        let full = cwd.join(path);
        let (Some(folder), Some(name)) = (full.parent(), full.file_name()) else {
            return Err(outside());
        };
        let real = real(folder).ok_or_else(outside)?.join(name);
        let home = root.canonicalize().map_err(|error| StoreError::io(root, error))?;
        RepoPath::new(text(real.strip_prefix(home).map_err(|_| outside())?)?)
    }

    /// All `*.yaml` files of HEAD below a folder (`""`: everywhere), sorted; none when HEAD has no
    /// such folder.
    ///
    /// # Errors
    /// [`StoreError::BadPath`] for a file name that is not UTF-8; [`StoreError::Git`].
    pub fn list(&self, folder: &str) -> Result<Vec<RepoPath>, StoreError> {
        let mut paths = Vec::new();
        self.each(folder, |folder, name, _| {
            paths.push(RepoPath::new(format!("{folder}{name}"))?);
            Ok(Continue(()))
        })?;
        paths.sort();
        Ok(paths)
    }

    /// The `*.yaml` file below a folder of HEAD whose stem is `id`, or is it but for case, or is the
    /// only one that begins with it but for case. Reads names, never files, and the latest folders
    /// first: it ends at a stem that is `id` to the letter, trusting that ids are unique.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Ambiguous`], and those of [`Store::list`].
    pub fn find(&self, folder: &str, id: &str) -> Result<RepoPath, StoreError> {
        if let Some(path) = self.named_after_its_folder(folder, id)? {
            return Ok(path);
        }
        let wanted = id.to_lowercase();
        let (mut same, mut longer) = (Vec::new(), Vec::new());
        self.each(folder, |folder, name, _| {
            let Some(rest) = after(stem(name), &wanted) else {
                return Ok(Continue(()));
            };
            let path = RepoPath::new(format!("{folder}{name}"))?;
            if path.stem() == id {
                same = vec![path];
                return Ok(Break(()));
            }
            let fitting = if rest { &mut longer } else { &mut same };
            fitting.push(path);
            Ok(Continue(()))
        })?;
        let mut fitting = if same.is_empty() { longer } else { same };
        fitting.sort();
        match fitting.as_slice() {
            [] => Err(StoreError::NotFound { id: id.to_owned() }),
            [path] => Ok(path.clone()),
            _ => {
                let count = fitting.len();
                let first = fitting.iter().take(CANDIDATES);
                let candidates = first.map(|path| path.stem().to_owned()).collect();
                Err(StoreError::Ambiguous { id: id.to_owned(), candidates, count })
            }
        }
    }

    /// The file whose stem is `id` to the letter, if it lies in the folder that the id begins with: most records do, and
    /// then no other folder need be read.
    fn named_after_its_folder(
        &self,
        folder: &str,
        id: &str,
    ) -> Result<Option<RepoPath>, StoreError> {
        let Some((head, _)) = id.split_once('-') else { return Ok(None) };
        if folder.is_empty() || head.is_empty() || !head.bytes().all(|b| b.is_ascii_alphanumeric())
        {
            return Ok(None);
        }
        let mut found = None;
        self.each(&format!("{folder}/{head}"), |folder, name, _| {
            if stem(name) != id {
                return Ok(Continue(()));
            }
            found = Some(RepoPath::new(format!("{folder}{name}"))?);
            Ok(Break(()))
        })?;
        Ok(found)
    }

    /// The `*.yaml` file below a folder of HEAD that makes `id` taken: whose stem is `id` without
    /// regard to case.
    ///
    /// # Errors
    /// Those of [`Store::list`].
    pub fn taken(&self, folder: &str, id: &str) -> Result<Option<RepoPath>, StoreError> {
        let wanted = id.to_lowercase();
        let mut taken = None;
        self.each(folder, |folder, name, _| {
            if after(stem(name), &wanted) != Some(false) {
                return Ok(Continue(()));
            }
            taken = Some(RepoPath::new(format!("{folder}{name}"))?);
            Ok(Break(()))
        })?;
        Ok(taken)
    }

    /// Calls `visit` with the folder (ending in `/`, or empty), name and content's id of each `*.yaml`
    /// file, in falling order, until it says to stop.
    pub(super) fn each(
        &self,
        folder: &str,
        mut visit: impl FnMut(&str, &str, Oid) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<(), StoreError> {
        let Some(commit) = self.commit_of(&self.head()?)? else {
            return Ok(());
        };
        let tree = commit.tree()?;
        if folder.is_empty() {
            return self.walk(&tree, "", &mut visit).map(drop);
        }
        match found(tree.get_path(Path::new(folder)))? {
            Some(entry) if entry.kind() == Some(ObjectType::Tree) => {
                let tree = self.repo.find_tree(entry.id())?;
                self.walk(&tree, &format!("{folder}/"), &mut visit).map(drop)
            }
            _ => Ok(()),
        }
    }

    fn walk(
        &self,
        tree: &Tree<'_>,
        folder: &str,
        visit: &mut impl FnMut(&str, &str, Oid) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<ControlFlow<()>, StoreError> {
        for entry in tree.iter().rev() {
            let name = entry.name_bytes();
            let step = match entry.kind() {
                Some(ObjectType::Tree) => {
                    let below = format!("{folder}{}/", String::from_utf8_lossy(name));
                    self.walk(&self.repo.find_tree(entry.id())?, &below, visit)?
                }
                Some(ObjectType::Blob) if name.ends_with(ENDING.as_bytes()) => {
                    visit(folder, utf8(name)?, entry.id())?
                }
                _ => Continue(()),
            };
            if step.is_break() {
                return Ok(step);
            }
        }
        Ok(Continue(()))
    }
}

fn stem(name: &str) -> &str {
    name.strip_suffix(ENDING).unwrap_or(name)
}

/// Whether `stem` begins with `wanted` (lower case), and then whether more follows.
fn after(stem: &str, wanted: &str) -> Option<bool> {
    if stem.is_ascii() && wanted.is_ascii() {
        let start = stem.as_bytes().get(..wanted.len())?;
        return start.eq_ignore_ascii_case(wanted.as_bytes()).then_some(stem.len() > wanted.len());
    }
    stem.to_lowercase().strip_prefix(wanted).map(|rest| !rest.is_empty())
}

/// The folder without links and `..`, as far as it exists; what does not exist yet has neither.
fn real(folder: &Path) -> Option<PathBuf> {
    if let Ok(real) = folder.canonicalize() {
        return Some(real);
    }
    match folder.components().next_back()? {
        Component::Normal(name) => Some(real(folder.parent()?)?.join(name)),
        Component::CurDir => real(folder.parent()?),
        _ => None,
    }
}

fn text(path: &Path) -> Result<String, StoreError> {
    let parts: Option<Vec<&str>> =
        path.components().map(|part| part.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/")).ok_or_else(|| not_utf8(path.as_os_str()))
}

fn utf8(name: &[u8]) -> Result<&str, StoreError> {
    std::str::from_utf8(name).map_err(|_| not_utf8(OsStr::new(&*String::from_utf8_lossy(name))))
}

fn not_utf8(path: &OsStr) -> StoreError {
    StoreError::BadPath { path: path.to_string_lossy().into_owned(), reason: "it is not UTF-8" }
}

impl Store {
    /// Calls `visit` with the path and content of every `*.yaml` file of HEAD below a folder (`""`:
    /// everywhere), in falling order. The work tree is not asked, and the history neither, so that
    /// many files cost no more than reading them.
    ///
    /// # Errors
    /// [`StoreError::BadPath`] for a file name that is not UTF-8; [`StoreError::Git`].
    pub fn each_file(
        &self,
        folder: &str,
        mut visit: impl FnMut(RepoPath, Vec<u8>),
    ) -> Result<(), StoreError> {
        self.each(folder, |folder, name, blob| {
            visit(RepoPath::new(format!("{folder}{name}"))?, self.content(blob)?);
            Ok(Continue(()))
        })
    }
}

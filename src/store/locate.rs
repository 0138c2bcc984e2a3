//! Finding files: by the path a person gives, by folder, by id.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::{Component, Path, PathBuf};

use git2::{ObjectType, Oid, Tree, TreeEntry};

use super::error::StoreError;
use super::name::{BlobId, RepoPath};
use super::read::SYMBOLIC_LINK;
use super::repository::{Store, found, unkept};

/// How many candidates an ambiguous id is answered with.
const CANDIDATES: usize = 5;
const ENDING: &str = ".yaml";
/// Folders nested deeper than this are not entered: a tree from a stranger may have any number.
const DEEPEST: usize = 64;
const NOT_UTF8: &str = "it is not UTF-8";

/// A file of HEAD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFile {
    /// Where it is.
    pub path: RepoPath,
    /// What git calls its content.
    pub blob: BlobId,
}

impl ListedFile {
    /// Whether these bytes are what was committed. Line ends other than git's are not known for them.
    pub fn is(&self, bytes: &[u8]) -> bool {
        Oid::hash_object(ObjectType::Blob, bytes).is_ok_and(|id| id == self.blob.0)
    }
}

/// The name and content's id of a file, or why it can be no record.
type Found<'a> = Result<(&'a str, Oid), StoreError>;

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

    /// Whether git tracks a file at that place of the work tree, or any below it.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn is_tracked(&self, path: &RepoPath) -> Result<bool, StoreError> {
        let index = self.repo.index()?;
        let below = index.find_prefix(format!("{path}/")).is_ok();
        Ok(below || index.iter().any(|entry| entry.path == path.as_str().as_bytes()))
    }

    /// All `*.yaml` files of HEAD below a folder (`""`: everywhere), in order of their paths; none when HEAD has no
    /// such folder. What no record can be, such as a name that is not UTF-8, is left out.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn list(&self, folder: &str) -> Result<Vec<RepoPath>, StoreError> {
        let paths = self.listed(folder)?.filter_map(|file| match file {
            Err(error) if error.path().is_some() => None,
            file => Some(file.map(|file| file.path)),
        });
        paths.collect()
    }

    /// The same with what each file holds, and with why some can be no records or not be read in their places. Folders are
    /// read as the iteration comes to them.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn listed(
        &self,
        folder: &str,
    ) -> Result<impl Iterator<Item = Result<ListedFile, StoreError>> + use<'_>, StoreError> {
        let (mut open, mut failed) = match self.top(folder)? {
            Some(Ok(tree)) => (vec![OpenFolder::of(tree, prefix(folder))], None),
            Some(Err(error)) => (Vec::new(), Some(error)),
            None => (Vec::new(), None),
        };
        Ok(std::iter::from_fn(move || {
            if let Some(error) = failed.take() {
                return Some(Err(error));
            }
            loop {
                let depth = open.len().checked_sub(1)?;
                let OpenFolder { tree, path, next } = &mut open[depth];
                let Some(entry) = tree.get(*next) else {
                    open.pop();
                    continue;
                };
                *next += 1;
                let below = match entry_at(path, &entry, depth) {
                    None => continue,
                    Some(TreeEntryKind::File(found)) => {
                        return Some(found.and_then(|(name, blob)| {
                            let path = RepoPath::new(format!("{path}{name}"))?;
                            Ok(ListedFile { path, blob: BlobId(blob) })
                        }));
                    }
                    Some(TreeEntryKind::Folder(name)) => {
                        let tree = unkept(|| self.repo.find_tree(entry.id()));
                        tree.map(|tree| OpenFolder::of(tree, format!("{path}{name}/")))
                    }
                };
                drop(entry);
                match below {
                    Ok(below) => open.push(below),
                    Err(error) => return Some(Err(error.into())),
                }
            }
        }))
    }

    /// What a file of HEAD held when it was listed.
    ///
    /// # Errors
    /// [`StoreError::Git`], and a file that is too long.
    pub fn listed_content(&self, file: &ListedFile) -> Result<Vec<u8>, StoreError> {
        self.content(file.blob.0, &file.path)
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
        self.each_path(folder, |folder, name| {
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
            [] => Err(StoreError::NotFound { folder: folder.to_owned(), id: id.to_owned() }),
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
        self.each_path(&format!("{folder}/{head}"), |folder, name| {
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
        self.each_path(folder, |folder, name| {
            if after(stem(name), &wanted) != Some(false) {
                return Ok(Continue(()));
            }
            taken = Some(RepoPath::new(format!("{folder}{name}"))?);
            Ok(Break(()))
        })?;
        Ok(taken)
    }

    /// The same for every id at once: the files by their stems in lower case, each with what it holds in HEAD; a symbolic
    /// link holds nothing.
    ///
    /// # Errors
    /// Those of [`Store::list`].
    pub fn all_taken(
        &self,
        folder: &str,
    ) -> Result<HashMap<String, (RepoPath, Option<BlobId>)>, StoreError> {
        let mut taken = HashMap::new();
        self.each(folder, |folder, found| {
            let (path, blob) = match found {
                Ok((name, blob)) => (format!("{folder}{name}"), Some(BlobId(blob))),
                Err(StoreError::SymbolicLink { path }) => (path, None),
                Err(_) => return Ok(Continue(())),
            };
            if let Ok(path) = RepoPath::new(path) {
                taken.entry(path.stem().to_lowercase()).or_insert((path, blob));
            }
            Ok(Continue(()))
        })?;
        Ok(taken)
    }

    /// Calls `visit` with the folder (ending in `/`, or empty) and name of each `*.yaml` file whose path a record can
    /// have, in falling order, until it says to stop.
    fn each_path(
        &self,
        folder: &str,
        mut visit: impl FnMut(&str, &str) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<(), StoreError> {
        self.each(folder, |folder, found| {
            let name = match &found {
                Ok((name, _)) => name,
                // Whoever names it is told what it is.
                Err(StoreError::SymbolicLink { path }) => path.strip_prefix(folder).unwrap_or(path),
                Err(_) => return Ok(Continue(())),
            };
            match visit(folder, name) {
                Err(StoreError::BadPath { .. }) => Ok(Continue(())),
                answer => answer,
            }
        })
    }

    /// Calls `visit` with the folder (ending in `/`, or empty), and the name and content's id of each `*.yaml`
    /// file, or why it can be no record, in falling order, until it says to stop.
    fn each(
        &self,
        folder: &str,
        mut visit: impl FnMut(&str, Found<'_>) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<(), StoreError> {
        match self.top(folder)? {
            Some(Ok(tree)) => self.walk(&tree, &prefix(folder), 0, &mut visit).map(drop),
            Some(Err(error)) => visit("", Err(error)).map(drop),
            None => Ok(()),
        }
    }

    /// A folder of HEAD; none when HEAD has no such folder, and why not when something else stands there.
    fn top(&self, folder: &str) -> Result<Option<Result<Tree<'_>, StoreError>>, StoreError> {
        let Some(commit) = self.commit_of(&self.head()?)? else { return Ok(None) };
        let tree = commit.tree()?;
        if folder.is_empty() {
            return Ok(Some(Ok(tree)));
        }
        let path = folder.to_owned();
        Ok(match found(tree.get_path(Path::new(folder)))? {
            Some(entry) if entry.kind() == Some(ObjectType::Tree) => {
                Some(Ok(self.repo.find_tree(entry.id())?))
            }
            Some(entry) if entry.filemode() == SYMBOLIC_LINK => {
                Some(Err(StoreError::SymbolicLink { path }))
            }
            Some(_) => Some(Err(StoreError::InTheWay { path })),
            None => None,
        })
    }

    fn walk(
        &self,
        tree: &Tree<'_>,
        folder: &str,
        depth: usize,
        visit: &mut impl FnMut(&str, Found<'_>) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<ControlFlow<()>, StoreError> {
        for entry in tree.iter().rev() {
            let step = match entry_at(folder, &entry, depth) {
                None => Continue(()),
                Some(TreeEntryKind::File(found)) => visit(folder, found)?,
                Some(TreeEntryKind::Folder(name)) => {
                    let below = format!("{folder}{name}/");
                    self.walk(&self.repo.find_tree(entry.id())?, &below, depth + 1, visit)?
                }
            };
            if step.is_break() {
                return Ok(step);
            }
        }
        Ok(Continue(()))
    }

    /// Calls `visit` with the path and content of every `*.yaml` file of HEAD below a folder (`""`:
    /// everywhere), in falling order; or with why a file can be no record or not be read. The work tree is not asked, and
    /// the history neither, so that many files cost no more than reading them.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn each_file(
        &self,
        folder: &str,
        mut visit: impl FnMut(Result<(RepoPath, Vec<u8>), StoreError>),
    ) -> Result<(), StoreError> {
        self.each(folder, |folder, found| {
            visit(found.and_then(|(name, blob)| {
                let path = RepoPath::new(format!("{folder}{name}"))?;
                let content = self.content(blob, &path)?;
                Ok((path, content))
            }));
            Ok(Continue(()))
        })
    }
}

/// A folder whose entries are come to one by one.
struct OpenFolder<'r> {
    tree: Tree<'r>,
    /// Its path, ending in `/`, or empty.
    path: String,
    /// The entry that comes next.
    next: usize,
}

impl OpenFolder<'_> {
    fn of(tree: Tree<'_>, path: String) -> OpenFolder<'_> {
        OpenFolder { tree, path, next: 0 }
    }
}

/// What an entry of a tree is to whoever looks for records.
enum TreeEntryKind<'e> {
    /// A folder to enter, by its name.
    Folder(&'e str),
    /// A file, or what stands where a record could.
    File(Found<'e>),
}

/// What the entry of a folder (ending in `/`, or empty) is, so many folders below the top; none where it is nothing.
fn entry_at<'e>(folder: &str, entry: &'e TreeEntry<'_>, depth: usize) -> Option<TreeEntryKind<'e>> {
    let bytes = entry.name_bytes();
    let path = || format!("{folder}{}", String::from_utf8_lossy(bytes));
    let odd = |reason| Err(StoreError::BadPath { path: path(), reason });
    let name = std::str::from_utf8(bytes);
    Some(TreeEntryKind::File(match (entry.kind(), name) {
        (Some(ObjectType::Tree), _) if depth == DEEPEST => odd("it is nested too deep"),
        (Some(ObjectType::Tree), Ok(name)) => return Some(TreeEntryKind::Folder(name)),
        (Some(ObjectType::Tree), Err(_)) => odd(NOT_UTF8),
        _ if !bytes.ends_with(ENDING.as_bytes()) => return None,
        _ if entry.filemode() == SYMBOLIC_LINK => Err(StoreError::SymbolicLink { path: path() }),
        (Some(ObjectType::Blob), Ok(name)) => Ok((name, entry.id())),
        (Some(ObjectType::Blob), Err(_)) => odd(NOT_UTF8),
        _ => odd("it is a repository of its own"),
    }))
}

/// What stands in front of the names in a folder.
fn prefix(folder: &str) -> String {
    if folder.is_empty() { String::new() } else { format!("{folder}/") }
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

fn not_utf8(path: &OsStr) -> StoreError {
    StoreError::BadPath { path: path.to_string_lossy().into_owned(), reason: NOT_UTF8 }
}

//! Opening a repository; its HEAD.

use std::cell::OnceCell;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use git2::{
    Commit, ConfigLevel, ErrorCode, Oid, Reference, ReferenceType, Repository, RepositoryOpenFlags,
};

use super::error::StoreError;
use super::identity::{Person, Timestamp, committer};
use super::settings::FileSettings;

/// The file that makes a git repository one of games.
pub const SETTINGS: &str = "riverpost.yaml";
/// The variable with which git says in a hook that what is pushed lies in a folder of its own.
const QUARANTINE: &str = "GIT_QUARANTINE_PATH";
/// The most symbolic references that git follows from one to the next.
const LONGEST_CHAIN: usize = 5;

/// A git repository of games, with or without a work tree.
pub struct Store {
    pub(super) repo: Repository,
    /// The time of entry: commits get it as their committer's date.
    pub(super) now: Timestamp,
    /// The commit that is looked at in place of HEAD, without a work tree.
    pub(super) view: Option<Oid>,
    /// Read when first asked for.
    pub(super) file_settings: OnceCell<FileSettings>,
    /// Where small objects are written, each as a file of its own; none where all go to the database of `repo`.
    pub(super) loose: Option<PathBuf>,
}

/// What HEAD names: a branch, a commit, or both; a branch alone has no commit yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Full name of the branch, behind all symbolic references, as git has it: it need not be UTF-8. `None` when HEAD is
    /// detached.
    pub(super) branch: Option<Vec<u8>>,
    pub(super) commit: Option<Oid>,
}

impl Head {
    /// The full name of the branch.
    pub(super) fn branch(&self) -> Result<&[u8], StoreError> {
        self.branch.as_deref().ok_or(StoreError::DetachedHead)
    }
}

impl Store {
    /// Opens the repository of games that holds `dir`, looking upward as git does. The first
    /// repository found is the one: an outer one is never taken in its place. The time of entry is
    /// the system's, unless [`at`](Store::at) says otherwise.
    ///
    /// # Errors
    /// [`StoreError::NotARepository`], [`StoreError::NoSettings`] when `riverpost.yaml` is neither
    /// committed nor, in a work tree, on disk, [`StoreError::ForeignOwner`], [`StoreError::Git`].
    pub fn discover(dir: &Path) -> Result<Self, StoreError> {
        // Git itself does not hash what it reads; `git fsck` does. For a walk over all names it
        // would be half of the time.
        git2::opts::strict_hash_verification(false);
        // What a new object names has just been read or written here; to look each up again would be a tenth of a move.
        git2::opts::strict_object_creation(false);
        let repo = open(dir, RepositoryOpenFlags::CROSS_FS).map_err(|error| opening(dir, error))?;
        // Else libgit2 looks at each file of settings again whenever it wants to know one.
        repo.set_config(&repo.config()?.snapshot()?)?;
        let store = Self::of(repo);
        if store.has_settings()? {
            return Ok(store);
        }
        Err(StoreError::NoSettings { root: store.home().to_owned() })
    }

    pub(super) fn of(repo: Repository) -> Self {
        let now = Timestamp::of_system();
        // Git may have been told to keep new objects elsewhere.
        let elsewhere = std::env::var_os("GIT_OBJECT_DIRECTORY").is_some();
        let loose = (!elsewhere).then(|| repo.commondir().join("objects"));
        Self { repo, now, view: None, file_settings: OnceCell::new(), loose }
    }

    /// What git's settings ask of files in its folder.
    pub(super) fn file_settings(&self) -> &FileSettings {
        self.file_settings.get_or_init(|| FileSettings::read(&self.repo))
    }

    /// The same repository as it is at another time: commits are entered then.
    pub fn at(self, now: Timestamp) -> Self {
        Self { now, ..self }
    }

    /// The time of entry.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Who git is configured to commit as.
    ///
    /// # Errors
    /// [`StoreError::NoIdentity`].
    pub fn committer(&self) -> Result<Person, StoreError> {
        committer(&self.repo)
    }

    /// Root of the work tree; `None` in a bare repository.
    pub fn root(&self) -> Option<&Path> {
        self.repo.workdir().filter(|_| self.view.is_none())
    }

    /// Whether there is no work tree.
    pub fn is_bare(&self) -> bool {
        self.root().is_none()
    }

    /// Where git keeps what belongs to this work tree (HEAD, index): `.git`, a bare repository
    /// itself, or `.git/worktrees/NAME` of a linked work tree.
    pub fn git_dir(&self) -> &Path {
        self.repo.path()
    }

    /// The folder a person would name: the root, or the bare repository.
    pub(super) fn home(&self) -> &Path {
        self.root().unwrap_or_else(|| self.git_dir())
    }

    pub(super) fn head(&self) -> Result<Head, StoreError> {
        if self.view.is_some() {
            return Ok(Head { branch: None, commit: self.view });
        }
        let head = self.repo.find_reference("HEAD")?;
        if head.kind() == Some(ReferenceType::Direct) {
            return Ok(Head { branch: None, commit: head.target() });
        }
        if let Some(tip) = found(head.resolve())? {
            return Ok(Head { branch: Some(tip.name_bytes().to_vec()), commit: tip.target() });
        }
        let mut branch = head.symbolic_target_bytes().map(<[u8]>::to_vec);
        for _ in 0..LONGEST_CHAIN {
            let name = branch.as_deref().and_then(|name| std::str::from_utf8(name).ok());
            let link =
                name.map(|name| found(self.repo.find_reference(name))).transpose()?.flatten();
            match link.as_ref().and_then(Reference::symbolic_target_bytes) {
                Some(next) => branch = Some(next.to_vec()),
                None => break,
            }
        }
        Ok(Head { branch, commit: None })
    }

    pub(super) fn commit_of(&self, head: &Head) -> Result<Option<Commit<'_>>, StoreError> {
        Ok(head.commit.map(|id| self.repo.find_commit(id)).transpose()?)
    }

    /// Git's lock on a branch, by its full name.
    pub(super) fn branch_lock(&self, branch: &[u8]) -> PathBuf {
        self.repo.commondir().join(self.branch_file(&[branch, b".lock"].concat()))
    }

    /// The name of a branch's file from git's folder.
    pub(super) fn branch_file(&self, branch: &[u8]) -> PathBuf {
        file_name(branch)
    }

    fn has_settings(&self) -> Result<bool, StoreError> {
        if let Some(commit) = self.commit_of(&self.head()?)?
            && commit.tree()?.get_name(SETTINGS).is_some()
        {
            return Ok(true);
        }
        Ok(self.root().is_some_and(|root| root.join(SETTINGS).is_file()))
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Store").field(&self.home()).finish()
    }
}

/// Opens a repository with the settings that git would use, those of `GIT_CONFIG_GLOBAL` and its like included: who
/// commits and whether it is signed must not depend on which of the two is run.
pub(super) fn open(dir: &Path, flags: RepositoryOpenFlags) -> Result<Repository, git2::Error> {
    let no_ceilings: [&OsStr; 0] = [];
    let repo = Repository::open_ext(dir, flags | RepositoryOpenFlags::FROM_ENV, no_ceilings)?;
    // libgit2 takes the home folder for a list of folders with `:` between them.
    let home = std::env::var_os("HOME").filter(|home| home.as_encoded_bytes().contains(&b':'));
    if let (Some(home), None) = (home, std::env::var_os("GIT_CONFIG_GLOBAL")) {
        let settings = Path::new(&home).join(".gitconfig");
        if settings.is_file() {
            repo.config()?.add_file(&settings, ConfigLevel::Global, true)?;
        }
    }
    Ok(repo)
}

/// Opens a repository, and what is being pushed to it where git has started this program in a hook.
pub(super) fn open_pushed(dir: &Path) -> Result<Repository, git2::Error> {
    let repo = open(dir, RepositoryOpenFlags::NO_SEARCH)?;
    if std::env::var_os(QUARANTINE).is_some()
        && let Some(objects) = repo.commondir().join("objects").to_str()
    {
        // Git's variable for it may have the path in quotes, which libgit2 does not read.
        repo.odb()?.add_disk_alternate(objects)?;
    }
    Ok(repo)
}

/// What failing to open a repository at `dir` means.
pub(super) fn opening(dir: &Path, error: git2::Error) -> StoreError {
    let dir: PathBuf = dir.to_owned();
    let unsupported = |what| StoreError::Unsupported { root: dir.clone(), what };
    match error.code() {
        // libgit2 has no code for these.
        _ if error.message().contains("object format") => {
            unsupported("names its objects by SHA-256 (extensions.objectFormat)")
        }
        _ if error.message().contains("extensions.refstorage") => {
            unsupported("keeps its branches in a reftable (extensions.refStorage)")
        }
        ErrorCode::NotFound => StoreError::NotARepository { dir },
        ErrorCode::Owner => StoreError::ForeignOwner { dir },
        _ => StoreError::Git(error),
    }
}

/// Reads objects each of which is read once. libgit2 would keep hundreds of megabytes of them, which takes longer than
/// reading them.
pub(super) fn unkept<T>(read: impl FnOnce() -> T) -> T {
    git2::opts::enable_caching(false);
    let read = read();
    git2::opts::enable_caching(true);
    read
}

/// `None` in place of git's "not found".
pub(super) fn found<T>(answer: Result<T, git2::Error>) -> Result<Option<T>, StoreError> {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A name as the file system has it, from git's bytes.
#[cfg(unix)]
fn file_name(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
fn file_name(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use git2::Oid;

use super::lock::remove;
use super::{RepoPath, StoreError};

/// What the turn's file holds, and with it an `index.lock` of ours.
pub(super) const MARK: &[u8] = b"riverpost\n";

const LOOKS: u32 = 2_000;
const PAUSE: Duration = Duration::from_millis(5);

/// The exclusive right among runs of riverpost to publish in one work tree; ends with the value, or
/// with the process however it dies.
pub(super) struct WriteLock {
    folder: PathBuf,
    /// Holds the advisory lock.
    _file: File,
}

impl WriteLock {
    /// Where turn, journal and drafts of a work tree live.
    pub(super) fn place(git_dir: &Path) -> PathBuf {
        git_dir.join("riverpost")
    }

    /// Whether this user may write here at all.
    pub(super) fn check(git_dir: &Path) -> Result<(), StoreError> {
        open(&Self::place(git_dir)).map(drop)
    }

    /// Waits up to about ten seconds.
    pub(super) fn take(git_dir: &Path) -> Result<Self, StoreError> {
        let folder = Self::place(git_dir);
        let file = open(&folder)?;
        let failed = |error| StoreError::io(&folder, error);
        for _ in 0..LOOKS {
            match file.try_lock() {
                Ok(()) => {
                    if file.metadata().map_err(failed)?.len() == 0 {
                        (&file).write_all(MARK).map_err(failed)?;
                    }
                    return Ok(Self { folder, _file: file });
                }
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        Err(StoreError::Busy)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.join("turn")
    }
}

fn open(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("turn");
    let open = || File::options().read(true).write(true).create(true).truncate(false).open(&path);
    let opened = open().or_else(|error| match error.kind() {
        std::io::ErrorKind::NotFound => fs::create_dir_all(folder).and_then(|()| open()),
        _ => Err(error),
    });
    opened.map_err(|error| StoreError::io(&path, error))
}

/// What a run is about to change. On disk from before the branch moves until the files have
/// followed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Journal {
    pub(super) branch: String,
    pub(super) commit: Oid,
    pub(super) paths: Vec<RepoPath>,
}

impl Journal {
    pub(super) fn exists(git_dir: &Path) -> bool {
        file(&WriteLock::place(git_dir)).exists()
    }

    pub(super) fn write(&self, turn: &WriteLock) -> Result<(), StoreError> {
        let mut text = format!("{}\n{}\n", self.branch, self.commit);
        for path in &self.paths {
            text.extend([path.as_str(), "\n"]);
        }
        let path = file(turn.folder());
        fs::write(&path, text).map_err(|error| StoreError::io(&path, error))
    }

    /// The journal of a run that died; `None` when it is incomplete, since then that run had
    /// changed nothing yet.
    pub(super) fn read(turn: &WriteLock) -> Option<Self> {
        let text = fs::read_to_string(file(turn.folder())).ok()?;
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let (branch, commit) = (lines.next()?.to_owned(), lines.next()?.parse().ok()?);
        let paths = lines.map(RepoPath::new).collect::<Result<_, _>>().ok()?;
        Some(Self { branch, commit, paths })
    }

    pub(super) fn close(turn: &WriteLock) -> Result<(), StoreError> {
        remove(&file(turn.folder()))
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("journal")
}

//! Locks: ours among runs of riverpost, and git's on its index.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::error::StoreError;
use super::repository::Store;
use super::settings::GitFile;

/// How often git's locks are looked at before they count as left over: for a second in all.
pub(super) const LOOKS: u32 = 50;
/// The time between two looks.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

/// Removes a file that may be gone already.
pub(super) fn remove(file: &Path) -> Result<(), StoreError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::io(file, error)),
        _ => Ok(()),
    }
}

/// What the file of the write lock holds, and with it an `index.lock` of ours.
const MARK: &[u8] = b"riverpost\n";

/// How often the write lock is tried.
const WRITE_LOOKS: u32 = 2_000;
/// The time between two tries.
const WRITE_PAUSE: Duration = Duration::from_millis(5);

/// The exclusive right among runs of riverpost to move branches and change files of one work tree. It
/// ends with the value, or with the process however it dies.
pub(super) struct WriteLock {
    folder: PathBuf,
    /// Holds the advisory lock.
    _file: File,
}

impl WriteLock {
    /// The folder of the write lock, the journal and the draft of the index.
    pub(super) fn place(git_dir: &Path) -> PathBuf {
        git_dir.join("riverpost")
    }

    /// Whether this user may write here at all.
    pub(super) fn check(git_dir: &Path) -> Result<(), StoreError> {
        open(&Self::place(git_dir)).map(drop)
    }

    /// Takes the lock; waits up to about ten seconds.
    pub(super) fn take(git_dir: &Path) -> Result<Self, StoreError> {
        let folder = Self::place(git_dir);
        let file = open(&folder)?;
        let failed = |error| StoreError::io(&folder, error);
        for _ in 0..WRITE_LOOKS {
            match file.try_lock() {
                Ok(()) => {
                    if file.metadata().map_err(failed)?.len() == 0 {
                        (&file).write_all(MARK).map_err(failed)?;
                    }
                    return Ok(Self { folder, _file: file });
                }
                Err(TryLockError::WouldBlock) => sleep(WRITE_PAUSE),
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

impl Store {
    /// Lets the users of a shared repository take the write lock too.
    pub(super) fn share_own_files(&self, git_dir: &Path) -> Result<(), StoreError> {
        let (settings, folder) = (self.file_settings(), WriteLock::place(git_dir));
        settings.apply(&folder, GitFile::Own)?;
        settings.apply(&folder.join("turn"), GitFile::Own)
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

/// `index.lock`, held as git holds it; given back when dropped.
pub(super) struct IndexLock {
    lock: PathBuf,
}

impl IndexLock {
    /// Waits for other programs to let go of the index, and refuses when they do not: asked before anything is written.
    /// A lock of ours is no obstacle, see [`IndexLock::take`].
    pub(super) fn wait(git_dir: &Path) -> Result<(), StoreError> {
        let lock = git_dir.join("index.lock");
        for _ in 0..LOOKS {
            if !lock.exists() || is_ours(&lock) {
                return Ok(());
            }
            sleep(PAUSE);
        }
        Err(StoreError::Locked { lock })
    }

    /// Takes the lock. One with our mark was left by a run that died, since nobody else has the write lock.
    pub(super) fn take(git_dir: &Path, write_lock: &WriteLock) -> Result<Self, StoreError> {
        let lock = git_dir.join("index.lock");
        for _ in 0..LOOKS {
            match mark(&write_lock.path(), &lock) {
                Ok(()) => return Ok(Self { lock }),
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(StoreError::io(&lock, error));
                }
                Err(_) if is_ours(&lock) => remove(&lock)?,
                Err(_) => sleep(PAUSE),
            }
        }
        Err(StoreError::Locked { lock })
    }
}

impl Drop for IndexLock {
    fn drop(&mut self) {
        // A lock that cannot be removed carries our mark: the next run removes it.
        let _ = fs::remove_file(&self.lock);
    }
}

/// Makes `lock` appear with our mark in it at once, where the file system can.
fn mark(write_lock: &Path, lock: &Path) -> std::io::Result<()> {
    match fs::hard_link(write_lock, lock) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            File::create_new(lock)?.write_all(MARK)
        }
        answer => answer,
    }
}

fn is_ours(lock: &Path) -> bool {
    fs::read(lock).is_ok_and(|content| content == MARK)
}

use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, UNIX_EPOCH};

use git2::{ErrorCode, Index, IndexEntry, IndexTime, Oid};

use super::turn::{MARK, Turn};
use super::{RepoPath, Store, StoreError};

const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);

/// Git's index, as read; only [`IndexDraft`] writes.
pub(super) struct Staging(Index);

impl Staging {
    /// The content that is staged at `path`.
    pub(super) fn staged(&self, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
        let place = Path::new(path.as_str());
        if (1..=3).any(|stage| self.0.get_path(place, stage).is_some()) {
            return Err(StoreError::Conflicted { path: path.clone() });
        }
        Ok(self.0.get_path(place, 0).map(|entry| entry.id))
    }
}

impl Store {
    pub(super) fn open_index(&self) -> Result<Staging, StoreError> {
        open(&self.git_dir().join("index")).map(Staging)
    }

    /// Waits for other programs to let go of the index, and refuses when they do not: asked before
    /// anything is written. A lock of our own is no obstacle, see [`IndexLock::take`].
    pub(super) fn await_index(&self) -> Result<(), StoreError> {
        let lock = self.git_dir().join("index.lock");
        for _ in 0..LOOKS {
            if !lock.exists() || is_ours(&lock) {
                return Ok(());
            }
            sleep(PAUSE);
        }
        Err(StoreError::Locked { lock })
    }
}

/// `index.lock`, held as git holds it; given back when dropped.
pub(super) struct IndexLock {
    lock: PathBuf,
}

impl IndexLock {
    /// Takes the lock. One with our mark was left by a run that died, since nobody else has the
    /// turn.
    pub(super) fn take(git_dir: &Path, turn: &Turn) -> Result<Self, StoreError> {
        let lock = git_dir.join("index.lock");
        let mut looks = 0;
        while looks < LOOKS {
            match mark(&turn.path(), &lock) {
                Ok(()) => return Ok(Self { lock }),
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(StoreError::io(&lock, error));
                }
                Err(_) if is_ours(&lock) => remove(&lock)?,
                Err(_) => sleep(PAUSE),
            }
            looks += 1;
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

/// A new index in the making. It is written beside the old one and renamed over it, so that
/// `index.lock` never has a content by which a dead run's could be mistaken for git's.
pub(super) struct IndexDraft {
    staging: Staging,
    draft: PathBuf,
    target: PathBuf,
}

impl IndexDraft {
    pub(super) fn open(store: &Store, turn: &Turn, _: &IndexLock) -> Result<Self, StoreError> {
        let target = store.git_dir().join("index");
        let draft = turn.folder().join("index");
        remove(&draft)?;
        remove(&turn.folder().join("index.lock"))?;
        copy(&target, &draft)?;
        let mut index = open(&draft)?;
        // With a repository to ask, libgit2 marks entries whose files may have changed in the very
        // second the old index was written; otherwise a new time stamp would hide such changes.
        store.repo.set_index(&mut index)?;
        Ok(Self {
            staging: Staging(index),
            draft,
            target,
        })
    }

    pub(super) fn staged(&self, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
        self.staging.staged(path)
    }

    /// Makes `path` the content `id` with the file's present stat data.
    pub(super) fn put(
        &mut self,
        root: &Path,
        path: &RepoPath,
        id: Oid,
        mode: i32,
    ) -> Result<(), StoreError> {
        let place = root.join(path.as_str());
        let metadata =
            fs::symlink_metadata(&place).map_err(|error| StoreError::io(&place, error))?;
        Ok(self.staging.0.add(&entry(&metadata, path, id, mode))?)
    }

    pub(super) fn write(mut self) -> Result<(), StoreError> {
        self.staging.0.write()?;
        fs::rename(&self.draft, &self.target).map_err(|error| StoreError::io(&self.target, error))
    }
}

fn open(path: &Path) -> Result<Index, StoreError> {
    Index::open(path).map_err(|error| match error.code() {
        ErrorCode::Locked => StoreError::Locked {
            lock: path.to_owned(),
        },
        _ => StoreError::Index {
            reason: error.message().to_owned(),
        },
    })
}

fn entry(metadata: &Metadata, path: &RepoPath, id: Oid, mode: i32) -> IndexEntry {
    let stat = Stat::of(metadata);
    IndexEntry {
        ctime: stat.ctime,
        mtime: mtime(metadata),
        dev: stat.dev,
        ino: stat.ino,
        mode: mode.cast_unsigned(),
        uid: stat.uid,
        gid: stat.gid,
        file_size: low(metadata.len()),
        id,
        flags: 0,
        flags_extended: 0,
        path: path.as_str().into(),
    }
}

fn mtime(metadata: &Metadata) -> IndexTime {
    let since = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(IndexTime::new(0, 0), |since| {
        IndexTime::new(low(since.as_secs()).cast_signed(), since.subsec_nanos())
    })
}

/// What only some systems know of a file; git on the others writes zeros too.
struct Stat {
    ctime: IndexTime,
    dev: u32,
    ino: u32,
    uid: u32,
    gid: u32,
}

impl Stat {
    #[cfg(unix)]
    fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let seconds = low(metadata.ctime().cast_unsigned()).cast_signed();
        Self {
            ctime: IndexTime::new(seconds, low(metadata.ctime_nsec().cast_unsigned())),
            dev: low(metadata.dev()),
            ino: low(metadata.ino()),
            uid: metadata.uid(),
            gid: metadata.gid(),
        }
    }

    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Self {
        Self {
            ctime: IndexTime::new(0, 0),
            dev: 0,
            ino: 0,
            uid: 0,
            gid: 0,
        }
    }
}

/// The index keeps the low 32 bits of everything.
#[expect(clippy::cast_possible_truncation, reason = "that is the format")]
fn low(value: u64) -> u32 {
    value as u32
}

/// Makes `lock` appear with our mark in it at once, where the file system can.
fn mark(turn: &Path, lock: &Path) -> std::io::Result<()> {
    match fs::hard_link(turn, lock) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            File::create_new(lock)?.write_all(MARK)
        }
        answer => answer,
    }
}

fn is_ours(lock: &Path) -> bool {
    fs::read(lock).is_ok_and(|content| content == MARK)
}

/// A second name for the index: git replaces it and never writes into it. The copy made where a
/// file can have but one name keeps the time, by which git knows what may have changed since.
fn copy(index: &Path, draft: &Path) -> Result<(), StoreError> {
    let copied = fs::hard_link(index, draft).or_else(|error| {
        if error.kind() == ErrorKind::NotFound {
            return Ok(());
        }
        fs::copy(index, draft)?;
        let modified = fs::metadata(index)?.modified()?;
        File::options()
            .write(true)
            .open(draft)?
            .set_modified(modified)
    });
    copied.map_err(|error| StoreError::io(draft, error))
}

fn remove(file: &Path) -> Result<(), StoreError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::io(file, error)),
        _ => Ok(()),
    }
}

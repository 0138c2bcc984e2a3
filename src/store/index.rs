use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{SystemTime, UNIX_EPOCH};

use git2::{ObjectType, Oid};

use super::index_file::{IndexFile, Item, STAT};
use super::lock::{LOOKS, PAUSE, remove};
use super::turn::{MARK, WriteLock};
use super::{RepoPath, Store, StoreError};

impl Store {
    /// The content that is staged at `path`.
    pub(super) fn staged(&self, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
        let (bytes, _) = load(&self.git_dir().join("index"))?;
        staged(&IndexFile::parse(&bytes)?, path)
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
    pub(super) fn take(git_dir: &Path, turn: &WriteLock) -> Result<Self, StoreError> {
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

/// The index as it was when the lock was taken. The new one is written beside it and renamed over
/// it, so that `index.lock` never has a content by which a dead run's could be mistaken for git's.
pub(super) struct OldIndex {
    bytes: Vec<u8>,
    /// The second in which it was written.
    written: u32,
    draft: PathBuf,
    target: PathBuf,
}

/// What [`OldIndex::replace`] puts at a path.
pub(super) struct Staged<'a> {
    pub(super) path: &'a RepoPath,
    pub(super) id: Oid,
    pub(super) mode: i32,
}

impl OldIndex {
    pub(super) fn load(store: &Store, turn: &WriteLock, _: &IndexLock) -> Result<Self, StoreError> {
        let target = store.git_dir().join("index");
        let (bytes, written) = load(&target)?;
        Ok(Self { bytes, written, draft: turn.folder().join("index"), target })
    }

    pub(super) fn parse(&self) -> Result<IndexFile<'_>, StoreError> {
        IndexFile::parse(&self.bytes)
    }

    /// Writes a new index in which some paths have a new content and the present stat data of their
    /// files.
    pub(super) fn replace<'a>(
        &'a self,
        mut index: IndexFile<'a>,
        root: &Path,
        changes: &[Staged<'a>],
    ) -> Result<(), StoreError> {
        // Whoever comes later trusts the time stamps that are older than the index. Those that are
        // not would be from now on, so what they hide must be found out before.
        for item in index.entries_mut().filter(|item| item.is_racy(self.written)) {
            if hides_a_change(root, item)? {
                item.smudge();
            }
        }
        for change in changes {
            let place = root.join(change.path.as_str());
            let metadata =
                fs::symlink_metadata(&place).map_err(|error| StoreError::io(&place, error))?;
            index.put(change.path.as_str(), stat(&metadata, change.mode), change.id);
        }
        let names: Vec<&str> = changes.iter().map(|change| change.path.as_str()).collect();
        let bytes = index.bytes(&names)?;
        fs::write(&self.draft, bytes).map_err(|error| StoreError::io(&self.draft, error))?;
        fs::rename(&self.draft, &self.target).map_err(|error| StoreError::io(&self.target, error))
    }
}

pub(super) fn staged(index: &IndexFile<'_>, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
    match index.at(path.as_str().as_bytes()) {
        [] => Ok(None),
        [item] if item.stage() == 0 => item.id().map(Some),
        _ => Err(StoreError::Conflicted { path: path.clone() }),
    }
}

/// Whether a file of the same size as its entry has another content. Git finds every other change by
/// itself.
fn hides_a_change(root: &Path, item: &Item<'_>) -> Result<bool, StoreError> {
    let Ok(name) = std::str::from_utf8(&item.name) else {
        return Ok(true);
    };
    match fs::read(root.join(name)) {
        Ok(content) if low(content.len() as u64) == item.size() => {
            Ok(Oid::hash_object(ObjectType::Blob, &content)? != item.id()?)
        }
        _ => Ok(false),
    }
}

/// The index's bytes, none when there is no index yet, and the second in which it was written.
fn load(index: &Path) -> Result<(Vec<u8>, u32), StoreError> {
    let load = || {
        let mut file = File::open(index)?;
        let written = seconds(file.metadata()?.modified()?);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok((bytes, written))
    };
    load().or_else(|error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Ok((Vec::new(), 0)),
        _ => Err(StoreError::io(index, error)),
    })
}

/// The index's fixed-width copy of what the system knows of a file. What only some systems know is
/// zero on the others, as git writes it there.
fn stat(metadata: &Metadata, mode: i32) -> [u8; STAT] {
    let known = known(metadata);
    let modified = metadata.modified().unwrap_or(UNIX_EPOCH);
    let fields = [
        known.ctime,
        known.ctime_nanoseconds,
        seconds(modified),
        modified.duration_since(UNIX_EPOCH).map_or(0, |since| since.subsec_nanos()),
        known.dev,
        known.ino,
        mode.cast_unsigned(),
        known.uid,
        known.gid,
        low(metadata.len()),
    ];
    let mut stat = [0; STAT];
    for (place, field) in stat.chunks_exact_mut(4).zip(fields) {
        place.copy_from_slice(&field.to_be_bytes());
    }
    stat
}

#[derive(Default)]
struct Known {
    ctime: u32,
    ctime_nanoseconds: u32,
    dev: u32,
    ino: u32,
    uid: u32,
    gid: u32,
}

#[cfg(unix)]
fn known(metadata: &Metadata) -> Known {
    use std::os::unix::fs::MetadataExt;
    Known {
        ctime: low(metadata.ctime().cast_unsigned()),
        ctime_nanoseconds: low(metadata.ctime_nsec().cast_unsigned()),
        dev: low(metadata.dev()),
        ino: low(metadata.ino()),
        uid: metadata.uid(),
        gid: metadata.gid(),
    }
}

#[cfg(not(unix))]
fn known(_: &Metadata) -> Known {
    Known::default()
}

fn seconds(time: SystemTime) -> u32 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| low(since.as_secs()))
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

//! Git's index: what is staged at a path, and the entries of the files that a commit changed.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use git2::{Index, IndexEntry, IndexTime, ObjectType, Oid};

use super::error::StoreError;
use super::lock::{IndexLock, WriteLock, remove};
use super::name::RepoPath;

/// The sides of a conflict.
const CONFLICT_STAGES: [i32; 3] = [1, 2, 3];
const TYPE_OF_MODE: u32 = 0o170_000;
const PLAIN_FILE: u32 = 0o100_000;
/// `assume-valid`, and the flag that says that more follow: `skip-worktree` and `intent-to-add`.
const ASSUME_VALID_OR_EXTENDED: u16 = 0x8000 | 0x4000;

/// The content that is staged at `path` in the index of a git folder.
pub(super) fn staged(git_dir: &Path, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
    staged_in(&open(&git_dir.join("index"))?, path)
}

/// A copy of the index, taken while its lock is held. It is changed there and renamed over the index, so that
/// `index.lock` never has a content by which the lock of a killed run could be mistaken for git's.
///
/// What libgit2 reads it can write: versions 2 to 4. A split or a sparse index is refused ([`StoreError::Index`]), as
/// one that is damaged. Extensions that only make git faster are dropped, but for the tree cache, in which the
/// folders of the changed files are marked as unknown.
pub(super) struct IndexDraft {
    index: Index,
    /// The second in which the index was written.
    written: i64,
    draft: PathBuf,
    target: PathBuf,
}

/// What [`IndexDraft::replace`] puts at a path.
pub(super) struct StagedFile<'a> {
    pub(super) path: &'a RepoPath,
    pub(super) id: Oid,
    pub(super) mode: i32,
}

impl IndexDraft {
    pub(super) fn load(
        git_dir: &Path,
        lock: &WriteLock,
        _: &IndexLock,
    ) -> Result<Self, StoreError> {
        let target = git_dir.join("index");
        let draft = lock.folder().join("index");
        // Left by a killed run. The second is libgit2's own lock while it writes the draft.
        remove(&draft)?;
        remove(&lock.folder().join("index.lock"))?;
        let copy = || {
            let written = seconds(fs::metadata(&target)?.modified()?);
            fs::copy(&target, &draft).map(|_| written)
        };
        let written = copy().or_else(|error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => Ok(0),
            _ => Err(StoreError::io(&target, error)),
        })?;
        match open(&draft) {
            Ok(index) => Ok(Self { index, written, draft, target }),
            Err(error) => {
                remove(&draft)?;
                Err(error)
            }
        }
    }

    pub(super) fn staged(&self, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
        staged_in(&self.index, path)
    }

    /// Puts the changed files into the index, with the present stat data of the files.
    pub(super) fn replace(
        mut self,
        root: &Path,
        changes: &[StagedFile<'_>],
    ) -> Result<(), StoreError> {
        // Git trusts an entry whose file is older than the index. An entry that is not older would be trusted from
        // now on, so its file is compared with it here, while it still can be told.
        let racy: Vec<IndexEntry> =
            self.index.iter().filter(|entry| is_racy(entry, self.written)).collect();
        for entry in racy {
            if hides_a_change(root, &entry) {
                // With this size git compares the content.
                self.add(&IndexEntry { file_size: 0, ..entry })?;
            }
        }
        for change in changes {
            let place = root.join(change.path.as_str());
            let metadata =
                fs::symlink_metadata(&place).map_err(|error| StoreError::io(&place, error))?;
            self.add(&entry(change, &metadata))?;
        }
        self.index.write()?;
        fs::rename(&self.draft, &self.target).map_err(|error| StoreError::io(&self.target, error))
    }

    fn add(&mut self, entry: &IndexEntry) -> Result<(), StoreError> {
        self.index.add(entry).map_err(refusal)
    }
}

impl Drop for IndexDraft {
    fn drop(&mut self) {
        // Whatever remains is removed by the next run.
        let _ = fs::remove_file(&self.draft);
    }
}

/// Opens an index; one that does not exist is empty.
fn open(path: &Path) -> Result<Index, StoreError> {
    Index::open(path).map_err(refusal)
}

fn refusal(error: git2::Error) -> StoreError {
    StoreError::Index { reason: error.message().to_owned() }
}

fn staged_in(index: &Index, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
    let at = |stage| index.get_path(Path::new(path.as_str()), stage);
    if CONFLICT_STAGES.into_iter().any(|stage| at(stage).is_some()) {
        return Err(StoreError::Conflicted { path: path.to_string() });
    }
    Ok(at(0).map(|entry| entry.id))
}

/// Whether the time stamp of an entry leaves open if its file changed after it was staged, for an index written in the
/// second `written`. Only plain files that git would look at count.
fn is_racy(entry: &IndexEntry, written: i64) -> bool {
    i64::from(entry.mtime.seconds().cast_unsigned()) >= written
        && entry.mode & TYPE_OF_MODE == PLAIN_FILE
        && entry.flags & ASSUME_VALID_OR_EXTENDED == 0
}

/// Whether a file has the size of its entry and another content. Git finds every other change by itself.
fn hides_a_change(root: &Path, entry: &IndexEntry) -> bool {
    let Ok(name) = std::str::from_utf8(&entry.path) else {
        return true;
    };
    match fs::read(root.join(name)) {
        Ok(content) if low(content.len() as u64) == entry.file_size => {
            Oid::hash_object(ObjectType::Blob, &content) != Ok(entry.id)
        }
        _ => false,
    }
}

/// The entry of a file. What only some systems know of a file is zero on the others, as git writes it there.
fn entry(change: &StagedFile<'_>, metadata: &Metadata) -> IndexEntry {
    let modified = metadata.modified().unwrap_or(UNIX_EPOCH);
    let nanoseconds = modified.duration_since(UNIX_EPOCH).map_or(0, |since| since.subsec_nanos());
    let entry = IndexEntry {
        ctime: IndexTime::new(0, 0),
        mtime: IndexTime::new(low_time(seconds(modified)), nanoseconds),
        dev: 0,
        ino: 0,
        mode: change.mode.cast_unsigned(),
        uid: 0,
        gid: 0,
        file_size: low(metadata.len()),
        id: change.id,
        flags: 0,
        flags_extended: 0,
        path: change.path.as_str().into(),
    };
    with_unix_fields(entry, metadata)
}

#[cfg(unix)]
fn with_unix_fields(entry: IndexEntry, metadata: &Metadata) -> IndexEntry {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = low(metadata.ctime_nsec().cast_unsigned());
    IndexEntry {
        ctime: IndexTime::new(low_time(metadata.ctime()), nanoseconds),
        dev: low(metadata.dev()),
        ino: low(metadata.ino()),
        uid: metadata.uid(),
        gid: metadata.gid(),
        ..entry
    }
}

#[cfg(not(unix))]
fn with_unix_fields(entry: IndexEntry, _: &Metadata) -> IndexEntry {
    entry
}

fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().cast_signed())
}

/// The index keeps the low 32 bits of every number.
#[expect(clippy::cast_possible_truncation, reason = "that is the format")]
fn low(value: u64) -> u32 {
    value as u32
}

fn low_time(seconds: i64) -> i32 {
    low(seconds.cast_unsigned()).cast_signed()
}

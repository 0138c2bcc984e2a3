//! Git's index: what is staged at a path, and the entries of the files that a commit changed.
//!
//! Read and written here, in the versions 2 to 4 of gitformat-index. libgit2 can do neither without its SHA-1 that
//! detects collisions, over the whole file: at 20,000 entries that was 62 % of all instructions of a move, which took
//! 0.87 of the time of `git add && git commit` (processor time: 0.66); as here it takes 0.38 (0.29).

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use git2::{ObjectType, Oid};
use sha1::{Digest, Sha1};

use super::error::StoreError;
use super::lock::{IndexLock, WriteLock, remove};
use super::name::RepoPath;
use super::settings::{FileSettings, GitFile};

const HASH: usize = 20;
/// Times, device, inode, mode, owner, size.
const STAT: usize = 40;
const MTIME: usize = 8;
const MODE: usize = 24;
const SIZE: usize = 36;
const FLAGS: usize = STAT + HASH;
/// What stands before the name of an entry.
const FIXED: usize = FLAGS + 2;
/// Flags keep the length of a name up to this one.
const LONGEST_NAME: usize = 0xfff;
const TYPE_OF_MODE: u32 = 0o170_000;
const PLAIN_FILE: u32 = 0o100_000;
/// The flag that says that more follow: `skip-worktree` and `intent-to-add`.
const EXTENDED: u16 = 0x4000;
const ASSUME_VALID: u16 = 0x8000;
/// 0, or 1 to 3 for the sides of a conflict.
const STAGE: u16 = 0x3000;

/// The content that is staged at `path` in the index of a git folder.
pub(super) fn staged(git_dir: &Path, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
    Index::open(&git_dir.join("index"))?.staged(path)
}

/// The index, taken while its lock is held. The new one is written beside the write lock and renamed over it, so that
/// `index.lock` never has a content by which the lock of a killed run could be mistaken for git's.
///
/// A split or a sparse index is refused ([`StoreError::Index`]), as one that is damaged. Extensions that only make git
/// faster are dropped, but for the tree cache, in which the folders of the changed files are marked as unknown.
pub(super) struct IndexDraft {
    index: Index,
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
        let (target, draft) = (git_dir.join("index"), lock.folder().join("index"));
        remove(&draft)?;
        Ok(Self { index: Index::open(&target)?, draft, target })
    }

    pub(super) fn staged(&self, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
        self.index.staged(path)
    }

    /// Puts the changed files into the index, with the present stat data of the files.
    pub(super) fn replace(
        self,
        root: &Path,
        settings: &FileSettings,
        changes: &[StagedFile<'_>],
    ) -> Result<(), StoreError> {
        let Self { mut index, draft, target } = self;
        index.smudge_racy(root);
        let mut put = Vec::with_capacity(changes.len());
        for change in changes {
            let place = root.join(change.path.as_str());
            let metadata =
                fs::symlink_metadata(&place).map_err(|error| StoreError::io(&place, error))?;
            put.push(index.entry(change, &metadata));
        }
        index.put(put);
        let changed: Vec<&[u8]> = changes.iter().map(|c| c.path.as_str().as_bytes()).collect();
        let placed = fs::write(&draft, index.bytes(&changed)?)
            .map_err(|error| StoreError::io(&draft, error))
            .and_then(|()| settings.apply(&draft, GitFile::Index))
            .and_then(|()| {
                fs::rename(&draft, &target).map_err(|error| StoreError::io(&target, error))
            });
        if placed.is_err() {
            // If it remains, the next run removes it.
            let _ = fs::remove_file(&draft);
        }
        placed
    }
}

/// An index in memory.
struct Index {
    version: u32,
    /// The second in which the file was written.
    written: i64,
    /// The file, and behind it the fixed parts of entries that were put in.
    bytes: Vec<u8>,
    /// The names of all entries, one after the other.
    names: Vec<u8>,
    /// In order of name and stage.
    entries: Vec<Entry>,
    /// Body of the extension that remembers the trees of unchanged folders.
    trees: Range<usize>,
}

/// Where an entry's parts lie in [`Index::bytes`] and [`Index::names`].
struct Entry {
    fixed: Range<usize>,
    name: Range<usize>,
}

impl Index {
    /// Opens an index; one that does not exist is empty.
    fn open(path: &Path) -> Result<Self, StoreError> {
        let read = || -> std::io::Result<_> {
            let written = seconds(fs::metadata(path)?.modified()?);
            Ok((written, fs::read(path)?))
        };
        let (written, bytes) = match read() {
            Err(error) if error.kind() == ErrorKind::NotFound => (0, Vec::new()),
            answer => answer.map_err(|error| StoreError::io(path, error))?,
        };
        let names = Vec::with_capacity(bytes.len());
        let mut index =
            Self { version: 2, written, bytes, names, entries: Vec::new(), trees: 0..0 };
        if !index.bytes.is_empty() {
            let parsed = index.parse().unwrap_or_else(|| Err("it is damaged".into()));
            parsed.map_err(|reason| StoreError::Index { reason })?;
        }
        Ok(index)
    }

    /// `None` where the file is damaged, an error where it is of a kind that is not read.
    fn parse(&mut self) -> Option<Result<(), String>> {
        let (body, hash) = self.bytes.split_last_chunk::<HASH>()?;
        // Zeros are git's `index.skipHash`.
        if *hash != [0; HASH] && Sha1::digest(body).as_slice() != hash {
            return None;
        }
        let mut rest = body;
        let header = take(&mut rest, 12)?;
        self.version = be32(&header[4..]);
        if !header.starts_with(b"DIRC") || !(2..=4).contains(&self.version) {
            return Some(Err(format!("it is of version {}, which is not known", self.version)));
        }
        for _ in 0..be32(&header[8..]) {
            let at = body.len() - rest.len();
            let extended = rest.get(FLAGS)? & 0x40 != 0;
            let fixed = take(&mut rest, if extended { FIXED + 2 } else { FIXED })?.len();
            let start = self.names.len();
            if self.version == 4 {
                let last = self.entries.last().map_or(0..0, |entry: &Entry| entry.name.clone());
                let kept = last.len().checked_sub(unvarint(&mut rest)?)?;
                self.names.extend_from_within(last.start..last.start + kept);
            }
            self.names.extend_from_slice(until(&mut rest, 0)?);
            let name = start..self.names.len();
            if self.version != 4 {
                take(&mut rest, padding(fixed + name.len()) - 1)?;
            }
            self.entries.push(Entry { fixed: at..at + fixed, name });
        }
        while !rest.is_empty() {
            let head = take(&mut rest, 8)?;
            let at = body.len() - rest.len();
            let length = take(&mut rest, be32(&head[4..]) as usize)?.len();
            match &head[..4] {
                b"TREE" => self.trees = at..at + length,
                [b'A'..=b'Z', ..] => {}
                name => {
                    let name = String::from_utf8_lossy(name);
                    return Some(Err(format!("it has the extension `{name}`, which is not known")));
                }
            }
        }
        Some(Ok(()))
    }

    fn name(&self, entry: &Entry) -> &[u8] {
        &self.names[entry.name.clone()]
    }

    /// The 32 bits at a place of an entry's fixed part.
    fn number(&self, entry: &Entry, place: usize) -> u32 {
        be32(&self.bytes[entry.fixed.clone()][place..])
    }

    fn flags(&self, entry: &Entry) -> u16 {
        let at = entry.fixed.start + FLAGS;
        u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    fn id(&self, entry: &Entry) -> Result<Oid, StoreError> {
        Ok(Oid::from_bytes(&self.bytes[entry.fixed.clone()][STAT..FLAGS])?)
    }

    fn staged(&self, path: &RepoPath) -> Result<Option<Oid>, StoreError> {
        let name = path.as_str().as_bytes();
        let start = self.entries.partition_point(|entry| self.name(entry) < name);
        match self.entries.get(start).filter(|entry| self.name(entry) == name) {
            None => Ok(None),
            Some(entry) if self.flags(entry) & STAGE == 0 => self.id(entry).map(Some),
            Some(_) => Err(StoreError::Conflicted { path: path.to_string(), content: Vec::new() }),
        }
    }

    /// Git trusts an entry whose file is older than the index. An entry that is not older would be trusted from now on,
    /// so its file is compared with it here, while it still can be told. Only plain files that git would look at count.
    fn smudge_racy(&mut self, root: &Path) {
        for entry in &self.entries {
            let racy = i64::from(self.number(entry, MTIME)) >= self.written
                && self.number(entry, MODE) & TYPE_OF_MODE == PLAIN_FILE
                && self.flags(entry) & (ASSUME_VALID | EXTENDED) == 0;
            if racy && self.hides_a_change(root, entry) {
                // With this size git compares the content.
                self.bytes[entry.fixed.clone()][SIZE..STAT].fill(0);
            }
        }
    }

    /// Whether a file has the size of its entry and another content. Git finds every other change by itself.
    fn hides_a_change(&self, root: &Path, entry: &Entry) -> bool {
        let Ok(name) = std::str::from_utf8(self.name(entry)) else {
            return true;
        };
        match fs::read(root.join(name)) {
            Ok(content) if low(content.len() as u64) == self.number(entry, SIZE) => {
                Oid::hash_object(ObjectType::Blob, &content).ok() != self.id(entry).ok()
            }
            _ => false,
        }
    }

    /// The entry of a file, yet to be put in its place.
    fn entry(&mut self, change: &StagedFile<'_>, metadata: &Metadata) -> Entry {
        let name = change.path.as_str().as_bytes();
        let (start, fixed) = (self.names.len(), self.bytes.len());
        self.names.extend_from_slice(name);
        for field in stat(metadata, change.mode) {
            self.bytes.extend(field.to_be_bytes());
        }
        self.bytes.extend(change.id.as_bytes());
        self.bytes.extend(u16::try_from(name.len().min(LONGEST_NAME)).unwrap_or(0).to_be_bytes());
        Entry { fixed: fixed..self.bytes.len(), name: start..self.names.len() }
    }

    /// Puts in entries of paths that have no conflict; one that was there of the same name goes.
    fn put(&mut self, mut put: Vec<Entry>) {
        put.sort_by(|one, other| self.name(one).cmp(self.name(other)));
        let old = std::mem::take(&mut self.entries);
        let mut merged = Vec::with_capacity(old.len() + put.len());
        let mut put = put.into_iter().peekable();
        for entry in old {
            while let Some(new) = put.next_if(|new| self.name(new) < self.name(&entry)) {
                merged.push(new);
            }
            if put.peek().is_none_or(|new| self.name(new) != self.name(&entry)) {
                merged.push(entry);
            }
        }
        merged.extend(put);
        self.entries = merged;
    }

    /// The file's bytes, with the cached trees above `changed` forgotten.
    fn bytes(&self, changed: &[&[u8]]) -> Result<Vec<u8>, StoreError> {
        let mut out = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 8);
        out.extend(b"DIRC");
        out.extend(self.version.to_be_bytes());
        out.extend(size(self.entries.len())?);
        let mut previous: &[u8] = &[];
        for entry in &self.entries {
            let name = self.name(entry);
            out.extend_from_slice(&self.bytes[entry.fixed.clone()]);
            if self.version == 4 {
                let common = previous.iter().zip(name).take_while(|(a, b)| a == b).count();
                varint(&mut out, previous.len() - common);
                out.extend_from_slice(&name[common..]);
                out.push(0);
                previous = name;
            } else {
                out.extend_from_slice(name);
                out.resize(out.len() + padding(entry.fixed.len() + name.len()), 0);
            }
        }
        let mut trees = vec![0];
        let mut rest = &self.bytes[self.trees.clone()];
        // The root's name, which is empty, comes first.
        if until(&mut rest, 0).is_some() && forget(&mut rest, &mut trees, changed).is_some() {
            out.extend(b"TREE");
            out.extend(size(trees.len())?);
            out.extend(trees);
        }
        let hash = Sha1::digest(&out);
        out.extend(hash);
        Ok(out)
    }
}

/// One to eight zeros end a name, so that entries begin at multiples of eight.
fn padding(length: usize) -> usize {
    8 - length % 8
}

/// Copies a folder of the tree cache and those below, marking it as unknown when it holds one of `changed` (paths from
/// this folder).
fn forget(rest: &mut &[u8], out: &mut Vec<u8>, changed: &[&[u8]]) -> Option<()> {
    let counts = until(rest, b'\n')?;
    let (entries, folders) = std::str::from_utf8(counts).ok()?.split_once(' ')?;
    let id = if entries.starts_with('-') { &[] } else { take(rest, HASH)? };
    if changed.is_empty() {
        out.extend([counts, b"\n", id].concat());
    } else {
        out.extend(format!("-1 {folders}\n").bytes());
    }
    for _ in 0..folders.parse::<u32>().ok()? {
        let name = until(rest, 0)?;
        out.extend([name, b"\0"].concat());
        let below: Vec<&[u8]> =
            changed.iter().filter_map(|path| path.strip_prefix(name)?.strip_prefix(b"/")).collect();
        forget(rest, out, &below)?;
    }
    Some(())
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(taken)
}

/// The bytes before `end`, which is taken too.
fn until<'a>(rest: &mut &'a [u8], end: u8) -> Option<&'a [u8]> {
    let length = rest.iter().position(|&byte| byte == end)?;
    take(rest, length + 1)?.split_last().map(|(_, taken)| taken)
}

/// The variable width of pack files' offsets, in which each longer form begins where the shorter ends.
fn varint(out: &mut Vec<u8>, mut value: usize) {
    let mut digits = vec![value.to_le_bytes()[0] & 0x7f];
    while value > 0x7f {
        value = (value >> 7) - 1;
        digits.push(0x80 | value.to_le_bytes()[0] & 0x7f);
    }
    out.extend(digits.iter().rev());
}

fn unvarint(rest: &mut &[u8]) -> Option<usize> {
    let mut value = 0_usize;
    loop {
        let byte = take(rest, 1)?[0];
        value = value.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
        value = value.checked_add(1)?;
    }
}

fn be32(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn size(length: usize) -> Result<[u8; 4], StoreError> {
    let size = u32::try_from(length).map(u32::to_be_bytes);
    size.map_err(|_| StoreError::Index { reason: "it is too large".into() })
}

/// The index's copy of what the system knows of a file. What only some systems know is zero on the others, as git
/// writes it there.
fn stat(metadata: &Metadata, mode: i32) -> [u32; STAT / 4] {
    let modified = metadata.modified().unwrap_or(UNIX_EPOCH);
    let nanoseconds = modified.duration_since(UNIX_EPOCH).map_or(0, |since| since.subsec_nanos());
    let modified = low(seconds(modified).cast_unsigned());
    let [changed, changed_nanoseconds, device, inode, user, group] = unix_fields(metadata);
    let (mode, length) = (mode.cast_unsigned(), low(metadata.len()));
    [changed, changed_nanoseconds, modified, nanoseconds, device, inode, mode, user, group, length]
}

#[cfg(unix)]
fn unix_fields(metadata: &Metadata) -> [u32; 6] {
    use std::os::unix::fs::MetadataExt;
    let changed = [metadata.ctime(), metadata.ctime_nsec()].map(|part| low(part.cast_unsigned()));
    let [changed, nanoseconds] = changed;
    let (device, inode) = (low(metadata.dev()), low(metadata.ino()));
    [changed, nanoseconds, device, inode, metadata.uid(), metadata.gid()]
}

#[cfg(not(unix))]
fn unix_fields(_: &Metadata) -> [u32; 6] {
    [0; 6]
}

fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().cast_signed())
}

/// The index keeps the low 32 bits of every number.
#[expect(clippy::cast_possible_truncation, reason = "that is the format")]
fn low(value: u64) -> u32 {
    value as u32
}

//! Git's index as a file (gitformat-index, versions 2 to 4). Done here because libgit2 verifies,
//! rebuilds and frees the whole of it for one changed entry, which takes several times as long as
//! all else that a move does in a repository of many games.

use std::borrow::Cow;
use std::ops::Range;

use git2::Oid;
use sha1::{Digest, Sha1};

use super::StoreError;

const HASH: usize = 20;
const HEADER: usize = 12;
/// Times, device, inode, mode, owner, size.
pub(super) const STAT: usize = 40;
const SIZE: Range<usize> = 36..40;
const MODE: Range<usize> = 24..28;
const MTIME: Range<usize> = 8..12;
const ID: Range<usize> = STAT..STAT + HASH;
const FLAGS: usize = STAT + HASH;
const FIXED: usize = FLAGS + 2;
/// More flags follow (version 3).
const EXTENDED: u16 = 0x4000;
const ASSUME_VALID: u16 = 0x8000;
/// Flags keep the length of a name up to this one.
const LONGEST: usize = 0xfff;
/// The extension that remembers the trees of unchanged folders.
const TREES: &[u8] = b"TREE";

pub(super) struct IndexFile<'a> {
    version: u32,
    entries: Vec<Item<'a>>,
    /// Body of the `TREE` extension. The others are only there to make git faster, and are dropped
    /// like libgit2 does.
    trees: &'a [u8],
}

pub(super) struct Item<'a> {
    /// Everything before the name.
    fixed: Cow<'a, [u8]>,
    pub(super) name: Cow<'a, [u8]>,
}

impl Item<'_> {
    /// 0, or 1 to 3 for the sides of a conflict.
    pub(super) fn stage(&self) -> u16 {
        (self.flags() >> 12) & 3
    }

    pub(super) fn id(&self) -> Result<Oid, StoreError> {
        Ok(Oid::from_bytes(&self.fixed[ID])?)
    }

    pub(super) fn size(&self) -> u32 {
        self.number(SIZE)
    }

    /// Whether the entry's time stamp leaves open if its file changed after it was staged, for an
    /// index written in the second `written`. Only plain files that git would look at count.
    pub(super) fn is_racy(&self, written: u32) -> bool {
        self.number(MTIME) >= written
            && self.number(MODE) & 0o170_000 == 0o100_000
            && self.flags() & (ASSUME_VALID | EXTENDED) == 0
    }

    /// Makes git compare the file's content instead of its time stamp.
    pub(super) fn smudge(&mut self) {
        self.fixed.to_mut()[SIZE].fill(0);
    }

    fn flags(&self) -> u16 {
        u16::from_be_bytes([self.fixed[FLAGS], self.fixed[FLAGS + 1]])
    }

    fn number(&self, place: Range<usize>) -> u32 {
        self.fixed[place].iter().fold(0, |number, &byte| number << 8 | u32::from(byte))
    }
}

impl<'a> IndexFile<'a> {
    /// Reads an index; no bytes at all are an empty one.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, StoreError> {
        if bytes.is_empty() {
            return Ok(Self { version: 2, entries: Vec::new(), trees: &[] });
        }
        let broken = || refusal("it is broken");
        let (mut rest, hash) = bytes.split_last_chunk::<HASH>().ok_or_else(broken)?;
        // Zeros are git's `index.skipHash`.
        if *hash != [0; HASH] && Sha1::digest(rest).as_slice() != hash {
            return Err(broken());
        }
        let header = take(&mut rest, HEADER).ok_or_else(broken)?;
        let (version, count) = (be32(&header[4..8]), be32(&header[8..12]));
        if &header[..4] != b"DIRC" || !(2..=4).contains(&version) {
            return Err(refusal(format!("it is of version {version}, which is not known")));
        }
        // No entry takes less than its fixed part: a lie about the count allocates little.
        let mut entries = Vec::with_capacity(rest.len() / FIXED);
        for _ in 0..count {
            let previous = entries.last().map_or(&[][..], |item: &Item<'_>| &item.name);
            let item = item(&mut rest, version, previous).ok_or_else(broken)?;
            entries.push(item);
        }
        let mut trees: &[u8] = &[];
        while !rest.is_empty() {
            let head = take(&mut rest, 8).ok_or_else(broken)?;
            let body = take(&mut rest, be32(&head[4..]) as usize).ok_or_else(broken)?;
            match &head[..4] {
                TREES => trees = body,
                name if name[0].is_ascii_uppercase() => {}
                name => {
                    let name = String::from_utf8_lossy(name);
                    return Err(refusal(format!(
                        "it has the extension `{name}`, which is not known"
                    )));
                }
            }
        }
        Ok(Self { version, entries, trees })
    }

    /// The entries of a path: one, or up to three in a conflict.
    pub(super) fn at(&self, name: &[u8]) -> &[Item<'a>] {
        let start = self.entries.partition_point(|item| *item.name < *name);
        let end = self.entries.partition_point(|item| *item.name <= *name);
        &self.entries[start..end]
    }

    pub(super) fn entries_mut(&mut self) -> impl Iterator<Item = &mut Item<'a>> {
        self.entries.iter_mut()
    }

    /// Replaces or adds the entry of a path that has no conflict.
    pub(super) fn put(&mut self, name: &'a str, stat: [u8; STAT], id: Oid) {
        let (name, length) = (name.as_bytes(), name.len().min(LONGEST));
        let flags = u16::try_from(length).unwrap_or_default().to_be_bytes();
        let fixed = [&stat, id.as_bytes(), &flags].concat().into();
        let item = Item { fixed, name: name.into() };
        let place = self.entries.partition_point(|item| *item.name < *name);
        match self.entries.get_mut(place) {
            Some(old) if *old.name == *name => *old = item,
            _ => self.entries.insert(place, item),
        }
    }

    /// The file's bytes, with the cached trees above `changed` forgotten.
    pub(super) fn bytes(&self, changed: &[&str]) -> Result<Vec<u8>, StoreError> {
        let mut out = Vec::with_capacity(self.entries.len() * 128);
        out.extend(b"DIRC");
        out.extend(self.version.to_be_bytes());
        out.extend(size(self.entries.len())?);
        let mut previous: &[u8] = &[];
        for item in &self.entries {
            out.extend_from_slice(&item.fixed);
            if self.version == 4 {
                let common = previous.iter().zip(&*item.name).take_while(|(a, b)| a == b).count();
                varint(&mut out, previous.len() - common);
                out.extend_from_slice(&item.name[common..]);
                out.push(0);
                previous = &item.name;
            } else {
                out.extend_from_slice(&item.name);
                let padding = padding(item.fixed.len() + item.name.len());
                out.resize(out.len() + padding, 0);
            }
        }
        if !self.trees.is_empty() {
            let mut trees = vec![0];
            let changed: Vec<&[u8]> = changed.iter().map(|path| path.as_bytes()).collect();
            let mut rest = self.trees;
            // The root's name, which is empty, comes first.
            if until(&mut rest, 0).is_some() && forget(&mut rest, &mut trees, &changed).is_some() {
                out.extend(TREES);
                out.extend(size(trees.len())?);
                out.extend(trees);
            }
        }
        let hash = Sha1::digest(&out);
        out.extend(hash);
        Ok(out)
    }
}

fn item<'a>(rest: &mut &'a [u8], version: u32, previous: &[u8]) -> Option<Item<'a>> {
    let extended = rest.get(FLAGS)? & 0x40 != 0;
    let fixed = take(rest, if extended { FIXED + 2 } else { FIXED })?;
    let name = if version == 4 {
        let kept = previous.len().checked_sub(unvarint(rest)?)?;
        let name = [&previous[..kept], until(rest, 0)?].concat();
        Cow::Owned(name)
    } else {
        let name = until(rest, 0)?;
        take(rest, padding(fixed.len() + name.len()) - 1)?;
        Cow::Borrowed(name)
    };
    Some(Item { fixed: Cow::Borrowed(fixed), name })
}

/// One to eight zeros end a name, so that entries begin at multiples of eight.
fn padding(length: usize) -> usize {
    8 - length % 8
}

/// Copies a folder of the `TREE` extension and those below, marking it as unknown when it holds one
/// of `changed` (paths from this folder).
fn forget(rest: &mut &[u8], out: &mut Vec<u8>, changed: &[&[u8]]) -> Option<()> {
    let counts = until(rest, b'\n')?;
    let (entries, folders) = std::str::from_utf8(counts).ok()?.split_once(' ')?;
    let known = !entries.starts_with('-');
    let id = if known { take(rest, HASH)? } else { &[] };
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
    let taken = take(rest, length)?;
    take(rest, 1)?;
    Some(taken)
}

/// The variable width of pack files' offsets, in which each longer form begins where the shorter
/// ends.
fn varint(out: &mut Vec<u8>, value: usize) {
    let mut digits = vec![low7(value)];
    let mut value = value >> 7;
    while value > 0 {
        value -= 1;
        digits.push(0x80 | low7(value));
        value >>= 7;
    }
    out.extend(digits.iter().rev());
}

fn low7(value: usize) -> u8 {
    u8::try_from(value & 0x7f).unwrap_or_default()
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
    bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn size(length: usize) -> Result<[u8; 4], StoreError> {
    u32::try_from(length).map(u32::to_be_bytes).map_err(|_| refusal("it is too large"))
}

fn refusal(reason: impl Into<String>) -> StoreError {
    StoreError::Index { reason: reason.into() }
}

//! The entries of trees, taken from the bytes of the objects, and those in which two trees differ.

use std::cmp::Ordering;

use git2::Oid;

/// How many bytes are compared at once.
const BLOCK: usize = 64;

/// An entry of a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RawEntry<'t> {
    mode: &'t [u8],
    pub(super) name: &'t [u8],
    pub(super) id: Oid,
}

impl RawEntry<'_> {
    pub(super) fn is_folder(&self) -> bool {
        matches!(self.mode, b"40000" | b"040000")
    }

    pub(super) fn oddity(&self) -> Option<&'static str> {
        match self.mode {
            b"120000" => Some("a symbolic link"),
            b"160000" => Some("a repository of its own"),
            _ => None,
        }
    }

    /// The content of a plain file.
    pub(super) fn file(&self) -> Option<Oid> {
        (!self.is_folder() && self.oddity().is_none()).then_some(self.id)
    }

    fn order(&self, other: &RawEntry<'_>) -> Ordering {
        tree_order((self.name, self.is_folder()), (other.name, other.is_folder()))
    }
}

/// The order of two names in a tree, each with whether it is a folder's: such a name counts as if a slash followed.
pub(super) fn tree_order(one: (&[u8], bool), other: (&[u8], bool)) -> Ordering {
    let whole = |is_folder: bool| is_folder.then_some(&b'/');
    one.0.iter().chain(whole(one.1)).cmp(other.0.iter().chain(whole(other.1)))
}

/// The entries of a tree's bytes, up to the first that is damaged.
#[derive(Clone, Copy)]
pub(super) struct Entries<'t> {
    /// The bytes from the next entry on.
    rest: &'t [u8],
}

impl<'t> Entries<'t> {
    pub(super) fn of(tree: &'t [u8]) -> Entries<'t> {
        Entries { rest: tree }
    }

    /// Goes on to the next entry. Answers the mode, the name and the object's name of the one passed.
    fn pass(&mut self) -> Option<[&'t [u8]; 3]> {
        let space = self.rest.iter().take(8).position(|byte| *byte == b' ')?;
        let (mode, rest) = (&self.rest[..space], &self.rest[space + 1..]);
        let end = rest.iter().position(|byte| *byte == 0)?;
        let (name, rest) = (&rest[..end], &rest[end + 1..]);
        let (id, rest) = rest.split_at_checked(20)?;
        self.rest = rest;
        Some([mode, name, id])
    }
}

impl<'t> Iterator for Entries<'t> {
    type Item = RawEntry<'t>;

    fn next(&mut self) -> Option<RawEntry<'t>> {
        let [mode, name, id] = self.pass()?;
        Some(RawEntry { mode, name, id: Oid::from_bytes(id).ok()? })
    }
}

/// The entries in which two trees differ, by name. Most have nearly all entries in common, which are not looked at one by one.
pub(super) fn pairs<'t>(old: &'t [u8], new: &'t [u8]) -> Vec<[Option<RawEntry<'t>>; 2]> {
    let start = same_entries(old, new);
    let (mut old, mut new) = (Entries::of(&old[start..]), Entries::of(&new[start..]));
    let end = same_end(old.rest, new.rest);
    let mut pairs = Vec::new();
    while old.rest.len() != new.rest.len() || old.rest.len() > end {
        let (mut behind_old, mut behind_new) = (old, new);
        let (before, after) = (behind_old.next(), behind_new.next());
        let order = match (&before, &after) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) if one.name == other.name && one.mode == other.mode => {
                Ordering::Equal
            }
            (Some(one), Some(other)) => one.order(other),
        };
        if order != Ordering::Greater {
            old = behind_old;
        }
        if order != Ordering::Less {
            new = behind_new;
        }
        let pair = [
            before.filter(|_| order != Ordering::Greater),
            after.filter(|_| order != Ordering::Less),
        ];
        if pair[0] != pair[1] {
            pairs.push(pair);
        }
    }
    pairs
}

/// The length in bytes of the entries with which both trees begin.
fn same_entries(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK));
    let same = BLOCK * blocks.take_while(|(one, other)| one == other).count();
    let bytes = old[same..].iter().zip(&new[same..]);
    let same = same + bytes.take_while(|(one, other)| one == other).count();
    let (mut entries, mut start) = (Entries::of(old), 0);
    while entries.pass().is_some() && old.len() - entries.rest.len() <= same {
        start = old.len() - entries.rest.len();
    }
    start
}

/// How many bytes two trees have in common at their ends, or some fewer.
fn same_end(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK));
    BLOCK * blocks.take_while(|(one, other)| one == other).count()
}

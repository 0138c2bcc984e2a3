//! The history of each file: which versions of it each commit had before it, and which it has.

use std::collections::BTreeMap;

use crate::store::{BlobId, ChangingCommit, OtherTip, PathChange, Walk};

/// What a commit did to one file.
pub(super) struct FileStep<'w> {
    pub(super) commit: &'w ChangingCommit,
    /// Where the file is after it, or was before it was removed.
    pub(super) path: &'w str,
    /// Where it was before, if that was elsewhere.
    pub(super) moved_from: Option<&'w str>,
    /// The versions of the commit's parents, in their order; one of none for a commit without parents.
    pub(super) before: Vec<Option<BlobId>>,
    pub(super) after: Option<BlobId>,
    /// What stands there after instead of a file.
    pub(super) odd: Option<&'static str>,
    /// How many files the commit changed that were there before.
    pub(super) changed: usize,
    /// How many files the commit changed in all.
    pub(super) files: usize,
}

/// Another version of a file that this repository knows.
pub(super) struct OtherFile<'w> {
    pub(super) tip: &'w OtherTip,
    pub(super) path: &'w str,
    pub(super) blob: BlobId,
}

/// All that is known of one file, parents before their children.
#[derive(Default)]
pub(super) struct FileHistory<'w> {
    pub(super) steps: Vec<FileStep<'w>>,
    pub(super) others: Vec<OtherFile<'w>>,
    /// Where it is now, and what it holds.
    pub(super) present: Option<(String, BlobId)>,
}

/// What tells a file from others wherever it lies: the folder at the root, and its name in small letters without its ending.
pub(super) type FileKey = (String, String);

/// The key of a path.
pub(super) fn key_of(path: &str) -> FileKey {
    let folder = path.split('/').next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    (folder.to_owned(), name.strip_suffix(".yaml").unwrap_or(name).to_lowercase())
}

/// The history of every file that a walk came by.
pub(super) fn histories(walk: &Walk) -> BTreeMap<FileKey, FileHistory<'_>> {
    let mut files: BTreeMap<FileKey, FileHistory<'_>> = BTreeMap::new();
    for commit in &walk.changing {
        for (key, step) in steps_of(commit) {
            files.entry(key).or_default().steps.push(step);
        }
    }
    for tip in &walk.others {
        for change in &tip.changes {
            if let Some(blob) = change.before {
                let other = OtherFile { tip, path: &change.path, blob };
                files.entry(key_of(&change.path)).or_default().others.push(other);
            }
        }
    }
    files
}

/// What a commit did, file by file.
fn steps_of(commit: &ChangingCommit) -> BTreeMap<FileKey, FileStep<'_>> {
    let mut steps: BTreeMap<FileKey, FileStep<'_>> = BTreeMap::new();
    let mut seen: BTreeMap<FileKey, Vec<bool>> = BTreeMap::new();
    let parents = commit.changes.len();
    let first = commit.changes.first().map_or(&[][..], Vec::as_slice);
    let changed = first.iter().filter(|change| change.before.is_some()).count();
    let files = first.len();
    for (parent, changes) in commit.changes.iter().enumerate() {
        let moved = moves(changes);
        for change in changes {
            let moved_from =
                moved.iter().find(|(_, to)| to.path == change.path).map(|(from, _)| *from);
            if moved.iter().any(|(from, _)| from.path == change.path) {
                continue;
            }
            let key = key_of(&change.path);
            let step = steps.entry(key.clone()).or_insert_with(|| FileStep {
                commit,
                path: &change.path,
                moved_from: moved_from.map(|from| from.path.as_str()),
                before: vec![None; parents],
                after: change.after,
                odd: change.odd,
                changed,
                files,
            });
            step.before[parent] = change.before.or(moved_from.and_then(|from| from.before));
            seen.entry(key).or_insert_with(|| vec![false; parents])[parent] = true;
        }
    }
    for (key, step) in &mut steps {
        for (parent, seen) in seen[key].iter().enumerate() {
            if !seen {
                step.before[parent] = step.after;
            }
        }
    }
    steps
}

/// The files that went from one place to another: of one name, or of one content.
fn moves(changes: &[PathChange]) -> Vec<(&PathChange, &PathChange)> {
    let is_new = |change: &&PathChange| change.before.is_none() && change.after.is_some();
    let is_gone = |change: &&PathChange| change.after.is_none() && change.odd.is_none();
    let mut new: Vec<&PathChange> = changes.iter().filter(is_new).collect();
    if new.is_empty() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for gone in changes.iter().filter(is_gone) {
        let key = key_of(&gone.path);
        let same = |new: &&PathChange| key_of(&new.path) == key || new.after == gone.before;
        if let Some(at) = new.iter().position(same) {
            moves.push((gone, new.swap_remove(at)));
        }
    }
    moves
}

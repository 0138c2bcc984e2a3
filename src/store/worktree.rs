//! Reading and replacing files of the work tree.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use git2::Oid;
use tempfile::TempPath;

use super::error::StoreError;
use super::lock::remove;
use super::name::RepoPath;

/// The most bytes that are read of a file: as many as a match may have.
pub(super) const LARGEST: u64 = 16 << 20;

/// The most files of a commit that are each flushed to the disk. More are only written, as by git itself: the commit has them.
pub(super) const FLUSHED: usize = 64;

/// The bytes of the file at `path`, `None` when there is none. A link on the way is refused, even
/// one that stays inside: through it, one file would answer to two paths.
pub(super) fn read(root: &Path, path: &RepoPath) -> Result<Option<Vec<u8>>, StoreError> {
    for prefix in path.prefixes() {
        let place = root.join(prefix);
        let (kind, size) = match fs::symlink_metadata(&place) {
            Ok(metadata) => (metadata.file_type(), metadata.len()),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io(&place, error)),
        };
        if kind.is_symlink() {
            return Err(StoreError::SymbolicLink { path: prefix.to_owned() });
        }
        let last = prefix.len() == path.as_str().len();
        if kind.is_file() != last || (!last && !kind.is_dir()) {
            return Err(StoreError::InTheWay { path: prefix.to_owned() });
        }
        if last {
            check_size(path, size)?;
        }
    }
    let place = root.join(path.as_str());
    fs::read(&place).map(Some).map_err(|error| StoreError::io(&place, error))
}

/// Refuses a file of the repository that is larger than any that belongs there.
pub(super) fn check_size(path: &RepoPath, size: u64) -> Result<(), StoreError> {
    match size > LARGEST {
        true => Err(StoreError::TooLarge { path: path.to_string(), size }),
        false => Ok(()),
    }
}

/// Whether a file is what was committed, or both are absent. Line ends do not count: `core.autocrlf` and editors
/// change them on the way out, git changes them back on the way in.
pub(super) fn same(one: Option<&[u8]>, other: Option<&[u8]>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one == other || unix(one) == unix(other),
        (None, None) => true,
        _ => false,
    }
}

fn unix(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\r') {
        return Cow::Borrowed(text);
    }
    let follows = text[1..].iter().copied().chain([0]);
    let kept = text.iter().zip(follows).filter(|&(&byte, next)| byte != b'\r' || next != b'\n');
    Cow::Owned(kept.map(|(&byte, _)| byte).collect())
}

/// A file's new content, written in the same folder, waiting to be renamed over the old
/// one; removed when dropped instead.
pub(super) struct FileDraft {
    temporary: TempPath,
    target: PathBuf,
}

impl FileDraft {
    /// Writes the draft and, if `flush` is set, waits until it has reached the disk. Its name is fixed by the commit and `number`, so that one left by a killed run is found, and
    /// nobody else has a file of that name.
    pub(super) fn write(
        root: &Path,
        path: &RepoPath,
        (commit, number): (Oid, usize),
        bytes: &[u8],
        flush: bool,
    ) -> Result<Self, StoreError> {
        let target = root.join(path.as_str());
        let place = place(root, path, (commit, number));
        let failed = |error| StoreError::io(&place, error);
        let folder = target.parent().unwrap_or(root);
        fs::create_dir_all(folder).map_err(|error| StoreError::io(folder, error))?;
        // Never followed nor reused: somebody may have committed a link of this name.
        discard(root, path, (commit, number))?;
        let mut file = File::create_new(&place).map_err(|error| match error.kind() {
            std::io::ErrorKind::PermissionDenied => StoreError::io(folder, error),
            _ => StoreError::io(&place, error),
        })?;
        let temporary = TempPath::try_from_path(&place).map_err(failed)?;
        file.write_all(bytes).map_err(failed)?;
        if let Ok(old) = fs::metadata(&target) {
            file.set_permissions(old.permissions()).map_err(failed)?;
        }
        if flush {
            file.sync_data().map_err(failed)?;
        }
        Ok(Self { temporary, target })
    }

    pub(super) fn place(self) -> Result<(), StoreError> {
        let Self { temporary, target } = self;
        temporary.persist(&target).map_err(|error| StoreError::io(&target, error.error))
    }
}

/// Removes what a killed run left of a draft.
pub(super) fn discard(root: &Path, path: &RepoPath, draft: (Oid, usize)) -> Result<(), StoreError> {
    remove(&place(root, path, draft))
}

fn place(root: &Path, path: &RepoPath, (commit, number): (Oid, usize)) -> PathBuf {
    root.join(path.as_str()).with_file_name(format!(".riverpost-{commit}-{number}"))
}

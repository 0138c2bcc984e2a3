use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::{RepoPath, StoreError};

/// The bytes of the file at `path`, `None` when there is none. A link on the way is refused, even
/// one that stays inside: through it, one file would answer to two paths.
pub(super) fn read(root: &Path, path: &RepoPath) -> Result<Option<Vec<u8>>, StoreError> {
    for prefix in path.prefixes() {
        let place = root.join(prefix);
        let kind = match fs::symlink_metadata(&place) {
            Ok(metadata) => metadata.file_type(),
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
    }
    let place = root.join(path.as_str());
    fs::read(&place).map(Some).map_err(|error| StoreError::io(&place, error))
}

/// Whether a file is what was committed. Line ends do not count: `core.autocrlf` and editors
/// change them on the way out, git changes them back on the way in.
pub(super) fn same_text(one: &[u8], other: &[u8]) -> bool {
    one == other || unix(one) == unix(other)
}

fn unix(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\r') {
        return Cow::Borrowed(text);
    }
    let follows = text[1..].iter().copied().chain([0]);
    let kept = text.iter().zip(follows).filter(|&(&byte, next)| byte != b'\r' || next != b'\n');
    Cow::Owned(kept.map(|(&byte, _)| byte).collect())
}

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::lock::remove;
use super::{RepoPath, StoreError};

/// A file's new content, written and flushed in the same folder, waiting to be renamed over the old
/// one; removed when dropped instead.
pub(super) struct FileDraft {
    temporary: TempPath,
    target: PathBuf,
}

impl FileDraft {
    /// Writes the draft. Its name is fixed by `number`, so that one left by a killed run is found.
    pub(super) fn write(
        root: &Path,
        path: &RepoPath,
        number: usize,
        bytes: &[u8],
    ) -> Result<Self, StoreError> {
        let target = root.join(path.as_str());
        let place = place(root, path, number);
        let failed = |error| StoreError::io(&place, error);
        let folder = target.parent().unwrap_or(root);
        fs::create_dir_all(folder).map_err(|error| StoreError::io(folder, error))?;
        // Never followed nor reused: somebody may have committed a link of this name.
        discard(root, path, number)?;
        let mut file = File::create_new(&place).map_err(|error| match error.kind() {
            std::io::ErrorKind::PermissionDenied => StoreError::io(folder, error),
            _ => StoreError::io(&place, error),
        })?;
        let temporary = TempPath::try_from_path(&place).map_err(failed)?;
        file.write_all(bytes).map_err(failed)?;
        if let Ok(old) = fs::metadata(&target) {
            file.set_permissions(old.permissions()).map_err(failed)?;
        }
        file.sync_data().map_err(failed)?;
        Ok(Self { temporary, target })
    }

    pub(super) fn place(self) -> Result<(), StoreError> {
        let Self { temporary, target } = self;
        temporary.persist(&target).map_err(|error| StoreError::io(&target, error.error))
    }
}

/// Removes what a killed run left of a draft.
pub(super) fn discard(root: &Path, path: &RepoPath, number: usize) -> Result<(), StoreError> {
    remove(&place(root, path, number))
}

fn place(root: &Path, path: &RepoPath, number: usize) -> PathBuf {
    root.join(path.as_str()).with_file_name(format!(".riverpost-draft-{number}"))
}

//! Small files in git's own folder, which no commit, push or clone takes along.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::lock::{WriteLock, remove};
use super::name::RepoPath;
use super::repository::Store;
use super::settings::GitFile;

/// The most bytes read of a private file.
pub const LONGEST_PRIVATE: u64 = 1024 * 1024;

/// Small files that belong to this repository and are never committed, pushed or cloned: they lie
/// in git's own folder, and work trees linked to it share them.
impl Store {
    /// The content of a private file, `None` when there is none, or only that of another user of a shared repository; no
    /// more of it than a mebibyte.
    ///
    /// # Errors
    /// [`StoreError::Io`], [`StoreError::ReadOnly`].
    pub fn private(&self, name: &RepoPath) -> Result<Option<Vec<u8>>, StoreError> {
        match read(&self.private_place(name)) {
            Err(StoreError::ReadOnly { .. }) => Ok(None),
            answer => answer,
        }
    }

    /// Changes a private file in one step, alone among the runs that do: asks `edit` what its content
    /// becomes (`None`: it goes), and hands its other answer through. A reader sees the old content
    /// or the new. Only the user may read it.
    ///
    /// # Errors
    /// What `edit` answers; [`StoreError::Io`], [`StoreError::ReadOnly`], [`StoreError::Busy`].
    pub fn update_private<T, E: From<StoreError>>(
        &self,
        name: &RepoPath,
        edit: impl FnOnce(Option<&[u8]>) -> Result<(Option<Vec<u8>>, T), E>,
    ) -> Result<T, E> {
        let place = self.private_place(name);
        let lock = WriteLock::take(self.repo.commondir())?;
        self.share_own_files(self.repo.commondir())?;
        // Left by a killed run: nobody else writes while the lock is held.
        let draft = lock.folder().join("private");
        remove(&draft)?;
        let before = read(&place)?;
        let (after, value) = edit(before.as_deref())?;
        if after != before {
            self.replace_private(&place, &draft, after.as_deref())?;
        }
        Ok(value)
    }

    fn replace_private(
        &self,
        place: &Path,
        draft: &Path,
        content: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        let Some(content) = content else { return remove(place) };
        let folder = place.parent().unwrap_or(place);
        fs::create_dir_all(folder).map_err(|error| StoreError::io(folder, error))?;
        self.file_settings().apply(folder, GitFile::Own)?;
        write(draft, content).map_err(|error| StoreError::io(draft, error))?;
        fs::rename(draft, place).map_err(|error| StoreError::io(place, error))
    }

    /// The names of the private files in a folder, sorted; those that are not UTF-8 are none of ours.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    pub fn private_names(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        let place = WriteLock::place(self.repo.commondir()).join(folder);
        let failed = |error| StoreError::io(&place, error);
        let entries = match fs::read_dir(&place) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(entry.map_err(failed)?.file_name().into_string());
        }
        names.sort();
        Ok(names)
    }

    /// Where a private file lies.
    pub fn private_place(&self, name: &RepoPath) -> PathBuf {
        WriteLock::place(self.repo.commondir()).join(name.as_str())
    }
}

fn read(place: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    let failed = |error| StoreError::io(place, error);
    let file = match File::open(place) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let mut bytes = Vec::new();
    file.take(LONGEST_PRIVATE).read_to_end(&mut bytes).map_err(failed)?;
    Ok(Some(bytes))
}

fn write(draft: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(draft)?;
    file.write_all(bytes)?;
    file.sync_data()
}

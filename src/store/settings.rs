//! What git's settings ask of every file in git's own folder: that it reaches the disk (`core.fsync`), and that the users
//! of a shared repository can use it (`core.sharedRepository`). libgit2 does neither.

use std::fs::{self, File};
use std::path::Path;

use git2::{Config, Repository};

use super::error::StoreError;

/// The repository's own settings, to be written.
pub(super) fn own_settings(repo: &Repository) -> Result<Config, StoreError> {
    Ok(Config::open(&repo.commondir().join("config"))?)
}

/// What a file in git's folder is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GitFile {
    Object,
    Reference,
    Index,
    /// A file or folder of this program.
    Own,
}

/// The two settings.
#[derive(Default)]
pub(super) struct FileSettings {
    objects: bool,
    references: bool,
    index: bool,
    sharing: Option<Sharing>,
}

/// The permissions that `core.sharedRepository` asks for.
#[derive(Clone, Copy)]
struct Sharing {
    mode: u32,
    /// Whether others than these are taken away.
    exact: bool,
}

impl FileSettings {
    pub(super) fn read(repo: &Repository) -> Self {
        repo.config().map(|settings| Self::of(&settings)).unwrap_or_default()
    }

    fn of(settings: &Config) -> Self {
        let mut of = Self { references: true, ..Self::default() };
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        let fsync = settings.get_string("core.fsync").unwrap_or_default();
        for word in fsync.split(',').map(str::trim) {
            match word.strip_prefix('-') {
                Some(word) => unwanted.push(word),
                None if word == "none" => of.references = false,
                None => wanted.push(word),
            }
        }
        for (words, value) in [(unwanted, false), (wanted, true)] {
            for word in words {
                let all = word == "all";
                let committed = all || matches!(word, "committed" | "added");
                if committed || matches!(word, "objects" | "loose-object") {
                    of.objects = value;
                }
                if committed || word == "reference" {
                    of.references = value;
                }
                if all || matches!(word, "added" | "index") {
                    of.index = value;
                }
            }
        }
        of.sharing = settings.get_string("core.sharedRepository").ok().as_deref().and_then(sharing);
        of
    }

    /// Whether there is anything to do to an object.
    pub(super) fn ask_of_objects(&self) -> bool {
        self.objects || self.sharing.is_some()
    }

    /// Does to a file, or to a folder, what the settings ask for. One that is not there, or that belongs to another user
    /// and thus is as it should be already, is passed over.
    pub(super) fn apply(&self, path: &Path, kind: GitFile) -> Result<(), StoreError> {
        let sync = match kind {
            GitFile::Object => self.objects,
            GitFile::Reference => self.references,
            GitFile::Index => self.index,
            GitFile::Own => false,
        };
        if sync && let Ok(file) = File::open(path) {
            file.sync_all().map_err(|error| StoreError::io(path, error))?;
        }
        if let Some(sharing) = self.sharing
            && let Ok(metadata) = fs::symlink_metadata(path)
        {
            sharing.apply(path, &metadata);
        }
        Ok(())
    }

    /// The same for a file and the folders above it, up to `top`.
    pub(super) fn apply_below(
        &self,
        top: &Path,
        path: &Path,
        kind: GitFile,
    ) -> Result<(), StoreError> {
        self.apply(path, kind)?;
        let folders = path.ancestors().skip(1).take_while(|folder| *folder != top);
        folders.into_iter().try_for_each(|folder| self.apply(folder, GitFile::Own))
    }
}

fn sharing(value: &str) -> Option<Sharing> {
    let named = |mode| Some(Sharing { mode, exact: false });
    match value {
        "group" | "true" | "yes" | "on" | "" => named(0o660),
        "all" | "world" | "everybody" => named(0o664),
        _ => match u32::from_str_radix(value, 8).ok()? {
            0 => None,
            1 => named(0o660),
            2 => named(0o664),
            mode => Some(Sharing { mode: mode & 0o666, exact: true }),
        },
    }
}

impl Sharing {
    #[cfg(unix)]
    fn apply(self, path: &Path, metadata: &fs::Metadata) {
        use std::os::unix::fs::PermissionsExt;
        let old = metadata.permissions().mode() & 0o7777;
        let mut wanted = self.mode;
        if old & 0o200 == 0 {
            wanted &= !0o222;
        }
        if old & 0o100 != 0 {
            wanted |= (wanted & 0o444) >> 2;
        }
        let mut new = if self.exact { old & !0o777 | wanted } else { old | wanted };
        if metadata.is_dir() {
            // What is made in it belongs to the group too.
            new |= 0o2000;
        }
        if new != old {
            // Fails for what is another user's.
            let _ = fs::set_permissions(path, PermissionsExt::from_mode(new));
        }
    }

    #[cfg(not(unix))]
    fn apply(self, _: &Path, _: &fs::Metadata) {}
}

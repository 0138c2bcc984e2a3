//! The folder of a site: files that are written where they differ, and removed where they are no more wanted.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::error::SiteError;
use super::manifest::{MANIFEST, SiteManifest, UNFINISHED};
use crate::archive::replace_file;

/// The files of a site.
pub(super) struct SiteFolder<'m> {
    root: PathBuf,
    /// The files that were the site's before.
    owned: &'m BTreeSet<String>,
    dry_run: bool,
    /// Where what is added is listed, once something is.
    unfinished: Mutex<Option<File>>,
    /// The files of the site.
    files: Mutex<BTreeSet<String>>,
    written: AtomicUsize,
    unchanged: AtomicUsize,
}

impl<'m> SiteFolder<'m> {
    /// Opens a folder whose manifest lists those files; one that is not there is made.
    pub(super) fn open(
        root: &Path,
        owned: &'m BTreeSet<String>,
        dry_run: bool,
    ) -> Result<SiteFolder<'m>, SiteError> {
        if !dry_run && !root.is_dir() {
            fs::create_dir(root).map_err(SiteError::io(root))?;
        }
        Ok(SiteFolder {
            root: root.to_owned(),
            owned,
            dry_run,
            unfinished: Mutex::default(),
            files: Mutex::default(),
            written: AtomicUsize::new(0),
            unchanged: AtomicUsize::new(0),
        })
    }

    /// Whether all of these are files of the site already and still there: then they stay as they are.
    pub(super) fn keep(&self, files: &[String]) -> bool {
        let is_file = |file: &String| {
            self.owned.contains(file)
                && fs::symlink_metadata(self.root.join(file)).is_ok_and(|found| found.is_file())
        };
        let kept = files.iter().all(is_file);
        if kept {
            self.unchanged.fetch_add(files.len(), Ordering::Relaxed);
            self.add(files.iter().cloned());
        }
        kept
    }

    /// Makes a text a file of the site; where it is there already with these bytes, nothing is written.
    ///
    /// # Errors
    /// [`SiteError::InTheWay`], [`SiteError::Io`].
    pub(super) fn put(&self, file: &str, text: &str) -> Result<(), SiteError> {
        self.put_in_place(file, text)?;
        self.add([file.to_owned()]);
        Ok(())
    }

    fn put_in_place(&self, file: &str, text: &str) -> Result<(), SiteError> {
        let path = self.root.join(file);
        let in_the_way = || SiteError::InTheWay { file: path.clone() };
        let folder = path.parent().unwrap_or(&self.root);
        match fs::symlink_metadata(folder) {
            Ok(found) if found.is_dir() => {}
            Ok(_) if folder != self.root => return Err(in_the_way()),
            Ok(_) => {}
            Err(_) if self.dry_run => {}
            Err(_) => match fs::create_dir(folder) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(SiteError::io(folder)(error));
                }
                _ => {}
            },
        }
        match fs::symlink_metadata(&path) {
            Ok(found) if !found.is_file() => return Err(in_the_way()),
            Ok(found) if found.len() == text.len() as u64 && is(&path, text)? => {
                self.unchanged.fetch_add(1, Ordering::Relaxed);
                return Ok(());
            }
            Ok(_) if !self.owned.contains(file) => return Err(in_the_way()),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => self.announce(file)?,
            Err(error) => return Err(SiteError::io(&path)(error)),
        }
        self.written.fetch_add(1, Ordering::Relaxed);
        if self.dry_run { Ok(()) } else { replace_file(&path, text).map_err(SiteError::io(&path)) }
    }

    /// Lists a file that is about to be added, so that it is known as the site's even if this run does not come to its end.
    fn announce(&self, file: &str) -> Result<(), SiteError> {
        if self.dry_run || self.owned.contains(file) {
            return Ok(());
        }
        let path = self.root.join(UNFINISHED);
        let mut unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        let listed = match &mut *unfinished {
            Some(listed) => listed,
            None => {
                let opened = OpenOptions::new().create(true).append(true).open(&path);
                unfinished.insert(opened.map_err(SiteError::io(&path))?)
            }
        };
        listed.write_all(format!("{file}\n").as_bytes()).map_err(SiteError::io(&path))
    }

    fn add(&self, files: impl IntoIterator<Item = String>) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).extend(files);
    }

    /// The files of the site.
    pub(super) fn files(&self) -> BTreeSet<String> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Removes what was the site's and is not any more, and writes the manifest; gives how many files were written, removed and
    /// left as they were.
    ///
    /// # Errors
    /// [`SiteError::Io`].
    pub(super) fn finish(
        self,
        manifest: &SiteManifest,
    ) -> Result<(usize, usize, usize), SiteError> {
        let gone: Vec<&String> = self.owned.difference(&manifest.files).collect();
        for file in &gone {
            let path = self.root.join(file);
            let inside = path.parent().is_some_and(|folder| {
                fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir())
            });
            if self.dry_run || !inside {
                continue;
            }
            remove(&path)?;
        }
        let (path, text) = (self.root.join(MANIFEST), manifest.text());
        let same = path.is_file() && is(&path, &text)?;
        if !self.dry_run && !same {
            replace_file(&path, &text).map_err(SiteError::io(&path))?;
        }
        if !self.dry_run {
            remove(&self.root.join(UNFINISHED))?;
        }
        Ok((self.written.into_inner(), gone.len(), self.unchanged.into_inner()))
    }
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<(), SiteError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(SiteError::io(path)(error)),
        _ => Ok(()),
    }
}

/// Whether a file has the bytes of a text.
fn is(path: &Path, text: &str) -> Result<bool, SiteError> {
    let mut bytes = Vec::with_capacity(text.len() + 1);
    let read =
        File::open(path).and_then(|file| file.take(text.len() as u64 + 1).read_to_end(&mut bytes));
    read.map_err(SiteError::io(path))?;
    Ok(bytes == text.as_bytes())
}

/// The folder without links, as far as it exists.
pub(super) fn real(path: &Path) -> Result<PathBuf, SiteError> {
    let full = std::path::absolute(path).map_err(SiteError::io(path))?;
    let existing = full.ancestors().find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    let Some((folder, real)) = existing else { return Ok(full) };
    let rest = full.strip_prefix(folder).unwrap_or(Path::new(""));
    Ok(if rest.as_os_str().is_empty() { real } else { real.join(rest) })
}

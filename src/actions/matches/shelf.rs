//! Where the records that a match names are looked for.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::super::open::GAMES;
use super::found::MATCHES;
use crate::archive;
use crate::record::LONGEST_FILE;
use crate::store::Store;

/// Where the records that a match names are looked for, by their ids alone: no id leads out of it.
pub enum Shelf<'s> {
    /// Among the games of a repository.
    Store(&'s Store),
    /// Among the files below a folder.
    Folder {
        /// The folder.
        root: PathBuf,
        /// The files by their stems in small letters, once they have been looked for.
        files: OnceCell<HashMap<String, PathBuf>>,
    },
}

impl Shelf<'_> {
    /// The files that belong to a match file on disk: those below its folder, or around it where that is `matches`.
    pub fn beside(file: &Path) -> Shelf<'static> {
        Shelf::Folder { root: root(file), files: OnceCell::new() }
    }

    /// The name and the bytes of the record of that id, `None` when there is none.
    pub(super) fn fetch(&self, id: &str) -> Result<Option<(String, Vec<u8>)>, String> {
        match self {
            Shelf::Store(store) => {
                let read = || match store.taken(GAMES, id)? {
                    Some(path) => Ok(store.read(&path)?.map(|b| (path.to_string(), b.bytes))),
                    None => Ok(None),
                };
                read().map_err(|error: crate::store::StoreError| error.to_string())
            }
            Shelf::Folder { root, files } => {
                let files = files.get_or_init(|| index(root));
                let Some(path) = files.get(&id.to_lowercase()) else { return Ok(None) };
                let mut bytes = Vec::new();
                File::open(path)
                    .and_then(|file| file.take(LONGEST_FILE as u64 + 1).read_to_end(&mut bytes))
                    .map_err(|error| error.to_string())?;
                Ok(Some((path.display().to_string(), bytes)))
            }
        }
    }
}

/// Shelves that have been looked through already.
#[derive(Default)]
pub struct Shelves(HashMap<PathBuf, Shelf<'static>>);

impl Shelves {
    /// The shelf beside a match file.
    pub fn beside(&mut self, file: &Path) -> &Shelf<'static> {
        self.0.entry(root(file)).or_insert_with(|| Shelf::beside(file))
    }
}

fn root(file: &Path) -> PathBuf {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let mut folders = file.ancestors().skip(1);
    let own = folders.next().unwrap_or(Path::new("."));
    let around = folders.next().filter(|_| own.file_name().is_some_and(|name| name == MATCHES));
    around.unwrap_or(own).to_path_buf()
}

fn index(root: &Path) -> HashMap<String, PathBuf> {
    let games = root.join(GAMES);
    let root = if games.is_dir() { games } else { root.to_path_buf() };
    let paths = archive::records(&root).flatten();
    let in_matches =
        |path: &PathBuf| path.parent().is_some_and(|p| p.file_name().is_some_and(|n| n == MATCHES));
    let stem = |path: &PathBuf| path.file_stem().map(|s| s.to_string_lossy().to_lowercase());
    paths.filter(|path| !in_matches(path)).filter_map(|path| Some((stem(&path)?, path))).collect()
}

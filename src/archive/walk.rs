//! Finding records in folders.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// Folders nested deeper than this are not entered.
const DEEPEST: usize = 64;

/// The record files at a path: itself, if it is a file; else every `*.yaml` below it in order of name, but for
/// `riverpost.yaml`, what lies in folders whose names begin with a dot, and what links lead to. Folders are read as the
/// iteration comes to them. A folder that cannot be read is an error in its place.
pub fn records(path: &Path) -> impl Iterator<Item = Result<PathBuf, walkdir::Error>> + use<> {
    let top = path.to_path_buf();
    WalkDir::new(path)
        .max_depth(DEEPEST)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|e| e.depth() == 0 || !e.file_name().as_encoded_bytes().starts_with(b"."))
        .filter(move |entry| match entry {
            Err(_) => true,
            Ok(entry) if entry.path() == top => !entry.file_type().is_dir(),
            Ok(entry) => {
                entry.file_type().is_file()
                    && entry.path().extension().is_some_and(|e| e == "yaml")
                    && entry.file_name() != "riverpost.yaml"
            }
        })
        .map(|entry| entry.map(walkdir::DirEntry::into_path))
}

//! Where records are: files, folders, bytes.

use std::cmp::Ordering;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::document::Limits;

/// Folders nested deeper than this are not entered.
const DEEPEST: usize = 64;

/// Room for a usual record, in bytes.
const USUAL: usize = 8 << 10;

/// A record to look at.
#[derive(Clone, Debug)]
pub struct RecordSource {
    /// The name for messages: the file's path.
    pub name: String,
    /// Where its bytes are.
    pub content: SourceBytes,
    /// Whether the name's stem must be the record's id, and the id no other's.
    pub named: bool,
    /// The line of the file in which the record begins, from 1.
    pub line: u32,
}

impl RecordSource {
    /// A record in a file of its own, called after its id.
    pub fn new(name: impl Into<String>, content: SourceBytes) -> RecordSource {
        RecordSource { name: name.into(), content, named: true, line: 1 }
    }
}

/// Where a record's bytes are.
#[derive(Clone, Debug)]
pub enum SourceBytes {
    /// In a file on disk, read when its turn comes.
    File(PathBuf),
    /// Here.
    Bytes(Vec<u8>),
    /// Nowhere, for this reason.
    Missing(String),
}

impl SourceBytes {
    /// The bytes, or as many of them as show that there are too many; or why there are none.
    pub fn bytes(self) -> Result<Vec<u8>, String> {
        match self {
            SourceBytes::File(path) => read(&path),
            SourceBytes::Bytes(bytes) => Ok(bytes),
            SourceBytes::Missing(reason) => Err(reason),
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let file = File::open(path).map_err(|e| e.to_string())?;
    // To make room for a usual record costs less than to ask how long this one is.
    let mut bytes = Vec::with_capacity(USUAL);
    file.take(Limits::MATCH.bytes as u64 + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    Ok(bytes)
}

/// Something below a folder that stands where a record could, and cannot be read as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddFile {
    /// Where it is.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// The record files at a path: itself, if it is a file; else every `*.yaml` below it in order of their paths, but for
/// `riverpost.yaml` and what lies in folders whose names begin with a dot. Folders are read as the iteration comes to them.
/// What cannot be read is an error in its place: a link, a device, a folder that is nested too deep or closed.
pub fn records(path: &Path) -> impl Iterator<Item = Result<PathBuf, OddFile>> + use<> {
    let top = path.to_path_buf();
    WalkDir::new(path)
        .max_depth(DEEPEST)
        .sort_by(order)
        .into_iter()
        .filter_entry(|e| e.depth() == 0 || !e.file_name().as_encoded_bytes().starts_with(b"."))
        .filter_map(move |entry| {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(&top).to_path_buf();
                    return Some(Err(OddFile { path, reason: error.to_string() }));
                }
            };
            let (kind, depth) = (entry.file_type(), entry.depth());
            let is_record = entry.path().extension().is_some_and(|e| e == "yaml")
                && entry.file_name() != "riverpost.yaml";
            let reason = match depth {
                _ if kind.is_dir() && depth == DEEPEST => "folders are nested too deep here",
                _ if kind.is_dir() => return None,
                0 => return Some(Ok(entry.into_path())),
                _ if !is_record => return None,
                _ if kind.is_file() => return Some(Ok(entry.into_path())),
                _ if kind.is_symlink() => "this is a symbolic link, where a plain file belongs",
                _ => "this is not a plain file",
            };
            Some(Err(OddFile { path: entry.into_path(), reason: reason.into() }))
        })
}

/// The order of paths, in which a slash follows a folder's name. What is compared has one parent, so that the whole paths stand
/// as their names do, which would have to be found first.
fn order(one: &DirEntry, other: &DirEntry) -> Ordering {
    let [name, next] = [one, other].map(|entry| entry.path().as_os_str().as_encoded_bytes());
    let [folder, beside] = [one, other].map(|entry| entry.file_type().is_dir());
    match folder || beside {
        false => name.cmp(next),
        true => {
            let slash = |is_folder: bool| is_folder.then_some(&b'/');
            name.iter().chain(slash(folder)).cmp(next.iter().chain(slash(beside)))
        }
    }
}

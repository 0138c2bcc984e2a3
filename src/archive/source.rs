//! Where the bytes of a record are.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::record::LONGEST_FILE;

/// A record to look at.
#[derive(Clone, Debug)]
pub struct RecordSource {
    /// The name for messages: the file's path.
    pub name: String,
    /// Where its bytes are.
    pub content: SourceBytes,
    /// Whether the name's stem must be the record's id, and the id no other's.
    pub named: bool,
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
    pub(super) fn bytes(self) -> Result<Vec<u8>, String> {
        match self {
            SourceBytes::File(path) => read(&path),
            SourceBytes::Bytes(bytes) => Ok(bytes),
            SourceBytes::Missing(reason) => Err(reason),
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let file = std::fs::File::open(path).map_err(|e| e.to_string())?;
    let length = file.metadata().map_or(0, |m| m.len()).min(LONGEST_FILE as u64 + 1);
    let mut bytes = Vec::with_capacity(length as usize + 1);
    file.take(LONGEST_FILE as u64 + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    Ok(bytes)
}

//! A folder in which mail programs keep messages, each in a file of its own (Maildir): those that nobody has looked at lie in
//! `new`, the others in `cur` with flags behind their names.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::delivery::LONGEST_MAIL;

/// What stands between the name of a file and its flags.
const INFO: &str = ":2,";

/// A folder of messages.
#[derive(Clone, Debug)]
pub(super) struct Maildir {
    folder: PathBuf,
}

/// What mail programs show of a message that was worked on: by the letters that stand behind its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flags {
    /// It was read.
    Seen,
    /// It was answered.
    Replied,
    /// Somebody should look at it.
    Flagged,
}

impl Flags {
    fn letters(self) -> &'static str {
        match self {
            Flags::Seen => "S",
            Flags::Replied => "RS",
            Flags::Flagged => "F",
        }
    }
}

impl Maildir {
    /// The folder, if it is one of messages.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] where it has no `new` and `cur`.
    pub(super) fn open(folder: &Path) -> io::Result<Maildir> {
        match ["new", "cur"].iter().all(|name| folder.join(name).is_dir()) {
            true => Ok(Maildir { folder: folder.to_owned() }),
            false => {
                Err(io::Error::new(io::ErrorKind::NotFound, "it has no folders `new` and `cur`"))
            }
        }
    }

    /// The files that nobody has looked at, in the order in which they came.
    ///
    /// # Errors
    /// Those of reading the folder.
    pub(super) fn new_messages(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(self.folder.join("new"))? {
            let entry = entry?;
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if !hidden && entry.file_type()?.is_file() {
                files.push(entry.path());
            }
        }
        files.sort();
        Ok(files)
    }

    /// Puts a message among those that were looked at. One that another run has put there is left alone.
    ///
    /// # Errors
    /// Those of moving the file.
    pub(super) fn settle(&self, file: &Path, flags: Flags) -> io::Result<()> {
        let Some(name) = file.file_name() else { return Ok(()) };
        let mut name = name.to_owned();
        if !name.as_encoded_bytes().contains(&b':') {
            name.push(INFO);
        }
        name.push(flags.letters());
        let to = self.folder.join("cur").join(name);
        if to.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        match fs::rename(file, to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            moved => moved,
        }
    }
}

/// The message in a file; none where another run has moved it meanwhile. One that is too long has one byte too many.
///
/// # Errors
/// Those of reading.
pub(super) fn read_message(file: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match File::open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let mut bytes = Vec::new();
    file.take(LONGEST_MAIL as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

//! New files and folders, which are there whole or not at all.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

/// How much text is kept before it is added to the files of a folder, in bytes.
const KEPT: usize = 16 << 20;

/// A file that is yet to be put in its place.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    writer: BufWriter<NamedTempFile>,
}

impl NewFile {
    /// A file beside its place, where nothing may be.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`], and those of the folder.
    pub fn at(path: &Path) -> io::Result<NewFile> {
        NewFile::of_mode(path, 0o666)
    }

    /// The same for a file that only the user may read.
    ///
    /// # Errors
    /// Those of [`NewFile::at`].
    pub fn private_at(path: &Path) -> io::Result<NewFile> {
        NewFile::of_mode(path, 0o600)
    }

    fn of_mode(path: &Path, mode: u32) -> io::Result<NewFile> {
        refuse_what_is_there(path)?;
        let file = builder(mode).tempfile_in(folder_of(path)).map_err(plain)?;
        Ok(NewFile { path: path.to_owned(), writer: BufWriter::new(file) })
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// Those of writing, and [`io::ErrorKind::AlreadyExists`] where something came there meanwhile.
    pub fn put(self) -> io::Result<()> {
        let file = self.writer.into_inner().map_err(|error| error.into_error())?;
        file.as_file().sync_all()?;
        file.persist_noclobber(&self.path).map_err(|error| plain(error.error))?;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A folder of files that is yet to be put in its place. Text is added to any number of files.
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    made: TempDir,
    /// The text that is yet to be added to each file.
    waiting: BTreeMap<PathBuf, String>,
    bytes: usize,
}

impl NewFolder {
    /// A folder beside its place, where nothing may be.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`], and those of the folder.
    pub fn at(path: &Path) -> io::Result<NewFolder> {
        refuse_what_is_there(path)?;
        let made = builder(0o777).tempdir_in(folder_of(path)).map_err(plain)?;
        Ok(NewFolder { path: path.to_owned(), made, waiting: BTreeMap::new(), bytes: 0 })
    }

    /// Adds text to a file in it, which begins with `head`.
    ///
    /// # Errors
    /// Those of writing.
    pub fn add(&mut self, file: &Path, head: &str, text: &str) -> io::Result<()> {
        let path = self.made.path().join(file);
        let waiting = match self.waiting.get_mut(&path) {
            Some(waiting) => waiting,
            None => {
                let begun = if path.exists() { "" } else { head };
                self.waiting.entry(path).or_insert(begun.to_owned())
            }
        };
        waiting.push_str(text);
        self.bytes += text.len();
        if self.bytes < KEPT { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> io::Result<()> {
        self.bytes = 0;
        for (path, text) in std::mem::take(&mut self.waiting) {
            fs::create_dir_all(folder_of(&path))?;
            OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// Those of writing, and [`io::ErrorKind::AlreadyExists`] where something came there meanwhile.
    pub fn put(mut self) -> io::Result<()> {
        self.write()?;
        refuse_what_is_there(&self.path)?;
        fs::rename(self.made.path(), &self.path)?;
        // What the temporary folder was is elsewhere now.
        let _ = self.made.keep();
        Ok(())
    }
}

/// Puts a text at a place whole, also over a file that is there.
///
/// # Errors
/// Those of writing; what was there is still there then.
pub fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    put_over(written_beside(path, text.as_bytes())?, path)
}

/// Puts another content in the place of a file that is there, in one step and on the disk when this returns. The file keeps
/// its rights, and a link to it stays.
///
/// # Errors
/// The same.
pub fn rewrite_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = &path.canonicalize()?;
    let file = written_beside(path, content)?;
    file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
    file.as_file().sync_all()?;
    put_over(file, path)
}

fn written_beside(path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = builder(0o666).tempfile_in(folder_of(path)).map_err(plain)?;
    file.write_all(content)?;
    Ok(file)
}

fn put_over(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.persist(path).map_err(|error| plain(error.error))?;
    Ok(())
}

/// The error without the name of the temporary file, which says nothing to the user.
fn plain(error: io::Error) -> io::Error {
    error.kind().into()
}

fn refuse_what_is_there(path: &Path) -> io::Result<()> {
    fs::metadata(folder_of(path))?;
    match fs::symlink_metadata(path) {
        Ok(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "there is something already")),
        Err(_) => Ok(()),
    }
}

/// The folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// How temporary files and folders are made that become lasting ones: with what rights the user gives to new ones, of at most
/// `mode`.
fn builder(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".riverpost-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    builder
}

//! The files of a dossier: texts by their paths, in a folder or a `.zip`, with the hash of each in a manifest.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;

use walkdir::WalkDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::archive::{NewFile, NewFolder};
use crate::record::ChainHash;

/// The file that has the hashes of all others, in the form that `sha256sum -c` reads.
pub(super) const MANIFEST: &str = "MANIFEST";
/// The most files of a dossier, and the most bytes: more than those of the longest record take.
const MOST: (usize, u64) = (200_000, 512 << 20);

/// The files of a dossier: texts by their paths, whose parts are set apart by `/`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DossierFiles(BTreeMap<String, String>);

/// Why something cannot be read as a dossier.
#[derive(Debug, thiserror::Error)]
pub enum DossierError {
    /// A file, or the folder, cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no `.zip`, or a damaged one.
    #[error("this is no sound .zip: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// There is something in it that no dossier has.
    #[error("{file}: {reason}")]
    Odd {
        /// Its name.
        file: String,
        /// What is odd about it.
        reason: &'static str,
    },
    /// It is more than any dossier.
    #[error("this is more than any dossier: at most {} files and {} MiB", MOST.0, MOST.1 >> 20)]
    Large,
}

impl DossierFiles {
    /// Adds a file.
    pub(super) fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.0.insert(path.into(), text.into());
    }

    /// Adds the files of another dossier in a folder.
    pub(super) fn add_folder(&mut self, folder: &str, files: DossierFiles) {
        self.0.extend(files.0.into_iter().map(|(path, text)| (format!("{folder}/{path}"), text)));
    }

    /// The files of the folders of a folder, by their names.
    pub(super) fn folders(&self, folder: &str) -> BTreeMap<String, DossierFiles> {
        let mut folders: BTreeMap<String, DossierFiles> = BTreeMap::new();
        for (path, text) in &self.0 {
            let below = path.strip_prefix(folder).and_then(|path| path.strip_prefix('/'));
            if let Some((name, file)) = below.and_then(|path| path.split_once('/')) {
                folders.entry(name.to_owned()).or_default().add(file, text.as_str());
            }
        }
        folders
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// The paths of the files, rising.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The manifest of all other files.
    pub(super) fn manifest(&self) -> String {
        let others = self.0.iter().filter(|(path, _)| *path != MANIFEST);
        others.map(|(path, text)| format!("{}  {path}\n", ChainHash::of(text))).collect()
    }

    /// Adds the manifest.
    pub(super) fn seal(&mut self) {
        self.add(MANIFEST, self.manifest());
    }

    /// The SHA-256 of the manifest, by which the whole dossier is known.
    pub fn hash(&self) -> Option<ChainHash> {
        self.text(MANIFEST).map(ChainHash::of)
    }

    /// Writes them where nothing may be yet: into a `.zip` if it is called so, else into a folder. The same files make the
    /// same bytes.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`], and those of writing.
    pub fn write(&self, to: &Path) -> io::Result<()> {
        if is_zip(to) {
            let mut file = NewFile::at(to)?;
            file.write_all(&self.zip()?)?;
            return file.put();
        }
        let mut folder = NewFolder::at(to)?;
        for (path, text) in &self.0 {
            folder.add(Path::new(path), "", text)?;
        }
        folder.put()
    }

    fn zip(&self) -> io::Result<Vec<u8>> {
        // The time of every file is the first that a .zip can have.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(0o644);
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, text) in &self.0 {
            zip.start_file(path.as_str(), options)?;
            zip.write_all(text.as_bytes())?;
        }
        Ok(zip.finish()?.into_inner())
    }

    /// Reads what [`write`](DossierFiles::write) has written.
    ///
    /// # Errors
    /// [`DossierError`].
    pub fn read(from: &Path) -> Result<DossierFiles, DossierError> {
        let mut reader = DossierReader { files: DossierFiles::default(), left: MOST.1 };
        match std::fs::metadata(from)?.is_dir() {
            true => reader.read_folder(from)?,
            false => reader.read_zip(File::open(from)?)?,
        }
        Ok(reader.files)
    }
}

/// Whether a path is that of a `.zip`.
fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Files that are being read, and how many bytes there may be yet.
struct DossierReader {
    files: DossierFiles,
    left: u64,
}

impl DossierReader {
    fn read_folder(&mut self, folder: &Path) -> Result<(), DossierError> {
        for entry in WalkDir::new(folder).min_depth(1).sort_by_file_name() {
            let entry = entry.map_err(io::Error::from)?;
            let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            let name = parts.join("/");
            match entry.file_type() {
                kind if kind.is_dir() => {}
                kind if kind.is_file() => self.take(name, File::open(entry.path())?)?,
                _ => return Err(DossierError::Odd { file: name, reason: "this is a link" }),
            }
        }
        Ok(())
    }

    fn read_zip(&mut self, file: File) -> Result<(), DossierError> {
        let mut zip = ZipArchive::new(&file)?;
        // Of two files of one name the archive shows one.
        let mut end = [0; 22];
        (&file).seek(SeekFrom::End(-(end.len() as i64)))?;
        (&file).read_exact(&mut end)?;
        let listed = usize::from(u16::from_le_bytes([end[10], end[11]]));
        let plain = end.starts_with(b"PK\x05\x06") && end.ends_with(&[0, 0]);
        if !plain || (listed != zip.len() && listed != usize::from(u16::MAX)) {
            let reason = "its list is not the plain one of its files, each once";
            return Err(DossierError::Odd { file: ".zip".into(), reason });
        }
        for index in 0..zip.len() {
            let entry = zip.by_index(index)?;
            if entry.compression() != CompressionMethod::Stored {
                let file = entry.name()?.into_owned();
                let reason = "it is compressed; unpack the .zip, and name the folder";
                return Err(DossierError::Odd { file, reason });
            }
            if !entry.is_dir() {
                let name = entry.name()?.into_owned();
                self.take(name, entry)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, file: String, from: impl Read) -> Result<(), DossierError> {
        let mut bytes = Vec::new();
        let size = from.take(self.left + 1).read_to_end(&mut bytes)? as u64;
        self.left = self.left.checked_sub(size).ok_or(DossierError::Large)?;
        if self.files.0.len() == MOST.0 {
            return Err(DossierError::Large);
        }
        let odd = |file, reason| Err(DossierError::Odd { file, reason });
        let Ok(text) = String::from_utf8(bytes) else {
            return odd(file, "this is no text in UTF-8");
        };
        match self.files.0.insert(file.clone(), text) {
            Some(_) => odd(file, "this is in it twice"),
            None => Ok(()),
        }
    }
}

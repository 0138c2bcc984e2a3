//! What is kept of a site from one time to the next: its files, and of each record and match what the pages of many need.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::SiteError;
use super::summary::GameSummary;

/// The file of the manifest.
pub(super) const MANIFEST: &str = ".riverpost-site.json";
/// The file that lists what a run has added to the site before it writes the manifest, a path a line.
pub(super) const UNFINISHED: &str = ".riverpost-site.new";
/// What the manifest is.
const FORMAT: &str = "riverpost-site/1";
/// The longest that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The manifest of a site.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SiteManifest {
    format: String,
    /// The version of the program that made the site.
    version: String,
    options: SiteOptions,
    /// Every file but the manifest, by its path in the site.
    pub(super) files: BTreeSet<String>,
    /// The records, by the names of their files.
    records: BTreeMap<String, KeptRecord>,
    /// The matches, by the names of their files.
    matches: BTreeMap<String, KeptMatch>,
}

/// What a site is made by.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SiteOptions {
    pub(super) title: String,
    pub(super) addresses: bool,
}

/// A record in a site.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptRecord {
    /// By what its bytes are known again.
    pub(super) hash: Option<String>,
    /// What there is to tell of it.
    pub(super) game: GameSummary,
}

/// A match in a site.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptMatch {
    /// By what its bytes and those of its records are known again.
    pub(super) hash: Option<String>,
    /// The ids of its records.
    pub(super) records: Vec<String>,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) entrants: usize,
    /// How many games it has, and how many of them are over.
    pub(super) games: [usize; 2],
    pub(super) tournament: bool,
}

/// What of the last time still holds.
#[derive(Default)]
pub(super) struct KnownRecords {
    pub(super) records: BTreeMap<String, KeptRecord>,
    pub(super) matches: BTreeMap<String, KeptMatch>,
}

impl SiteManifest {
    pub(super) fn new(
        options: SiteOptions,
        records: BTreeMap<String, KeptRecord>,
        matches: BTreeMap<String, KeptMatch>,
        files: BTreeSet<String>,
    ) -> SiteManifest {
        let (format, version) = (FORMAT.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        SiteManifest { format, version, options, files, records, matches }
    }

    /// The manifest in a folder, with the files of a run that did not come to its end; an empty one where the folder is empty
    /// or not there.
    ///
    /// # Errors
    /// [`SiteError::Manifest`], [`SiteError::Strange`], [`SiteError::Io`].
    pub(super) fn read(out: &Path) -> Result<SiteManifest, SiteError> {
        let path = out.join(MANIFEST);
        let wrong = |reason: String| SiteError::Manifest { file: path.clone(), reason };
        let (listed, unfinished) = (read(&path)?, read(&out.join(UNFINISHED))?);
        if listed.is_none() && unfinished.is_none() {
            refuse_strange(out)?;
        }
        let mut manifest = match listed {
            Some(text) => serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?,
            None => SiteManifest::new(
                SiteOptions::default(),
                BTreeMap::new(),
                BTreeMap::new(),
                BTreeSet::new(),
            ),
        };
        // The last line may have been cut off; its file was not written then.
        let lines = unfinished.iter().flat_map(|text| text.split_inclusive('\n'));
        manifest.files.extend(lines.filter_map(|line| line.strip_suffix('\n')).map(str::to_owned));
        manifest.fault().map_or(Ok(manifest), |reason| Err(wrong(reason)))
    }

    /// What no manifest of ours has.
    fn fault(&self) -> Option<String> {
        if self.format != FORMAT {
            return Some(format!("the format is {:?} and should be {FORMAT}", self.format));
        }
        if let Some(file) = self.files.iter().find(|file| !is_file_of_site(file)) {
            return Some(format!("{file:?} is no file of a site"));
        }
        let hashes = self.records.values().filter_map(|record| record.hash.as_ref());
        let of_matches = self.matches.values().filter_map(|kept| kept.hash.as_ref());
        let mut hashes = hashes.chain(of_matches);
        let is_hash =
            |hash: &String| hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit());
        if let Some(hash) = hashes.find(|hash| !is_hash(hash)) {
            return Some(format!("{hash:?} is no hash"));
        }
        let mut games = self.records.values().map(|record| &record.game);
        if let Some(error) = games.find_map(|game| game.fault()) {
            return Some(error);
        }
        let ids = self.records.values().map(|record| &record.game.id);
        let mut ids = ids.chain(self.matches.values().map(|kept| &kept.id));
        ids.find(|id| !is_name(id)).map(|id| format!("{id:?} is no id"))
    }

    /// Its files, and what of it holds for a site that is made by these options and this program.
    pub(super) fn into_parts(self, options: &SiteOptions) -> (BTreeSet<String>, KnownRecords) {
        let known = match self.options == *options && self.version == env!("CARGO_PKG_VERSION") {
            true => KnownRecords { records: self.records, matches: self.matches },
            false => KnownRecords::default(),
        };
        (self.files, known)
    }

    /// The manifest as text.
    pub(super) fn text(&self) -> String {
        // A manifest has nothing that JSON has not.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// A text that lists files of a site; none where there is no such file.
fn read(path: &Path) -> Result<Option<String>, SiteError> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(SiteError::io(path)(error)),
    };
    if !found.is_file() || found.len() > LONGEST {
        let reason = "this is no manifest of a site".into();
        return Err(SiteError::Manifest { file: path.to_owned(), reason });
    }
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    read.map_err(SiteError::io(path))?;
    Ok(Some(text))
}

/// Refuses a folder in which there is anything; what begins with a dot does not count, so that the folder may be a work tree.
fn refuse_strange(out: &Path) -> Result<(), SiteError> {
    let entries = match fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(SiteError::io(out)(error)),
    };
    for entry in entries {
        let entry = entry.map_err(SiteError::io(out))?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            return Err(SiteError::Strange { out: out.to_owned() });
        }
    }
    Ok(())
}

/// Whether a path is that of a file that a site can have: in the site, or in a folder of it.
fn is_file_of_site(path: &str) -> bool {
    path.split('/').count() <= 2 && path.split('/').all(is_name)
}

/// Whether a text can be the name of a file of a site.
fn is_name(name: &str) -> bool {
    let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    !name.is_empty() && !name.starts_with('.') && name.bytes().all(fits)
}

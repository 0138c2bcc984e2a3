//! Backing up what only one clone has: plans, sealed plans, and the secrets of commitments. A backup is a JSON object with the
//! content of each file by its name among the private files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::change::change_private;
use super::matches::SECRETS;
use super::plan::{PLANS, SEALED_PLANS};
use crate::store::{LONGEST_PRIVATE, RepoPath, Store, StoreError};

/// The private folders that are backed up.
const FOLDERS: [&str; 3] = [PLANS, SEALED_PLANS, SECRETS];

/// The first format.
const FORMAT: &str = "riverpost-secrets/1";

/// The most bytes of a backup.
pub const LONGEST_BACKUP: u64 = 16 << 20;

/// The content of a backup.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Backup {
    format: String,
    files: BTreeMap<String, String>,
}

/// What a backup that is put back comes to, by the names of its files.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RestoredSecrets {
    /// Those that were not here.
    pub restored: Vec<String>,
    /// Those that are here as they were.
    pub same: Vec<String>,
    /// Those of which another version is here, which stays.
    pub differing: Vec<String>,
}

/// Why secrets cannot be backed up or put back.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The text is none.
    #[error("this is no backup of plans and secrets: {0}")]
    Unreadable(String),
    /// A file of it has a name that none here has.
    #[error("the backup has a file that is neither a plan nor a secret: {name}")]
    Name {
        /// The name.
        name: String,
    },
    /// A file here is no text.
    #[error("{name} is not UTF-8, so that it is neither a plan nor a secret")]
    NoText {
        /// Its name.
        name: String,
    },
    /// A file has more than is read of one.
    #[error(
        "{name} has more than {LONGEST_PRIVATE} bytes, so that it is neither a plan nor a secret"
    )]
    Long {
        /// Its name.
        name: String,
    },
    /// A file here may not be read: it is another user's.
    #[error("{name} cannot be read")]
    Closed {
        /// Its name.
        name: String,
    },
    /// There is too much for one backup.
    #[error("the plans and secrets here have more than {LONGEST_BACKUP} bytes")]
    TooLong,
    /// The private files cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The text of a backup of all plans and secrets, and the names of what is in it. Whoever has it knows them.
///
/// # Errors
/// [`BackupError`].
pub fn back_up_secrets(store: &Store) -> Result<(String, Vec<String>), BackupError> {
    let mut files = BTreeMap::new();
    for folder in FOLDERS {
        for name in store.private_names(folder)? {
            let name = format!("{folder}/{name}");
            let bytes = store.private(&RepoPath::new(name.as_str())?)?;
            let bytes = bytes.ok_or_else(|| BackupError::Closed { name: name.clone() })?;
            if bytes.len() as u64 >= LONGEST_PRIVATE {
                return Err(BackupError::Long { name });
            }
            let content = String::from_utf8(bytes);
            let content = content.map_err(|_| BackupError::NoText { name: name.clone() })?;
            files.insert(name, content);
        }
    }
    let names = files.keys().cloned().collect();
    let backup = Backup { format: FORMAT.into(), files };
    let text = serde_json::to_string_pretty(&backup);
    let text = text.map_err(|error| BackupError::Unreadable(error.to_string()))? + "\n";
    match text.len() as u64 > LONGEST_BACKUP {
        true => Err(BackupError::TooLong),
        false => Ok((text, names)),
    }
}

/// Puts back what a backup has and is not here; what is here stays as it is. With `dry_run` nothing is written.
///
/// # Errors
/// [`BackupError`]; nothing is written of a backup that is not in order.
pub fn restore_secrets(
    store: &Store,
    text: &str,
    dry_run: bool,
) -> Result<RestoredSecrets, BackupError> {
    let unreadable = |said: String| BackupError::Unreadable(said);
    let backup: Backup = serde_json::from_str(text).map_err(|e| unreadable(e.to_string()))?;
    if backup.format != FORMAT {
        return Err(unreadable(format!("its format should be {FORMAT}")));
    }
    let mut files = Vec::new();
    for (name, content) in backup.files {
        let known = |(folder, file): (&str, &str)| FOLDERS.contains(&folder) && !file.contains('/');
        let path = RepoPath::new(name.as_str()).ok();
        match path.filter(|_| name.split_once('/').is_some_and(known)) {
            Some(_) if content.len() as u64 >= LONGEST_PRIVATE => {
                return Err(BackupError::Long { name });
            }
            Some(path) => files.push((path, content.into_bytes())),
            None => return Err(BackupError::Name { name }),
        }
    }
    let mut done = RestoredSecrets::default();
    for (path, content) in files {
        let list = change_private(store, &path, dry_run, |here| {
            let list = match here {
                None => &mut done.restored,
                Some(here) if here == content => &mut done.same,
                Some(_) => &mut done.differing,
            };
            Ok::<_, StoreError>((Some(here.map_or(content, <[u8]>::to_vec)), list))
        });
        list?.push(path.to_string());
    }
    Ok(done)
}

//! The inbox: every game of a repository that goes on.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::error::ActionError;
use super::open::GAMES;
use super::waiting::{Waiting, look};
use crate::archive::{self, RecordSource, SourceBytes};
use crate::store::Store;

/// A record that cannot be told to be going on or over.
#[derive(Clone, Debug)]
pub struct Unsound {
    /// The file's name.
    pub path: String,
    /// What is wrong, with line and column if known.
    pub message: String,
}

/// What an inbox holds.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// The games, the most urgent first.
    pub games: Vec<Waiting>,
    /// The records that are not sound, in order of their names.
    pub unsound: Vec<Unsound>,
}

/// Every game of the repository that goes on, out of the files of the work tree, or of HEAD where it is bare. With `me`, a
/// name or an address, only that player's, those that wait for them first. Then come those with the least time left, those
/// without a clock last, and of equal ones the one that has rested longest first.
///
/// # Errors
/// Those of reading HEAD; a record that cannot be read is in [`Inbox::unsound`].
pub fn inbox(store: &Store, me: Option<&str>, now: DateTime<Utc>) -> Result<Inbox, ActionError> {
    let look = |name: &str, bytes: Result<&[u8], &str>| match bytes
        .map_err(str::to_string)
        .and_then(|bytes| look(name, bytes, now))
    {
        Ok(waiting) => waiting.map(Ok),
        Err(message) => Some(Err(Unsound { path: name.into(), message })),
    };
    let found = match store.root().map(|root| root.join(GAMES)) {
        Some(games) if !games.exists() => Vec::new(),
        Some(games) => {
            let root = games.parent().unwrap_or(&games).to_path_buf();
            archive::running(archive::records(&games).map(|file| of_file(file, &root)), look)
        }
        None => {
            let mut found = Vec::new();
            let mut batch = Vec::new();
            store.each_file(GAMES, |path, bytes| {
                let (name, content) = (path.to_string(), SourceBytes::Bytes(bytes));
                batch.push(RecordSource { name, content, named: true });
                if batch.len() == archive::BATCH {
                    found.extend(archive::running(batch.drain(..), look));
                }
            })?;
            found.extend(archive::running(batch, look));
            found
        }
    };
    let mut inbox = Inbox::default();
    for one in found {
        match one {
            Ok(waiting) => inbox.games.push(waiting),
            Err(unsound) => inbox.unsound.push(unsound),
        }
    }
    if let Some(me) = me {
        inbox.games.retain(|game| !game.sides_of(me).is_empty());
    }
    inbox.unsound.sort_by(|one, other| one.path.cmp(&other.path));
    inbox.games.sort_by_cached_key(|game| game.urgency(me));
    Ok(inbox)
}

/// A file of the work tree, named from its root.
fn of_file(file: Result<PathBuf, impl Display>, root: &Path) -> RecordSource {
    match file {
        Ok(path) => {
            let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            RecordSource { name, content: SourceBytes::File(path), named: true }
        }
        Err(error) => {
            let content = SourceBytes::Missing(error.to_string());
            RecordSource { name: GAMES.into(), content, named: true }
        }
    }
}

//! Finding the record that a person means: by a few words of its id, or as the one game that waits.

use std::path::Path;

use chrono::{DateTime, Utc};

use super::actor::Identity;
use super::error::ActionError;
use super::inbox::{Inbox, Somebody, inbox};
use super::repository::{FoundFile, GAMES, is_path, locate};
use crate::archive::{self, RecordSource, SourceBytes};
use crate::record;
use crate::store::{RepoPath, Store, StoreError};

/// How many ids of games an error lists.
const LISTED: usize = 5;

/// Why no record is taken to be meant.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// The repository could not be read, or no or several records fit.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// No game goes on in the repository.
    #[error("no game is going on")]
    NoneOngoing,
    /// The person plays in games that go on, and none of them waits for them.
    #[error("no game waits for {name}")]
    NoneWaits {
        /// The person.
        name: String,
    },
    /// Several games wait.
    #[error("{count} games wait: {}{}", .ids.join(", "), if *.count > .ids.len() { ", …" } else { "" })]
    SeveralWait {
        /// The ids of the first few, the most urgent first.
        ids: Vec<String>,
        /// How many wait.
        count: usize,
    },
}

/// The record that `name` means: a path (from the folder `cwd`), an id, the beginning of an id, or a run of whole words
/// of an id, as `anna-ben` is one of `wing-2026-anna-ben-1`; all without regard to case. Where several records fit, the
/// one of them that goes on is meant.
///
/// # Errors
/// [`StoreError::NotFound`], [`StoreError::Ambiguous`], [`StoreError::Outside`], and those of reading the repository.
pub fn find_record(store: &Store, cwd: &Path, name: &str) -> Result<RepoPath, FindError> {
    let refusal = match locate(store, cwd, GAMES, name) {
        Ok(path) if is_path(name) || path.stem().eq_ignore_ascii_case(name) => return Ok(path),
        Ok(_) => None,
        Err(error @ (StoreError::NotFound { .. } | StoreError::Ambiguous { .. })) => Some(error),
        Err(error) => return Err(ActionError::from(error).into()),
    };
    if cwd.join(name).is_file() || name.is_empty() {
        return match refusal {
            Some(error) => Err(ActionError::from(error).into()),
            None => Ok(locate(store, cwd, GAMES, name).map_err(ActionError::from)?),
        };
    }
    let mut fitting = store.list(GAMES).map_err(ActionError::from)?;
    fitting.retain(|path| has_words(path.stem(), name));
    if fitting.len() > 1 {
        let ongoing = ongoing(store, &fitting);
        if !ongoing.is_empty() {
            fitting.retain(|path| ongoing.iter().any(|name| name == path.as_str()));
        }
    }
    let id = name.to_owned();
    Err(ActionError::from(match fitting.len() {
        0 => StoreError::NotFound { folder: GAMES.to_owned(), id },
        1 => return Ok(fitting.swap_remove(0)),
        count => {
            let candidates = fitting.iter().take(LISTED).map(|path| path.stem().to_owned());
            StoreError::Ambiguous { id, candidates: candidates.collect(), count }
        }
    })
    .into())
}

/// The bytes of a record in the repository.
///
/// # Errors
/// [`ActionError::Gone`], and those of reading the repository.
pub fn read_record(store: &Store, path: &RepoPath) -> Result<FoundFile, ActionError> {
    let blob = store.read(path)?.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
    Ok(FoundFile { name: path.to_string(), bytes: blob.bytes })
}

/// The one game that waits: for `me`, if they play in any game that goes on, else for anybody.
///
/// # Errors
/// [`FindError::NoneOngoing`], [`FindError::NoneWaits`], [`FindError::SeveralWait`], and those of [`inbox`].
pub fn find_waiting(
    store: &Store,
    me: Option<Identity>,
    now: DateTime<Utc>,
) -> Result<RepoPath, FindError> {
    let Inbox { me, mut games, .. } = inbox(store, me.map(Somebody::Identity), now)?;
    if games.is_empty() {
        return Err(FindError::NoneOngoing);
    }
    if let Some(me) = me {
        games.retain(|game| game.waits_for(Some(&me)));
        if games.is_empty() {
            return Err(FindError::NoneWaits { name: me.to_string() });
        }
    }
    match &games[..] {
        [game] => Ok(RepoPath::new(game.path.as_str()).map_err(ActionError::from)?),
        several => Err(FindError::SeveralWait {
            ids: several.iter().take(LISTED).map(|game| game.id.clone()).collect(),
            count: several.len(),
        }),
    }
}

/// The names of those records of a repository whose games go on.
fn ongoing(store: &Store, paths: &[RepoPath]) -> Vec<String> {
    let sources = paths.iter().filter_map(|path| {
        let content = SourceBytes::Bytes(store.read(path).ok()??.bytes);
        Some(RecordSource::new(path.to_string(), content))
    });
    archive::running(sources, |name, bytes| {
        let record = record::read(bytes.ok()?).ok()?;
        let goes_on = record::replay(&record).ok()?.termination.is_none();
        goes_on.then(|| name.to_owned())
    })
}

/// Whether an id begins with a text, or has it as a run of whole words; letters of either case are the same.
fn has_words(id: &str, text: &str) -> bool {
    let (id, text) = (id.to_lowercase(), text.to_lowercase());
    let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    id.starts_with(&text)
        || id.match_indices(&text).any(|(at, _)| {
            !id[..at].ends_with(char::is_alphanumeric) && ends(&id[at + text.len()..])
        })
}

//! Beginning a match.

use chrono::{DateTime, Utc};

use super::super::error::ActionError;
use super::change::{Changed, edit};
use super::found::MATCHES;
use super::reckoning::reckon;
use super::refusal::Refusal;
use super::shelf::Shelf;
use crate::matches::{Match, parse, write};
use crate::store::{RepoPath, Store};

/// Writes the file of a new match and commits it in the name of who runs the program, or with `rehearsal` only says
/// what it would be.
///
/// # Errors
/// [`ActionError::Taken`], [`Refusal`], and those of [`Store::update`].
pub fn create(
    store: &Store,
    m: &Match,
    at: DateTime<Utc>,
    rehearsal: bool,
) -> Result<Changed<RepoPath>, ActionError> {
    let text = write(m).map_err(|error| Refusal::Unwritable(error.to_string()))?;
    create_from(store, "the match", &text, at, rehearsal)
}

/// The same from the text of a match file, which is taken as it is.
///
/// # Errors
/// Those of [`create`].
pub fn create_from(
    store: &Store,
    name: &str,
    text: &str,
    at: DateTime<Utc>,
    rehearsal: bool,
) -> Result<Changed<RepoPath>, ActionError> {
    let m = parse(text)
        .map_err(|error| Refusal::Unsound { file: name.to_owned(), error: Box::new(error) })?;
    let path = RepoPath::new(format!("{MATCHES}/{}.yaml", m.id))?;
    let author = store.committer()?;
    let draw_up = |before: Option<&[u8]>| -> Result<_, ActionError> {
        let taken = store.taken(MATCHES, &m.id)?.or_else(|| before.map(|_| path.clone()));
        if let Some(path) = taken {
            return Err(ActionError::Taken { id: m.id.clone(), path });
        }
        let after = reckon(name, text.as_bytes(), &Shelf::Store(store))?;
        if let Some(first) = after.contradictions.first() {
            let (file, contradiction) = (name.to_owned(), first.clone());
            return Err(Refusal::Contradicts { file, contradiction }.into());
        }
        let subject = "new match".to_owned();
        Ok(Changed { subject, after, commit: None, value: path.clone() })
    };
    if rehearsal {
        return draw_up(None);
    }
    let (commit, mut changed) = store
        .update(&path, |before| Ok::<_, ActionError>(edit(draw_up(before)?, author.clone(), at)))?;
    changed.commit = Some(commit);
    Ok(changed)
}

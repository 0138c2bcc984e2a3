//! A change of a match file and its commit: the one way in which anything gets into a match.

use chrono::{DateTime, Utc};

use super::super::error::ActionError;
use super::reckoning::{Reckoning, reckon};
use super::refusal::Refusal;
use super::shelf::Shelf;
use crate::matches::{ExtendError, Extension, Match};
use crate::record;
use crate::store::{CommitDraft, CommitId, Person, RepoPath, Store, Timestamp};

/// What is to be done to a match file.
pub(super) struct Change<T> {
    /// The match as it is to be read afterwards.
    pub(super) wanted: Match,
    /// The text with what is added.
    pub(super) extension: Extension,
    /// Who acts.
    pub(super) author: Person,
    /// What is done, in words.
    pub(super) subject: String,
    /// Handed through.
    pub(super) value: T,
}

/// A match file that has been changed, or in a rehearsal would be.
#[derive(Clone, Debug)]
pub struct Changed<T> {
    /// What was done, in words.
    pub subject: String,
    /// The match afterwards.
    pub after: Reckoning,
    /// The commit; none for a rehearsal.
    pub commit: Option<CommitId>,
    /// What else is to be said.
    pub value: T,
}

/// Adds to a match file what `make` draws up and commits it, or with `rehearsal` only draws it up. What contradicts the
/// rest of the match is refused.
pub(super) fn change<T>(
    store: &Store,
    path: &RepoPath,
    at: DateTime<Utc>,
    rehearsal: bool,
    make: impl Fn(&Reckoning) -> Result<Change<T>, ActionError>,
) -> Result<Changed<T>, ActionError> {
    let draw_up = |bytes: Option<&[u8]>| -> Result<(Changed<T>, Person), ActionError> {
        let bytes = bytes.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
        let shelf = Shelf::Store(store);
        let before = reckon(path.as_str(), bytes, &shelf)?;
        let Change { wanted, extension, author, subject, value } = make(&before)?;
        let text = extension.finish(&wanted).map_err(|error| match error {
            ExtendError::Says(error) => Refusal::Unsound { file: path.to_string(), error },
            error => error.into(),
        })?;
        let after = reckon(path.as_str(), text.as_bytes(), &shelf)?;
        let known = |message: &str| before.contradictions.iter().any(|c| c.message == message);
        if let Some(new) = after.contradictions.iter().find(|c| !known(&c.message)) {
            let file = path.to_string();
            return Err(Refusal::Contradicts { file, contradiction: new.clone() }.into());
        }
        Ok((Changed { subject, after, commit: None, value }, author))
    };
    if rehearsal {
        let blob = store.read(path)?;
        return Ok(draw_up(blob.as_ref().map(|b| b.bytes.as_slice()))?.0);
    }
    let (commit, mut changed) = store.update(path, |before| {
        let (changed, author) = draw_up(before)?;
        Ok::<_, ActionError>(edit(changed, author, at))
    })?;
    changed.commit = Some(commit);
    Ok(changed)
}

/// The commit of a match file.
pub(super) fn edit<T>(
    changed: Changed<T>,
    author: Person,
    at: DateTime<Utc>,
) -> CommitDraft<Changed<T>> {
    let id = &changed.after.m.id;
    CommitDraft {
        bytes: changed.after.text.clone().into_bytes(),
        author,
        subject: format!("{id}: {}", changed.subject),
        trailers: vec![
            ("Riverpost-Match".into(), id.clone()),
            ("Riverpost-Time".into(), record::write_instant(&at)),
        ],
        when: Timestamp(at.timestamp()),
        value: changed,
    }
}

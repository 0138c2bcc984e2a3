//! A line added to a record and its commit: the one way in which anything gets into a game.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use super::error::ActionError;
use super::open::person;
use super::submit::Status;
use crate::record::{
    self, Action, Appended, Fault, LONGEST_COMMENT, Place, Player, Record, RecordError, Replayed,
};
use crate::rules::Side;
use crate::store::{CommitDraft, CommitId, Person, RepoPath, Store, Timestamp};

/// A game as it is found: the record and what it comes to.
pub(super) struct Found<'b> {
    path: &'b RepoPath,
    bytes: &'b [u8],
    pub(super) record: Record<'b>,
    pub(super) replayed: Replayed,
}

/// A record with a line added, and what is to be said of it.
pub(super) struct Entry {
    /// The record's new text.
    text: String,
    /// Who acted.
    author: Person,
    /// When.
    at: DateTime<Utc>,
    /// The record's id.
    pub(super) id: String,
    /// The line without time and comment.
    pub(super) line: String,
    /// The whole chain hash after it, in hexadecimal.
    pub(super) chain: String,
    /// The record played through.
    pub(super) replayed: Replayed,
    /// Who is to move now, if the record names that side.
    pub(super) next: Option<Player>,
}

/// Adds the line that `make` draws up to a record and commits it, or with `rehearsal` only draws it up.
pub(super) fn enter<T>(
    store: &Store,
    path: &RepoPath,
    rehearsal: bool,
    make: impl Fn(Found<'_>) -> Result<(Entry, T), ActionError>,
) -> Result<(Option<CommitId>, T), ActionError> {
    if rehearsal {
        let blob = store.read(path)?.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
        let (_, value) = make(Found::read(path, &blob.bytes)?)?;
        return Ok((None, value));
    }
    let (commit, value) = store.update(path, |before| -> Result<_, ActionError> {
        let bytes = before.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
        let (entry, value) = make(Found::read(path, bytes)?)?;
        Ok(entry.edit(value))
    })?;
    Ok((Some(commit), value))
}

impl<'b> Found<'b> {
    /// Reads a game that is still going on.
    pub(super) fn read(path: &'b RepoPath, bytes: &'b [u8]) -> Result<Found<'b>, ActionError> {
        let unsound = |error| ActionError::record(path, error);
        let record = record::read(bytes).map_err(unsound)?;
        let replayed = record::replay(&record).map_err(unsound)?;
        if let Some(ending) = replayed.termination {
            let rule = replayed.line.ending().map(|e| e.rule());
            return Err(ActionError::Over {
                ply: replayed.line.plies(),
                ending: ending.name(),
                rule,
            });
        }
        Ok(Found { path, bytes, record, replayed })
    }

    /// The player of a side as the author of a commit.
    pub(super) fn author(&self, side: Side) -> Person {
        let nobody = || Person { name: side.to_string(), email: String::new() };
        self.record.header().players.of(side).map_or_else(nobody, person)
    }

    /// Adds an action, done at that instant. What the record refuses is told by `refuse`.
    pub(super) fn add(
        &self,
        mut action: Action<'_>,
        author: Person,
        at: DateTime<Utc>,
        refuse: impl Fn(Box<RecordError>) -> ActionError,
    ) -> Result<Entry, ActionError> {
        let unsound = |error| ActionError::record(self.path, error);
        // The record has been read, so that its bytes are text.
        let file = String::from_utf8_lossy(self.bytes);
        action.time = Some(at);
        let Appended { text, mut action, replayed } =
            record::append(&file, action).map_err(|error| match error.fault {
                Fault::NoBlock => unsound(error),
                _ => refuse(Box::new(error)),
            })?;
        action.time = None;
        let after = record::read(text.as_bytes()).map_err(unsound)?;
        let chain = record::chain(&after, &replayed);
        Ok(Entry {
            author,
            at,
            id: after.header().id.clone(),
            line: action.line(after.game().first),
            chain: chain.last().map_or_else(String::new, ToString::to_string),
            next: after.header().players.of(replayed.line.position().turn()).cloned(),
            replayed,
            text,
        })
    }
}

impl Entry {
    /// The commit that puts it into the record.
    pub(super) fn edit<T>(self, value: T) -> CommitDraft<T> {
        CommitDraft {
            subject: format!("{}: {}", self.id, self.line),
            trailers: vec![
                ("Riverpost-Game".into(), self.id),
                ("Riverpost-Ply".into(), self.replayed.line.plies().to_string()),
                ("Riverpost-Chain".into(), self.chain),
                ("Riverpost-Time".into(), record::write_instant(&self.at)),
            ],
            bytes: self.text.into_bytes(),
            author: self.author,
            when: Timestamp(self.at.timestamp()),
            value,
        }
    }

    /// How the game stands after it.
    pub(super) fn status(&self) -> Status {
        Status { outcome: self.replayed.outcome, ending: self.replayed.termination }
    }
}

/// What is said with an action, without white space around it; none when nothing is left.
pub(super) fn comment(said: Option<&str>) -> Result<Option<Cow<'_, str>>, Box<RecordError>> {
    let comment = said.map(str::trim).filter(|c| !c.is_empty());
    if comment.is_some_and(|c| c.chars().count() > LONGEST_COMMENT) {
        let fault = Fault::TooMuch { what: "the comment is too long", limit: LONGEST_COMMENT };
        return Err(Box::new(RecordError { place: Place::START, fault }));
    }
    Ok(comment.map(Cow::Borrowed))
}

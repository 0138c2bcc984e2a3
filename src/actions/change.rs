//! The one way in which a file of the repository changes: it is read, a function makes its new version from what is there, and
//! that is committed, or with `dry_run` only described.

use chrono::{DateTime, Utc};

use super::error::ActionError;
use super::instant::checked_instant;
use crate::record::write_instant;
use crate::store::{CommitDraft, CommitId, Person, RepoPath, Store, StoreError, Timestamp};

/// A change of a file that was committed, or with `dry_run` would be.
#[derive(Clone, Debug)]
pub struct Recorded<T> {
    /// The id of the record or match.
    pub id: String,
    /// The file.
    pub path: RepoPath,
    /// What was done: the line added to a record, without time and comment (`2. SK b1-c3`); for other changes a few words.
    pub line: String,
    /// The commit; none with `dry_run`.
    pub commit: Option<CommitId>,
    /// For whom it was entered by whom, where that is not the same.
    pub entry: Option<Entry>,
    /// What else there is to say.
    pub value: T,
}

/// What somebody enters for somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who acts: the commit's author.
    pub who: Person,
    /// Who enters it: the commit's committer.
    pub by: Person,
}

impl<T> Recorded<T> {
    /// The same with another value, and what `split` keeps of the old one.
    pub(super) fn split<U, V>(self, split: impl FnOnce(T) -> (U, V)) -> (Recorded<U>, V) {
        let Recorded { id, path, line, commit, entry, value } = self;
        let (value, kept) = split(value);
        (Recorded { id, path, line, commit, entry, value }, kept)
    }
}

/// A new version of a file, and what its commit says.
pub(super) struct NewVersion<T> {
    /// The id of the record or match.
    pub(super) id: String,
    /// What is done; the commit's subject is `ID: LINE`.
    pub(super) line: String,
    /// The whole new content.
    pub(super) bytes: Vec<u8>,
    /// New files that come with it in the same commit.
    pub(super) new_files: Vec<(RepoPath, Vec<u8>)>,
    /// Who acts.
    pub(super) author: Person,
    /// Who enters it, where that is somebody else.
    pub(super) entered_by: Option<Person>,
    /// When.
    pub(super) at: DateTime<Utc>,
    /// `Key: value` lines at the end of the commit's message, in this order.
    pub(super) trailers: Vec<(&'static str, String)>,
    /// Handed through.
    pub(super) value: T,
}

impl<T> NewVersion<T> {
    /// The same with another value.
    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> NewVersion<U> {
        let NewVersion { id, line, bytes, new_files, author, entered_by, at, trailers, value } =
            self;
        let value = change(value);
        NewVersion { id, line, bytes, new_files, author, entered_by, at, trailers, value }
    }
}

/// The trailer that has the time of an action to the second, also where git cannot hold it.
pub(super) fn time_trailer(at: DateTime<Utc>) -> (&'static str, String) {
    ("Riverpost-Time", write_instant(&at))
}

/// The time of entry.
pub(super) fn now(store: &Store) -> DateTime<Utc> {
    DateTime::from_timestamp(store.now().0, 0).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Changes one file: asks `make` for its new version (`None`: there is no such file yet) and commits that, or with `dry_run`
/// writes nothing. Where another run changes the repository meanwhile, `make` is asked again with what is there then.
///
/// # Errors
/// What `make` answers, [`ActionError::Future`], and those of [`Store::update`], or with `dry_run` of [`Store::read`].
pub(super) fn change<T, E: From<StoreError> + From<ActionError>>(
    store: &Store,
    path: &RepoPath,
    dry_run: bool,
    make: impl Fn(Option<&[u8]>) -> Result<NewVersion<T>, E>,
) -> Result<Recorded<T>, E> {
    let edit = |before: Option<&[u8]>| Ok(draft(now(store), path, make(before)?)?);
    if dry_run {
        let blob = store.read(path)?;
        return edit(blob.as_ref().map(|blob| blob.bytes.as_slice()))
            .map(|edit: CommitDraft<_>| edit.value);
    }
    let (commit, recorded) = store.update(path, edit)?;
    Ok(Recorded { commit: Some(commit), ..recorded })
}

/// The commit of a new version.
pub(super) fn draft<T>(
    now: DateTime<Utc>,
    path: &RepoPath,
    version: NewVersion<T>,
) -> Result<CommitDraft<Recorded<T>>, ActionError> {
    let NewVersion { id, line, bytes, new_files, author, entered_by, at, trailers, value } =
        version;
    let subject = format!("{id}: {line}");
    let trailers = trailers.into_iter().map(|(key, text)| (key.to_owned(), text)).collect();
    let entry = entered_by.map(|by| Entry { who: author.clone(), by });
    let recorded = Recorded { id, path: path.clone(), line, commit: None, entry, value };
    let when = Timestamp(checked_instant(now, at)?.timestamp());
    Ok(CommitDraft { bytes, new_files, author, subject, trailers, when, value: recorded })
}

/// Changes a private file: asks `make` for its new content (`None`: the file goes) and writes that, unless `dry_run` is set.
///
/// # Errors
/// What `make` answers, and those of [`Store::update_private`] or [`Store::private`].
pub(super) fn change_private<T, E: From<StoreError>>(
    store: &Store,
    file: &RepoPath,
    dry_run: bool,
    make: impl FnOnce(Option<&[u8]>) -> Result<(Option<Vec<u8>>, T), E>,
) -> Result<T, E> {
    if dry_run {
        return Ok(make(store.private(file)?.as_deref())?.1);
    }
    store.update_private(file, make)
}

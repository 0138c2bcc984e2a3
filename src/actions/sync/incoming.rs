//! Checking what came in, before anything of it is taken over.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};

use crate::actions::continuity::Continuity;
use crate::actions::error::ActionError;
use crate::actions::game::LoadedGame;
use crate::actions::matches::{MatchRecords, check_match};
use crate::actions::repository::{GAMES, MATCHES};
use crate::actions::settings::Settings;
use crate::actions::verify::check_elsewhere;
use crate::archive::{self, RecordSource, SourceBytes, Verified, VerifyFailure};
use crate::document::{Diagnostic, Limits, Place};
use crate::record::{Action, RecordDifference};
use crate::store::{
    ChangedFile, CommitId, Difference, RepoPath, SETTINGS, Store, StoreError, merge_lines,
};

/// A record that came in.
#[derive(Clone, Debug)]
pub struct News {
    /// Its id.
    pub id: String,
    /// The lines that are new.
    pub lines: Vec<String>,
}

/// A file that is not taken over, with the reason.
#[derive(Clone, Debug)]
pub struct RefusedFile {
    /// Its path, as far as it can be written.
    pub path: String,
    /// What is wrong, and where.
    pub error: Diagnostic,
}

/// What differs between the last commit that was known and the one that came in.
pub(super) struct Incoming {
    /// The commit that came in.
    pub(super) commit: CommitId,
    /// The repository as it was known.
    pub(super) before: Store,
    /// The repository as it came in.
    pub(super) after: Store,
    /// The plain files that differ.
    pub(super) files: Vec<ChangedFile>,
    /// What is neither a plain file nor a folder where riverpost looks.
    odd: Vec<RefusedFile>,
    /// The first such thing elsewhere, and what it is.
    pub(super) elsewhere: Option<(String, &'static str)>,
    now: DateTime<Utc>,
}

impl Incoming {
    pub(super) fn of(
        store: &Store,
        base: CommitId,
        commit: CommitId,
        now: DateTime<Utc>,
    ) -> Result<Incoming, StoreError> {
        let (before, after) = (store.as_of(base)?, store.as_of(commit)?);
        let (mut files, mut odd, mut elsewhere) = (Vec::new(), Vec::new(), None);
        for difference in store.differences(base, commit)? {
            match difference {
                Difference::File(file) => files.push(file),
                Difference::Odd { path, reason } if is_ours(&path) => {
                    odd.push(RefusedFile { error: Diagnostic::new(Place::START, reason), path });
                }
                Difference::Odd { path, reason } => elsewhere = elsewhere.or(Some((path, reason))),
            }
        }
        Ok(Incoming { commit, before, after, files, odd, elsewhere, now })
    }

    /// What of it cannot be taken over.
    pub(super) fn refused(&self) -> Result<Vec<RefusedFile>, StoreError> {
        let mut refused = self.odd.clone();
        let mut sound = Vec::new();
        for ChangedFile { path, .. } in self.files.iter().filter(|f| is_ours(f.path.as_str())) {
            match self.fault(path)? {
                Some(error) => refused.push(RefusedFile { path: path.to_string(), error }),
                None if is_document(path.as_str()) => sound.push(path),
                None => {}
            }
        }
        let matches = MatchRecords::of(&self.after);
        let mut failing = Vec::new();
        let sources = sound.iter().map(|path| self.source(path));
        archive::verify(
            sources,
            self.now,
            &check_elsewhere,
            |_, _| true,
            |verdict| {
                let Verified { name: path, failing: failure, connected, .. } = verdict;
                let error = match (failure, connected) {
                    (Some(VerifyFailure::Unsound(error)), _) => Some(*error),
                    (Some(other), _) => Some(Diagnostic::new(Place::START, other.to_string())),
                    (None, Some(bytes)) => {
                        check_match(&path, &bytes, true, &matches).into_iter().next()
                    }
                    (None, None) => None,
                };
                failing.extend(error.map(|error| RefusedFile { path, error }));
            },
        );
        let unsound: HashSet<String> = failing.iter().map(|file| file.path.clone()).collect();
        for path in sound.into_iter().filter(|path| !unsound.contains(path.as_str())) {
            if let Some(error) = self.discontinuity(path)? {
                failing.push(RefusedFile { path: path.to_string(), error });
            }
        }
        refused.append(&mut failing);
        if self.files.iter().any(|file| file.path.as_str() == SETTINGS) {
            match Settings::of(&self.after) {
                Err(ActionError::Settings { error }) => {
                    refused.push(RefusedFile { path: SETTINGS.into(), error: *error });
                }
                Err(ActionError::Store(error)) => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(refused)
    }

    /// What is wrong with a file before it is read.
    fn fault(&self, path: &RepoPath) -> Result<Option<Diagnostic>, StoreError> {
        // A match may be as long; reading finds out which it is.
        let limit = Limits::MATCH.bytes;
        Ok(match self.after.size(path)? {
            None if is_document(path.as_str()) => {
                Some(Diagnostic::new(Place::START, "the file was removed"))
            }
            Some(size) if size > limit => {
                Some(Diagnostic::too_much(Place::START, "the file is too long in bytes", limit))
            }
            _ => None,
        })
    }

    fn source(&self, path: &RepoPath) -> RecordSource {
        let content = match self.after.read(path) {
            Ok(Some(blob)) => SourceBytes::Bytes(blob.bytes),
            Ok(None) => SourceBytes::Missing("it is gone".into()),
            Err(error) => SourceBytes::Missing(error.to_string()),
        };
        RecordSource::new(path.to_string(), content)
    }

    /// Why a sound record does not continue the one that was known, if it does not.
    fn discontinuity(&self, path: &RepoPath) -> Result<Option<Diagnostic>, StoreError> {
        let load = |store| match LoadedGame::load(store, path) {
            Ok(game) => Ok(Some(game)),
            Err(ActionError::Store(error)) => Err(error),
            // A record that was not sound before may be mended.
            Err(_) => Ok(None),
        };
        let (before, after) = (load(&self.before)?, load(&self.after)?);
        let Some(after) = after else {
            let replaced = "the record was replaced by something else";
            return Ok(before.map(|_| Diagnostic::new(Place::START, replaced)));
        };
        let Some(before) = before else { return Ok(None) };
        let RecordDifference { header, common, removed, added, signatures } =
            difference(&before, &after);
        let line = |action: &Action<'_>| action.line_with_comment(after.record.game().first);
        let what = match (header.iter().find(|change| change.binding), removed.first()) {
            (Some(change), _) => {
                let key = &change.key;
                format!("{key} was altered: what was agreed before the moves stays")
            }
            (None, Some(had)) => match added.first() {
                Some(has) => {
                    let (has, had) = (line(has), line(had));
                    format!("a line was altered: it is {has:?} and was {had:?}")
                }
                None => format!("the line {:?} was removed", line(had)),
            },
            (None, None) => match signatures.first() {
                Some(ordinal) => format!("the signature of action {ordinal} was altered"),
                None => return Ok(None),
            },
        };
        let place = after.record.actions().get(common).filter(|_| !removed.is_empty());
        let place = place.map_or(Place::START, |action| action.place);
        Ok(Some(Diagnostic::new(place, what)))
    }

    /// The new records whose ids other records have here.
    pub(super) fn doubled(&self, store: &Store) -> Result<Vec<RefusedFile>, StoreError> {
        let new = |file: &&ChangedFile| file.is_new() && is_document(file.path.as_str());
        let new: Vec<&RepoPath> = self.files.iter().filter(new).map(|file| &file.path).collect();
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let id = |path: &RepoPath| path.stem().to_lowercase();
        let mut taken = HashMap::new();
        for folder in [GAMES, MATCHES] {
            taken.extend(store.list(folder)?.into_iter().map(|path| ((folder, id(&path)), path)));
        }
        let refused = new.into_iter().filter_map(|path| {
            let folder =
                [GAMES, MATCHES].into_iter().find(|folder| is_in(path.as_str(), folder))?;
            let other = taken.get(&(folder, id(path))).filter(|other| *other != path)?;
            let error = Diagnostic::new(Place::START, format!("the id is taken here by {other}"));
            Some(RefusedFile { path: path.to_string(), error })
        });
        Ok(refused.collect())
    }

    /// The other files that differ, such as the settings, which say who is who.
    pub(super) fn others(&self) -> Vec<String> {
        let paths = self.files.iter().map(|file| file.path.as_str());
        paths.filter(|path| !is_document(path)).map(str::to_owned).collect()
    }

    /// The lines that are new, by record. All records must be sound.
    pub(super) fn news(&self) -> Vec<News> {
        let mut news = Vec::new();
        for path in self.files.iter().map(|file| &file.path) {
            if !is_document(path.as_str()) {
                continue;
            }
            // A match has no lines.
            let Ok(after) = LoadedGame::load(&self.after, path) else { continue };
            let known = LoadedGame::load(&self.before, path).ok();
            let known = known.map_or(0, |game| game.record.actions().len());
            let first = after.record.game().first;
            let lines = after.record.actions().iter().skip(known);
            let lines = lines.map(|action| action.line_with_comment(first)).collect();
            news.push(News { id: after.id().to_owned(), lines });
        }
        news
    }
}

/// The version of a match that has what both sides have added, those who were first with it first; `None` where that does not
/// hold, and where it is no match. `records` is the repository as it will be.
pub(super) fn join_match(
    path: &RepoPath,
    [base, theirs, ours]: [&Store; 3],
    records: &Store,
) -> Result<Option<Vec<u8>>, StoreError> {
    let read = |store: &Store| Ok::<_, StoreError>(store.read(path)?.map(|blob| blob.bytes));
    let (Some(base), Some(theirs), Some(ours)) = (read(base)?, read(theirs)?, read(ours)?) else {
        return Ok(None);
    };
    let merged = merge_lines(&base, &theirs, &ours)?;
    let records = MatchRecords::of(records);
    let holds = archive::is_match(&merged)
        && check_match(path.as_str(), &merged, true, &records).is_empty();
    Ok(holds.then_some(merged))
}

/// How the version of a record here stands to the one that came in; `None` where they are no records, or not of one game.
pub(super) fn continuity(
    here: &Store,
    there: &Store,
    own: &Difference,
    incoming: &ChangedFile,
) -> Result<Option<Continuity>, ActionError> {
    let path = &incoming.path;
    let there_is = matches!(own, Difference::File(own) if !own.is_gone()) && !incoming.is_gone();
    if !there_is || !is_document(path.as_str()) {
        return Ok(None);
    }
    // A match has no lines of which it could be said.
    let Ok(incoming) = LoadedGame::load(there, path) else { return Ok(None) };
    let own = LoadedGame::load(here, path)?;
    Ok(Continuity::between((&own.record, &own.replayed), (&incoming.record, &incoming.replayed)))
}

/// How two versions of a record differ.
fn difference(before: &LoadedGame, after: &LoadedGame) -> RecordDifference {
    RecordDifference::of((&before.record, &before.replayed), (&after.record, &after.replayed))
}

/// Whether a path is a file of riverpost's: a record or a match.
pub(super) fn is_document(path: &str) -> bool {
    is_ours(path) && path.ends_with(".yaml")
}

/// Whether riverpost looks after what is there.
fn is_ours(path: &str) -> bool {
    is_in(path, GAMES) || is_in(path, MATCHES)
}

/// Whether a path is that folder, or below it.
fn is_in(path: &str, folder: &str) -> bool {
    path.split('/').next() == Some(folder)
}

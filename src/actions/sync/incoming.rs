//! Checking what came in, before anything of it is taken over.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::actions::continuity::Continuity;
use crate::actions::error::ActionError;
use crate::actions::extension::{
    Arrival, ExtensionTerms, FileVersion, Refusal, RefusalKind, check_extension,
};
use crate::actions::game::LoadedGame;
use crate::actions::matches::MatchRecords;
use crate::actions::progress::FileProgress;
use crate::actions::repository::{GAMES, MATCHES, is_document, is_in};
use crate::actions::settings::Settings;
use crate::document::{Diagnostic, Limits, Place};
use crate::record::RecordDifference;
use crate::store::{
    ChangedFile, CommitId, Difference, GitVersion, RepoPath, SETTINGS, Store, StoreError,
};

/// A record that came in.
#[derive(Clone, Debug)]
pub struct News {
    /// Its id.
    pub id: String,
    /// The lines that are new.
    pub lines: Vec<String>,
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
    odd: Vec<Refusal>,
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
                    let error = Diagnostic::new(Place::START, reason);
                    odd.push(Refusal::new(path, RefusalKind::Place, error));
                }
                Difference::Odd { path, reason } => elsewhere = elsewhere.or(Some((path, reason))),
            }
        }
        Ok(Incoming { commit, before, after, files, odd, elsewhere, now })
    }

    /// What of it cannot be taken over.
    pub(super) fn refused(&self, progress: FileProgress<'_>) -> Result<Vec<Refusal>, StoreError> {
        let mut refused = self.odd.clone();
        let matches = MatchRecords::of(&self.after);
        let settings = Settings::of(&self.before).unwrap_or_default();
        let terms =
            ExtensionTerms { now: self.now, settings: &settings, arrival: Arrival::Fetched };
        let files: Vec<&ChangedFile> =
            self.files.iter().filter(|file| is_ours(file.path.as_str())).collect();
        for (done, ChangedFile { path, .. }) in files.iter().enumerate() {
            progress(done, files.len());
            match self.fault(path)? {
                Some((kind, error)) => refused.push(Refusal::new(path, kind, error)),
                None if is_document(path.as_str()) => {
                    let checked = self.version(&self.after, path)?.map(|after| {
                        // A record that was not sound before may be mended.
                        let before = self.version(&self.before, path)?.and_then(Result::ok);
                        let extension = after.and_then(|after| {
                            check_extension(path, before.as_ref(), &after, &matches, &terms)
                        });
                        Ok::<_, StoreError>(extension.err())
                    });
                    refused.extend(checked.transpose()?.flatten());
                }
                None => {}
            }
        }
        if self.files.iter().any(|file| file.path.as_str() == SETTINGS) {
            match Settings::of(&self.after) {
                Err(ActionError::Settings { error }) => {
                    refused.push(Refusal::new(SETTINGS, RefusalKind::Unsound, *error));
                }
                Err(ActionError::Store(error)) => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(refused)
    }

    /// A version of a record or match, if there is one.
    fn version(
        &self,
        store: &Store,
        path: &RepoPath,
    ) -> Result<Option<Result<FileVersion, Refusal>>, StoreError> {
        Ok(store.read(path)?.map(|blob| FileVersion::read(path, &blob.bytes)))
    }

    /// What is wrong with a file before it is read.
    fn fault(&self, path: &RepoPath) -> Result<Option<(RefusalKind, Diagnostic)>, StoreError> {
        // A match may be as long; reading finds out which it is.
        let limit = Limits::MATCH.bytes;
        Ok(match self.after.size(path)? {
            None if is_document(path.as_str()) => {
                let error = Diagnostic::new(Place::START, "the file was removed");
                Some((RefusalKind::Contradicts(None), error))
            }
            Some(size) if size > limit => {
                let error =
                    Diagnostic::too_much(Place::START, "the file is too long in bytes", limit);
                Some((RefusalKind::Place, error))
            }
            _ => None,
        })
    }

    /// Whether a record that contradicts the version that was known is one for which somebody here has decided already: the
    /// record here contradicts that version too, and is what came in or continues it.
    pub(super) fn is_accepted(&self, here: &Store, refusal: &Refusal) -> bool {
        let accepted = || {
            let path = RepoPath::new(refusal.path.as_str()).ok()?;
            let versions = [&self.before, &self.after, here];
            let [known, theirs, own] = versions.map(|store| LoadedGame::load(store, &path).ok());
            let (known, theirs, own) = (known?, theirs?, own?);
            let continues = |game| difference(game, &own).is_extension();
            Some(continues(&theirs) && !continues(&known))
        };
        matches!(refusal.kind, RefusalKind::Contradicts(_)) && accepted() == Some(true)
    }

    /// Whether a record contradicts the version that was known because a decision for it is among what comes.
    pub(super) fn is_decided(&self, refusal: &Refusal) -> bool {
        let decided = || {
            let path = RepoPath::new(refusal.path.as_str()).ok()?;
            let known = self.before.read(&path).ok()??;
            let settled = self.after.settled_rivals(path.stem()).ok()?;
            let versions = self.after.rivals(path.stem()).ok()?;
            let is_known = |version: &GitVersion| matches!(version, GitVersion::Content(bytes) if *bytes == known.bytes);
            let name = &versions.iter().find(|(_, version)| is_known(version))?.0;
            Some(settled.iter().any(|(settled, _)| settled == name))
        };
        matches!(refusal.kind, RefusalKind::Contradicts(_)) && decided() == Some(true)
    }

    /// The new records whose ids other records have here.
    pub(super) fn doubled(&self, store: &Store) -> Result<Vec<Refusal>, StoreError> {
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
            Some(Refusal::new(path, RefusalKind::Place, error))
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

/// Whether riverpost looks after what is there.
fn is_ours(path: &str) -> bool {
    is_in(path, GAMES) || is_in(path, MATCHES)
}

//! A version of a file, read once, and its check against the one before.

use super::connected::{MatchVersion, check_connected};
use super::record::check_record;
use super::refusal::{Check, ExtensionTerms, Refusal, RefusalKind, UnprovenLine};
use crate::actions::error::ActionError;
use crate::actions::game::LoadedGame;
use crate::actions::matches::MatchRecords;
use crate::archive;
use crate::document::{Diagnostic, Place};
use crate::store::RepoPath;

/// A version of a file that has been read, and a record also played through. Its signatures have not been checked.
pub(in crate::actions) enum FileVersion {
    /// A record.
    Record(Box<LoadedGame>),
    /// A match.
    Match(Box<MatchVersion>),
}

impl FileVersion {
    /// Reads a record and plays it through, or reads a match. The file must be called after its id.
    ///
    /// # Errors
    /// [`RefusalKind::Unsound`].
    pub(in crate::actions) fn read(path: &RepoPath, bytes: &[u8]) -> Result<FileVersion, Refusal> {
        let unsound = |error| Refusal::new(path, RefusalKind::Unsound, error);
        let (id, version) = match archive::is_match(bytes) {
            true => {
                let version = MatchVersion::read(bytes).map_err(unsound)?;
                (version.id().to_owned(), FileVersion::Match(Box::new(version)))
            }
            false => {
                let game = LoadedGame::read(path, Some(bytes)).map_err(|error| match error {
                    ActionError::Record { error, .. } => unsound(*error),
                    other => unsound(Diagnostic::new(Place::START, other.to_string())),
                })?;
                (game.id().to_owned(), FileVersion::Record(Box::new(game)))
            }
        };
        if id == path.stem() {
            return Ok(version);
        }
        let message = format!("the file should be called {id}.yaml after its id");
        Err(unsound(Diagnostic::new(Place::START, message)))
    }
}

/// Whether a version of a file is a legal extension of the one before, of which there is none where it is new; answers what
/// is allowed by the settings alone, and proved by nothing. What the version before has was checked with that, and is not
/// checked again. `records` are those that a match may name.
///
/// # Errors
/// The first [`Refusal`] met.
pub(in crate::actions) fn check_extension(
    path: &RepoPath,
    before: Option<&FileVersion>,
    after: &FileVersion,
    records: &MatchRecords<'_>,
    terms: &ExtensionTerms<'_>,
) -> Result<Vec<UnprovenLine>, Refusal> {
    let mut check = Check { path: path.as_str(), terms, unproven: Vec::new() };
    match (before, after) {
        (None, FileVersion::Record(after)) => check_record(&mut check, None, after)?,
        (Some(FileVersion::Record(before)), FileVersion::Record(after)) => {
            check_record(&mut check, Some(before), after)?;
        }
        (None, FileVersion::Match(after)) => check_connected(&mut check, None, after, records)?,
        (Some(FileVersion::Match(before)), FileVersion::Match(after)) => {
            check_connected(&mut check, Some(before), after, records)?;
        }
        _ => {
            let message = "a record was replaced by a match, or a match by a record";
            let error = Diagnostic::new(Place::START, message);
            return Err(check.refusal(RefusalKind::Contradicts(None), error));
        }
    }
    Ok(check.unproven)
}

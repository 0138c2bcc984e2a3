//! Dossiers: a game, or the games of a match, with all that proves who played what, for people who need not trust whoever shows it, and who need no
//! riverpost to repeat the proof.
//!
//! Plans and secrets are nowhere in it, since they are nowhere in a record. The same input makes the same bytes.

mod case;
mod evidence;
mod files;
mod findings;
mod matches;
mod page;
mod readme;
mod verify;

pub use files::{DossierError, DossierFiles};
pub use matches::dossier_of_match;
pub use verify::{DossierFault, VerifiedDossier, verify_dossier};

use case::Case;

use super::error::ActionError;
use crate::record::{Record, Replayed};
use crate::store::{RepoPath, Store};

/// The dossier of a game that has been played through, in which the position after `ply` plies is in dispute. `place` is where
/// the record stands in a repository. With `redact` addresses are withheld.
///
/// # Errors
/// Those of reading the repository. Signatures that do not fit are told in the dossier.
pub fn dossier_of_game(
    record: &Record<'_>,
    replayed: &Replayed,
    place: Option<(&Store, &RepoPath)>,
    ply: usize,
    redact: bool,
) -> Result<DossierFiles, ActionError> {
    let case = Case::of(record, replayed, place, ply, redact)?;
    let mut files = evidence::files(&case);
    findings::add(&case, &mut files);
    files.add("index.html", page::page(&case));
    files.add("README.txt", readme::readme(&case, &files));
    files.seal();
    Ok(files)
}

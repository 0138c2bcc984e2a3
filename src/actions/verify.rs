//! Verifying all records of a repository: each for itself, and whether disk, HEAD and history agree.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::change::now;
use super::error::ActionError;
use super::records::{RecordPlace, head_sources, record_places};
use super::repository::{GAMES, MATCHES};
use crate::archive::{self, RecordSource, SourceBytes, Verified, VerifyFailure};
use crate::proof::{NAMESPACE, PublicKey, Signature};
use crate::store::{ListedFile, Store, ssh_keygen_verifies};

/// Verifies the records of a repository and reports each: the files of the work tree, or of HEAD where it is bare. In a work
/// tree each file must be what HEAD has, and what HEAD has must be there. A record that a commit made without this program
/// has set back to an older version fails. Files are named from the folder `here` where they lie below it.
///
/// # Errors
/// Those of reading HEAD; what is wrong with one file is in its report.
pub fn verify_repository(
    store: &Store,
    here: &Path,
    report: impl FnMut(Verified),
) -> Result<(), ActionError> {
    let reverted = store.reverted()?.into_iter().map(|lost| {
        let by = lost.by.short();
        let reason = format!("commit {by} took back what was recorded: {}", lost.lost);
        (lost.path.to_string(), reason)
    });
    let reverted = reverted.collect();
    match store.root() {
        Some(root) => verify_work_tree(store, root, here, reverted, report),
        None => verify_head(store, reverted, report),
    }
}

fn verify_head(
    store: &Store,
    mut reverted: HashMap<String, String>,
    mut report: impl FnMut(Verified),
) -> Result<(), ActionError> {
    let sources = head_sources(store, GAMES)?.chain(head_sources(store, MATCHES)?);
    let report = |mut verdict: Verified| {
        if let Some(reason) = reverted.remove(&verdict.name) {
            fail(&mut verdict, reason);
        }
        report(verdict);
    };
    archive::verify(sources, now(store), &check_elsewhere, |_, _| true, report);
    Ok(())
}

fn verify_work_tree(
    store: &Store,
    root: &Path,
    here: &Path,
    reverted: HashMap<String, String>,
    mut report: impl FnMut(Verified),
) -> Result<(), ActionError> {
    let folders = [GAMES, MATCHES].map(|folder| {
        let place = root.join(folder);
        let below = place.strip_prefix(here).ok().filter(|path| !path.as_os_str().is_empty());
        (folder, below.map(Path::to_path_buf).unwrap_or(place))
    });
    let name = |path: &str| {
        let below = |(folder, place): &(&str, PathBuf)| {
            Some(place.join(path.strip_prefix(folder)?.strip_prefix('/')?))
        };
        let place = folders.iter().find_map(below).unwrap_or_else(|| root.join(path));
        place.display().to_string()
    };
    let mut reverted: HashMap<String, String> =
        reverted.into_iter().map(|(path, reason)| (name(&path), reason)).collect();
    // What HEAD has of the files that are being verified.
    let window: Mutex<HashMap<String, ListedFile>> = Mutex::default();
    let committed = || window.lock().unwrap_or_else(PoisonError::into_inner);
    let places = record_places(store, GAMES)?.chain(record_places(store, MATCHES)?);
    let sources = places.filter_map(|RecordPlace { path, disk, committed: head }| {
        let name = name(&path);
        let content = match (disk, head) {
            (Some(Err(odd)), _) => SourceBytes::Missing(odd.reason),
            (Some(_), Some(Err(error))) => SourceBytes::Missing(error.to_string()),
            (Some(Ok(file)), head) => {
                committed().extend(head.and_then(Result::ok).map(|file| (name.clone(), file)));
                SourceBytes::File(file)
            }
            (None, head) => {
                let file = head?.and_then(|file| store.compare_work_tree(&file.path));
                SourceBytes::Missing(file.err()?.to_string())
            }
        };
        Some(RecordSource::new(name, content))
    });
    let agrees = |name: &str, bytes: &[u8]| {
        let file = committed().get(name).cloned();
        file.is_none_or(|file| file.is(bytes))
    };
    archive::verify(sources, now(store), &check_elsewhere, agrees, |mut verdict| {
        let file = committed().remove(&verdict.name);
        let differs = verdict.failing.take_if(|why| matches!(why, VerifyFailure::Other)).is_some();
        if let Some(reason) = reverted.remove(&verdict.name) {
            fail(&mut verdict, reason);
        }
        if differs
            && let Some(file) = file
            && let Err(error) = store.compare_work_tree(&file.path)
        {
            fail(&mut verdict, error.to_string());
        }
        report(verdict);
    });
    Ok(())
}

fn fail(verdict: &mut Verified, reason: String) {
    verdict.failing.get_or_insert(VerifyFailure::Unreadable(reason));
}

/// Checks a signature with `ssh-keygen`.
pub fn check_elsewhere(
    key: &PublicKey,
    signature: &Signature,
    message: &str,
) -> Result<bool, String> {
    ssh_keygen_verifies(key.as_str(), NAMESPACE, &signature.armour(key), message)
}

//! Verifying all records of a repository: each for itself, and whether disk, HEAD and history agree.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::change::now;
use super::error::ActionError;
use super::records::head_sources;
use super::repository::{GAMES, MATCHES};
use crate::archive::{self, Verified, VerifyFailure};
use crate::proof::{NAMESPACE, PublicKey, Signature};
use crate::store::{ListedFile, Store, StoreError, ssh_keygen_verifies};

/// The files of HEAD, with why some can be no records.
type Listed = Vec<Result<ListedFile, StoreError>>;

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
    let mut listed = store.listed(GAMES)?;
    listed.extend(store.listed(MATCHES)?);
    let reverted = store.reverted()?.into_iter().map(|lost| {
        let by = lost.by.short();
        let reason = format!("commit {by} took back what was recorded: {}", lost.lost);
        (lost.path.to_string(), reason)
    });
    let reverted = reverted.collect();
    match store.root() {
        Some(root) => verify_work_tree(store, root, here, listed, reverted, report),
        None => verify_head(store, listed, reverted, report),
    }
    Ok(())
}

fn verify_head(
    store: &Store,
    listed: Listed,
    mut reverted: HashMap<String, String>,
    mut report: impl FnMut(Verified),
) {
    let sources = head_sources(store, listed);
    let report = |mut verdict: Verified| {
        if let Some(reason) = reverted.remove(&verdict.name) {
            fail(&mut verdict, reason);
        }
        report(verdict);
    };
    archive::verify(sources, now(store), &check_elsewhere, |_, _| true, report);
}

fn verify_work_tree(
    store: &Store,
    root: &Path,
    here: &Path,
    listed: Listed,
    reverted: HashMap<String, String>,
    mut report: impl FnMut(Verified),
) {
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
    let committed: HashMap<String, ListedFile> =
        listed.iter().flatten().map(|file| (name(file.path.as_str()), file.clone())).collect();
    // A folder that is a link is not entered: then all below it are missing.
    let is_folder = |path: &&PathBuf| fs::symlink_metadata(path).is_ok_and(|kind| kind.is_dir());
    let entered = folders.iter().map(|(_, place)| place).filter(is_folder);
    let sources = entered.flat_map(|folder| archive::sources(folder));
    let agrees = |name: &str, bytes: &[u8]| committed.get(name).is_none_or(|file| file.is(bytes));
    let mut seen = HashSet::new();
    archive::verify(sources, now(store), &check_elsewhere, agrees, |mut verdict| {
        let differs = verdict.failing.take_if(|why| matches!(why, VerifyFailure::Other)).is_some();
        if let Some(reason) = reverted.remove(&verdict.name) {
            fail(&mut verdict, reason);
        }
        if differs
            && let Some(file) = committed.get(&verdict.name)
            && let Err(error) = store.compare_work_tree(&file.path)
        {
            fail(&mut verdict, error.to_string());
        }
        if verdict.failing.is_some() || committed.contains_key(&verdict.name) {
            seen.insert(verdict.name.clone());
        }
        report(verdict);
    });
    for file in listed {
        let name = match &file {
            Ok(file) => name(file.path.as_str()),
            Err(error) => name(&name_of(error)),
        };
        if !seen.contains(&name)
            && let Err(error) = file.and_then(|file| store.compare_work_tree(&file.path))
        {
            report(Verified::unreadable(name, error.to_string()));
        }
    }
}

fn fail(verdict: &mut Verified, reason: String) {
    verdict.failing.get_or_insert(VerifyFailure::Unreadable(reason));
}

fn name_of(error: &StoreError) -> String {
    error.path().unwrap_or(GAMES).to_owned()
}

/// Checks a signature with `ssh-keygen`.
pub fn check_elsewhere(
    key: &PublicKey,
    signature: &Signature,
    message: &str,
) -> Result<bool, String> {
    ssh_keygen_verifies(key.as_str(), NAMESPACE, &signature.armour(key), message)
}

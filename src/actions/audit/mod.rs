//! Auditing the history of records and matches: one walk over the commits that lead to HEAD, and every version of every file
//! against what was there before it.
//!
//! What a commit says of itself can be forged by whoever makes it, its time too. An audit tells what does not agree; it
//! cannot tell what two people agreed to write otherwise than it happened.

mod around;
mod entry;
mod finding;
mod lines;
mod matches;
mod record;
mod step;
mod versions;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

pub use entry::entered;
pub use finding::{Audit, Finding, FindingKind};

use super::change::now;
use super::error::ActionError;
use super::mail::{KeptMails, mails_beside};
use super::progress::FileProgress;
use super::repository::{GAMES, MATCHES};
use crate::store::{Hole, RepoPath, Store, StoreError};
use around::{FileAudit, Surroundings};
use record::audit_record;
use step::{FileHistory, FileKey, histories, key_of};

/// The most unreadable versions that are named.
const MOST_HOLES: usize = 100;

/// Audits the history of these records and matches, or of all that there are or were. What the settings of a commit say of
/// people holds for that commit.
///
/// # Errors
/// Those of reading the repository. Objects that cannot be read are [`Audit::holes`].
pub fn audit(
    store: &Store,
    only: Option<&[RepoPath]>,
    progress: FileProgress<'_>,
) -> Result<Audit, ActionError> {
    let walk = store.walk_history(&[GAMES, MATCHES])?;
    let mut files = histories(&walk);
    for file in [GAMES, MATCHES].into_iter().map(|folder| store.listed(folder)) {
        for file in file?.flatten() {
            let known = files.entry(key_of(file.path.as_str())).or_default();
            known.present = Some((file.path.to_string(), file.blob));
        }
    }
    if let Some(only) = only {
        let keys: Vec<FileKey> = only.iter().map(|path| key_of(path.as_str())).collect();
        files.retain(|key, _| keys.contains(key));
    }
    let readers = store.blob_readers();
    let around = Surroundings::of(&walk.changing, &readers()?, now(store));
    let jobs: Vec<(&FileKey, &FileHistory<'_>)> = files.iter().collect();
    let done = AtomicUsize::new(0);
    let audited: Vec<FileAudit> = jobs
        .par_iter()
        .map_init(&readers, |reader, ((folder, name), history)| {
            let audited = match reader {
                Ok(reader) if folder == MATCHES => matches::audit_match(history, reader, &around),
                Ok(reader) => audit_record(history, reader, &around),
                Err(error) => FileAudit::unread(name, error.to_string()),
            };
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, jobs.len());
            audited
        })
        .collect();
    let count = |folder: &str| files.keys().filter(|(known, _)| known == folder).count();
    let mut audit = Audit {
        commits: walk.commits,
        records: count(GAMES),
        matches: count(MATCHES),
        findings: Vec::new(),
        mails: mails(store, &files)?,
        holes: walk.holes,
        unchecked: BTreeMap::new(),
    };
    let mut unread = Vec::new();
    for file in audited {
        let FileAudit { findings, holes, unchecked } = file;
        audit.findings.extend(findings);
        unread.extend(holes);
        for (kind, commits) in unchecked {
            *audit.unchecked.entry(kind).or_default() += commits;
        }
    }
    let more = unread.len().saturating_sub(MOST_HOLES);
    unread.truncate(MOST_HOLES);
    unread.retain(|hole| !audit.holes.contains(hole));
    audit.holes.extend(unread);
    audit.holes.extend((more > 0).then_some(Hole::Objects { more }));
    Ok(audit)
}

/// The mails that are kept beside the commits of these files.
fn mails(
    store: &Store,
    files: &BTreeMap<FileKey, FileHistory<'_>>,
) -> Result<Vec<(String, KeptMails)>, StoreError> {
    let mut found = Vec::new();
    if store.mail_notes_tip()?.is_none() {
        return Ok(found);
    }
    for step in files.values().flat_map(|history| &history.steps) {
        let mails = mails_beside(store, step.commit.entry.commit)?;
        if !mails.is_empty() {
            let entry = step.commit.entry.clone();
            found.push((step.path.to_owned(), KeptMails { entry, mails }));
        }
    }
    Ok(found)
}

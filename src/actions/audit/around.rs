//! What the audit of a file needs to know beside its history, and what it answers.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};

use super::finding::Finding;
use crate::actions::settings::Settings;
use crate::document::Limits;
use crate::store::{BlobId, BlobReader, ChangingCommit, Hole};

/// What is known beside a file's history.
pub(super) struct Surroundings {
    settings: HashMap<BlobId, Settings>,
    unset: Settings,
    /// The present instant.
    pub(super) now: DateTime<Utc>,
}

impl Surroundings {
    /// The settings of these commits. Such as cannot be read say nothing.
    pub(super) fn of(
        commits: &[ChangingCommit],
        reader: &BlobReader,
        now: DateTime<Utc>,
    ) -> Surroundings {
        let mut settings = HashMap::new();
        for blob in commits.iter().filter_map(|commit| commit.settings) {
            settings.entry(blob).or_insert_with(|| {
                let bytes = reader.read(blob, Limits::MATCH.bytes).ok().flatten();
                bytes.and_then(|bytes| Settings::read(&bytes).ok()).unwrap_or_default()
            });
        }
        Surroundings { settings, unset: Settings::default(), now }
    }

    /// The settings as a commit has them.
    pub(super) fn settings(&self, commit: &ChangingCommit) -> &Settings {
        commit.settings.and_then(|blob| self.settings.get(&blob)).unwrap_or(&self.unset)
    }
}

/// What the audit of one file came to.
#[derive(Default)]
pub(super) struct FileAudit {
    pub(super) findings: Vec<Finding>,
    pub(super) holes: Vec<Hole>,
    /// Commits whose signatures are not checked here, by what these are.
    pub(super) unchecked: BTreeMap<&'static str, usize>,
}

impl FileAudit {
    /// The answer for a file that cannot be read at all.
    pub(super) fn unread(name: &str, reason: String) -> FileAudit {
        let holes = vec![Hole::Object { id: name.to_owned(), reason }];
        FileAudit { holes, ..FileAudit::default() }
    }
}

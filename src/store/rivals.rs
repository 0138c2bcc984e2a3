//! Rival versions: versions of a record that another one contradicts, kept beside the branches so that none is ever lost.
//!
//! Each has a reference `refs/riverpost/rivals/ID/NAME`, where `NAME` is the beginning of the hash of what it names: the
//! commit whose tree has the version, or the version's own content. No reference is ever moved to something else or removed.

use std::collections::HashSet;

use git2::{ObjectType, Oid};

use super::error::StoreError;
use super::name::CommitId;
use super::repository::{Store, found};
use super::worktree::LARGEST;

/// Where they are kept.
pub(super) const RIVALS: &str = "refs/riverpost/rivals/";
/// How many digits of a hash a reference's name has.
const DIGITS: usize = 10;
/// The most that are looked at for one record.
const MOST: usize = 100;
/// The most that are looked at for all records together.
const MOST_OF_ALL: usize = 10_000;
/// How many commits are looked through for decisions.
pub(super) const COMMITS_BACK: usize = 10_000;
/// The trailer of a commit that settles which of several versions stands: the reference of one that does not.
pub const RESOLVED: &str = "Riverpost-Resolved";

/// A version of a record as git has it.
#[derive(Clone, Debug)]
pub enum GitVersion {
    /// The record as a commit has it.
    Commit(CommitId),
    /// The record's whole content.
    Content(Vec<u8>),
}

impl Store {
    /// Keeps the version of a record that a commit has. Gives the reference.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn keep_rival(&self, id: &str, commit: CommitId) -> Result<String, StoreError> {
        self.keep(id, commit.0)
    }

    /// Keeps a version of a record of which no commit is known. Gives the reference.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn keep_rival_content(&self, id: &str, content: &[u8]) -> Result<String, StoreError> {
        self.keep(id, self.write_object(ObjectType::Blob, content)?)
    }

    fn keep(&self, id: &str, object: Oid) -> Result<String, StoreError> {
        let hash = object.to_string();
        let mut name = folder(id) + &hash[..DIGITS];
        // A reference of that name may have come from a stranger.
        if found(self.repo.refname_to_id(&name))?.is_some_and(|other| other != object) {
            name = folder(id) + &hash;
        }
        self.repo.reference(&name, object, true, "riverpost: a rival version")?;
        Ok(name)
    }

    /// The rival versions of a record by their references, sorted; the first hundred. What is no version is left out.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn rivals(&self, id: &str) -> Result<Vec<(String, GitVersion)>, StoreError> {
        let mut rivals = Vec::new();
        for reference in self.repo.references_glob(&(folder(id) + "*"))?.take(MOST) {
            let reference = reference?;
            let (Ok(name), Ok(object)) = (reference.name(), reference.peel(ObjectType::Any)) else {
                continue;
            };
            rivals.extend(self.version(&object)?.map(|version| (name.to_owned(), version)));
        }
        rivals.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(rivals)
    }

    /// How many rival versions of a record are kept, up to a hundred.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn number_of_rivals(&self, id: &str) -> Result<usize, StoreError> {
        Ok(self.repo.references_glob(&(folder(id) + "*"))?.take(MOST).count())
    }

    /// Those of the ids whose records have rival versions that are kept.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn with_rivals<'i>(
        &self,
        ids: impl IntoIterator<Item = &'i str>,
    ) -> Result<HashSet<&'i str>, StoreError> {
        let mut folders = HashSet::new();
        for reference in self.repo.references_glob(&format!("{RIVALS}*"))?.take(MOST_OF_ALL) {
            let reference = reference?;
            let Ok(name) = reference.name() else { continue };
            folders.extend(name.rfind('/').map(|at| name[..=at].to_owned()));
        }
        Ok(ids.into_iter().filter(|id| folders.contains(&folder(id))).collect())
    }

    /// What a person's name for a version means, as git reads it: a commit, a branch, a tag, or a file of one of them as in
    /// `main:games/wing.yaml`. The name of a branch with nothing behind the colon means the branch. `None` where git knows
    /// nothing of that name.
    ///
    /// # Errors
    /// [`StoreError::Git`], [`StoreError::TooLarge`].
    pub fn named(&self, name: &str) -> Result<Option<GitVersion>, StoreError> {
        let name = name.strip_suffix(':').unwrap_or(name);
        let Ok(object) = self.repo.revparse_single(name) else { return Ok(None) };
        self.version(&object)
    }

    fn version(&self, object: &git2::Object<'_>) -> Result<Option<GitVersion>, StoreError> {
        if let Ok(commit) = object.peel_to_commit() {
            return Ok(Some(GitVersion::Commit(CommitId(commit.id()))));
        }
        let Ok(blob) = object.peel_to_blob() else { return Ok(None) };
        let small = blob.size() as u64 <= LARGEST;
        Ok(small.then(|| GitVersion::Content(blob.content().to_vec())))
    }
}

/// The folder of a record's references. No part of a reference's name may begin or end with a dot, or hold two.
pub(super) fn folder(id: &str) -> String {
    format!("{RIVALS}{}/", id.replace('.', "_"))
}

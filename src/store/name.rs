//! What git calls things: files by path, contents and commits by hash.

use std::fmt;

use super::error::StoreError;

/// The path of a file in the repository: UTF-8, relative to the root, `/` between the parts,
/// never `.`, `..` or anything git keeps for itself. It cannot leave the repository.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(String);

impl RepoPath {
    /// Checks a path, `games/wing/2026-11/wing-1.yaml` for instance.
    ///
    /// # Errors
    /// [`StoreError::BadPath`] names what is wrong with it.
    pub fn new(path: impl Into<String>) -> Result<Self, StoreError> {
        let path = path.into();
        match fault(&path) {
            None => Ok(Self(path)),
            Some(reason) => Err(StoreError::BadPath { path, reason }),
        }
    }

    /// The whole path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file's name without its folders and without `.yaml`: the id of a record.
    pub fn stem(&self) -> &str {
        let name = self.0.rsplit_once('/').map_or(self.0.as_str(), |(_, name)| name);
        name.strip_suffix(".yaml").unwrap_or(name)
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        self.0.split('/')
    }

    /// This path and the folders above it, from the root down.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = &str> {
        let ends = self.0.match_indices('/').map(|(end, _)| end);
        ends.chain([self.0.len()]).map(|end| &self.0[..end])
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn fault(path: &str) -> Option<&'static str> {
    if path.is_empty() {
        return Some("it is empty");
    }
    if path.starts_with('/') {
        return Some("it is absolute");
    }
    if path.contains('\\') {
        return Some("it has a backslash");
    }
    if path.chars().any(char::is_control) {
        return Some("it has a control character");
    }
    path.split('/').find_map(|part| match part {
        "" => Some("a part of it is empty"),
        "." | ".." => Some("it has a `.` or `..`"),
        _ if is_git(part) => Some("git keeps that name for itself"),
        _ => None,
    })
}

/// The names that some file system takes for `.git`.
fn is_git(part: &str) -> bool {
    let part = part.trim_end_matches(['.', ' ']);
    part.eq_ignore_ascii_case(".git") || part.eq_ignore_ascii_case("git~1")
}

/// The name git gives a commit; prints as 40 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CommitId(pub(super) git2::Oid);

/// The name git gives a file's content; prints as 40 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlobId(pub(super) git2::Oid);

impl CommitId {
    /// The first ten digits, as people are told it.
    pub fn short(&self) -> String {
        self.to_string().chars().take(10).collect()
    }
}

impl fmt::Display for CommitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

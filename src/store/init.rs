//! Making a repository of games.

use std::path::Path;

use git2::{
    Config, ConfigLevel, ErrorCode, Odb, Repository, RepositoryInitOptions, RepositoryOpenFlags,
};

use super::commit::{CommitText, FileChange};
use super::error::StoreError;
use super::identity::{Person, Timestamp, committer};
use super::name::{CommitId, RepoPath};
use super::publish::Publisher;
use super::read::file_in;
use super::repository::{Store, found, open, opening};
use super::settings::own_settings;
use super::worktree;

/// The branch of a new repository where git's settings name none.
const BRANCH: &str = "main";

/// What [`Store::init`] found and did.
#[derive(Debug)]
pub struct Initialised {
    /// The repository.
    pub store: Store,
    /// Whether there was none before.
    pub created: bool,
    /// The commit, `None` when all files were committed before.
    pub commit: Option<CommitId>,
    /// Files that were there with another content, which stays.
    pub kept: Vec<RepoPath>,
}

impl Store {
    /// Makes `dir` the root of a repository of games: a git repository if it is not one (inside
    /// another repository too, as `git init` does), with `files` (path, content) committed. A file
    /// that HEAD has stays; one that is only on disk is committed as it is. Repeating it changes
    /// nothing.
    ///
    /// # Errors
    /// Those of [`Store::update`], and [`StoreError::Io`] when the folder cannot be made.
    pub fn init(
        dir: &Path,
        files: &[(&str, &str)],
        subject: &str,
        when: Timestamp,
    ) -> Result<Initialised, StoreError> {
        Self::init_for(dir, files, subject, when, None)
    }

    /// As [`Store::init`]; where git knows nobody to be the committer, `host` is put into the
    /// repository's own settings as such.
    ///
    /// # Errors
    /// Those of [`Store::init`].
    pub fn init_for(
        dir: &Path,
        files: &[(&str, &str)],
        subject: &str,
        when: Timestamp,
        host: Option<&Person>,
    ) -> Result<Initialised, StoreError> {
        let (repo, created) = match open(dir, RepositoryOpenFlags::NO_SEARCH) {
            Ok(repo) => (repo, false),
            Err(error) if error.code() == ErrorCode::NotFound => {
                (create(dir, host.is_some())?, true)
            }
            Err(error) => return Err(opening(dir, error)),
        };
        if let Some(host) = host
            && matches!(committer(&repo), Err(StoreError::NoIdentity))
        {
            set_committer(&repo, host)?;
        }
        let store = Self::of(repo).at(when);
        let (commit, kept) = store.settle(files, subject, when)?;
        Ok(Initialised { store, created, commit, kept })
    }

    /// Puts a value into the repository's own settings where none of git's settings have one; answers whether that was so.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn set_default(&self, key: &str, value: &str) -> Result<bool, StoreError> {
        let settings = self.repo.config()?;
        if found(settings.get_entry(key).map(drop))?.is_some() {
            return Ok(false);
        }
        own_settings(&self.repo)?.set_str(key, value)?;
        Ok(true)
    }

    /// All values that git's settings have for a key, such as `riverpost.mailTrusted`.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn setting_values(&self, key: &str) -> Result<Vec<String>, StoreError> {
        let settings = self.repo.config()?;
        let mut values = Vec::new();
        settings.multivar(key, None)?.for_each(|entry| {
            values.extend(entry.value().map(str::to_owned));
        })?;
        Ok(values)
    }

    /// Puts somebody into the repository's own settings as its committer, whomever git's other settings name.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn set_committer(&self, person: &Person) -> Result<(), StoreError> {
        set_committer(&self.repo, person)
    }

    fn settle(
        &self,
        files: &[(&str, &str)],
        subject: &str,
        when: Timestamp,
    ) -> Result<(Option<CommitId>, Vec<RepoPath>), StoreError> {
        let mut publisher = Publisher::new(self)?;
        loop {
            let head = self.head()?;
            head.branch()?;
            let (changes, kept) = self.missing(files)?;
            if changes.is_empty() {
                return Ok((None, kept));
            }
            let author = &publisher.committer.clone();
            let text = CommitText { author, subject, trailers: &[], when };
            if let Some(commit) = publisher.publish(head, changes, &text)? {
                return Ok((Some(commit), kept));
            }
        }
    }

    /// What is to be committed, and what differs but stays.
    fn missing(
        &self,
        files: &[(&str, &str)],
    ) -> Result<(Vec<FileChange>, Vec<RepoPath>), StoreError> {
        let (mut changes, mut kept) = (Vec::new(), Vec::new());
        let tree = self.commit_of(&self.head()?)?.map(|commit| commit.tree()).transpose()?;
        for &(path, content) in files {
            let path = RepoPath::new(path)?;
            let leaf = match &tree {
                Some(tree) => file_in(&self.repo, tree, &path)?,
                None => None,
            };
            let committed = leaf.map(|leaf| self.content(leaf.id, &path)).transpose()?;
            let disk = match self.root() {
                Some(root) if committed.is_none() => worktree::read(root, &path)?,
                _ => None,
            };
            let there = committed.as_deref().or(disk.as_deref());
            if there.is_some() && !worktree::same(there, Some(content.as_bytes())) {
                kept.push(path.clone());
            }
            if committed.is_none() {
                let on_disk = disk.is_some();
                let bytes = disk.unwrap_or_else(|| content.into());
                changes.push(FileChange { on_disk, ..self.write_change(&path, None, bytes)? });
            }
        }
        Ok((changes, kept))
    }
}

fn create(dir: &Path, hosted: bool) -> Result<Repository, StoreError> {
    // A repository in memory sees the user's settings alone: without an identity, none is made.
    let mut settings = Config::open_default()?;
    if let Some(file) = std::env::var_os("GIT_CONFIG_GLOBAL") {
        settings.add_file(Path::new(&file), ConfigLevel::Global, true)?;
    }
    let named = |key| settings.get_string(key).is_ok_and(|value| !value.is_empty());
    if !(hosted || named("user.name") && named("user.email")) {
        committer(&Repository::from_odb(Odb::new()?)?)?;
    }
    let configured = found(settings.get_string("init.defaultBranch"))?;
    let branch = configured.unwrap_or_else(|| BRANCH.into());
    let mut options = RepositoryInitOptions::new();
    Repository::init_opts(dir, options.initial_head(&branch))?;
    Ok(open(dir, RepositoryOpenFlags::NO_SEARCH)?)
}

fn set_committer(repo: &Repository, person: &Person) -> Result<(), StoreError> {
    let mut settings = own_settings(repo)?;
    settings.set_str("user.name", &person.name)?;
    Ok(settings.set_str("user.email", &person.email)?)
}

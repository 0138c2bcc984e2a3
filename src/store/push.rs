//! A push as a hook of git sees it: the commits that it brings, before any reference names them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use git2::{ObjectType, Oid, Sort};
use tempfile::NamedTempFile;

use super::changes::{ChangedFile, Difference};
use super::error::StoreError;
use super::identity::Timestamp;
use super::name::{BlobId, CommitId, RepoPath};
use super::read::file_in;
use super::repository::{Store, found, open_pushed, opening};
use super::rivals::RIVALS;
use super::settings::own_settings;
use super::signing::GitSignature;

/// The fewest digits of a hash by which a reference is called after what it names.
const FEWEST_DIGITS: usize = 10;
/// The longest signature of a commit that is looked at, in bytes.
const LONGEST_SIGNATURE: usize = 16 * 1024;

/// A reference that a push creates, moves or deletes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefUpdate {
    /// Its full name.
    pub name: String,
    /// The object that it names now, if there is such a reference.
    pub old: Option<CommitId>,
    /// The object that it is to name, unless it is deleted.
    pub new: Option<CommitId>,
}

impl RefUpdate {
    /// Reads a line that git hands a hook: `OLD NEW NAME`.
    pub fn read(line: &str) -> Option<RefUpdate> {
        let mut parts = line.splitn(3, ' ');
        let mut object = || {
            let oid = Oid::from_str(parts.next().filter(|hex| hex.len() == 40)?).ok()?;
            Some((!oid.is_zero()).then_some(CommitId(oid)))
        };
        let (old, new) = (object()?, object()?);
        let name = parts.next()?.to_owned();
        Some(RefUpdate { name, old, new })
    }

    /// The record of which it keeps a rival version, as its name tells it: with `_` for each dot of the id.
    pub fn rival(&self) -> Option<&str> {
        let (id, hash) = self.name.strip_prefix(RIVALS)?.split_once('/')?;
        let named = self.new?.to_string();
        (hash.len() >= FEWEST_DIGITS && named.starts_with(hash)).then_some(id)
    }
}

/// A commit that is pushed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushedCommit {
    /// The commit.
    pub id: CommitId,
    /// Those it follows.
    pub parents: Vec<CommitId>,
    /// When it was made, as it says.
    pub entered: Timestamp,
}

impl ChangedFile {
    /// What the first commit has there.
    pub fn blob_before(&self) -> Option<BlobId> {
        self.before.map(|file| BlobId(file.id))
    }

    /// What the second commit has there.
    pub fn blob_after(&self) -> Option<BlobId> {
        self.after.map(|file| BlobId(file.id))
    }
}

impl Store {
    /// The repository of that very folder, whether there are games in it or not, and what is being pushed to it.
    ///
    /// # Errors
    /// [`StoreError::NotARepository`], [`StoreError::ForeignOwner`], [`StoreError::Git`].
    pub fn open_server(dir: &Path) -> Result<Store, StoreError> {
        open_pushed(dir).map(Store::of).map_err(|error| opening(dir, error))
    }

    /// The full name of the branch of HEAD.
    ///
    /// # Errors
    /// [`StoreError::DetachedHead`].
    pub fn head_branch(&self) -> Result<String, StoreError> {
        Ok(String::from_utf8_lossy(self.head()?.branch()?).into_owned())
    }

    /// What a reference names, by its full name.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn target(&self, reference: &str) -> Result<Option<CommitId>, StoreError> {
        Ok(found(self.repo.refname_to_id(reference))?.map(CommitId))
    }

    /// How many versions of records are kept beside the branch, counted up to `most`.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn count_rivals(&self, most: usize) -> Result<usize, StoreError> {
        Ok(self.repo.references_glob(&format!("{RIVALS}*"))?.take(most).count())
    }

    /// The commits that lead up to `new` and not to `old`, each behind those it follows; of too many, `most` and one more.
    ///
    /// # Errors
    /// [`StoreError::Git`], also where `new` is no commit.
    pub fn pushed_commits(
        &self,
        old: Option<CommitId>,
        new: CommitId,
        most: usize,
    ) -> Result<Vec<PushedCommit>, StoreError> {
        let mut walk = self.repo.revwalk()?;
        walk.set_sorting(Sort::TOPOLOGICAL | Sort::REVERSE)?;
        walk.push(new.0)?;
        if let Some(old) = old {
            walk.hide(old.0)?;
        }
        let mut commits = Vec::new();
        for id in walk.take(most.saturating_add(1)) {
            let commit = self.repo.find_commit(id?)?;
            commits.push(PushedCommit {
                id: CommitId(commit.id()),
                parents: commit.parent_ids().map(CommitId).collect(),
                entered: Timestamp(commit.time().seconds()),
            });
        }
        Ok(commits)
    }

    /// Whether an object is a commit.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn is_commit(&self, object: CommitId) -> Result<bool, StoreError> {
        Ok(self.repo.odb()?.read_header(object.0)?.1 == ObjectType::Commit)
    }

    /// The content that an object is, if it is one.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn as_content(&self, object: CommitId) -> Result<Option<BlobId>, StoreError> {
        let kind = self.repo.odb()?.read_header(object.0)?.1;
        Ok((kind == ObjectType::Blob).then_some(BlobId(object.0)))
    }

    /// Whether one commit is the other, or leads up to it.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn leads_to(&self, one: CommitId, other: CommitId) -> Result<bool, StoreError> {
        Ok(one == other || self.repo.graph_descendant_of(other.0, one.0)?)
    }

    /// Every path at which a commit differs from one that it follows, or from nothing.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn changed_by(
        &self,
        commit: CommitId,
        parent: Option<CommitId>,
    ) -> Result<Vec<Difference>, StoreError> {
        match parent {
            Some(parent) => self.differences(parent, commit),
            None => self.everything(commit),
        }
    }

    /// What a commit has at a path; none where there is no plain file.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn blob_at(&self, commit: CommitId, path: &RepoPath) -> Result<Option<BlobId>, StoreError> {
        match file_in(&self.repo, &self.repo.find_commit(commit.0)?.tree()?, path) {
            Ok(file) => Ok(file.map(|file| BlobId(file.id))),
            Err(StoreError::Git(error)) => Err(error.into()),
            Err(_) => Ok(None),
        }
    }

    /// The length of a content in bytes, without reading it.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn blob_size(&self, blob: BlobId) -> Result<usize, StoreError> {
        Ok(self.repo.odb()?.read_header(blob.0)?.0)
    }

    /// A content.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn blob(&self, blob: BlobId) -> Result<Vec<u8>, StoreError> {
        Ok(self.repo.find_blob(blob.0)?.content().to_vec())
    }

    /// Git's own signature of a commit; none where it is longer than any of an SSH key.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn commit_signature(&self, commit: CommitId) -> Result<Option<GitSignature>, StoreError> {
        let signature = GitSignature::of(&self.repo, commit.0)?;
        Ok(signature.filter(|signature| signature.armour.len() <= LONGEST_SIGNATURE))
    }

    /// Makes git run a program before it takes what is pushed: writes a hook, and sets what else the server's git must do.
    /// A hook that `is_own` says to be an earlier one of this program's is written anew. With `dry_run` nothing is written.
    /// Answers the file.
    ///
    /// # Errors
    /// [`StoreError::ForeignHook`], [`StoreError::HooksElsewhere`], [`StoreError::NotBare`], [`StoreError::Io`].
    pub fn install_pre_receive(
        &self,
        script: &str,
        is_own: impl Fn(&str) -> bool,
        settings: &[(&str, &str)],
        dry_run: bool,
    ) -> Result<PathBuf, StoreError> {
        if !self.is_bare() {
            return Err(StoreError::NotBare { root: self.home().to_owned() });
        }
        if let Some(folder) = found(self.repo.config()?.get_path("core.hooksPath"))? {
            return Err(StoreError::HooksElsewhere { folder });
        }
        let folder = self.repo.commondir().join("hooks");
        let hook = folder.join("pre-receive");
        let failed = |error| StoreError::io(&hook, error);
        if fs::symlink_metadata(&hook).is_ok() {
            let text = fs::read(&hook).map_err(failed)?;
            if !is_own(&String::from_utf8_lossy(&text)) {
                return Err(StoreError::ForeignHook { hook });
            }
        }
        if dry_run {
            return Ok(hook);
        }
        let mut config = own_settings(&self.repo)?;
        for (key, value) in settings {
            config.set_str(key, value)?;
        }
        fs::create_dir_all(&folder).map_err(failed)?;
        let mut draft = NamedTempFile::new_in(&folder).map_err(failed)?;
        draft.write_all(script.as_bytes()).map_err(failed)?;
        make_executable(draft.path()).map_err(failed)?;
        draft.persist(&hook).map_err(|error| failed(error.error))?;
        Ok(hook)
    }
}

#[cfg(unix)]
fn make_executable(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, PermissionsExt::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

//! Many new files in one commit.

use std::collections::BTreeSet;

use git2::{FileMode, ObjectType, Oid, Repository};

use super::commit::{CommitText, FileChange};
use super::error::StoreError;
use super::identity::{Person, Timestamp};
use super::name::{CommitId, RepoPath};
use super::publish::Publisher;
use super::read::{TreeFile, file_in};
use super::repository::{Head, Store};
use super::settings::GitFile;

/// Files that the repository does not have yet, and what their commit says.
#[derive(Clone, Debug)]
pub struct NewFiles {
    /// Their places and contents; no place twice.
    pub files: Vec<(RepoPath, Vec<u8>)>,
    /// The commit's author.
    pub author: Person,
    /// The commit's first line.
    pub subject: String,
    /// `Key: value` lines at the commit's end, in this order.
    pub trailers: Vec<(String, String)>,
    /// The author's time.
    pub when: Timestamp,
}

impl Store {
    /// Commits new files, all or none: the steps are those of [`Store::update`].
    ///
    /// # Errors
    /// [`StoreError::Existing`] where HEAD has a file already, [`StoreError::Untracked`] where the work tree has, and every
    /// other refusal of [`Store::update`].
    pub fn add(&self, new: &NewFiles) -> Result<CommitId, StoreError> {
        let mut publisher = Publisher::new(self)?;
        loop {
            let head = self.head()?;
            head.branch()?;
            let (commit, changes) = self.write_pack(&head, new, &publisher)?;
            if let Some(commit) = publisher.move_to(commit, head, &changes, &new.subject)? {
                return Ok(commit);
            }
        }
    }

    /// Writes blobs, trees and commit in one pack: as many loose files would slow git down.
    fn write_pack(
        &self,
        head: &Head,
        new: &NewFiles,
        publisher: &Publisher<'_>,
    ) -> Result<(Oid, Vec<FileChange>), StoreError> {
        self.refuse_known(head, &new.files)?;
        // What this handle writes stays in memory until it is packed.
        let repo = Repository::open(self.git_dir())?;
        let packing = Store { now: self.now, loose: None, ..Store::of(repo) };
        let database = packing.repo.odb()?;
        database.add_new_mempack_backend(IN_FRONT)?;
        let mut changes = Vec::with_capacity(new.files.len());
        for (path, bytes) in &new.files {
            let after = TreeFile {
                id: packing.write_object(ObjectType::Blob, bytes)?,
                mode: FileMode::Blob.into(),
            };
            let (path, bytes) = (path.clone(), bytes.clone());
            changes.push(FileChange { path, before: None, after, bytes, on_disk: false });
        }
        let NewFiles { author, subject, trailers, when, .. } = new;
        let text = CommitText { author, subject, trailers, when: *when };
        let (committer, signer) = (&publisher.committer, publisher.signer.as_ref());
        let commit = packing.write_commit(head, None, &changes, &text, committer, signer)?;

        let mut pack = packing.repo.packbuilder()?;
        pack.set_threads(0);
        pack.insert_object(commit, None)?;
        let root = packing.repo.find_commit(commit)?.tree()?;
        for id in packing.trees(root.id(), &changes)? {
            pack.insert_object(id, None)?;
        }
        for change in &changes {
            pack.insert_object(change.after.id, Some(change.path.as_str()))?;
        }
        let folder = self.repo.commondir().join("objects/pack");
        pack.write(&folder, READ_ONLY)?;
        if let Some(name) = pack.name()? {
            for ending in ["pack", "idx"] {
                let file = folder.join(format!("pack-{name}.{ending}"));
                self.file_settings().apply(&file, GitFile::Object)?;
            }
        }
        Ok((commit, changes))
    }

    /// Refuses files that HEAD has already.
    pub(super) fn refuse_known(
        &self,
        head: &Head,
        files: &[(RepoPath, Vec<u8>)],
    ) -> Result<(), StoreError> {
        let Some(commit) = self.commit_of(head)?.filter(|_| !files.is_empty()) else {
            return Ok(());
        };
        let tree = commit.tree()?;
        for (path, _) in files {
            if file_in(&self.repo, &tree, path)?.is_some() {
                return Err(StoreError::Existing { path: path.to_string() });
            }
        }
        Ok(())
    }

    /// The trees below a root that lead to the files.
    fn trees(&self, root: Oid, changes: &[FileChange]) -> Result<BTreeSet<Oid>, StoreError> {
        let mut folders = BTreeSet::new();
        for change in changes {
            let path = change.path.as_str();
            folders.extend(change.path.prefixes().filter(|prefix| prefix.len() < path.len()));
        }
        let mut trees = BTreeSet::from([root]);
        let tree = self.repo.find_tree(root)?;
        for folder in folders {
            trees.insert(tree.get_path(folder.as_ref())?.id());
        }
        Ok(trees)
    }
}

/// The priority of a place for objects that is asked before all others.
const IN_FRONT: i32 = 1000;
/// The permissions of a pack, as git has them.
const READ_ONLY: u32 = 0o444;

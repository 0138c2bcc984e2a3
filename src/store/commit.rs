//! Writing trees and commits.

use git2::build::TreeUpdateBuilder;
use git2::{Commit, FileMode, ObjectType, Oid, Tree};

use super::error::StoreError;
use super::identity::{Person, Timestamp, one_line};
use super::name::RepoPath;
use super::read::TreeFile;
use super::repository::{Head, Store};
use super::settings::GitFile;
use super::signing::Signer;

/// One file of a commit: what it becomes, and what it was when that was decided.
pub(super) struct FileChange {
    pub(super) path: RepoPath,
    pub(super) before: Option<(TreeFile, Vec<u8>)>,
    pub(super) after: TreeFile,
    pub(super) bytes: Vec<u8>,
    /// Set where the file on disk already is what is committed, though git does not know it yet.
    pub(super) on_disk: bool,
}

/// Author, message and author's time of a commit.
pub(super) struct CommitText<'a> {
    pub(super) author: &'a Person,
    pub(super) subject: &'a str,
    pub(super) trailers: &'a [(String, String)],
    pub(super) when: Timestamp,
}

impl CommitText<'_> {
    /// The whole commit.
    fn object(
        &self,
        tree: Oid,
        parents: &[Oid],
        committer: &Person,
        now: Timestamp,
    ) -> Result<String, StoreError> {
        let parents: String = parents.iter().map(|id| format!("parent {id}\n")).collect();
        let (author, committer) = (self.author.line(self.when)?, committer.line(now)?);
        let message = self.message();
        Ok(format!("tree {tree}\n{parents}author {author}\ncommitter {committer}\n\n{message}"))
    }

    /// Subject, blank line, trailers; each on one line.
    fn message(&self) -> String {
        let mut message = one_line(self.subject, |_| false) + "\n";
        for (number, (key, value)) in self.trailers.iter().enumerate() {
            let gap = if number == 0 { "\n" } else { "" };
            message += &format!("{gap}{key}: {}\n", one_line(value, |_| false));
        }
        message
    }
}

impl Store {
    /// Writes the content of a file; its mode stays what it was.
    pub(super) fn write_change(
        &self,
        path: &RepoPath,
        before: Option<(TreeFile, Vec<u8>)>,
        bytes: Vec<u8>,
    ) -> Result<FileChange, StoreError> {
        let mode = before.as_ref().map_or(i32::from(FileMode::Blob), |(leaf, _)| leaf.mode);
        let after = TreeFile { id: self.repo.blob(&bytes)?, mode };
        Ok(FileChange { path: path.clone(), before, after, bytes, on_disk: false })
    }

    /// Writes trees and commit on top of `head`, with `merged` as another parent. No branch moves.
    pub(super) fn write_commit(
        &self,
        head: &Head,
        merged: Option<Oid>,
        changes: &[FileChange],
        text: &CommitText<'_>,
        committer: &Person,
        signer: Option<&Signer>,
    ) -> Result<Oid, StoreError> {
        let parent = self.commit_of(head)?;
        let base = match &parent {
            Some(commit) => commit.tree()?,
            None => self.repo.find_tree(self.repo.treebuilder(None)?.write()?)?,
        };
        let tree = self.write_tree(&base, changes)?;
        let merged = merged.map(|commit| self.repo.find_commit(commit)).transpose()?;
        let parents: Vec<Oid> = parent.iter().chain(&merged).map(Commit::id).collect();
        let commit = text.object(tree.id(), &parents, committer, self.now)?;
        let Some(signer) = signer else {
            return Ok(self.repo.odb()?.write(ObjectType::Commit, commit.as_bytes())?);
        };
        Ok(self.repo.commit_signed(&commit, &signer.sign(&commit, committer)?, None)?)
    }

    /// Does what git's settings ask for to the objects of a commit that has just been written.
    pub(super) fn settle_objects(
        &self,
        commit: Oid,
        changes: &[FileChange],
    ) -> Result<(), StoreError> {
        let settings = self.file_settings();
        if !settings.ask_of_objects() {
            return Ok(());
        }
        let mut written = vec![commit];
        for change in changes {
            let mut tree = self.repo.find_commit(commit)?.tree()?;
            for part in change.path.parts() {
                written.push(tree.id());
                let Some(id) = tree.get_name(part).map(|entry| entry.id()) else { break };
                written.push(id);
                match self.repo.find_tree(id) {
                    Ok(below) => tree = below,
                    Err(_) => break,
                }
            }
        }
        let objects = self.repo.commondir().join("objects");
        for id in written {
            let name = id.to_string();
            let (folder, name) = name.split_at(2);
            settings.apply_below(&objects, &objects.join(folder).join(name), GitFile::Object)?;
        }
        Ok(())
    }

    fn write_tree(&self, base: &Tree<'_>, changes: &[FileChange]) -> Result<Tree<'_>, StoreError> {
        let mut update = TreeUpdateBuilder::new();
        for change in changes {
            let mode = match change.after.mode {
                0o100_755 => FileMode::BlobExecutable,
                _ => FileMode::Blob,
            };
            update.upsert(change.path.as_str(), change.after.id, mode);
        }
        let id = update.create_updated(&self.repo, base)?;
        Ok(self.repo.find_tree(id)?)
    }
}

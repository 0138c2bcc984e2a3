//! Writing trees and commits.

use std::collections::BTreeMap;

use git2::{Commit, FileMode, ObjectType, Oid, TreeEntry};

use super::entries::tree_order;
use super::error::StoreError;
use super::identity::{Person, Timestamp, one_line};
use super::name::RepoPath;
use super::read::TreeFile;
use super::repository::{Head, Store};
use super::settings::GitFile;
use super::signing::Signer;

/// The mode of a folder in a tree.
const FOLDER: i32 = 0o40_000;

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
    pub(super) fn object(
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
        let after = TreeFile { id: self.write_object(ObjectType::Blob, &bytes)?, mode };
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
        let files = changes.iter().map(|change| (change.path.as_str(), change.after)).collect();
        let tree = self.write_tree("", parent.as_ref().map(Commit::tree_id), files)?;
        let merged = merged.map(|commit| self.repo.find_commit(commit)).transpose()?;
        let parents: Vec<Oid> = parent.iter().chain(&merged).map(Commit::id).collect();
        let commit = text.object(tree, &parents, committer, self.now)?;
        let Some(signer) = signer else {
            return self.write_object(ObjectType::Commit, commit.as_bytes());
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

    /// Writes the tree that has these files besides those of another one, or in place of them. The work is that of the folders
    /// on their paths, which `folder` is above: `""` or with a slash at its end.
    pub(super) fn write_tree(
        &self,
        folder: &str,
        base: Option<Oid>,
        files: Vec<(&str, TreeFile)>,
    ) -> Result<Oid, StoreError> {
        let base = base.map(|id| self.repo.find_tree(id)).transpose()?;
        let known = |name: &str, is_folder: bool| {
            let known = base.as_ref().and_then(|tree| tree.get_name(name));
            match known.map(|entry| (entry.id(), entry.filemode_raw() == FOLDER)) {
                Some((_, other)) if other != is_folder => {
                    Err(StoreError::InTheWay { path: format!("{folder}{name}") })
                }
                known => Ok(known.map(|(id, _)| id)),
            }
        };
        let (mut new, mut below) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
        for (path, file) in files {
            match path.split_once('/') {
                Some((name, rest)) => below.entry(name).or_default().push((rest, file)),
                None => {
                    known(path, false)?;
                    new.insert(path.as_bytes(), file);
                }
            }
        }
        for (name, files) in below {
            let id = self.write_tree(&format!("{folder}{name}/"), known(name, true)?, files)?;
            new.insert(name.as_bytes(), TreeFile { id, mode: FOLDER });
        }
        let old: Vec<TreeEntry<'_>> = base.iter().flat_map(|tree| tree.iter()).collect();
        let old = old.iter().filter(|entry| !new.contains_key(entry.name_bytes())).map(|entry| {
            (entry.name_bytes(), TreeFile { id: entry.id(), mode: entry.filemode_raw() })
        });
        let mut entries: Vec<(&[u8], TreeFile)> =
            old.chain(new.iter().map(|(n, f)| (*n, *f))).collect();
        entries.sort_by(|(one, is), (other, this)| {
            tree_order((one, is.mode == FOLDER), (other, this.mode == FOLDER))
        });
        let mut content = Vec::new();
        for (name, file) in entries {
            content.extend(format!("{:o} ", file.mode).as_bytes());
            content.extend([name, b"\0", file.id.as_bytes()].concat());
        }
        self.write_object(ObjectType::Tree, &content)
    }
}

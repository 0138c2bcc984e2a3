//! Raw mails beside the commits that they made, as git keeps notes: `git notes --ref=riverpost-mail show COMMIT` prints
//! them. They are on no branch, and no push takes them along unless it is asked to.
//!
//! A note lies in the tree of the reference's commit under the name of the commit it belongs to, with the first two digits
//! for a folder; git may have put it deeper, or into no folder at all. Each change is a commit of its own.

use git2::{Commit, ErrorCode, FileMode, ObjectType, Oid, Tree, TreeWalkMode, TreeWalkResult};

use super::commit::CommitText;
use super::error::StoreError;
use super::name::CommitId;
use super::read::TreeFile;
use super::repository::{Store, found};

/// The reference that mails are kept under.
pub const MAIL_NOTES: &str = "refs/notes/riverpost-mail";
/// The most bytes of a note: longer ones are neither written nor read.
pub const LONGEST_NOTE: usize = 1024 * 1024;
/// How often a change is made anew because another run has been quicker.
const ATTEMPTS: u32 = 50;
/// The digits of a folder's name.
const DIGITS: usize = 2;
/// The digits of a commit's name.
const NAME: usize = 40;
/// What the log says of a change.
const CHANGED: &str = "riverpost: mail";

impl Store {
    /// What is noted beside a commit.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn mail_note(&self, of: CommitId) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(tip) = self.mail_notes()? else { return Ok(None) };
        self.text_of(Some(&tip.tree()?), &of.to_string())
    }

    /// The commit that has all notes; none where there are none.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn mail_notes_tip(&self) -> Result<Option<CommitId>, StoreError> {
        Ok(self.mail_notes()?.map(|tip| CommitId(tip.id())))
    }

    /// Changes what is noted beside a commit: asks `edit` what it becomes (`None`: nothing changes), again where another
    /// run has changed the notes meanwhile. Gives whether anything was changed.
    ///
    /// # Errors
    /// [`StoreError::LongNote`], [`StoreError::Raced`], [`StoreError::NoIdentity`], [`StoreError::Git`].
    pub fn update_mail_note(
        &self,
        of: CommitId,
        edit: impl Fn(Option<&[u8]>) -> Option<Vec<u8>>,
    ) -> Result<bool, StoreError> {
        self.change_mail_notes(None, |tree| {
            let name = of.to_string();
            match edit(self.text_of(tree, &name)?.as_deref()) {
                Some(text) => Ok(Some(self.with_note(tree, &name, &text)?)),
                None => Ok(None),
            }
        })
    }

    /// Adds the notes of another commit of the reference, one that was fetched. Where both have a note, `unite` makes one
    /// of theirs and ours, in this order. Gives whether anything was changed.
    ///
    /// # Errors
    /// Those of [`update_mail_note`](Store::update_mail_note).
    pub fn unite_mail_notes(
        &self,
        theirs: CommitId,
        unite: impl Fn(&[u8], &[u8]) -> Vec<u8>,
    ) -> Result<bool, StoreError> {
        let other = self.repo.find_commit(theirs.0)?;
        self.change_mail_notes(Some(&other), |ours| {
            let mut tree = other.tree()?;
            let own = ours.map(all_notes).transpose()?.unwrap_or_default();
            for (name, blob) in own {
                let text = match (self.noted(Some(&tree), &name)?, self.note_text(blob)?) {
                    (Some((_, known)), _) if known == blob => continue,
                    (_, None) => continue,
                    (None, Some(own)) => own,
                    (Some((_, known)), Some(own)) => match self.note_text(known)? {
                        Some(known) => unite(&known, &own),
                        None => continue,
                    },
                };
                tree = self.repo.find_tree(self.with_note(Some(&tree), &name, &text)?)?;
            }
            Ok(Some(tree.id()))
        })
    }

    fn mail_notes(&self) -> Result<Option<Commit<'_>>, StoreError> {
        let tip = found(self.repo.find_reference(MAIL_NOTES))?;
        Ok(tip.map(|tip| tip.peel_to_commit()).transpose()?)
    }

    /// Makes a commit of the tree that `change` makes of the one there is, and moves the reference to it; with `merged` as
    /// another parent.
    fn change_mail_notes(
        &self,
        merged: Option<&Commit<'_>>,
        change: impl Fn(Option<&Tree<'_>>) -> Result<Option<Oid>, StoreError>,
    ) -> Result<bool, StoreError> {
        let (who, when) = (&self.committer()?, self.now);
        let text = CommitText { author: who, subject: CHANGED, trailers: &[], when };
        for _ in 0..ATTEMPTS {
            let tip = self.mail_notes()?;
            let old = tip.as_ref().map(Commit::id);
            if let (Some(old), Some(merged)) = (old, merged)
                && (old == merged.id() || self.repo.graph_descendant_of(old, merged.id())?)
            {
                return Ok(false);
            }
            let new = match (merged, old) {
                (Some(merged), None) => merged.id(),
                (Some(merged), Some(old)) if self.repo.graph_descendant_of(merged.id(), old)? => {
                    merged.id()
                }
                _ => {
                    let before = tip.as_ref().map(Commit::tree).transpose()?;
                    let Some(tree) = change(before.as_ref())? else { return Ok(false) };
                    let parents: Vec<Oid> = old.into_iter().chain(merged.map(Commit::id)).collect();
                    let commit = text.object(tree, &parents, who, when)?;
                    self.write_object(ObjectType::Commit, commit.as_bytes())?
                }
            };
            let moved = match old {
                Some(old) => self.repo.reference_matching(MAIL_NOTES, new, true, old, CHANGED),
                None => self.repo.reference(MAIL_NOTES, new, false, CHANGED),
            };
            let Err(error) = moved else { return Ok(true) };
            match error.code() {
                ErrorCode::Modified | ErrorCode::Exists | ErrorCode::NotFound => {}
                ErrorCode::Locked => std::thread::sleep(super::lock::PAUSE),
                _ => return Err(error.into()),
            }
        }
        Err(StoreError::Raced { attempts: ATTEMPTS })
    }

    /// The text of the note beside a commit of that name.
    fn text_of(&self, tree: Option<&Tree<'_>>, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let noted = self.noted(tree, name)?;
        Ok(noted.map(|(_, blob)| self.note_text(blob)).transpose()?.flatten())
    }

    /// The note beside a commit of that name: its path in the tree of the notes, and its blob.
    fn noted(
        &self,
        tree: Option<&Tree<'_>>,
        name: &str,
    ) -> Result<Option<(String, Oid)>, StoreError> {
        let Some(mut tree) = tree.cloned() else { return Ok(None) };
        let (mut path, mut rest) = (String::new(), name);
        loop {
            if let Some(entry) = tree.get_name(rest)
                && entry.kind() == Some(ObjectType::Blob)
            {
                return Ok(Some((path + rest, entry.id())));
            }
            let Some((folder, below)) = rest.split_at_checked(DIGITS) else { return Ok(None) };
            let Some(entry) = tree.get_name(folder) else { return Ok(None) };
            if below.is_empty() || entry.kind() != Some(ObjectType::Tree) {
                return Ok(None);
            }
            let folder_tree = self.repo.find_tree(entry.id())?;
            drop(entry);
            (tree, rest) = (folder_tree, below);
            path = path + folder + "/";
        }
    }

    /// The tree with a note: where the tree has one of that name, otherwise in a folder.
    fn with_note(
        &self,
        tree: Option<&Tree<'_>>,
        name: &str,
        text: &[u8],
    ) -> Result<Oid, StoreError> {
        if text.len() > LONGEST_NOTE {
            return Err(StoreError::LongNote { size: text.len() });
        }
        let path = match self.noted(tree, name)? {
            Some((path, _)) => path,
            None => format!("{}/{}", &name[..DIGITS], &name[DIGITS..]),
        };
        let id = self.write_object(ObjectType::Blob, text)?;
        let note = TreeFile { id, mode: FileMode::Blob.into() };
        self.write_tree("", tree.map(Tree::id), vec![(&path, note)])
    }

    fn note_text(&self, blob: Oid) -> Result<Option<Vec<u8>>, StoreError> {
        let long = self.repo.odb()?.read_header(blob)?.0 > LONGEST_NOTE;
        Ok(match long {
            true => None,
            false => Some(self.repo.find_blob(blob)?.content().to_owned()),
        })
    }
}

/// The notes of a tree and of its folders, by the names of their commits.
fn all_notes(tree: &Tree<'_>) -> Result<Vec<(String, Oid)>, StoreError> {
    let mut notes = Vec::new();
    tree.walk(TreeWalkMode::PreOrder, |folder, entry| {
        let Ok(name) = entry.name() else { return TreeWalkResult::Skip };
        let name = folder.replace('/', "") + name;
        let hex = name.bytes().all(|digit| digit.is_ascii_hexdigit());
        match entry.kind() {
            Some(ObjectType::Blob) if hex && name.len() == NAME => notes.push((name, entry.id())),
            Some(ObjectType::Tree) if hex && name.len() < NAME => return TreeWalkResult::Ok,
            _ => {}
        }
        TreeWalkResult::Skip
    })?;
    Ok(notes)
}

//! Actions that a commit made without this program has taken back without saying so: a `git commit` whose index was read
//! before the action landed.

use git2::{Commit, ObjectType, Oid, Signature, Tree};

use super::changes::Difference;
use super::commit::{CommitText, FileChange};
use super::error::StoreError;
use super::identity::Timestamp;
use super::name::{CommitId, RepoPath};
use super::publish::Publisher;
use super::read::{TreeFile, file_in, same_in};
use super::repository::Store;
use super::worktree;

/// How many commits made without this program are looked at, from HEAD down to the first that was made with it: whoever
/// made that one has looked at those before.
const RECENT: u32 = 200;
/// How many commits back the older versions of a file are looked for.
const DEPTH: u32 = 1_000;
/// The most files that are looked at; a commit that changes more is no accident.
const MOST: usize = 100;
/// How the lines begin by which this program's commits are known.
const TRAILER: &[u8] = b"\nRiverpost-";
/// How the subject of a commit begins that puts something back.
const PUT_BACK: &str = "put back what was lost: ";
/// What `git revert` says, which nobody does by accident.
const REVERTS: &[u8] = b"This reverts commit ";

/// A file that HEAD has in an older version, or not at all, since a commit made without this program set it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reverted {
    /// The file.
    pub path: RepoPath,
    /// The commit that set it back.
    pub by: CommitId,
    /// The subject of the last commit whose work is lost.
    pub lost: String,
    /// What the file was.
    file: TreeFile,
}

impl Store {
    /// The files of HEAD that commits made without this program have set back.
    ///
    /// # Errors
    /// [`StoreError::Git`].
    pub fn reverted(&self) -> Result<Vec<Reverted>, StoreError> {
        let mut reverted: Vec<Reverted> = Vec::new();
        let Some(head) = self.commit_of(&self.head()?)? else { return Ok(reverted) };
        let tree = head.tree()?;
        let mut commit = head;
        for _ in 0..RECENT {
            if is_ours(&commit) || commit.parent_count() == 0 {
                break;
            }
            let parent = commit.parent(0)?;
            let by = CommitId(commit.id());
            let paths = match has(&commit, REVERTS) {
                false => self.changed(CommitId(parent.id()), by)?,
                true => Vec::new(),
            };
            for path in paths {
                // The first is the latest: what it set back is what counts.
                if reverted.iter().all(|known| known.path != path)
                    && let Some((lost, file)) = self.lost(&parent, &tree, &path)?
                {
                    reverted.push(Reverted { path, by, lost, file });
                }
            }
            commit = parent;
        }
        Ok(reverted)
    }

    /// The `*.yaml` files of a commit that another has not or has in another version; none where they are too many.
    fn changed(&self, from: CommitId, to: CommitId) -> Result<Vec<RepoPath>, StoreError> {
        let differences = match self.alterations(from, to) {
            Err(StoreError::TooDifferent { .. }) => Vec::new(),
            differences => differences?,
        };
        let changed = differences.into_iter().filter_map(|difference| match difference {
            Difference::File(file) if !file.is_new() => Some(file.path),
            _ => None,
        });
        let paths: Vec<RepoPath> =
            changed.filter(|path| path.as_str().ends_with(".yaml")).take(MOST).collect();
        Ok(if paths.len() < MOST { paths } else { Vec::new() })
    }

    /// The version of a file in a commit, with the subject of the commit that made it, where `now` has one before that or
    /// none, and all since were made with this program.
    fn lost(
        &self,
        from: &Commit<'_>,
        now: &Tree<'_>,
        path: &RepoPath,
    ) -> Result<Option<(String, TreeFile)>, StoreError> {
        let (Ok(Some(file)), Ok(now)) =
            (file_in(&self.repo, &from.tree()?, path), file_in(&self.repo, now, path))
        else {
            return Ok(None);
        };
        // A file that is gone may have been removed on purpose; then it is not in the work tree either.
        if now == Some(file) || now.is_none() && !self.is_on_disk(path, file) {
            return Ok(None);
        }
        let (mut commit, mut lost) = (from.clone(), None);
        for _ in 0..DEPTH {
            if commit.parent_count() == 0 {
                break;
            }
            let parent = commit.parent(0)?;
            let tree = parent.tree()?;
            if !same_in(&self.repo, &tree, &commit.tree()?, path)? {
                if !is_ours(&commit) {
                    break;
                }
                let lost = lost.get_or_insert_with(|| {
                    String::from_utf8_lossy(commit.summary_bytes().unwrap_or_default()).into_owned()
                });
                if file_in(&self.repo, &tree, path).is_ok_and(|before| before == now) {
                    return Ok(Some((std::mem::take(lost), file)));
                }
            }
            commit = parent;
        }
        Ok(None)
    }

    fn is_on_disk(&self, path: &RepoPath, file: TreeFile) -> bool {
        let disk = self.root().and_then(|root| worktree::read(root, path).ok().flatten());
        disk.is_some_and(|disk| Oid::hash_object(ObjectType::Blob, &disk) == Ok(file.id))
    }
}

impl Publisher<'_> {
    /// Commits again what was set back, each file for itself. Files that the user has changed since are left alone: they
    /// are refused, with the reason, when their turn comes.
    pub(super) fn put_back(&mut self) -> Result<(), StoreError> {
        let store = self.store;
        for Reverted { path, by, lost, file } in store.reverted()? {
            let head = store.head()?;
            if head.branch().is_err() {
                return Ok(());
            }
            let bytes = store.content(file.id, &path)?;
            let tree = store.commit_of(&head)?.map(|commit| commit.tree()).transpose()?;
            let now = match &tree {
                Some(tree) => file_in(&store.repo, tree, &path)?,
                None => None,
            };
            let before = now.map(|now| Ok::<_, StoreError>((now, store.content(now.id, &path)?)));
            let before = before.transpose()?;
            let on_disk = store.is_on_disk(&path, file);
            let change = FileChange { path, before, after: file, bytes, on_disk };
            let author = &self.committer.clone();
            let time = Signature::now("now", "now@invalid")?.when().seconds();
            let subject = format!("{PUT_BACK}{}", lost.trim_start_matches(PUT_BACK));
            let trailers = [("Riverpost-Put-Back-From".to_owned(), by.to_string())];
            let (subject, trailers) = (subject.as_str(), trailers.as_slice());
            let text = CommitText { author, subject, trailers, when: Timestamp(time) };
            match self.publish(head, vec![change], &text) {
                Ok(_) => {}
                Err(error) if error.path().is_some() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn is_ours(commit: &Commit<'_>) -> bool {
    has(commit, TRAILER)
}

fn has(commit: &Commit<'_>, text: &[u8]) -> bool {
    commit.message_bytes().windows(text.len()).any(|part| part == text)
}

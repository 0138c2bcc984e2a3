//! The git repository that holds the records: paths and bytes, commits, history, locks. The only
//! room that names git2; it knows nothing of rules or records, never reads the clock (times are
//! arguments), and prints nothing.
//!
//! # One action, one commit
//! [`Store::update`] commits one file on top of HEAD's tree, never from the index, so that what the
//! user has staged is neither committed nor lost. Because of the order of its steps, a kill at any
//! point does no harm:
//!
//! 1. The blob, trees and commit are written (and signed). No branch names them yet.
//! 2. The *write lock* is taken: an advisory lock on `.git/riverpost/turn`, which the system
//!    releases when a process dies. Then `.git/index.lock`, as a hard link to the write lock's file:
//!    whoever holds the write lock knows such an `index.lock` for a dead run's and removes it.
//! 3. The *journal* (`.git/riverpost/journal`) says which branch and which files are about to
//!    change. The new file is written and flushed beside the old one, which also finds out whether
//!    the folder is writable.
//! 4. The branch moves, if it still is where it was. Otherwise all is taken back and the edit is
//!    asked for again, now under the write lock. From here on, the action stands.
//! 5. The new file is renamed over the old one, then the new index over the old one, and the journal
//!    is removed.
//!
//! [`Store::add`] commits many new files at once by the same steps. Their objects go into one pack.
//!
//! A run that finds a journal finishes it first. A file and index entry that both still are
//! the version before HEAD's are brought up to date rather than refused as edited, so that a lost
//! journal does no harm either.
//!
//! # The index
//! Read and written here, since libgit2 hashes the whole of it twice for one changed entry. The new
//! one is written to `.git/riverpost/index` and renamed over the old one. Split and sparse indexes
//! are refused with [`StoreError::Index`], and the hint says how to rewrite
//! them.
//!
//! # Private files
//! [`Store::update_private`] keeps small files beside the write lock, in git's own folder, where no
//! commit, push or clone takes them along.
//!
//! # Mails
//! [`Store::update_mail_note`] keeps what came by mail beside the commits it made, in git's notes.

mod add;
mod changes;
mod commit;
mod conflict;
mod diff;
mod entries;
mod error;
mod history;
mod holes;
mod identity;
mod index;
mod init;
mod locate;
mod lock;
mod merge;
mod name;
mod notes;
mod objects;
mod private;
mod program;
mod publish;
mod published;
mod push;
mod read;
mod recover;
mod remote;
mod repository;
mod reverted;
mod rivals;
mod settings;
mod signing;
mod ssh;
mod walk;
mod worktree;

pub use add::NewFiles;
pub use changes::{ChangedFile, Difference};
pub use conflict::GitOperation;
pub use diff::unified_diff;
pub use error::StoreError;
pub use history::HistoryEntry;
pub use holes::Hole;
pub use identity::{Person, Timestamp};
pub use init::Initialised;
pub use locate::ListedFile;
pub use merge::{Merging, merge_lines, merge_text};
pub use name::{BlobId, CommitId, RepoPath};
pub use notes::{LONGEST_NOTE, MAIL_NOTES};
pub use private::LONGEST_PRIVATE;
pub use program::{Pager, RunningPager};
pub use publish::CommitDraft;
pub use push::{PushedCommit, RefUpdate};
pub use read::{Blob, UncommittedFile};
pub use remote::{Pushed, Upstream};
pub use repository::{SETTINGS, Store};
pub use reverted::Reverted;
pub use rivals::{GitVersion, RESOLVED};
pub use signing::GitSignature;
pub use ssh::{SigningKey, ssh_keygen_verifies};
pub use walk::{BlobReader, ChangingCommit, OtherTip, PathChange, Walk};

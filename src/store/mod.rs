//! The git repository that holds the records: paths and bytes, commits, history, locks. The only
//! room that names git2; it knows nothing of rules or records, never reads the clock (times are
//! arguments), and prints nothing.
//!
//! # One action, one commit
//! [`Store::update`] commits one file on top of HEAD's tree, never from the index, so that what the
//! user has staged is neither committed nor lost. Its order makes a kill at any point harmless:
//!
//! 1. The blob, trees and commit are written (and signed). Nobody sees them yet.
//! 2. The *turn* is taken: an advisory lock on `.git/riverpost/turn`, which the system releases
//!    when a process dies. Then `.git/index.lock`, as a hard link to the turn's file: whoever holds
//!    the turn knows such a lock for a dead run's and removes it.
//! 3. The *journal* says which branch and which files are about to change. The new file is written
//!    and flushed beside the old one, which also finds out whether the folder is writable.
//! 4. The branch moves, if it still is where it was. Otherwise all is taken back and the edit is
//!    asked again, now within the turn. From here on, the action stands.
//! 5. The new file is renamed over the old one, the index entry follows, the journal is removed.
//!
//! A run that finds a journal finishes it first. A file and index entry that both still are
//! the version before HEAD's are brought up to date rather than refused as edited, so that a lost
//! journal does no harm either.
//!
//! # Private files
//! [`Store::update_private`] keeps small files beside the turn, in git's own folder, where no commit,
//! push or clone takes them along.

mod blobs;
mod commit;
mod draft;
mod error;
mod history;
mod id;
mod identity;
mod index;
mod index_file;
mod init;
mod locate;
mod lock;
mod path;
mod private;
mod publish;
mod read;
mod recover;
mod repository;
mod signing;
mod tree;
mod turn;
mod update;
mod worktree;

pub use error::StoreError;
pub use history::HistoryEntry;
pub use id::{BlobId, CommitId};
pub use identity::{Person, Timestamp};
pub use init::Initialised;
pub use path::RepoPath;
pub use read::Blob;
pub use repository::Store;
pub use update::CommitDraft;

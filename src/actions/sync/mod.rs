//! Exchanging games through a remote: what came in is checked and taken over, plans fire what is due, what is new here goes out.
//!
//! - Everything incoming is checked with what a server checks a push with: a record must be a legal extension of the version
//!   of it that was known before, or of one that somebody here has decided for. Otherwise nothing is taken over.
//! - Branches that diverged are merged. A record that both have changed is as it was fetched; one's own lines go behind, made
//!   anew now, as far as they are still possible ([`Rival`]). The own version is kept beside the branch in any case.
//! - The branch moves once, to a state in which all of this is done: a run that dies leaves it as it was.
//! - When somebody else pushes in between, all of it is done again.

mod exchange;
mod incoming;
mod rival;

pub use exchange::{SyncError, Synced, sync};
pub use incoming::News;
pub use rival::{Rival, RivalLine};

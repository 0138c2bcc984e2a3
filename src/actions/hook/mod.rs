//! A server that refuses: what is pushed to a bare repository is taken only if every new commit, and the step from the old
//! state of the branch to the new one, adds to records and matches what the right persons may add, at times at which they may.
//!
//! - What holds is said by `riverpost.yaml` of the branch as it was before the push; until there is one, by the server's own
//!   settings. Who may change it, under which name a person pushes, and which branch it is all about, the server's own
//!   settings say in any case.
//! - Files that are no records, settings included, change only in commits that an owner has signed.
//! - Other branches and tags are refused, as is what is deleted. Versions of records that others have taken the place of, and
//!   mails, are kept beside the branch.

mod install;
mod policy;
mod push;
mod receipt;

pub use install::{HookInstallation, InstallError, install_hook};
pub use policy::ServerPolicy;
pub use push::{PushVerdict, check_push};
pub use receipt::{ReceiptError, keep_receipt};

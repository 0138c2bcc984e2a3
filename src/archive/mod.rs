//! Many records at once. It knows no git: files come as paths, or as bytes with a name.

mod running;
mod source;
mod verify;
mod walk;

pub use running::running;
pub use source::{RecordSource, SourceBytes};
pub use verify::{BATCH, Verified, VerifyFailure, is_match, verify};
pub use walk::records;

//! Many records at once. It knows no git: files come as paths, or as bytes with a name.

mod running;
mod source;
mod verify;

pub use running::{running, survey};
pub use source::{BATCH, OddFile, RecordSource, SourceBytes, records, sources};
pub use verify::{Verified, VerifyFailure, is_match, verify};

//! Many records at once. It knows no git: files come as paths, or as bytes with a name.

pub mod import;
mod scan;
mod source;
mod stream;
mod verify;

pub use scan::{running, scan, survey};
pub use source::{OddFile, RecordSource, SourceBytes, records};
pub use stream::{sources, stream};
pub use verify::{Verified, VerifyFailure, is_match, verify};

//! Many records at once. It knows no git: files come as paths, or as bytes with a name.

mod verify;
mod walk;

pub use verify::{Content, Failing, Source, Verdict, verify};
pub use walk::records;

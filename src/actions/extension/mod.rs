//! Whether a new version of a record or match only adds to the old one what the right persons may add, at times at which
//! they may: what a server asks of a push, and what is asked of a record that comes in.

mod connected;
mod record;
mod refusal;
mod version;

pub use refusal::{Refusal, RefusalKind, UnprovenLine};

pub(super) use refusal::{Arrival, ExtensionTerms};
pub(super) use version::{FileVersion, check_extension};

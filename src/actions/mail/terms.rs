//! On what terms messages are taken in.

use crate::store::{Store, StoreError};

/// The setting of git that names a host whose `Received` headers are believed; it may be there several times.
const TRUSTED: &str = "riverpost.mailTrusted";

/// How messages are taken in.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReceiveTerms {
    /// The hosts whose `Received` headers are believed.
    pub trusted: Vec<String>,
    /// Whether nothing is recorded.
    pub dry_run: bool,
}

impl ReceiveTerms {
    /// Those that git's settings say.
    ///
    /// # Errors
    /// Those of reading git's settings.
    pub fn of(store: &Store, dry_run: bool) -> Result<ReceiveTerms, StoreError> {
        Ok(ReceiveTerms { trusted: store.setting_values(TRUSTED)?, dry_run })
    }
}

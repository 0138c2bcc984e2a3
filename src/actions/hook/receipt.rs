//! Receipts: what a server signs of a push that it has found to be in order.
//!
//! ```text
//! riverpost receipt 1
//! reference NAME
//! old COMMIT                 - where there was none
//! new COMMIT
//! time INSTANT               by the server's clock
//! pusher NAME                - where nobody is known
//! ```
//!
//! Each is kept with its armoured signature in git's own folder, under `riverpost/receipts` and the name of the new commit. It
//! says that the commit was there at that time, and not that it stayed: another push may have come first.

use chrono::{DateTime, Utc};
use ssh_key::PrivateKey;

use super::policy::{ServerPolicy, pusher};
use crate::actions::error::ActionError;
use crate::actions::repository::read_file;
use crate::proof::{PublicKey, Signature};
use crate::record::write_instant;
use crate::store::{RefUpdate, RepoPath, Store, StoreError};

/// The folder of the receipts among the private files.
const RECEIPTS: &str = "receipts";

/// Why there is no receipt, though the server's settings ask for one.
#[derive(Debug, thiserror::Error)]
pub enum ReceiptError {
    /// The key cannot be used.
    #[error("{file} is no private Ed25519 key without a passphrase")]
    Key {
        /// The file that should hold it.
        file: String,
    },
    /// It cannot be kept.
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl From<StoreError> for ReceiptError {
    fn from(error: StoreError) -> ReceiptError {
        ReceiptError::Action(error.into())
    }
}

/// The private key in a file.
pub(super) fn receipt_key(file: &str) -> Result<(PrivateKey, PublicKey), ReceiptError> {
    let read = || {
        let key = PrivateKey::from_openssh(read_file(file.as_ref()).ok()?).ok()?;
        Signature::by(&key, "")?;
        let public = key.public_key().to_openssh().ok()?;
        Some((key, PublicKey::from_openssh(&public).ok()?))
    };
    read().ok_or_else(|| ReceiptError::Key { file: file.to_owned() })
}

/// Keeps a receipt of what comes to the branch, where the server's settings name a key for it, and answers its file.
///
/// # Errors
/// [`ReceiptError`]: what is pushed is in order all the same.
pub fn keep_receipt(
    store: &Store,
    server: &ServerPolicy,
    updates: &[RefUpdate],
    login: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<RepoPath>, ReceiptError> {
    let update = updates.iter().find(|update| update.name == server.branch);
    let Some((update, file)) = update.zip(server.settings.receipts.as_deref()) else {
        return Ok(None);
    };
    let Some(new) = update.new else { return Ok(None) };
    let (key, public) = receipt_key(file)?;
    let old = update.old.map_or_else(|| "-".to_owned(), |old| old.to_string());
    let pusher = pusher(&server.policy(store, update.old)?, login);
    let pusher = pusher.map_or_else(|| "-".to_owned(), |who| who.person().name.replace('\n', " "));
    let (name, time) = (&update.name, write_instant(&now));
    let text = format!(
        "riverpost receipt 1\nreference {name}\nold {old}\nnew {new}\ntime {time}\npusher {pusher}\n"
    );
    let signature = Signature::by(&key, &text).map(|signature| signature.armour(&public));
    let bytes = text + &signature.unwrap_or_default();
    let path = RepoPath::new(format!("{RECEIPTS}/{new}"))?;
    // The first one that was given for a commit stands.
    store.update_private(&path, |before| {
        let kept = before.map_or_else(|| bytes.into_bytes(), <[u8]>::to_vec);
        Ok::<_, StoreError>((Some(kept), ()))
    })?;
    Ok(Some(path))
}

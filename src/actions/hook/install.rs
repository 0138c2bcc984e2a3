//! Setting a server up.

use std::path::{Path, PathBuf};

use super::policy::SERVER_SETTINGS;
use super::receipt::{ReceiptError, receipt_key};
use crate::actions::change::change_private;
use crate::actions::error::ActionError;
use crate::actions::settings::{FORMAT, Settings};
use crate::document::quote;
use crate::proof::{KeyError, PublicKey};
use crate::store::{RepoPath, Store, StoreError};

/// The line by which a hook is known for one of this program's.
const MARK: &str = "# written by riverpost hook install";
/// What git on the server does besides: it keeps a log of every reference for ever, takes no rewritten history and no
/// deletion, checks what comes in, and takes no more of it than this at a time.
const GIT_SETTINGS: &[(&str, &str)] = &[
    ("core.logAllRefUpdates", "always"),
    ("gc.reflogExpire", "never"),
    ("gc.reflogExpireUnreachable", "never"),
    ("receive.denyNonFastForwards", "true"),
    ("receive.denyDeletes", "true"),
    ("receive.fsckObjects", "true"),
    ("transfer.fsckObjects", "true"),
    ("receive.maxInputSize", "64m"),
];

/// What [`install_hook`] did, or with a dry run would do.
#[derive(Debug)]
pub struct HookInstallation {
    /// The hook.
    pub hook: PathBuf,
    /// The server's own settings.
    pub settings: PathBuf,
    /// Whether they were there already, and have stayed.
    pub kept: bool,
    /// What was set in git's settings.
    pub git: &'static [(&'static str, &'static str)],
}

/// Why no hook is installed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// The owner's key cannot be used.
    #[error("the owner's key: {0}")]
    Key(#[from] KeyError),
    /// The program's path cannot be written into a script.
    #[error("the path of this program cannot be written into a hook: {}", .0.display())]
    Program(PathBuf),
    /// The server's settings are there and say something else.
    #[error("{} does not say what is asked for", .0.display())]
    Settled(PathBuf),
    /// The key for receipts cannot be used.
    #[error(transparent)]
    Receipts(#[from] ReceiptError),
    /// The repository is not as needed.
    #[error(transparent)]
    Action(#[from] ActionError),
}

impl From<StoreError> for InstallError {
    fn from(error: StoreError) -> InstallError {
        InstallError::Action(error.into())
    }
}

/// Makes a bare repository a server that refuses. `owner` is the public key of who may change its settings, `program` the
/// absolute path of this program, `receipts` the file of the private key that signs receipts.
///
/// # Errors
/// [`InstallError`]; nothing is written then.
pub fn install_hook(
    store: &Store,
    owner: &str,
    program: &Path,
    receipts: Option<&Path>,
    dry_run: bool,
) -> Result<HookInstallation, InstallError> {
    let owner = PublicKey::from_openssh(owner)?;
    let path =
        program.to_str().filter(|path| program.is_absolute() && !path.contains(['\'', '\n']));
    let path = path.ok_or_else(|| InstallError::Program(program.to_owned()))?;
    let script = format!("#!/bin/sh\n{MARK}\nexec '{path}' hook pre-receive\n");
    let is_own = |text: &str| text.lines().nth(1) == Some(MARK);
    let git = GIT_SETTINGS;
    store.install_pre_receive(&script, is_own, git, true)?;
    let file = RepoPath::new(SERVER_SETTINGS)?;
    let settings = store.private_place(&file);
    let receipts = receipts.map(|key| key.to_string_lossy().into_owned());
    receipts.as_deref().map(receipt_key).transpose()?;
    let kept = change_private(store, &file, dry_run, |before| match before {
        Some(bytes) => {
            let known = Settings::read_of_server(bytes)
                .map_err(|error| ActionError::ServerSettings { error: Box::new(error) })?;
            let same = known.owners.iter().any(|key| key == owner.as_str())
                && (receipts.is_none() || receipts == known.receipts);
            match same {
                true => Ok((Some(bytes.to_owned()), true)),
                false => Err(InstallError::Settled(settings.clone())),
            }
        }
        None => {
            let mut text = format!("format: {FORMAT}\nowners:\n  - {}\n", quote(owner.as_str()));
            if let Some(key) = &receipts {
                text.push_str(&format!("receipts: {}\n", quote(key)));
            }
            Ok((Some(text.into_bytes()), false))
        }
    })?;
    let hook = store.install_pre_receive(&script, is_own, git, dry_run)?;
    Ok(HookInstallation { hook, settings, kept, git })
}

//! Signing commits with the program of the user's git settings, and the signatures that commits have.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::StoreError;
use super::identity::Person;
use super::repository::found;
use super::ssh::{self, SshSigner, words_of, write_input};
use git2::{Config, Oid, Repository};

/// A signature that git keeps in a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitSignature {
    /// The armoured signature.
    pub armour: String,
    /// What was signed: the commit without its signature.
    pub signed: Vec<u8>,
}

impl GitSignature {
    /// That of a commit, if it has one.
    pub(super) fn of(repo: &Repository, commit: Oid) -> Result<Option<Self>, StoreError> {
        let signature = found(repo.extract_signature(&commit, None))?;
        Ok(signature.map(|(armour, signed)| GitSignature {
            armour: String::from_utf8_lossy(&armour).into_owned(),
            signed: signed.to_vec(),
        }))
    }
}

/// The signing program of the user's git settings.
pub(super) struct Signer {
    method: SigningMethod,
}

enum SigningMethod {
    /// GnuPG's own, and X.509 by GnuPG's sister program, which takes the same arguments.
    Gnupg {
        program: PathBuf,
        /// `user.signingkey`.
        key: Option<String>,
    },
    Ssh(SshSigner),
}

impl Signer {
    /// The signer that `commit.gpgsign` asks for, `None` when it does not.
    pub(super) fn configured(repo: &Repository) -> Result<Option<Self>, StoreError> {
        let mut config = repo.config()?;
        if !found(config.get_bool("commit.gpgsign"))?.unwrap_or(false) {
            return Ok(None);
        }
        let config = config.snapshot()?;
        let name = found(config.get_string("gpg.format"))?.unwrap_or_else(|| "openpgp".into());
        let default = match name.as_str() {
            "openpgp" => "gpg",
            "x509" => "gpgsm",
            "ssh" => {
                let key = ssh::configured(&config)?;
                let key = key
                    .ok_or_else(|| refusal("gpg.format is ssh, but user.signingkey is not set"))?;
                let signer = SshSigner { program: ssh::program(&config)?, key };
                return Ok(Some(Self { method: SigningMethod::Ssh(signer) }));
            }
            other => return Err(refusal(format!("gpg.format `{other}` is not known"))),
        };
        let key = found(config.get_string("user.signingkey"))?;
        let program = program(&config, &name)?.unwrap_or_else(|| default.into());
        Ok(Some(Self { method: SigningMethod::Gnupg { program, key } }))
    }

    /// The detached, armoured signature of a commit's text.
    pub(super) fn sign(&self, text: &str, committer: &Person) -> Result<String, StoreError> {
        match &self.method {
            SigningMethod::Gnupg { program, key } => {
                let key = key.clone().unwrap_or_else(|| committer.to_string());
                run(program, &["-bsau".into(), key.into()], text)
            }
            SigningMethod::Ssh(signer) => signer.sign("git", text).map_err(refusal),
        }
    }
}

/// Runs the program with the text on its standard input. No shell sees any of it; what the
/// program says or asks is between it and the person.
fn run(program: &Path, arguments: &[OsString], text: &str) -> Result<String, StoreError> {
    let failed = |error| refusal(format!("`{}`: {error}", program.display()));
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    write_input(&mut child, text.as_bytes()).map_err(failed)?;
    let output = child.wait_with_output().map_err(failed)?;
    let signature = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    if output.status.success() && signature.starts_with("-----BEGIN ") {
        return Ok(signature);
    }
    let said = words_of(&output.stderr);
    let program = program.display();
    Err(refusal(match said.as_str() {
        "" => format!("`{program}` gave no signature ({})", output.status),
        _ => format!("`{program}` gave no signature: {said}"),
    }))
}

/// `gpg.FORMAT.program`, or for OpenPGP its older name.
fn program(config: &Config, format: &str) -> Result<Option<PathBuf>, StoreError> {
    let program = found(config.get_path(&format!("gpg.{format}.program")))?;
    match program {
        None if format == "openpgp" => found(config.get_path("gpg.program")),
        _ => Ok(program),
    }
}

fn refusal(reason: impl Into<String>) -> StoreError {
    StoreError::Signing { reason: reason.into() }
}

//! Signing commits with the program of the user's git settings.

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use git2::{Config, Repository};
use tempfile::NamedTempFile;

use super::error::StoreError;
use super::identity::Person;
use super::repository::found;

/// The signing program of the user's git settings.
pub(super) struct Signer {
    program: PathBuf,
    format: SigningFormat,
    /// `user.signingkey`.
    key: Option<String>,
    /// The same with `~` replaced, for keys that are files.
    key_file: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SigningFormat {
    /// GnuPG's own, and X.509 by GnuPG's sister program, which takes the same arguments.
    Gnupg,
    Ssh,
}

impl Signer {
    /// The signer that `commit.gpgsign` asks for, `None` when it does not.
    pub(super) fn configured(repo: &Repository) -> Result<Option<Self>, StoreError> {
        let config = repo.config()?.snapshot()?;
        if !found(config.get_bool("commit.gpgsign"))?.unwrap_or(false) {
            return Ok(None);
        }
        let name = found(config.get_string("gpg.format"))?.unwrap_or_else(|| "openpgp".into());
        let (format, default) = match name.as_str() {
            "openpgp" => (SigningFormat::Gnupg, "gpg"),
            "x509" => (SigningFormat::Gnupg, "gpgsm"),
            "ssh" => (SigningFormat::Ssh, "ssh-keygen"),
            other => return Err(refusal(format!("gpg.format `{other}` is not known"))),
        };
        let key = found(config.get_string("user.signingkey"))?;
        if format == SigningFormat::Ssh && key.is_none() {
            return Err(refusal("gpg.format is ssh, but user.signingkey is not set"));
        }
        let program = program(&config, &name)?.unwrap_or_else(|| default.into());
        let key_file = found(config.get_path("user.signingkey"))?;
        Ok(Some(Self { program, format, key, key_file }))
    }

    /// The detached, armoured signature of a commit's text.
    pub(super) fn sign(&self, text: &str, committer: &Person) -> Result<String, StoreError> {
        match self.format {
            SigningFormat::Gnupg => {
                let anybody = || format!("{} <{}>", committer.name, committer.email);
                let key = self.key.clone().unwrap_or_else(anybody);
                self.run(&["-bsau".into(), key.into()], text)
            }
            SigningFormat::Ssh => self.sign_with_ssh(text),
        }
    }

    fn sign_with_ssh(&self, text: &str) -> Result<String, StoreError> {
        let mut arguments: Vec<OsString> = ["-Y", "sign", "-n", "git", "-f"].map(Into::into).into();
        let literal = self.key.as_deref().and_then(literal_key);
        // Lives until the program has read it.
        let public = literal.map(write_key).transpose()?;
        match (&public, &self.key_file) {
            (Some(file), _) => {
                arguments.extend([file.path().into(), "-U".into()]);
            }
            (None, Some(path)) => arguments.push(path.into()),
            (None, None) => return Err(refusal("user.signingkey is not set")),
        }
        self.run(&arguments, text)
    }

    /// Runs the program with the text on its standard input. No shell sees any of it; what the
    /// program says or asks is between it and the person.
    fn run(&self, arguments: &[OsString], text: &str) -> Result<String, StoreError> {
        let failed = |error| refusal(format!("`{}`: {error}", self.program.display()));
        let mut child = Command::new(&self.program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        feed(&mut child, text).map_err(failed)?;
        let output = child.wait_with_output().map_err(failed)?;
        let signature = String::from_utf8_lossy(&output.stdout).replace('\r', "");
        if output.status.success() && signature.starts_with("-----BEGIN ") {
            return Ok(signature);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().map(str::trim).filter(|line| !line.is_empty());
        let said = said.collect::<Vec<_>>().join("; ");
        let program = self.program.display();
        Err(refusal(match said.as_str() {
            "" => format!("`{program}` gave no signature ({})", output.status),
            _ => format!("`{program}` gave no signature: {said}"),
        }))
    }
}

/// `gpg.FORMAT.program`, or for OpenPGP its older name.
fn program(config: &Config, format: &str) -> Result<Option<PathBuf>, StoreError> {
    let program = found(config.get_path(&format!("gpg.{format}.program")))?;
    match program {
        None if format == "openpgp" => found(config.get_path("gpg.program")),
        _ => Ok(program),
    }
}

/// The key itself, where `user.signingkey` is no file name; the agent then has its private half.
fn literal_key(key: &str) -> Option<&str> {
    key.strip_prefix("key::").or_else(|| key.starts_with("ssh-").then_some(key))
}

fn write_key(key: &str) -> Result<NamedTempFile, StoreError> {
    let write = || {
        let mut file = NamedTempFile::new()?;
        writeln!(file, "{key}")?;
        Ok(file)
    };
    write().map_err(|error| StoreError::io(Path::new("temporary file"), error))
}

/// A program that stops before it has read everything gives its reason on standard error.
fn feed(child: &mut Child, text: &str) -> std::io::Result<()> {
    match child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes())) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

fn refusal(reason: impl Into<String>) -> StoreError {
    StoreError::Signing { reason: reason.into() }
}

//! Signing with OpenSSH keys, and checking signatures with OpenSSH's `ssh-keygen` for the algorithms that are not checked in
//! this process.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, IsTerminal, Read, Write, stderr, stdin};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use git2::Config;
use ssh_key::PrivateKey;
use tempfile::{NamedTempFile, TempDir};

use super::error::StoreError;
use super::repository::{Store, found};

/// Who signs, in the list of allowed signers: one name for whoever has the key.
const SIGNER: &str = "signer";
/// OpenSSH's program, which signs and verifies.
pub(super) const SSH_KEYGEN: &str = "ssh-keygen";
/// The most bytes read of a key file.
const LONGEST_KEY_FILE: u64 = 64 * 1024;
/// The most files looked at in `~/.ssh`.
const MOST_KEY_FILES: usize = 64;

/// A private key that is at hand.
#[derive(Debug)]
pub struct SigningKey(Holder);

/// Who has a private key.
#[derive(Debug)]
enum Holder {
    /// This process has it.
    Opened(Box<PrivateKey>),
    /// A program signs with it.
    Elsewhere(SshSigner),
}

/// A program that takes the arguments of `ssh-keygen -Y sign`, with the key that it signs with.
#[derive(Debug)]
pub(super) struct SshSigner {
    /// `ssh-keygen`, or what stands for it in git's settings.
    pub(super) program: PathBuf,
    /// The key.
    pub(super) key: KeySource,
}

/// Where a program finds a key.
#[derive(Debug)]
pub(super) enum KeySource {
    /// In a file: the private key, or the public one whose private half lies beside it or with the agent.
    File(PathBuf),
    /// With the agent; this is the public key.
    Agent(String),
}

impl SigningKey {
    /// The key itself, where this process can sign with it.
    pub fn opened(&self) -> Option<&PrivateKey> {
        match &self.0 {
            Holder::Opened(key) => Some(key),
            Holder::Elsewhere(_) => None,
        }
    }

    /// The armoured signature of a message by whoever has the key, in a namespace. A passphrase is asked for by the program
    /// that signs, at the terminal.
    ///
    /// # Errors
    /// What the program says.
    pub fn sign_elsewhere(&self, namespace: &str, message: &str) -> Result<String, String> {
        match &self.0 {
            Holder::Opened(_) => Err("this key signs here".into()),
            Holder::Elsewhere(signer) => signer.sign(namespace, message),
        }
    }
}

impl SshSigner {
    /// The armoured signature of a message in a namespace. No shell sees any of it.
    pub(super) fn sign(&self, namespace: &str, message: &str) -> Result<String, String> {
        let SshSigner { program, key } = self;
        let failed = |error: std::io::Error| format!("`{}`: {error}", program.display());
        let folder = TempDir::new().map_err(failed)?;
        // A file and not standard input, which the program asks for a passphrase.
        let file = folder.path().join("statement");
        fs::write(&file, message).map_err(failed)?;
        let mut arguments: Vec<OsString> =
            ["-Y", "sign", "-n", namespace, "-f"].map(Into::into).into();
        // A program that stands for it need not know this.
        if program.as_os_str() == SSH_KEYGEN {
            arguments.insert(0, "-q".into());
        }
        match key {
            KeySource::File(path) => arguments.push(path.into()),
            KeySource::Agent(public) => {
                let path = folder.path().join("key.pub");
                fs::write(&path, format!("{public}\n")).map_err(failed)?;
                arguments.extend([path.into(), "-U".into()]);
            }
        }
        let (input, said) = match stdin().is_terminal() && stderr().is_terminal() {
            true => (Stdio::inherit(), Stdio::inherit()),
            false => (Stdio::null(), Stdio::piped()),
        };
        let done = Command::new(program)
            .args(arguments)
            .arg(&file)
            .stdin(input)
            .stdout(Stdio::null())
            .stderr(said)
            .output()
            .map_err(failed)?;
        let armour = fs::read_to_string(file.with_extension("sig")).unwrap_or_default();
        if done.status.success() && armour.starts_with("-----BEGIN ") {
            return Ok(armour.replace('\r', ""));
        }
        let place = folder.path().display().to_string();
        Err(match words_of(&done.stderr).replace(&place, "").as_str() {
            "" => format!("`{}` gave no signature ({})", program.display(), done.status),
            said => format!("`{}` gave no signature: {said}", program.display()),
        })
    }
}

/// Writes all that a program reads on its standard input, and closes it. One that stops before it has read everything gives its
/// reason on standard error.
///
/// # Errors
/// Those of writing, a closed pipe excepted.
pub(super) fn write_input(child: &mut Child, bytes: &[u8]) -> std::io::Result<()> {
    match child.stdin.take().map_or(Ok(()), |mut input| input.write_all(bytes)) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// What a program said, in one line.
pub(super) fn words_of(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let said = said.lines().map(str::trim).filter(|line| !line.is_empty());
    said.collect::<Vec<_>>().join("; ")
}

impl Store {
    /// The private half of a public key as OpenSSH writes it, where it is at hand: git's `user.signingKey`, what the agent
    /// has, the files `id_*` in `~/.ssh`, in this order. None where it is not.
    ///
    /// # Errors
    /// Those of reading git's settings.
    pub fn signing_key(&self, public: &str) -> Result<Option<SigningKey>, StoreError> {
        let config = self.repo.config()?.snapshot()?;
        let program = program(&config)?;
        if let Some(source) = configured(&config)? {
            let elsewhere = |key| SigningKey(Holder::Elsewhere(SshSigner { program, key }));
            match source {
                KeySource::Agent(literal) if same_key(&literal, public) => {
                    return Ok(Some(elsewhere(KeySource::Agent(public.to_owned()))));
                }
                KeySource::File(path)
                    if public_half(&path).is_some_and(|half| same_key(&half, public)) =>
                {
                    let opened = opened(&private_path(&path));
                    let file = || elsewhere(KeySource::File(path));
                    return Ok(Some(opened.unwrap_or_else(file)));
                }
                _ => {}
            }
        }
        let by_ssh_keygen = |key| {
            let program = SSH_KEYGEN.into();
            SigningKey(Holder::Elsewhere(SshSigner { program, key }))
        };
        if agent_has(public) {
            return Ok(Some(by_ssh_keygen(KeySource::Agent(public.to_owned()))));
        }
        let file = files_at_home()
            .into_iter()
            .find(|path| public_half(path).is_some_and(|half| same_key(&half, public)));
        Ok(file.map(|path| opened(&path).unwrap_or_else(|| by_ssh_keygen(KeySource::File(path)))))
    }

    /// The public key, as OpenSSH writes it, with which git's settings have the user sign; none where git does not sign with
    /// SSH keys.
    ///
    /// # Errors
    /// Those of reading git's settings.
    pub fn public_signing_key(&self) -> Result<Option<String>, StoreError> {
        let config = self.repo.config()?.snapshot()?;
        if found(config.get_string("gpg.format"))?.as_deref() != Some("ssh") {
            return Ok(None);
        }
        Ok(match configured(&config)? {
            Some(KeySource::Agent(literal)) => Some(literal),
            Some(KeySource::File(path)) => public_half(&path),
            None => None,
        })
    }
}

/// What signs in the place of `ssh-keygen`, as git's settings say.
pub(super) fn program(config: &Config) -> Result<PathBuf, StoreError> {
    let program = found(config.get_path("gpg.ssh.program"))?;
    Ok(program.unwrap_or_else(|| SSH_KEYGEN.into()))
}

/// `user.signingKey`.
pub(super) fn configured(config: &Config) -> Result<Option<KeySource>, StoreError> {
    let text = found(config.get_string("user.signingkey"))?;
    if let Some(literal) = text.as_deref().and_then(literal_key) {
        return Ok(Some(KeySource::Agent(literal.to_owned())));
    }
    // With `~` replaced.
    Ok(found(config.get_path("user.signingkey"))?.map(KeySource::File))
}

/// The key itself, where `user.signingKey` is no file name; the agent then has its private half.
fn literal_key(key: &str) -> Option<&str> {
    key.strip_prefix("key::").or_else(|| key.starts_with("ssh-").then_some(key))
}

/// Whether two lines are of the same public key, whatever their comments.
fn same_key(one: &str, other: &str) -> bool {
    let words = |line: &str| {
        let mut words = line.split_ascii_whitespace().map(str::to_owned);
        words.next().zip(words.next())
    };
    words(one).is_some_and(|key| Some(key) == words(other))
}

/// The public half of a key file, private or public.
fn public_half(path: &Path) -> Option<String> {
    let text = read_small(path)?;
    let public = |text: &str| text.lines().find(|line| !line.trim().is_empty()).map(str::to_owned);
    if !text.starts_with("-----BEGIN ") {
        return public(&text);
    }
    match PrivateKey::from_openssh(&text) {
        Ok(key) => key.public_key().to_openssh().ok(),
        // In an older form, which does not show it.
        Err(_) => public(&read_small(&public_path(path))?),
    }
}

/// The Ed25519 key in a file, where no passphrase protects it.
fn opened(path: &Path) -> Option<SigningKey> {
    let key = PrivateKey::from_openssh(read_small(path)?).ok()?;
    let ready = key.key_data().ed25519().is_some();
    ready.then(|| SigningKey(Holder::Opened(Box::new(key))))
}

/// The file of the private key that belongs to one of the public key.
fn private_path(path: &Path) -> PathBuf {
    match path.extension() {
        Some(extension) if extension == "pub" => path.with_extension(""),
        _ => path.to_owned(),
    }
}

fn public_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".pub");
    name.into()
}

/// The private keys that OpenSSH looks for by itself.
fn files_at_home() -> Vec<PathBuf> {
    let folder = std::env::home_dir().map(|home| home.join(".ssh"));
    let Some(Ok(entries)) = folder.map(fs::read_dir) else { return Vec::new() };
    let is_private = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("id_") && !name.ends_with(".pub")
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_private)
        .take(MOST_KEY_FILES)
        .collect();
    files.sort();
    files
}

/// Whether an agent is there and has the private half of a key.
fn agent_has(public: &str) -> bool {
    if std::env::var_os("SSH_AUTH_SOCK").is_none() {
        return false;
    }
    let listed = Command::new("ssh-add").arg("-L").stdin(Stdio::null()).output();
    let listed = listed.map(|done| done.stdout).unwrap_or_default();
    String::from_utf8_lossy(&listed).lines().any(|line| same_key(line, public))
}

/// The text of a file; none where it cannot be read, is longer than a key or no text.
fn read_small(path: &Path) -> Option<String> {
    let mut text = String::new();
    let file = File::open(path).ok().filter(|_| path.is_file())?;
    file.take(LONGEST_KEY_FILE).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Whether an armoured SSH signature of a message is right: of that namespace, by that public key.
///
/// # Errors
/// Why that cannot be told, such as that there is no `ssh-keygen`.
pub fn ssh_keygen_verifies(
    key: &str,
    namespace: &str,
    armour: &str,
    message: impl AsRef<[u8]>,
) -> Result<bool, String> {
    let file = |text: &str| {
        let mut file = NamedTempFile::new()?;
        file.write_all(text.as_bytes())?;
        Ok(file)
    };
    let failed = |error: std::io::Error| format!("ssh-keygen: {error}");
    let signers = file(&format!("{SIGNER} {key}\n")).map_err(failed)?;
    let signature = file(armour).map_err(failed)?;
    let mut child = Command::new(SSH_KEYGEN)
        .args(["-Y", "verify", "-n", namespace, "-I", SIGNER, "-f"])
        .arg(signers.path())
        .arg("-s")
        .arg(signature.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    write_input(&mut child, message.as_ref()).map_err(failed)?;
    Ok(child.wait().map_err(failed)?.success())
}

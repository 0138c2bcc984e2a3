//! Checking signatures with OpenSSH's `ssh-keygen`, for the algorithms that are not checked in this process.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

use tempfile::NamedTempFile;

/// Who signs, in the list of allowed signers: one name for whoever has the key.
const SIGNER: &str = "signer";

/// Whether an armoured SSH signature of a message is right: of that namespace, by that public key.
///
/// # Errors
/// Why that cannot be told, such as that there is no `ssh-keygen`.
pub fn ssh_keygen_verifies(
    key: &str,
    namespace: &str,
    armour: &str,
    message: &str,
) -> Result<bool, String> {
    let file = |text: &str| {
        let mut file = NamedTempFile::new()?;
        file.write_all(text.as_bytes())?;
        Ok(file)
    };
    let failed = |error: std::io::Error| format!("ssh-keygen: {error}");
    let signers = file(&format!("{SIGNER} {key}\n")).map_err(failed)?;
    let signature = file(armour).map_err(failed)?;
    let mut child = Command::new("ssh-keygen")
        .args(["-Y", "verify", "-n", namespace, "-I", SIGNER, "-f"])
        .arg(signers.path())
        .arg("-s")
        .arg(signature.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    match child.stdin.take().map_or(Ok(()), |mut input| input.write_all(message.as_bytes())) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(failed(error)),
        _ => Ok(child.wait().map_err(failed)?.success()),
    }
}

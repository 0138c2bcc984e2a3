//! OpenSSH and we take each other's signatures.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use riverpost::proof::{Checked, PublicKey, Signature, SignatureError};
use riverpost::store::ssh_keygen_verifies;
use ssh_key::{LineEnding, PrivateKey};

use super::{ANNA, key, public};

const MESSAGE: &str = "riverpost statement 1\ngame x\n";

/// Writes a private key that only its owner can read.
fn write_key(folder: &Path, key: &PrivateKey) -> std::path::PathBuf {
    let file = folder.join("key");
    let text = key.to_openssh(LineEnding::LF).unwrap();
    fs::write(&file, text.as_bytes()).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    fs::set_permissions(&file, mode).unwrap();
    file
}

/// What `ssh-keygen -Y sign` makes of the message.
fn ssh_keygen_signs(key: &Path, namespace: &str) -> String {
    let mut child = Command::new("ssh-keygen")
        .args(["-q", "-Y", "sign", "-n", namespace, "-f"])
        .arg(key)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(MESSAGE.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn ssh_keygen_verifies_ours() {
    let armour = Signature::by(&key(ANNA), MESSAGE).unwrap().armour(&public(&key(ANNA)));
    let verifies = |namespace, message| {
        ssh_keygen_verifies(public(&key(ANNA)).as_str(), namespace, &armour, message)
    };
    assert_eq!(verifies("riverpost", MESSAGE), Ok(true));
    assert_eq!(verifies("git", MESSAGE), Ok(false));
    assert_eq!(verifies("riverpost", "riverpost statement 1\ngame y\n"), Ok(false));
}

#[test]
fn we_verify_that_of_ssh_keygen_and_write_the_same_armour() {
    let folder = tempfile::tempdir().unwrap();
    let file = write_key(folder.path(), &key(ANNA));
    let armour = ssh_keygen_signs(&file, "riverpost");
    let anna = public(&key(ANNA));
    let signature = Signature::from_armour(&armour, &anna).unwrap();
    assert_eq!(signature.check(&anna, MESSAGE), Ok(Checked::Right));
    assert_eq!(signature.check(&anna, "else"), Err(SignatureError::Wrong));
    assert_eq!(signature.armour(&anna), armour);
    assert_eq!(signature, Signature::by(&key(ANNA), MESSAGE).unwrap());
    let foreign = ssh_keygen_signs(&file, "git");
    assert_eq!(Signature::from_armour(&foreign, &anna), Err(SignatureError::Foreign));
}

#[test]
fn other_algorithms_are_checked_by_ssh_keygen() {
    for algorithm in ["ecdsa", "rsa"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let arguments = ["-q", "-t", algorithm, "-N", "", "-C", "me", "-f"];
        let made = Command::new("ssh-keygen").args(arguments).arg(&file).status().unwrap();
        assert!(made.success());
        let line = fs::read_to_string(file.with_extension("pub")).unwrap();
        let public = PublicKey::from_openssh(&line).unwrap();
        let armour = ssh_keygen_signs(&file, "riverpost");
        let signature = Signature::from_armour(&armour, &public).unwrap();
        let read = Signature::read(&signature.to_base64()).unwrap();
        assert_eq!(read.check(&public, MESSAGE), Ok(Checked::Elsewhere), "{algorithm}");
        assert_eq!(read.armour(&public), armour, "{algorithm}");
        let verifies =
            |message| ssh_keygen_verifies(public.as_str(), "riverpost", &armour, message);
        assert_eq!((verifies(MESSAGE), verifies("else")), (Ok(true), Ok(false)), "{algorithm}");
    }
}

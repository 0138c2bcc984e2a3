//! OpenSSH and we take each other's signatures.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use base64ct::{Base64, Encoding};
use ed25519_dalek::Signer;
use riverpost::proof::{
    Checked, Proof, PublicKey, Signature, SignatureError, Statement, check_signatures,
};
use riverpost::record::{self, Act, SignatureKind, SignatureLine};
use riverpost::rules::Side;
use riverpost::store::ssh_keygen_verifies;
use sha2::{Digest, Sha256};
use ssh_key::{HashAlg, LineEnding, PrivateKey, SshSig};

use super::{ANNA, Signing, key, opening, public};
use crate::common::temporary;

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
    let folder = temporary();
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
        let folder = temporary();
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

/// A hardware key of Anna's as a record has it, and what it signs, touched or not: made by hand, as OpenSSH's PROTOCOL.u2f
/// says.
fn by_hardware(message: &str, touched: bool) -> (String, String) {
    let secret = ed25519_dalek::SigningKey::from_bytes(&[ANNA; 32]);
    let name = b"sk-ssh-ed25519@openssh.com";
    let with_length = |parts: &[&[u8]]| -> Vec<u8> {
        let framed = |part: &&[u8]| [&(part.len() as u32).to_be_bytes()[..], *part].concat();
        parts.iter().flat_map(framed).collect()
    };
    let public = with_length(&[name, secret.verifying_key().as_bytes(), b"ssh:"]);
    let data = SshSig::signed_data("riverpost", HashAlg::Sha512, message.as_bytes()).unwrap();
    let flags_and_counter = [u8::from(touched), 0, 0, 0, 7];
    let hashes = [&b"ssh:"[..], &data].map(Sha256::digest);
    let signed = [&hashes[0][..], &flags_and_counter, &hashes[1]].concat();
    let signature = secret.sign(&signed).to_bytes();
    let blob = [with_length(&[name, &signature]), flags_and_counter.to_vec()].concat();
    let key = format!("sk-ssh-ed25519@openssh.com {}", Base64::encode_string(&public));
    (key, Base64::encode_string(&blob))
}

#[test]
fn a_hardware_key_that_nobody_touched_is_told() {
    for touched in [true, false] {
        let (hardware, _) = by_hardware("", true);
        let mut game = Signing::of(opening("").replace(public(&key(ANNA)).as_str(), &hardware));
        game.add(Side::South, Act::Move("SH e4-e5".into()), &[]);
        let record = record::read(game.text.as_bytes()).unwrap();
        let replayed = record::replay(&record).unwrap();
        let before = record::chain(&record, &replayed)[0];
        let statement = Statement::of(&record, &record.actions()[0], before).to_string();
        let signature = by_hardware(&statement, touched).1.into();
        let (kind, place) = (SignatureKind::Act, record::Place::START);
        let line = SignatureLine { ordinal: 1, base: 0, kind, signature, place };
        let record = record::sign(&record, line).unwrap();
        let elsewhere = |key: &PublicKey, signature: &Signature, message: &str| {
            ssh_keygen_verifies(key.as_str(), "riverpost", &signature.armour(key), message)
        };
        let proofs = check_signatures(&record, &replayed, &elsewhere).unwrap();
        assert_eq!(proofs, [Proof::Signed { base: 0 }], "{touched}");
        let untouched: &[usize] = if touched { &[] } else { &[1] };
        assert_eq!(riverpost::proof::untouched(&record, &replayed), untouched);
    }
}

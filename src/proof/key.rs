//! Public keys as records have them: OpenSSH's one line without a comment, sound and not weak.

use std::fmt;

use ed25519_dalek::VerifyingKey;
use ssh_key::public::KeyData;
use ssh_key::{Algorithm, HashAlg};

/// A public key that may stand in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicKey {
    key: ssh_key::PublicKey,
    text: String,
    /// The key of the signatures that are checked in this process.
    ed25519: Option<VerifyingKey>,
}

/// Why a text is no public key that may stand in a record (K3).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyError {
    /// It is none as OpenSSH writes it.
    #[error("this is no public key as OpenSSH writes it, such as ssh-ed25519 AAAA…")]
    Unreadable,
    /// It is one, but not in the one form that a record has.
    #[error("the key is not in canonical form: write {0:?}")]
    NotCanonical(String),
    /// It is of an algorithm that is not taken.
    #[error(
        "keys of the algorithm {0} are not taken; use ssh-ed25519, ecdsa, a hardware key (sk-…) or rsa"
    )]
    Algorithm(String),
    /// Signatures of others fit it, or it is too short.
    #[error("the key is weak: anybody could sign with it")]
    Weak,
}

/// The fewest bits of an RSA modulus.
const FEWEST_RSA_BITS: usize = 2048;

impl PublicKey {
    /// Reads the key of a record.
    ///
    /// # Errors
    /// [`KeyError`]; [`KeyError::NotCanonical`] also for a key with a comment.
    pub fn read(text: &str) -> Result<PublicKey, KeyError> {
        let key = PublicKey::from_openssh(text)?;
        if key.text == text { Ok(key) } else { Err(KeyError::NotCanonical(key.text)) }
    }

    /// Reads the line of a `.pub` file or of an agent, of which the comment is left out.
    ///
    /// # Errors
    /// [`KeyError`], but for [`KeyError::NotCanonical`].
    pub fn from_openssh(text: &str) -> Result<PublicKey, KeyError> {
        let mut key =
            ssh_key::PublicKey::from_openssh(text.trim()).map_err(|_| KeyError::Unreadable)?;
        key.set_comment("");
        let ed25519 = match key.key_data() {
            KeyData::Ed25519(bytes) => Some(strong_ed25519(&bytes.0)?),
            KeyData::SkEd25519(key) => {
                strong_ed25519(&key.public_key().0)?;
                None
            }
            KeyData::Rsa(key) => {
                let modulus = key.n.as_positive_bytes().ok_or(KeyError::Weak)?;
                let unused = modulus.first().map_or(0, |byte| byte.leading_zeros() as usize);
                if modulus.len() * 8 < FEWEST_RSA_BITS + unused {
                    return Err(KeyError::Weak);
                }
                None
            }
            KeyData::Ecdsa(_) | KeyData::SkEcdsaSha2NistP256(_) => None,
            other => return Err(KeyError::Algorithm(other.algorithm().to_string())),
        };
        let text = key.to_openssh().map_err(|_| KeyError::Unreadable)?;
        let text = text.trim_end().to_owned();
        Ok(PublicKey { key, text, ed25519 })
    }

    /// The key as a record has it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Its fingerprint, as `ssh-keygen -l` shows it: `SHA256:` and 43 signs.
    pub fn fingerprint(&self) -> String {
        self.key.fingerprint(HashAlg::Sha256).to_string()
    }

    /// Whether its signatures are made by a piece of hardware.
    pub fn is_hardware(&self) -> bool {
        matches!(self.key.algorithm(), Algorithm::SkEd25519 | Algorithm::SkEcdsaSha2NistP256)
    }

    /// The Ed25519 key, for signatures that are checked in this process.
    pub(super) fn ed25519(&self) -> Option<&VerifyingKey> {
        self.ed25519.as_ref()
    }

    /// The key blob of OpenSSH's formats.
    pub(super) fn blob(&self) -> Vec<u8> {
        // Nothing but a length beyond 32 bits can fail.
        self.key.to_bytes().unwrap_or_default()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A key that is a point in its one encoding and in the group of prime order.
fn strong_ed25519(bytes: &[u8; 32]) -> Result<VerifyingKey, KeyError> {
    let key = VerifyingKey::from_bytes(bytes).map_err(|_| KeyError::Unreadable)?;
    // A second encoding of the same point would make two keys of one.
    let canonical = key.to_edwards().compress().to_bytes() == *bytes;
    if key.is_weak() || !canonical || !key.to_edwards().is_torsion_free() {
        return Err(KeyError::Weak);
    }
    Ok(key)
}

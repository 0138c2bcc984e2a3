//! SSH signatures in their armour, by whatever key and in whatever namespace, such as those that git makes of commits.

use ssh_key::{HashAlg, SshSig};

use super::key::PublicKey;
use super::signature::{Checked, SignatureError};

/// The namespace of git's signatures.
pub const GIT_NAMESPACE: &str = "git";
/// The longest armour that is read, in bytes.
const LONGEST: usize = 16 * 1024;

/// An armoured SSH signature with the key that it names.
#[derive(Clone, Debug)]
pub struct ArmouredSignature {
    key: PublicKey,
    signature: SshSig,
}

impl ArmouredSignature {
    /// Reads an armour as `ssh-keygen -Y sign` writes it.
    ///
    /// # Errors
    /// [`SignatureError::Long`], [`SignatureError::Armour`], which is also the answer for a weak key.
    pub fn read(text: &str) -> Result<ArmouredSignature, SignatureError> {
        if text.len() > LONGEST {
            return Err(SignatureError::Long);
        }
        let signature = SshSig::from_pem(text).map_err(|_| SignatureError::Armour)?;
        let key = ssh_key::PublicKey::new(signature.public_key().clone(), "").to_openssh();
        let key = key.ok().and_then(|key| PublicKey::from_openssh(&key).ok());
        Ok(ArmouredSignature { key: key.ok_or(SignatureError::Armour)?, signature })
    }

    /// The key by which it says that it is.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// Checks that it is one of a message in a namespace.
    ///
    /// # Errors
    /// [`SignatureError::Foreign`], [`SignatureError::Wrong`].
    pub fn check(&self, namespace: &str, message: &[u8]) -> Result<Checked, SignatureError> {
        let signature = &self.signature;
        if signature.namespace() != namespace || !signature.reserved().is_empty() {
            return Err(SignatureError::Foreign);
        }
        let Some(key) = self.key.ed25519() else { return Ok(Checked::Elsewhere) };
        let hash: HashAlg = signature.hash_alg();
        let data = SshSig::signed_data(namespace, hash, message);
        let bytes = <&[u8; 64]>::try_from(signature.signature_bytes());
        let (Ok(data), Ok(bytes)) = (data, bytes) else { return Err(SignatureError::Wrong) };
        let bytes = ed25519_dalek::Signature::from_bytes(bytes);
        let fits = key.verify_strict(&data, &bytes);
        fits.map(|()| Checked::Right).map_err(|_| SignatureError::Wrong)
    }
}

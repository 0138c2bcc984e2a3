//! SSH signatures (SSHSIG): what is signed, the blob that a record keeps, the armour that `ssh-keygen -Y` reads and writes.

use base64ct::{Base64, Encoding};
use ed25519_dalek::Signer;
use ssh_key::{HashAlg, PrivateKey, SshSig};

use super::key::PublicKey;

/// The namespace of every signature.
pub const NAMESPACE: &str = "riverpost";
/// The hash of every signature.
const HASH: &[u8] = b"sha512";
const MAGIC: &[u8] = b"SSHSIG";
const VERSION: u32 = 1;
const ED25519: &[u8] = b"ssh-ed25519";
const BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const END: &str = "-----END SSH SIGNATURE-----";
/// The length of the lines of an armour.
const ARMOUR_LINE: usize = 70;
/// The flag of a hardware key that was touched.
const TOUCHED: u8 = 1;
/// The longest signature blob, in bytes: more than one by an RSA key of 16384 bits.
const LONGEST: usize = 4096;

/// A signature blob: the algorithm's name and the signature, each with its length in front, and for a hardware key its flags
/// and its counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature(Vec<u8>);

/// Why a text is no signature, or not the one that it should be (K2).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SignatureError {
    /// It is no base64, or not the one text for its bytes.
    #[error("the signature is not base64 in canonical form")]
    Encoding,
    /// It is too long.
    #[error("the signature is too long")]
    Long,
    /// It is no armoured SSH signature of version 1.
    #[error("this is no armoured SSH signature")]
    Armour,
    /// It is one of another namespace, with another hash or by another key.
    #[error("the signature is not one of the namespace riverpost with sha512 by the key stated")]
    Foreign,
    /// It does not fit what should be signed.
    #[error("the signature does not fit what stands here")]
    Wrong,
}

/// Whether a signature fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It does.
    Right,
    /// It is of an algorithm that is checked by `ssh-keygen`.
    Elsewhere,
}

impl Signature {
    /// Reads the base64 of a signature line.
    ///
    /// # Errors
    /// [`SignatureError::Encoding`], [`SignatureError::Long`].
    pub fn read(text: &str) -> Result<Signature, SignatureError> {
        if text.len() > LONGEST * 4 / 3 + 4 {
            return Err(SignatureError::Long);
        }
        let bytes = Base64::decode_vec(text).map_err(|_| SignatureError::Encoding)?;
        match Base64::encode_string(&bytes) == text {
            true => Ok(Signature(bytes)),
            false => Err(SignatureError::Encoding),
        }
    }

    /// The base64 of a signature line.
    pub fn to_base64(&self) -> String {
        Base64::encode_string(&self.0)
    }

    /// Signs a message with an Ed25519 key.
    ///
    /// # Errors
    /// None is returned for a key of another algorithm or one that is still encrypted.
    pub fn by(key: &PrivateKey, message: &str) -> Option<Signature> {
        let pair = key.key_data().ed25519()?;
        let key = ed25519_dalek::SigningKey::from_bytes(&pair.private.to_bytes());
        let signature = key.sign(&signed_data(message)).to_bytes();
        let mut blob = Vec::new();
        push(&mut blob, ED25519);
        push(&mut blob, &signature);
        Some(Signature(blob))
    }

    /// Checks a signature of a message.
    ///
    /// # Errors
    /// [`SignatureError::Wrong`].
    pub fn check(&self, key: &PublicKey, message: &str) -> Result<Checked, SignatureError> {
        let Some(key) = key.ed25519() else { return Ok(Checked::Elsewhere) };
        let mut rest = &self.0[..];
        let (algorithm, signature) = (take(&mut rest), take(&mut rest));
        let signature = signature.and_then(|bytes| <&[u8; 64]>::try_from(bytes).ok());
        match (algorithm, signature) {
            (Some(ED25519), Some(signature)) if rest.is_empty() => {
                let signature = ed25519_dalek::Signature::from_bytes(signature);
                let fits = key.verify_strict(&signed_data(message), &signature);
                fits.map(|()| Checked::Right).map_err(|_| SignatureError::Wrong)
            }
            _ => Err(SignatureError::Wrong),
        }
    }

    /// Whether a hardware key made it without being touched.
    pub fn is_untouched(&self) -> bool {
        let mut rest = &self.0[..];
        let (algorithm, signature) = (take(&mut rest), take(&mut rest));
        let by_hardware = algorithm.is_some_and(|name| name.starts_with(b"sk-"));
        by_hardware && signature.is_some() && rest.first().is_some_and(|flags| flags & TOUCHED == 0)
    }

    /// The armour, byte for byte as `ssh-keygen -Y sign` writes it.
    pub fn armour(&self, key: &PublicKey) -> String {
        let mut blob = MAGIC.to_vec();
        blob.extend(VERSION.to_be_bytes());
        push(&mut blob, &key.blob());
        push(&mut blob, NAMESPACE.as_bytes());
        push(&mut blob, b"");
        push(&mut blob, HASH);
        push(&mut blob, &self.0);
        let text = Base64::encode_string(&blob);
        let mut armour = format!("{BEGIN}\n");
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (line, behind) = rest.split_at(rest.len().min(ARMOUR_LINE));
            armour.extend([line, "\n"]);
            rest = behind;
        }
        armour + END + "\n"
    }

    /// Reads the armour of a signature by a key.
    ///
    /// # Errors
    /// [`SignatureError::Armour`], [`SignatureError::Long`], [`SignatureError::Foreign`].
    pub fn from_armour(text: &str, key: &PublicKey) -> Result<Signature, SignatureError> {
        let body = text.trim().strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END));
        let body = body.ok_or(SignatureError::Armour)?;
        if body.len() > 4 * LONGEST {
            return Err(SignatureError::Long);
        }
        let base64: String = body.split_ascii_whitespace().collect();
        let blob = Base64::decode_vec(&base64).map_err(|_| SignatureError::Armour)?;
        let version = VERSION.to_be_bytes();
        let rest = blob.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(&version[..]));
        let mut rest = rest.ok_or(SignatureError::Armour)?;
        let parts: [Option<&[u8]>; 5] = std::array::from_fn(|_| take(&mut rest));
        let [Some(by), Some(namespace), Some(reserved), Some(hash), Some(signature)] = parts else {
            return Err(SignatureError::Armour);
        };
        if !rest.is_empty() {
            return Err(SignatureError::Armour);
        }
        let stated = (by, namespace, reserved, hash);
        match stated == (&key.blob(), NAMESPACE.as_bytes(), b"", HASH) {
            true => Ok(Signature(signature.to_vec())),
            false => Err(SignatureError::Foreign),
        }
    }
}

/// The bytes that are signed for a message.
fn signed_data(message: &str) -> Vec<u8> {
    // Nothing but an empty namespace or a length beyond 32 bits can fail.
    SshSig::signed_data(NAMESPACE, HashAlg::Sha512, message.as_bytes()).unwrap_or_default()
}

/// Adds bytes with their length in front.
fn push(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend((bytes.len() as u32).to_be_bytes());
    to.extend(bytes);
}

/// Takes bytes with their length in front.
fn take<'b>(from: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, rest) = from.split_first_chunk::<4>()?;
    let (bytes, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    *from = rest;
    Some(bytes)
}

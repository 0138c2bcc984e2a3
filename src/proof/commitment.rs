//! The commitment: a hash that binds a party to a secret without showing it.
//!
//! The hash is SHA-256 over five netstrings one after the other, each the length in bytes as a decimal number, a
//! colon, the bytes and a comma: the word `riverpost-commitment/1`, the hash of the question (see [`question`]), the
//! party, the sealed content (empty where lots are drawn) and the secret as written. So no two commitments share a byte
//! form, and anybody can recompute one with `printf` and `sha256sum`:
//!
//! ```text
//! printf '22:riverpost-commitment/1,64:QUESTION,4:anna,0:,32:00112233445566778899aabbccddeeff,' | sha256sum
//! ```

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::record::{ChainHash, hex};

/// How many lower-case hexadecimal digits a secret has: at least 128 bits, so that nobody can guess it from the
/// commitment.
pub const SECRET_DIGITS: RangeInclusive<usize> = 32..=128;

/// The first of the texts that are hashed for a question.
const QUESTION: &str = "riverpost-question/1";

/// The first of the texts that are hashed for a commitment.
const COMMITMENT: &str = "riverpost-commitment/1";

/// What a commitment is for. One made for another question or party does not open here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommitmentSubject<'a> {
    /// The hash of the question, as [`question`] gives it.
    pub question: &'a str,
    /// Who commits: the id of a player or team.
    pub party: &'a str,
}

/// The hash of a question as 64 lower-case hexadecimal digits: SHA-256 over the netstrings of the word
/// `riverpost-question/1` and of all that the question consists of, in the order given.
pub fn question(parts: &[&str]) -> String {
    Commitment(digest(&[&[QUESTION], parts].concat())).to_string()
}

/// The SHA-256 hash that a party publishes first; written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl FromStr for Commitment {
    type Err = RevealError;

    fn from_str(text: &str) -> Result<Commitment, RevealError> {
        let hash = ChainHash::read(text);
        let hash = hash.ok_or_else(|| RevealError::Malformed { given: text.into() })?;
        Ok(Commitment(hash.0))
    }
}

/// Why a commitment or its opening is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RevealError {
    /// A commitment is not 64 lower-case hexadecimal digits.
    #[error("{given:?} is not a commitment: 64 lower-case hexadecimal digits")]
    Malformed {
        /// The text.
        given: String,
    },
    /// A secret has the wrong length or other characters.
    #[error("the secret of {party} is not {} to {} lower-case hexadecimal digits", SECRET_DIGITS.start(), SECRET_DIGITS.end())]
    Secret {
        /// Whose secret.
        party: String,
    },
    /// The secret does not give the commitment.
    #[error("what {party} reveals does not give the commitment {commitment}")]
    False {
        /// Who reveals.
        party: String,
        /// What was committed to.
        commitment: String,
    },
}

/// The commitment to `content` (empty where lots are drawn) under `secret`.
///
/// # Errors
/// [`RevealError::Secret`] when the secret is not [`SECRET_DIGITS`] lower-case hexadecimal digits.
pub fn commit(
    subject: &CommitmentSubject,
    content: &str,
    secret: &str,
) -> Result<Commitment, RevealError> {
    let hexadecimal = secret.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    if !hexadecimal || !SECRET_DIGITS.contains(&secret.len()) {
        return Err(RevealError::Secret { party: subject.party.into() });
    }
    Ok(Commitment(digest(&[COMMITMENT, subject.question, subject.party, content, secret])))
}

/// Checks that `content` and `secret` open the commitment.
///
/// # Errors
/// [`RevealError::Secret`] or [`RevealError::False`].
pub fn check(
    subject: &CommitmentSubject,
    commitment: &Commitment,
    content: &str,
    secret: &str,
) -> Result<(), RevealError> {
    if commit(subject, content, secret)? == *commitment {
        return Ok(());
    }
    Err(RevealError::False { party: subject.party.into(), commitment: commitment.to_string() })
}

/// SHA-256 over the texts as netstrings.
pub(super) fn digest(texts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(format!("{}:{text},", text.len()));
    }
    hash.finalize().into()
}

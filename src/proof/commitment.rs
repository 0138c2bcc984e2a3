//! The commitment: a hash that binds a party to a secret without showing it.
//!
//! The hash is SHA-256 over six netstrings one after the other, each the length in bytes as a decimal number, a
//! colon, the bytes and a comma: the word `riverpost-commitment/1`, the match id, the purpose, the party, the
//! sealed content (empty where lots are drawn) and the secret as written. So no two commitments share a byte form, and
//! anybody can recompute one with `printf` and `sha256sum`:
//!
//! ```text
//! printf '22:riverpost-commitment/1,6:autumn,5:sides,4:anna,0:,32:00112233445566778899aabbccddeeff,' | sha256sum
//! ```

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// How many lower-case hexadecimal digits a secret has: at least 128 bits, so that nobody can guess it from the
/// commitment.
pub const SECRET_DIGITS: RangeInclusive<usize> = 32..=128;

/// The first of the texts that are hashed.
const COMMITMENT: &str = "riverpost-commitment/1";

/// What a commitment is for. One made for another match, purpose or party does not open here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommitmentSubject<'a> {
    /// The match's id.
    pub match_id: &'a str,
    /// What is decided: `sides`, or a game's id with what is decided in it.
    pub purpose: &'a str,
    /// Who commits: the id of a player or team, or `south` and `north`.
    pub party: &'a str,
}

impl fmt::Display for CommitmentSubject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {} in match {}", self.party, self.purpose, self.match_id)
    }
}

/// The SHA-256 hash that a party publishes first; written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex(&self.0, f)
    }
}

impl FromStr for Commitment {
    type Err = RevealError;

    fn from_str(text: &str) -> Result<Commitment, RevealError> {
        let malformed = || RevealError::Malformed { given: text.into() };
        let lower = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        if text.len() != 64 || !text.bytes().all(lower) {
            return Err(malformed());
        }
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| malformed())?;
        }
        Ok(Commitment(bytes))
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
    #[error("what {party} reveals does not give the commitment {commitment} on {purpose}")]
    False {
        /// Who reveals.
        party: String,
        /// What is decided.
        purpose: String,
        /// What was committed to.
        commitment: String,
    },
    /// The secret gives the commitment, but for something else.
    #[error("the commitment {commitment} was made by {made_for}, not by {wanted}")]
    Elsewhere {
        /// The commitment.
        commitment: String,
        /// What it was made for.
        made_for: String,
        /// What it is used for.
        wanted: String,
    },
    /// Both parties published the same commitment.
    #[error("{first} and {second} show the same commitment; one is copied")]
    Copied {
        /// The first-named party.
        first: String,
        /// The other.
        second: String,
    },
    /// A party committed when the other's secret was already open.
    #[error("{party} committed only after {other} had revealed")]
    TooLate {
        /// Who committed late.
        party: String,
        /// Who had revealed.
        other: String,
    },
    /// A party revealed something it had not committed to.
    #[error("{party} reveals without a commitment")]
    Uncommitted {
        /// Who reveals.
        party: String,
    },
    /// The days given for a reveal lead past the end of the calendar.
    #[error("{days} days for the reveal lead past the end of the calendar")]
    Calendar {
        /// The days.
        days: u16,
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
    Ok(Commitment(digest(&[
        COMMITMENT,
        subject.match_id,
        subject.purpose,
        subject.party,
        content,
        secret,
    ])))
}

/// Checks that `content` and `secret` open the commitment. `others` are subjects for which it may have been made
/// instead, so that a replay is called one.
///
/// # Errors
/// [`RevealError::Secret`], [`RevealError::Elsewhere`] or [`RevealError::False`].
pub fn check(
    subject: &CommitmentSubject,
    commitment: &Commitment,
    content: &str,
    secret: &str,
    others: &[CommitmentSubject],
) -> Result<(), RevealError> {
    if commit(subject, content, secret)? == *commitment {
        return Ok(());
    }
    for other in others {
        if commit(other, content, secret)? == *commitment {
            return Err(RevealError::Elsewhere {
                commitment: commitment.to_string(),
                made_for: other.to_string(),
                wanted: subject.to_string(),
            });
        }
    }
    Err(RevealError::False {
        party: subject.party.into(),
        purpose: subject.purpose.into(),
        commitment: commitment.to_string(),
    })
}

/// SHA-256 over the texts as netstrings.
pub(super) fn digest(texts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(format!("{}:{text},", text.len()));
    }
    hash.finalize().into()
}

/// Writes bytes as lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

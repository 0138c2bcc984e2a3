//! The chain hash: a fingerprint of a record after each of its actions, for two people to compare and for signing.
//!
//! Hash 0 is the SHA-256 of the canonical header: the file as the canonical printer writes it up to and including the
//! array, in which the keys `event`, `site`, `round`, `result`, `ending`, `disputed` and those that begin with `x-` are left out, and
//! comments too. Hash n is the SHA-256 of four lines, each ended by a line feed:
//!
//! ```text
//! riverpost chain 1
//! HASH                       hash n - 1, as 64 hexadecimal digits
//! LINE                       the canonical line of action n with its time, without indentation and comment
//! COMMENT                    the SHA-256 of its comment as 64 hexadecimal digits; - where there is none
//! ```
//!
//! A comment is hashed without blanks at its ends, in Unicode's normalization form C. All of it can be repeated with
//! `printf` and `sha256sum`.

use std::fmt;

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// The chain hash of a record after one of its actions. Shown as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainHash(pub [u8; 32]);

impl ChainHash {
    /// The SHA-256 of a text: hash 0 is that of [what is hashed of the header](super::hashed_header).
    pub fn of(text: &str) -> ChainHash {
        ChainHash(Sha256::digest(text).into())
    }

    /// The hash after one more action: its line as it is printed without its comment, and the [hash of the
    /// comment](hash_of_comment).
    pub fn then(self, line: &str, comment: &str) -> ChainHash {
        ChainHash::of(&format!("riverpost chain 1\n{self}\n{line}\n{comment}\n"))
    }

    /// Reads 64 small hexadecimal digits.
    pub fn read(text: &str) -> Option<ChainHash> {
        let digit = |b: u8| match b {
            b'0'..=b'9' => Some(b - b'0'),
            b'a'..=b'f' => Some(b - b'a' + 10),
            _ => None,
        };
        let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(ChainHash(hash))
    }

    /// The first twelve hexadecimal digits, which is what people compare.
    pub fn short(&self) -> String {
        self.to_string().chars().take(12).collect()
    }
}

/// What stands for a comment in a chain and in a statement: the SHA-256 of its text, or `-` where there is none.
pub fn hash_of_comment(comment: Option<&str>) -> String {
    let text = comment.map(|text| text.trim().nfc().collect::<String>());
    text.map_or_else(|| "-".into(), |text| ChainHash::of(&text).to_string())
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

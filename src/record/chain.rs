//! The chain hash: a fingerprint of a record after each of its actions, for two people to compare and for signing.
//!
//! Hash 0 is the SHA-256 of the part of the header that matters to play, as UTF-8 lines that end with a line feed:
//!
//! ```text
//! format: riverpost/1
//! game: NAME
//! variation: NAME            only for a game that has variations
//! option KEY: VALUE          for every option of the game in the game's order, those left out included
//! id: ID
//! south: NAME                each of these four only when known
//! south key: KEY
//! north: NAME
//! north key: KEY
//! arbiter: NAME              both only when known
//! arbiter key: KEY
//! lag: DURATION              only when stated
//! time: CONTROL              only when stated; in its usual form, such as 40d+2d
//! clock: {OPTIONS}           only when something other than usual is agreed, as the canonical printer writes it
//! offers: LIMIT              only when stated
//! setup:
//! DIAGRAM                    as the canonical printer writes it, without the record's indentation
//! ```
//!
//! Values are the texts themselves, without quotes; none of them can hold a line feed. Hash n is the SHA-256 of the 32
//! bytes of hash n - 1 followed by the canonical line of action n: without indentation, comment and line feed, with all
//! marks, times in UTC.

use std::fmt;

use sha2::{Digest, Sha256};

/// The chain hash of a record after one of its actions. Shown as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainHash(pub [u8; 32]);

impl ChainHash {
    /// Hash 0, of the part of the header that matters to play.
    pub(super) fn of(header: &str) -> ChainHash {
        ChainHash(Sha256::digest(header).into())
    }

    /// The hash after one more action, printed without its comment.
    pub(super) fn then(self, line: &str) -> ChainHash {
        ChainHash(Sha256::new().chain_update(self.0).chain_update(line).finalize().into())
    }

    /// The first twelve hexadecimal digits, which is what people compare.
    pub fn short(&self) -> String {
        self.to_string().chars().take(12).collect()
    }
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

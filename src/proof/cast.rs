//! The die or coin that two opened secrets throw.

use std::fmt;

use super::commitment::{CommitmentSubject, digest, hex};

const CAST: &str = "riverpost-cast/1";

/// The two faces of a coin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoinFace {
    /// Counts as even.
    Heads,
    /// Counts as odd.
    Tails,
}

/// What the secrets of both parties give together: SHA-256, read as one large number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LotCast([u8; 32]);

impl LotCast {
    /// The cast of two secrets, the first-named party's first. The hash is over the netstrings (see
    /// [`commit`](super::commit)) of `riverpost-cast/1`, the match id, the purpose and the secrets.
    pub fn new(subjects: &[CommitmentSubject; 2], secrets: [&str; 2]) -> LotCast {
        let [first, _] = subjects;
        LotCast(digest(&[CAST, first.match_id, first.purpose, secrets[0], secrets[1]]))
    }

    /// The die, 1 to 6: the remainder of the number by 6, with 0 read as 6, so that the die is even when the
    /// number is.
    pub fn die(&self) -> u8 {
        let remainder = self.0.iter().fold(0u16, |r, byte| (r * 256 + u16::from(*byte)) % 6);
        if remainder == 0 { 6 } else { remainder as u8 }
    }

    /// The coin: heads when the number is even.
    pub fn coin(&self) -> CoinFace {
        if self.is_even() { CoinFace::Heads } else { CoinFace::Tails }
    }

    /// Whether the number is even: then the first-named party is North (M5).
    pub fn is_even(&self) -> bool {
        self.0[31].is_multiple_of(2)
    }
}

/// The hash as 64 lower-case hexadecimal digits.
impl fmt::Display for LotCast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex(&self.0, f)
    }
}

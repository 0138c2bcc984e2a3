//! Proof of who said what: commitments that are opened later.

mod cast;
mod commitment;
mod reveal;

pub use cast::{CoinFace, LotCast};
pub use commitment::{Commitment, CommitmentSubject, RevealError, SECRET_DIGITS, check, commit};
pub use reveal::{LotParty, LotVerdict, RevealFailure, SealedForce, judge_lots, sealed_forces};

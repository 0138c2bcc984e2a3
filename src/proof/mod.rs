//! Commitments that are opened later, and what is decided by them: lots and sealed forces.

mod commitment;
mod lots;

pub use commitment::{Commitment, CommitmentSubject, RevealError, SECRET_DIGITS, check, commit};
pub use lots::{
    CoinFace, LotCast, LotParty, LotVerdict, RevealFailure, SealedForce, judge_lots, sealed_forces,
};

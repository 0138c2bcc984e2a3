//! Commitments that are opened later, and what is decided by them: lots and sealed forces.

mod commitment;
mod lots;

pub use commitment::{
    Commitment, CommitmentSubject, RevealError, SECRET_DIGITS, check, commit, question,
};
pub use lots::{
    CoinFace, LotAction, LotCast, LotError, LotQuestion, LotReplay, LotVerdict, RevealFailure,
};

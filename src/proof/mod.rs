//! Proof of who said what: commitments that are opened later.

mod cast;
mod commitment;
mod reveal;

pub use cast::{Cast, Coin};
pub use commitment::{Commitment, RevealError, SECRET_DIGITS, Subject, check, commit};
pub use reveal::{Force, Party, Silence, Verdict, draw, sealed_forces};

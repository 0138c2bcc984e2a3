//! Signatures of actions, and commitments that are opened later with what is decided by them: lots and sealed forces.
//!
//! - A [`Statement`] is what somebody says in signing an action; a [`Signature`] is one by an OpenSSH key in the namespace
//!   [`NAMESPACE`], kept in a record without its armour.
//! - [`signed_statements`] are those of a record with their signatures, and [`check_signatures`] tells of each action whether
//!   its author has signed it.
//! - A [`MatchStatement`] is the same for a line of a match's log.

mod armour;
mod check;
mod commitment;
mod key;
mod lots;
mod match_statement;
mod plan;
mod signature;
mod statement;

use std::sync::LazyLock;

use crate::rules::Ruling;

pub use armour::{ArmouredSignature, GIT_NAMESPACE};
pub use check::{
    CheckElsewhere, Proof, SignedStatement, check_keys, check_new_signatures, check_signature,
    check_signatures, fingerprints, must_sign, signed_statements, untouched,
};
pub use commitment::{
    Commitment, CommitmentSubject, RevealError, SECRET_DIGITS, check, commit, question,
};
pub use key::{KeyError, PublicKey};
pub use lots::{
    CoinFace, LotAction, LotCast, LotError, LotQuestion, LotReplay, LotVerdict, RevealFailure,
};
pub use match_statement::MatchStatement;
pub use plan::{MOST_FORESEEN, PlanStatement, is_foreseeable};
pub use signature::{Checked, NAMESPACE, Signature, SignatureError};
pub use statement::Statement;

/// The rulings on signatures, K1 and on.
pub static RULINGS: LazyLock<Vec<Ruling>> =
    LazyLock::new(|| Ruling::read(include_str!("rulings.txt")));

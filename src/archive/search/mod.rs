//! Finding games by what their records say and by what happened on their boards.

mod board;
mod cells;
mod facts;
mod moves;

pub use board::{BoardQuery, BoardText};
pub use facts::{FactQuery, read_range};

/// Why a condition cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} is no {what}: {reason}")]
pub struct QueryError {
    /// What it should be.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

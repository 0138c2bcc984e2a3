//! Why a use case of a match came to nothing.

use super::super::error::ActionError;
use super::contradiction::Contradiction;
use crate::matches::{ExtendError, LotFault, MatchError};
use crate::proof::RevealError;

/// Why a use case of a match came to nothing. Nothing has been written then.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refusal {
    /// The match file is not sound.
    #[error("{error}")]
    Unsound {
        /// The file.
        file: String,
        /// What is wrong with it, and where.
        error: Box<MatchError>,
    },
    /// What was to be added contradicts the rest of the match.
    #[error("{}", .contradiction.message)]
    Contradicts {
        /// The file as it would be.
        file: String,
        /// The contradiction.
        contradiction: Contradiction,
    },
    /// The file is written so that nothing can be added safely.
    #[error(transparent)]
    Shape(#[from] ExtendError),
    /// A reveal that does not open its commitment.
    #[error(transparent)]
    Reveal(#[from] RevealError),
    /// A draw that does not stand.
    #[error(transparent)]
    Lot(#[from] LotFault),
    /// The match does not allow it as it stands.
    #[error("{message}")]
    Not {
        /// Why not.
        message: String,
        /// The rule, if it is one.
        rule: Option<&'static str>,
        /// What to do instead.
        hint: &'static str,
    },
    /// Nobody and nothing of that name is in the match.
    #[error("there is no {what} {name:?} in the match: there is {known}")]
    Unknown {
        /// What was looked for.
        what: &'static str,
        /// The name given.
        name: String,
        /// What there is.
        known: String,
    },
    /// The secret of a commitment is not kept in this repository.
    #[error("the secret of {party} is not kept in this repository")]
    NoSecret {
        /// Whose secret.
        party: String,
    },
    /// The system gives no random bytes.
    #[error("the system gives no random bytes: {0}")]
    Random(String),
    /// The match could not be written.
    #[error("the match cannot be written: {0}")]
    Unwritable(String),
}

impl Refusal {
    pub(super) fn not(
        message: impl Into<String>,
        rule: Option<&'static str>,
        hint: &'static str,
    ) -> Refusal {
        Refusal::Not { message: message.into(), rule, hint }
    }
}

impl From<ExtendError> for ActionError {
    fn from(error: ExtendError) -> ActionError {
        Refusal::from(error).into()
    }
}

impl From<LotFault> for ActionError {
    fn from(fault: LotFault) -> ActionError {
        Refusal::from(fault).into()
    }
}

impl From<RevealError> for ActionError {
    fn from(error: RevealError) -> ActionError {
        Refusal::from(error).into()
    }
}

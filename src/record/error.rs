//! Why an action is not added to a record, as far as callers tell the reasons apart.

use crate::document::{Diagnostic, Hint, Place};

/// Why an action is not added to a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppendError {
    /// Its time is before the one that it follows (C2).
    Backwards(Diagnostic),
    /// It claims that a flag has fallen which is up (G8).
    FlagUp {
        /// Where the claim stands.
        place: Place,
        /// How the side stands.
        message: String,
        /// The last lines of the ledger about it.
        ledger: Vec<String>,
    },
    /// The moves are not a literal block, so that a line cannot be added to them.
    NoBlock,
    /// It is a ruling, and there is no arbiter who could make it (G5).
    NoArbiter(Diagnostic),
    /// Any other reason.
    Other(Diagnostic),
}

impl AppendError {
    /// The reason with its place, rule and hint.
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            AppendError::Backwards(fault)
            | AppendError::NoArbiter(fault)
            | AppendError::Other(fault) => fault.clone(),
            AppendError::FlagUp { place, message, ledger } => {
                Diagnostic::new(*place, format!("{message}; {}", ledger.join(" | "))).rule("G8")
            }
            AppendError::NoBlock => {
                let message = "a line cannot be added to the moves as they are written here";
                let fault = Diagnostic::new(Place::START, message);
                Diagnostic { hint: Some(Hint::Rewrite), ..fault }
            }
        }
    }
}

impl std::error::Error for AppendError {}

impl std::fmt::Display for AppendError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.diagnostic().fmt(f)
    }
}

impl From<Diagnostic> for AppendError {
    fn from(fault: Diagnostic) -> AppendError {
        AppendError::Other(fault)
    }
}

impl From<AppendError> for Diagnostic {
    fn from(error: AppendError) -> Diagnostic {
        error.diagnostic()
    }
}

/// An action that a rule does not allow.
pub(super) fn forbidden(
    place: Place,
    rule: &'static str,
    message: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new(place, message).rule(rule)
}

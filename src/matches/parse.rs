//! Reading a match file, behind the gates that records pass.

use super::check::{ModelFault, check};
use super::locate::locate;
use super::model::Match;
use crate::record;

/// Why a text is not a match file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// It is not YAML, or not of the shape that the schema asks for.
    #[error("{message}")]
    Yaml {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// What it says cannot be.
    #[error("{fault}")]
    Model {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        fault: ModelFault,
    },
}

impl MatchError {
    /// Line and column, from 1.
    pub const fn at(&self) -> (usize, usize) {
        match self {
            MatchError::Yaml { line, column, .. } | MatchError::Model { line, column, .. } => {
                (*line, *column)
            }
        }
    }
}

/// Reads a match file and checks that what it says can be.
///
/// # Errors
/// [`MatchError`], with line and column of the first fault.
pub fn parse(bytes: impl AsRef<[u8]>) -> Result<Match, MatchError> {
    let bytes = bytes.as_ref();
    let m: Match = record::guarded(bytes).map_err(|error| MatchError::Yaml {
        line: error.line() as usize,
        column: error.column() as usize,
        message: error
            .hint()
            .map_or(error.message(), |hint| format!("{}; {hint}", error.message())),
    })?;
    match check(&m).into_iter().next() {
        Some(fault) => {
            let text = String::from_utf8_lossy(bytes);
            let (line, column) = locate(&text, fault.subject()).unwrap_or((1, 1));
            Err(MatchError::Model { line, column, fault })
        }
        None => Ok(m),
    }
}

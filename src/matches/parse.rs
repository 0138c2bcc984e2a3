//! Reading a match file. The only file of this room that names the YAML crate.

use super::check::{ModelFault, check};
use super::locate::locate;
use super::model::Match;

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
pub fn parse(text: &str) -> Result<Match, MatchError> {
    let m: Match = serde_yaml::from_str(text).map_err(|error| {
        let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
        let message = error.to_string();
        // The crate ends its messages with the place, which is told apart here.
        let end = message.rfind(" at line ").unwrap_or(message.len());
        MatchError::Yaml { line, column, message: message[..end].to_owned() }
    })?;
    match check(&m).into_iter().next() {
        Some(fault) => {
            let (line, column) = locate(text, fault.subject()).unwrap_or((1, 1));
            Err(MatchError::Model { line, column, fault })
        }
        None => Ok(m),
    }
}

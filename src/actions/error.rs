//! Why a use case came to nothing.

use super::matches::Refusal;
use super::open::GAMES;
use super::plan::PlanError;
use crate::notation::MoveError;
use crate::record::RecordError;
use crate::rules::StartFault;
use crate::store::{RepoPath, StoreError};

/// Why a use case came to nothing. Nothing has been written then, save for [`StoreError::Unfinished`].
#[derive(Debug, thiserror::Error)]
pub enum ActionError {
    /// The match does not allow it.
    #[error(transparent)]
    Match(#[from] Refusal),
    /// The repository is not as needed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The record is not sound.
    #[error("{file}: {error}")]
    Record {
        /// The record's file.
        file: String,
        /// What is wrong with it, and where.
        error: Box<RecordError>,
    },
    /// The move is refused.
    #[error("{error}")]
    Move {
        /// Why.
        error: MoveError,
        /// The record.
        id: String,
    },
    /// The move is legal, but cannot be put down as it comes: its time, its comment, the offer with it.
    #[error("{}", .error.message())]
    Action {
        /// Why.
        error: Box<RecordError>,
    },
    /// An action other than a move that rules or clocks do not allow.
    #[error("{}", .error.message())]
    Refused {
        /// Why, with the evidence.
        error: Box<RecordError>,
    },
    /// Either player can do this, and nobody said who does.
    #[error("either player can do this: say whether it is {players}")]
    Unsaid {
        /// Both sides with their players.
        players: String,
    },
    /// No player of the game is called so.
    #[error("no player of this game is called {name:?}: there is {players}")]
    Unknown {
        /// The name given.
        name: String,
        /// Both sides with their players.
        players: String,
    },
    /// A value that no header may hold.
    #[error("{}", .0.message())]
    Header(Box<RecordError>),
    /// A folder where no record is looked for.
    #[error("records lie below `{GAMES}`, and `{folder}` does not")]
    Folder {
        /// The folder wanted.
        folder: String,
    },
    /// The game is over.
    #[error("the game is over since ply {ply}: {ending}")]
    Over {
        /// Plies played when it ended.
        ply: usize,
        /// How it ended.
        ending: &'static str,
        /// The rule that ended it, if it was a rule.
        rule: Option<&'static str>,
    },
    /// The repository has a record of that id.
    #[error("the id {id:?} is taken by {path}")]
    Taken {
        /// The id wanted.
        id: String,
        /// The record that has it.
        path: RepoPath,
    },
    /// There is no record of that name, though there was a moment ago.
    #[error("there is no record at {path}")]
    Gone {
        /// Where it was looked for.
        path: RepoPath,
    },
    /// The array is not one to start from.
    #[error("not a legal start: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Start(Vec<StartFault>),
    /// The plan is refused.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A file outside any repository cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The system's answer.
        error: std::io::Error,
    },
}

impl ActionError {
    pub(super) fn record(file: impl ToString, error: RecordError) -> ActionError {
        ActionError::Record { file: file.to_string(), error: Box::new(error) }
    }
}

//! What is wrong with a record, where, by which rule, and what to do about it.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use super::instant;
use crate::document::{Diagnostic, Place};
use crate::notation::MoveError;
use crate::rules::Side;
use crate::rules::StartFault;
use crate::rules::variants::SelectionError;

/// A fault of a record with its place.
///
/// Shown as `line:column: message (rule R1); hint`, so that a file's name and a colon in front make a line that editors
/// can jump to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct RecordError {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Fault,
}

impl RecordError {
    pub(super) fn new(place: Place, fault: Fault) -> RecordError {
        RecordError { place, fault }
    }

    /// The line in the file, from 1.
    pub fn line(&self) -> u32 {
        self.place.line
    }

    /// The column in characters, from 1.
    pub fn column(&self) -> u32 {
        self.place.column
    }

    /// What is wrong, without place, rule and hint.
    pub fn message(&self) -> String {
        self.fault.to_string()
    }

    /// The rule of the games that is broken, if it is one.
    pub fn rule(&self) -> Option<&'static str> {
        self.fault.rule()
    }

    /// What to do about it, where that is not plain from the message.
    pub fn hint(&self) -> Option<Cow<'static, str>> {
        self.fault.hint()
    }
}

impl From<Diagnostic> for RecordError {
    fn from(fault: Diagnostic) -> RecordError {
        RecordError::new(fault.place, Fault::Document(fault))
    }
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)?;
        if let Some(rule) = self.rule() {
            write!(f, " (rule {rule})")?;
        }
        self.hint().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

/// An action that a rule does not allow.
pub(super) fn forbidden(
    place: Place,
    rule: &'static str,
    message: impl Into<String>,
) -> RecordError {
    RecordError::new(place, Fault::Action { rule, message: message.into() })
}

/// What can be wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// Something is longer, or there is more of it, than the format allows.
    #[error("{what}, the most is {limit}")]
    TooMuch {
        /// What there is too much of, as a clause.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A file that is no document, or not of the shape of a record.
    #[error("{}", .0.message)]
    Document(Diagnostic),
    /// A key that must be there.
    #[error("the key {0:?} is missing")]
    MissingKey(&'static str),
    /// A value that its key does not take.
    #[error("{key}: {message}")]
    Value {
        /// The key.
        key: &'static str,
        /// What is wrong with the value.
        message: String,
    },
    /// No such game, variation or option.
    #[error(transparent)]
    Choice(SelectionError),
    /// A setup that is no diagram.
    #[error("setup: {0}")]
    Diagram(String),
    /// A setup from which the game may not start.
    #[error("not a legal start: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Start(Vec<StartFault>),
    /// A line of moves that cannot be read.
    #[error("{message}")]
    Line {
        /// What is wrong with it.
        message: String,
        /// What it should be.
        instead: &'static str,
    },
    /// A line's number is not the one that comes next.
    #[error("the number here is {expected}, not {found}")]
    Number {
        /// The number with its dots that belongs here.
        expected: String,
        /// The one found.
        found: String,
    },
    /// A move that is none, or not legal.
    #[error(transparent)]
    Move(MoveError),
    /// An action that the rules do not allow here.
    #[error("{message}")]
    Action {
        /// The rule.
        rule: &'static str,
        /// Why not.
        message: String,
    },
    /// An action after the end of the game.
    #[error("the game ended at ply {ply}: {ending}")]
    AfterEnd {
        /// Plies played when it ended.
        ply: usize,
        /// How it ended.
        ending: &'static str,
    },
    /// A claim of time, or an arbiter's declaration, while the flag is up.
    #[error("{message}; {}", .ledger.join(" | "))]
    FlagUp {
        /// How the side stands.
        message: String,
        /// The last lines of the ledger about it.
        ledger: Vec<String>,
    },
    /// An action after a flag fell that ended the game by itself.
    #[error("the game ended when the flag of {side} fell at {}", instant::write(flag))]
    AfterFlag {
        /// Whose flag fell.
        side: Side,
        /// When.
        flag: DateTime<Utc>,
    },
    /// A time before the one that it follows.
    #[error("the time {this} is before {previous}, the one it follows")]
    Backwards {
        /// The time.
        this: String,
        /// The time of an earlier action, or the game's start.
        previous: String,
    },
    /// A result or ending other than the moves show.
    #[error("{0}")]
    Result(String),
    /// A comment of YAML's that rewriting the file would lose.
    #[error("this comment would be lost")]
    Comment,
    /// A file to which a line cannot be added as it stands.
    #[error("a line cannot be added to the moves as they are written here")]
    NoBlock,
}

impl Fault {
    pub(super) fn value(key: &'static str, message: impl Into<String>) -> Fault {
        Fault::Value { key, message: message.into() }
    }

    /// The rule of the games that is broken, if it is one.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Fault::Start(_) => Some("G10"),
            Fault::Move(error) => Some(error.rule()),
            Fault::Action { rule, .. } => Some(rule),
            Fault::FlagUp { .. } => Some("G8"),
            Fault::AfterFlag { .. } => Some("C17"),
            Fault::Backwards { .. } => Some("C2"),
            _ => None,
        }
    }

    /// What to do about it, where that is not plain from the message.
    pub fn hint(&self) -> Option<Cow<'static, str>> {
        let hint = match self {
            Fault::Document(fault) => return Some(fault.hint.as_ref()?.to_string().into()),
            Fault::Line { instead, .. } => instead,
            Fault::AfterFlag { .. } => "`time claimed` puts that into the record",
            Fault::Comment => "move it into a {comment} behind an action or an x- key",
            Fault::NoBlock => "`riverpost fmt` rewrites the file so that it can",
            _ => return None,
        };
        Some(hint.into())
    }
}

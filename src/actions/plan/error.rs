//! Why a plan is not taken as it comes.

use crate::notation::MoveError;
use crate::rules::Side;

/// Why a plan is not taken as it comes. The plan stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The text is no sequence of moves and answers.
    #[error("{part:?} is not a move with an answer: {reason}")]
    Sequence {
        /// The part that is not understood.
        part: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A move of the sequence is refused.
    #[error("{side}'s move {number} {text:?}: {error}")]
    Move {
        /// Whose move.
        side: Side,
        /// Its number with dots, as in the record.
        number: String,
        /// The move as it was written.
        text: String,
        /// Why.
        error: MoveError,
        /// The record.
        id: String,
    },
    /// The sequence goes on after the end of the game.
    #[error("the game is over with move {after} ({ending}), so that none follows")]
    Ends {
        /// The number of the move that ends it, with dots as in the record.
        after: String,
        /// How it ends.
        ending: &'static str,
        /// The rule that ends it.
        rule: &'static str,
    },
    /// The plan answers that move with another one.
    #[error("{trigger} has an answer already: {answer}")]
    Answered {
        /// The other side's move.
        trigger: String,
        /// The answer that the plan has.
        answer: String,
    },
    /// There would be too much of it.
    #[error("{what}, more than {limit}")]
    TooMuch {
        /// What.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The side of the plan is to move itself.
    #[error("{0} is to move, so that there is no move of the other side to wait for")]
    OwnMove(Side),
    /// An answer has become due, and the plan cannot change before it is given.
    #[error("the move that {side}'s plan waits for has been played: {answer} is due")]
    Due {
        /// Whose plan.
        side: Side,
        /// The answer.
        answer: String,
        /// The record.
        id: String,
    },
    /// There is no answer of that number.
    #[error("there is no answer {number}: {side}'s plan has {count}")]
    NoAnswer {
        /// The number asked for.
        number: usize,
        /// Whose plan.
        side: Side,
        /// How many answers it has.
        count: usize,
    },
    /// The plan's file does not hold a plan.
    #[error("git's folder, {file}, line {line}: {reason}")]
    Damaged {
        /// The file, from riverpost's folder in that of git.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        reason: &'static str,
    },
}

impl PlanError {
    /// The rule behind it, if one is.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            PlanError::Move { error, .. } => Some(error.rule()),
            PlanError::Ends { rule, .. } => Some(rule),
            PlanError::Due { .. } => Some("M7"),
            _ => None,
        }
    }

    /// What the person can do next, where there is something to do.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            PlanError::Sequence { .. } => {
                "write their move, a colon, your answer, and a semicolon before the next pair: \
                 \"NH e7-e6: SK b1-c3; NH a7-a6: SS a1-a3\"; a capture is written with x"
                    .into()
            }
            PlanError::Move { error: MoveError::Ambiguous { .. }, .. } => {
                "write one of these".into()
            }
            PlanError::Move { .. } => "nothing was added to the plan".into(),
            PlanError::Answered { .. } => {
                "give --replace to put the new answer, and what follows it, in the place of the old"
                    .into()
            }
            PlanError::OwnMove(_) => {
                "make your move first, or name the other side's plan with --by".into()
            }
            PlanError::Due { id, .. } => format!("record it with `riverpost plan {id} fire`"),
            PlanError::NoAnswer { .. } => "see the numbers with `list`".into(),
            PlanError::Damaged { .. } => {
                "mend the file, or remove the plan with `remove --all`".into()
            }
            PlanError::Ends { .. } | PlanError::TooMuch { .. } => return None,
        })
    }
}

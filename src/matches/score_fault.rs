//! Contradictions in the scores of a match.

use super::played::StateFault;

/// What is wrong with the scores.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScoreFault {
    /// The record and the match file differ.
    #[error(transparent)]
    GameState(StateFault),
    /// A tie-break was played though the totals are not level.
    #[error("{game} was begun though {grouping} was not level; it scores no bonus")]
    NotLevel {
        /// The game.
        game: String,
        /// The grouping.
        grouping: String,
    },
    /// The continuation of a tie-break was played though nothing called for it.
    #[error("{game} was begun though {before} was not drawn; it scores nothing")]
    NotDrawn {
        /// The game.
        game: String,
        /// The game before it.
        before: String,
    },
    /// A finished game whose sides nobody knows.
    #[error("{game} is over, but who had which side is not known; it scores nothing")]
    NoSides {
        /// The game.
        game: String,
    },
}

impl ScoreFault {
    /// The rule that it offends.
    pub const fn rule(&self) -> &'static str {
        match self {
            ScoreFault::GameState(_) | ScoreFault::NoSides { .. } => "M4",
            ScoreFault::NotLevel { .. } => "S5",
            ScoreFault::NotDrawn { .. } => "S3",
        }
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        match self {
            ScoreFault::GameState(
                StateFault::Result { game, .. } | StateFault::Game { game, .. },
            )
            | ScoreFault::NotLevel { game, .. }
            | ScoreFault::NotDrawn { game, .. }
            | ScoreFault::NoSides { game } => game,
        }
    }
}

//! Contradictions between the sides of a match's games.

use super::lots;
use crate::rules::Side;

/// A contradiction between a game's sides and the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SideFault {
    /// A game that keeps its sides has them otherwise than another.
    #[error(
        "{game}: {player} is {side} here but {} in {other}, and both games keep their sides",
        other_side(side)
    )]
    Bound {
        /// The game.
        game: String,
        /// The other game.
        other: String,
        /// Who plays North in one and South in the other.
        player: String,
        /// The side that this player has in `game`.
        side: &'static str,
    },
    /// A tie-break goes on with other sides.
    #[error(
        "{game}: {player} is {side} here but {} in {other}, of which this is the continuation",
        other_side(side)
    )]
    FollowUp {
        /// The game.
        game: String,
        /// The game that it follows.
        other: String,
        /// Who changed sides.
        player: String,
        /// The side that this player has in `game`.
        side: &'static str,
    },
    /// A record does not alternate, and the match file does not say that it should not.
    #[error(
        "{game}: {player} is {side} here and was in {other}; sides alternate unless the match file states them"
    )]
    Alternation {
        /// The game.
        game: String,
        /// The previous game of its kind.
        other: String,
        /// Who has the same side twice.
        player: String,
        /// That side.
        side: &'static str,
    },
    /// The sides are not those that were drawn.
    #[error("{game}: {player} is {side} here, against the draw for {purpose}")]
    Drawn {
        /// The game.
        game: String,
        /// The draw.
        purpose: String,
        /// Who has the wrong side.
        player: String,
        /// The side that this player has in `game`.
        side: &'static str,
    },
    /// A record does not follow the schedule, and the match file does not say that it should not.
    #[error("{game}: {player} is {side} here, against the schedule of round {round}")]
    Scheduled {
        /// The game.
        game: String,
        /// The round, from 1.
        round: u32,
        /// Who has the wrong side.
        player: String,
        /// The side that this player has in `game`.
        side: &'static str,
    },
    /// The sides of an unbound tie-break were not drawn for.
    #[error(
        "{game}: the sides of this tie-break must be drawn for by die or coin, and no draw is recorded"
    )]
    Undrawn {
        /// The game.
        game: String,
    },
    /// The match file and the record name different players.
    #[error("{game}: {player} is {side} in the record, but not in the match file")]
    Record {
        /// The game.
        game: String,
        /// Who is on the other side.
        player: String,
        /// The side in the record.
        side: &'static str,
    },
    /// A record's player is nobody of the match.
    #[error("{game}: {name}, {side} in the record, does not play in this match")]
    Stranger {
        /// The game.
        game: String,
        /// The name in the record.
        name: String,
        /// The side.
        side: &'static str,
    },
    /// A draw does not stand.
    #[error(transparent)]
    Lot(lots::LotFault),
}

impl SideFault {
    /// The rule that it offends.
    pub const fn rule(&self) -> &'static str {
        match self {
            SideFault::Bound { .. }
            | SideFault::Alternation { .. }
            | SideFault::Scheduled { .. } => "M1",
            SideFault::FollowUp { .. } => "M2",
            SideFault::Drawn { .. } | SideFault::Undrawn { .. } => "S6",
            SideFault::Record { .. } | SideFault::Stranger { .. } => "M6",
            SideFault::Lot(_) => "M5",
        }
    }

    /// The id of the game in which it shows, or the purpose of the draw.
    pub fn game(&self) -> &str {
        match self {
            SideFault::Bound { game, .. }
            | SideFault::FollowUp { game, .. }
            | SideFault::Alternation { game, .. }
            | SideFault::Drawn { game, .. }
            | SideFault::Undrawn { game }
            | SideFault::Scheduled { game, .. }
            | SideFault::Record { game, .. }
            | SideFault::Stranger { game, .. } => game,
            SideFault::Lot(
                lots::LotFault::Reveal { purpose, .. } | lots::LotFault::Choice { purpose, .. },
            ) => purpose,
        }
    }
}

fn other_side(side: &str) -> &'static str {
    if side == Side::South.name() { Side::North.name() } else { Side::South.name() }
}

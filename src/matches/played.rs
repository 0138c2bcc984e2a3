//! What is known of a game from its record, as plain data.

use std::collections::BTreeMap;

use super::fixture::{Fixture, Manner, StatedResult};
use crate::record::Player;
use crate::rules::Outcome;

/// How far a game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameState {
    /// Not begun.
    Unplayed,
    /// Begun, not over.
    Running,
    /// Over.
    Over {
        /// Who won; none when both lost.
        outcome: Option<Outcome>,
        /// How it came about.
        manner: Manner,
        /// The ending in words, such as `checkmate` or `resigned`; may be empty.
        ending: String,
    },
    /// It does not count.
    Void {
        /// Why, in words; may be empty.
        reason: String,
    },
}

impl GameState {
    /// Whether nothing more is to be played in the game.
    pub fn is_closed(&self) -> bool {
        matches!(self, GameState::Over { .. } | GameState::Void { .. })
    }
}

/// What is known of a game of the match from its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// The game as the record names it.
    pub game: String,
    /// The variation as the record names it.
    pub variation: Option<String>,
    /// The players, South first.
    pub players: [Player; 2],
    /// How far it is.
    pub state: GameState,
}

/// The games that have records, by their ids in the match (not the records').
pub type RecordedGames = BTreeMap<String, RecordedGame>;

/// The record and the match file do not agree about a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StateFault {
    /// They tell different results.
    #[error("{game}: the match file says {stated}, the record {recorded}")]
    Result {
        /// The game's id in the match.
        game: String,
        /// The result in the match file.
        stated: String,
        /// The result in the record.
        recorded: String,
    },
    /// The record is of another game.
    #[error("{game}: the match file says {stated}, but the record is of {recorded}")]
    Game {
        /// The game's id in the match.
        game: String,
        /// The game in the match file.
        stated: String,
        /// The game in the record.
        recorded: String,
    },
}

/// How far a game is, from the match file and the record together. The match file may void a game, and forfeit or
/// adjudicate one that no record has decided; otherwise the record decides.
///
/// # Errors
/// [`StateFault`] where both tell and differ.
pub fn state(fixture: &Fixture, played: Option<&RecordedGame>) -> Result<GameState, StateFault> {
    let recorded = played.map_or(GameState::Unplayed, |p| p.state.clone());
    if let (Some(game), Some(played)) = (&fixture.game, played)
        && (*game != played.game || fixture.variation != played.variation)
    {
        let named = |game: &str, variation: &Option<String>| match variation {
            Some(variation) => format!("{game} {variation}"),
            None => game.to_owned(),
        };
        return Err(StateFault::Game {
            game: fixture.id.clone(),
            stated: named(game, &fixture.variation),
            recorded: named(&played.game, &played.variation),
        });
    }
    let Some(stated) = stated(fixture) else { return Ok(recorded) };
    let rules_over = matches!(stated, GameState::Void { .. })
        || matches!(
            &stated,
            GameState::Over { manner: Manner::Forfeit | Manner::Adjudication, .. }
        );
    match (&stated, &recorded) {
        (GameState::Over { outcome: a, .. }, GameState::Over { outcome: b, .. }) if a == b => {
            Ok(recorded)
        }
        (_, GameState::Unplayed) if played.is_none() => Ok(stated),
        // What was left unfinished stays open to the arbiter's ruling.
        (_, GameState::Unplayed | GameState::Running | GameState::Void { .. }) if rules_over => {
            Ok(stated)
        }
        (GameState::Void { .. }, _) => Ok(stated),
        _ => Err(StateFault::Result {
            game: fixture.id.clone(),
            stated: words(&stated),
            recorded: words(&recorded),
        }),
    }
}

fn stated(fixture: &Fixture) -> Option<GameState> {
    let note = fixture.note.clone().unwrap_or_default();
    let outcome = match fixture.result {
        Some(StatedResult::Void) => return Some(GameState::Void { reason: note }),
        Some(StatedResult::South) => Some(Outcome::Won(crate::rules::Side::South)),
        Some(StatedResult::North) => Some(Outcome::Won(crate::rules::Side::North)),
        Some(StatedResult::Draw) => Some(Outcome::Draw),
        Some(StatedResult::BothLost) => None,
        // Points alone tell who won: whoever has more.
        None => {
            let points = fixture.points?;
            Some(match points.south.cmp(&points.north) {
                std::cmp::Ordering::Greater => Outcome::Won(crate::rules::Side::South),
                std::cmp::Ordering::Less => Outcome::Won(crate::rules::Side::North),
                std::cmp::Ordering::Equal => Outcome::Draw,
            })
        }
    };
    let manner = fixture.how.unwrap_or_default();
    Some(GameState::Over { outcome, manner, ending: note })
}

/// A state in words, such as `south won by forfeit`.
pub(super) fn words(state: &GameState) -> String {
    match state {
        GameState::Unplayed => "unplayed".into(),
        GameState::Running => "being played".into(),
        GameState::Void { .. } => "void".into(),
        GameState::Over { outcome, manner, .. } => {
            let result = match outcome {
                Some(Outcome::Won(side)) => format!("{} won", side.name()),
                Some(Outcome::Draw) => "draw".into(),
                None => "both lost".into(),
            };
            match manner {
                Manner::Play => result,
                Manner::Forfeit => format!("{result} by forfeit"),
                Manner::Adjudication => format!("{result} by adjudication"),
            }
        }
    }
}

//! What a record says of a game.

use super::fixture::Manner;
use super::played::{GameState, RecordedGame};
use crate::record::{Record, Replayed, Termination};
use crate::rules::Side;

/// What the record says of its game. A game is being played from the moment its record exists. One that ended without a
/// result, because it was abandoned or called off, is void until the match file says how the arbiter decided.
pub fn recorded(record: &Record<'_>, replayed: &Replayed) -> RecordedGame {
    let header = record.header();
    let manner = match replayed.termination {
        Some(Termination::Adjudication) => Manner::Adjudication,
        _ => Manner::Play,
    };
    let words = |ending: Termination| match ending {
        Termination::Unknown => String::new(),
        ending => ending.name().to_owned(),
    };
    let state = match (replayed.termination, replayed.outcome) {
        (None, _) => GameState::Running,
        (Some(ending), Some(outcome)) => {
            GameState::Over { outcome: Some(outcome), manner, ending: words(ending) }
        }
        (Some(ending), None) => GameState::Void { reason: words(ending) },
    };
    RecordedGame {
        game: record.game().name.to_owned(),
        variation: record.game().variation.map(str::to_owned),
        players: Side::BOTH.map(|side| header.players.of(side).cloned().unwrap_or_default()),
        state,
    }
}

//! What a record says of a game.

use super::fixture::Manner;
use super::played::{Played, Seat, State};
use crate::record::{Close, Player, Record, Replayed};
use crate::rules::Side;

/// What the record says of its game. A game is being played from the moment its record exists. One that ended without a
/// result, because it was abandoned or called off, is void until the match file says how the arbiter decided.
pub fn recorded(record: &Record<'_>, replayed: &Replayed) -> Played {
    let header = record.header();
    let seat = |side| {
        let Player { name, email, key } = header.players.of(side).cloned().unwrap_or_default();
        Seat { name, email, key }
    };
    let manner = match replayed.ending {
        Some(Close::Adjudication) => Manner::Adjudication,
        _ => Manner::Play,
    };
    let words = |ending: Close| match ending {
        Close::Unknown => String::new(),
        ending => ending.name().to_owned(),
    };
    let state = match (replayed.ending, replayed.outcome) {
        (None, _) => State::Running,
        (Some(ending), Some(outcome)) => {
            State::Over { outcome: Some(outcome), manner, ending: words(ending) }
        }
        (Some(ending), None) => State::Void { reason: words(ending) },
    };
    Played {
        game: record.game().name.to_owned(),
        variation: record.game().variation.map(str::to_owned),
        seats: Side::BOTH.map(seat),
        state,
    }
}

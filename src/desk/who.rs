//! Which side a person plays.

use crate::record::{Player, Players};
use crate::rules::Side;

/// Whether a player is meant by a name or an address: the whole of it, without regard to case.
pub(super) fn is_called(player: &Player, who: &str) -> bool {
    let who = who.trim().to_lowercase();
    let is = |text: &str| text.to_lowercase() == who;
    !who.is_empty() && (is(&player.name) || player.email.as_deref().is_some_and(is))
}

/// The sides that `who` may mean: the name of a side, or the name or address of a player.
pub(super) fn sides(players: &Players, who: &str) -> Vec<Side> {
    let named = Side::BOTH.into_iter().find(|side| side.name().eq_ignore_ascii_case(who.trim()));
    match named {
        Some(side) => vec![side],
        None => {
            let plays = |side: &Side| players.of(*side).is_some_and(|p| is_called(p, who));
            Side::BOTH.into_iter().filter(plays).collect()
        }
    }
}

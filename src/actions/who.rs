//! Which side a person plays.

use super::error::ActionError;
use crate::record::{Player, Players};
use crate::rules::Side;

/// Whether a player is meant by a name or an address: the whole of it, without regard to case.
pub(super) fn is_called(player: &Player, who: &str) -> bool {
    let who = who.trim().to_lowercase();
    let is = |text: &str| text.to_lowercase() == who;
    !who.is_empty() && (is(&player.name) || player.email.as_deref().is_some_and(is))
}

/// The side that `who` means: the name of a side, White and Black included, or the name or address of a player.
///
/// # Errors
/// [`ActionError::Unknown`]; [`ActionError::Unsaid`] for somebody who plays both sides.
pub(super) fn side(players: &Players, who: &str) -> Result<Side, ActionError> {
    if let Some(side) = Side::read(who.trim()) {
        return Ok(side);
    }
    let plays = |side: &Side| players.of(*side).is_some_and(|player| is_called(player, who));
    let fitting: Vec<Side> = Side::BOTH.into_iter().filter(plays).collect();
    match fitting[..] {
        [side] => Ok(side),
        [] => Err(ActionError::Unknown { name: who.into(), players: both(players) }),
        _ => Err(ActionError::Unsaid { players: both(players) }),
    }
}

/// Both sides with their players.
pub(super) fn both(players: &Players) -> String {
    let side = |side: Side| match players.of(side) {
        Some(player) => format!("{} ({})", side.name(), player.name),
        None => side.name().into(),
    };
    Side::BOTH.map(side).join(" or ")
}

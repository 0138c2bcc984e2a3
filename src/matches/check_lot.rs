//! Whether a draw that a match file records can be one.

use super::check::ModelFault;
use super::lot::{Device, Lot};
use super::model::Match;
use crate::proof::Commitment;
use crate::rules::variants;

/// The first fault of a draw.
pub(super) fn draw(m: &Match, lot: &Lot) -> Option<ModelFault> {
    let fault = |message: &str| Some(ModelFault::new(&lot.purpose, message).by("M5"));
    let twice = m.lots.iter().filter(|l| l.purpose == lot.purpose && l.option == lot.option);
    if twice.count() > 1 {
        return fault("drawn for twice");
    }
    let fixture = m.fixture(&lot.purpose);
    if lot.purpose != "sides" && fixture.is_none() {
        return fault("a draw is for `sides` or for a game of the match");
    }
    if lot.purpose == "sides" && m.entrants().len() != 2 {
        return fault("with more than two in the match, sides are drawn for by game");
    }
    if lot.purpose == "sides" && (lot.option.is_some() || lot.by == Device::Forces) {
        return fault("options and forces belong to a game");
    }
    if let Some(option) = &lot.option {
        let game = fixture.and_then(|f| f.game.as_deref()).and_then(|g| variants::entry(g).ok());
        if !game.is_some_and(|g| g.options.iter().any(|o| o.key == option)) {
            return fault("the game has no such option");
        }
    }
    let Some(pair) = super::lots::lot_parties(m, lot) else {
        return fault("it is not known between whom");
    };
    let chosen = lot.choice.iter().flat_map(|c| [&c.player, &c.north]);
    let mut named = lot.commits.iter().map(|c| &c.player);
    let mut revealed = lot.reveals.iter().map(|r| &r.player);
    if named.any(|p| !pair.contains(&p.as_str()))
        || revealed.any(|p| !pair.contains(&p.as_str()))
        || chosen.into_iter().any(|p| !pair.contains(&p.as_str()))
    {
        return fault("somebody else takes part in the draw");
    }
    let repeated = |players: Vec<&String>| players.len() == 2 && players[0] == players[1];
    if lot.commits.len() > 2
        || lot.reveals.len() > 2
        || repeated(lot.commits.iter().map(|c| &c.player).collect())
        || repeated(lot.reveals.iter().map(|r| &r.player).collect())
    {
        return fault("each party commits once and reveals once");
    }
    if lot.commits.iter().any(|c| c.commitment.parse::<Commitment>().is_err()) {
        return fault("a commitment is 64 lower-case hexadecimal digits");
    }
    if lot.by != Device::Forces && lot.reveals.iter().any(|r| !r.content.is_empty()) {
        return fault("only forces have content");
    }
    let by_hand = lot.roll.is_some() || lot.face.is_some();
    if !by_hand {
        return None;
    }
    if !lot.commits.is_empty() || !lot.reveals.is_empty() || lot.choice.is_some() {
        return fault("it is either rolled by hand or drawn by commit and reveal");
    }
    if lot.witness.as_deref().is_none_or(|w| w.trim().is_empty()) {
        return fault("a roll by hand names its witness");
    }
    match (lot.by, lot.roll, lot.face) {
        (Device::Die, Some(1..=6), None) | (Device::Coin, None, Some(_)) => None,
        _ => fault("a die has a roll from 1 to 6, a coin a face"),
    }
}

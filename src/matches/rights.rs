//! Who may make a change of a match (K13).

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::content::ContentChange;
use super::fixtures::Fixture;
use super::log::LogAuthor;
use super::model::{Lot, LotEntry, Match};
use super::tournament::Withdrawal;

/// Who may make a change of a match, besides its arbiter and its organiser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangeRight {
    /// The players or teams of these ids.
    Parties(Vec<String>),
    /// Everybody who plays in the match.
    Entrants,
    /// Nobody.
    Setup,
}

impl ChangeRight {
    /// Whether it is somebody's.
    pub fn is_of(&self, author: &LogAuthor) -> bool {
        match (self, author) {
            (_, LogAuthor::Arbiter | LogAuthor::Organiser) => true,
            (_, LogAuthor::Other(_)) | (ChangeRight::Setup, _) => false,
            (ChangeRight::Entrants, LogAuthor::Entrant { .. }) => true,
            (ChangeRight::Parties(ids), LogAuthor::Entrant { id, .. }) => ids.contains(id),
        }
    }
}

// K13
/// Who may make a change; `after` is the match with it.
pub fn right(after: &Match, change: &ContentChange) -> ChangeRight {
    let ContentChange { path, old: None, new: Some(new) } = change else {
        return ChangeRight::Setup;
    };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path[..] {
        ["draws"] => all_of(new, |lot| of_lot(after, lot)),
        ["draws", "+"] => one_of(new, |lot| of_lot(after, lot)),
        ["draws", _, "acts", ..] => of_entries(&lot_entries(change)),
        ["games"] => all_of(new, of_fixture),
        ["games", "+"] => one_of(new, of_fixture),
        ["games", id, _] => after.fixture(id).map_or(ChangeRight::Setup, of_fixture),
        ["groupings", _, "tiebreak", ..] => ChangeRight::Entrants,
        ["tournament", "withdrawals"] => all_of(new, of_withdrawal),
        ["tournament", "withdrawals", "+"] => one_of(new, of_withdrawal),
        _ => ChangeRight::Setup,
    }
}

/// The steps in draws of lots that a change adds.
pub fn lot_entries(change: &ContentChange) -> Vec<LotEntry> {
    let ContentChange { path, old: None, new: Some(new) } = change else { return Vec::new() };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let acts = |lot: Lot| lot.acts;
    match path[..] {
        ["draws"] => read::<Vec<Lot>>(new).into_iter().flatten().flat_map(acts).collect(),
        ["draws", "+"] => read(new).map(acts).unwrap_or_default(),
        ["draws", _, "acts"] => read(new).unwrap_or_default(),
        ["draws", _, "acts", "+"] => read(new).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

fn one_of<T: DeserializeOwned>(value: &Value, of: impl Fn(&T) -> ChangeRight) -> ChangeRight {
    read(value).map_or(ChangeRight::Setup, |item| of(&item))
}

/// The right to add a list, which is begun with one item.
fn all_of<T: DeserializeOwned>(value: &Value, of: impl Fn(&T) -> ChangeRight) -> ChangeRight {
    match value.as_array().map(Vec::as_slice) {
        Some([item]) => one_of(item, of),
        _ => ChangeRight::Setup,
    }
}

/// A draw is begun by who commits first, or thrown by hand by those for whom it is.
fn of_lot(m: &Match, lot: &Lot) -> ChangeRight {
    match lot.acts[..] {
        [] => m.fixture(&lot.purpose).map_or(ChangeRight::Entrants, parties),
        _ => of_entries(&lot.acts),
    }
}

fn of_entries(acts: &[LotEntry]) -> ChangeRight {
    match acts {
        [act] => ChangeRight::Parties(vec![act.player().to_owned()]),
        _ => ChangeRight::Setup,
    }
}

fn of_withdrawal(withdrawal: &Withdrawal) -> ChangeRight {
    ChangeRight::Parties(vec![withdrawal.player.clone()])
}

/// What is said of a game is its players', unless it is a ruling.
fn of_fixture(fixture: &Fixture) -> ChangeRight {
    if fixture.is_ruled() { ChangeRight::Setup } else { parties(fixture) }
}

/// Those who play a game, as far as the file says; otherwise all.
fn parties(fixture: &Fixture) -> ChangeRight {
    let ids: Vec<String> = fixture.players().map(str::to_owned).collect();
    if ids.is_empty() { ChangeRight::Entrants } else { ChangeRight::Parties(ids) }
}

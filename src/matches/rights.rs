//! Who may make a change of a match (K13).

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::content::{Content, ContentChange};
use super::fixtures::Fixture;
use super::log::LogAuthor;
use super::model::{Lot, LotEntry, Match};
use super::tournament::Withdrawal;

/// What those who play a game say of it.
const OF_PLAYERS: [&str; 9] =
    ["south", "north", "roles", "record", "result", "how", "points", "note", "round"];

/// Who may make a change of a match, besides its arbiter and its organiser.
#[derive(Debug)]
enum Right {
    /// The players or teams of these ids.
    Parties(Vec<String>),
    /// Everybody who plays in the match.
    Entrants,
    /// Nobody.
    Setup,
}

impl Right {
    /// Whether it is somebody's.
    fn is_of(&self, author: &LogAuthor) -> bool {
        match (self, author) {
            (_, LogAuthor::Arbiter | LogAuthor::Organiser) => true,
            (_, LogAuthor::Other(_)) | (Right::Setup, _) => false,
            (Right::Entrants, LogAuthor::Entrant { .. }) => true,
            (Right::Parties(ids), LogAuthor::Entrant { id, .. }) => ids.contains(id),
        }
    }
}

/// Who may make changes of a match that follow each other. Each is judged by what the match says before it, so that nobody
/// gets a part in a game by saying so himself.
pub struct ChangeRights {
    content: Content,
}

impl ChangeRights {
    /// Those in a match as it is.
    pub fn of(m: &Match) -> ChangeRights {
        ChangeRights { content: Content::of(m) }
    }

    /// Makes changes, and gives those that nobody of `who` may make.
    pub fn make<'c>(
        &mut self,
        changes: &'c [ContentChange],
        who: &[&LogAuthor],
    ) -> Vec<&'c ContentChange> {
        let mut refused = Vec::new();
        for change in changes {
            let right = self.right(change);
            if !who.iter().any(|who| right.is_of(who)) {
                refused.push(change);
            }
            self.content.make(change);
        }
        refused
    }

    // K13
    fn right(&mut self, change: &ContentChange) -> Right {
        let ContentChange { path, old: None, new: Some(new) } = change else { return Right::Setup };
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path[..] {
            ["draws"] => all_of(new, |lot| self.of_lot(lot)),
            ["draws", "+"] => one_of(new, |lot| self.of_lot(lot)),
            ["draws", _, "acts", ..] => of_entries(&lot_entries(change)),
            ["games"] => all_of(new, of_fixture),
            ["games", "+"] => one_of(new, of_fixture),
            ["games", id, key] if OF_PLAYERS.contains(&key) => self.of_game(id, key, new),
            ["groupings", _, "tiebreak", ..] => Right::Entrants,
            ["tournament", "withdrawals"] => all_of(new, of_withdrawal),
            ["tournament", "withdrawals", "+"] => one_of(new, of_withdrawal),
            _ => Right::Setup,
        }
    }

    /// What is added to a game is for those to say who play it without that, unless it makes a ruling of it.
    fn of_game(&mut self, id: &str, key: &str, new: &Value) -> Right {
        let Some(game @ Value::Object(said)) = self.content.get(&["games", id]) else {
            return Right::Setup;
        };
        let mut after = said.clone();
        after.insert(key.to_owned(), new.clone());
        match (read::<Fixture>(game), read::<Fixture>(&Value::Object(after))) {
            (Some(before), Some(after)) if !after.is_ruled() => parties(&before),
            _ => Right::Setup,
        }
    }

    /// A draw is begun by who commits first, or thrown by hand by those for whom it is.
    fn of_lot(&mut self, lot: &Lot) -> Right {
        match lot.acts[..] {
            [] => match self.content.get(&["games", &lot.purpose]) {
                Some(game) => one_of(game, parties),
                None => Right::Entrants,
            },
            _ => of_entries(&lot.acts),
        }
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

fn one_of<T: DeserializeOwned>(value: &Value, of: impl FnOnce(&T) -> Right) -> Right {
    read(value).map_or(Right::Setup, |item| of(&item))
}

/// The right to add a list, which is begun with one item.
fn all_of<T: DeserializeOwned>(value: &Value, of: impl FnOnce(&T) -> Right) -> Right {
    match value.as_array().map(Vec::as_slice) {
        Some([item]) => one_of(item, of),
        _ => Right::Setup,
    }
}

fn of_entries(acts: &[LotEntry]) -> Right {
    match acts {
        [act] => Right::Parties(vec![act.player().to_owned()]),
        _ => Right::Setup,
    }
}

/// Who leaves says so; what becomes of the results is ruled.
fn of_withdrawal(withdrawal: &Withdrawal) -> Right {
    match withdrawal.results {
        None => Right::Parties(vec![withdrawal.player.clone()]),
        Some(_) => Right::Setup,
    }
}

/// What is said of a game is its players', unless it is a ruling.
fn of_fixture(fixture: &Fixture) -> Right {
    if fixture.is_ruled() { Right::Setup } else { parties(fixture) }
}

/// Those who play a game where the file names both; otherwise all, who are these two in a match of two.
fn parties(fixture: &Fixture) -> Right {
    match fixture.players()[..] {
        [one, other] => Right::Parties(vec![one.to_owned(), other.to_owned()]),
        _ => Right::Entrants,
    }
}

//! Whether what a match file says of its draws can be.

use super::check::{Checker, has_fraction};
use super::fault::{MatchFault, ValuePath};
use super::lots::has_forces;
use super::model::{Device, Lot, LotEntry};
use crate::proof::Commitment;
use crate::rules::{Side, variants};

impl Checker<'_> {
    /// What the lots are drawn for can be drawn for (M5). How far they are is judged where they are played.
    pub(super) fn lots(&mut self) {
        let ids: Vec<String> = self.m.lots.iter().map(Lot::id).collect();
        let id = |at| ValuePath::item("draws", at).then("id");
        self.unique("draw", ids.iter().enumerate().map(|(at, text)| (id(at), text.as_str())));
        for (at, lot) in self.m.lots.iter().enumerate() {
            let fault = self.lot(lot);
            let fault = fault.map(|(path, message)| MatchFault::new(path, message).rule("M5"));
            self.faults.extend(fault.map(|fault| fault.within("draws", at)));
        }
    }

    /// The first fault of a lot, with the path within the lot.
    fn lot(&self, lot: &Lot) -> Option<(ValuePath, &'static str)> {
        let at = |key, message| Some((ValuePath::key(key), message));
        let fixture = self.fixtures.get(lot.purpose.as_str());
        let for_sides = lot.purpose == "sides";
        if !for_sides && fixture.is_none() {
            return at("for", "a draw is for `sides` or for a game of the match");
        }
        if for_sides && self.roster.ids().len() != 2 {
            return at("for", "with more than two in the match, sides are drawn for by game");
        }
        if for_sides && (lot.option.is_some() || lot.by == Device::Forces) {
            let key = if lot.option.is_some() { "option" } else { "by" };
            return at(key, "options and forces belong to a game");
        }
        if let Some(option) = &lot.option {
            let game =
                fixture.and_then(|f| f.game.as_deref()).and_then(|g| variants::entry(g).ok());
            let known = game.and_then(|g| g.options.iter().find(|o| o.key == option));
            let Some(known) = known else { return at("option", "the game has no such option") };
            let side = |value: &&str| Side::BOTH.iter().any(|side| side.name() == *value);
            if !known.values.iter().all(side) {
                return at("option", "only what one of the sides has is drawn for");
            }
            if lot.by == Device::Forces {
                return at("option", "a draw is for an option or for forces");
            }
        }
        if lot.by == Device::Forces && fixture.is_some_and(|fixture| !has_forces(fixture)) {
            return at("by", "the game has no forces to choose");
        }
        let pair = match fixture {
            Some(fixture) => self.roster.pair_ids(fixture),
            None => self.roster.two(),
        };
        let Some(pair) = pair else { return at("for", "it is not known between whom") };
        if lot.at.iter().copied().chain(lot.acts.iter().map(LotEntry::at)).any(has_fraction) {
            return at("for", "instants are in whole seconds");
        }
        self.entries(lot).or_else(|| self.rolled(lot, pair))
    }

    /// The first fault of a roll by hand.
    fn rolled(&self, lot: &Lot, pair: [&str; 2]) -> Option<(ValuePath, &'static str)> {
        let at = |key, message| Some((ValuePath::key(key), message));
        let thrown = match (lot.roll, lot.face) {
            (None, None) if lot.at.is_some() => return at("at", "only a roll by hand has a time"),
            (None, None) => return None,
            (Some(_), _) => "roll",
            (None, Some(_)) => "face",
        };
        match lot.witness.as_deref().map(str::trim) {
            None => return at(thrown, "a roll by hand names its witness"),
            Some("") => return at("witness", "a roll by hand names its witness"),
            Some(witness) => {
                let mut parties = pair.into_iter().filter_map(|id| self.roster.number(id));
                if parties.any(|number| self.entrants[number].is_called(witness)) {
                    return at("witness", "who takes part is no witness");
                }
            }
        }
        match (lot.by, lot.roll, lot.face) {
            (Device::Die, Some(1..=6), None) | (Device::Coin, None, Some(_)) => None,
            _ => at(thrown, "a die has a roll from 1 to 6, a coin a face"),
        }
    }

    /// The first entry of a lot that is no step of such a draw.
    fn entries(&self, lot: &Lot) -> Option<(ValuePath, &'static str)> {
        let forces = lot.by == Device::Forces;
        lot.acts.iter().enumerate().find_map(|(i, entry)| {
            let (key, message) = match entry {
                LotEntry::Commit { commitment, .. }
                    if commitment.parse::<Commitment>().is_err() =>
                {
                    ("commitment", "a commitment is 64 lower-case hexadecimal digits")
                }
                LotEntry::Reveal { force, .. } if !forces && !force.is_empty() => {
                    ("force", "only forces are sealed")
                }
                LotEntry::Choose { .. } if forces => ("act", "of forces, one's own is chosen"),
                LotEntry::ChooseForce { .. } if !forces => ("act", "no forces are drawn for here"),
                _ => return None,
            };
            Some((ValuePath::item("acts", i).then(key), message))
        })
    }
}

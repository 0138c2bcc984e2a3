//! The draws of lots in a match (M5): what each asks, how far it is, what it decided, and what may not stand in it.
//!
//! [`LotReplay`] has the protocol. What a commitment binds is here: the hash of a question is
//! [`proof::question`] over the match's id, the draw's id, what it is for, the option (empty without one), the device, what
//! even means, the days for each step, the ids and names of the two parties with the first-named first, and the match's
//! state as far as it matters: for a game its name and variation, for the match's sides the games that the match file
//! binds.
//!
//! The same is drawn for anew only once the draw before it came to nothing: both were silent, or both asked for that. The
//! old draw stays in the file.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::fault::{MatchFault, ValuePath};
use super::fixtures::Fixture;
use super::game_kind::Roster;
use super::model::{Device, Face, Lot, LotEntry, LotSubject, Match};
use crate::notation::{diagram, force};
use crate::proof::{
    self, CoinFace, Commitment, LotAction, LotCast, LotError, LotQuestion, LotReplay, LotVerdict,
};
use crate::rules::{Setup, Side, variants};

/// The longest force, in bytes.
const LONGEST_FORCE: usize = 500;

/// What a draw decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LotDecision {
    /// The id of who is North, or has what is drawn for.
    pub north: String,
    /// How, in words.
    pub how: String,
}

/// A draw of lots as far as the file has it.
#[derive(Clone, Debug)]
pub struct PlayedLot<'m> {
    /// Its place in the file, from 0.
    pub index: usize,
    /// What the file says.
    pub lot: &'m Lot,
    /// Between whom it is, the first-named first.
    pub parties: [&'m str; 2],
    fixture: Option<&'m Fixture>,
    replay: LotReplay<'m>,
}

/// The draws of a match.
#[derive(Clone, Debug)]
pub struct PlayedLots<'m> {
    lots: Vec<PlayedLot<'m>>,
    /// The draw that counts of each subject, by its place in the list.
    current: HashMap<LotSubject<'m>, usize>,
    /// What does not stand; paths are those in the file.
    pub faults: Vec<MatchFault>,
}

/// What draws say of how a game is played, besides its sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawnTerms {
    /// The sides that have what was drawn for, by the options.
    pub options: Vec<(String, Side)>,
    /// The forces, South's first.
    pub forces: Option<[String; 2]>,
}

impl<'m> PlayedLots<'m> {
    /// Plays every draw of a match. One whose parties are not known is left out.
    pub fn of(m: &'m Match) -> PlayedLots<'m> {
        let roster = Roster::of(m);
        let fixtures: HashMap<&str, &Fixture> =
            m.games.iter().rev().map(|g| (g.id.as_str(), g)).collect();
        let mut played =
            PlayedLots { lots: Vec::new(), current: HashMap::new(), faults: Vec::new() };
        for (index, lot) in m.lots.iter().enumerate() {
            let fixture = fixtures.get(lot.purpose.as_str()).copied();
            let pair = fixture.map_or_else(|| roster.two(), |fixture| roster.pair_ids(fixture));
            let Some(parties) = pair else { continue };
            let hash = question(m, lot, fixture, parties.map(|id| (id, roster.name(id))));
            played.add(PlayedLot::new(index, lot, fixture, parties, hash, m.sides.reveal_days));
        }
        played
    }

    fn add(&mut self, mut lot: PlayedLot<'m>) {
        let mut faults = Vec::new();
        let subject = lot.lot.subject();
        let begun = lot.lot.acts.first().map(LotEntry::at).or(lot.lot.at);
        let before = self.current.get(&subject).map(|at| &self.lots[*at]);
        let repeats = before.filter(|before| !begun.is_some_and(|begun| before.gives_way(begun)));
        for (at, entry) in lot.lot.acts.iter().enumerate() {
            if let Err(error) = lot.act(entry) {
                let message = format!("draw for {}: {error}", lot.lot.full_purpose());
                faults.push(MatchFault::new(ValuePath::item("acts", at), message));
            }
        }
        if let Some(before) = repeats {
            let message = format!("drawn for twice: the draw {} stands", before.lot.id());
            faults.push(MatchFault::new(ValuePath::key("for"), message));
        } else {
            self.current.insert(subject, self.lots.len());
        }
        let within = |fault: MatchFault| fault.rule("M5").within("draws", lot.index);
        self.faults.extend(faults.into_iter().map(within));
        self.lots.push(lot);
    }

    /// All draws, in the order of the file.
    pub fn all(&self) -> &[PlayedLot<'m>] {
        &self.lots
    }

    /// The draws that count: of several of the same, the last.
    pub fn current(&self) -> impl Iterator<Item = &PlayedLot<'m>> {
        let counts =
            |(at, lot): &(usize, &PlayedLot<'m>)| self.current.get(&lot.lot.subject()) == Some(at);
        self.lots.iter().enumerate().filter(counts).map(|(_, lot)| lot)
    }

    /// What was drawn for how games are played besides their sides, by the games, or in words what of it is still open. `sides`
    /// gives South and North of a game.
    pub fn terms<'s>(
        &self,
        sides: impl Fn(&str) -> Option<[&'s str; 2]>,
    ) -> HashMap<&'m str, Result<DrawnTerms, String>> {
        let mut all = HashMap::new();
        for lot in self.current().filter(|lot| !lot.lot.decides_sides()) {
            let game = lot.lot.purpose.as_str();
            let Some(sides) = sides(game) else { continue };
            let terms = all.entry(game).or_insert_with(|| Ok(DrawnTerms::default()));
            if let Ok(known) = terms
                && let Err(why) = lot.add_to(known, sides)
            {
                *terms = Err(why);
            }
        }
        all
    }
}

impl DrawnTerms {
    /// The array from which the game starts, with the forces drawn.
    ///
    /// # Errors
    /// Why a force cannot be had, or the game has no array.
    pub fn array(&self, usual: &Setup) -> Result<Setup, String> {
        let mut setup = usual.clone();
        for (side, text) in Side::BOTH.into_iter().zip(self.forces.iter().flatten()) {
            setup = force::replace(&setup, side, text)
                .map_err(|error| format!("the force of {}: {error}", side.name()))?;
        }
        Ok(setup)
    }
}

impl<'m> PlayedLot<'m> {
    fn new(
        index: usize,
        lot: &'m Lot,
        fixture: Option<&'m Fixture>,
        parties: [&'m str; 2],
        hash: String,
        days: u16,
    ) -> PlayedLot<'m> {
        let forces = lot.by == Device::Forces;
        let replay = LotReplay::new(LotQuestion { hash, parties, days, forces });
        PlayedLot { index, lot, parties, fixture, replay }
    }

    /// What it asks, and how far it is by itself.
    pub fn replay(&self) -> &LotReplay<'m> {
        &self.replay
    }

    /// The number of a party, 0 for the first-named.
    pub fn party(&self, id: &str) -> Option<usize> {
        self.parties.iter().position(|party| *party == id)
    }

    /// Plays what a party did next.
    ///
    /// # Errors
    /// Why it may not be done; it changes nothing then.
    pub fn act(&mut self, entry: &'m LotEntry) -> Result<(), LotError> {
        let stranger = || LotError::Stranger { name: entry.player().to_owned() };
        let party = self.party(entry.player()).ok_or_else(stranger)?;
        if self.lot.is_rolled() && !matches!(entry, LotEntry::Again { .. }) {
            return Err(LotError::Decided);
        }
        let action = match entry {
            LotEntry::Commit { commitment, .. } => LotAction::Commit(commitment.parse()?),
            LotEntry::Reveal { secret, force, .. } => {
                self.force(force)?;
                LotAction::Reveal { content: force, secret }
            }
            LotEntry::Choose { north, .. } => LotAction::Choose(
                self.party(north).ok_or_else(|| LotError::Stranger { name: north.clone() })?,
            ),
            LotEntry::ChooseForce { force, .. } => {
                self.force(force)?;
                LotAction::ChooseForce(force)
            }
            LotEntry::Again { .. } => LotAction::Again,
        };
        self.replay.act(party, action, entry.at())
    }

    /// Refuses a force that the game does not have for either side (V9), and any where none is sealed.
    fn force(&self, force: &str) -> Result<(), LotError> {
        if force.is_empty() {
            return Ok(());
        }
        let refused = |message| LotError::Force { message };
        if self.lot.by != Device::Forces {
            return Err(refused("no force is sealed in this draw".to_owned()));
        }
        let of = |side| force_fault(self.fixture, side, force);
        match of(Side::South).and_then(|_| of(Side::North)) {
            Some(message) => Err(refused(message)),
            None => Ok(()),
        }
    }

    /// Where the draw stands at that instant. One rolled by hand waits for nobody, but may be set aside.
    pub fn verdict(&self, now: DateTime<Utc>) -> LotVerdict<'m> {
        self.replay.verdict(now)
    }

    /// Whether the same may be drawn for anew at that instant.
    pub fn gives_way(&self, now: DateTime<Utc>) -> bool {
        let over = self.verdict(now).is_over_undecided();
        over && self.replay.last().is_none_or(|last| last <= now)
    }

    /// The verdict so far as it needs no clock: nothing that stands can end without an action any more.
    fn settled(&self) -> LotVerdict<'m> {
        self.verdict(self.replay.last().unwrap_or_default())
    }

    /// What the draw decided, by roll, by reveals or by the choice of one when the other was silent; nothing while it is open,
    /// and for forces.
    pub fn decision(&self) -> Option<LotDecision> {
        let [first, other] = self.parties;
        let decided = |even: bool, how: String| {
            Some(LotDecision { north: if even { first } else { other }.to_owned(), how })
        };
        let witness = self.lot.witness.as_deref().unwrap_or_default();
        match (self.settled(), self.lot.roll, self.lot.face) {
            (LotVerdict::SetAside, ..) => None,
            (_, Some(roll), _) => {
                decided(roll.is_multiple_of(2), format!("die {roll}, witnessed by {witness}"))
            }
            (_, _, Some(face)) => {
                let heads = face == Face::Heads;
                let name = if heads { "heads" } else { "tails" };
                decided(heads, format!("coin {name}, witnessed by {witness}"))
            }
            (LotVerdict::Thrown(cast), ..) => decided(cast.is_even(), thrown(self.lot.by, &cast)),
            (LotVerdict::Chosen { party, how, north }, ..) => {
                let (silent, chooser) = (self.parties[party], self.parties[1 - party]);
                decided(north == 0, format!("{silent} {}; {chooser} chose", how.words()))
            }
            _ => None,
        }
    }

    /// The forces that were drawn, in the order of the parties; the orthodox one is empty (V9).
    pub fn forces(&self) -> Option<[&'m str; 2]> {
        match self.settled() {
            LotVerdict::Opened(forces) => Some(forces),
            LotVerdict::ForceChosen { party, force, .. } => {
                Some(if party == 0 { ["", force] } else { [force, ""] })
            }
            _ => None,
        }
    }

    /// Whether there is nothing left to be done in it at that instant.
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.lot.is_rolled()
            || !matches!(self.verdict(now), LotVerdict::Waiting { .. } | LotVerdict::Silent { .. })
    }

    fn add_to(&self, terms: &mut DrawnTerms, sides: [&str; 2]) -> Result<(), String> {
        if let Some(option) = &self.lot.option {
            let open = || format!("the draw for its {option} is not decided");
            let decision = self.decision().ok_or_else(open)?;
            let side = if decision.north == sides[0] { Side::South } else { Side::North };
            terms.options.push((option.clone(), side));
        } else if self.lot.by == Device::Forces {
            let open = || "the forces are still sealed".to_owned();
            let [first, other] = self.forces().ok_or_else(open)?.map(str::to_owned);
            let in_order = self.parties[0] == sides[0];
            terms.forces = Some(if in_order { [first, other] } else { [other, first] });
        }
        Ok(())
    }
}

/// Whether a game of the match has pieces that may be replaced before it begins (V9).
pub(super) fn has_forces(fixture: &Fixture) -> bool {
    let game = fixture.game.as_deref().and_then(|name| {
        let variation = fixture.variation.as_deref();
        variants::find(name, variation, []).ok()
    });
    game.is_some_and(|game| game.role_ids().any(|(_, role)| role.replaces.is_some()))
}

/// Why a side of a game cannot have a force; nothing where it can.
pub fn force_fault(fixture: Option<&Fixture>, side: Side, force: &str) -> Option<String> {
    if force.len() > LONGEST_FORCE {
        return Some(format!("a force of more than {LONGEST_FORCE} bytes"));
    }
    let Some(name) = fixture.and_then(|fixture| fixture.game.as_deref()) else {
        return Some("only a game whose rules are known has forces".to_owned());
    };
    let variation = fixture.and_then(|fixture| fixture.variation.as_deref());
    let game = match variants::find(name, variation, []) {
        Ok(game) => game,
        Err(error) => return Some(error.to_string()),
    };
    match diagram::default_setup(game) {
        Ok(setup) => force::replace(&setup, side, force).err().map(|error| error.to_string()),
        Err(error) => Some(error.message),
    }
}

/// The hash of what a draw asks of its parties, given with their names.
fn question(m: &Match, lot: &Lot, fixture: Option<&Fixture>, parties: [(&str, &str); 2]) -> String {
    let (id, days) = (lot.id(), m.sides.reveal_days.to_string());
    let device = match lot.by {
        Device::Die => "die",
        Device::Coin => "coin",
        Device::Forces => "forces",
    };
    let even = match (lot.by, &lot.option) {
        (Device::Forces, _) => "each party has the force that it sealed",
        (_, None) => "even: the first-named is North",
        (_, Some(_)) => "even: the first-named has it",
    };
    let option = lot.option.as_deref().unwrap_or_default();
    let mut parts = vec![&m.id, id.as_str(), &lot.purpose, option, device, even, &days];
    parts.extend(parties.iter().flat_map(|(id, name)| [id, name]));
    match fixture {
        Some(fixture) => {
            let name = fixture.game.as_ref().or(fixture.external.as_ref());
            let both = [name, fixture.variation.as_ref()];
            parts.extend(both.map(|part| part.map_or("", String::as_str)));
        }
        None => parts.extend(m.sides.bound.iter().map(String::as_str)),
    }
    proof::question(&parts)
}

fn thrown(device: Device, cast: &LotCast) -> String {
    match (device, cast.coin()) {
        (Device::Coin, CoinFace::Heads) => "coin heads, by commit and reveal".into(),
        (Device::Coin, CoinFace::Tails) => "coin tails, by commit and reveal".into(),
        _ => format!("die {}, by commit and reveal", cast.die()),
    }
}

/// The commitments of a draw that are well formed.
pub fn commitments(lot: &Lot) -> impl Iterator<Item = Commitment> {
    lot.acts.iter().filter_map(|entry| match entry {
        LotEntry::Commit { commitment, .. } => commitment.parse().ok(),
        _ => None,
    })
}

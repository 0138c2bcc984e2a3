//! The side assignment: who plays which side in each game, by which rule, and what contradicts it.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use super::fault::{MatchFault, ValuePath};
use super::fixtures::{Fixture, RecordedGame, RecordedGames};
use super::game_kind::{GameKind, Roster, folded, stated_sides};
use super::lots::{DrawnTerms, LotDecision, PlayedLots};
use super::model::{Grouping, Match};
use super::schedule::scheduled;
use crate::notation::diagram;
use crate::rules::{Binding, Side, variants};

/// The sides of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SideAssignment {
    /// The game's id in the match.
    pub game: String,
    /// The ids of who is South and who North; none while that is not decided.
    pub sides: Option<[String; 2]>,
    /// The rule that decides.
    pub rule: &'static str,
    /// Why, in words.
    pub reason: String,
}

impl SideAssignment {
    /// The ids of South and North, where decided.
    pub fn pair(&self) -> Option<[&str; 2]> {
        let [south, north] = self.sides.as_ref()?;
        Some([south, north])
    }
}

/// The sides of every game of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideAssignments {
    /// One per game, in the order of the match file.
    pub assignments: Vec<SideAssignment>,
    /// Every contradiction.
    pub faults: Vec<MatchFault>,
}

impl SideAssignments {
    /// The assignment of a game.
    pub fn of(&self, game: &str) -> Option<&SideAssignment> {
        self.assignments.iter().find(|a| a.game == game)
    }

    /// The ids of South and North of a game, where decided.
    pub fn pair(&self, game: &str) -> Option<[&str; 2]> {
        self.of(game)?.pair()
    }

    /// The assignments by game.
    pub fn by_game(&self) -> HashMap<&str, &SideAssignment> {
        self.assignments.iter().rev().map(|a| (a.game.as_str(), a)).collect()
    }
}

/// Assigns the sides of every game, and names every contradiction. `records` is what the games' records say, as far as
/// they have records.
///
/// What was played stands as it was played: a record's sides are given even where they are a contradiction.
pub fn assign(m: &Match, records: &RecordedGames) -> SideAssignments {
    let roster = Roster::of(m);
    let mut faults = Vec::new();
    let facts: Vec<GameFacts> = m
        .games
        .iter()
        .enumerate()
        .map(|(at, g)| GameFacts::gather(&roster, at, g, records.get(&g.id), &mut faults))
        .collect();
    let lots = PlayedLots::of(m);
    faults.extend(lots.faults.iter().cloned());
    let sides = lots.current().filter(|lot| lot.lot.decides_sides());
    let drawn = sides.filter_map(|lot| Some((lot.lot.purpose.as_str(), lot.decision()?))).collect();
    let mut assigner = SideAssigner::new(m, &roster, &facts, drawn, faults);
    for at in 0..m.games.len() {
        let assignment = assigner.assign(at);
        assigner.done.push(assignment);
    }
    let mut assignments = SideAssignments { assignments: assigner.done, faults: assigner.faults };
    let held = hold_to_terms(m, &lots, &assignments, records);
    assignments.faults.extend(held);
    assignments
}

/// The faults of records that are not played as was drawn for: with other options or forces, or before that was decided.
fn hold_to_terms(
    m: &Match,
    lots: &PlayedLots<'_>,
    assignments: &SideAssignments,
    records: &RecordedGames,
) -> Vec<MatchFault> {
    let sides = assignments.by_game();
    let pair = |game: &str| sides.get(game)?.pair();
    let terms = lots.terms(pair);
    let mut faults = Vec::new();
    for (at, fixture) in m.games.iter().enumerate() {
        let id = fixture.id.as_str();
        let (Some(terms), Some(record)) = (terms.get(id), records.get(id)) else { continue };
        let terms = match terms {
            Ok(terms) => terms,
            Err(why) => {
                faults.push(of_game(at, "M5", format!("{id}: it has a record, but {why}")));
                continue;
            }
        };
        for (option, side) in &terms.options {
            let recorded = record.options.get(option).map_or("nothing", String::as_str);
            if recorded != side.name() {
                let drawn = side.name();
                let message = format!(
                    "{id}: the record has {option}: {recorded}, against the draw, which gives {drawn}"
                );
                faults.push(of_game(at, "M5", message));
            }
        }
        if terms.forces.is_some()
            && let Some(message) = forces_fault(terms, record)
        {
            faults.push(of_game(at, "V9", format!("{id}: {message}")));
        }
    }
    faults
}

/// Why the array of a record is not that of the forces drawn; nothing where it is.
fn forces_fault(terms: &DrawnTerms, record: &RecordedGame) -> Option<String> {
    let options = record.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let game = variants::find(&record.game, record.variation.as_deref(), options).ok()?;
    let usual = match diagram::default_setup(game) {
        Ok(usual) => usual,
        Err(error) => return Some(error.message),
    };
    match terms.array(&usual) {
        Ok(array) if diagram::write(&array) == record.array => None,
        Ok(_) => Some("the record does not start with the forces that were sealed".to_owned()),
        Err(message) => Some(message),
    }
}

/// What is known of one game before the rules are asked. Entrants go by their ids, South before North.
struct GameFacts {
    kind: GameKind,
    pair: Option<[String; 2]>,
    stated: Option<[String; 2]>,
    recorded: Option<[String; 2]>,
}

impl GameFacts {
    fn gather(
        roster: &Roster<'_>,
        at: usize,
        fixture: &Fixture,
        record: Option<&RecordedGame>,
        faults: &mut Vec<MatchFault>,
    ) -> GameFacts {
        let kind = roster.kind(fixture);
        let pair = roster.pair_ids(fixture).map(|pair| pair.map(str::to_owned));
        let other = |id: &str| {
            let [one, other] = pair.as_ref()?;
            if one == id { Some(other) } else { (other == id).then_some(one) }
        };
        let stated = match stated_sides(&kind, fixture) {
            [Some(south), Some(north)] => Some([south.to_owned(), north.to_owned()]),
            [Some(south), None] => other(south).map(|north| [south.to_owned(), north.clone()]),
            [None, Some(north)] => other(north).map(|south| [south.clone(), north.to_owned()]),
            [None, None] => None,
        };
        let mut fault = |message| faults.push(of_game(at, "M6", message));
        let recorded = record.and_then(|record| {
            let [south, north] = Side::BOTH.map(|side| {
                let player = &record.players[side.at()];
                let found = roster.entrant_of(player);
                if found.is_none() {
                    let (game, name, side) = (&fixture.id, &player.name, side.name());
                    fault(format!(
                        "{game}: {name}, {side} in the record, does not play in this match"
                    ));
                }
                found
            });
            let (south, north) = (south?, north?);
            if south == north {
                let (game, name) = (&fixture.id, roster.name(roster.ids()[south]));
                fault(format!("{game}: both sides in the record are of {name}"));
                return None;
            }
            Some([south, north].map(|number| roster.ids()[number].to_owned()))
        });
        if let (Some([one, other]), Some(played)) = (&pair, &recorded)
            && !(played.contains(one) && played.contains(other))
        {
            let (game, [south, north]) = (&fixture.id, played.each_ref().map(|id| roster.name(id)));
            let [one, other] = [one, other].map(|id| roster.name(id));
            let message = format!(
                "{game}: {south} and {north} play in the record, {one} and {other} in the match file"
            );
            fault(message);
            return GameFacts { kind, pair: Some(played.clone()), stated: None, recorded };
        }
        if let (Some(stated), Some([_, player])) = (&stated, &recorded)
            && Some(stated) != recorded.as_ref()
        {
            let (game, side) = (&fixture.id, Side::North.name());
            fault(format!("{game}: {player} is {side} in the record, but not in the match file"));
        }
        GameFacts { kind, pair: pair.or_else(|| recorded.clone()), stated, recorded }
    }

    /// The sides of the record, or else those that the match file states.
    fn known(&self) -> Option<&[String; 2]> {
        self.recorded.as_ref().or(self.stated.as_ref())
    }
}

fn of_game(at: usize, rule: &'static str, message: String) -> MatchFault {
    MatchFault::new(ValuePath::item("games", at).then("id"), message).rule(rule)
}

/// The games of the same two.
struct Encounters {
    /// Whether games of theirs that M1 can bind are bound.
    binding: bool,
    /// The first bound game whose sides are known, and are those drawn for the match if lots were drawn.
    reference: Option<usize>,
}

/// Applies one rule after the other to each game.
struct SideAssigner<'a> {
    m: &'a Match,
    facts: &'a [GameFacts],
    /// What lots decided, by what they were drawn for.
    drawn: BTreeMap<&'a str, LotDecision>,
    tie_breaks: HashMap<&'a str, (&'a Grouping, usize)>,
    numbers: HashMap<&'a str, usize>,
    /// The kinds that the match file binds.
    bound: HashSet<String>,
    encounters: Vec<Encounters>,
    /// For each game the number of its encounters.
    encounter: Vec<usize>,
    /// For each game the one before it of the same two and the same kind, tie-breaks not counted.
    previous: Vec<Option<usize>>,
    /// For each game what the schedule says: the round, and South and North.
    scheduled: Vec<Option<(u32, [String; 2])>>,
    done: Vec<SideAssignment>,
    faults: Vec<MatchFault>,
}

impl<'a> SideAssigner<'a> {
    fn new(
        m: &'a Match,
        roster: &Roster<'_>,
        facts: &'a [GameFacts],
        drawn: BTreeMap<&'a str, LotDecision>,
        faults: Vec<MatchFault>,
    ) -> SideAssigner<'a> {
        let ids = |sides: [usize; 2]| sides.map(|number| roster.ids()[number].to_owned());
        let scheduled = scheduled(m, roster);
        let mut assigner = SideAssigner {
            m,
            facts,
            drawn,
            tie_breaks: m.tie_breaks(),
            numbers: m.games.iter().enumerate().rev().map(|(i, g)| (g.id.as_str(), i)).collect(),
            bound: m.sides.bound.iter().map(|name| folded(name)).collect(),
            encounters: Vec::new(),
            encounter: vec![0; facts.len()],
            previous: vec![None; facts.len()],
            scheduled: scheduled.into_iter().map(|s| s.map(|(r, pair)| (r, ids(pair)))).collect(),
            done: Vec::new(),
            faults,
        };
        assigner.group();
        assigner
    }

    /// Gathers the games of the same two.
    fn group(&mut self) {
        let mut games: BTreeMap<Option<[&str; 2]>, Vec<usize>> = BTreeMap::new();
        for (at, facts) in self.facts.iter().enumerate() {
            let pair = facts.pair.as_ref().map(|[one, other]| {
                let [one, other] = [one.as_str(), other.as_str()];
                if one <= other { [one, other] } else { [other, one] }
            });
            games.entry(pair).or_default().push(at);
        }
        for own in games.into_values() {
            let with = |binding| own.iter().any(|i| self.facts[*i].kind.binding == binding);
            let binding = with(Binding::Anchor) && with(Binding::Companion);
            let mut last: HashMap<&str, usize> = HashMap::new();
            for at in &own {
                self.encounter[*at] = self.encounters.len();
                let key = self.facts[*at].kind.key.as_str();
                self.previous[*at] = last.get(key).copied();
                if !self.tie_breaks.contains_key(self.m.games[*at].id.as_str()) {
                    last.insert(key, *at);
                }
            }
            self.encounters.push(Encounters { binding, reference: None });
            let reference = own.iter().copied().find(|at| {
                let drawn = self.drawn_sides("sides", *at);
                let agrees = |known| drawn.as_ref().is_none_or(|(drawn, _)| drawn == known);
                self.facts[*at].known().is_some_and(agrees) && self.is_bound(*at)
            });
            if let Some(encounters) = self.encounters.last_mut() {
                encounters.reference = reference;
            }
        }
    }

    fn assign(&mut self, at: usize) -> SideAssignment {
        let id = self.m.games[at].id.as_str();
        let tie_break = self.tie_breaks.get(id).copied();
        let inherited = match tie_break {
            Some((grouping, place @ 1..)) => Some(self.follow(at, &grouping.tiebreak[place - 1])),
            _ => self.is_bound(at).then(|| self.bound(at)),
        };
        if let Some(assignment) = inherited {
            self.agree_with_lots(at, &assignment);
            return assignment;
        }
        if let Some(assignment) = self.by_lot(at, id) {
            return assignment;
        }
        if tie_break.is_some() {
            return self.undrawn(at);
        }
        self.free(at)
    }

    /// Whether the game keeps its sides with others: because the match file says so, or because M1 does.
    fn is_bound(&self, at: usize) -> bool {
        let kind = &self.facts[at].kind;
        let bindable = matches!(kind.binding, Binding::Anchor | Binding::Companion);
        self.bound.contains(&kind.key) || bindable && self.encounters[self.encounter[at]].binding
    }

    /// M1: the sides of all bound games are the same.
    fn bound(&mut self, at: usize) -> SideAssignment {
        let drawn = self.drawn_sides("sides", at);
        let first = self.encounters[self.encounter[at]].reference;
        let reference = first.map(|i| self.m.games[i].id.as_str());
        let sides = match &drawn {
            Some((sides, _)) => Some(sides.clone()),
            None => first.and_then(|i| self.facts[i].known().cloned()),
        };
        match reference {
            Some(other) => self.compare(at, "M1", sides.as_ref(), |player, side, other_side| {
                format!(
                    "{player} is {side} here but {other_side} in {other}, and both games keep \
                     their sides"
                )
            }),
            None => self.compare(at, "S6", sides.as_ref(), |player, side, _| {
                format!("{player} is {side} here, against the draw for sides")
            }),
        }
        let reason = match (&drawn, reference) {
            (Some((_, how)), _) => format!("keeps the sides drawn for the match: {how}"),
            (None, Some(other)) if other == self.m.games[at].id => {
                "the first of the games that keep their sides; no draw is recorded".into()
            }
            (None, Some(other)) => format!("keeps the sides of {other}"),
            (None, None) => "keeps the sides that are still to be drawn for the match (S6)".into(),
        };
        self.result(at, sides, "M1", reason)
    }

    /// M2: a tie-break goes on with the sides of the game before.
    fn follow(&mut self, at: usize, before: &str) -> SideAssignment {
        let sides = match self.numbers.get(before).copied() {
            Some(before) if before < self.done.len() => self.done[before].sides.clone(),
            // The continuation is listed first; take the sides from where they will be decided.
            Some(before) if before != at => {
                let faults = self.faults.len();
                let found = self.assign(before).sides;
                self.faults.truncate(faults);
                found
            }
            _ => None,
        };
        self.compare(at, "M2", sides.as_ref(), |player, side, other_side| {
            format!(
                "{player} is {side} here but {other_side} in {before}, of which this is the \
                 continuation"
            )
        });
        self.result(at, sides, "M2", format!("the same sides as in {before}"))
    }

    /// Lots drawn for a game that inherits its sides must at least agree.
    fn agree_with_lots(&mut self, at: usize, assignment: &SideAssignment) {
        let purpose = &assignment.game;
        if let (Some((drawn, _)), Some(sides)) = (self.drawn_sides(purpose, at), &assignment.sides)
            && drawn != *sides
        {
            self.complain(at, "S6", &sides[1], |player, side, _| {
                format!("{player} is {side} here, against the draw for {purpose}")
            });
        }
    }

    /// S6: the sides that lots decided, if any were drawn for this.
    fn by_lot(&mut self, at: usize, purpose: &str) -> Option<SideAssignment> {
        let (sides, how) = self.drawn_sides(purpose, at)?;
        self.compare(at, "S6", Some(&sides), |player, side, _| {
            format!("{player} is {side} here, against the draw for {purpose}")
        });
        Some(self.result(at, Some(sides), "S6", format!("drawn for: {how}")))
    }

    /// S6: a tie-break for which no lots were drawn.
    fn undrawn(&mut self, at: usize) -> SideAssignment {
        let known = self.facts[at].known().cloned();
        if known.is_some() {
            let game = &self.m.games[at].id;
            let message = format!(
                "{game}: the sides of this tie-break must be drawn for by die or coin, and no \
                 draw is recorded"
            );
            self.faults.push(of_game(at, "S6", message));
        }
        self.result(at, known, "S6", "a tie-break's sides are drawn for by die or coin".into())
    }

    /// A game that nothing binds: as stated, as scheduled, or alternating.
    fn free(&mut self, at: usize) -> SideAssignment {
        let known = self.facts[at].known().cloned();
        if self.facts[at].stated.is_some() {
            return self.result(at, known, "M1", "not bound; as the match file states".into());
        }
        if let Some((round, sides)) = self.scheduled[at].clone() {
            self.compare(at, "M1", Some(&sides), |player, side, _| {
                format!("{player} is {side} here, against the schedule of round {round}")
            });
            let reason = format!("not bound; by the schedule, round {round}");
            return self.result(at, Some(sides), "M1", reason);
        }
        let Some(previous) = self.previous[at] else {
            if let Some(assignment) = self.by_lot(at, "sides") {
                return assignment;
            }
            let reason = match known {
                Some(_) => "the first game of its kind; as in the record",
                None => "the first game of its kind; to be drawn for or stated",
            };
            return self.result(at, known, "S6", reason.into());
        };
        let other = self.m.games[previous].id.as_str();
        let sides = self.done[previous].sides.clone().map(|[south, north]| [north, south]);
        self.compare(at, "M1", sides.as_ref(), |player, side, _| {
            format!(
                "{player} is {side} here and was in {other}; sides alternate unless the match \
                 file states them"
            )
        });
        self.result(at, sides, "M1", format!("not bound; alternates from {other}"))
    }

    /// South and North as lots decided, with how.
    fn drawn_sides(&self, purpose: &str, at: usize) -> Option<([String; 2], String)> {
        let decision = self.drawn.get(purpose)?;
        let [one, other] = self.facts[at].pair.as_ref()?;
        let south = if *one == decision.north { other } else { one };
        Some(([south.clone(), decision.north.clone()], decision.how.clone()))
    }

    /// Complains where the sides of the game are known and are not those that a rule gives.
    fn compare(
        &mut self,
        at: usize,
        rule: &'static str,
        due: Option<&[String; 2]>,
        words: impl FnOnce(&str, &str, &str) -> String,
    ) {
        let facts = self.facts;
        if let (Some(known), Some(due)) = (facts[at].known(), due)
            && known != due
        {
            self.complain(at, rule, &known[1], words);
        }
    }

    /// Adds a fault of the game. `words` is given its North, that side's name, and the other side's.
    fn complain(
        &mut self,
        at: usize,
        rule: &'static str,
        north: &str,
        words: impl FnOnce(&str, &str, &str) -> String,
    ) {
        let said = words(north, Side::North.name(), Side::South.name());
        let message = format!("{}: {said}", self.m.games[at].id);
        self.faults.push(of_game(at, rule, message));
    }

    fn result(
        &self,
        at: usize,
        sides: Option<[String; 2]>,
        rule: &'static str,
        mut reason: String,
    ) -> SideAssignment {
        if let Some(ruling) = &self.facts[at].kind.ruling {
            reason = format!("{reason}; {ruling}");
        }
        let sides = self.facts[at].recorded.clone().or(sides);
        SideAssignment { game: self.m.games[at].id.clone(), sides, rule, reason }
    }
}

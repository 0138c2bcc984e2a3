//! Assigns the sides: one rule after the other for each game, and what contradicts it.

use std::collections::BTreeMap;

use super::fixture::Fixture;
use super::kind::GameKind;
use super::lots;
use super::model::Match;
use super::played::{RecordedGame, RecordedGames};
use super::schedule::scheduled;
use super::side_fault::SideFault;
use super::sides::{SideAssignment, SideAssignments, pair, stated_seats};
use crate::rules::{Binding, Side};

type Seats = [String; 2];

/// What is known of one game before the rules are asked.
struct Facts {
    kind: GameKind,
    pair: Option<[String; 2]>,
    /// The pair in alphabetical order, to tell games of the same two.
    sorted: Option<[String; 2]>,
    stated: Option<Seats>,
    recorded: Option<Seats>,
}

impl Facts {
    fn seats(&self) -> Option<&Seats> {
        self.recorded.as_ref().or(self.stated.as_ref())
    }
}

/// Assigns the sides of every game, and names every contradiction.
pub fn assign(m: &Match, played: &RecordedGames) -> SideAssignments {
    let mut faults = Vec::new();
    let facts: Vec<Facts> =
        m.games.iter().map(|g| gather(m, g, played.get(&g.id), &mut faults)).collect();
    let mut drawn = BTreeMap::new();
    for lot in m.lots.iter().filter(|lot| lot.decides_sides()) {
        match lots::lot_decision(m, lot) {
            Ok(Some(decision)) => drop(drawn.insert(lot.purpose.as_str(), decision)),
            Ok(None) => {}
            Err(fault) => faults.push(SideFault::Lot(fault)),
        }
    }
    for lot in m.lots.iter().filter(|lot| !lot.decides_sides()) {
        if let Err(fault) = lots::verify_lot(m, lot) {
            faults.push(SideFault::Lot(fault));
        }
    }
    let mut clerk = SideAssigner { m, facts: &facts, drawn, done: Vec::new(), faults };
    for at in 0..m.games.len() {
        let assignment = clerk.assign(at);
        clerk.done.push(assignment);
    }
    SideAssignments { assignments: clerk.done, faults: clerk.faults }
}

fn gather(
    m: &Match,
    fixture: &Fixture,
    played: Option<&RecordedGame>,
    faults: &mut Vec<SideFault>,
) -> Facts {
    let kind = GameKind::of(m, fixture);
    let mut pair = pair(m, fixture).map(|p| p.map(str::to_owned));
    let other = |id: &str| {
        pair.as_ref().and_then(|[a, b]| if a == id { Some(b) } else { (b == id).then_some(a) })
    };
    let stated = match stated_seats(&kind, fixture) {
        [Some(south), Some(north)] => Some([south.to_owned(), north.to_owned()]),
        [Some(south), None] => other(south).map(|north| [south.to_owned(), north.clone()]),
        [None, Some(north)] => other(north).map(|south| [south.clone(), north.to_owned()]),
        [None, None] => None,
    };
    let recorded = played.and_then(|played| recorded(m, fixture, played, faults));
    if pair.is_none() {
        pair = recorded.clone();
    }
    if let (Some(stated), Some(recorded)) = (&stated, &recorded)
        && stated != recorded
    {
        faults.push(SideFault::Record {
            game: fixture.id.clone(),
            player: recorded[1].clone(),
            side: Side::North.name(),
        });
    }
    let sorted = sorted(pair.clone());
    Facts { kind, pair, sorted, stated, recorded }
}

fn recorded(
    m: &Match,
    fixture: &Fixture,
    played: &RecordedGame,
    faults: &mut Vec<SideFault>,
) -> Option<Seats> {
    let [south, north] = Side::BOTH.map(|side| {
        let seat = &played.players[side.at()];
        let found = m.entrants().into_iter().find(|e| e.is(seat));
        if found.is_none() {
            faults.push(SideFault::Stranger {
                game: fixture.id.clone(),
                name: seat.name.clone(),
                side: side.name(),
            });
        }
        found.map(|e| e.id.to_owned())
    });
    Some([south?, north?])
}

struct SideAssigner<'a> {
    m: &'a Match,
    facts: &'a [Facts],
    drawn: BTreeMap<&'a str, lots::LotDecision>,
    done: Vec<SideAssignment>,
    faults: Vec<SideFault>,
}

impl SideAssigner<'_> {
    fn assign(&mut self, at: usize) -> SideAssignment {
        let id = &self.m.games[at].id;
        let inherited = match self.m.tie_break_of(id) {
            Some((grouping, place @ 1..)) => {
                let before = grouping.tiebreak[place - 1].clone();
                Some(self.follow(at, &before))
            }
            _ => self.is_bound(at).then(|| self.bound(at)),
        };
        if let Some(assignment) = inherited {
            self.needless(at, &assignment);
            return assignment;
        }
        if let Some(assignment) = self.by_lot(at, id) {
            return assignment;
        }
        if self.m.tie_break_of(id).is_some() {
            return self.undrawn(at);
        }
        self.free(at)
    }

    /// Whether the game keeps its sides with others: because the match file says so, or because M1 does.
    fn is_bound(&self, at: usize) -> bool {
        let kind = &self.facts[at].kind;
        if self.m.sides.bound.iter().any(|name| name.eq_ignore_ascii_case(&kind.key)) {
            return true;
        }
        let with = |binding| self.mates(at).any(|i| self.facts[i].kind.binding == binding);
        matches!(kind.binding, Binding::Anchor | Binding::Companion)
            && with(Binding::Anchor)
            && with(Binding::Companion)
    }

    /// The games of the same two.
    fn mates(&self, at: usize) -> impl Iterator<Item = usize> {
        let mate = move |i: &usize| self.facts[*i].sorted == self.facts[at].sorted;
        (0..self.facts.len()).filter(mate)
    }

    fn bound(&mut self, at: usize) -> SideAssignment {
        let draw = self.draw("sides", at);
        let first = self.mates(at).find(|i| {
            let seats = self.facts[*i].seats();
            let agrees = |seats: &Seats| draw.as_ref().is_none_or(|(drawn, _)| drawn == seats);
            seats.is_some_and(agrees) && self.is_bound(*i)
        });
        let reference = first.map(|i| self.m.games[i].id.clone());
        let seats = draw.as_ref().map(|(seats, _)| seats.clone());
        let seats = seats.or_else(|| first.and_then(|i| self.facts[i].seats().cloned()));
        let own = self.facts[at].seats().cloned();
        if let (Some(own), Some(seats)) = (own, &seats)
            && own != *seats
        {
            let (game, player, side) = self.complaint(at, &own);
            self.faults.push(match reference.clone() {
                Some(other) => SideFault::Bound { game, other, player, side },
                None => SideFault::Drawn { game, purpose: "sides".into(), player, side },
            });
        }
        let reason = match (&draw, reference) {
            (Some((_, how)), _) => format!("keeps the sides drawn for the match: {how}"),
            (None, Some(other)) if other == self.m.games[at].id => {
                "the first of the games that keep their sides; no draw is recorded".into()
            }
            (None, Some(other)) => format!("keeps the sides of {other}"),
            (None, None) => "keeps the sides that are still to be drawn for the match (S6)".into(),
        };
        self.done(at, seats, "M1", reason)
    }

    fn follow(&mut self, at: usize, before: &str) -> SideAssignment {
        let seats = match self.done.iter().find(|a| a.game == before) {
            Some(done) => done.sides.clone(),
            // The continuation is listed first; take the sides from where they will be decided.
            None => match self.m.games.iter().position(|g| g.id == before) {
                Some(before) if before != at => {
                    let faults = self.faults.len();
                    let found = self.assign(before).sides;
                    self.faults.truncate(faults);
                    found
                }
                _ => None,
            },
        };
        if let (Some(own), Some(seats)) = (self.facts[at].seats().cloned(), &seats)
            && own != *seats
        {
            let (game, player, side) = self.complaint(at, &own);
            self.faults.push(SideFault::FollowUp { game, other: before.into(), player, side });
        }
        self.done(at, seats, "M2", format!("the same sides as in {before}"))
    }

    /// A draw for a game that inherits its sides must at least agree.
    fn needless(&mut self, at: usize, assignment: &SideAssignment) {
        let purpose = &assignment.game;
        if let (Some((drawn, _)), Some(sides)) = (self.draw(purpose, at), &assignment.sides)
            && drawn != *sides
        {
            let (game, player, side) = self.complaint(at, sides);
            let purpose = purpose.clone();
            self.faults.push(SideFault::Drawn { game, purpose, player, side });
        }
    }

    fn by_lot(&mut self, at: usize, purpose: &str) -> Option<SideAssignment> {
        let (seats, how) = self.draw(purpose, at)?;
        if let Some(own) = self.facts[at].seats().cloned()
            && own != seats
        {
            let (game, player, side) = self.complaint(at, &own);
            let purpose = purpose.to_owned();
            self.faults.push(SideFault::Drawn { game, purpose, player, side });
        }
        Some(self.done(at, Some(seats), "S6", format!("drawn for: {how}")))
    }

    fn undrawn(&mut self, at: usize) -> SideAssignment {
        let own = self.facts[at].seats().cloned();
        if own.is_some() {
            self.faults.push(SideFault::Undrawn { game: self.m.games[at].id.clone() });
        }
        self.done(at, own, "S6", "a tie-break's sides are drawn for by die or coin".into())
    }

    fn free(&mut self, at: usize) -> SideAssignment {
        let facts = &self.facts[at];
        if facts.stated.is_some() {
            let seats = facts.seats().cloned();
            return self.done(at, seats, "M1", "not bound; as the match file states".into());
        }
        if let Some((round, seats)) = scheduled(self.m, &self.m.games[at]) {
            if let Some(own) = self.facts[at].seats().cloned()
                && own != seats
            {
                let (game, player, side) = self.complaint(at, &own);
                self.faults.push(SideFault::Scheduled { game, round, player, side });
            }
            let reason = format!("not bound; by the schedule, round {round}");
            return self.done(at, Some(seats), "M1", reason);
        }
        let key = facts.kind.key.clone();
        let previous = self
            .mates(at)
            .take_while(|i| *i < at)
            .filter(|i| {
                self.facts[*i].kind.key == key
                    && self.m.tie_break_of(&self.m.games[*i].id).is_none()
            })
            .last();
        let Some(previous) = previous else {
            if let Some(assignment) = self.by_lot(at, "sides") {
                return assignment;
            }
            let seats = self.facts[at].seats().cloned();
            let reason = match seats {
                Some(_) => "the first game of its kind; as in the record",
                None => "the first game of its kind; to be drawn for or stated",
            };
            return self.done(at, seats, "S6", reason.into());
        };
        let other = self.m.games[previous].id.clone();
        let seats = self.done[previous].sides.clone().map(|[south, north]| [north, south]);
        if let (Some(own), Some(seats)) = (self.facts[at].seats().cloned(), &seats)
            && own != *seats
        {
            let (game, player, side) = self.complaint(at, &own);
            self.faults.push(SideFault::Alternation { game, other: other.clone(), player, side });
        }
        self.done(at, seats, "M1", format!("not bound; alternates from {other}"))
    }

    /// The seats that a draw gives, with how.
    fn draw(&self, purpose: &str, at: usize) -> Option<(Seats, String)> {
        let decision = self.drawn.get(purpose)?;
        let [one, other] = self.facts[at].pair.as_ref()?;
        let south = if *one == decision.north { other } else { one };
        Some(([south.clone(), decision.north.clone()], decision.how.clone()))
    }

    /// The game, its North, and that side's name.
    fn complaint(&self, at: usize, own: &Seats) -> (String, String, &'static str) {
        (self.m.games[at].id.clone(), own[1].clone(), Side::North.name())
    }

    fn done(
        &self,
        at: usize,
        sides: Option<Seats>,
        rule: &'static str,
        reason: String,
    ) -> SideAssignment {
        // What was played stands as it was played; that it should not have been is told apart.
        let sides = self.facts[at].recorded.clone().or(sides);
        SideAssignment { game: self.m.games[at].id.clone(), sides, rule, reason }
    }
}

fn sorted(pair: Option<[String; 2]>) -> Option<[String; 2]> {
    pair.map(|mut pair| {
        pair.sort();
        pair
    })
}

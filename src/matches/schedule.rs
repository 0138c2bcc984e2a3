//! The schedule of a tournament, and what of it the match file does not hold yet.

use std::collections::BTreeMap;

use serde::Serialize;

use super::berger::{Round, berger};
use super::fixture::Fixture;
use super::model::Match;
use super::sides;

/// A pairing of the schedule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// The id of who is South; of a team, on the odd boards.
    pub south: String,
    /// The id of who is North; of a team, on the odd boards.
    pub north: String,
}

/// The schedule of the match's field; empty where there is no tournament.
pub fn schedule(m: &Match) -> Vec<Round> {
    m.tournament.as_ref().map_or_else(Vec::new, |t| berger(m.entrants().len(), t.cycles))
}

/// The pairings of the schedule for which the match file has too few games, those of entrants who withdrew left out.
pub fn missing(m: &Match) -> Vec<Pairing> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let entrants = m.entrants();
    let mut there: BTreeMap<[&str; 2], usize> = BTreeMap::new();
    for mut pair in m.games.iter().filter_map(|g| sides::pair(m, g)) {
        pair.sort_unstable();
        *there.entry(pair).or_default() += 1;
    }
    let mut list = Vec::new();
    for round in schedule(m) {
        for [south, north] in round.pairs.iter().map(|pair| pair.map(|i| entrants[i].id)) {
            let mut pair = [south, north];
            pair.sort_unstable();
            let boards = usize::from(t.boards);
            match there.get_mut(&pair) {
                Some(games) if *games >= boards => *games -= boards,
                _ if t.withdrawals.iter().any(|w| pair.contains(&w.player.as_str())) => {}
                _ => list.push(Pairing {
                    round: round.number,
                    south: south.to_owned(),
                    north: north.to_owned(),
                }),
            }
        }
    }
    list
}

/// The round and the ids of South and North that the schedule gives to a game; none outside a tournament or where the
/// pairing is not in the schedule. On the even boards of a team match the sides are changed.
pub(super) fn scheduled(m: &Match, fixture: &Fixture) -> Option<(u32, [String; 2])> {
    let t = m.tournament.as_ref()?;
    let pair = sides::pair(m, fixture)?;
    let before = m.games.iter().take_while(|g| g.id != fixture.id);
    let earlier = before.filter(|g| sides::pair(m, g) == Some(pair)).count();
    let entrants = m.entrants();
    let met = schedule(m).into_iter().flat_map(|round| {
        let number = round.number;
        round.pairs.into_iter().map(move |pair| (number, pair))
    });
    let mut meetings = met
        .map(|(number, pair)| (number, pair.map(|i| entrants[i].id)))
        .filter(|(_, ids)| pair.iter().all(|id| ids.contains(id)));
    let (round, [south, north]) = match fixture.round {
        Some(round) => meetings.find(|(number, _)| *number == round)?,
        None => meetings.nth(earlier / usize::from(t.boards.max(1)))?,
    };
    let changed = fixture.board.is_some_and(|board| board % 2 == 0);
    let seats = if changed { [north, south] } else { [south, north] };
    Some((round, seats.map(str::to_owned)))
}

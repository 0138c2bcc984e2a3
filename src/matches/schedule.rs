//! The schedule of a round-robin tournament: Berger tables, and what of them the match file does not hold yet.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::fixtures::Fixture;
use super::game_kind::Roster;
use super::model::Match;

/// A round of a round-robin schedule. Entrants are numbered from 0 in the order of the match file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Round {
    /// The round, from 1.
    pub number: u32,
    /// Who meets whom: South (White), then North.
    pub pairs: Vec<[usize; 2]>,
    /// Who has no opponent, in a field of odd number.
    pub bye: Option<usize>,
    /// When it begins, where that is laid down.
    pub begins: Option<DateTime<Utc>>,
}

/// The schedule in which `entrants` meet once per cycle, as in the tables that FIDE publishes. In every second cycle
/// sides are changed. With two cycles the last two rounds of the first change places, so that nobody has the same
/// side three times running. Empty for fewer than two entrants.
pub fn berger(entrants: usize, cycles: u8) -> Vec<Round> {
    if entrants < 2 {
        return Vec::new();
    }
    let mut first = cycle(entrants);
    if cycles > 1 && first.len() > 1 {
        let last = first.len() - 1;
        first.swap(last - 1, last);
    }
    let mut rounds = Vec::new();
    for cycle in 0..cycles {
        // The order of the last two rounds is only changed in the first cycle.
        let mut own = first.clone();
        if cycle > 0 && own.len() > 1 {
            let last = own.len() - 1;
            own.swap(last - 1, last);
        }
        if cycle % 2 == 1 {
            own.iter_mut().flat_map(|(pairs, _)| pairs).for_each(|pair| pair.reverse());
        }
        rounds.extend(own);
    }
    let number = |(i, (pairs, bye))| Round { number: i as u32 + 1, pairs, bye, begins: None };
    rounds.into_iter().enumerate().map(number).collect()
}

/// The pairs of each round of one cycle, with who has no opponent.
fn cycle(entrants: usize) -> Vec<(Vec<[usize; 2]>, Option<usize>)> {
    let even = entrants.next_multiple_of(2);
    let (turning, last) = (even - 1, even - 1);
    (0..turning)
        .map(|round| {
            // From round to round everybody but the last moves on by half the field; the last changes sides.
            let moved = |seat: usize| (seat + round * (even / 2)) % turning;
            let mut pairs: Vec<[usize; 2]> =
                (1..even / 2).map(|seat| [moved(seat), moved(turning - seat)]).collect();
            let lead = moved(0);
            if even != entrants {
                return (pairs, Some(lead));
            }
            pairs.insert(0, if round % 2 == 0 { [lead, last] } else { [last, lead] });
            (pairs, None)
        })
        .collect()
}

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

/// The schedule of the match's entrants; empty where there is no tournament.
pub fn schedule(m: &Match) -> Vec<Round> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let mut rounds = berger(m.players.len() + m.teams.len(), t.cycles);
    rounds.iter_mut().for_each(|round| round.begins = t.start_of(round.number));
    rounds
}

/// The number of the last round: that of the schedule, or of the games; 0 where there are no rounds.
pub fn last_round(m: &Match) -> u32 {
    let scheduled = schedule(m).last().map_or(0, |round| round.number);
    m.games.iter().filter_map(|game| game.round).max().unwrap_or(0).max(scheduled)
}

/// The pairings of the schedule for which the match file has too few games, those of entrants who withdrew left out.
pub fn missing(m: &Match) -> Vec<Pairing> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let roster = Roster::of(m);
    let ids = roster.ids();
    let withdrawn: HashSet<usize> =
        t.withdrawals.iter().filter_map(|w| roster.number(&w.player)).collect();
    let mut entered: HashMap<[usize; 2], usize> = HashMap::new();
    for pair in m.games.iter().filter_map(|g| roster.pair(g)) {
        *entered.entry(pair).or_default() += 1;
    }
    let boards = usize::from(t.boards);
    let mut list = Vec::new();
    for round in schedule(m) {
        for pair in &round.pairs {
            match entered.get_mut(&ascending(*pair)) {
                Some(games) if *games >= boards => *games -= boards,
                _ if pair.iter().any(|number| withdrawn.contains(number)) => {}
                _ => {
                    let [south, north] = pair.map(|number| ids[number].to_owned());
                    list.push(Pairing { round: round.number, south, north });
                }
            }
        }
    }
    list
}

/// The two numbers of a pair, the lower first.
pub(super) fn ascending([one, other]: [usize; 2]) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

/// The sides that the schedule gives to each game of the match in its order: the round, and the numbers of South and
/// North. None outside a tournament, and for a pairing that is not in the schedule. On the even boards of a team match
/// the sides are changed.
pub(super) fn scheduled(m: &Match, roster: &Roster<'_>) -> Vec<Option<(u32, [usize; 2])>> {
    let Some(t) = &m.tournament else { return vec![None; m.games.len()] };
    let mut meetings: HashMap<[usize; 2], Vec<(u32, [usize; 2])>> = HashMap::new();
    for round in schedule(m) {
        for pair in round.pairs {
            meetings.entry(ascending(pair)).or_default().push((round.number, pair));
        }
    }
    let boards = usize::from(t.boards.max(1));
    let mut earlier: HashMap<[usize; 2], usize> = HashMap::new();
    let of_game = |fixture: &Fixture| {
        let pair = roster.pair(fixture)?;
        let games = earlier.entry(pair).or_default();
        *games += 1;
        let met = meetings.get(&pair)?;
        let (round, sides) = match fixture.round {
            Some(round) => met.iter().find(|(number, _)| *number == round)?,
            None => met.get((*games - 1) / boards)?,
        };
        let [south, north] = *sides;
        let changed = fixture.board.is_some_and(|board| board % 2 == 0);
        Some((*round, if changed { [north, south] } else { [south, north] }))
    };
    m.games.iter().map(of_game).collect()
}

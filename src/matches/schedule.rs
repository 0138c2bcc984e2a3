//! The schedule of a round-robin tournament: Berger tables, and what of them the match file does not hold yet.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::fixtures::Fixture;
use super::game_kind::Roster;
use super::model::Match;
use super::tournament::{Section, Tournament};

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

/// The schedule of the match's entrants, of several sections one after the other in each round; empty where there is no
/// tournament.
pub fn schedule(m: &Match) -> Vec<Round> {
    schedule_of(m, &Roster::of(m))
}

/// The number of the last round: that of the schedule, or of the games; 0 where there are no rounds.
pub fn last_round(m: &Match) -> u32 {
    let scheduled = schedule(m).last().map_or(0, |round| round.number);
    m.games.iter().filter_map(|game| game.round).max().unwrap_or(0).max(scheduled)
}

fn schedule_of(m: &Match, roster: &Roster<'_>) -> Vec<Round> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let mut all = Vec::new();
    for field in fields(t, roster) {
        let number = |at: usize| field[at];
        let rounds = berger(field.len(), t.cycles).into_iter().map(|round| Round {
            number: round.number,
            pairs: round.pairs.into_iter().map(|pair| pair.map(number)).collect(),
            bye: round.bye.map(number),
            begins: t.start_of(round.number),
        });
        all.extend(rounds);
    }
    all.sort_by_key(|round| round.number);
    all
}

/// The numbers of the entrants of each section, or of all where there are no sections.
pub(super) fn fields(t: &Tournament, roster: &Roster<'_>) -> Vec<Vec<usize>> {
    if t.sections.is_empty() {
        return vec![(0..roster.ids().len()).collect()];
    }
    let of =
        |section: &Section| section.entrants.iter().filter_map(|id| roster.number(id)).collect();
    t.sections.iter().map(of).collect()
}

/// The pairings of the schedule for which the match file has too few games, those of entrants who withdrew left out.
pub fn missing(m: &Match) -> Vec<Pairing> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let roster = Roster::of(m);
    let ids = roster.ids();
    let withdrawn: HashSet<usize> =
        t.withdrawals.iter().filter_map(|w| roster.number(&w.player)).collect();
    let is_here = |(_, pair): &(u32, [usize; 2])| !pair.iter().any(|n| withdrawn.contains(n));
    let pairing = |(round, pair): (u32, [usize; 2])| {
        let [south, north] = pair.map(|number| ids[number].to_owned());
        Pairing { round, south, north }
    };
    not_entered(m, &roster).into_iter().filter(is_here).map(pairing).collect()
}

/// The pairings of the schedule for which the match file has too few games: the round, and the numbers of South and North.
pub(super) fn not_entered(m: &Match, roster: &Roster<'_>) -> Vec<(u32, [usize; 2])> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let rounds = schedule_of(m, roster);
    let due = |round: &Round| round.pairs.iter().map(|p| (ascending(*p), round.number)).collect();
    let due: HashSet<([usize; 2], u32)> =
        rounds.iter().flat_map(|r| -> Vec<_> { due(r) }).collect();
    // Games whose round the schedule has for those two are of that round, any others of the first that is left.
    let mut entered: HashMap<([usize; 2], Option<u32>), usize> = HashMap::new();
    for game in &m.games {
        let Some(pair) = roster.pair(game) else { continue };
        let round = game.round.filter(|round| due.contains(&(pair, *round)));
        *entered.entry((pair, round)).or_default() += 1;
    }
    let boards = usize::from(t.boards);
    let mut list = Vec::new();
    for round in rounds {
        for pair in round.pairs {
            let of = |round| (ascending(pair), round);
            let here = entered.get(&of(Some(round.number))).copied().unwrap_or_default();
            let left = boards.saturating_sub(here);
            match entered.get_mut(&of(None)) {
                _ if left == 0 => {}
                Some(games) if *games >= left => *games -= left,
                _ => list.push((round.number, pair)),
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
    for round in schedule_of(m, roster) {
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

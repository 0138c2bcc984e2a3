//! Berger tables: who meets whom in which round, and on which side.

use serde::Serialize;

/// A round of a round-robin schedule. Entrants are numbered from 0 in the order of the draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Round {
    /// The round, from 1.
    pub number: u32,
    /// Who meets whom: South (White), then North.
    pub pairs: Vec<[usize; 2]>,
    /// Who has no opponent, in a field of odd number.
    pub bye: Option<usize>,
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
    let number = |(i, (pairs, bye))| Round { number: i as u32 + 1, pairs, bye };
    rounds.into_iter().enumerate().map(number).collect()
}

type Pairs = (Vec<[usize; 2]>, Option<usize>);

fn cycle(entrants: usize) -> Vec<Pairs> {
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

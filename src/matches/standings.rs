//! The standings of a tournament.

use std::cmp::Reverse;

use serde::Serialize;

use super::criteria::{CriterionValue, meetings, points, value};
use super::field::TournamentResults;
use super::points::Points;
use super::tournament::{Criterion, WithdrawnResults};

/// One entrant's place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// The first and the last place that the entrant shares, from 1; none when the results are annulled.
    pub places: Option<[usize; 2]>,
    /// The entrant's number in the field, from 0.
    pub entrant: usize,
    /// The name.
    pub name: String,
    /// The points: Game Points, or a team's match points.
    pub points: Points,
    /// Meetings that count.
    pub games: usize,
    /// Those won, forfeits included.
    pub wins: usize,
    /// Those drawn.
    pub draws: usize,
    /// Those lost.
    pub losses: usize,
    /// The criteria in their order, with their arithmetic.
    pub criteria: Vec<CriterionValue>,
}

/// The standings, the best first. Those whom no criterion separates share their places and stand in the order of the
/// field; those whose results are annulled stand last.
pub fn standings(field: &TournamentResults, criteria: &[Criterion]) -> Vec<Standing> {
    let points = points(field);
    let annulled = |e: &usize| {
        field.left[*e].as_ref().is_some_and(|l| l.results == WithdrawnResults::Annulled)
    };
    let (out, mut all): (Vec<usize>, Vec<usize>) = (0..field.names.len()).partition(annulled);
    all.sort_by_key(|e| Reverse(points[*e]));
    let mut list = Vec::new();
    for level in all.chunk_by(|a, b| points[*a] == points[*b]) {
        let level = level.iter().map(|who| (*who, Vec::new())).collect();
        for group in separate(field, level, criteria) {
            let places = [list.len() + 1, list.len() + group.len()];
            for (who, values) in group {
                list.push(line(field, who, Some(places), points[who], values));
            }
        }
    }
    list.extend(out.iter().map(|who| line(field, *who, None, points[*who], Vec::new())));
    list
}

type Group = Vec<(usize, Vec<CriterionValue>)>;

/// Splits those who are level by one criterion after the other; those who stay level stay together.
fn separate(field: &TournamentResults, mut group: Group, criteria: &[Criterion]) -> Vec<Group> {
    let Some((criterion, rest)) = criteria.split_first() else { return vec![group] };
    let members: Vec<usize> = group.iter().map(|(who, _)| *who).collect();
    for (who, values) in &mut group {
        values.push(value(field, *criterion, *who, &members));
    }
    let key = |(_, values): &(usize, Vec<CriterionValue>)| {
        Reverse(values.last().and_then(|v| v.value).unwrap_or_default())
    };
    group.sort_by_key(key);
    let parts = group.chunk_by(|a, b| key(a) == key(b));
    parts.flat_map(|part| separate(field, part.to_vec(), rest)).collect()
}

fn line(
    field: &TournamentResults,
    who: usize,
    places: Option<[usize; 2]>,
    points: Points,
    criteria: Vec<CriterionValue>,
) -> Standing {
    let own = || meetings(field, who);
    let games = own().count();
    let wins = own().filter(|(seat, _, g)| g.winner == Some(*seat)).count();
    let draws = own().filter(|(_, _, g)| g.drawn).count();
    Standing {
        places,
        entrant: who,
        name: field.names[who].clone(),
        points,
        games,
        wins,
        draws,
        losses: games - wins - draws,
        criteria,
    }
}

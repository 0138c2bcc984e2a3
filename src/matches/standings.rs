//! The standings of a tournament, and the tie-breaks that separate those who have equally many points.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::points::{Points, Quarters, sum_in_words};
use super::results::{Meeting, TournamentResults};
use super::tournament::Criterion;

/// One entrant's place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// The first and the last place that the entrant shares, from 1; none when the results are annulled.
    pub places: Option<[usize; 2]>,
    /// The entrant's number in the order of the match file, from 0.
    pub entrant: usize,
    /// The name.
    pub name: String,
    /// The points, of the unit that the results have.
    pub points: Points,
    /// The sum of the points in words.
    pub arithmetic: String,
    /// Meetings that count.
    pub games: usize,
    /// Those won, forfeits included.
    pub wins: usize,
    /// Those drawn.
    pub draws: usize,
    /// Those lost.
    pub losses: usize,
    /// The tie-breaks in their order, with their arithmetic.
    pub criteria: Vec<CriterionValue>,
}

/// The value of a tie-break criterion for one entrant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CriterionValue {
    /// Which criterion.
    pub criterion: Criterion,
    /// The value; none where the criterion does not apply.
    pub value: Option<Quarters>,
    /// The values of a direct encounter that was applied again to those whom it left level, one for each time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<Quarters>,
    /// How it comes about, in words.
    pub arithmetic: String,
}

/// The standings, the best first. Those whom no criterion separates share their places and stand in the order of the
/// match file; those whose results are annulled stand last.
pub fn standings(results: &TournamentResults, criteria: &[Criterion]) -> Vec<Standing> {
    let ranking = Ranking::of(results);
    let points = &ranking.points;
    let (annulled, mut all): (Vec<usize>, Vec<usize>) =
        (0..results.names.len()).partition(|entrant| results.is_annulled(*entrant));
    all.sort_by_key(|e| Reverse(points[*e]));
    let mut list = Vec::new();
    for level in all.chunk_by(|a, b| points[*a] == points[*b]) {
        let level = level.iter().map(|entrant| (*entrant, Vec::new())).collect();
        for group in ranking.separate(level, criteria) {
            let places = [list.len() + 1, list.len() + group.len()];
            for (entrant, values) in group {
                list.push(ranking.standing(entrant, Some(places), values));
            }
        }
    }
    list.extend(annulled.iter().map(|entrant| ranking.standing(*entrant, None, Vec::new())));
    list
}

/// Who moves up from a section.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Promotion {
    /// The names of those who do, the best first.
    pub up: Vec<String>,
    /// The names of those who are level for the places that are left.
    pub level: Vec<String>,
    /// How many places are left for them.
    pub left: usize,
    /// How many meetings are not decided, after which it may be otherwise.
    pub open: usize,
}

impl Promotion {
    /// What it says in words; nothing where nobody is to move up.
    pub fn words(&self) -> Option<String> {
        let mut parts = Vec::new();
        if !self.up.is_empty() {
            parts.push(format!("moving up: {}", self.up.join(", ")));
        }
        if self.left > 0 {
            let (left, level) = (self.left, self.level.join(", "));
            parts.push(format!("level for {left} more to move up: {level}"));
        }
        let open = match self.open {
            0 => String::new(),
            open => format!(" (as it stands, with {open} open)"),
        };
        (!parts.is_empty()).then(|| format!("{}{open}", parts.join("; ")))
    }
}

/// Who moves up. Somebody who withdrew does not; the next does instead.
pub fn promotion(results: &TournamentResults, standings: &[Standing]) -> Promotion {
    let here = |row: &&Standing| row.places.is_some() && results.withdrawn[row.entrant].is_none();
    let rows: Vec<&Standing> = standings.iter().filter(here).collect();
    let mut promotion = Promotion { open: results.open, ..Promotion::default() };
    let mut left = results.promoted;
    for level in rows.chunk_by(|a, b| a.places == b.places) {
        let names = level.iter().map(|row| row.name.clone());
        match level.len() <= left {
            _ if left == 0 => break,
            true => promotion.up.extend(names),
            false => (promotion.level, promotion.left) = (names.collect(), left),
        }
        left = left.saturating_sub(level.len());
    }
    promotion
}

/// How often an encounter is told game by game when it is applied again; what comes after is told by its sum.
const MOST_TOLD: usize = 8;

/// Entrants who are level so far, each with the values of the criteria applied so far.
type Group = Vec<(usize, Vec<CriterionValue>)>;

/// A meeting as one of the two sees it.
struct OwnMeeting<'a> {
    opponent: usize,
    points: Points,
    boards: Points,
    won: bool,
    drawn: bool,
    name: &'a str,
}

/// The counting results by entrant.
struct Ranking<'a> {
    results: &'a TournamentResults,
    meetings: Vec<Vec<OwnMeeting<'a>>>,
    /// The points of every entrant, byes included.
    points: Vec<Points>,
}

impl<'a> Ranking<'a> {
    fn of(results: &'a TournamentResults) -> Ranking<'a> {
        let mut meetings: Vec<Vec<OwnMeeting<'_>>> =
            results.names.iter().map(|_| Vec::new()).collect();
        for meeting in results.meetings.iter().filter(|meeting| meeting.counts) {
            let Meeting { pair, points, boards, winner, drawn, .. } = meeting;
            for seat in meeting.seats() {
                let opponent = pair[1 - seat];
                meetings[pair[seat]].push(OwnMeeting {
                    opponent,
                    points: points[seat],
                    boards: boards[seat],
                    won: *winner == Some(seat),
                    drawn: *drawn,
                    name: &results.names[opponent],
                });
            }
        }
        let points = results.totals();
        Ranking { results, meetings, points }
    }

    /// Splits those who are level by one criterion after the other; those who stay level stay together.
    fn separate(&self, mut group: Group, criteria: &[Criterion]) -> Vec<Group> {
        let Some((criterion, rest)) = criteria.split_first() else { return vec![group] };
        if *criterion == Criterion::DirectEncounter {
            let parts = self.encounter(group, true);
            return parts.into_iter().flat_map(|part| self.separate(part, rest)).collect();
        }
        for (entrant, values) in &mut group {
            let own = &self.meetings[*entrant];
            let (value, arithmetic) = match criterion {
                Criterion::DirectEncounter => continue,
                Criterion::Wins => wins(own),
                Criterion::SonnebornBerger => self.sonneborn_berger(own),
                Criterion::Koya => self.koya(own),
                Criterion::BoardPoints => {
                    let list: Vec<Points> = own.iter().map(|g| g.boards).collect();
                    (list.iter().copied().sum::<Points>().into(), sum_in_words(&list))
                }
            };
            let (criterion, value) = (*criterion, Some(value));
            values.push(CriterionValue { criterion, value, again: Vec::new(), arithmetic });
        }
        let value =
            |(_, values): &(usize, Vec<CriterionValue>)| values.last().and_then(|v| v.value);
        let parts = split(group, value);
        parts.into_iter().flat_map(|part| self.separate(part, rest)).collect()
    }

    /// Splits those who are level by the points of their games among themselves, and those whom that leaves level by the
    /// same among fewer, until it separates nobody any more (FIDE, C.07, article 6).
    fn encounter(&self, mut group: Group, first: bool) -> Vec<Group> {
        let members: HashSet<usize> = group.iter().map(|(entrant, _)| *entrant).collect();
        let met = self.all_have_met(&members);
        let own = |entrant: usize| {
            self.meetings[entrant].iter().filter(|meeting| members.contains(&meeting.opponent))
        };
        let total = |entrant: usize| own(entrant).map(|meeting| meeting.points).sum::<Points>();
        let totals: HashMap<usize, Points> = match met {
            Err(_) => HashMap::new(),
            Ok(()) => members.iter().map(|entrant| (*entrant, total(*entrant))).collect(),
        };
        let mut all = totals.values();
        let separates = all.next().is_some_and(|one| all.any(|other| other != one));
        if !first && !separates {
            return vec![group];
        }
        for (entrant, values) in &mut group {
            let value = totals.get(entrant).map(|total| Quarters::from(*total));
            let words = || match (met, value) {
                (Ok(()), Some(total)) => {
                    let game = |m: &OwnMeeting| format!("{} against {}", m.points, m.name);
                    let games: Vec<String> = own(*entrant).map(game).collect();
                    format!("{} = {total}", games.join(" + "))
                }
                (met, _) => met.err().unwrap_or_default().to_owned(),
            };
            match values.last_mut().filter(|_| !first) {
                Some(last) => {
                    last.arithmetic.push_str("; among those left level ");
                    match value.filter(|_| last.again.len() >= MOST_TOLD) {
                        Some(total) => last.arithmetic.push_str(&total.to_string()),
                        None => last.arithmetic.push_str(&words()),
                    }
                    last.again.extend(value);
                }
                None => {
                    let arithmetic = words();
                    let (criterion, again) = (Criterion::DirectEncounter, Vec::new());
                    values.push(CriterionValue { criterion, value, again, arithmetic });
                }
            }
        }
        if !separates {
            return vec![group];
        }
        let parts = split(group, |(entrant, _)| totals.get(entrant).copied());
        parts.into_iter().flat_map(|part| self.encounter(part, false)).collect()
    }

    fn standing(
        &self,
        entrant: usize,
        places: Option<[usize; 2]>,
        criteria: Vec<CriterionValue>,
    ) -> Standing {
        let own = &self.meetings[entrant];
        let mut addends: Vec<Points> = own.iter().map(|g| g.points).collect();
        let bye = self.results.byes[entrant];
        if bye != Points::ZERO {
            addends.push(bye);
        }
        let byes = if bye == Points::ZERO { "" } else { ", with byes" };
        let wins = own.iter().filter(|g| g.won).count();
        let draws = own.iter().filter(|g| g.drawn).count();
        Standing {
            places,
            entrant,
            name: self.results.names[entrant].clone(),
            points: self.points[entrant],
            arithmetic: format!("{}{byes}", sum_in_words(&addends)),
            games: own.len(),
            wins,
            draws,
            losses: own.len() - wins - draws,
            criteria,
        }
    }

    /// Whether all members of a group have met as often as the tournament wants.
    fn all_have_met(&self, group: &HashSet<usize>) -> Result<(), &'static str> {
        if group.len() < 2 {
            return Err("nobody is level");
        }
        for one in group {
            let mut times: HashMap<usize, u8> = HashMap::new();
            for meeting in &self.meetings[*one] {
                let met = times.entry(meeting.opponent).or_default();
                *met = met.saturating_add(1);
            }
            let met = |other: &usize| {
                times.get(other).copied().unwrap_or_default() >= self.results.cycles
            };
            if !group.iter().filter(|other| *other != one).all(met) {
                return Err("not all who are level have met");
            }
        }
        Ok(())
    }

    /// The points of those beaten and half the points of those drawn with.
    fn sonneborn_berger(&self, own: &[OwnMeeting<'_>]) -> (Quarters, String) {
        let mut total = Quarters(0);
        let mut parts = Vec::new();
        for meeting in own {
            let theirs = self.points[meeting.opponent];
            let (share, verb) = match (meeting.won, meeting.drawn) {
                (true, _) => (Quarters::from(theirs), "beat"),
                (false, true) => (Quarters(i64::from(theirs.in_halves())), "drew with"),
                (false, false) => continue,
            };
            total = Quarters(total.0 + share.0);
            parts.push(format!("{share} ({verb} {}, who has {theirs})", meeting.name));
        }
        match parts.is_empty() {
            true => (total, "nothing won or drawn = 0".into()),
            false => (total, format!("{} = {total}", parts.join(" + "))),
        }
    }

    /// Points against those who have at least half of what could be had.
    fn koya(&self, own: &[OwnMeeting<'_>]) -> (Quarters, String) {
        let results = self.results;
        let size =
            (0..results.names.len()).filter(|entrant| !results.is_annulled(*entrant)).count();
        let rounds = size.saturating_sub(1) as i64 * i64::from(results.cycles);
        // Twice the points, so that half of an odd maximum stays whole.
        let most = i64::from(results.win.in_halves()) * rounds;
        let mut total = Points::ZERO;
        let mut parts = Vec::new();
        for meeting in own {
            let theirs = self.points[meeting.opponent];
            if i64::from(theirs.in_halves()) * 2 >= most {
                total += meeting.points;
                let (points, name) = (meeting.points, meeting.name);
                parts.push(format!("{points} against {name} (who has {theirs})"));
            }
        }
        let bar = Quarters(most);
        let arithmetic = match parts.is_empty() {
            true => format!("nobody met has half of the most, {bar} = 0"),
            false => format!("half of the most is {bar}: {} = {total}", parts.join(" + ")),
        };
        (total.into(), arithmetic)
    }
}

/// Splits a group by a value, the highest first; those who have the same stay together.
fn split<K: Ord>(
    mut group: Group,
    value: impl Fn(&(usize, Vec<CriterionValue>)) -> K,
) -> Vec<Group> {
    group.sort_by_key(|one| Reverse(value(one)));
    let mut parts: Vec<Group> = Vec::new();
    for one in group {
        match parts.last_mut().filter(|part| value(&part[0]) == value(&one)) {
            Some(part) => part.push(one),
            None => parts.push(vec![one]),
        }
    }
    parts
}

/// The number of wins.
fn wins(own: &[OwnMeeting<'_>]) -> (Quarters, String) {
    let names: Vec<&str> = own.iter().filter(|g| g.won).map(|g| g.name).collect();
    let count = names.len() as i64;
    let over = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    (Quarters(count * 4), format!("{count} won{over}"))
}

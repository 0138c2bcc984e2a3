//! Whether what a match file says of its groupings can be.

use std::collections::{HashMap, HashSet};

use super::check::{Checker, at_key};
use super::fault::{MatchFault, ValuePath};
use super::game_kind::ResultPoints;
use super::model::Grouping;
use crate::rules::{Outcome, Side};

/// The most games that a tie-break lists.
const MOST_TIE_BREAKS: usize = 16;

/// The most totals of groupings: each has one for every entrant.
const MOST_TOTALS: usize = 1_000_000;

impl Checker<'_> {
    /// Each grouping is played by two, and its tie-break is one that can be.
    pub(super) fn groupings(&mut self) {
        if self.m.groupings.len().saturating_mul(self.entrants.len()) > MOST_TOTALS {
            self.add(
                ValuePath::key("groupings"),
                "too many groupings for so many players or teams",
            );
        }
        let counted: HashSet<&str> =
            self.m.groupings.iter().flat_map(|g| g.games.iter().map(String::as_str)).collect();
        let mut deciding: HashMap<&str, HashSet<usize>> = HashMap::new();
        for (at, grouping) in self.m.groupings.iter().enumerate() {
            for id in &grouping.tiebreak {
                deciding.entry(id).or_default().insert(at);
            }
        }
        let elsewhere =
            |id: &str| counted.contains(id) || deciding.get(id).is_some_and(|all| all.len() > 1);
        for (at, grouping) in self.m.groupings.iter().enumerate() {
            let faults = self.grouping(grouping, &elsewhere);
            self.faults.extend(faults.into_iter().map(|fault| fault.within("groupings", at)));
        }
    }

    /// The faults of a grouping, with paths within it. `elsewhere` tells whether a game of its tie-break counts in
    /// another place.
    fn grouping(&self, grouping: &Grouping, elsewhere: &dyn Fn(&str) -> bool) -> Vec<MatchFault> {
        let mut faults = Vec::new();
        if grouping.games.is_empty() {
            faults.push(at_key("games", "a grouping has at least one game"));
        }
        let games = grouping.games.iter().enumerate().map(|(i, id)| (("games", i), id));
        let tie_break = grouping.tiebreak.iter().enumerate().map(|(i, id)| (("tiebreak", i), id));
        let all: Vec<((&'static str, usize), &String)> = games.chain(tie_break).collect();
        let fixture = |id: &String| self.fixtures.get(id.as_str()).copied();
        let mut fault = |(list, index), message| {
            faults.push(MatchFault::new(ValuePath::item(list, index), message));
        };
        for (path, id) in all.iter().filter(|(_, id)| fixture(id).is_none()) {
            fault(*path, format!("there is no game {id}"));
        }
        let mut seen = HashSet::new();
        for (path, id) in all.iter().filter(|(_, id)| !seen.insert(*id)) {
            fault(*path, format!("{id} is listed twice"));
        }
        for (i, id) in grouping.tiebreak.iter().enumerate().filter(|(_, id)| elsewhere(id)) {
            fault(
                ("tiebreak", i),
                format!("{id} decides this grouping and cannot count elsewhere"),
            );
        }
        let mut pairs =
            all.iter().filter_map(|(path, id)| Some((*path, self.roster.pair(fixture(id)?)?)));
        if let Some((_, first)) = pairs.next()
            && let Some((path, _)) = pairs.find(|(_, pair)| *pair != first)
        {
            fault(path, "a grouping is played by the same two throughout".into());
        }
        if grouping.tiebreak.len() > MOST_TIE_BREAKS {
            let message = format!("a tie-break has at most {MOST_TIE_BREAKS} games");
            faults.push(MatchFault::new(ValuePath::item("tiebreak", MOST_TIE_BREAKS), message));
        }
        match self.continuation(grouping) {
            Some(fault) => faults.push(fault),
            None => faults.extend(self.bonus(grouping)),
        }
        faults
    }

    /// Whether the bonus is that of the tie-break, which pays it once (S5).
    fn bonus(&self, grouping: &Grouping) -> Option<MatchFault> {
        let first = self.fixtures.get(grouping.tiebreak.first()?.as_str())?;
        let kind = self.roster.kind(first);
        let paid = ResultPoints::from(kind.tie_break?.bonus);
        let paid = paid.of(Some(Outcome::Won(Side::South)))[Side::South.at()];
        let (bonus, title) = (grouping.bonus, &kind.title);
        let message = format!(
            "the bonus is {bonus}, but {title} pays {paid} for the same overall win when it decides"
        );
        (bonus != paid).then(|| at_key("bonus", message).rule("S5"))
    }

    /// Whether each game of a tie-break is what has to be played there (S3).
    fn continuation(&self, grouping: &Grouping) -> Option<MatchFault> {
        let mut key = String::new();
        // The variations that can be due: that of the first game, and what follows a draw of one that can.
        let mut due: Vec<Option<String>> = Vec::new();
        for (i, id) in grouping.tiebreak.iter().enumerate() {
            let Some(fixture) = self.fixtures.get(id.as_str()) else { continue };
            let path = ValuePath::item("tiebreak", i);
            let kind = self.roster.kind(fixture);
            let Some(tie_break) = kind.tie_break else {
                let message = format!("{} has no rule for deciding a grouping", kind.title);
                return Some(MatchFault::new(path, message));
            };
            let follows = match due.is_empty() {
                true => tie_break.after_draw.is_some(),
                false => kind.key == key && due.contains(&kind.variation),
            };
            if !follows {
                let message = format!("{} is not what has to be played here", kind.title);
                return Some(MatchFault::new(path, message).rule("S3"));
            }
            due.extend(tie_break.after_draw.map(|next| Some(next.to_owned())));
            due.push(kind.variation);
            key = kind.key;
        }
        None
    }
}

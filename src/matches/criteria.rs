//! What separates those who have equally many points, each value with its arithmetic.

use std::fmt;

use super::book::sum;
use super::field::{Meeting, TournamentResults};
use super::points::Points;
use super::tournament::Criterion;

/// A number counted in quarters, exact: half of a half point is one. Shown as `5¾`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Quarters(pub i64);

impl From<Points> for Quarters {
    fn from(points: Points) -> Quarters {
        Quarters(i64::from(points.in_halves()) * 2)
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = ["", "¼", "½", "¾"][self.0.rem_euclid(4) as usize];
        match self.0.div_euclid(4) {
            0 if !part.is_empty() => f.pad(part),
            whole => f.pad(&format!("{whole}{part}")),
        }
    }
}

impl serde::Serialize for Quarters {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let part = ["", ".25", ".5", ".75"][self.0.rem_euclid(4) as usize];
        serializer.collect_str(&format_args!("{}{part}", self.0.div_euclid(4)))
    }
}

/// The value of a criterion for one entrant.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct CriterionValue {
    /// Which criterion.
    pub criterion: Criterion,
    /// The value; none where the criterion does not apply.
    pub value: Option<Quarters>,
    /// How it comes about, in words.
    pub arithmetic: String,
}

/// The counting meetings of an entrant: the place in the pair, the opponent, the meeting.
pub(super) fn meetings(
    field: &TournamentResults,
    who: usize,
) -> impl Iterator<Item = (usize, usize, &Meeting)> {
    field.meetings.iter().filter(|g| g.counts).filter_map(move |g| {
        let seat = g.seat(who)?;
        Some((seat, g.pair[1 - seat], g))
    })
}

/// The points of every entrant, byes included.
pub(super) fn points(field: &TournamentResults) -> Vec<Points> {
    let own = |who| meetings(field, who).map(|(seat, _, g)| g.points[seat]).sum::<Points>();
    (0..field.names.len()).map(|who| own(who) + field.byes[who]).collect()
}

/// The value of a criterion for `who` in the group of those who are level, `who` among them.
pub(super) fn value(
    field: &TournamentResults,
    criterion: Criterion,
    who: usize,
    group: &[usize],
) -> CriterionValue {
    let (value, arithmetic) = match criterion {
        Criterion::DirectEncounter => direct(field, who, group),
        Criterion::Wins => wins(field, who),
        Criterion::SonnebornBerger => sonneborn_berger(field, who),
        Criterion::Koya => koya(field, who),
        Criterion::BoardPoints => {
            let list: Vec<Points> =
                meetings(field, who).map(|(seat, _, g)| g.boards[seat]).collect();
            (Some(list.iter().copied().sum::<Points>().into()), sum(&list))
        }
    };
    CriterionValue { criterion, value, arithmetic }
}

type Reckoned = (Option<Quarters>, String);

fn direct(field: &TournamentResults, who: usize, group: &[usize]) -> Reckoned {
    let met = |one: usize, other: usize| {
        let times = meetings(field, one).filter(|(_, opponent, _)| *opponent == other).count();
        times >= usize::from(field.cycles)
    };
    if group.len() < 2 {
        return (None, "nobody is level".into());
    }
    if group.iter().any(|a| group.iter().any(|b| a < b && !met(*a, *b))) {
        return (None, "not all who are level have met".into());
    }
    let mut total = Points::ZERO;
    let mut parts = Vec::new();
    for (seat, other, g) in meetings(field, who).filter(|(_, other, _)| group.contains(other)) {
        total += g.points[seat];
        parts.push(format!("{} against {}", g.points[seat], field.names[other]));
    }
    (Some(total.into()), format!("{} = {total}", parts.join(" + ")))
}

fn wins(field: &TournamentResults, who: usize) -> Reckoned {
    let names: Vec<&str> = meetings(field, who)
        .filter(|(seat, _, g)| g.winner == Some(*seat))
        .map(|(_, other, _)| field.names[other].as_str())
        .collect();
    let count = names.len() as i64;
    let over = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    (Some(Quarters(count * 4)), format!("{count} won{over}"))
}

fn sonneborn_berger(field: &TournamentResults, who: usize) -> Reckoned {
    let points = points(field);
    let mut total = Quarters(0);
    let mut parts = Vec::new();
    for (seat, other, g) in meetings(field, who) {
        let theirs = points[other];
        let (share, verb) = match g.winner {
            Some(winner) if winner == seat => (Quarters::from(theirs), "beat"),
            None if g.drawn => (Quarters(i64::from(theirs.in_halves())), "drew with"),
            _ => continue,
        };
        total = Quarters(total.0 + share.0);
        parts.push(format!("{share} ({verb} {}, who has {theirs})", field.names[other]));
    }
    match parts.is_empty() {
        true => (Some(total), "nothing won or drawn = 0".into()),
        false => (Some(total), format!("{} = {total}", parts.join(" + "))),
    }
}

fn koya(field: &TournamentResults, who: usize) -> Reckoned {
    let points = points(field);
    let annulled = |l: &Option<super::field::Withdrawn>| {
        l.as_ref().is_some_and(|l| l.results == super::tournament::WithdrawnResults::Annulled)
    };
    let size = field.left.iter().filter(|l| !annulled(l)).count();
    let rounds = size.saturating_sub(1) as i64 * i64::from(field.cycles);
    // Twice the points, so that half of an odd maximum stays whole.
    let most = i64::from(field.win.in_halves()) * rounds;
    let mut total = Points::ZERO;
    let mut parts = Vec::new();
    for (seat, other, g) in meetings(field, who) {
        if i64::from(points[other].in_halves()) * 2 >= most {
            total += g.points[seat];
            let name = &field.names[other];
            parts.push(format!("{} against {name} (who has {})", g.points[seat], points[other]));
        }
    }
    let bar = Quarters(most);
    match parts.is_empty() {
        true => (Some(total.into()), format!("nobody met has half of the most, {bar} = 0")),
        false => (
            Some(total.into()),
            format!("half of the most is {bar}: {} = {total}", parts.join(" + ")),
        ),
    }
}

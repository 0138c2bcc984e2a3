//! Who plays which side in each game, and why.

use serde::Serialize;

use super::fixture::Fixture;
use super::kind::GameKind;
use super::model::Match;
use super::side_fault::SideFault;

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

/// The sides of every game of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideAssignments {
    /// One per game, in the order of the match file.
    pub assignments: Vec<SideAssignment>,
    /// Every contradiction.
    pub faults: Vec<SideFault>,
}

impl SideAssignments {
    /// The assignment of a game.
    pub fn of(&self, game: &str) -> Option<&SideAssignment> {
        self.assignments.iter().find(|a| a.game == game)
    }

    /// South and North of a game, where decided.
    pub fn pair(&self, game: &str) -> Option<[&str; 2]> {
        let [south, north] = self.of(game)?.sides.as_ref()?;
        Some([south, north])
    }
}

/// The two entrants of a match of two, the first-named first.
pub(super) fn two(m: &Match) -> Option<[&str; 2]> {
    match m.entrants()[..] {
        [one, other] => Some([one.id, other.id]),
        _ => None,
    }
}

/// The two who play a game, in the order in which the match names them; none where the match file does not tell.
pub fn pair<'a>(m: &'a Match, fixture: &Fixture) -> Option<[&'a str; 2]> {
    if let Some(pair) = two(m) {
        return Some(pair);
    }
    let seats = stated_seats(&GameKind::of(m, fixture), fixture);
    let stated = match (&fixture.between, seats) {
        (Some([one, other]), _) => [one.as_str(), other],
        (None, [Some(south), Some(north)]) => [south, north],
        _ => return None,
    };
    let mut ids = m.entrants().into_iter().map(|e| e.id).filter(|id| stated.contains(id));
    Some([ids.next()?, ids.next()?])
}

/// Who the match file says is South and North.
pub(super) fn stated_seats<'a>(kind: &GameKind, fixture: &'a Fixture) -> [Option<&'a str>; 2] {
    let mut seats = [fixture.south.as_deref(), fixture.north.as_deref()];
    for role in &fixture.roles {
        if let Some(side) = kind.side_of(&role.role) {
            seats[side.at()] = Some(&role.player);
        }
    }
    seats
}

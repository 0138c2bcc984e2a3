//! The results of a tournament, gathered from its games: byes, forfeits, withdrawals and team matches included.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use super::fixtures::{Fixture, GameState, Manner, RecordedGames};
use super::game_kind::{GameKind, Roster};
use super::game_points::{event_kind, game_points, most_for_a_game, most_for_a_win};
use super::model::Match;
use super::points::Points;
use super::schedule::{fields, not_entered};
use super::sides::{SideAssignment, SideAssignments};
use super::tournament::{Scale, Tournament, WithdrawnResults};
use super::withdrawals::{CountedGames, Withdrawn, lost, meetings};
use crate::rules::Outcome;

/// The unit of an event of a game that scores no Game Points alone.
const NOMINAL: &str = "Nominal Points";

/// One meeting of two entrants: a game, or a team match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The two, by their numbers in the section from 0.
    pub pair: [usize; 2],
    /// The points of both: Game Points, or a team's match points.
    pub points: [Points; 2],
    /// The board points of both teams; the same as `points` for single players.
    pub boards: [Points; 2],
    /// The one of the two who won, 0 or 1; none for a draw, or when both lost.
    pub winner: Option<usize>,
    /// Whether nobody won and nobody lost.
    pub drawn: bool,
    /// Whether it was decided without play.
    pub forfeit: bool,
    /// Whether it is decided; a team match is not while a board is open or void.
    pub finished: bool,
    /// Whether it counts: it is decided, and the results of neither of the two are annulled.
    pub counts: bool,
}

impl Meeting {
    /// The places of those who meet: one where a record names one entrant on both sides, so that nobody meets himself twice.
    pub(super) fn seats(&self) -> Range<usize> {
        if self.pair[0] == self.pair[1] { 0..1 } else { 0..2 }
    }

    /// The place of that entrant in the pair, 0 or 1.
    pub fn seat(&self, entrant: usize) -> Option<usize> {
        self.pair.iter().position(|e| *e == entrant)
    }
}

/// The entrants of a section of a tournament, or of the whole where there are no sections, with their results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentResults {
    /// The section's title; none where there are no sections.
    pub section: Option<String>,
    /// How many move up, from the first place on.
    pub promoted: usize,
    /// What is counted: `Game Points`, `Nominal Points` in an event of a game that has no others alone (S2), `match points`
    /// of teams, or `points` by a scale of the tournament.
    pub unit: &'static str,
    /// The names, in the order of the section.
    pub names: Vec<String>,
    /// The numbers of the entrants in the order of the match file, from 0.
    pub entrants: Vec<usize>,
    /// The meetings that are decided, and the team matches that are begun.
    pub meetings: Vec<Meeting>,
    /// How many meetings the schedule has that are not decided.
    pub open: usize,
    /// Points from byes, for each entrant.
    pub byes: Vec<Points>,
    /// Who withdrew, for each entrant.
    pub withdrawn: Vec<Option<Withdrawn>>,
    /// How often two entrants meet.
    pub cycles: u8,
    /// Points for a win, the most that a meeting gives.
    pub win: Points,
}

impl TournamentResults {
    /// Whether it counts Nominal Points, which are never added to Game Points (S4).
    pub fn is_nominal(&self) -> bool {
        self.unit == NOMINAL
    }

    /// The points of each entrant, byes included.
    pub fn totals(&self) -> Vec<Points> {
        let mut totals = self.byes.clone();
        for meeting in self.meetings.iter().filter(|meeting| meeting.counts) {
            meeting.seats().for_each(|seat| totals[meeting.pair[seat]] += meeting.points[seat]);
        }
        totals
    }

    /// Whether the entrant withdrew so early that none of the results count.
    pub fn is_annulled(&self, entrant: usize) -> bool {
        let withdrawn = self.withdrawn.get(entrant).and_then(Option::as_ref);
        withdrawn.is_some_and(|w| w.results == WithdrawnResults::Annulled)
    }
}

/// Gathers the results of a tournament, for each of its sections; empty where the match is not one. `sides` and `records`
/// are those that [`assign`](super::assign) gave and took.
pub fn tournament_results(
    m: &Match,
    sides: &SideAssignments,
    records: &RecordedGames,
) -> Vec<TournamentResults> {
    let Some(t) = &m.tournament else { return Vec::new() };
    let roster = Roster::of(m);
    let sides = sides.by_game();
    let games = CountedGames::of(m, &roster, &sides, records);
    gather(m, t, &roster, &sides, &games)
}

/// The same from games that have been counted.
pub(super) fn gather(
    m: &Match,
    t: &Tournament,
    roster: &Roster<'_>,
    sides: &HashMap<&str, &SideAssignment>,
    games: &CountedGames,
) -> Vec<TournamentResults> {
    let fields = fields(t, roster);
    // For each entrant the section and the number in it.
    let mut seats = vec![None; roster.ids().len()];
    for (section, field) in fields.iter().enumerate() {
        field.iter().enumerate().for_each(|(at, entrant)| seats[*entrant] = Some((section, at)));
    }
    let win = most_for_a_win(m, roster);
    let nominal = event_kind(m, t, roster).and_then(|kind| kind.scores).is_some_and(|s| s.nominal);
    let unit = match (m.teams.is_empty(), t.scale, nominal) {
        (false, ..) => "match points",
        (true, Some(_), _) => "points",
        (true, None, true) => NOMINAL,
        (true, None, false) => "Game Points",
    };
    let of = |(at, field): (usize, &Vec<usize>)| {
        let section = t.sections.get(at);
        TournamentResults {
            section: section.map(|section| section.label().to_owned()),
            promoted: section.map_or(0, |section| usize::from(section.promoted)),
            unit,
            names: field.iter().map(|e| roster.name(roster.ids()[*e]).to_owned()).collect(),
            entrants: field.clone(),
            meetings: Vec::new(),
            open: 0,
            byes: vec![Points::ZERO; field.len()],
            withdrawn: field.iter().map(|entrant| games.withdrawn[*entrant].clone()).collect(),
            cycles: t.cycles,
            win,
        }
    };
    let mut all: Vec<TournamentResults> = fields.iter().enumerate().map(of).collect();
    for bye in &t.byes {
        if let Some((section, at)) = roster.number(&bye.player).and_then(|entrant| seats[entrant]) {
            all[section].byes[at] += bye.points;
        }
    }
    for mut meeting in all_meetings(m, t, roster, sides, games) {
        let [Some((section, one)), Some((other_section, other))] = meeting.pair.map(|e| seats[e])
        else {
            continue;
        };
        if section == other_section {
            meeting.counts = meeting.finished && games.annulled(meeting.pair).is_none();
            meeting.pair = [one, other];
            all[section].meetings.push(meeting);
        }
    }
    for results in &mut all {
        let annulled = (0..results.names.len()).filter(|at| results.is_annulled(*at)).count();
        let left = results.names.len() - annulled;
        let due = left * left.saturating_sub(1) / 2 * usize::from(t.cycles);
        let counted = results.meetings.iter().filter(|meeting| meeting.counts).count();
        results.open = due.saturating_sub(counted);
    }
    all
}

/// A decided game of the match.
struct DecidedGame {
    pair: [usize; 2],
    points: [Points; 2],
    outcome: Option<Outcome>,
    forfeit: bool,
}

impl From<&DecidedGame> for Meeting {
    fn from(game: &DecidedGame) -> Meeting {
        Meeting {
            pair: game.pair,
            points: game.points,
            boards: game.points,
            winner: match game.outcome {
                Some(Outcome::Won(side)) => Some(side.at()),
                _ => None,
            },
            drawn: game.outcome == Some(Outcome::Draw),
            forfeit: game.forfeit,
            finished: true,
            counts: true,
        }
    }
}

/// Every meeting that is decided, and every team match that is begun, with entrants by their numbers in the match file.
fn all_meetings(
    m: &Match,
    t: &Tournament,
    roster: &Roster<'_>,
    sides: &HashMap<&str, &SideAssignment>,
    games: &CountedGames,
) -> Vec<Meeting> {
    let most = most_for_a_game(m, t, roster);
    let points = |kind: &GameKind, fixture: &Fixture, result| {
        game_points(m, kind, fixture, result, most).points
    };
    let decided = |at: usize| {
        let fixture = &m.games[at];
        let GameState::Over { outcome, manner, .. } = games.states[at] else { return None };
        let [south, north] = sides.get(fixture.id.as_str())?.pair()?;
        Some(DecidedGame {
            pair: [roster.number(south)?, roster.number(north)?],
            points: points(&roster.kind(fixture), fixture, (outcome, manner)),
            outcome,
            forfeit: manner == Manner::Forfeit,
        })
    };
    let boards = usize::from(t.boards);
    let mut list = Vec::new();
    if m.teams.is_empty() {
        list.extend((0..m.games.len()).filter_map(|at| Some(Meeting::from(&decided(at)?))));
    } else {
        let scale = t.match_scale();
        for meeting in meetings(m, t, roster, &games.states) {
            let begun = |at: &usize| {
                matches!(games.states[*at], GameState::Over { .. } | GameState::Void { .. })
            };
            let is_begun = meeting.iter().any(begun);
            let own: Vec<DecidedGame> = meeting.iter().filter_map(|at| decided(*at)).collect();
            let pair = own.first().map(|game| game.pair);
            let pair = pair.or_else(|| roster.pair(&m.games[meeting[0]]));
            if let (true, Some(pair)) = (is_begun, pair) {
                list.push(team_match(&scale, pair, &own, boards));
            }
        }
    }
    // Who withdrew loses the games that were never entered.
    let Some(kind) = event_kind(m, t, roster) else { return list };
    let absent = Fixture::default();
    for (_, pair) in not_entered(m, roster) {
        let gone = pair.map(|entrant| games.withdrawn[entrant].is_some());
        if gone == [false, false] || games.annulled(pair).is_some() {
            continue;
        }
        let outcome = lost(gone);
        let points = points(&kind, &absent, (outcome, Manner::Forfeit));
        let game = || DecidedGame { pair, points, outcome, forfeit: true };
        list.push(match m.teams.is_empty() {
            true => Meeting::from(&game()),
            false => {
                let own: Vec<DecidedGame> = (0..boards).map(|_| game()).collect();
                team_match(&t.match_scale(), pair, &own, boards)
            }
        });
    }
    list
}

/// A team match with the games that are decided of those on so many boards.
fn team_match(scale: &Scale, pair: [usize; 2], games: &[DecidedGame], most: usize) -> Meeting {
    let of = |team: usize| -> Points {
        let own = |g: &DecidedGame| g.pair.iter().position(|e| *e == team).map(|at| g.points[at]);
        games.iter().filter_map(own).sum()
    };
    let boards = pair.map(of);
    let finished = games.len() >= most;
    let forfeit = finished && games.iter().all(|g| g.forfeit);
    let nobody = forfeit && games.iter().all(|g| g.outcome.is_none());
    let loss = if forfeit { Points::ZERO } else { scale.loss };
    let (winner, points) = match boards[0].cmp(&boards[1]) {
        _ if !finished => (None, [Points::ZERO; 2]),
        Ordering::Greater => (Some(0), [scale.win, loss]),
        Ordering::Less => (Some(1), [loss, scale.win]),
        Ordering::Equal if nobody => (None, [Points::ZERO; 2]),
        Ordering::Equal => (None, [scale.draw; 2]),
    };
    let drawn = finished && winner.is_none() && !nobody;
    Meeting { pair, points, boards, winner, drawn, forfeit, finished, counts: finished }
}

//! The results of a tournament, gathered from its games: byes, forfeits, withdrawals and team matches included.

use super::fixture::Manner;
use super::kind::{GameKind, ResultPoints};
use super::model::Match;
use super::played::{self, GameState, RecordedGames};
use super::points::Points;
use super::sides::SideAssignments;
use super::tournament::{Scale, Tournament, WithdrawnResults};
use crate::rules::{Outcome, Side};

/// One meeting of two entrants: a game, or a team match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The two, by their numbers in the field from 0.
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
    /// Whether it counts; it does not when the results of one of the two are annulled.
    pub counts: bool,
}

impl Meeting {
    /// The place of that entrant in the pair, 0 or 1.
    pub fn seat(&self, entrant: usize) -> Option<usize> {
        self.pair.iter().position(|e| *e == entrant)
    }
}

/// What happened to an entrant who withdrew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withdrawn {
    /// What happens to the results.
    pub results: WithdrawnResults,
    /// Why, with the arithmetic of the half-played rule.
    pub why: String,
}

/// The entrants of a tournament with their results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentResults {
    /// The names, in the order of the match file.
    pub names: Vec<String>,
    /// The meetings that are decided.
    pub meetings: Vec<Meeting>,
    /// Points from byes, for each entrant.
    pub byes: Vec<Points>,
    /// Who withdrew, for each entrant.
    pub left: Vec<Option<Withdrawn>>,
    /// How often two entrants meet.
    pub cycles: u8,
    /// Points for a win, the most that a meeting gives.
    pub win: Points,
}

const MATCH_POINTS: Scale =
    Scale { win: Points::halves(4), draw: Points::halves(2), loss: Points::ZERO };

/// Gathers the results of a tournament; none where the match is not one.
pub fn field(
    m: &Match,
    sides: &SideAssignments,
    played: &RecordedGames,
) -> Option<TournamentResults> {
    let t = m.tournament.as_ref()?;
    let entrants = m.entrants();
    let number = |id: &str| entrants.iter().position(|e| e.id == id);
    let games = games(m, t, sides, played, &number);
    let teams = !m.teams.is_empty();
    let points = |bye: &super::tournament::Bye, i| number(&bye.player) == Some(i);
    let mut field = TournamentResults {
        names: entrants.iter().map(|e| e.name.to_owned()).collect(),
        byes: (0..entrants.len())
            .map(|i| t.byes.iter().filter(|bye| points(bye, i)).map(|bye| bye.points).sum())
            .collect(),
        left: vec![None; entrants.len()],
        cycles: t.cycles,
        win: win(m, t, teams),
        meetings: if teams {
            team_matches(t, games)
        } else {
            games.into_iter().map(|g| g.1).collect()
        },
    };
    withdraw(m, t, &mut field);
    Some(field)
}

/// The most that a meeting gives.
fn win(m: &Match, t: &Tournament, teams: bool) -> Points {
    if teams {
        return t.match_points.unwrap_or(MATCH_POINTS).win;
    }
    if let Some(scale) = t.scale {
        return scale.win;
    }
    let own = GameKind::ours(t.game.as_deref(), t.variation.as_deref());
    let worths = own.into_iter().chain(m.games.iter().map(|g| GameKind::of(m, g)));
    let wins = worths
        .filter_map(|kind| kind.scores)
        .flat_map(|worth| Side::BOTH.map(|side| worth.of(Some(Outcome::Won(side)))[side.at()]));
    wins.max().unwrap_or_default()
}

/// Every decided game with its round.
fn games(
    m: &Match,
    t: &Tournament,
    sides: &SideAssignments,
    played: &RecordedGames,
    number: &dyn Fn(&str) -> Option<usize>,
) -> Vec<(Option<u32>, Meeting)> {
    let mut list = Vec::new();
    for fixture in &m.games {
        let Ok(GameState::Over { outcome, manner, .. }) =
            played::state(fixture, played.get(&fixture.id))
        else {
            continue;
        };
        let Some([Some(south), Some(north)]) = sides.pair(&fixture.id).map(|p| p.map(number))
        else {
            continue;
        };
        let scale = t.scale.map(|s| ResultPoints::even(s.win, s.draw, s.loss));
        let worth = scale.or_else(|| GameKind::of(m, fixture).scores);
        let stated = fixture.points.map(|p| [p.south, p.north]);
        let own = worth.map(|worth| worth.of(outcome)).unwrap_or_default();
        let points = if scale.is_some() { own } else { stated.unwrap_or(own) };
        let meeting = Meeting {
            pair: [south, north],
            points,
            boards: points,
            winner: match outcome {
                Some(Outcome::Won(side)) => Some(side.at()),
                _ => None,
            },
            drawn: outcome == Some(Outcome::Draw),
            forfeit: manner == Manner::Forfeit,
            counts: true,
        };
        list.push((fixture.round, meeting));
    }
    list
}

/// The games of two teams in one round make a team match, once all boards are decided. Where rounds are not stated
/// the games count into matches in the order of the file.
fn team_matches(t: &Tournament, games: Vec<(Option<u32>, Meeting)>) -> Vec<Meeting> {
    let scale = t.match_points.unwrap_or(MATCH_POINTS);
    let boards = usize::from(t.boards);
    let mut open: Vec<(Option<u32>, Vec<Meeting>)> = Vec::new();
    for (round, game) in games {
        let same = |(other, list): &&mut (Option<u32>, Vec<Meeting>)| {
            *other == round
                && list.len() < boards
                && list.first().is_some_and(|g| g.pair.iter().all(|e| game.pair.contains(e)))
        };
        match open.iter_mut().find(same) {
            Some((_, list)) => list.push(game),
            None => open.push((round, vec![game])),
        }
    }
    let decided = open.into_iter().map(|(_, list)| list).filter(|list| list.len() == boards);
    decided.filter_map(|list| team_match(&scale, &list)).collect()
}

fn team_match(scale: &Scale, games: &[Meeting]) -> Option<Meeting> {
    let pair = games.first()?.pair;
    let of = |team: usize| -> Points {
        games.iter().filter_map(|g| Some(g.boards[g.seat(team)?])).sum()
    };
    let boards = pair.map(of);
    let forfeit = games.iter().all(|g| g.forfeit);
    let nobody = forfeit && games.iter().all(|g| g.winner.is_none());
    let (winner, points) = match boards[0].cmp(&boards[1]) {
        std::cmp::Ordering::Greater => (Some(0), [scale.win, scale.loss]),
        std::cmp::Ordering::Less => (Some(1), [scale.loss, scale.win]),
        std::cmp::Ordering::Equal if nobody => (None, [Points::ZERO; 2]),
        std::cmp::Ordering::Equal => (None, [scale.draw; 2]),
    };
    let drawn = winner.is_none() && !nobody;
    Some(Meeting { pair, points, boards, winner, drawn, forfeit, counts: true })
}

/// Applies the half-played rule: with half of the games played or more the results stay and what is missing is lost
/// by forfeit; otherwise nothing that the entrant played counts.
fn withdraw(m: &Match, t: &Tournament, field: &mut TournamentResults) {
    let size = field.names.len();
    let due = size.saturating_sub(1) * usize::from(t.cycles);
    for withdrawal in &t.withdrawals {
        let Some(who) = m.entrants().iter().position(|e| e.id == withdrawal.player) else {
            continue;
        };
        let own = field.meetings.iter().filter(|g| g.seat(who).is_some() && !g.forfeit).count();
        let half = if own * 2 >= due { WithdrawnResults::Kept } else { WithdrawnResults::Annulled };
        let verdict =
            if half == WithdrawnResults::Kept { "half or more" } else { "less than half" };
        let (results, why) = match withdrawal.results {
            Some(ruled) => (ruled, format!("{own} of {due} played; the arbiter decides")),
            None => (half, format!("{own} of {due} played, {verdict}")),
        };
        field.left[who] = Some(Withdrawn { results, why });
    }
    let annulled = |left: &[Option<Withdrawn>], e: usize| {
        left[e].as_ref().is_some_and(|l| l.results == WithdrawnResults::Annulled)
    };
    for meeting in &mut field.meetings {
        meeting.counts = !meeting.pair.iter().any(|e| annulled(&field.left, *e));
    }
    for one in 0..size {
        for other in one + 1..size {
            let gone = [one, other].map(|e| field.left[e].is_some());
            if gone == [false, false] || [one, other].iter().any(|e| annulled(&field.left, *e)) {
                continue;
            }
            let met = field.meetings.iter().filter(|g| g.seat(one).and(g.seat(other)).is_some());
            for _ in met.count()..usize::from(t.cycles) {
                field.meetings.push(forfeit([one, other], gone, field.win, t, m));
            }
        }
    }
}

fn forfeit(pair: [usize; 2], gone: [bool; 2], win: Points, t: &Tournament, m: &Match) -> Meeting {
    let to = |i: usize, points: Points| if gone[i] { Points::ZERO } else { points };
    let board = t.scale.map(|s| s.win).unwrap_or_else(|| self::win(m, t, false));
    let boards = if m.teams.is_empty() {
        win
    } else {
        Points::halves(board.in_halves().saturating_mul(i32::from(t.boards)))
    };
    Meeting {
        pair,
        points: [to(0, win), to(1, win)],
        boards: [to(0, boards), to(1, boards)],
        winner: gone.iter().position(|gone| !gone),
        drawn: false,
        forfeit: true,
        counts: true,
    }
}

//! The results of a tournament, gathered from its games: byes, forfeits, withdrawals and team matches included.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::fixtures::{GameState, Manner, RecordedGames, game_state};
use super::game_kind::{GameKind, ResultPoints, Roster};
use super::model::Match;
use super::points::Points;
use super::schedule::ascending;
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
    pub withdrawn: Vec<Option<Withdrawn>>,
    /// How often two entrants meet.
    pub cycles: u8,
    /// Points for a win, the most that a meeting gives.
    pub win: Points,
}

impl TournamentResults {
    /// Whether the entrant withdrew so early that none of the results count.
    pub fn is_annulled(&self, entrant: usize) -> bool {
        let withdrawn = self.withdrawn.get(entrant).and_then(Option::as_ref);
        withdrawn.is_some_and(|w| w.results == WithdrawnResults::Annulled)
    }
}

/// Match points of teams where the match file states none.
const MATCH_POINTS: Scale =
    Scale { win: Points::halves(4), draw: Points::halves(2), loss: Points::ZERO };

/// Gathers the results of a tournament; none where the match is not one. `sides` and `records` are those that
/// [`assign`](super::assign) gave and took.
pub fn tournament_results(
    m: &Match,
    sides: &SideAssignments,
    records: &RecordedGames,
) -> Option<TournamentResults> {
    let t = m.tournament.as_ref()?;
    let roster = Roster::of(m);
    let games = games(m, t, &roster, sides, records);
    let names: Vec<String> = m.entrants().iter().map(|e| e.name.to_owned()).collect();
    let mut byes = vec![Points::ZERO; names.len()];
    for bye in &t.byes {
        if let Some(entrant) = roster.number(&bye.player) {
            byes[entrant] += bye.points;
        }
    }
    let board_win = game_win(m, t);
    let (win, meetings) = if m.teams.is_empty() {
        (board_win, games.into_iter().map(|(_, game)| game).collect())
    } else {
        (t.match_points.unwrap_or(MATCH_POINTS).win, team_matches(t, games))
    };
    let withdrawn = vec![None; names.len()];
    let mut results = TournamentResults { names, byes, withdrawn, cycles: t.cycles, win, meetings };
    let boards = if m.teams.is_empty() { 1 } else { i32::from(t.boards) };
    let all_boards = Points::halves(board_win.in_halves().saturating_mul(boards));
    withdraw(t, &roster, all_boards, &mut results);
    Some(results)
}

/// The most that a game gives.
fn game_win(m: &Match, t: &Tournament) -> Points {
    if let Some(scale) = t.scale {
        return scale.win;
    }
    let own = GameKind::ours(t.game.as_deref(), t.variation.as_deref());
    let kinds = own.into_iter().chain(m.games.iter().map(|g| GameKind::of(m, g)));
    let wins = kinds
        .filter_map(|kind| kind.scores)
        .flat_map(|points| Side::BOTH.map(|side| points.of(Some(Outcome::Won(side)))[side.at()]));
    wins.max().unwrap_or_default()
}

/// Every decided game with its round.
fn games(
    m: &Match,
    t: &Tournament,
    roster: &Roster<'_>,
    sides: &SideAssignments,
    records: &RecordedGames,
) -> Vec<(Option<u32>, Meeting)> {
    let sides = sides.by_game();
    let mut list = Vec::new();
    for fixture in &m.games {
        let Ok(GameState::Over { outcome, manner, .. }) =
            game_state(fixture, records.get(&fixture.id))
        else {
            continue;
        };
        let sides = sides.get(fixture.id.as_str()).and_then(|a| a.sides.as_ref());
        let Some([Some(south), Some(north)]) =
            sides.map(|pair| pair.each_ref().map(|id| roster.number(id)))
        else {
            continue;
        };
        let scale = t.scale.map(|s| ResultPoints::even(s.win, s.draw, s.loss));
        let scores = scale.or_else(|| GameKind::of(m, fixture).scores);
        let stated = fixture.points.map(|p| [p.south, p.north]);
        let own = scores.map(|points| points.of(outcome)).unwrap_or_default();
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
    let mut matches: Vec<Vec<Meeting>> = Vec::new();
    // The last match of two teams in a round; the earlier ones are full.
    let mut last: HashMap<(Option<u32>, [usize; 2]), usize> = HashMap::new();
    for (round, game) in games {
        let key = (round, ascending(game.pair));
        match last.get(&key).filter(|at| matches[**at].len() < boards) {
            Some(at) => matches[*at].push(game),
            None => {
                last.insert(key, matches.len());
                matches.push(vec![game]);
            }
        }
    }
    let decided = matches.iter().filter(|list| list.len() == boards);
    decided.filter_map(|list| team_match(&scale, list)).collect()
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
        Ordering::Greater => (Some(0), [scale.win, scale.loss]),
        Ordering::Less => (Some(1), [scale.loss, scale.win]),
        Ordering::Equal if nobody => (None, [Points::ZERO; 2]),
        Ordering::Equal => (None, [scale.draw; 2]),
    };
    let drawn = winner.is_none() && !nobody;
    Some(Meeting { pair, points, boards, winner, drawn, forfeit, counts: true })
}

/// Applies the half-played rule: with half of the games played or more the results stay and what is missing is lost
/// by forfeit; otherwise nothing that the entrant played counts. `boards` is what a win by forfeit gives on all boards.
fn withdraw(t: &Tournament, roster: &Roster<'_>, boards: Points, all: &mut TournamentResults) {
    let size = all.names.len();
    let due = size.saturating_sub(1) * usize::from(t.cycles);
    for withdrawal in &t.withdrawals {
        let Some(who) = roster.number(&withdrawal.player) else { continue };
        let own = all.meetings.iter().filter(|g| g.seat(who).is_some() && !g.forfeit).count();
        let (half, verdict) = if own * 2 >= due {
            (WithdrawnResults::Kept, "half or more")
        } else {
            (WithdrawnResults::Annulled, "less than half")
        };
        let (results, why) = match withdrawal.results {
            Some(ruled) => (ruled, format!("{own} of {due} played; the arbiter decides")),
            None => (half, format!("{own} of {due} played, {verdict}")),
        };
        all.withdrawn[who] = Some(Withdrawn { results, why });
    }
    let annulled: Vec<bool> = (0..size).map(|entrant| all.is_annulled(entrant)).collect();
    for meeting in &mut all.meetings {
        meeting.counts = !meeting.pair.iter().any(|e| annulled[*e]);
    }
    let mut met: HashMap<[usize; 2], usize> = HashMap::new();
    for meeting in &all.meetings {
        *met.entry(ascending(meeting.pair)).or_default() += 1;
    }
    for one in 0..size {
        for other in one + 1..size {
            let gone = [one, other].map(|e| all.withdrawn[e].is_some());
            if gone == [false, false] || annulled[one] || annulled[other] {
                continue;
            }
            let played = met.get(&[one, other]).copied().unwrap_or_default();
            for _ in played..usize::from(t.cycles) {
                all.meetings.push(forfeit([one, other], gone, all.win, boards));
            }
        }
    }
}

/// A meeting that those who are gone lose without play.
fn forfeit(pair: [usize; 2], gone: [bool; 2], win: Points, boards: Points) -> Meeting {
    let to_present = |points| gone.map(|gone| if gone { Points::ZERO } else { points });
    Meeting {
        pair,
        points: to_present(win),
        boards: to_present(boards),
        winner: gone.iter().position(|gone| !gone),
        drawn: false,
        forfeit: true,
        counts: true,
    }
}

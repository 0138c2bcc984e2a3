//! The games of a match as they count once withdrawals are applied: what is not played is lost, or does not count.

use std::collections::HashMap;

use super::fault::MatchFault;
use super::fixtures::{GameState, Manner, RecordedGames, game_state};
use super::game_kind::Roster;
use super::model::Match;
use super::schedule::{ascending, fields};
use super::sides::SideAssignment;
use super::tournament::{Tournament, WithdrawnResults};
use crate::rules::{Outcome, Side};

/// What happened to an entrant who withdrew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withdrawn {
    /// What happens to the results.
    pub results: WithdrawnResults,
    /// Why, with the arithmetic of the half-played rule.
    pub why: String,
}

/// The games of a match as they count.
pub(super) struct CountedGames {
    /// How far each game is, in the order of the match file. One that somebody who withdrew will not play is lost by
    /// forfeit, or void where his results are annulled.
    pub(super) states: Vec<GameState>,
    /// Who withdrew, for each entrant.
    pub(super) withdrawn: Vec<Option<Withdrawn>>,
    /// Contradictions of file and records.
    pub(super) faults: Vec<MatchFault>,
}

impl CountedGames {
    /// The games as they stand in `sides` and `records`; a game of which file and record tell different results counts as
    /// being played.
    pub(super) fn of(
        m: &Match,
        roster: &Roster<'_>,
        sides: &HashMap<&str, &SideAssignment>,
        records: &RecordedGames,
    ) -> CountedGames {
        let mut faults = Vec::new();
        let mut states = Vec::new();
        for (at, fixture) in m.games.iter().enumerate() {
            let state = game_state(fixture, records.get(&fixture.id)).unwrap_or_else(|fault| {
                faults.push(fault.within("games", at));
                GameState::Running
            });
            states.push(state);
        }
        let withdrawn = m
            .tournament
            .as_ref()
            .map_or_else(|| vec![None; roster.ids().len()], |t| verdicts(m, t, roster, &states));
        let mut games = CountedGames { states, withdrawn, faults };
        if games.withdrawn.iter().any(Option::is_some) {
            games.withdraw(m, roster, sides);
        }
        games
    }

    /// The one of the two whose results are annulled, if any are.
    pub(super) fn annulled(&self, pair: [usize; 2]) -> Option<(usize, &Withdrawn)> {
        pair.into_iter().find_map(|entrant| {
            let withdrawn = self.withdrawn.get(entrant)?.as_ref()?;
            (withdrawn.results == WithdrawnResults::Annulled).then_some((entrant, withdrawn))
        })
    }

    fn withdraw(&mut self, m: &Match, roster: &Roster<'_>, sides: &HashMap<&str, &SideAssignment>) {
        for (at, fixture) in m.games.iter().enumerate() {
            if self.states[at].is_closed() {
                continue;
            }
            let known = sides.get(fixture.id.as_str()).and_then(|a| a.pair());
            let known = known
                .and_then(|[south, north]| Some([roster.number(south)?, roster.number(north)?]));
            let Some(pair) = known.or_else(|| roster.pair(fixture)) else { continue };
            let gone = pair.map(|entrant| self.withdrawn[entrant].is_some());
            let who: Vec<&str> = (pair.into_iter().zip(gone))
                .filter(|(_, gone)| *gone)
                .map(|(entrant, _)| roster.name(roster.ids()[entrant]))
                .collect();
            let why = format!("{} withdrew", who.join(" and "));
            if gone == [false, false] {
                continue;
            }
            self.states[at] = match (self.annulled(pair), lost(gone)) {
                (Some(_), _) => GameState::Void { reason: why },
                // Whoever is there wins, but on which side he would have played is not known.
                (None, Some(Outcome::Won(_))) if known.is_none() => GameState::Void { reason: why },
                (None, outcome) => {
                    GameState::Over { outcome, manner: Manner::Forfeit, ending: why }
                }
            };
        }
    }
}

/// The outcome of a game that those who are gone lose without play; none when both are.
pub(super) fn lost(gone: [bool; 2]) -> Option<Outcome> {
    match gone {
        [true, true] => None,
        [true, false] => Some(Outcome::Won(Side::North)),
        _ => Some(Outcome::Won(Side::South)),
    }
}

/// The games of each meeting by their places in the match file: one of single players, all boards of a team match. The
/// games of two teams in one round make a team match. Where rounds are not stated the games count into matches in the
/// order of the file. A game on the board of a void one takes its place.
pub(super) fn meetings(
    m: &Match,
    t: &Tournament,
    roster: &Roster<'_>,
    states: &[GameState],
) -> Vec<Vec<usize>> {
    let is_void = |at: usize| matches!(states[at], GameState::Void { .. });
    let boards = usize::from(t.boards);
    let mut meetings: Vec<Vec<usize>> = Vec::new();
    // The last meeting of two in a round; the earlier ones are full.
    let mut last: HashMap<(Option<u32>, [usize; 2]), usize> = HashMap::new();
    for (at, fixture) in m.games.iter().enumerate() {
        let Some(pair) = roster.pair(fixture) else {
            meetings.push(vec![at]);
            continue;
        };
        let key = (fixture.round, ascending(pair));
        let replaced = last.get(&key).and_then(|meeting| {
            let board = |other: &usize| m.games[*other].board;
            let same = |other: &&mut usize| {
                is_void(**other) && fixture.board.is_some() && board(other) == fixture.board
            };
            meetings[*meeting].iter_mut().find(same)
        });
        if let Some(replaced) = replaced {
            *replaced = at;
            continue;
        }
        match last.get(&key).filter(|at| meetings[**at].len() < boards) {
            Some(meeting) => meetings[*meeting].push(at),
            None => {
                last.insert(key, meetings.len());
                meetings.push(vec![at]);
            }
        }
    }
    meetings
}

/// Applies the half-played rule: with half of the games played or more the results stay and what is missing is lost
/// by forfeit; otherwise nothing that the entrant played counts.
fn verdicts(
    m: &Match,
    t: &Tournament,
    roster: &Roster<'_>,
    states: &[GameState],
) -> Vec<Option<Withdrawn>> {
    let mut withdrawn = vec![None; roster.ids().len()];
    if t.withdrawals.is_empty() {
        return withdrawn;
    }
    let mut played = vec![0; withdrawn.len()];
    for meeting in meetings(m, t, roster, states) {
        let over = meeting.iter().all(|at| matches!(states[*at], GameState::Over { .. }));
        let forfeit =
            |at: &usize| matches!(states[*at], GameState::Over { manner: Manner::Forfeit, .. });
        let whole = meeting.len() == usize::from(t.boards);
        if over && whole && !meeting.iter().all(forfeit) {
            let pair = roster.pair(&m.games[meeting[0]]);
            pair.into_iter().flatten().for_each(|entrant| played[entrant] += 1);
        }
    }
    let mut due = vec![0; withdrawn.len()];
    for field in fields(t, roster) {
        let most = field.len().saturating_sub(1) * usize::from(t.cycles);
        field.iter().for_each(|entrant| due[*entrant] = most);
    }
    for withdrawal in &t.withdrawals {
        let Some(who) = roster.number(&withdrawal.player) else { continue };
        let (own, due) = (played[who], due[who]);
        let (half, verdict) = if own * 2 >= due {
            (WithdrawnResults::Kept, "half or more")
        } else {
            (WithdrawnResults::Annulled, "less than half")
        };
        let (results, why) = match withdrawal.results {
            Some(ruled) => (ruled, format!("{own} of {due} played; the arbiter decides")),
            None => (half, format!("{own} of {due} played, {verdict}")),
        };
        withdrawn[who] = Some(Withdrawn { results, why });
    }
    withdrawn
}

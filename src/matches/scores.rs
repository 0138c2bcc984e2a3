//! What each game scored and what the match stands at, with the arithmetic in words.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::fault::{MatchFault, ValuePath};
use super::fixtures::{Fixture, GameState, Manner, RecordedGames, game_state};
use super::game_kind::{GameKind, ResultPoints};
use super::model::{Grouping, Match};
use super::points::{Points, sum_in_words};
use super::sides::{SideAssignment, SideAssignments};
use crate::rules::{Outcome, Side};

/// What one game scored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameScore {
    /// The game's id in the match.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// The ids of South and North, where decided.
    pub sides: Option<[String; 2]>,
    /// How far it is, such as `north won by forfeit`, `unplayed` or `void`.
    pub state: String,
    /// Whether nothing more is to be played in it.
    pub closed: bool,
    /// Whether it was drawn.
    pub drawn: bool,
    /// Nominal Points, South's first, for games that have them (S2, S3).
    pub nominal: Option<[Points; 2]>,
    /// Game Points, South's first; the Win Bonus of a tie-break among them.
    pub points: [Points; 2],
    /// The rule that gives the points.
    pub rule: &'static str,
    /// How the points come about, in words.
    pub arithmetic: String,
}

/// How a grouping stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overall {
    /// Games are still to be played.
    Open,
    /// The totals are level.
    Level,
    /// The entrant of that id has more points.
    Won(String),
}

/// What a grouping adds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GroupingScore {
    /// The grouping's id.
    pub grouping: String,
    /// Its title.
    pub title: String,
    /// Game Points over its games, without a tie-break, for each entrant in the order of the match.
    pub totals: Vec<Points>,
    /// How it stands over its games.
    pub overall: Overall,
    /// The bonus paid here, for each entrant; a tie-break pays it in its own game instead (S5).
    pub bonus: Vec<Points>,
    /// How it comes about, in words.
    pub arithmetic: String,
}

/// The scores of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MatchScore {
    /// The ids of the entrants, the first-named first.
    pub entrants: Vec<String>,
    /// One line per game, in the order of the match file.
    pub lines: Vec<GameScore>,
    /// One line per grouping.
    pub groupings: Vec<GroupingScore>,
    /// Game Points in all, for each entrant.
    pub points: Vec<Points>,
    /// Nominal Points in all, for each entrant; never added to Game Points (S4).
    pub nominal: Vec<Points>,
    /// The sum of the Game Points in words, for each entrant.
    pub arithmetic: Vec<String>,
    /// Every contradiction.
    #[serde(skip)]
    pub faults: Vec<MatchFault>,
}

impl MatchScore {
    /// The line of a game.
    pub fn game(&self, game: &str) -> Option<&GameScore> {
        self.lines.iter().find(|line| line.game == game)
    }
}

/// Scores the match. `sides` and `records` are those that [`assign`](super::assign) gave and took.
///
/// Where the match file and a record tell different results, the game counts as still being played.
pub fn score(m: &Match, sides: &SideAssignments, records: &RecordedGames) -> MatchScore {
    let entrants: Vec<String> = m.entrants().iter().map(|e| e.id.to_owned()).collect();
    let mut faults = Vec::new();
    let mut states = Vec::new();
    for (at, fixture) in m.games.iter().enumerate() {
        let state = game_state(fixture, records.get(&fixture.id)).unwrap_or_else(|fault| {
            faults.push(fault.within("games", at));
            GameState::Running
        });
        states.push(state);
    }
    let tie_breaks = m.tie_breaks();
    let mut scorer = Scorer {
        m,
        sides: sides.by_game(),
        states,
        numbers: m.games.iter().enumerate().rev().map(|(i, g)| (g.id.as_str(), i)).collect(),
        entrants: entrants.iter().enumerate().rev().map(|(i, id)| (id.as_str(), i)).collect(),
        faults,
    };
    let alone = |id: &str| !tie_breaks.contains_key(id);
    let mut lines: Vec<Option<GameScore>> =
        (0..m.games.len()).map(|at| alone(&m.games[at].id).then(|| scorer.game(at))).collect();
    let mut groupings = Vec::new();
    for grouping in &m.groupings {
        let score = scorer.grouping(grouping, &lines);
        for (place, id) in grouping.tiebreak.iter().enumerate() {
            if let Some(at) = scorer.numbers.get(id.as_str()).copied() {
                lines[at] = Some(scorer.tie_break(at, place, grouping, &score.overall));
            }
        }
        groupings.push(score);
    }
    let lines: Vec<GameScore> = lines.into_iter().flatten().collect();
    let (points, nominal, arithmetic) = scorer.totals(&lines, &groupings);
    let faults = scorer.faults;
    MatchScore { points, nominal, arithmetic, entrants, lines, groupings, faults }
}

struct Scorer<'a> {
    m: &'a Match,
    sides: HashMap<&'a str, &'a SideAssignment>,
    /// How far each game of the match is.
    states: Vec<GameState>,
    /// The games' places in the match file.
    numbers: HashMap<&'a str, usize>,
    /// The entrants' places in the match file.
    entrants: HashMap<&'a str, usize>,
    faults: Vec<MatchFault>,
}

impl Scorer<'_> {
    fn blank(&self, fixture: &Fixture, kind: &GameKind, state: &GameState) -> GameScore {
        GameScore {
            game: fixture.id.clone(),
            title: kind.title.clone(),
            sides: self.sides.get(fixture.id.as_str()).and_then(|a| a.sides.clone()),
            state: state.words(),
            closed: state.is_closed(),
            drawn: state.is_drawn(),
            nominal: None,
            points: [Points::ZERO; 2],
            rule: "M4",
            arithmetic: idle(state),
        }
    }

    /// Whether the game of that id ended in a draw.
    fn is_drawn(&self, id: &str) -> bool {
        self.numbers.get(id).is_some_and(|at| self.states[*at].is_drawn())
    }

    fn fault(&mut self, at: usize, rule: &'static str, message: String) {
        let path = ValuePath::item("games", at).then("id");
        self.faults.push(MatchFault::new(path, message).rule(rule));
    }

    fn unknown_sides(&mut self, at: usize) {
        let game = &self.m.games[at].id;
        let message =
            format!("{game} is over, but who had which side is not known; it scores nothing");
        self.fault(at, "M4", message);
    }

    /// The score of a game that counts on its own.
    fn game(&mut self, at: usize) -> GameScore {
        let fixture = &self.m.games[at];
        let kind = GameKind::of(self.m, fixture);
        let state = self.states[at].clone();
        let mut line = self.blank(fixture, &kind, &state);
        let GameState::Over { outcome, .. } = state else { return line };
        if line.sides.is_none() {
            self.unknown_sides(at);
            line.arithmetic = "no points, since nobody knows who had which side".into();
            return line;
        }
        let stated = fixture.points.map(|p| [p.south, p.north]);
        let points = stated.or_else(|| kind.scores.map(|worth| worth.of(outcome)));
        let points = points.unwrap_or_default();
        if kind.scores.is_some_and(|worth| worth.nominal) {
            line.nominal = Some(points);
            line.rule = "S2";
            line.arithmetic = format!(
                "{}: Nominal Points only, {}",
                self.result(&line, &state),
                self.split(&line, points)
            );
            return line;
        }
        line.points = points;
        line.rule = match (&kind.tie_break, stated, kind.known) {
            (Some(_), ..) => "S1",
            (None, Some(_), _) | (None, None, false) => "M3",
            (None, None, true) => "M4",
        };
        let source = if stated.is_some() { ", as stated" } else { "" };
        line.arithmetic =
            format!("{}: {}{source}", self.result(&line, &state), self.split(&line, points));
        line
    }

    /// The score of a game of a tie-break (S3).
    fn tie_break(
        &mut self,
        at: usize,
        place: usize,
        grouping: &Grouping,
        overall: &Overall,
    ) -> GameScore {
        let fixture = &self.m.games[at];
        let kind = GameKind::of(self.m, fixture);
        let state = self.states[at].clone();
        let mut line = self.blank(fixture, &kind, &state);
        line.rule = "S3";
        let before = place.checked_sub(1).map(|i| grouping.tiebreak[i].as_str());
        let begun = !matches!(state, GameState::Unplayed | GameState::Void { .. });
        if *overall != Overall::Level {
            line.rule = "S5";
            if begun {
                let (game, label) = (&line.game, grouping.label());
                let message =
                    format!("{game} was begun though {label} was not level; it scores no bonus");
                self.fault(at, "S5", message);
            }
            line.arithmetic = match overall {
                Overall::Open => format!("played only if {} ends level", grouping.label()),
                _ => format!("not needed, since {} is not level", grouping.label()),
            };
            return line;
        }
        if let Some(before) = before.filter(|before| !self.is_drawn(before)) {
            if begun {
                let game = &line.game;
                let message =
                    format!("{game} was begun though {before} was not drawn; it scores nothing");
                self.fault(at, "S3", message);
            }
            line.arithmetic = format!("played only if {before} is drawn");
            return line;
        }
        // A void game that counts for itself is over; one that had to decide has to be played again.
        line.closed = matches!(state, GameState::Over { .. });
        let GameState::Over { outcome, .. } = state else { return line };
        let (Some(tie_break), Some(worth), true) =
            (kind.tie_break, kind.scores, line.sides.is_some())
        else {
            self.unknown_sides(at);
            return line;
        };
        let nominal = worth.of(outcome);
        line.nominal = Some(nominal);
        line.points = ResultPoints::from(tie_break.bonus).of(outcome);
        let result = self.result(&line, &state);
        let nominal = self.split(&line, nominal);
        line.arithmetic = match (line.points, tie_break.after_draw) {
            ([Points::ZERO, Points::ZERO], Some(next)) if outcome == Some(Outcome::Draw) => {
                format!("{result}: Nominal Points {nominal}; the {next} variation decides")
            }
            (points, _) => {
                let bonus = self.split(&line, points);
                format!("{result}: Nominal Points {nominal}; Win Bonus in Game Points {bonus}")
            }
        };
        line
    }

    /// The result in words with the winner's name.
    fn result(&self, line: &GameScore, state: &GameState) -> String {
        let GameState::Over { outcome, manner, ending } = state else {
            return state.words();
        };
        let name = |side: Side| {
            let id = line.sides.as_ref().map_or("", |sides| sides[side.at()].as_str());
            format!("{} ({})", self.m.name_of(id), side.name())
        };
        let result = match outcome {
            Some(Outcome::Won(side)) => format!("{} won", name(*side)),
            Some(Outcome::Draw) => "draw".into(),
            None => "both lost".into(),
        };
        let manner = match manner {
            Manner::Play => "",
            Manner::Forfeit => " by forfeit, not by play",
            Manner::Adjudication => " by the arbiter's decision",
        };
        match ending.as_str() {
            "" => format!("{result}{manner}"),
            ending => format!("{result}{manner} ({ending})"),
        }
    }

    /// Points by name, such as `3 to Anna Ek, 0 to Ben Ode`.
    fn split(&self, line: &GameScore, points: [Points; 2]) -> String {
        let sides = line.sides.as_ref();
        let to = |seat: usize| {
            let id = sides.map_or("", |sides| sides[seat].as_str());
            format!("{} to {}", points[seat], self.m.name_of(id))
        };
        format!("{}, {}", to(0), to(1))
    }

    /// What a grouping adds. `lines` are the scores so far, in the order of the match file.
    fn grouping(&self, grouping: &Grouping, lines: &[Option<GameScore>]) -> GroupingScore {
        let games: BTreeSet<usize> =
            grouping.games.iter().filter_map(|id| self.numbers.get(id.as_str()).copied()).collect();
        let own: Vec<&GameScore> = games.iter().filter_map(|at| lines[*at].as_ref()).collect();
        let entrants = self.m.entrants();
        let mut addends: Vec<Vec<Points>> = vec![Vec::new(); entrants.len()];
        for line in own.iter().filter(|line| line.closed) {
            for (id, points) in line.sides.iter().flatten().zip(line.points) {
                if let Some(entrant) = self.entrants.get(id.as_str()) {
                    addends[*entrant].push(points);
                }
            }
        }
        let totals: Vec<Points> = addends.iter().map(|list| list.iter().copied().sum()).collect();
        let best = totals.iter().copied().max().unwrap_or_default();
        let mut leaders = entrants.iter().zip(&totals).filter(|(_, total)| **total == best);
        let overall = match (own.iter().all(|line| line.closed), leaders.next(), leaders.next()) {
            (false, ..) | (_, None, _) => Overall::Open,
            (true, Some((winner, _)), None) => Overall::Won(winner.id.to_owned()),
            (true, Some(_), Some(_)) => Overall::Level,
        };
        let bonus = entrants
            .iter()
            .map(|entrant| match &overall {
                Overall::Won(winner) if winner == entrant.id => grouping.bonus,
                _ => Points::ZERO,
            })
            .collect();
        let mut parts: Vec<String> = entrants
            .iter()
            .zip(&addends)
            .filter(|(_, list)| !list.is_empty())
            .map(|(entrant, list)| format!("{} {}", entrant.name, sum_in_words(list)))
            .collect();
        let verdict = match &overall {
            Overall::Open => "games are open".to_owned(),
            Overall::Won(id) => {
                format!("{} won overall: bonus {}", self.m.name_of(id), grouping.bonus)
            }
            Overall::Level if grouping.tiebreak.is_empty() => {
                "level, so nobody gets the bonus".into()
            }
            Overall::Level => "level, so the tie-break decides and pays the bonus (S5)".into(),
        };
        parts.push(verdict);
        GroupingScore {
            grouping: grouping.id.clone(),
            title: grouping.label().to_owned(),
            totals,
            overall,
            bonus,
            arithmetic: parts.join("; "),
        }
    }

    /// For each entrant all Game Points, all Nominal Points, and the sum of the Game Points in words.
    fn totals(
        &self,
        lines: &[GameScore],
        groupings: &[GroupingScore],
    ) -> (Vec<Points>, Vec<Points>, Vec<String>) {
        let entrants = self.m.players.len() + self.m.teams.len();
        let mut addends: Vec<Vec<Points>> = vec![Vec::new(); entrants];
        let mut nominal = vec![Points::ZERO; entrants];
        for line in lines {
            for (seat, id) in line.sides.iter().flatten().enumerate() {
                let Some(entrant) = self.entrants.get(id.as_str()).copied() else { continue };
                if line.closed {
                    addends[entrant].push(line.points[seat]);
                }
                nominal[entrant] += line.nominal.map_or(Points::ZERO, |n| n[seat]);
            }
        }
        for grouping in groupings {
            for (list, bonus) in addends.iter_mut().zip(&grouping.bonus) {
                if *bonus != Points::ZERO {
                    list.push(*bonus);
                }
            }
        }
        let points = addends.iter().map(|list| list.iter().copied().sum()).collect();
        (points, nominal, addends.iter().map(|list| sum_in_words(list)).collect())
    }
}

/// Why a game that is not over scores nothing.
fn idle(state: &GameState) -> String {
    match state {
        GameState::Unplayed => "not played yet".into(),
        GameState::Running => "still being played".into(),
        GameState::Void { reason } if reason.is_empty() => "void: it does not count".into(),
        GameState::Void { reason } => format!("void: it does not count ({reason})"),
        GameState::Over { .. } => String::new(),
    }
}

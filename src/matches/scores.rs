//! What each game scored and what the match stands at, with the arithmetic in words.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::check_tournament::surplus;
use super::fault::{MatchFault, ValuePath};
use super::fixtures::{Fixture, GameState, Manner, RecordedGames};
use super::game_kind::{GameKind, ResultPoints, Roster};
use super::game_points::{PointSource, game_points, most_for_a_game};
use super::model::{Grouping, Match};
use super::points::{Points, sum_in_words};
use super::results::gather;
use super::sides::{SideAssignment, SideAssignments};
use super::withdrawals::CountedGames;
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

/// How the tie-break of a grouping stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum TieBreakStatus {
    /// A game that the match file lists is to be begun or finished.
    Open {
        /// Its id in the match.
        game: String,
        /// The id of the game that it goes on from or is played again for, if it is not the first.
        after: Option<String>,
    },
    /// A game has to follow that the match file does not list.
    Missing {
        /// The id of the game before.
        after: String,
    },
    /// It is over.
    Decided {
        /// The id of who has the bonus; none when both lost.
        winner: Option<String>,
    },
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
    /// How its tie-break stands; none where it has none or needs none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_break: Option<TieBreakStatus>,
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
/// Where the match file and a record tell different results, the game counts as still being played. In a tournament the
/// points are those of its standings (of teams, those on all boards): by its scale, with byes, and with withdrawals.
pub fn score(m: &Match, sides: &SideAssignments, records: &RecordedGames) -> MatchScore {
    let roster = Roster::of(m);
    let sides = sides.by_game();
    let mut games = CountedGames::of(m, &roster, &sides, records);
    let mut faults = std::mem::take(&mut games.faults);
    faults.extend(surplus(m, &roster, &games.states));
    let most = m.tournament.as_ref().map(|t| most_for_a_game(m, t, &roster));
    let mut scorer = Scorer {
        m,
        roster: &roster,
        sides,
        games,
        most: most.unwrap_or_default(),
        numbers: m.games.iter().enumerate().rev().map(|(i, g)| (g.id.as_str(), i)).collect(),
        faults,
    };
    let tie_breaks = m.tie_breaks();
    let alone = |id: &str| !tie_breaks.contains_key(id);
    let mut lines: Vec<Option<GameScore>> =
        (0..m.games.len()).map(|at| alone(&m.games[at].id).then(|| scorer.game(at))).collect();
    let mut groupings = Vec::new();
    for grouping in &m.groupings {
        let mut score = scorer.grouping(grouping, &lines);
        if score.overall == Overall::Level {
            score.tie_break = scorer.decide(grouping, &mut lines);
        }
        for id in &grouping.tiebreak {
            if let Some(at) = scorer.numbers.get(id.as_str()).copied()
                && lines[at].is_none()
            {
                lines[at] = Some(scorer.not_due(at, grouping, &score));
            }
        }
        if let Some(TieBreakStatus::Decided { winner }) = &score.tie_break {
            let words = match winner {
                Some(winner) => format!("; {} won the tie-break", roster.name(winner)),
                None => "; both lost the tie-break, so nobody gets the bonus".to_owned(),
            };
            score.arithmetic.push_str(&words);
        }
        groupings.push(score);
    }
    let lines: Vec<GameScore> = lines.into_iter().flatten().collect();
    let entrants: Vec<String> = roster.ids().iter().map(|id| (*id).to_owned()).collect();
    let (points, nominal, arithmetic) = scorer.totals(&lines, &groupings);
    let faults = scorer.faults;
    MatchScore { points, nominal, arithmetic, entrants, lines, groupings, faults }
}

struct Scorer<'a> {
    m: &'a Match,
    roster: &'a Roster<'a>,
    sides: HashMap<&'a str, &'a SideAssignment>,
    games: CountedGames,
    /// The most that a game of the tournament gives.
    most: Points,
    /// The games' places in the match file.
    numbers: HashMap<&'a str, usize>,
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
        let kind = self.roster.kind(fixture);
        let state = self.games.states[at].clone();
        let mut line = self.blank(fixture, &kind, &state);
        let seats = line.sides.as_ref().and_then(|[south, north]| {
            Some([self.roster.number(south)?, self.roster.number(north)?])
        });
        let pair = seats.or_else(|| self.roster.pair(fixture));
        let annulled = pair.and_then(|pair| self.games.annulled(pair));
        let is_team_match = self.m.tournament.is_some() && !self.m.teams.is_empty();
        let gone = |entrant: usize| self.games.withdrawn[entrant].is_some();
        let both_here = pair.is_some_and(|pair| !pair.into_iter().any(gone));
        if matches!(state, GameState::Void { .. }) && is_team_match && both_here {
            // The other boards wait for this one.
            line.closed = false;
        }
        let GameState::Over { outcome, manner, .. } = state else { return line };
        if line.sides.is_none() {
            self.unknown_sides(at);
            line.arithmetic = "no points, since nobody knows who had which side".into();
            return line;
        }
        let result = self.result(&line, &state);
        if let Some((who, withdrawn)) = annulled {
            let name = self.roster.name(self.roster.ids()[who]);
            line.arithmetic =
                format!("{result}: it does not count, since {name} withdrew ({})", withdrawn.why);
            return line;
        }
        let worth = game_points(self.m, &kind, fixture, (outcome, manner), self.most);
        let split = self.split(&line, worth.points);
        if worth.nominal {
            line.nominal = Some(worth.points);
            line.rule = "S2";
            line.arithmetic = format!("{result}: Nominal Points only, {split}");
            return line;
        }
        line.points = worth.points;
        line.rule = match (worth.source, &kind.tie_break, kind.known) {
            (PointSource::Scale, ..) => "M4",
            (_, Some(_), _) => "S1",
            (PointSource::Stated, ..) | (_, None, false) => "M3",
            (PointSource::Rules, None, true) => "M4",
        };
        let source = match worth.source {
            PointSource::Rules => "",
            PointSource::Stated => ", as stated",
            PointSource::Scale => ", by the tournament's scale",
        };
        line.arithmetic = format!("{result}: {split}{source}");
        line
    }

    /// Plays the tie-break of a level grouping as far as it goes, fills in the lines of its games in turn, and says how it
    /// stands (S3). A void game is played again.
    fn decide(
        &mut self,
        grouping: &Grouping,
        lines: &mut [Option<GameScore>],
    ) -> Option<TieBreakStatus> {
        let places = grouping.tiebreak.iter().filter_map(|id| self.numbers.get(id.as_str()));
        let places: Vec<usize> = places.copied().collect();
        let kind = |at: usize| self.roster.kind(&self.m.games[at]);
        let kinds: Vec<(usize, GameKind)> = places.iter().map(|at| (*at, kind(*at))).collect();
        let mut due = kinds.first()?.1.variation.clone();
        let mut after: Option<String> = None;
        loop {
            let in_turn =
                |(at, kind): &&(usize, GameKind)| lines[*at].is_none() && kind.variation == due;
            let Some((at, kind)) = kinds.iter().find(in_turn) else {
                return after.map(|after| TieBreakStatus::Missing { after });
            };
            let line = self.tie_break(*at, kind);
            let game = line.game.clone();
            let state = self.games.states[*at].clone();
            let winner = match line.points[0].cmp(&line.points[1]) {
                Ordering::Greater => line.sides.as_ref().map(|sides| sides[0].clone()),
                Ordering::Less => line.sides.as_ref().map(|sides| sides[1].clone()),
                Ordering::Equal => None,
            };
            lines[*at] = Some(line);
            let follows = kind.tie_break.and_then(|tie_break| tie_break.after_draw);
            match (state, follows) {
                (GameState::Void { .. }, _) => {}
                (GameState::Over { outcome: Some(Outcome::Draw), .. }, Some(next)) => {
                    due = Some(next.to_owned());
                }
                (GameState::Over { .. }, _) => return Some(TieBreakStatus::Decided { winner }),
                _ => return Some(TieBreakStatus::Open { game, after }),
            }
            after = Some(game);
        }
    }

    /// The score of a game of a tie-break whose turn has come (S3).
    fn tie_break(&mut self, at: usize, kind: &GameKind) -> GameScore {
        let fixture = &self.m.games[at];
        let state = self.games.states[at].clone();
        let mut line = self.blank(fixture, kind, &state);
        line.rule = "S3";
        if let GameState::Void { .. } = state {
            line.arithmetic.push_str("; it is played again");
        }
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

    /// The line of a game of a tie-break whose turn has not come.
    fn not_due(&mut self, at: usize, grouping: &Grouping, score: &GroupingScore) -> GameScore {
        let fixture = &self.m.games[at];
        let kind = self.roster.kind(fixture);
        let state = self.games.states[at].clone();
        let mut line = self.blank(fixture, &kind, &state);
        let begun = !matches!(state, GameState::Unplayed | GameState::Void { .. });
        let (game, label) = (line.game.clone(), grouping.label());
        if score.overall != Overall::Level {
            line.rule = "S5";
            if begun {
                let message =
                    format!("{game} was begun though {label} was not level; it scores no bonus");
                self.fault(at, "S5", message);
            }
            line.arithmetic = match score.overall {
                Overall::Open => format!("played only if {label} ends level"),
                _ => format!("not needed, since {label} is not level"),
            };
            return line;
        }
        line.rule = "S3";
        let variation = |id: &String| {
            let at = self.numbers.get(id.as_str())?;
            self.m.games[*at].variation.as_ref()
        };
        let before: Vec<&String> = grouping.tiebreak.iter().take_while(|id| **id != game).collect();
        let again = before.iter().rfind(|id| variation(id) == fixture.variation.as_ref());
        let (before, how) = match (again, before.last()) {
            (Some(again), _) => (*again, "void"),
            (None, Some(last)) => (*last, "drawn"),
            (None, None) => (&game, "due"),
        };
        if begun {
            let message =
                format!("{game} was begun though {before} was not {how}; it scores nothing");
            self.fault(at, "S3", message);
        }
        line.arithmetic = format!("played only if {before} is {how}");
        line
    }

    /// The result in words with the winner's name.
    fn result(&self, line: &GameScore, state: &GameState) -> String {
        let GameState::Over { outcome, manner, ending } = state else {
            return state.words();
        };
        let name = |side: Side| {
            let id = line.sides.as_ref().map_or("", |sides| sides[side.at()].as_str());
            format!("{} ({})", self.roster.name(id), side.name())
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
            format!("{} to {}", points[seat], self.roster.name(id))
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
                if let Some(entrant) = self.roster.number(id) {
                    addends[entrant].push(points);
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
                format!("{} won overall: bonus {}", self.roster.name(id), grouping.bonus)
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
            tie_break: None,
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
                let Some(entrant) = self.roster.number(id) else { continue };
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
        // Byes, and games that were lost by withdrawal before they were entered.
        let alone = self.m.tournament.as_ref().filter(|_| self.m.teams.is_empty());
        let sections = alone.map(|t| gather(self.m, t, self.roster, &self.sides, &self.games));
        for section in sections.into_iter().flatten() {
            for (entrant, total) in section.entrants.iter().zip(section.totals()) {
                let told = match section.is_nominal() {
                    true => nominal[*entrant],
                    false => addends[*entrant].iter().copied().sum(),
                };
                let left = Points::halves(total.in_halves() - told.in_halves());
                match section.is_nominal() {
                    _ if left <= Points::ZERO => {}
                    true => nominal[*entrant] += left,
                    false => addends[*entrant].push(left),
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

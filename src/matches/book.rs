//! Works out the scores, with the arithmetic in words.

use super::fixture::{Fixture, Manner};
use super::grouping::Grouping;
use super::kind::{GameKind, ResultPoints};
use super::model::Match;
use super::played::{self, GameState, RecordedGames};
use super::points::Points;
use super::score::{GameScore, GroupingScore, MatchScore, Overall};
use super::score_fault::ScoreFault;
use super::sides::SideAssignments;
use crate::rules::{Outcome, Side};

/// Scores the match.
pub fn score(m: &Match, sides: &SideAssignments, played: &RecordedGames) -> MatchScore {
    let entrants: Vec<String> = m.entrants().iter().map(|e| e.id.to_owned()).collect();
    let mut faults = Vec::new();
    let mut book = Scorer { m, sides, states: Vec::new() };
    for fixture in &m.games {
        let state = played::state(fixture, played.get(&fixture.id)).unwrap_or_else(|fault| {
            // Where file and record differ neither is believed until somebody says which.
            faults.push(ScoreFault::GameState(fault));
            GameState::Running
        });
        book.states.push(state);
    }
    let mut lines: Vec<Option<GameScore>> = m
        .games
        .iter()
        .map(|g| m.tie_break_of(&g.id).is_none().then(|| book.line(g, &mut faults)))
        .collect();
    let mut groupings = Vec::new();
    for grouping in &m.groupings {
        let line = book.grouping(grouping, &lines, &entrants);
        for (place, id) in grouping.tiebreak.iter().enumerate() {
            if let Some(at) = m.games.iter().position(|g| g.id == *id) {
                lines[at] = Some(book.tie_break(at, place, grouping, &line.overall, &mut faults));
            }
        }
        groupings.push(line);
    }
    let lines: Vec<GameScore> = lines.into_iter().flatten().collect();
    let mut score = MatchScore {
        points: vec![Points::ZERO; entrants.len()],
        nominal: vec![Points::ZERO; entrants.len()],
        arithmetic: Vec::new(),
        entrants,
        lines,
        groupings,
        faults,
    };
    total(&mut score);
    score
}

fn total(score: &mut MatchScore) {
    let mut addends: Vec<Vec<Points>> = vec![Vec::new(); score.entrants.len()];
    for line in &score.lines {
        let Some(sides) = &line.sides else { continue };
        for (seat, id) in sides.iter().enumerate() {
            let Some(column) = score.entrants.iter().position(|e| e == id) else { continue };
            if line.closed {
                addends[column].push(line.points[seat]);
            }
            score.nominal[column] += line.nominal.map_or(Points::ZERO, |n| n[seat]);
        }
    }
    for grouping in &score.groupings {
        for (column, bonus) in grouping.bonus.iter().enumerate() {
            if *bonus != Points::ZERO {
                addends[column].push(*bonus);
            }
        }
    }
    for (column, addends) in addends.iter().enumerate() {
        score.points[column] = addends.iter().copied().sum();
        score.arithmetic.push(sum(addends));
    }
}

/// A sum in words, such as `3 + ½ = 3½`.
pub(super) fn sum(addends: &[Points]) -> String {
    let total: Points = addends.iter().copied().sum();
    match addends {
        [] | [_] => total.to_string(),
        _ => {
            let terms: Vec<String> = addends.iter().map(Points::to_string).collect();
            format!("{} = {total}", terms.join(" + "))
        }
    }
}

struct Scorer<'a> {
    m: &'a Match,
    sides: &'a SideAssignments,
    states: Vec<GameState>,
}

impl Scorer<'_> {
    fn blank(&self, fixture: &Fixture, kind: &GameKind, state: &GameState) -> GameScore {
        GameScore {
            game: fixture.id.clone(),
            title: kind.title.clone(),
            sides: self.sides.pair(&fixture.id).map(|pair| pair.map(str::to_owned)),
            state: played::words(state),
            closed: state.is_closed(),
            drawn: matches!(state, GameState::Over { outcome: Some(Outcome::Draw), .. }),
            nominal: None,
            points: [Points::ZERO; 2],
            rule: "M4",
            arithmetic: idle(state),
        }
    }

    fn state(&self, id: &str) -> Option<&GameState> {
        self.states.get(self.m.games.iter().position(|g| g.id == id)?)
    }

    /// A game that counts on its own.
    fn line(&self, fixture: &Fixture, faults: &mut Vec<ScoreFault>) -> GameScore {
        let kind = GameKind::of(self.m, fixture);
        let state = self.state(&fixture.id).cloned().unwrap_or(GameState::Unplayed);
        let mut line = self.blank(fixture, &kind, &state);
        let GameState::Over { outcome, .. } = state else { return line };
        if line.sides.is_none() {
            faults.push(ScoreFault::NoSides { game: line.game.clone() });
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

    /// A game of a tie-break (S3).
    fn tie_break(
        &self,
        at: usize,
        place: usize,
        grouping: &Grouping,
        overall: &Overall,
        faults: &mut Vec<ScoreFault>,
    ) -> GameScore {
        let fixture = &self.m.games[at];
        let kind = GameKind::of(self.m, fixture);
        let state = self.states[at].clone();
        let mut line = self.blank(fixture, &kind, &state);
        line.rule = "S3";
        let before = place.checked_sub(1).map(|i| grouping.tiebreak[i].as_str());
        let drawn = |id: &str| {
            matches!(self.state(id), Some(GameState::Over { outcome: Some(Outcome::Draw), .. }))
        };
        let begun = !matches!(state, GameState::Unplayed | GameState::Void { .. });
        if *overall != Overall::Level {
            line.rule = "S5";
            if begun {
                let (game, grouping) = (line.game.clone(), grouping.label().to_owned());
                faults.push(ScoreFault::NotLevel { game, grouping });
            }
            line.arithmetic = match overall {
                Overall::Open => format!("played only if {} ends level", grouping.label()),
                _ => format!("not needed, since {} is not level", grouping.label()),
            };
            return line;
        }
        if let Some(before) = before.filter(|before| !drawn(before)) {
            if begun {
                let (game, before) = (line.game.clone(), before.to_owned());
                faults.push(ScoreFault::NotDrawn { game, before });
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
            faults.push(ScoreFault::NoSides { game: line.game.clone() });
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
            return played::words(state);
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

    fn grouping(
        &self,
        grouping: &Grouping,
        lines: &[Option<GameScore>],
        entrants: &[String],
    ) -> GroupingScore {
        let own: Vec<&GameScore> =
            lines.iter().flatten().filter(|line| grouping.games.contains(&line.game)).collect();
        let mut addends: Vec<(String, Vec<Points>)> =
            entrants.iter().map(|id| (id.clone(), Vec::new())).collect();
        for line in own.iter().filter(|line| line.closed) {
            let sides = line.sides.iter().flatten();
            for (id, points) in sides.zip(line.points) {
                let mine = addends.iter_mut().filter(|(entrant, _)| entrant == id);
                mine.for_each(|(_, list)| list.push(points));
            }
        }
        let totals: Vec<Points> =
            addends.iter().map(|(_, list)| list.iter().copied().sum()).collect();
        let best = totals.iter().copied().max().unwrap_or_default();
        let mut leaders = entrants.iter().zip(&totals).filter(|(_, total)| **total == best);
        let overall = match (own.iter().all(|line| line.closed), leaders.next(), leaders.next()) {
            (false, ..) | (_, None, _) => Overall::Open,
            (true, Some((id, _)), None) => Overall::Won(id.clone()),
            (true, Some(_), Some(_)) => Overall::Level,
        };
        let bonus = entrants
            .iter()
            .map(|id| match &overall {
                Overall::Won(winner) if winner == id => grouping.bonus,
                _ => Points::ZERO,
            })
            .collect();
        let sums: Vec<String> = addends
            .iter()
            .filter(|(_, list)| !list.is_empty())
            .map(|(id, list)| format!("{} {}", self.m.name_of(id), sum(list)))
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
        let mut parts = sums;
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

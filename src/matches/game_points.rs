//! What a game scores in its match: by its rules, as stated, or by the scale of the tournament.

use super::fixtures::{Fixture, Manner};
use super::game_kind::{GameKind, ResultPoints, Roster};
use super::model::Match;
use super::points::Points;
use super::tournament::Tournament;
use crate::rules::{Outcome, Side};

/// Points of both sides, and what kind of points they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GamePoints {
    /// South's first.
    pub(super) points: [Points; 2],
    /// Whether they are Nominal Points, which never count as Game Points (S4).
    pub(super) nominal: bool,
    /// Where they come from.
    pub(super) source: PointSource,
}

/// Where points come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PointSource {
    /// The game's own rules, or what the match declares of an external game.
    Rules,
    /// The match file states them for this game.
    Stated,
    /// The scale of the tournament.
    Scale,
}

/// What a game of the match scores for a result. `most` is what [`most_for_a_game`] gives: it is scored where nobody says
/// what a win is worth.
pub(super) fn game_points(
    m: &Match,
    kind: &GameKind,
    fixture: &Fixture,
    (outcome, manner): (Option<Outcome>, Manner),
    most: Points,
) -> GamePoints {
    let won = Points::ZERO;
    if let Some(scale) = m.tournament.as_ref().and_then(|t| t.scale) {
        let loss = if manner == Manner::Forfeit { won } else { scale.loss };
        let points = ResultPoints::even(scale.win, scale.draw, loss).of(outcome);
        return GamePoints { points, nominal: false, source: PointSource::Scale };
    }
    if let Some(stated) = fixture.points {
        let points = [stated.south, stated.north];
        return GamePoints { points, nominal: false, source: PointSource::Stated };
    }
    let worth = kind.scores.unwrap_or(ResultPoints::even(most, Points::ZERO, Points::ZERO));
    GamePoints { points: worth.of(outcome), nominal: worth.nominal, source: PointSource::Rules }
}

/// The kind of game that is played in a tournament.
pub(super) fn event_kind(m: &Match, t: &Tournament, roster: &Roster<'_>) -> Option<GameKind> {
    let own = GameKind::ours(t.game.as_deref(), t.variation.as_deref());
    own.or_else(|| m.games.first().map(|fixture| roster.kind(fixture)))
}

/// The most that a game of a tournament gives: for a win, or as the match file states for one of them.
pub(super) fn most_for_a_game(m: &Match, t: &Tournament, roster: &Roster<'_>) -> Points {
    if let Some(scale) = t.scale {
        return scale.win;
    }
    let worth = event_kind(m, t, roster).and_then(|kind| kind.scores);
    let won = |side: Side| worth.map(|worth| worth.of(Some(Outcome::Won(side)))[side.at()]);
    let wins = Side::BOTH.into_iter().filter_map(won);
    let stated = m.games.iter().filter_map(|game| game.points);
    wins.chain(stated.flat_map(|p| [p.south, p.north])).max().unwrap_or_default()
}

/// The most that a meeting of a tournament gives: a game, or a team match.
pub(super) fn most_for_a_win(m: &Match, roster: &Roster<'_>) -> Points {
    let Some(t) = &m.tournament else { return Points::ZERO };
    match m.teams.is_empty() {
        true => most_for_a_game(m, t, roster),
        false => t.match_scale().win,
    }
}

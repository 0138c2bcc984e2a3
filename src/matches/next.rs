//! What is to be played next, and why.

use serde::Serialize;

use super::kind::GameKind;
use super::model::Match;
use super::schedule::{Pairing, missing};
use super::score::{MatchScore, Overall};
use super::sides::SideAssignments;

/// Something that has to be done for the match to go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum NextStep {
    /// Lots are to be drawn for sides.
    #[serde(rename = "draw")]
    DrawLots {
        /// `sides`, or the game's id.
        purpose: String,
        /// The rule that asks for it.
        rule: &'static str,
        /// Why, in words.
        why: String,
    },
    /// A game is to be begun or finished.
    Play {
        /// The game's id in the match.
        game: String,
        /// The ids of South and North, where decided.
        sides: Option<[String; 2]>,
        /// The rule that asks for it.
        rule: &'static str,
        /// Why, in words.
        why: String,
    },
    /// A pairing of the schedule has no games in the match file yet.
    Pair {
        /// The pairing.
        pairing: Pairing,
        /// How many games are still to be entered for it at most: the boards.
        boards: u8,
    },
    /// A tie-break is to go on with another variation, in a record still to be made: same sides, fresh clocks of the
    /// same settings.
    FollowUp {
        /// The id in the match of the drawn game.
        after: String,
        /// The id in the match of the game to come; none where the match file does not list it yet.
        game: Option<String>,
        /// The game's name in records.
        kind: String,
        /// The variation's name in records.
        variation: String,
        /// The ids of South and North.
        sides: [String; 2],
        /// The side that moves first.
        first: &'static str,
        /// The rule that asks for it.
        rule: &'static str,
        /// Why, in words.
        why: String,
    },
}

/// Everything that is to be done now, in the order of the match file; empty when the match is over.
pub fn next(m: &Match, sides: &SideAssignments, score: &MatchScore) -> Vec<NextStep> {
    let mut list = Vec::new();
    for fixture in m.games.iter().filter(|f| m.tie_break_of(&f.id).is_none()) {
        play(m, sides, score, &fixture.id, "M4", None, &mut list);
    }
    for grouping in &m.groupings {
        let line = score.groupings.iter().find(|line| line.grouping == grouping.id);
        if line.is_none_or(|line| line.overall != Overall::Level) {
            continue;
        }
        for (place, id) in grouping.tiebreak.iter().enumerate() {
            let why = match place {
                0 => format!("{} is level", grouping.label()),
                _ => format!("{} was drawn", grouping.tiebreak[place - 1]),
            };
            let drawn = score.game(id).is_some_and(|line| line.drawn);
            if !drawn {
                if place == 0 || m.fixture(id).is_some_and(|f| f.record.is_some()) {
                    let rule = if place == 0 { "S5" } else { "S3" };
                    play(m, sides, score, id, rule, Some(why), &mut list);
                }
                break;
            }
            list.extend(follow_up(m, sides, score, id, grouping.tiebreak.get(place + 1)));
        }
    }
    let boards = m.tournament.as_ref().map_or(1, |t| t.boards);
    list.extend(missing(m).into_iter().map(|pairing| NextStep::Pair { pairing, boards }));
    list
}

fn play(
    m: &Match,
    sides: &SideAssignments,
    score: &MatchScore,
    id: &str,
    rule: &'static str,
    why: Option<String>,
    list: &mut Vec<NextStep>,
) {
    let Some(line) = score.game(id).filter(|line| !line.closed) else { return };
    let assignment = sides.of(id);
    let undecided = assignment.filter(|a| a.sides.is_none());
    if let Some(assignment) = undecided
        && m.entrants().len() == 2
    {
        let purpose = match assignment.rule {
            "M1" => "sides",
            _ => id,
        };
        let known =
            list.iter().any(|n| matches!(n, NextStep::DrawLots { purpose: p, .. } if p == purpose));
        if !known {
            let why = assignment.reason.clone();
            list.push(NextStep::DrawLots { purpose: purpose.into(), rule: "S6", why });
        }
    }
    let state = &line.state;
    let why = why.map_or_else(|| format!("{} is {state}", line.title), |w| format!("{w}; {state}"));
    list.push(NextStep::Play { game: id.to_owned(), sides: line.sides.clone(), rule, why });
}

fn follow_up(
    m: &Match,
    sides: &SideAssignments,
    score: &MatchScore,
    after: &str,
    game: Option<&String>,
) -> Option<NextStep> {
    // A record that exists is a game to play, not one to make.
    let made = |id: &String| {
        let closed = score.game(id).is_some_and(|line| line.closed);
        closed || m.fixture(id).is_some_and(|f| f.record.is_some())
    };
    if game.is_some_and(made) {
        return None;
    }
    let kind = GameKind::of(m, m.fixture(after)?);
    let variation = kind.tie_break?.after_draw?;
    let to_come = GameKind::ours(Some(&kind.key), Some(variation))?;
    let [south, north] = sides.pair(after)?;
    Some(NextStep::FollowUp {
        after: after.to_owned(),
        game: game.cloned(),
        kind: kind.key,
        variation: variation.to_owned(),
        sides: [south.to_owned(), north.to_owned()],
        first: to_come.first.name(),
        rule: "S3",
        why: format!(
            "{after} was drawn, so the {variation} variation must be played: same sides, {} moves first",
            to_come.role(to_come.first)
        ),
    })
}

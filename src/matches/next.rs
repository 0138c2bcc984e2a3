//! What is to be done next for the match to go on, and why.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::fixtures::Fixture;
use super::game_kind::GameKind;
use super::model::Match;
use super::schedule::{Pairing, missing};
use super::scores::{GameScore, MatchScore, TieBreakStatus};
use super::sides::{SideAssignment, SideAssignments};

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
    /// A tie-break is to go on with another variation, or with the same after a void game, in a record still to be made:
    /// same sides, fresh clocks of the same settings.
    FollowUp {
        /// The id in the match of the game that it goes on from.
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

/// Everything that is to be done now, in the order of the match file; empty when the match is over. `sides` and `score`
/// are those that [`assign`](super::assign) and [`score`](super::score) gave.
pub fn next(m: &Match, sides: &SideAssignments, score: &MatchScore) -> Vec<NextStep> {
    let mut plan = NextSteps {
        m,
        fixtures: m.games.iter().rev().map(|g| (g.id.as_str(), g)).collect(),
        sides: sides.by_game(),
        scores: score.lines.iter().rev().map(|line| (line.game.as_str(), line)).collect(),
        lots: HashSet::new(),
        list: Vec::new(),
    };
    let tie_breaks = m.tie_breaks();
    for fixture in m.games.iter().filter(|f| !tie_breaks.contains_key(f.id.as_str())) {
        plan.play(&fixture.id, "M4", None);
    }
    for (grouping, line) in m.groupings.iter().zip(&score.groupings) {
        match &line.tie_break {
            Some(TieBreakStatus::Open { game, after: None }) => {
                plan.play(game, "S5", Some(format!("{} is level", grouping.label())));
            }
            Some(TieBreakStatus::Open { game, after: Some(after) }) if plan.has_record(game) => {
                let why = format!("{after} was {}", plan.ended(after));
                plan.play(game, "S3", Some(why));
            }
            Some(TieBreakStatus::Open { game, after: Some(after) }) => {
                plan.list.extend(plan.continuation(after, Some(game)));
            }
            Some(TieBreakStatus::Missing { after }) => {
                plan.list.extend(plan.continuation(after, None));
            }
            Some(TieBreakStatus::Decided { .. }) | None => {}
        }
    }
    let boards = m.tournament.as_ref().map_or(1, |t| t.boards);
    let mut list = plan.list;
    list.extend(missing(m).into_iter().map(|pairing| NextStep::Pair { pairing, boards }));
    list
}

struct NextSteps<'a> {
    m: &'a Match,
    fixtures: HashMap<&'a str, &'a Fixture>,
    sides: HashMap<&'a str, &'a SideAssignment>,
    scores: HashMap<&'a str, &'a GameScore>,
    /// What lots are to be drawn for, so far as the list says.
    lots: HashSet<&'a str>,
    list: Vec<NextStep>,
}

impl<'a> NextSteps<'a> {
    fn has_record(&self, id: &str) -> bool {
        self.fixtures.get(id).is_some_and(|fixture| fixture.record.is_some())
    }

    /// Adds a game that is to be begun or finished, and the drawing of lots that it needs first.
    fn play(&mut self, id: &'a str, rule: &'static str, why: Option<String>) {
        let Some(line) = self.scores.get(id).filter(|line| !line.closed) else { return };
        let undecided = self.sides.get(id).filter(|a| a.sides.is_none());
        if let Some(assignment) = undecided
            && self.m.players.len() + self.m.teams.len() == 2
        {
            let purpose = if assignment.rule == "M1" { "sides" } else { id };
            if self.lots.insert(purpose) {
                let (purpose, why) = (purpose.to_owned(), assignment.reason.clone());
                self.list.push(NextStep::DrawLots { purpose, rule: "S6", why });
            }
        }
        let state = &line.state;
        let why = why
            .map_or_else(|| format!("{} is {state}", line.title), |why| format!("{why}; {state}"));
        let sides = line.sides.clone();
        self.list.push(NextStep::Play { game: id.to_owned(), sides, rule, why });
    }

    /// How a game of a tie-break ended after which another follows.
    fn ended(&self, id: &str) -> &'static str {
        match self.scores.get(id) {
            Some(line) if line.drawn => "drawn",
            _ => "void",
        }
    }

    /// What follows the game `after` of a tie-break: another variation when it was drawn, the same again when it is void.
    fn continuation(&self, after: &str, game: Option<&str>) -> Option<NextStep> {
        let before = self.fixtures.get(after)?;
        let kind = GameKind::ours(before.game.as_deref(), before.variation.as_deref())?;
        let drawn = self.ended(after) == "drawn";
        let variation = match drawn {
            true => kind.tie_break?.after_draw?.to_owned(),
            false => kind.variation?,
        };
        let to_come = GameKind::ours(Some(&kind.key), Some(&variation))?;
        let first = to_come.role(to_come.first);
        Some(NextStep::FollowUp {
            after: after.to_owned(),
            game: game.map(str::to_owned),
            kind: kind.key,
            sides: self.sides.get(after)?.sides.clone()?,
            first: to_come.first.name(),
            rule: "S3",
            why: match drawn {
                true => format!(
                    "{after} was drawn, so the {variation} variation must be played: same sides, {first} moves first"
                ),
                false => format!("{after} is void, so it is played again: same sides"),
            },
            variation,
        })
    }
}

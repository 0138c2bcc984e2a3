//! The match file, `matches/*.yaml`, as types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::entrant::{Participant, Team};
use super::fixture::Fixture;
use super::grouping::Grouping;
use super::lot::Lot;
use super::points::Points;
use super::tournament::Tournament;
use crate::rules::Binding;

/// The format of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum MatchFormat {
    /// The first format.
    #[serde(rename = "riverpost-match/1")]
    One,
}

/// A match: who plays, which games belong together, and what has been drawn for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "riverpost match")]
pub struct Match {
    /// Always `riverpost-match/1`.
    pub format: MatchFormat,
    /// The match's id, unique in the repository; the file's stem.
    pub id: String,
    /// The match's title.
    pub title: String,
    /// The players, the first-named first; none in a match of teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Participant>,
    /// The teams, the first-named first; none in a match of single players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Team>,
    /// How sides are kept and drawn.
    #[serde(default, skip_serializing_if = "SideRules::is_default")]
    pub sides: SideRules,
    /// What external games are worth and what their players are called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub externals: Vec<ExternalGame>,
    /// What has been drawn for, or is being drawn.
    #[serde(rename = "draws", default, skip_serializing_if = "Vec::is_empty")]
    pub lots: Vec<Lot>,
    /// The games that belong together, in the order of play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Fixture>,
    /// Sets of games whose overall winner gets a bonus (M4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groupings: Vec<Grouping>,
    /// The rules of a tournament of many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Tournament>,
}

impl Match {
    /// The game of that id.
    pub fn fixture(&self, id: &str) -> Option<&Fixture> {
        self.games.iter().find(|game| game.id == id)
    }

    /// The grouping whose tie-break the game belongs to, with the game's place in it: 0 for the first.
    pub fn tie_break_of(&self, game: &str) -> Option<(&Grouping, usize)> {
        self.groupings.iter().find_map(|g| Some((g, g.tiebreak.iter().position(|id| id == game)?)))
    }
}

/// How sides are kept and drawn in the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SideRules {
    /// Games whose sides are kept through the match besides those that M1 binds, by name, such as `wing`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bound: Vec<String>,
    /// Days to commit after the other's commitment, and to reveal after the later one (M5).
    pub reveal_days: u16,
}

impl Default for SideRules {
    fn default() -> SideRules {
        SideRules { bound: Vec::new(), reveal_days: 7 }
    }
}

impl SideRules {
    fn is_default(&self) -> bool {
        *self == SideRules::default()
    }
}

/// How an external game ties its sides to those of the other games (M1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExternalSides {
    /// Bound once a game that binds others, such as Fortress of the Witch, is in the match.
    Bound,
    /// Alternating unless stated.
    Free,
    /// Never bound.
    Exempt,
}

impl ExternalSides {
    /// The same in the terms of the rules.
    pub const fn binding(self) -> Binding {
        match self {
            ExternalSides::Bound => Binding::Companion,
            ExternalSides::Free => Binding::Free,
            ExternalSides::Exempt => Binding::Exempt,
        }
    }
}

/// What an external game is worth in this match, and what its players are called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExternalGame {
    /// The game's name.
    pub name: String,
    /// Game Points for a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<Points>,
    /// Game Points for each side in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Points>,
    /// What South is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub south: Option<String>,
    /// What North is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub north: Option<String>,
    /// How its sides are tied; as the source texts say where left out, free where they are silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<ExternalSides>,
}

//! A game of the match: a record of the repository, one still to be made, or an external game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::points::Points;

/// A result that the match file states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatedResult {
    /// South won.
    South,
    /// North won.
    North,
    /// Nobody won.
    Draw,
    /// Both lost, as when neither appeared.
    BothLost,
    /// The game does not count.
    Void,
}

/// How a result came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// By play, resignation, agreement, claim or time.
    #[default]
    Play,
    /// A side did not play.
    Forfeit,
    /// The arbiter decided.
    Adjudication,
}

/// Points of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedPoints {
    /// South's Game Points.
    pub south: Points,
    /// North's Game Points.
    pub north: Points,
}

/// Who played a role of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleAssignment {
    /// The role's name, such as `Forest OverLord`.
    pub role: String,
    /// The id of the player or team.
    pub player: String,
}

/// A game of the match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// The game's id in this match.
    pub id: String,
    /// Which of our games, as records name it; none for an external game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The variation, for games that have some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variation: Option<String>,
    /// The id of the game's record, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The name of an external game, whose rules we do not know (M3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external: Option<String>,
    /// The ids of the two who play, in a match of more than two; not needed where `south` and `north` tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<[String; 2]>,
    /// The id of who is South.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub south: Option<String>,
    /// The id of who is North.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub north: Option<String>,
    /// Who plays which role, instead of `south` and `north`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<RoleAssignment>,
    /// The result; for a game with a record the record tells, and this may only void, forfeit or adjudicate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<StatedResult>,
    /// How the stated result came about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<Manner>,
    /// The Game Points of an external game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<StatedPoints>,
    /// Why, in words; asked for where a game is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The round of a tournament, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The board of a team match, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
}

//! A grouping: games that are won overall.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::points::Points;

/// Games played as a set. Whoever has more Game Points over all of them gets a bonus.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grouping {
    /// The grouping's id in this match.
    pub id: String,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The ids of its games.
    pub games: Vec<String>,
    /// The bonus for the overall win, in Game Points.
    pub bonus: Points,
    /// The ids of the games of its tie-break in the order in which they may have to be played; not among `games`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiebreak: Vec<String>,
}

impl Grouping {
    /// The title, or the id where there is none.
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.id)
    }
}

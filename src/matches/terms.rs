//! What is agreed for every game of a match.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::{ClockOptions, TimeControl, TimeSpan};
use crate::record::{Header, SignRule, clock_schema};

/// What ends games of a match by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndingRule {
    /// Nothing but mate and stalemate: other draws are claimed (G12).
    Claimed,
}

/// What is agreed for a game besides its rules: its clocks, its signatures, how often a draw may be offered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameTerms {
    /// The time control, such as `40d+2d`.
    #[schemars(with = "Option<String>", length(min = 1, max = 100))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// What else is agreed about the clocks.
    #[schemars(schema_with = "clock_schema")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub clock: ClockOptions,
    /// The most by which an action may be entered late, such as `1d`.
    #[schemars(with = "Option<String>", length(min = 1, max = 100))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<TimeSpan>,
    /// Whether every action must carry its author's signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<SignRule>,
    /// How often each player may offer a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers: Option<u32>,
    /// What ends a game by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endings: Option<EndingRule>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl GameTerms {
    /// Whether nothing is agreed.
    pub fn is_empty(&self) -> bool {
        is_default(self)
    }
}

impl From<&Header> for GameTerms {
    fn from(header: &Header) -> GameTerms {
        let Header { time, clock, lag, sign, offers, .. } = *header;
        let endings = header.draws_claimed.then_some(EndingRule::Claimed);
        GameTerms { time, clock, lag, sign, offers, endings }
    }
}

//! A draw of lots as the match file records it: by commit–reveal, or by a roll that somebody witnessed.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// A die: even means that the first-named is North.
    Die,
    /// A coin: heads means that the first-named is North.
    Coin,
    /// Nothing is thrown: forces chosen under seal are opened (V9).
    Forces,
}

/// A face of the coin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// Counts as even.
    Heads,
    /// Counts as odd.
    Tails,
}

/// A published commitment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Committed {
    /// The id of the player or team.
    pub player: String,
    /// SHA-256 as 64 lower-case hexadecimal digits.
    pub commitment: String,
    /// When it was made.
    #[schemars(with = "String")]
    pub at: DateTime<Utc>,
}

/// An opened commitment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Revealed {
    /// The id of the player or team.
    pub player: String,
    /// The secret, 32 to 128 lower-case hexadecimal digits.
    pub secret: String,
    /// What was sealed; nothing in a draw.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// When it was made.
    #[schemars(with = "String")]
    pub at: DateTime<Utc>,
}

/// The choice of the party whose opponent did not reveal in time (M5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LotChoice {
    /// The id of who chooses.
    pub player: String,
    /// The id of who is to be North, or is to have what is drawn for.
    pub north: String,
    /// When the choice was made.
    #[schemars(with = "String")]
    pub at: DateTime<Utc>,
}

/// A draw of lots, finished or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lot {
    /// What it is for: `sides` of the match, or a game's id.
    #[serde(rename = "for")]
    pub purpose: String,
    /// An option of that game that is drawn for instead of its sides, such as `chariots`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// What decides.
    pub by: Device,
    /// The number on a die rolled by hand, 1 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<u8>,
    /// The face of a coin tossed by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
    /// Who witnessed the roll or toss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    /// The commitments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commits: Vec<Committed>,
    /// The reveals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reveals: Vec<Revealed>,
    /// The choice that takes the draw's place when one party is silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<LotChoice>,
}

impl Lot {
    /// The purpose as it enters the commitments: `for`, with the option after a space where there is one.
    pub fn full_purpose(&self) -> String {
        match &self.option {
            Some(option) => format!("{} {option}", self.purpose),
            None => self.purpose.clone(),
        }
    }

    /// Whether it is sides that are drawn for.
    pub fn decides_sides(&self) -> bool {
        self.option.is_none() && self.by != Device::Forces
    }
}

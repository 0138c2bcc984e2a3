//! The rules of a tournament of many.

use chrono::{DateTime, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::points::Points;
use crate::clock::TimeSpan;

/// What separates entrants who have equally many points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// Points from the games of those who are level among themselves.
    DirectEncounter,
    /// The number of wins, forfeits included.
    Wins,
    /// The points of those beaten and half the points of those drawn with.
    SonnebornBerger,
    /// Points against those who have at least half of what could be had.
    Koya,
    /// The sum of the points on all boards of a team.
    BoardPoints,
}

impl Criterion {
    /// Every criterion.
    pub const ALL: [Criterion; 5] = [
        Criterion::DirectEncounter,
        Criterion::Wins,
        Criterion::SonnebornBerger,
        Criterion::Koya,
        Criterion::BoardPoints,
    ];

    /// The name in match files.
    pub const fn name(self) -> &'static str {
        match self {
            Criterion::DirectEncounter => "direct-encounter",
            Criterion::Wins => "wins",
            Criterion::SonnebornBerger => "sonneborn-berger",
            Criterion::Koya => "koya",
            Criterion::BoardPoints => "board-points",
        }
    }
}

/// What happens to the results of an entrant who withdraws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WithdrawnResults {
    /// They stay, and the games not played are won by the opponents.
    Kept,
    /// None of them counts.
    Annulled,
}

/// An entrant who withdrew.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The id of the player or team.
    pub player: String,
    /// What happens to the results. Left out, they are kept when half of the games or more had been played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<WithdrawnResults>,
}

/// A round without an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bye {
    /// The id of the player or team.
    pub player: String,
    /// The round, from 1.
    pub round: u32,
    /// What it scores.
    pub points: Points,
}

/// Points for a result, where the tournament does not use the game's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// For a win.
    pub win: Points,
    /// For a draw.
    pub draw: Points,
    /// For a loss by play; a loss by forfeit scores nothing.
    #[serde(default)]
    pub loss: Points,
}

/// A section of a tournament: those who meet each other in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The section's id, unique in the match.
    pub id: String,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The ids of its players or teams, in the order of its schedule.
    pub entrants: Vec<String>,
    /// How many of them move up, from the first place on.
    #[serde(default, skip_serializing_if = "is_none")]
    pub promoted: u16,
}

impl Section {
    /// The title, or the id where there is none.
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.id)
    }
}

const fn is_none(promoted: &u16) -> bool {
    *promoted == 0
}

/// A round-robin tournament: everybody meets everybody, or everybody of his section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// Which of our games is played; an external game is named under `external` of each game instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Its variation, for games that have some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variation: Option<String>,
    /// How often two entrants meet, 1 or 2.
    #[serde(default = "one")]
    pub cycles: u8,
    /// On how many boards a team match is played; 1 for single players.
    #[serde(default = "one")]
    pub boards: u8,
    /// When the first round begins; where left out, every round may begin at once.
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<DateTime<Utc>>,
    /// How much later each further round begins, such as `14d`; where left out, all begin with the first.
    #[schemars(with = "Option<String>", length(min = 1, max = 100))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<TimeSpan>,
    /// Points for a game, where they are not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// Match points of teams; 2 for a win and 1 for a draw where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_points: Option<Scale>,
    /// Rounds without an opponent that score something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<Bye>,
    /// What separates those who are level, in this order.
    #[serde(default)]
    pub tiebreaks: Vec<Criterion>,
    /// Who withdrew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawals: Vec<Withdrawal>,
    /// The sections in the order of their strength; none where everybody meets everybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Section>,
}

/// Match points of teams where the match file states none.
const MATCH_POINTS: Scale =
    Scale { win: Points::halves(4), draw: Points::halves(2), loss: Points::ZERO };

impl Tournament {
    /// Match points of teams.
    pub(super) fn match_scale(&self) -> Scale {
        self.match_points.unwrap_or(MATCH_POINTS)
    }

    /// When a round, counted from 1, begins; none where that is not laid down.
    pub fn start_of(&self, round: u32) -> Option<DateTime<Utc>> {
        let seconds = self.every.unwrap_or_default().as_seconds();
        let later = seconds.checked_mul(i64::from(round.saturating_sub(1)));
        let later = later.and_then(TimeDelta::try_seconds);
        let start = self.start?;
        Some(
            later
                .and_then(|later| start.checked_add_signed(later))
                .unwrap_or(DateTime::<Utc>::MAX_UTC),
        )
    }
}

impl Default for Tournament {
    fn default() -> Tournament {
        Tournament {
            game: None,
            variation: None,
            cycles: one(),
            boards: one(),
            start: None,
            every: None,
            scale: None,
            match_points: None,
            byes: Vec::new(),
            tiebreaks: Vec::new(),
            withdrawals: Vec::new(),
            sections: Vec::new(),
        }
    }
}

const fn one() -> u8 {
    1
}

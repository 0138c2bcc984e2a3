//! The match file, `matches/*.yaml`, as types.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};

use super::entrants::{Entrant, Member, Participant, Team};
use super::fixtures::Fixture;
use super::points::Points;
use super::terms::GameTerms;
use super::tournament::Tournament;
use crate::rules::Binding;

/// The format of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum MatchFormat {
    /// The first format.
    #[serde(rename = "riverpost-match/1")]
    One,
}

// A new file has its keys in this order, of which the hash in its log is made.
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
    /// 128 random bits as 32 lower-case hexadecimal digits, so that no signature fits another match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The players, the first-named first; none in a match of teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Participant>,
    /// The teams, the first-named first; none in a match of single players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Team>,
    /// Who rules on the games; no player or member of a team (G5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<Member>,
    /// What is agreed for every game; the records of the match say it again.
    #[serde(default, skip_serializing_if = "GameTerms::is_empty")]
    pub terms: GameTerms,
    /// Who sets the match up, besides the arbiter (K13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<Member>,
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
    /// What was done, one line each, in a literal block: see [`MatchLog`](super::MatchLog).
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "lines")]
    #[schemars(with = "String")]
    pub log: Vec<String>,
    /// The signatures of lines of the log, `ORDINAL BASE KIND BASE64`, one line each, in a literal block.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "lines")]
    #[schemars(with = "String")]
    pub signatures: Vec<String>,
}

/// A literal block as its lines.
mod lines {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(lines: &[String], to: S) -> Result<S::Ok, S::Error> {
        lines.iter().flat_map(|line| [line, "\n"]).collect::<String>().serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<String>, D::Error> {
        let text = String::deserialize(from)?;
        let lines = text.lines().map(str::trim_ascii_end).filter(|line| !line.is_empty());
        Ok(lines.map(str::to_owned).collect())
    }
}

impl Match {
    /// The game of that id.
    pub fn fixture(&self, id: &str) -> Option<&Fixture> {
        self.games.iter().find(|game| game.id == id)
    }

    /// The players or teams, the first-named first.
    pub fn entrants(&self) -> Vec<Entrant<'_>> {
        let players = self.players.iter().map(Entrant::from);
        players.chain(self.teams.iter().map(Entrant::from)).collect()
    }

    /// The names of the players or teams, by id.
    pub fn names(&self) -> HashMap<&str, &str> {
        self.entrants().iter().rev().map(|entrant| (entrant.id, entrant.name)).collect()
    }

    /// The name of the player or team of that id; the id itself where there is none.
    pub fn name_of<'a>(&'a self, id: &'a str) -> &'a str {
        let player = self.players.iter().find(|p| p.id == id).map(|p| p.name.as_str());
        let team = || self.teams.iter().find(|t| t.id == id).map(|t| t.name.as_str());
        player.or_else(team).unwrap_or(id)
    }

    /// The games of every tie-break, by id, with the grouping and the place in it: 0 for the first.
    pub fn tie_breaks(&self) -> HashMap<&str, (&Grouping, usize)> {
        let mut games = HashMap::new();
        for grouping in &self.groupings {
            for (place, id) in grouping.tiebreak.iter().enumerate() {
                games.entry(id.as_str()).or_insert((grouping, place));
            }
        }
        games
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
    /// How its sides are tied; as M1 says where left out, free where M1 is silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<ExternalSides>,
    /// Who decided that its sides are tied otherwise than M1 says, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<SideRuling>,
}

/// A decision against M1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideRuling {
    /// The name of who decided: nobody who takes part.
    pub by: String,
    /// When it was decided.
    #[schemars(with = "String")]
    pub at: DateTime<Utc>,
    /// Why, in words.
    pub reason: String,
}

impl SideRuling {
    /// The ruling in words.
    pub(super) fn words(&self) -> String {
        format!("ruling of {} on {}: {}", self.by, self.at.format("%Y-%m-%d"), self.reason)
    }
}

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

/// What a party did in a draw, and when it was entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LotEntry {
    /// It published a commitment.
    Commit {
        /// The id of the player or team.
        player: String,
        /// SHA-256 as 64 lower-case hexadecimal digits.
        commitment: String,
        /// When it was entered.
        #[schemars(with = "String")]
        at: DateTime<Utc>,
    },
    /// It opened its commitment.
    Reveal {
        /// The id of the player or team.
        player: String,
        /// The secret, 32 to 128 lower-case hexadecimal digits.
        secret: String,
        /// The force that was sealed; nothing where lots are drawn.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        force: String,
        /// When it was entered.
        #[schemars(with = "String")]
        at: DateTime<Utc>,
    },
    /// It chose, because its opponent was silent (M5).
    Choose {
        /// The id of who chooses.
        player: String,
        /// The id of who is to be North, or is to have what is drawn for.
        north: String,
        /// When it was entered.
        #[schemars(with = "String")]
        at: DateTime<Utc>,
    },
    /// It chose its force anew, because its opponent was silent (V9).
    ChooseForce {
        /// The id of who chooses.
        player: String,
        /// The force; nothing for the orthodox one.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        force: String,
        /// When it was entered.
        #[schemars(with = "String")]
        at: DateTime<Utc>,
    },
    /// It asked that it be drawn again.
    Again {
        /// The id of the player or team.
        player: String,
        /// When it was entered.
        #[schemars(with = "String")]
        at: DateTime<Utc>,
    },
}

impl LotEntry {
    /// The id of who did it.
    pub fn player(&self) -> &str {
        match self {
            LotEntry::Commit { player, .. }
            | LotEntry::Reveal { player, .. }
            | LotEntry::Choose { player, .. }
            | LotEntry::ChooseForce { player, .. }
            | LotEntry::Again { player, .. } => player,
        }
    }

    /// When it was entered.
    pub fn at(&self) -> DateTime<Utc> {
        match self {
            LotEntry::Commit { at, .. }
            | LotEntry::Reveal { at, .. }
            | LotEntry::Choose { at, .. }
            | LotEntry::ChooseForce { at, .. }
            | LotEntry::Again { at, .. } => *at,
        }
    }
}

/// A draw of lots, finished or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lot {
    /// The draw's id, unique in the match; where left out, what it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
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
    /// When the roll or toss was entered; needed where the same was drawn for before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub at: Option<DateTime<Utc>>,
    /// What the parties did, in the order in which it was entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<LotEntry>,
}

/// What is drawn for: the purpose, the option, and whether forces are sealed.
pub(super) type LotSubject<'a> = (&'a str, Option<&'a str>, bool);

impl Lot {
    /// What is drawn for; two draws of the same are one draw and its repetition.
    pub(super) fn subject(&self) -> LotSubject<'_> {
        (&self.purpose, self.option.as_deref(), self.by == Device::Forces)
    }

    /// Whether it is drawn for the same as in another draw.
    pub fn same_as(&self, other: &Lot) -> bool {
        self.subject() == other.subject()
    }

    /// The draw's id.
    pub fn id(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.usual_id())
    }

    /// The id of the first draw of the same.
    pub fn usual_id(&self) -> String {
        match (&self.option, self.by) {
            (Some(option), _) => format!("{}-{option}", self.purpose),
            (None, Device::Forces) => format!("{}-forces", self.purpose),
            (None, _) => self.purpose.clone(),
        }
    }

    /// Whether a die was rolled or a coin tossed by hand.
    pub fn is_rolled(&self) -> bool {
        self.roll.is_some() || self.face.is_some()
    }

    /// What is drawn for in words: `for`, with the option after a space where there is one.
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

/// The JSON Schema of match files, made from the types; the file `schemas/match.schema.json` holds it.
pub fn schema() -> Schema {
    schemars::schema_for!(Match)
}

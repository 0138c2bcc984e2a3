//! Who plays: players and teams.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::Match;

/// A player who enters alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// A short id, unique in the match.
    pub id: String,
    /// The name, as in the records.
    pub name: String,
    /// The public SSH key, as in the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A member of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The name, as in the records.
    pub name: String,
    /// The public SSH key, as in the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A team. Members may change during a match; the team's sides may not (M6).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// A short id, unique in the match.
    pub id: String,
    /// The team's name.
    pub name: String,
    /// The name of the member who resigns, offers, accepts and claims.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captain: Option<String>,
    /// Everybody who plays or has played for the team, substitutes too, in board order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
}

/// A player or team, seen alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant<'a> {
    /// The id.
    pub id: &'a str,
    /// The name.
    pub name: &'a str,
    key: Option<&'a str>,
    members: &'a [Member],
}

impl Entrant<'_> {
    /// Whether a record's player of that name and key plays for this entrant. Where both sides state a key the key
    /// decides, otherwise the name.
    pub fn is(&self, name: &str, key: Option<&str>) -> bool {
        let same = |own: &str, own_key: Option<&str>| match (own_key, key) {
            (Some(own_key), Some(key)) => same_key(own_key, key),
            _ => own == name,
        };
        same(self.name, self.key) || self.members.iter().any(|m| same(&m.name, m.key.as_deref()))
    }
}

/// Whether two SSH public keys are the same but for the comment.
fn same_key(one: &str, other: &str) -> bool {
    one.split_whitespace().take(2).eq(other.split_whitespace().take(2))
}

impl Match {
    /// The players or teams, the first-named first.
    pub fn entrants(&self) -> Vec<Entrant<'_>> {
        let players = self.players.iter().map(|p| Entrant {
            id: &p.id,
            name: &p.name,
            key: p.key.as_deref(),
            members: &[],
        });
        let teams = self.teams.iter().map(|t| Entrant {
            id: &t.id,
            name: &t.name,
            key: None,
            members: &t.members,
        });
        players.chain(teams).collect()
    }

    /// The name of the entrant of that id; the id itself where there is none.
    pub fn name_of<'a>(&'a self, id: &'a str) -> &'a str {
        self.entrants().into_iter().find(|e| e.id == id).map_or(id, |e| e.name)
    }
}

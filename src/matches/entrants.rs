//! Who plays: single players and teams.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::Player;

/// A player who enters alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Participant {
    /// A short id, unique in the match.
    pub id: String,
    /// The name, as in the records.
    pub name: String,
    /// The e-mail address, as in the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The public SSH key, as in the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Who has played in this place before, as in the records of that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formerly: Vec<Member>,
}

/// A member of a team, or the arbiter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The name, as in the records.
    pub name: String,
    /// The e-mail address, as in the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The public SSH key, as in the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl From<&Member> for Player {
    fn from(m: &Member) -> Player {
        Player { name: m.name.clone(), email: m.email.clone(), key: m.key.clone() }
    }
}

impl From<Player> for Member {
    fn from(Player { name, email, key }: Player) -> Member {
        Member { name, email, key }
    }
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
    /// Who plays for the team, in board order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// Who has played for the team before, as in the records of that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formerly: Vec<Member>,
}

/// A player or team, seen alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant<'a> {
    /// The id.
    pub id: &'a str,
    /// The name.
    pub name: &'a str,
    /// The e-mail address of a player who enters alone.
    pub email: Option<&'a str>,
    /// The public SSH key of a player who enters alone.
    pub key: Option<&'a str>,
    /// A team's members.
    pub members: &'a [Member],
    /// Who has played in their place before.
    pub formerly: &'a [Member],
}

impl<'a> From<&'a Participant> for Entrant<'a> {
    fn from(p: &'a Participant) -> Entrant<'a> {
        let (email, key) = (p.email.as_deref(), p.key.as_deref());
        Entrant { id: &p.id, name: &p.name, email, key, members: &[], formerly: &p.formerly }
    }
}

impl<'a> From<&'a Team> for Entrant<'a> {
    fn from(t: &'a Team) -> Entrant<'a> {
        let (members, formerly) = (&t.members, &t.formerly);
        Entrant { id: &t.id, name: &t.name, email: None, key: None, members, formerly }
    }
}

impl Entrant<'_> {
    /// Whether a record's player plays for this entrant. Where both sides state a key the key decides, otherwise the
    /// name or the address.
    pub fn is_player(&self, player: &Player) -> bool {
        let same = |name: &str, email: Option<&str>, key: Option<&str>| match (key, &player.key) {
            (Some(key), Some(other)) => same_key(key, other),
            _ => name == player.name || same_address(email, player.email.as_deref()),
        };
        same(self.name, self.email, self.key)
            || self
                .members
                .iter()
                .chain(self.formerly)
                .any(|m| same(&m.name, m.email.as_deref(), m.key.as_deref()))
    }

    /// Who plays for the entrant: the members of a team, or the player alone.
    pub fn people(&self) -> impl Iterator<Item = Player> {
        let text = |text: Option<&str>| text.map(str::to_owned);
        let alone = self.members.is_empty().then(|| Player {
            name: self.name.to_owned(),
            email: text(self.email),
            key: text(self.key),
        });
        alone.into_iter().chain(self.members.iter().map(Player::from))
    }

    /// Whether the entrant is meant by an id, a name or an address, without regard to case.
    pub fn is_called(&self, who: &str) -> bool {
        let who = who.trim().to_lowercase();
        let is = |text: &str| !who.is_empty() && text.to_lowercase() == who;
        let called = |name: &str, email: Option<&str>| is(name) || email.is_some_and(is);
        is(self.id)
            || called(self.name, self.email)
            || self.members.iter().any(|m| called(&m.name, m.email.as_deref()))
    }
}

/// Whether two addresses are stated and the same.
fn same_address(one: Option<&str>, other: Option<&str>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one.eq_ignore_ascii_case(other))
}

/// Whether two SSH public keys are the same but for the comment.
fn same_key(one: &str, other: &str) -> bool {
    one.split_whitespace().take(2).eq(other.split_whitespace().take(2))
}

//! Who plays: single players and teams.

use std::collections::HashMap;

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

impl From<&Participant> for Player {
    fn from(p: &Participant) -> Player {
        Player { name: p.name.clone(), email: p.email.clone(), key: p.key.clone() }
    }
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

/// An address as it is compared.
pub(super) fn address_key(address: &str) -> String {
    address.trim().to_ascii_lowercase()
}

/// An SSH public key without its comment.
pub(super) fn key_alone(key: &str) -> String {
    key.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// The players and members of a match, former ones too, by what tells that a record's player is one of them.
pub(super) struct PeopleIndex<'m> {
    /// The numbers of those of that name.
    names: HashMap<&'m str, Vec<usize>>,
    addresses: HashMap<String, Vec<usize>>,
    keys: HashMap<String, Vec<usize>>,
    /// For each of them the entrant, and whether a key is stated.
    people: Vec<(usize, bool)>,
}

impl<'m> PeopleIndex<'m> {
    /// The people of those entrants; a team plays under its own name too.
    pub(super) fn of(entrants: &[Entrant<'m>]) -> PeopleIndex<'m> {
        let mut index = PeopleIndex {
            names: HashMap::new(),
            addresses: HashMap::new(),
            keys: HashMap::new(),
            people: Vec::new(),
        };
        for (number, entrant) in entrants.iter().enumerate() {
            index.add(number, entrant.name, entrant.email, entrant.key);
            for member in entrant.members.iter().chain(entrant.formerly) {
                index.add(number, &member.name, member.email.as_deref(), member.key.as_deref());
            }
        }
        index
    }

    fn add(&mut self, entrant: usize, name: &'m str, email: Option<&str>, key: Option<&str>) {
        let person = self.people.len();
        self.people.push((entrant, key.is_some()));
        self.names.entry(name).or_default().push(person);
        if let Some(email) = email {
            self.addresses.entry(address_key(email)).or_default().push(person);
        }
        if let Some(key) = key {
            self.keys.entry(key_alone(key)).or_default().push(person);
        }
    }

    /// The number of the first entrant for whom a record's player plays. Where both sides state a key the key decides,
    /// otherwise the name or the address.
    pub(super) fn entrant_of(&self, player: &Player) -> Option<usize> {
        let by_key = player.key.as_deref().and_then(|key| self.keys.get(&key_alone(key)));
        let by_name = self.names.get(player.name.as_str());
        let address = player.email.as_deref().map(address_key);
        let by_address = address.and_then(|address| self.addresses.get(&address));
        let named = by_name.into_iter().chain(by_address).flatten();
        let named = named.filter(|person| player.key.is_none() || !self.people[**person].1);
        let all = by_key.into_iter().flatten().chain(named);
        all.map(|person| self.people[*person].0).min()
    }
}

//! Who plays, and who rules.

use std::fmt;

use schemars::JsonSchema;

use crate::rules::Side;

/// The players, by side.
#[derive(Clone, PartialEq, Eq, Debug, Default, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// Who plays South (White).
    #[schemars(with = "Player")]
    #[serde(default)]
    pub south: Option<Player>,
    /// Who plays North (Black).
    #[schemars(with = "Player")]
    #[serde(default)]
    pub north: Option<Player>,
}

impl Players {
    /// The player of a side.
    pub fn of(&self, side: Side) -> Option<&Player> {
        match side {
            Side::South => self.south.as_ref(),
            Side::North => self.north.as_ref(),
        }
    }

    /// The player of a side, to be changed.
    pub(super) fn of_mut(&mut self, side: Side) -> Option<&mut Player> {
        match side {
            Side::South => self.south.as_mut(),
            Side::North => self.north.as_mut(),
        }
    }

    /// The side of a player who [is like](Player::is_like) somebody.
    pub fn side_like(&self, somebody: &Player) -> Option<Side> {
        let like = |side: &Side| self.of(*side).is_some_and(|player| player.is_like(somebody));
        Side::BOTH.into_iter().find(like)
    }
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name, up to 500 characters.
    #[schemars(length(min = 1, max = 500))]
    pub name: String,
    /// The address to which moves are sent.
    #[schemars(with = "String", length(min = 1, max = 2000))]
    #[serde(default)]
    pub email: Option<String>,
    /// The public key that signs the player's actions, as OpenSSH writes it.
    #[schemars(with = "String", length(min = 1, max = 2000))]
    #[serde(default)]
    pub key: Option<String>,
}

impl fmt::Display for Player {
    /// In a line of text: `Eva Ros <eva@example.org> ssh-ed25519 AAAA`, as far as it is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.email.iter().try_for_each(|email| write!(f, " <{email}>"))?;
        self.key.iter().try_for_each(|key| write!(f, " {key}"))
    }
}

impl Player {
    /// Whether both have the same name or the same address, in either case.
    pub fn is_like(&self, other: &Player) -> bool {
        let same = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
        let addresses = self.email.as_deref().zip(other.email.as_deref());
        same(&self.name, &other.name) || addresses.is_some_and(|(one, other)| same(one, other))
    }
}

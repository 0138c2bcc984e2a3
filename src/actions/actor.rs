//! Who acts: git's identity, or somebody for whom it enters what came by post.

use super::error::ActionError;
use super::settings::{KnownPerson, Settings};
use crate::record::{Player, Players};
use crate::rules::Side;
use crate::store::{Person, Store};

/// Who acts in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionBy {
    /// Who git commits as, who must be a player of the game, or its arbiter.
    Identity,
    /// Somebody else, for whom it is entered: `south`, `north`, `arbiter`, or a name or address as the record has it, in
    /// either case.
    For(String),
    /// The side whose plan answers the move before.
    Plan,
}

/// Who git commits as, with all addresses that the settings of the repository give that person.
#[derive(Clone, Debug)]
pub struct Identity {
    person: Person,
    names: Vec<String>,
    emails: Vec<String>,
}

impl Identity {
    /// Who git commits as in a repository.
    ///
    /// # Errors
    /// [`StoreError::NoIdentity`](crate::store::StoreError::NoIdentity), and those of [`Settings::of`].
    pub fn of(store: &Store) -> Result<Identity, ActionError> {
        Ok(Identity::new(store.committer()?, &Settings::of(store)?))
    }

    pub(super) fn new(person: Person, settings: &Settings) -> Identity {
        let (mut names, mut emails) = (vec![person.name.clone()], vec![person.email.clone()]);
        let known = |email: &String| same(email, &person.email);
        if let Some(known) = settings.people.iter().find(|p| p.emails.iter().any(known)) {
            names.push(known.name.clone());
            emails.extend(known.emails.iter().cloned());
        }
        Identity { person, names, emails }
    }

    /// Somebody whom the settings name.
    pub(super) fn known(person: &KnownPerson) -> Identity {
        let KnownPerson { name, emails, .. } = person;
        let email = emails.first().cloned().unwrap_or_default();
        let (names, emails) = (vec![name.clone()], emails.clone());
        Identity { person: Person { name: name.clone(), email }, names, emails }
    }

    /// Name and address as git has them.
    pub fn person(&self) -> &Person {
        &self.person
    }

    /// Whether that is a player: by the whole address without regard to case, and by the name only where the record has no
    /// address.
    pub fn is(&self, player: &Player) -> bool {
        match &player.email {
            Some(email) => self.emails.iter().any(|own| same(own, email)),
            None => self.names.iter().any(|own| same(own, &player.name)),
        }
    }

    /// Whether the text of a record may name this person as a player: an address of theirs or the first word of a name
    /// stands in it, or it has escapes, behind which they may stand. Where it is false, reading the record is spared.
    pub(super) fn may_be_in(&self, record: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(record) else { return false };
        let text = text.to_lowercase();
        let words = self.names.iter().filter_map(|name| name.split_whitespace().next());
        let mut said = self.emails.iter().map(String::as_str).chain(words);
        said.any(|said| text.contains(&said.to_lowercase()))
            || text.contains('\\')
            || text.contains("''")
    }

    /// Whether a list of names and addresses has this person.
    pub(super) fn is_among(&self, listed: &[String]) -> bool {
        listed.iter().any(|text| {
            let email = text.contains('@').then(|| text.clone());
            self.is(&Player { name: text.clone(), email, key: None })
        })
    }

    /// The sides of a game that this person plays.
    pub(super) fn sides(&self, game: &Seats<'_>) -> Vec<Side> {
        let plays = |side: &Side| game.players.of(*side).is_some_and(|player| self.is(player));
        Side::BOTH.into_iter().filter(plays).collect()
    }
}

/// Whether two players are one person, as far as names, addresses and the settings of a repository tell.
///
/// # Errors
/// Those of [`Settings::of`].
pub fn is_one_person(store: &Store, one: &Player, other: &Player) -> Result<bool, ActionError> {
    let settings = Settings::of(store)?;
    let is = |one, other| Identity::new(person(one), &settings).is(other);
    Ok(is(one, other) || is(other, one))
}

fn same(one: &str, other: &str) -> bool {
    one == other || one.to_lowercase() == other.to_lowercase()
}

/// Who plays a game, and whose turn it is.
#[derive(Clone, Copy)]
pub(super) struct Seats<'g> {
    pub(super) players: &'g Players,
    pub(super) arbiter: Option<&'g Player>,
    pub(super) turn: Side,
}

impl Seats<'_> {
    /// The player of a side as the author of a commit.
    pub(super) fn author(&self, side: Side) -> Person {
        let nobody = || Person { name: side.to_string(), email: String::new() };
        self.players.of(side).map_or_else(nobody, person)
    }

    /// Whether a side is played by somebody of that name or address.
    fn plays(&self, side: Side, who: &str) -> bool {
        self.players.of(side).is_some_and(|player| is_called(player, who))
    }

    /// The side that `who` means: the name of a side, White and Black included, the name or address of a player, or else a
    /// word of one player's name.
    ///
    /// # Errors
    /// [`ActionError::Unknown`]; [`ActionError::Unsaid`] for somebody who plays both sides.
    pub(super) fn side(&self, who: &str) -> Result<Side, ActionError> {
        if let Some(side) = Side::read(who.trim()) {
            return Ok(side);
        }
        let mut fitting: Vec<Side> =
            Side::BOTH.into_iter().filter(|side| self.plays(*side, who)).collect();
        if fitting.is_empty() {
            let named = |side: &Side| self.players.of(*side).is_some_and(|p| has_in_name(p, who));
            fitting.extend(Side::BOTH.into_iter().filter(named));
        }
        match fitting[..] {
            [side] => Ok(side),
            [] => Err(ActionError::Unknown { name: who.into(), players: self.both_sides() }),
            _ => Err(ActionError::Unsaid { players: self.both_sides() }),
        }
    }

    /// Both sides with their players, in words.
    fn both_sides(&self) -> String {
        Side::BOTH.map(|side| self.side_and_player(side)).join(" or ")
    }

    /// A side with its player, in words.
    fn side_and_player(&self, side: Side) -> String {
        match self.players.of(side) {
            Some(player) => format!("{} ({})", side.name(), player.name),
            None => side.name().into(),
        }
    }

    /// Whether the record tells somebody's address or key, so that it can be known who acts.
    pub(super) fn names_addresses(&self) -> bool {
        let players = Side::BOTH.into_iter().filter_map(|side| self.players.of(side));
        let players = players.chain(self.arbiter);
        players.into_iter().any(|player| player.email.is_some() || player.key.is_some())
    }
}

/// Which side can do something, as far as the play tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entitled {
    /// This one alone.
    Only(Side),
    /// Either; this one is meant where who acts plays both sides.
    Usually(Side),
    /// Either.
    Either,
    /// None: it is the arbiter's to do.
    Arbiter,
}

/// Who acts in a game, and who enters it.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    pub(super) side: Side,
    /// The author of the commit.
    pub(super) author: Person,
    /// Who enters it, where that is somebody else.
    pub(super) entered_by: Option<Person>,
}

impl Actor {
    /// The side to move, whose plan answers the move before.
    pub(super) fn plan(game: &Seats<'_>) -> Actor {
        let side = game.turn;
        Actor { side, author: game.author(side), entered_by: None }
    }
}

/// Who acts in a game: the only place that decides it. `by` is how whoever runs the program, `me`, put it.
///
/// Git's identity must be a player of the game, and one who can do it; everything else is entered for somebody. Where a
/// record knows no address and no key, anybody enters for the side that can.
///
/// # Errors
/// [`ActionError::NotActor`], [`ActionError::PlayerRules`], [`ActionError::Unsaid`], [`ActionError::Unknown`].
pub(super) fn actor(
    game: &Seats<'_>,
    me: &Identity,
    by: &ActionBy,
    entitled: Entitled,
) -> Result<Actor, ActionError> {
    let unsaid = || ActionError::Unsaid { players: game.both_sides() };
    let either = match entitled {
        Entitled::Only(side) | Entitled::Usually(side) => Ok(side),
        Entitled::Either => Err(unsaid()),
        Entitled::Arbiter => return arbiter(game, me, by),
    };
    let barred = |side: Side| matches!(entitled, Entitled::Only(only) if only != side);
    let side = match by {
        ActionBy::Plan => return Ok(Actor::plan(game)),
        ActionBy::For(who) => {
            // That it is for the other side to do, the rules say better.
            let side = match either {
                Ok(side) if game.plays(side, who) => side,
                _ => game.side(who)?,
            };
            let entered_by = match game.players.of(side).is_some_and(|player| me.is(player)) {
                true => None,
                false => Some(me.person.clone()),
            };
            return Ok(Actor { side, author: game.author(side), entered_by });
        }
        ActionBy::Identity => match (&me.sides(game)[..], game.names_addresses()) {
            ([side], true) if !barred(*side) => *side,
            ([_, _], _) => either?,
            (_, true) => {
                let sides = match entitled {
                    Entitled::Only(side) => vec![side],
                    _ => Side::BOTH.to_vec(),
                };
                let names: Vec<String> =
                    sides.iter().map(|side| game.side_and_player(*side)).collect();
                return Err(ActionError::NotActor {
                    identity: me.person.clone(),
                    entitled: names.join(" or "),
                    whom: sides.into_iter().map(Side::name).collect(),
                });
            }
            ([side], false) if entitled == Entitled::Either => *side,
            (_, false) => either?,
        },
    };
    Ok(Actor { side, author: game.author(side), entered_by: None })
}

/// What `--for` calls the arbiter.
pub(super) const ARBITER: &str = "arbiter";

/// Who enters a ruling, which stands in the line of the side to move. No player rules, nor enters what an arbiter has sent.
/// That the record names an arbiter is for the record to say.
fn arbiter(game: &Seats<'_>, me: &Identity, by: &ActionBy) -> Result<Actor, ActionError> {
    let identity = me.person.clone();
    if !me.sides(game).is_empty() {
        return Err(ActionError::PlayerRules { identity });
    }
    let named =
        |who: &str, arbiter| who.trim().eq_ignore_ascii_case(ARBITER) || is_called(arbiter, who);
    let side = game.turn;
    match (game.arbiter, by) {
        (None, _) => Ok(Actor { side, author: identity, entered_by: None }),
        (Some(arbiter), _) if me.is(arbiter) => {
            Ok(Actor { side, author: person(arbiter), entered_by: None })
        }
        (Some(arbiter), ActionBy::For(who)) if named(who, arbiter) => {
            Ok(Actor { side, author: person(arbiter), entered_by: Some(identity) })
        }
        (Some(arbiter), _) => {
            let entitled = format!("{ARBITER} ({})", arbiter.name);
            Err(ActionError::NotActor { identity, entitled, whom: vec![ARBITER] })
        }
    }
}

/// A player as the author of a commit.
pub(super) fn person(player: &Player) -> Person {
    Person { name: player.name.clone(), email: player.email.clone().unwrap_or_default() }
}

/// Whether one of the words of a player's name is `who`, without regard to case. For what is typed, never for identity.
fn has_in_name(player: &Player, who: &str) -> bool {
    player.name.split_whitespace().any(|word| word.to_lowercase() == who.trim().to_lowercase())
}

/// Whether a player is meant by a name or an address: the whole of it, without regard to case.
pub(super) fn is_called(player: &Player, who: &str) -> bool {
    let who = who.trim().to_lowercase();
    let is = |text: &str| text.to_lowercase() == who;
    !who.is_empty() && (is(&player.name) || player.email.as_deref().is_some_and(is))
}

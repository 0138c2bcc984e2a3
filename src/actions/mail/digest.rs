//! Reminders: one message to each player for whom games wait.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use super::manners::{count, send_counted};
use crate::actions::error::ActionError;
use crate::actions::inbox::{Claimable, OngoingGame, Somebody, TimeLeft, inbox};
use crate::actions::settings::Settings;
use crate::clock::{FlagState, TimeSpan};
use crate::mail::{
    AutoSubmitted, COLUMNS, MailAddress, OutgoingMail, SUBJECT_TAG, is_address, message_id,
};
use crate::record::hex;
use crate::render::{counted, one_line, wrapped};
use crate::rules::Side;
use crate::store::{Store, StoreError};

/// Where it is kept who has had a reminder today.
const REMINDED: &str = "mail/reminders";
/// The most games that a reminder lists.
const MOST_GAMES: usize = 100;
/// By how many columns what is said of a game stands below its id.
const INDENT: usize = 2;

/// A reminder to a player.
#[derive(Clone, Debug)]
pub struct Reminder {
    /// The message.
    pub mail: OutgoingMail,
    /// How many games wait for the player.
    pub games: usize,
    /// How many of the player's flags fall soon, or have fallen.
    pub flags: usize,
}

/// Games that wait for somebody, the most urgent first, and the side played in each.
type Waiting<'g> = Vec<(&'g OngoingGame, Side)>;

/// The reminders of a repository at an instant, by their addresses: for every player with an address for whom a game waits, or
/// for that player alone. A flag falls soon if it does `within` that span. The Message-IDs are made of `seed`.
///
/// # Errors
/// Those of reading the repository, and [`StoreError::NoIdentity`]: the messages come from whoever git commits as.
pub fn reminders(
    store: &Store,
    only: Option<Somebody>,
    now: DateTime<Utc>,
    within: TimeSpan,
    seed: [u8; 16],
) -> Result<Vec<Reminder>, ActionError> {
    let from = store.committer()?;
    let settings = Settings::of(store)?;
    let found = inbox(store, only, now)?;
    let mut people: BTreeMap<String, (MailAddress, Waiting<'_>)> = BTreeMap::new();
    for game in &found.games {
        let sides = found.me.as_ref().map_or(Side::BOTH.to_vec(), |me| game.sides_of(me));
        for side in sides.into_iter().filter(|side| game.waits[side.at()]) {
            let Some(player) = game.player(side) else { continue };
            let Some(email) = player.email.as_ref().filter(|email| is_address(email)) else {
                continue;
            };
            let address = MailAddress { name: Some(player.name.clone()), email: email.clone() };
            let person = people.entry(first_address(&settings, email));
            person.or_insert_with(|| (address, Vec::new())).1.push((game, side));
        }
    }
    let reminders = people.into_values().map(|(to, games)| {
        let flags = games.iter().filter(|(game, side)| falls(game, *side, now, within)).count();
        let hash = Sha256::new().chain_update(seed).chain_update(&to.email).finalize();
        let digits = hex(&hash[..16]);
        let waiting = counted(games.len(), "game waits for you", "games wait for you");
        let mail = OutgoingMail {
            message_id: message_id(&format!("reminder.{}.{digits}", now.date_naive()), &from.email),
            from: MailAddress { name: Some(from.name.clone()), email: from.email.clone() },
            subject: format!("{SUBJECT_TAG} {waiting}"),
            date: now,
            in_reply_to: None,
            references: Vec::new(),
            automatic: Some(AutoSubmitted::Generated),
            about: None,
            text: text(&waiting, &games, flags, within),
            html: None,
            picture: None,
            page: None,
            to,
        };
        Reminder { mail, games: games.len(), flags }
    });
    Ok(reminders.collect())
}

/// Whether a player may have a reminder today; if so, it is counted as sent.
///
/// # Errors
/// Those of [`Store::update_private`].
pub fn may_remind(store: &Store, to: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    count(store, REMINDED, to, 1, now)
}

/// Sends a reminder to a player who has had none today. Gives whether it was sent.
///
/// # Errors
/// Those of [`Store::update_private`] and [`Store::send_mail`].
pub fn send_reminder(
    store: &Store,
    mail: &OutgoingMail,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    send_counted(store, REMINDED, mail, 1, now)
}

/// The address by which somebody is known who has several.
fn first_address(settings: &Settings, email: &str) -> String {
    let same = |known: &String| known.eq_ignore_ascii_case(email);
    let person = settings.people.iter().find(|person| person.emails.iter().any(same));
    person.and_then(|person| person.emails.first()).map_or(email, String::as_str).to_lowercase()
}

/// Whether a side's flag falls within a span, or has fallen.
fn falls(game: &OngoingGame, side: Side, now: DateTime<Utc>, within: TimeSpan) -> bool {
    let TimeLeft::Time { reading, .. } = &game.left else { return false };
    game.turn == side
        && match reading.flag {
            FlagState::Falls(flag) => (flag - now).num_seconds() <= within.as_seconds(),
            FlagState::Fell(_) => true,
            FlagState::Up => false,
        }
}

fn text(waiting: &str, games: &Waiting<'_>, flags: usize, within: TimeSpan) -> String {
    let mut lines = vec![match flags {
        0 => format!("{waiting}."),
        1 => format!("{waiting}; 1 flag falls within {within}, or has fallen."),
        several => format!("{waiting}; {several} flags fall within {within}, or have fallen."),
    }];
    for (game, side) in games.iter().take(MOST_GAMES) {
        let opponent = game.player(side.other()).map(|player| player.name.as_str());
        lines.push(String::new());
        let against = opponent.map(|name| format!(", against {}", one_line(name)));
        lines.push(format!("{}: {}{}", game.id, game.game, against.unwrap_or_default()));
        let mut said = Vec::new();
        if game.turn == *side {
            said.push("You are to move.".to_owned());
            if let TimeLeft::Time { reading, .. } = &game.left {
                said.push(format!("You have {reading}."));
            }
        }
        let theirs = game.proposals.iter().filter(|(by, _)| by != side);
        let name = opponent.unwrap_or("The other side");
        said.extend(
            theirs.map(|(_, proposal)| format!("{} {}.", one_line(name), proposal.in_words())),
        );
        let claims = game.claims.iter().filter(|(by, _)| by == side);
        said.extend(claims.map(|(_, claim)| match claim {
            Claimable::Draw(_) => "You may claim a draw.".to_owned(),
            Claimable::Time => "You may claim the game on time.".to_owned(),
        }));
        let words = said.iter().flat_map(|text| text.split(' '));
        let indent = " ".repeat(INDENT);
        lines.extend(wrapped(words, COLUMNS - INDENT).iter().map(|line| format!("{indent}{line}")));
    }
    if games.len() > MOST_GAMES {
        lines.extend([String::new(), format!("And {} more.", games.len() - MOST_GAMES)]);
    }
    lines.join("\n") + "\n"
}

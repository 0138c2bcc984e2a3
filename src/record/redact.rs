//! Leaving out of a record where people can be reached.

use std::borrow::Cow;

use super::action::{Act, Action};
use super::model::Record;
use super::player::Player;

/// What stands where an address was left out of a text.
const LEFT_OUT: &str = "(address left out)";

impl Record<'_> {
    /// The same record without e-mail addresses, to be [written anew](super::canonical()): those of players and arbiter, what
    /// is said behind a key, and every word of a comment or other text that looks like one. Its chain is another, so that no
    /// signature fits it: signatures and changes of keys are left out, too.
    #[must_use]
    pub fn redacted(self) -> Record<'static> {
        let mut record = self.into_owned();
        let header = &mut record.header;
        let players = [&mut header.players.south, &mut header.players.north, &mut header.arbiter];
        players.into_iter().flatten().for_each(redact);
        let texts = [&mut header.event, &mut header.site, &mut header.round, &mut header.disputed];
        for text in texts.into_iter().flatten().chain(header.extras.values_mut()) {
            *text = without_addresses(text);
        }
        record.preamble =
            record.preamble.lines().map(|line| without_addresses(line) + "\n").collect();
        record.comments.iter_mut().for_each(|text| *text = without_addresses(text));
        let mut bound = [false; 2];
        record.signatures.clear();
        record.header.sign = None;
        record.actions.retain_mut(|action| redact_action(action, &mut bound));
        record
    }

    /// The same record as it can be shown to everybody: [redacted](Record::redacted), and without keys.
    #[must_use]
    pub fn published(self) -> Record<'static> {
        let mut record = self.redacted();
        let header = &mut record.header;
        let people = [&mut header.players.south, &mut header.players.north, &mut header.arbiter];
        people.into_iter().flatten().for_each(|person| person.key = None);
        for action in &mut record.actions {
            if let Act::ArbiterProposed { person } = &mut action.act {
                person.key = None;
            }
        }
        record
    }
}

fn redact(player: &mut Player) {
    player.name = without_addresses(&player.name);
    player.email = None;
    // OpenSSH writes whose key it is behind the key itself.
    if let Some(key) = &mut player.key {
        *key = key.split(' ').take(2).collect::<Vec<_>>().join(" ");
    }
}

/// Takes the addresses out of an action; whether anything is left of it.
fn redact_action(action: &mut Action<'_>, bound: &mut [bool; 2]) -> bool {
    if let Some(comment) = &mut action.comment {
        *comment = without_addresses(comment).into();
    }
    match &mut action.act {
        Act::KeyReplaced { .. } => return false,
        Act::AddressChanged { .. }
        | Act::KeyChanged { .. }
        | Act::KeyProposed { .. }
        | Act::KeyAccepted
            if bound[action.side.at()] =>
        {
            return false;
        }
        // What it says besides is that the player has joined (G13).
        act @ (Act::AddressChanged { .. }
        | Act::KeyChanged { .. }
        | Act::KeyProposed { .. }
        | Act::KeyAccepted) => *act = Act::Joins,
        Act::ArbiterProposed { person } => redact(person),
        Act::Adjudicated { reason, arbiter, .. }
        | Act::Reopened { reason, arbiter }
        | Act::TimeRuled { reason, arbiter, .. }
        | Act::FlagDeclared { reason, arbiter, .. } => {
            for text in [reason, arbiter] {
                *text = Cow::Owned(without_addresses(text));
            }
        }
        _ => {}
    }
    bound[action.side.at()] |= action.act.binds();
    true
}

/// The text with each word replaced that looks like an address.
pub fn without_addresses(text: &str) -> String {
    let word = |word: &str| {
        let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_address = inner.split_once('@').is_some_and(|(who, host)| {
            !who.is_empty() && host.contains('.') && !host.contains('@')
        });
        match is_address {
            true => word.replacen(inner, LEFT_OUT, 1),
            false => word.to_owned(),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

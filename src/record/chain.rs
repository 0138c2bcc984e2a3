//! The chain hash: a fingerprint of a record after each of its actions, for two people to compare and for signing.
//!
//! Link 0 is the SHA-256 of the part of the header that matters to play, as UTF-8 lines that end with a line feed:
//!
//! ```text
//! format: riverpost/1
//! game: NAME
//! variation: NAME            only for a game that has variations
//! option KEY: VALUE          for every option of the game in the game's order, those left out included
//! id: ID
//! south: NAME                each of these four only when known
//! south key: KEY
//! north: NAME
//! north key: KEY
//! time: CONTROL              only when stated; in its usual form, such as 40d+2d
//! clock: {OPTIONS}           only when something other than usual is agreed, as the canonical printer writes it
//! offers: LIMIT              only when stated
//! setup:
//! DIAGRAM                    as the canonical printer writes it, without the record's indentation
//! ```
//!
//! Values are the texts themselves, without quotes; none of them can hold a line feed. Link n is the SHA-256 of the 32
//! bytes of link n - 1 followed by the canonical line of action n: without indentation, comment and line feed, with all
//! marks, times in UTC.

use std::fmt;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::header::FORMAT;
use super::model::Record;
use super::replay::Replayed;
use super::timing;
use super::write::{canonical_actions, options};
use crate::notation::diagram;
use crate::rules::{Setup, Side};

/// A link of the chain. Shown as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainHash(pub [u8; 32]);

impl ChainHash {
    /// The first twelve hexadecimal digits, which is what people compare.
    pub fn short(&self) -> String {
        self.to_string().chars().take(12).collect()
    }
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The chain of a record that has been played through: link 0 for the header, then one for each action.
pub fn chain(record: &Record<'_>, replayed: &Replayed) -> Vec<ChainHash> {
    let mut link = ChainHash(Sha256::digest(preimage(record)).into());
    let mut links = vec![link];
    for action in canonical_actions(record, replayed) {
        let line = action.line(record.game.first);
        link = ChainHash(Sha256::new().chain_update(link.0).chain_update(line).finalize().into());
        links.push(link);
    }
    links
}

/// What link 0 is the hash of.
fn preimage(record: &Record<'_>) -> String {
    let header = &record.header;
    let mut out = String::with_capacity(1024);
    let mut line = |key: &str, value: &str| {
        // Writing to a text cannot fail.
        let _ = writeln!(out, "{key}: {value}");
    };
    line("format", FORMAT);
    line("game", record.game.name);
    if let Some(variation) = record.game.variation {
        line("variation", variation);
    }
    for (key, value) in options(record) {
        line(&format!("option {key}"), value);
    }
    line("id", &header.id);
    for side in Side::BOTH {
        if let Some(player) = header.players.of(side) {
            line(side.name(), &player.name);
            if let Some(key) = &player.key {
                line(&format!("{} key", side.name()), key);
            }
        }
    }
    if let Some(time) = &header.time {
        line("time", &time.to_string());
    }
    if let Some(clock) = timing::write(&header.clock) {
        line("clock", &clock);
    }
    if let Some(offers) = header.offers {
        line("offers", &offers.to_string());
    }
    out.push_str("setup:\n");
    out.push_str(&diagram::write(&Setup::of(&record.start)));
    out
}

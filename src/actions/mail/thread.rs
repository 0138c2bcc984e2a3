//! The messages of a game: which we sent, to which side, after which action, and which we got. A line of the private file
//! `mail/ID.txt` for each: `sent|got ORDINAL SIDE MESSAGE-ID`.

use sha2::{Digest, Sha256};

use crate::actions::change::change_private;
use crate::mail::{is_message_id, message_id};
use crate::record::hex;
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// The private folder.
const FOLDER: &str = "mail";
/// The most messages that are remembered of a game.
const MOST: usize = 2_000;
/// The most Message-IDs in `References`.
const MOST_REFERENCES: usize = 10;
/// The digits of a Message-ID that cannot be guessed.
const DIGITS: usize = 32;

/// The messages of a game, the oldest first.
pub(super) struct Thread(Vec<ThreadMessage>);

/// A message of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ThreadMessage {
    /// Whether it came in; otherwise it was sent.
    pub(super) got: bool,
    /// How many actions the game had: before it was sent, or after it was taken in.
    pub(super) ordinal: usize,
    /// The side that it went to or came from.
    pub(super) side: Side,
    /// Without angle brackets.
    pub(super) message_id: String,
}

impl Thread {
    /// Those of the game of that id.
    pub(super) fn of(store: &Store, id: &str) -> Result<Thread, StoreError> {
        let bytes = store.private(&file(id)?)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        Ok(Thread(text.lines().filter_map(read).collect()))
    }

    /// The message of ours to a side that one answers, which names those Message-IDs, the nearest first.
    pub(super) fn answered(&self, answers: &[String], side: Side) -> Option<&ThreadMessage> {
        let sent = |id: &String| {
            let ours = |m: &&ThreadMessage| !m.got && m.side == side && m.message_id == *id;
            self.0.iter().rev().find(ours)
        };
        answers.iter().find_map(sent)
    }

    /// The message of that Message-ID that came from a side.
    pub(super) fn got(&self, message_id: &str, side: Side) -> Option<&ThreadMessage> {
        self.0.iter().find(|m| m.got && m.side == side && m.message_id == message_id)
    }

    /// The Message-IDs that a message to a side refers to, the last one last.
    pub(super) fn references(&self, side: Side) -> Vec<String> {
        let with = self.0.iter().rev().filter(|m| m.side == side).take(MOST_REFERENCES);
        let mut ids: Vec<String> = with.map(|m| m.message_id.clone()).collect();
        ids.reverse();
        ids
    }

    /// A Message-ID that nobody can guess who does not know the seed, for a message to a side.
    pub(super) fn new_id(&self, seed: [u8; 16], id: &str, ordinal: usize, from: &str) -> String {
        let number = self.0.len().to_string();
        let hash = Sha256::new().chain_update(seed).chain_update(id).chain_update(number);
        let hash = hash.chain_update(from);
        let digits = hex(&hash.finalize());
        message_id(&format!("{id}.{ordinal}.{}", &digits[..DIGITS]), from)
    }
}

/// The id of the game that a Message-ID of ours names.
pub(super) fn game_of(message_id: &str) -> Option<&str> {
    let (local, _) = message_id.rsplit_once('@')?;
    let mut parts = local.rsplitn(3, '.');
    let (digits, ordinal, id) = (parts.next()?, parts.next()?, parts.next()?);
    let hex = digits.len() == DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit());
    (hex && ordinal.parse::<usize>().is_ok()).then_some(id)
}

/// Remembers a message of a game, once. One whose Message-ID no line can hold is forgotten.
pub(super) fn remember(store: &Store, id: &str, message: &ThreadMessage) -> Result<(), StoreError> {
    if !is_message_id(&message.message_id) {
        return Ok(());
    }
    change_private(store, &file(id)?, false, |before| {
        let text = String::from_utf8_lossy(before.unwrap_or_default()).into_owned();
        let ThreadMessage { got, ordinal, side, message_id } = message;
        let word = if *got { "got" } else { "sent" };
        let line = format!("{word} {ordinal} {} {message_id}", side.name());
        let mut lines: Vec<&str> = text.lines().filter(|known| *known != line).collect();
        lines.push(&line);
        let from = lines.len().saturating_sub(MOST);
        Ok((Some((lines[from..].join("\n") + "\n").into_bytes()), ()))
    })
}

fn read(line: &str) -> Option<ThreadMessage> {
    let mut words = line.split(' ');
    let got = match words.next()? {
        "got" => true,
        "sent" => false,
        _ => return None,
    };
    let ordinal = words.next()?.parse().ok()?;
    let side = words.next()?;
    let side = Side::BOTH.into_iter().find(|known| known.name() == side)?;
    let message_id = words.next()?.to_owned();
    words.next().is_none().then_some(ThreadMessage { got, ordinal, side, message_id })
}

/// Ids are unique without regard to case, also where file names have none.
fn file(id: &str) -> Result<RepoPath, StoreError> {
    RepoPath::new(format!("{FOLDER}/{}.txt", id.to_lowercase()))
}

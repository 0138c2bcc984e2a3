//! To which messages a robot answers: never to other robots, to lists or to itself, and to nobody without end.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use sha2::{Digest, Sha256};

use crate::actions::error::ActionError;
use crate::mail::{AutomaticKind, IncomingMail, OutgoingMail};
use crate::record::hex;
use crate::store::{RepoPath, Store, StoreError};

/// Where it is kept how many answers an address got today.
const ANSWERS: &str = "mail/answers";
/// The most addresses that are counted on a day; all others get nothing.
const MOST_ADDRESSES: usize = 20_000;
/// How many bytes of the hash of an address are kept.
const HASH: usize = 8;

/// Why a message is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Silence {
    /// A machine wrote it.
    #[error("a machine wrote it")]
    Automatic(AutomaticKind),
    /// It came over a mailing list.
    #[error("it came over a mailing list")]
    List,
    /// It is from whoever answers.
    #[error("it is from this robot's own address")]
    Own,
    /// The sender has had as many answers as there are on a day.
    #[error("its sender has had {0} answers today")]
    Enough(u32),
}

/// Whether a message may be answered at all, by what it says of itself. One that came over a mailing list may if it `did`
/// something; `own` is the address of whoever answers.
///
/// # Errors
/// [`Silence`] where it may not.
pub(super) fn answer_to(mail: &IncomingMail, did: bool, own: &str) -> Result<(), Silence> {
    if let Some(kind) = mail.automatic {
        return Err(Silence::Automatic(kind));
    }
    if !did && (mail.list.is_some() || mail.rewritten_from.is_some()) {
        return Err(Silence::List);
    }
    match mail.from.iter().any(|from| from.email.eq_ignore_ascii_case(own)) {
        true => Err(Silence::Own),
        false => Ok(()),
    }
}

/// Sends an answer, unless its address has had `most` of them on the day of `now`.
///
/// # Errors
/// Those of [`send_counted`].
pub(super) fn send_answer(
    store: &Store,
    answer: &OutgoingMail,
    most: u32,
    now: DateTime<Utc>,
) -> Result<Result<(), Silence>, ActionError> {
    let sent = send_counted(store, ANSWERS, answer, most, now)?;
    Ok(if sent { Ok(()) } else { Err(Silence::Enough(most)) })
}

/// Sends a message, unless its address has had `most` on the day of `now`, as a private file of that name counts them. Gives
/// whether it was sent. One that could not be sent does not count.
///
/// # Errors
/// Those of [`Store::update_private`] and [`Store::send_mail`].
pub(super) fn send_counted(
    store: &Store,
    file: &str,
    mail: &OutgoingMail,
    most: u32,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let to = &mail.to.email;
    // Counted first, so that of two runs at once not both send.
    if !count(store, file, to, most, now)? {
        return Ok(false);
    }
    if let Err(error) = store.send_mail(to, &mail.write()) {
        change_counts(store, file, now, |counts| counts.take_back(to))?;
        return Err(error);
    }
    Ok(true)
}

/// Counts something that an address gets at most so often on a day, in a private file of that name. Gives whether it may get
/// it.
///
/// # Errors
/// Those of [`Store::update_private`].
pub(super) fn count(
    store: &Store,
    file: &str,
    address: &str,
    most: u32,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    change_counts(store, file, now, |counts| counts.add(address, most))
}

fn change_counts<T>(
    store: &Store,
    file: &str,
    now: DateTime<Utc>,
    change: impl FnOnce(&mut DailyCounts) -> T,
) -> Result<T, StoreError> {
    store.update_private(&RepoPath::new(file)?, |before| {
        let mut counts = DailyCounts::read(before.unwrap_or_default(), now.date_naive());
        let value = change(&mut counts);
        Ok((Some(counts.write()), value))
    })
}

/// How often something happened to each address on one day. Addresses are kept as hashes.
struct DailyCounts {
    day: NaiveDate,
    counts: BTreeMap<String, u32>,
}

impl DailyCounts {
    /// Reads the counts of a day; those of another day, and what is none, count as nothing.
    fn read(text: &[u8], day: NaiveDate) -> DailyCounts {
        let text = String::from_utf8_lossy(text);
        let mut lines = text.lines();
        let counts = match lines.next() == Some(day.to_string().as_str()) {
            true => lines.filter_map(|line| {
                let (hash, count) = line.split_once(' ')?;
                Some((hash.to_owned(), count.parse().ok()?))
            }),
            false => return DailyCounts { day, counts: BTreeMap::new() },
        };
        DailyCounts { day, counts: counts.take(MOST_ADDRESSES).collect() }
    }

    fn key(address: &str) -> String {
        hex(&Sha256::digest(address.to_lowercase())[..HASH])
    }

    fn take_back(&mut self, address: &str) {
        if let Some(count) = self.counts.get_mut(&DailyCounts::key(address)) {
            *count = count.saturating_sub(1);
        }
    }

    fn add(&mut self, address: &str, most: u32) -> bool {
        let hash = DailyCounts::key(address);
        if self.counts.len() >= MOST_ADDRESSES && !self.counts.contains_key(&hash) {
            return false;
        }
        let count = self.counts.entry(hash).or_default();
        let may = *count < most;
        *count += u32::from(may);
        may
    }

    fn write(&self) -> Vec<u8> {
        let lines = self.counts.iter().map(|(hash, count)| format!("{hash} {count}\n"));
        format!("{}\n{}", self.day, lines.collect::<String>()).into_bytes()
    }
}

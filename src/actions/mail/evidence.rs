//! The mails that made lines of records: kept as they came, beside the commits they made.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::mail::{IncomingMail, MboxEntry, MboxReader, in_mbox};
use crate::record::{ChainHash, write_instant};
use crate::store::{CommitId, HistoryEntry, LONGEST_NOTE, RepoPath, Store, StoreError};

/// The most bytes of a mail that are kept; of a longer one the beginning is, with the hash of the whole.
const LONGEST_KEPT: usize = 256 * 1024;
/// The most characters of a header that are told.
const LONGEST_CLAIM: usize = 300;

/// Mails that are kept beside a commit.
#[derive(Clone, Debug)]
pub struct KeptMails {
    /// The commit.
    pub entry: HistoryEntry,
    /// The mails: the first is the one that made the commit.
    pub mails: Vec<Vec<u8>>,
}

/// What a mail says of itself. Nothing of it is verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailClaims {
    /// The addresses that it says it is from, each with its name.
    pub from: String,
    /// When it says it was written.
    pub date: Option<DateTime<Utc>>,
    /// Its Message-ID.
    pub message_id: Option<String>,
    /// The headers by which others vouch for it, such as `DKIM-Signature`: name and value, long ones cut.
    pub headers: Vec<(String, String)>,
}

impl MailClaims {
    /// What a mail says; nothing where it cannot be read.
    pub fn of(mail: &[u8]) -> Option<MailClaims> {
        let mail = IncomingMail::read(mail).ok()?;
        let from = mail.from.iter().map(ToString::to_string);
        let headers = mail.authentication.iter().map(|(name, value)| {
            let words: Vec<&str> = value.split_whitespace().collect();
            (name.clone(), words.join(" ").chars().take(LONGEST_CLAIM).collect())
        });
        Some(MailClaims {
            from: from.collect::<Vec<_>>().join(", "),
            date: mail.date,
            headers: headers.collect(),
            message_id: mail.message_id,
        })
    }
}

/// What a mail says of itself, in lines.
pub fn mail_claims(mail: &[u8]) -> Vec<String> {
    let Some(claims) = MailClaims::of(mail) else { return vec!["it cannot be read".into()] };
    let date = claims
        .date
        .map_or("without a date".into(), |date| format!("dated {}", write_instant(&date)));
    let mut lines = vec![format!("from {}, {date}", claims.from)];
    lines.extend(claims.headers.iter().map(|(name, value)| format!("{name}: {value}")));
    lines.push(match claims.headers.is_empty() {
        true => "nobody vouches for where it comes from".into(),
        false => "these headers are what it claims: they were not verified".into(),
    });
    lines
}

/// Keeps a mail beside the commit that it made, unless it is there already.
///
/// # Errors
/// [`StoreError::LongNote`] where it is too much together with others, and those of [`Store::update_mail_note`].
pub(super) fn keep_mail(store: &Store, commit: CommitId, mail: &[u8]) -> Result<(), StoreError> {
    let mut kept = mail[..mail.len().min(LONGEST_KEPT)].to_owned();
    if kept.len() < mail.len() {
        let (size, hash) = (mail.len(), ChainHash(Sha256::digest(mail).into()));
        let cut = format!("\n[cut by riverpost: {size} bytes in all, SHA-256 {hash}]\n");
        kept.extend(cut.into_bytes());
    } else if !kept.ends_with(b"\n") {
        kept.push(b'\n');
    }
    store.update_mail_note(commit, |old| united(old.unwrap_or_default(), [kept.clone()]))?;
    match mails_beside(store, commit)?.contains(&kept) {
        true => Ok(()),
        false => Err(StoreError::LongNote { size: LONGEST_NOTE + kept.len() }),
    }
}

/// Two notes as one, those of the first before what only the second has.
pub(in crate::actions) fn unite_mails(one: &[u8], other: &[u8]) -> Vec<u8> {
    united(one, mails(other)).unwrap_or_else(|| one.to_owned())
}

/// A note with mails that it does not have yet, as long as there is room; none where that changes nothing.
fn united(note: &[u8], more: impl IntoIterator<Item = Vec<u8>>) -> Option<Vec<u8>> {
    let known = mails(note);
    let mut text = note.to_owned();
    for mail in more {
        let added = in_mbox(&mail);
        if !known.contains(&mail) && text.len() + added.len() <= LONGEST_NOTE {
            text.extend(added);
        }
    }
    (text.len() > note.len()).then_some(text)
}

/// The mails of a note; what somebody else has written into it, and is none, is passed over.
fn mails(note: &[u8]) -> Vec<Vec<u8>> {
    let entries = MboxReader::new(note, LONGEST_NOTE).map_while(Result::ok);
    let mails = entries.filter_map(|entry| match entry {
        MboxEntry::Message(mail) => Some(mail),
        MboxEntry::TooLong { .. } => None,
    });
    mails.collect()
}

/// The mails that are kept beside a commit.
///
/// # Errors
/// [`StoreError::Git`].
pub(in crate::actions) fn mails_beside(
    store: &Store,
    commit: CommitId,
) -> Result<Vec<Vec<u8>>, StoreError> {
    Ok(store.mail_note(commit)?.map(|note| mails(&note)).unwrap_or_default())
}

/// The mails that made a record, oldest first, of its last `most` commits.
///
/// # Errors
/// [`StoreError::Git`].
pub fn mails_of(store: &Store, path: &RepoPath, most: usize) -> Result<Vec<KeptMails>, StoreError> {
    let mut kept = Vec::new();
    if store.mail_notes_tip()?.is_none() {
        return Ok(kept);
    }
    for entry in store.log(path, most)?.into_iter().rev() {
        let mails = mails_beside(store, entry.commit)?;
        if !mails.is_empty() {
            kept.push(KeptMails { entry, mails });
        }
    }
    Ok(kept)
}

//! Working through a mailbox once.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::delivery::{Delivery, DeliveryFault, DeliveryTerms, LONGEST_MAIL, MailAnswer, deliver};
use super::maildir::{Flags, Maildir, read_message};
use super::thread::game_of;
use crate::mail::{IncomingMail, MboxEntry, MboxReader};
use crate::record::hex;
use crate::store::{RepoPath, Store, StoreError};

/// The most messages, and about the most bytes of them, that are held at a time.
const CHUNK: (usize, usize) = (256, LONGEST_MAIL);
/// Where it is kept which messages of files in mbox format have been worked on.
const WORKED_ON: &str = "mail/worked-on";
/// The most of them that are remembered.
const MOST_REMEMBERED: usize = 40_000;
/// How many bytes of the hash of a message are kept.
const HASH: usize = 8;

/// Where messages are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mailbox {
    /// A folder with a file for each (Maildir). What is worked on is moved from `new` to `cur`.
    Maildir(PathBuf),
    /// A file with all of them (mbox), which stays as it is. What has been worked on is passed over the next time.
    Mbox(PathBuf),
}

/// What became of a message of a mailbox.
#[derive(Debug)]
pub struct MailRun {
    /// The name of its file, or its number in the file.
    pub name: String,
    file: Option<PathBuf>,
    hash: String,
    /// Who wrote it, as it says.
    pub from: Option<String>,
    /// What became of it.
    pub delivery: Delivery,
    /// Why it could not be moved from `new` to `cur`.
    pub unmoved: Option<io::Error>,
}

/// Why a mailbox is not worked through to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It cannot be read.
    #[error("{}: {source}", .path.display())]
    Mailbox {
        /// The mailbox, or a file of it.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The repository is not as needed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A message that has been read.
struct Message {
    name: String,
    /// Its file, where it has one of its own.
    file: Option<PathBuf>,
    bytes: Vec<u8>,
    mail: Result<IncomingMail, DeliveryFault>,
}

impl Message {
    fn read(name: String, file: Option<PathBuf>, bytes: Vec<u8>) -> Message {
        let mail = match bytes.len() > LONGEST_MAIL {
            true => Err(DeliveryFault::Long),
            false => guarded(|| IncomingMail::read(&bytes).map_err(DeliveryFault::from))
                .unwrap_or(Err(DeliveryFault::Panic)),
        };
        Message { name, file, bytes, mail }
    }

    /// What it has in common with those that it must not overtake: the game as far as that is easily told, or else the sender.
    fn queue(&self) -> String {
        let Ok(mail) = &self.mail else { return String::new() };
        let answered = || mail.answers.iter().find_map(|answer| game_of(answer));
        let sender = || mail.from.first().map(|from| from.email.as_str());
        mail.game.as_deref().or_else(answered).or_else(sender).unwrap_or_default().to_lowercase()
    }

    /// Works on the message.
    fn work(self, store: &Store, terms: &DeliveryTerms) -> MailRun {
        let Message { name, file, bytes, mail } = self;
        let from = mail.as_ref().ok().and_then(|mail| mail.from.first());
        let from = from.map(|from| from.email.clone());
        let delivery = match mail {
            Ok(mail) => guarded(|| deliver(store, &bytes, &mail, terms))
                .unwrap_or_else(|| Delivery::none(DeliveryFault::Panic)),
            Err(fault) => Delivery::none(fault),
        };
        MailRun { name, file, hash: hash_of(&bytes), from, delivery, unmoved: None }
    }
}

/// Whatever the message of a stranger does to this program, the others are worked on: none where it has panicked.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Works through the messages of a mailbox, those of different games at the same time, and tells what became of each, in their
/// order. Every thread opens the repository for itself.
///
/// # Errors
/// [`RunError`]. What has been told is done all the same.
pub fn run_mailbox(
    open: impl Fn() -> Result<Store, StoreError> + Sync,
    mailbox: &Mailbox,
    terms: &DeliveryTerms,
    tell: impl FnMut(MailRun),
) -> Result<(), RunError> {
    match mailbox {
        Mailbox::Maildir(folder) => run_maildir(open, folder, terms, tell),
        Mailbox::Mbox(file) => run_mbox(open, file, terms, tell),
    }
}

fn run_maildir(
    open: impl Fn() -> Result<Store, StoreError> + Sync,
    folder: &Path,
    terms: &DeliveryTerms,
    mut tell: impl FnMut(MailRun),
) -> Result<(), RunError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| RunError::Mailbox { path, source }
    };
    let maildir = Maildir::open(folder).map_err(failed(folder))?;
    let mut files = maildir.new_messages().map_err(failed(folder))?.into_iter();
    let next = || -> Result<Option<Message>, RunError> {
        for file in files.by_ref() {
            if let Some(bytes) = read_message(&file).map_err(failed(&file))? {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                return Ok(Some(Message::read(name, Some(file), bytes)));
            }
        }
        Ok(None)
    };
    work(open, next, terms, |done| {
        for mut run in done {
            if let (Some(file), Some(flags), false) =
                (&run.file, flags(&run.delivery), terms.receive.dry_run)
            {
                run.unmoved = maildir.settle(file, flags).err();
            }
            tell(run);
        }
        Ok(())
    })
}

/// What is shown of a message that was worked on; none where it is to be tried again.
fn flags(delivery: &Delivery) -> Option<Flags> {
    match (&delivery.outcome, &delivery.answer) {
        _ if delivery.may_pass() => None,
        (_, MailAnswer::Sent(_)) => Some(Flags::Replied),
        (Ok(_), _) => Some(Flags::Seen),
        (Err(DeliveryFault::Refused(refused)), _) if refused.is_automatic() => Some(Flags::Seen),
        (Err(_), _) => Some(Flags::Flagged),
    }
}

fn run_mbox(
    open: impl Fn() -> Result<Store, StoreError> + Sync,
    file: &Path,
    terms: &DeliveryTerms,
    mut tell: impl FnMut(MailRun),
) -> Result<(), RunError> {
    let failed = |source| RunError::Mailbox { path: file.to_owned(), source };
    let input = BufReader::new(File::open(file).map_err(failed)?);
    let mut entries = MboxReader::new(input, LONGEST_MAIL).enumerate();
    let store = open()?;
    let place = RepoPath::new(WORKED_ON)?;
    let mut known = Remembered::read(store.private(&place)?.as_deref().unwrap_or_default());
    let passed: HashSet<String> = known.0.iter().cloned().collect();
    let next = || -> Result<Option<Message>, RunError> {
        for (number, entry) in entries.by_ref() {
            let name = format!("message {}", number + 1);
            match entry.map_err(failed)? {
                MboxEntry::Message(bytes) if passed.contains(&hash_of(&bytes)) => {}
                MboxEntry::Message(bytes) => return Ok(Some(Message::read(name, None, bytes))),
                MboxEntry::TooLong { separator, .. } => {
                    let (file, bytes) = (None, separator.into_bytes());
                    let mail = Err(DeliveryFault::Long);
                    if !passed.contains(&hash_of(&bytes)) {
                        return Ok(Some(Message { name, file, bytes, mail }));
                    }
                }
            }
        }
        Ok(None)
    };
    work(open, next, terms, |done| {
        let finished = done.iter().filter(|run| !run.delivery.may_pass());
        known.0.extend(finished.map(|run| run.hash.clone()));
        if !terms.receive.dry_run {
            store.update_private(&place, |_| Ok::<_, StoreError>((Some(known.write()), ())))?;
        }
        done.into_iter().for_each(&mut tell);
        Ok(())
    })
}

/// The messages that have been worked on, by their hashes, the last ones last.
struct Remembered(Vec<String>);

impl Remembered {
    fn read(text: &[u8]) -> Remembered {
        Remembered(String::from_utf8_lossy(text).lines().map(str::to_owned).collect())
    }

    fn write(&self) -> Vec<u8> {
        let from = self.0.len().saturating_sub(MOST_REMEMBERED);
        self.0[from..].iter().flat_map(|hash| [hash.as_bytes(), b"\n"].concat()).collect()
    }
}

fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..HASH])
}

/// Works on messages, a number of them at a time: those of one queue one behind the other, different queues at the same time.
fn work(
    open: impl Fn() -> Result<Store, StoreError> + Sync,
    mut next: impl FnMut() -> Result<Option<Message>, RunError>,
    terms: &DeliveryTerms,
    mut done: impl FnMut(Vec<MailRun>) -> Result<(), RunError>,
) -> Result<(), RunError> {
    loop {
        let mut queues: BTreeMap<String, Vec<(usize, Message)>> = BTreeMap::new();
        let (mut count, mut size) = (0, 0);
        while count < CHUNK.0
            && size < CHUNK.1
            && let Some(message) = next()?
        {
            size += message.bytes.len();
            queues.entry(message.queue()).or_default().push((count, message));
            count += 1;
        }
        if count == 0 {
            return Ok(());
        }
        let queues: Vec<_> = queues.into_values().collect();
        let worked: Result<Vec<Vec<(usize, MailRun)>>, StoreError> = queues
            .into_par_iter()
            .map_init(
                || None,
                |store: &mut Option<Store>, queue| {
                    let store = match store {
                        Some(store) => store,
                        None => store.insert(open()?),
                    };
                    let work = |(at, message): (usize, Message)| (at, message.work(store, terms));
                    Ok(queue.into_iter().map(work).collect())
                },
            )
            .collect();
        let mut worked: Vec<(usize, MailRun)> = worked?.into_iter().flatten().collect();
        worked.sort_by_key(|(at, _)| *at);
        done(worked.into_iter().map(|(_, run)| run).collect())?;
    }
}

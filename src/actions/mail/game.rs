//! Which game a message is about.

use super::refusal::MailRefusal;
use super::sender::MailSender;
use super::thread;
use crate::actions::change::now;
use crate::actions::inbox::waiting_for;
use crate::actions::repository::GAMES;
use crate::mail::{IncomingMail, MailBlock};
use crate::store::{RepoPath, Store, StoreError};

/// The words of a subject that are looked at.
const MOST_WORDS: usize = 50;
/// The most ids in its headers that are looked for, each among all records.
const MOST_IDS: usize = 5;
/// How many ids a refusal lists.
const LISTED: usize = 5;

/// The record of the game that a block is about; none where there is no game of that id.
///
/// # Errors
/// [`MailRefusal::TwoGames`], and those of reading HEAD.
pub(super) fn game_of_block(
    store: &Store,
    mail: &IncomingMail,
    block: &MailBlock,
) -> Result<Option<RepoPath>, MailRefusal> {
    let id = &block.game;
    if let Some(header) = mail.game.as_ref().filter(|header| *header != id) {
        return Err(MailRefusal::TwoGames { header: header.clone(), block: id.clone() });
    }
    Ok(called(store, id)?)
}

/// The record of the game that a message without a block is about: that of the message it answers, the one that its headers
/// name, or its subject, or else the only one that waits for its sender.
///
/// # Errors
/// [`MailRefusal::NoGame`], [`MailRefusal::SeveralGames`], and those of reading the repository.
pub(super) fn game_of_text(
    store: &Store,
    mail: &IncomingMail,
    sender: &MailSender,
) -> Result<RepoPath, MailRefusal> {
    let answered = mail.answers.iter().filter_map(|answer| thread::game_of(answer));
    let mut ids: Vec<&str> = answered.chain(mail.game.as_deref()).collect();
    ids.dedup();
    for id in ids.into_iter().take(MOST_IDS) {
        if let Some(path) = called(store, id)? {
            return Ok(path);
        }
    }
    let words = mail.subject.split_whitespace().take(MOST_WORDS);
    let words: Vec<&str> = words.map(|word| word.trim_end_matches([':', ',', ';'])).collect();
    let mut named = store.list(GAMES)?;
    named.retain(|path| words.contains(&path.stem()));
    match &named[..] {
        [path] => return Ok(path.clone()),
        [] => {}
        several => return Err(several_of(several.iter().map(|path| path.stem()))),
    }
    let waiting = waiting_for(store, sender.identity(), now(store))?;
    match &waiting[..] {
        [game] => Ok(RepoPath::new(game.path.as_str())?),
        [] => Err(MailRefusal::NoGame { id: None }),
        several => Err(several_of(several.iter().map(|game| game.id.as_str()))),
    }
}

/// The record of exactly that id.
pub(super) fn called(store: &Store, id: &str) -> Result<Option<RepoPath>, StoreError> {
    Ok(store.taken(GAMES, id)?.filter(|path| path.stem() == id))
}

fn several_of<'i>(ids: impl Iterator<Item = &'i str>) -> MailRefusal {
    MailRefusal::SeveralGames { ids: ids.take(LISTED).map(str::to_owned).collect() }
}

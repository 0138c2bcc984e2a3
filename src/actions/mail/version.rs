//! The version of a game that a message brings, whoever sent it and whether it could be recorded or not.

use std::path::Path;

use super::game::called;
use super::lines::{compare, up_to};
use super::refusal::MailRefusal;
use crate::actions::error::ActionError;
use crate::actions::game::LoadedGame;
use crate::mail::{BlockContent, IncomingMail, MailBlock};
use crate::record;
use crate::store::Store;

/// The record as the block of a message says it is: the one in it, or that of the repository, up to where the lines of the
/// message begin, with these behind. None for what is no message with a block. The repository is looked for from the folder
/// `repo`, where it is needed.
///
/// # Errors
/// A [`MailRefusal`] of the block, or one that says why its lines do not continue the record.
pub(in crate::actions) fn version_of_mail(
    repo: &Path,
    message: &[u8],
) -> Result<Option<String>, MailRefusal> {
    let Ok(mail) = IncomingMail::read(message) else { return Ok(None) };
    let [block] = &mail.blocks[..] else { return Ok(None) };
    let block = MailBlock::read(block)?;
    let sent = match &block.content {
        BlockContent::Record(record) => return Ok(Some(record.text().to_owned())),
        BlockContent::Lines(sent) => sent,
    };
    let store = Store::discover(repo)?;
    let path = called(&store, &block.game)?;
    let path = path.ok_or_else(|| MailRefusal::NoGame { id: Some(block.game.clone()) })?;
    let game = LoadedGame::load(&store, &path)?;
    compare(&game, sent)?;
    let before = up_to(&path, &game, sent.ordinal - 1)?;
    let unsound = |fault| MailRefusal::Unsound(Box::new(fault));
    let LoadedGame { record: mut version, mut replayed, .. } = before;
    for line in &sent.lines {
        let action = record::read_action(&line.text, version.game().first).map_err(unsound)?;
        let refused = |error| ActionError::Refused { error: Box::new(error) };
        let appended = record::append(&version, &replayed, action).map_err(refused)?;
        (version, replayed) = (appended.record, appended.replayed);
        for signature in &line.signatures {
            version = record::sign(&version, signature.clone()).map_err(unsound)?;
        }
    }
    Ok(Some(version.text().to_owned()))
}

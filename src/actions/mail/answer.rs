//! The message that tells its sender what became of one.

use super::claimed::ClaimedTime;
use super::compose::{ComposeError, ComposeRequest, write};
use super::receive::{MailNews, Received, RefusedMail};
use super::refusal::MailRefusal;
use crate::actions::actor::Identity;
use crate::actions::error::ActionError;
use crate::actions::game::LoadedGame;
use crate::mail::{AutoSubmitted, IncomingMail, OutgoingMail};
use crate::record::write_instant;
use crate::render::one_line;
use crate::store::Store;

/// The most characters of the reason why nothing was recorded: it may repeat what was not understood.
const LONGEST_REASON: usize = 400;

/// Writes the answer to a message: the line as it was recorded, or why nothing was and what to do, with board and clocks as
/// they are. None where nobody who plays wrote it.
///
/// # Errors
/// Those of [`compose`](super::compose()).
pub(super) fn answer(
    store: &Store,
    mail: &IncomingMail,
    outcome: Result<&Received, &RefusedMail>,
    seed: [u8; 16],
    dry_run: bool,
) -> Result<Option<OutgoingMail>, ComposeError> {
    let (path, from) = match outcome {
        Ok(received) => (Some(&received.path), Some(received.from)),
        Err(refused) => (refused.path.as_ref(), refused.from),
    };
    let (Some(path), Some(from)) = (path, from) else { return Ok(None) };
    let words = match outcome {
        Ok(received) => told(received),
        Err(refused) => vec![refusal(&refused.reason)],
    };
    // With a dry run, an invitation has no record.
    if dry_run && store.read(path)?.is_none() {
        return Ok(None);
    }
    let game = LoadedGame::load(store, path)?;
    let automatic = Some(AutoSubmitted::Replied);
    let request = ComposeRequest { to: None, words: &words, html: false, automatic, seed, dry_run };
    let me = Identity::of(store)?;
    let mut answer = write(store, &game, &me, (from, None), &request)?;
    if let Some(message_id) = &mail.message_id {
        answer.references.retain(|id| id != message_id);
        answer.references.push(message_id.clone());
        answer.in_reply_to = Some(message_id.clone());
    }
    Ok(Some(answer))
}

/// What is said of a message that was taken in.
fn told(received: &Received) -> Vec<String> {
    let id = &received.id;
    match &received.news {
        MailNews::Opened(_) => {
            vec![format!("The game {id} is in the repository of who was invited, and waits there.")]
        }
        MailNews::Again => vec!["Your message was recorded already.".into()],
        MailNews::Planned(planned) => {
            let answers = planned.plan.numbered().len();
            vec![format!("Put down for {id}: {answers} of your moves wait for what may follow.")]
        }
        MailNews::Lines(lines) => {
            let lines = lines.iter().map(|line| {
                let doubt = line.value.claimed.and_then(doubted).unwrap_or_default();
                format!("Recorded: {}{doubt}", line.line)
            });
            vec![lines.collect::<Vec<_>>().join("\n")]
        }
    }
}

/// Why a line does not have the date of its message.
fn doubted(claimed: ClaimedTime) -> Option<String> {
    let doubt = claimed.doubt?;
    Some(format!("\nIts time is {}: {doubt}.", write_instant(&claimed.at)))
}

/// Why nothing was recorded, and what to do.
fn refusal(reason: &MailRefusal) -> String {
    let rule = match reason {
        MailRefusal::Action(ActionError::Move { error, .. }) => format!(" [{}]", error.rule()),
        MailRefusal::Action(ActionError::Refused { error } | ActionError::Action { error }) => {
            let rule = error.diagnostic().rule;
            rule.map(|rule| format!(" [{rule}]")).unwrap_or_default()
        }
        _ => String::new(),
    };
    let why: String = one_line(&reason.to_string()).chars().take(LONGEST_REASON).collect();
    let advice = reason.advice().map(|advice| format!("\nWhat to do: {advice}."));
    format!("Nothing was recorded: {why}{rule}.{}", advice.unwrap_or_default())
}

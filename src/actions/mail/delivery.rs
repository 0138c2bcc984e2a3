//! One message from the bytes that came in to the answer that goes out: it is read, taken in, kept and answered.

use sha2::{Digest, Sha256};

use super::answer::answer;
use super::compose::ComposeError;
use super::evidence::keep_mail;
use super::manners::{Silence, answer_to, send_answer};
use super::receive::{Received, RefusedMail, receive};
use super::refusal::MailRefusal;
use super::terms::ReceiveTerms;
use crate::actions::change::now;
use crate::mail::{IncomingMail, MailError, OutgoingMail};
use crate::store::{Store, StoreError};

/// The longest message that is read, in bytes.
pub const LONGEST_MAIL: usize = 32 * 1024 * 1024;

/// How messages are worked on.
#[derive(Clone, Debug)]
pub struct DeliveryTerms {
    /// How they are taken in.
    pub receive: ReceiveTerms,
    /// What becomes of the answer.
    pub answer: AnswerMode,
    /// 128 random bits, of which Message-IDs are made.
    pub seed: [u8; 16],
}

/// What becomes of the answer to a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerMode {
    /// None is written.
    Nothing,
    /// It is written and given back.
    Write,
    /// It is sent, unless the same address has had so many on the same day.
    Send(u32),
}

impl AnswerMode {
    /// Sends so many on a day, or none.
    pub fn of(most: u32) -> AnswerMode {
        if most == 0 { AnswerMode::Nothing } else { AnswerMode::Send(most) }
    }
}

/// What became of a message.
#[derive(Debug)]
pub struct Delivery {
    /// What it did, or why it did nothing.
    pub outcome: Result<Received, DeliveryFault>,
    /// What became of the answer.
    pub answer: MailAnswer,
    /// Why the message is not kept beside what it did, if it is not.
    pub unkept: Option<StoreError>,
}

/// Why a message did nothing.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryFault {
    /// It is too long.
    #[error("the message has more than {} MiB", LONGEST_MAIL >> 20)]
    Long,
    /// It is none that can be read.
    #[error(transparent)]
    Unreadable(#[from] MailError),
    /// It is refused.
    #[error("{}", .0.reason)]
    Refused(Box<RefusedMail>),
    /// This program has failed at it.
    #[error("this program has failed at the message, which is a fault of it")]
    Panic,
}

/// What became of the answer to a message.
#[derive(Debug)]
pub enum MailAnswer {
    /// None was wanted.
    Unwanted,
    /// There is nobody who plays to be answered.
    Nobody,
    /// It is one that is not answered.
    Silent(Silence),
    /// It was written, and is yet to be sent.
    Written(Box<OutgoingMail>),
    /// It was sent.
    Sent(Box<OutgoingMail>),
    /// It could not be written or sent. What the message did stands.
    Unsent(ComposeError),
}

impl Delivery {
    /// Of a message that is not taken in at all.
    pub(super) fn none(fault: DeliveryFault) -> Delivery {
        Delivery { outcome: Err(fault), answer: MailAnswer::Nobody, unkept: None }
    }

    /// Whether the message is to be tried again: see [`MailRefusal::may_pass`].
    pub fn may_pass(&self) -> bool {
        matches!(&self.outcome, Err(DeliveryFault::Refused(refused)) if refused.reason.may_pass())
    }
}

impl RefusedMail {
    /// Whether it is refused because no person wrote it.
    pub(super) fn is_automatic(&self) -> bool {
        matches!(self.reason, MailRefusal::Automatic(_))
    }
}

/// Takes a message in that has been read from these bytes, keeps it beside the commits that it made, and answers it.
pub fn deliver(
    store: &Store,
    bytes: &[u8],
    mail: &IncomingMail,
    terms: &DeliveryTerms,
) -> Delivery {
    let outcome = receive(store, mail, &terms.receive);
    let commits = outcome.as_ref().map(Received::commits).unwrap_or_default();
    let kept = commits.into_iter().try_for_each(|commit| keep_mail(store, commit, bytes));
    let answer = match &outcome {
        Err(refused) if refused.reason.may_pass() => MailAnswer::Unwanted,
        outcome => {
            answered(store, bytes, mail, outcome.as_ref().map_err(|refused| &**refused), terms)
        }
    };
    Delivery { outcome: outcome.map_err(DeliveryFault::Refused), answer, unkept: kept.err() }
}

/// Answers a message as manners allow.
fn answered(
    store: &Store,
    bytes: &[u8],
    mail: &IncomingMail,
    outcome: Result<&Received, &RefusedMail>,
    terms: &DeliveryTerms,
) -> MailAnswer {
    if terms.answer == AnswerMode::Nothing {
        return MailAnswer::Unwanted;
    }
    let dry_run = terms.receive.dry_run;
    let written = || -> Result<MailAnswer, ComposeError> {
        let own = store.committer()?.email;
        if let Err(silence) = answer_to(mail, outcome.is_ok(), &own) {
            return Ok(MailAnswer::Silent(silence));
        }
        let hash = Sha256::new().chain_update(terms.seed).chain_update(bytes).finalize();
        let seed = std::array::from_fn(|at| hash[at]);
        let Some(answer) = answer(store, mail, outcome, seed, dry_run)? else {
            return Ok(MailAnswer::Nobody);
        };
        let answer = Box::new(answer);
        let AnswerMode::Send(most) = terms.answer else { return Ok(MailAnswer::Written(answer)) };
        if dry_run {
            return Ok(MailAnswer::Written(answer));
        }
        Ok(match send_answer(store, &answer, most, now(store))? {
            Ok(()) => MailAnswer::Sent(answer),
            Err(silence) => MailAnswer::Silent(silence),
        })
    };
    written().unwrap_or_else(MailAnswer::Unsent)
}

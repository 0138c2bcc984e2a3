//! Games by e-mail: writing the message that goes with a move, and taking from one that came in what it does to a game.
//!
//! - [`compose`] writes the message about a game to a player, and remembers its Message-ID; [`Store::send_mail`] sends it.
//! - [`deliver`] finds the game, the sender and the action of a message, and records it or says why not; it keeps the message,
//!   and writes the one that tells its sender.
//!
//! Whoever has a key acts by a block that carries the signature. Whoever has none acts from an address of theirs, in answer
//! to a message of ours whose Message-ID nobody else can know: the private files `mail/ID.txt` in git's folder keep those.
//!
//! [`Store::send_mail`]: crate::store::Store::send_mail

mod answer;
mod claimed;
mod compose;
mod delivery;
mod demo;
mod digest;
mod evidence;
mod game;
mod invitation;
mod lines;
mod maildir;
mod manners;
mod receive;
mod refusal;
mod run;
mod sender;
mod terms;
mod thread;
mod typed;
mod version;

pub use claimed::{ClaimedTime, DateDoubt};
pub use compose::{ComposeError, ComposeRequest, compose};
pub use delivery::{
    AnswerMode, Delivery, DeliveryFault, DeliveryTerms, LONGEST_MAIL, MailAnswer, deliver,
};
pub use demo::{DemoError, MailDemonstration, SentMail, demonstrate_mail};
pub use digest::{Reminder, may_remind, reminders, send_reminder};
pub use evidence::{KeptMails, MailClaims, mail_claims, mails_of};
pub(super) use evidence::{mails_beside, unite_mails};
pub use lines::ReceivedLine;
pub use manners::Silence;
pub use receive::{MailNews, Received, RefusedMail};
pub use refusal::MailRefusal;
pub use run::{MailRun, Mailbox, RunError, run_mailbox};
pub use terms::ReceiveTerms;
pub(super) use version::version_of_mail;

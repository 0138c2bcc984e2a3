//! Games by e-mail: messages written and read, both as RFC 5322 text. Nothing here knows of git, of folders, or of the
//! network; what a message does to a game is decided in `actions`.
//!
//! - [`IncomingMail`]: a message read: who wrote it, what it answers, its text, the blocks of programs found in it;
//! - [`TypedRequest`]: what a person typed in it, or why that cannot be told.

mod incoming;
mod request;

pub use incoming::{
    ArmouredBlock, AutomaticKind, BodyFault, IncomingMail, MailAddress, MailError, ReceivedHeader,
    ReturnPath,
};
pub use request::{RequestKind, TypedAnswer, TypedRequest, Unclear, UnclearReason};

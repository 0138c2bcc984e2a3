//! Games by e-mail: messages written and read, both as RFC 5322 text. Nothing here knows of git, of folders, or of the
//! network; what a message does to a game is decided in `actions`.
//!
//! - [`IncomingMail`]: a message read: who wrote it, what it answers, its text, the blocks of programs found in it;
//! - [`TypedRequest`]: what a person typed in it, or why that cannot be told;
//! - [`MboxReader`]: the messages of an mbox.

mod armour;
mod automatic;
mod block;
mod fault;
mod fields;
mod html;
mod incoming;
mod mbox;
mod parts;
mod quoting;
mod request;
mod shape;

pub use armour::{ArmouredBlock, BLOCK_BEGIN, BLOCK_END};
pub use automatic::{AutomaticKind, OWN_LOOP};
pub use block::{
    BEGIN, BlockContent, BlockError, END, LONGEST_RECORD, MOST_LINES, MailBlock, SentLine,
    SentLines, sent_lines,
};
pub use fault::BodyFault;
pub use incoming::{IncomingMail, MailAddress, MailError, ReceivedHeader, ReturnPath};
pub use mbox::{MboxEntry, MboxReader};
pub use request::{
    ProposalKind, RequestKind, SUBJECT_TAG, TypedAnswer, TypedRequest, Unclear, UnclearReason,
};

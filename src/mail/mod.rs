//! Games by e-mail: messages written and read, both as RFC 5322 text. Nothing here knows of git, of folders, or of the
//! network; what a message does to a game is decided in `actions`.
//!
//! - [`IncomingMail`]: a message read: who wrote it, what it answers, its text, the blocks of programs found in it;
//! - [`TypedRequest`]: what a person typed in it, or why that cannot be told;
//! - [`MboxReader`]: the messages of an mbox;
//! - [`MailBlock`]: what one program says to another in a message;
//! - [`MailBody`]: what a message says of a game to people;
//! - [`OutgoingMail`]: a message to be sent.

mod armour;
mod automatic;
mod block;
mod body;
mod fault;
mod fields;
mod html;
mod incoming;
mod mbox;
mod outgoing;
mod parts;
mod quoting;
mod request;
mod shape;
mod smime;

pub use armour::{BLOCK_BEGIN, BLOCK_END};
pub use automatic::AutomaticKind;
pub use block::{BlockContent, BlockError, COLUMNS, MailBlock, SentLine, SentLines, sent_lines};
pub use body::MailBody;
pub use fault::BodyFault;
pub use incoming::{IncomingMail, MailAddress, MailError, ReceivedHeader};
pub use mbox::{MboxEntry, MboxReader, in_mbox};
pub use outgoing::{
    AutoSubmitted, MailedGame, OutgoingMail, game_subject, is_address, is_message_id, message_id,
};
pub use request::{
    ProposalKind, RequestKind, SUBJECT_TAG, TypedAnswer, TypedRequest, Unclear, UnclearReason,
};

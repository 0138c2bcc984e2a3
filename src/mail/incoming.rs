//! A message as it came in: its headers as far as they matter, and its text.

use chrono::{DateTime, Utc};

/// A message read. Everything in it is what its sender says: nothing of it is verified.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IncomingMail {
    /// The Message-ID, without angle brackets.
    pub message_id: Option<String>,
    /// The Message-IDs that it answers, without angle brackets: that of In-Reply-To, then those of References, the last one
    /// first; at most fifty, none twice.
    pub answers: Vec<String>,
    /// Who wrote it: one address, if everything is as it should be.
    pub from: Vec<MailAddress>,
    /// Who sent it, where that is said to be somebody else.
    pub sender: Option<MailAddress>,
    /// Where an answer shall go, where that is said.
    pub reply_to: Vec<MailAddress>,
    /// Where reports about its delivery go.
    pub return_path: Option<ReturnPath>,
    /// The subject, decoded.
    pub subject: String,
    /// When it was written, as its writer says; none where there is no such day or time.
    pub date: Option<DateTime<Utc>>,
    /// The hosts that it passed, the last one first; only those that the reader knows can be believed.
    pub received: Vec<ReceivedHeader>,
    /// The List-Id of the mailing list that it came over, without angle brackets.
    pub list: Option<String>,
    /// The writer's own address, where From is that of a mailing list which moved it elsewhere.
    pub rewritten_from: Option<MailAddress>,
    /// That no person wrote it, and why it is thought so.
    pub automatic: Option<AutomaticKind>,
    /// The id of the game, where a program names it (`X-Riverpost-Game`).
    pub game: Option<String>,
    /// The ordinal of the action that the message is about (`X-Riverpost-Ply`).
    pub ply: Option<usize>,
    /// The chain hash after that action, in hexadecimal digits (`X-Riverpost-Chain`).
    pub chain: Option<String>,
    /// The headers by which others vouch for it, name and value as they stand: DKIM-Signature, ARC-…,
    /// Authentication-Results; at most twenty of at most 8 KiB.
    pub authentication: Vec<(String, String)>,
    /// The text, decoded, lines ended by a line feed alone: quoted lines begin with `>`, whatever form they came in. The
    /// plain text where there is one, otherwise what the HTML says.
    pub text: String,
    /// What the HTML says, where the message has both forms.
    pub html: Option<String>,
    /// Why the text cannot be taken for the whole of what was written.
    pub fault: Option<BodyFault>,
    /// The blocks that programs wrote, neither quoted, forwarded nor attached.
    pub blocks: Vec<ArmouredBlock>,
}

/// An address with the name that stands beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailAddress {
    /// The name, decoded; it says nothing about who it is.
    pub name: Option<String>,
    /// The address.
    pub email: String,
}

/// Where reports about a message's delivery go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReturnPath {
    /// Nowhere: the message is such a report, or was written by a program.
    Empty,
    /// To an address.
    Address(String),
}

/// What a host wrote into a message that passed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedHeader {
    /// The host, as it calls itself.
    pub by: Option<String>,
    /// When.
    pub time: Option<DateTime<Utc>>,
}

/// Why a message is taken for one that no person wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutomaticKind {
    /// It says so: `Auto-Submitted: auto-generated`, or a header of that meaning.
    Generated,
    /// It is an automatic answer, such as that of somebody who is away.
    Answer,
    /// It reports on another message's delivery or reading, or returns it.
    Report,
    /// It was sent to many.
    Bulk,
    /// riverpost itself wrote it, for a machine.
    OwnLoop,
}

/// Why the text of a message cannot be taken for the whole of what was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyFault {
    /// It is encrypted.
    Encrypted,
    /// It stands within a signature that hides it.
    Wrapped,
    /// It breaks off.
    Truncated,
    /// Its transfer encoding is damaged.
    Encoding,
    /// Its character set is unknown.
    Charset(String),
    /// It has more parts, or parts within parts, than are read.
    Parts,
    /// A part of text is longer than is read.
    Long,
}

/// What stands between the first and the last line of a program's block, those included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArmouredBlock {
    /// The number of its first line in the text, from 1.
    pub line: usize,
    /// Its lines, each ended by a line feed, without white space at their ends.
    pub text: String,
}

/// Why something is no message that can be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MailError {
    /// It has no headers.
    #[error("this is no message: it has no headers")]
    NoHeaders,
    /// A header that there may be once stands there twice.
    #[error("the message has more than one header {0}")]
    Twice(&'static str),
    /// The headers are longer, or more, than are read.
    #[error(
        "the headers of the message are too long: at most {limit} bytes in {count} headers are read"
    )]
    Headers {
        /// The most bytes.
        limit: usize,
        /// The most headers.
        count: usize,
    },
}

impl IncomingMail {
    /// Reads a message, its lines ended by line feeds with or without carriage returns.
    ///
    /// # Errors
    /// [`MailError`] for headers that cannot be read; what is wrong with the text is said in [`IncomingMail::fault`].
    pub fn read(message: &[u8]) -> Result<IncomingMail, MailError> {
        let _ = message;
        Err(MailError::NoHeaders)
    }
}

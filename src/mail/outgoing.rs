//! A message that is to be sent.

use chrono::{DateTime, Utc};
use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use mail_builder::headers::content_type::ContentType;
use mail_builder::headers::message_id::MessageId;
use mail_builder::headers::raw::Raw;
use mail_builder::mime::MimePart;

use super::automatic::OWN_LOOP;
use super::incoming::MailAddress;
use super::request::SUBJECT_TAG;
use crate::record::{ChainHash, Record, Replayed};

/// The longest name of a person in a header, in characters.
const LONGEST_NAME: usize = 200;
/// The longest Message-ID that is written, in bytes.
const LONGEST_ID: usize = 250;

/// The host in a Message-ID where the sender's address has none; no name that there could be (RFC 2606).
const NO_HOST: &str = "riverpost.invalid";

/// A message that is to be sent.
#[derive(Clone, Debug)]
pub struct OutgoingMail {
    /// The Message-ID, without angle brackets.
    pub message_id: String,
    /// Who sends it.
    pub from: MailAddress,
    /// Who gets it.
    pub to: MailAddress,
    /// The subject.
    pub subject: String,
    /// When it is written.
    pub date: DateTime<Utc>,
    /// The Message-ID of the message that it answers.
    pub in_reply_to: Option<String>,
    /// The Message-IDs of the thread, the last one last.
    pub references: Vec<String>,
    /// Whether a machine writes it, and why.
    pub automatic: Option<AutoSubmitted>,
    /// The game that it is about.
    pub about: Option<MailedGame>,
    /// The plain text.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// The picture that the HTML shows, as PNG; its Content-ID is [`OutgoingMail::picture_id`] of the Message-ID.
    pub picture: Option<Vec<u8>>,
    /// A page that is attached: the name of its file, and its HTML.
    pub page: Option<(String, String)>,
}

/// The game that a message is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailedGame {
    /// The id.
    pub id: String,
    /// The plies that stand in it.
    pub ply: usize,
    /// The chain hash after its last line.
    pub chain: ChainHash,
}

/// Why a machine writes a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoSubmitted {
    /// Because of something else than a message.
    Generated,
    /// To answer one.
    Replied,
}

impl OutgoingMail {
    /// The whole message, its lines ended by line feeds, as programs that send mail take it.
    pub fn write(&self) -> Vec<u8> {
        let address = |of: &MailAddress| {
            let name = of.name.as_deref().map(header_text).filter(|name| !name.is_empty());
            Address::new_address(name, header_text(&of.email))
        };
        let mut message = MessageBuilder::new()
            .date(self.date.timestamp())
            .from(address(&self.from))
            .to(address(&self.to))
            .message_id(self.message_id.clone());
        if let Some(answered) = self.in_reply_to.as_ref().filter(|id| is_message_id(id)) {
            message = message.in_reply_to(answered.clone());
        }
        let mut references = self.references.iter().filter(|id| is_message_id(id)).peekable();
        if references.peek().is_some() {
            message = message.references(MessageId::new_list(references.cloned()));
        }
        message = message.subject(header_text(&self.subject));
        let raw = |text: &str| Raw::new(header_text(text));
        if let Some(automatic) = self.automatic {
            let word = match automatic {
                AutoSubmitted::Generated => "auto-generated",
                AutoSubmitted::Replied => "auto-replied",
            };
            message = message.header("Auto-Submitted", raw(word)).header("X-Loop", raw(OWN_LOOP));
        }
        if let Some(game) = &self.about {
            message = message
                .header("X-Riverpost-Game", raw(&game.id))
                .header("X-Riverpost-Ply", raw(&game.ply.to_string()))
                .header("X-Riverpost-Chain", raw(&game.chain.to_string()));
        }
        message = message.body(self.body());
        let mut bytes = Vec::new();
        message.serialize(&mut bytes);
        let mut lines = Vec::with_capacity(bytes.len());
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            match line.strip_suffix(b"\r\n") {
                Some(line) => lines.extend([line, b"\n"].concat()),
                None => lines.extend(line),
            }
        }
        if !lines.ends_with(b"\n") {
            lines.push(b'\n');
        }
        lines
    }

    /// The Content-ID of the picture in the message of a Message-ID.
    pub fn picture_id(message_id: &str) -> String {
        format!("board.{message_id}")
    }

    fn body(&self) -> MimePart<'_> {
        let shown = self.shown();
        let Some((name, page)) = &self.page else { return shown };
        let page = MimePart::new("text/html", page.as_bytes()).attachment(header_text(name));
        self.parts("multipart/mixed", "_m", vec![shown, page])
    }

    /// Parts that belong together. No line of them can be one that ends a part: the Message-ID cannot be guessed, and is
    /// not in them.
    fn parts<'p>(&self, kind: &'static str, end: &str, parts: Vec<MimePart<'p>>) -> MimePart<'p> {
        let boundary =
            format!("=_{}", self.message_id.replace(|c: char| !c.is_alphanumeric(), "_"));
        let boundary: String = boundary.chars().take(68).collect();
        let kind = ContentType::new(kind).attribute("boundary", format!("{boundary}{end}"));
        MimePart::new(kind, parts)
    }

    /// What a mail program shows.
    fn shown(&self) -> MimePart<'_> {
        let utf8 = |kind: &'static str| ContentType::new(kind).attribute("charset", "utf-8");
        let text = utf8("text/plain").attribute("format", "fixed");
        let text = MimePart::new(text, self.text.as_str());
        let Some(html) = &self.html else { return text };
        let html = MimePart::new(utf8("text/html"), html.as_str());
        let html = match &self.picture {
            None => html,
            Some(png) => {
                let id = OutgoingMail::picture_id(&self.message_id);
                let picture = MimePart::new("image/png", png.as_slice()).inline().cid(id);
                self.parts("multipart/related", "_r", vec![html, picture])
            }
        };
        self.parts("multipart/alternative", "_a", vec![text, html])
    }
}

/// The subject of a message about a game: its id, and the number of the move that is due.
pub fn game_subject(record: &Record<'_>, replayed: &Replayed) -> String {
    let turn = replayed.line.position().turn();
    let number = replayed.next_number(turn);
    let due = match replayed.termination {
        Some(_) => "over".into(),
        None if turn == record.game().first => format!("{number}."),
        None => format!("{number}..."),
    };
    format!("{SUBJECT_TAG} {} {due}", record.header().id)
}

/// Text as a header can hold it: one line without signs that control anything, and not too long.
fn header_text(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let plain: String = plain.filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    plain.trim().to_owned()
}

/// Whether a text can be written as the Message-ID that it is.
pub fn is_message_id(id: &str) -> bool {
    let fits = |b: u8| b.is_ascii_graphic() && !matches!(b, b'<' | b'>');
    !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(fits)
}

/// A Message-ID with that in front of the `@`, and the host of the sender's address behind it.
pub fn message_id(local: &str, from: &str) -> String {
    let host = from.rsplit_once('@').map_or(NO_HOST, |(_, host)| host);
    let id = format!("{local}@{host}");
    if is_message_id(&id) { id } else { format!("{local}@{NO_HOST}") }
}

/// Whether an address can be given to a program that sends mail: one mailbox at one host, without signs that mean
/// anything to a header or a command line.
pub fn is_address(email: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control() || "<>()[],;:\\\"".contains(c);
    let parts = email.rsplit_once('@');
    parts.is_some_and(|(local, host)| !local.is_empty() && !local.contains('@') && !host.is_empty())
        && !email.starts_with('-')
        && email.len() <= LONGEST_ID
        && !email.contains(odd)
}

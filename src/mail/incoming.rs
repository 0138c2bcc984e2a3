//! A message as it came in: its headers as far as they matter, and its text.

use std::borrow::Cow;
use std::fmt;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use mail_parser::{Addr, HeaderValue, Host};

use super::automatic::AutomaticKind;
use super::fault::BodyFault;
use super::fields::{Fields, line_end, parsed};
use super::parts::{self, Forms};
use super::quoting::MessageLines;

/// The most bytes and fields of a header.
const HEADER: (usize, usize) = (256 * 1024, 1000);
/// Fields that there may be once at most; of two, programs take one or the other.
const SINGLE: [&str; 10] = [
    "From",
    "Sender",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Subject",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Content-Disposition",
];
/// Fields by which others vouch for a message.
const AUTHENTICATION: [&str; 6] = [
    "DKIM-Signature",
    "ARC-Seal",
    "ARC-Message-Signature",
    "ARC-Authentication-Results",
    "Authentication-Results",
    "Received-SPF",
];
/// The most of them, and their longest value, in bytes.
const MOST_AUTHENTICATION: (usize, usize) = (20, 8 * 1024);
/// The most Message-IDs that are kept of those that a message answers, and the longest, in bytes.
const MOST_ANSWERS: (usize, usize) = (50, 998);
/// The most addresses in one field, and the most hosts passed, that are kept.
const MOST_ADDRESSES: usize = 20;
const MOST_RECEIVED: usize = 50;

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
    /// The blocks that programs wrote, neither quoted, forwarded nor attached: from the line that begins one to the one that
    /// ends it, each line ended by a line feed, without white space around it. One that breaks off lacks the last line.
    pub blocks: Vec<String>,
}

/// An address with the name that stands beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailAddress {
    /// The name, decoded; it says nothing about who it is.
    pub name: Option<String>,
    /// The address.
    pub email: String,
}

/// What a host wrote into a message that passed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedHeader {
    /// The host, as it calls itself.
    pub by: Option<String>,
    /// When.
    pub time: Option<DateTime<Utc>>,
}

impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} <{}>", self.email),
            None => f.write_str(&self.email),
        }
    }
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
        // A delivery agent may have put the line of an mbox in front.
        let envelope = message.starts_with(b"From ") || message.starts_with(b">From ");
        let message = if envelope { &message[line_end(message, 0)..] } else { message };
        let (limit, count) = HEADER;
        let split = Fields::split(message, limit, count);
        let (fields, body) = split.map_err(|_| MailError::Headers { limit, count })?;
        if fields.is_empty() {
            return Err(MailError::NoHeaders);
        }
        if let Some(name) = SINGLE.into_iter().find(|name| fields.all(name).nth(1).is_some()) {
            return Err(MailError::Twice(name));
        }
        let from = addresses(&fields, "From");
        let subject =
            match fields.all("Subject").next().map(|v| parsed(v, |s| s.parse_unstructured())) {
                Some(HeaderValue::Text(subject)) => subject.into_owned(),
                _ => String::new(),
            };
        let (forms, fault) = match parts::read(&fields, body) {
            Ok(forms) => (forms, None),
            Err(fault) => (Forms::default(), Some(fault)),
        };
        let (text, html) = match forms {
            Forms { plain: Some(plain), html } => (plain, html),
            Forms { plain: None, html } => (html.unwrap_or_default(), None),
        };
        Ok(IncomingMail {
            message_id: ids(&fields, "Message-ID").pop(),
            answers: answers(&fields),
            sender: addresses(&fields, "Sender").into_iter().next(),
            date: fields.all("Date").next().and_then(|value| {
                match parsed(value, |s| s.parse_date()) {
                    HeaderValue::DateTime(date) => instant(&date),
                    _ => None,
                }
            }),
            received: fields.all("Received").take(MOST_RECEIVED).map(received).collect(),
            list: list_id(&fields),
            rewritten_from: rewritten_from(&fields, &from),
            automatic: AutomaticKind::of(&fields, from.first().map(|a| &*a.email), &subject),
            game: fields.plain("X-Riverpost-Game").filter(|id| !id.is_empty()),
            authentication: authentication(&fields),
            blocks: MessageLines::read(&text).blocks,
            from,
            subject,
            text,
            html,
            fault,
        })
    }
}

/// The addresses in all fields of a name.
fn addresses(fields: &Fields<'_>, name: &str) -> Vec<MailAddress> {
    fields.all(name).flat_map(addresses_in).take(MOST_ADDRESSES).collect()
}

fn addresses_in(value: &[u8]) -> Vec<MailAddress> {
    let HeaderValue::Address(addresses) = parsed(value, |stream| stream.parse_address()) else {
        return Vec::new();
    };
    let address = |address: Addr<'_>| {
        let email = address.address?.trim().to_owned();
        let name = address.name.map(Cow::into_owned).filter(|name| !name.is_empty());
        Some(MailAddress { name, email })
    };
    addresses.into_list().into_iter().filter_map(address).collect()
}

/// The Message-IDs in the first field of a name.
fn ids(fields: &Fields<'_>, name: &str) -> Vec<String> {
    let ids = match fields.all(name).next().map(|v| parsed(v, |stream| stream.parse_id())) {
        Some(HeaderValue::Text(id)) => vec![id],
        Some(HeaderValue::TextList(ids)) => ids,
        _ => Vec::new(),
    };
    let fits = |id: &String| !id.is_empty() && id.len() <= MOST_ANSWERS.1;
    ids.into_iter().map(Cow::into_owned).filter(fits).collect()
}

fn answers(fields: &Fields<'_>) -> Vec<String> {
    let references = ids(fields, "References").into_iter().rev();
    let mut answers: Vec<String> = Vec::new();
    for id in ids(fields, "In-Reply-To").into_iter().chain(references) {
        if answers.len() < MOST_ANSWERS.0 && !answers.contains(&id) {
            answers.push(id);
        }
    }
    answers
}

/// A date as an instant, if there is such a day and time.
fn instant(date: &mail_parser::DateTime) -> Option<DateTime<Utc>> {
    let day = NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into())?;
    let (hour, minute) = (u32::from(date.hour), u32::from(date.minute));
    let local = day.and_hms_opt(hour, minute, u32::from(date.second).min(59))?;
    let east = TimeDelta::minutes(i64::from(date.tz_hour) * 60 + i64::from(date.tz_minute));
    let utc = match date.tz_before_gmt {
        true => local.checked_add_signed(east),
        false => local.checked_sub_signed(east),
    };
    utc.map(|utc| utc.and_utc())
}

fn received(value: &[u8]) -> ReceivedHeader {
    let HeaderValue::Received(received) = parsed(value, |stream| stream.parse_received()) else {
        return ReceivedHeader { by: None, time: None };
    };
    let by = received.by.map(|host| match host {
        Host::Name(name) => name.into_owned(),
        Host::IpAddr(address) => address.to_string(),
    });
    ReceivedHeader { by, time: received.date.as_ref().and_then(instant) }
}

fn list_id(fields: &Fields<'_>) -> Option<String> {
    let value = fields.plain("List-Id")?;
    let id = value.rsplit_once('<').map_or(&*value, |(_, id)| id).trim_end_matches(['>', ' ']);
    (!id.is_empty()).then(|| id.to_owned())
}

/// Where From is the address of the list that the message came over: whom the list says that it is from.
fn rewritten_from(fields: &Fields<'_>, from: &[MailAddress]) -> Option<MailAddress> {
    let [from] = from else { return None };
    let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    let post = fields.plain("List-Post").unwrap_or_default();
    let posts = post.split(['<', '>', ',']).filter_map(|url| url.trim().strip_prefix("mailto:"));
    let mut posts = posts.map(|url| url.split('?').next().unwrap_or_default());
    let by_id = list_id(fields).is_some_and(|id| same(&id, &from.email.replacen('@', ".", 1)));
    if !by_id && !posts.any(|post| same(post, &from.email)) {
        return None;
    }
    let said = ["X-Original-From", "X-Original-Sender", "Reply-To"].into_iter();
    let said = said.map(|name| addresses(fields, name)).find(|said| !said.is_empty())?;
    let mut others = said.into_iter().filter(|address| !same(&address.email, &from.email));
    let first = others.next()?;
    others.next().is_none().then_some(first)
}

fn authentication(fields: &Fields<'_>) -> Vec<(String, String)> {
    let (most, longest) = MOST_AUTHENTICATION;
    let vouches = |(name, value): &(&str, &[u8])| {
        value.len() <= longest && AUTHENTICATION.iter().any(|a| a.eq_ignore_ascii_case(name))
    };
    let text = |value: &[u8]| String::from_utf8_lossy(value).trim().to_owned();
    let vouching = fields.named().filter(vouches).take(most);
    vouching.map(|(name, value)| (name.to_owned(), text(value))).collect()
}

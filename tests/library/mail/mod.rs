//! Reading messages: never a move that was not meant.

mod blocks;
mod composed;
mod encodings;
mod headers;
mod html;
mod limits;
mod mbox;
mod mutated;
mod typed;

use riverpost::mail::{IncomingMail, RequestKind, TypedRequest, UnclearReason};

/// A message from Anna with these headers besides her address, and this body.
pub fn message(headers: &str, body: &str) -> Vec<u8> {
    let head = "From: Anna Ek <anna@example.org>\nTo: ben@example.org\nDate: Tue, 1 Dec 2026 10:00:00 +0100\n\
                Message-ID: <a1@example.org>\nSubject: Re: [riverpost] wing-1 12...\n";
    format!("{head}{headers}\n{body}").into_bytes()
}

/// A message of plain text.
pub fn plain(body: &str) -> Vec<u8> {
    message("Content-Type: text/plain; charset=utf-8\n", body)
}

/// A message read.
pub fn read(message: &[u8]) -> IncomingMail {
    IncomingMail::read(message).expect("headers that can be read")
}

/// What a message asks for, in a few words: `move 12. Kc3 (=)`, `nothing`, `unclear: Question`.
pub fn verdict(message: &[u8]) -> String {
    let request = match TypedRequest::read(&read(message)) {
        Ok(None) => return "nothing".into(),
        Ok(Some(request)) => request,
        Err(unclear) => {
            let reason = match unclear.reason {
                UnclearReason::Several(_) => "Several".into(),
                reason => format!("{reason:?}"),
            };
            return format!("unclear: {reason}");
        }
    };
    let mut said = match request.kind {
        RequestKind::Move { text, offer } => {
            format!("move {text}{}", if offer { " (=)" } else { "" })
        }
        RequestKind::Resign => "resign".into(),
        RequestKind::OfferDraw => "offer".into(),
        RequestKind::Accept(what) => format!("accept {what:?}"),
        RequestKind::Decline(what) => format!("decline {what:?}"),
        RequestKind::TakeBack(plies) => format!("take back {plies:?}"),
        RequestKind::Plan => "plan".into(),
    };
    for answer in request.plan {
        said += &format!("; if {} then {}", answer.trigger, answer.answer);
    }
    said
}

/// Checks a table of messages and what they ask for; all that differ are shown.
pub fn check_all(table: impl IntoIterator<Item = (&'static str, Vec<u8>, &'static str)>) {
    let mut wrong = Vec::new();
    for (name, message, expected) in table {
        let found = verdict(&message);
        if found != expected {
            wrong.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

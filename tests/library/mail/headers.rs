//! Headers, and who wrote what.

use chrono::{TimeZone, Utc};
use riverpost::mail::{AutomaticKind, IncomingMail, MailAddress, MailError, ReceivedHeader};

fn read(headers: &str) -> IncomingMail {
    IncomingMail::read(format!("{headers}\nKc3\n").as_bytes()).expect("a message")
}

fn address(name: Option<&str>, email: &str) -> MailAddress {
    MailAddress { name: name.map(str::to_owned), email: email.into() }
}

#[test]
fn everything_is_found() {
    let mail = read(
        "Return-Path: <anna@example.org>\r\n\
         Received: from a.example.org (a.example.org [192.0.2.1])\r\n\tby mx.example.net with ESMTPS id 1\r\n\tfor <ben@example.net>; Tue, 1 Dec 2026 10:00:05 +0100\r\n\
         Received: from localhost by a.example.org; Tue, 1 Dec 2026 09:00:03 +0000\r\n\
         DKIM-Signature: v=1; a=rsa-sha256;\r\n b=abc\r\n\
         From: =?utf-8?q?Anna_=C3=96k?= <anna@example.org>\r\n\
         Sender: office@example.org\r\n\
         Subject: =?utf-8?b?WsO8Zw==?=\r\n\
         Date: Tue, 1 Dec 2026 10:00:00 +0100 (CET)\r\n\
         Message-ID: <m1@example.org>\r\n\
         In-Reply-To: <r3@example.net>\r\n\
         References: <r1@example.net>\r\n\t<r2@example.net> <r3@example.net>\r\n\
         X-Riverpost-Game: wing-1\r\n\r",
    );
    let at =
        |second| Some(Utc.with_ymd_and_hms(2026, 12, 1, 9, 0, second).single().expect("a time"));
    let received = |by: &str, second| ReceivedHeader { by: Some(by.into()), time: at(second) };
    assert_eq!(mail.received, [received("mx.example.net", 5), received("a.example.org", 3)]);
    assert_eq!(
        mail.authentication,
        [("DKIM-Signature".into(), "v=1; a=rsa-sha256;\r\n b=abc".into())]
    );
    assert_eq!(mail.from, [address(Some("Anna Ök"), "anna@example.org")]);
    assert_eq!(mail.sender, Some(address(None, "office@example.org")));
    assert_eq!(mail.subject, "Züg");
    assert_eq!(mail.date, at(0));
    assert_eq!(mail.message_id.as_deref(), Some("m1@example.org"));
    assert_eq!(mail.answers, ["r3@example.net", "r2@example.net", "r1@example.net"]);
    assert_eq!(mail.game.as_deref(), Some("wing-1"));
    assert_eq!((mail.automatic, mail.list, mail.rewritten_from), (None, None, None));
    assert_eq!((mail.text.as_str(), mail.fault), ("Kc3\n", None));
}

#[test]
fn who_wrote_it_cannot_be_hidden() {
    let from = |value: &str| -> Vec<String> {
        read(&format!("From: {value}\n")).from.into_iter().map(|a| a.email).collect()
    };
    assert_eq!(from("\"anna@example.org\" <eve@example.com>"), ["eve@example.com"]);
    assert_eq!(from("anna@example.org <eve@example.com>"), ["eve@example.com"]);
    assert_eq!(from("eve@example.com (anna@example.org)"), ["eve@example.com"]);
    assert_eq!(from("anna@example.org, eve@example.com"), ["anna@example.org", "eve@example.com"]);
    assert_eq!(
        from("Club: anna@example.org, eve@example.com;"),
        ["anna@example.org", "eve@example.com"]
    );
    assert_eq!(from("=?utf-8?q?anna=40example.org?= <eve@example.com>"), ["eve@example.com"]);
    assert!(!from("<anna@example.org> <eve@example.com>").contains(&"anna@example.org".to_owned()));
    assert!(from("").is_empty());
    // A field that does not end as it should takes nothing of the next.
    let mail = read("Date: Tue, 1 Dec 2026 10:00:00 Z\nSubject: \"x\nFrom: anna@example.org\n");
    assert_eq!(mail.from, [address(None, "anna@example.org")]);
    assert_eq!(mail.subject, "\"x");
}

#[test]
fn fields_that_there_may_be_once_are_there_once() {
    let twice = |headers: &str| IncomingMail::read(format!("{headers}\nKc3\n").as_bytes()).err();
    assert_eq!(twice("From: a@example.org\nfrom: b@example.org\n"), Some(MailError::Twice("From")));
    assert_eq!(
        twice("Content-Type: text/plain\nContent-Type: text/html\n"),
        Some(MailError::Twice("Content-Type"))
    );
    assert_eq!(twice("Kc3"), Some(MailError::NoHeaders));
    assert_eq!(twice(""), Some(MailError::NoHeaders));
    assert_eq!(
        twice("From anna@example.org Tue Dec  1 10:00:00 2026\nFrom: a@example.org\n"),
        None
    );
}

#[test]
fn dates_that_are_none_are_none() {
    let date = |value: &str| read(&format!("Date: {value}\n")).date;
    let at = |year| Some(Utc.with_ymd_and_hms(year, 1, 1, 0, 0, 0).single().expect("a time"));
    // Whether to believe them is decided elsewhere.
    assert_eq!(date("Thu, 1 Jan 2099 00:00:00 +0000"), at(2099));
    assert_eq!(date("Thu, 1 Jan 1970 00:00:00 +0000"), at(1970));
    assert_eq!(date("1 Jan 99 02:00:00 +0200"), at(1999));
    assert_eq!(date("31 Feb 2026 00:00:00 +0000"), None);
    assert_eq!(date("1 Jan 2026 25:00:00 +0000"), None);
    assert_eq!(date("yesterday"), None);
}

#[test]
fn lists_that_rewrite_the_writer_say_who_it_was() {
    let rewritten = |headers: &str| read(headers).rewritten_from.map(|address| address.email);
    let anna = Some("anna@example.org".to_owned());
    let mailman =
        "From: Anna Ek via Club <club@lists.example.org>\nReply-To: Anna Ek <anna@example.org>\n";
    assert_eq!(
        rewritten(&format!(
            "{mailman}List-Id: The club <club.lists.example.org>\nPrecedence: list\n"
        )),
        anna
    );
    assert_eq!(rewritten(&format!("{mailman}List-Post: <mailto:club@lists.example.org>\n")), anna);
    // No list, or another's address: nothing is said.
    assert_eq!(rewritten(mailman), None);
    assert_eq!(rewritten(&format!("{mailman}List-Id: <other.lists.example.org>\n")), None);
    let two = "From: club@lists.example.org\nReply-To: anna@example.org, eve@example.com\nList-Id: <club.lists.example.org>\n";
    assert_eq!(rewritten(two), None);
    let google = "From: 'Anna' via Club <club@example.com>\nX-Original-From: Anna <anna@example.org>\nReply-To: club@example.com\n\
                  List-Post: <https://example.com/post>, <mailto:club@example.com>\n";
    assert_eq!(rewritten(google), anna);
    let list = read(
        "From: anna@example.org\nList-Id: The club <club.lists.example.org>\nPrecedence: bulk\n",
    );
    assert_eq!((list.list.as_deref(), list.automatic), (Some("club.lists.example.org"), None));
}

#[test]
fn automatic_mail_is_known() {
    let rows = [
        ("", None),
        ("Auto-Submitted: no\n", None),
        ("Auto-Submitted: auto-generated\n", Some(AutomaticKind::Generated)),
        ("Auto-Submitted: auto-replied (vacation)\n", Some(AutomaticKind::Generated)),
        ("Auto-Submitted: auto-replied; x=y\n", Some(AutomaticKind::Answer)),
        ("X-Autoreply: yes\n", Some(AutomaticKind::Answer)),
        ("Precedence: auto_reply\n", Some(AutomaticKind::Answer)),
        ("Subject: Automatic reply: Re: our game\n", Some(AutomaticKind::Answer)),
        ("Subject: =?utf-8?q?R=C3=A9ponse_automatique=C2=A0: x?=\n", Some(AutomaticKind::Answer)),
        ("Subject: Abwesenheitsnotiz: our game\n", Some(AutomaticKind::Answer)),
        ("Precedence: bulk\n", Some(AutomaticKind::Bulk)),
        ("Precedence: bulk\nList-Id: <a.example.org>\n", None),
        ("Return-Path: <>\n", Some(AutomaticKind::Report)),
        (
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n",
            Some(AutomaticKind::Report),
        ),
        ("Content-Type: message/disposition-notification\n", Some(AutomaticKind::Report)),
        ("X-Loop: riverpost\nAuto-Submitted: auto-generated\n", Some(AutomaticKind::OwnLoop)),
        ("X-Loop: somebody@example.org\n", None),
    ];
    for (headers, expected) in rows {
        assert_eq!(
            read(&format!("From: anna@example.org\n{headers}")).automatic,
            expected,
            "{headers}"
        );
    }
    let daemon = read("From: Mail Delivery System <MAILER-DAEMON@example.org>\n");
    assert_eq!(daemon.automatic, Some(AutomaticKind::Report));
}

#[test]
fn a_bounce_that_quotes_the_game_asks_for_nothing() {
    let bounce = super::message(
        "Return-Path: <>\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n",
        "--b\n\nYour message could not be delivered.\n\nKc3\n--b\nContent-Type: message/delivery-status\n\nStatus: 5.1.1\n\
         --b\nContent-Type: text/rfc822-headers\n\nSubject: Kc3\n--b\nContent-Type: message/rfc822\n\nFrom: a@b\n\nKc3\n--b--\n",
    );
    assert_eq!(super::read(&bounce).automatic, Some(AutomaticKind::Report));
    assert_eq!(super::verdict(&bounce), "nothing");
    assert_eq!(super::read(&bounce).text, "");
}

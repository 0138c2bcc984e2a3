//! Mboxes divided into messages.

use std::io::{BufReader, Read};

use riverpost::mail::{MboxEntry, MboxReader, in_mbox};

const FIRST: &str = "From anna@example.org Tue Dec  1 10:00:00 2026\n";
const SECOND: &str = "From - Tue Dec 01 11:00:00 2026 +0100\n";

fn entries(mbox: &str, longest: usize) -> Vec<MboxEntry> {
    // A small buffer, so that lines come in pieces.
    let input = BufReader::with_capacity(7, mbox.as_bytes());
    MboxReader::new(input, longest).collect::<Result<_, _>>().expect("an mbox")
}

fn message(text: &str) -> MboxEntry {
    MboxEntry::Message(text.into())
}

#[test]
fn messages_are_told_apart() {
    let mbox = format!("{FIRST}Subject: a\n\nKc3\n\n{SECOND}Subject: b\n\nKd4\n\n");
    let expected = [message("Subject: a\n\nKc3\n"), message("Subject: b\n\nKd4\n")];
    assert_eq!(entries(&mbox, 1000), expected);
    let windows = mbox.replace('\n', "\r\n");
    let expected = [message("Subject: a\r\n\r\nKc3\r\n"), message("Subject: b\r\n\r\nKd4\r\n")];
    assert_eq!(entries(&windows, 1000), expected);
    assert!(entries("", 1000).is_empty());
    assert_eq!(entries(FIRST, 1000), [message("")]);
    assert_eq!(entries(&format!("{FIRST}x"), 1000), [message("x")]);
}

#[test]
fn a_line_of_the_text_parts_nothing() {
    for line in ["From here on it is easy", "From anna 2026", "From anna at 10:00"] {
        let mbox = format!("{FIRST}\na\n\n{line}\nb\n");
        assert_eq!(entries(&mbox, 1000), [message(&format!("\na\n\n{line}\nb\n"))]);
    }
    // Not below an empty line, or not at the start of one.
    let mbox = format!("{FIRST}\na\n{SECOND}b {SECOND}");
    assert_eq!(entries(&mbox, 1000), [message(&format!("\na\n{SECOND}b {SECOND}"))]);
}

#[test]
fn marks_in_front_of_from_go() {
    let mbox = format!("{FIRST}\n\n>From here\n>>From there\n> From far\n>Fromage\n");
    assert_eq!(
        entries(&mbox, 1000),
        [message("\n\nFrom here\n>From there\n> From far\n>Fromage\n")]
    );
}

#[test]
fn a_message_that_is_too_long_is_passed_over() {
    let long = "x".repeat(50_000);
    let mbox = format!("{FIRST}\n{long}\n{long}\n\n{SECOND}\nKd4\n");
    let separator = FIRST.trim().to_owned();
    let expected = [MboxEntry::TooLong { separator, length: 100_004 }, message("\nKd4\n")];
    assert_eq!(entries(&mbox, 99_999), expected);
    assert_eq!(entries(&mbox, 100_004).len(), 2);
    assert!(matches!(entries(&mbox, 100_004)[0], MboxEntry::Message(_)));
}

/// A stream is read as it is needed, and one that is no mbox is refused.
#[test]
fn a_stream_is_read_message_by_message() {
    let endless = std::io::repeat(b'x');
    let first = format!("{FIRST}\na\n\n{SECOND}");
    let input = BufReader::new(first.as_bytes().chain(endless).take(1 << 24));
    let mut reader = MboxReader::new(input, 1000);
    assert_eq!(reader.next().expect("an entry").expect("a message"), message("\na\n"));
    assert!(matches!(reader.next(), Some(Ok(MboxEntry::TooLong { .. }))));
    assert!(reader.next().is_none());
    let mut none = MboxReader::new("Subject: a\n\nKc3\n".as_bytes(), 1000);
    assert!(none.next().expect("an entry").is_err());
    assert!(none.next().is_none());
}

#[test]
fn what_is_put_in_an_mbox_comes_out() {
    let mails = [
        &b"Subject: \xff\n\nFrom me\n>From you\n>>From both\nFrom a Mon Nov 30 08:00:00 2026\n\nFrom\n\n\n"[..],
        b"Subject: CRLF\r\n\r\nFrom a Mon Nov 30 08:00:00 2026\r\n\r\n",
        b"x: y\n",
    ];
    let mbox = mails.map(in_mbox).concat();
    let read: Vec<MboxEntry> = MboxReader::new(&mbox[..], 1000).map(Result::unwrap).collect();
    assert_eq!(read, mails.map(|mail| MboxEntry::Message(mail.to_vec())));
    assert!(in_mbox(b"no line end").ends_with(b"\nno line end\n\n"));
}

//! Messages made to be too much.

use riverpost::mail::{BodyFault, IncomingMail, MailError};

use super::{message, read, verdict};

#[test]
fn a_large_attachment_is_passed_over() {
    let line = "QUJD".repeat(19) + "\n";
    let file = line.repeat(140_000);
    let body = format!(
        "--b\n\nKd4\n--b\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n{file}--b--\n"
    );
    let mail = message("Content-Type: multipart/mixed; boundary=b\n", &body);
    assert!(mail.len() > 10_000_000);
    assert_eq!(verdict(&mail), "move Kd4");
    // Nothing of it is kept.
    assert_eq!(read(&mail).text, "Kd4");
    assert!(format!("{:?}", read(&mail)).len() < 2000);
}

#[test]
fn headers_have_a_limit() {
    let limits = MailError::Headers { limit: 256 * 1024, count: 1000 };
    let many = "X-A: b\n".repeat(1001);
    let long = format!("X-A: {}\n", "b".repeat(300_000));
    let folded = format!("X-A: b\n{}", " b\n".repeat(100_000));
    for headers in [many, long, folded, "x".repeat(300_000)] {
        assert_eq!(IncomingMail::read(&message(&headers, "Kc3\n")), Err(limits.clone()));
    }
    // Of a long field nothing is made.
    let mail = message(&format!("Sender: {}\n", "a".repeat(20_000)), "Kc3\n");
    assert_eq!(read(&mail).sender, None);
    let references: String = (0..600).map(|n| format!(" <{n}@example.org>")).collect();
    assert_eq!(read(&message(&format!("References:{references}\n"), "")).answers.len(), 50);
}

#[test]
fn parts_have_limits() {
    let fault = |headers: &str, body: &str| read(&message(headers, body)).fault;
    let mixed = "Content-Type: multipart/mixed; boundary=b\n";
    let many = "--b\n\nx\n".repeat(300) + "--b--\n";
    assert_eq!(fault(mixed, &many), Some(BodyFault::Parts));
    let deep: String = (0..10_000)
        .map(|n| format!("--b{n}\nContent-Type: multipart/mixed; boundary=b{}\n\n", n + 1))
        .collect();
    let deep = deep + &(0..10_000).rev().map(|n| format!("--b{n}--\n")).collect::<String>();
    let head = "Content-Type: multipart/mixed; boundary=b0\n";
    assert_eq!(fault(head, &deep), Some(BodyFault::Parts));
    // Messages in messages are not gone into.
    let nested = "Content-Type: message/rfc822\n\n".repeat(10_000) + "Kc3\n";
    assert_eq!(verdict(&message("Content-Type: message/rfc822\n", &nested)), "nothing");
    let long = format!("Kd4\n\n{}\n", "x".repeat(1024 * 1024));
    assert_eq!(fault("", &long), Some(BodyFault::Long));
    let headers = format!("--b\n{}\n\nKd4\n--b--\n", "X-A: b\n".repeat(300));
    assert_eq!(fault(mixed, &headers), Some(BodyFault::Parts));
}

#[test]
fn elements_have_limits() {
    let html = "Content-Type: text/html\n";
    let fault = |body: &str| read(&message(html, body)).fault;
    assert_eq!(fault(&"<div>".repeat(100_000)), Some(BodyFault::Parts));
    assert_eq!(fault(&"<blockquote>".repeat(200)), None);
    assert_eq!(fault(&"<p>".repeat(20_000)), None);
    assert_eq!(fault(&"&".repeat(90_000)), None);
    assert_eq!(fault(&"<a b".repeat(200_000)), Some(BodyFault::Truncated));
    assert_eq!(fault(&"<".repeat(90_000)), None);
    assert_eq!(fault(&"</x>".repeat(20_000)), None);
}

/// Long lines and many of them are read in one pass each.
#[test]
fn text_of_every_shape_is_read() {
    let bodies = [
        "\0".repeat(30_000),
        "x: ".repeat(10_000),
        "\n:".repeat(13_000),
        "a@b:\n".repeat(6_000),
        ">".repeat(30_000),
        "> \n".repeat(10_000),
        "From: a\n".repeat(3_000),
        "=".repeat(30_000),
        "-----BEGIN RIVERPOST MOVE-----\n".repeat(1_000),
        "-----BEGIN PGP SIGNED MESSAGE-----\n".repeat(1_000),
        "a1".repeat(13_000),
    ];
    for body in bodies {
        let begin: String = body.chars().take(20).collect();
        assert!(!verdict(&message("", &body)).starts_with("move"), "{begin:?}");
        let flowed = "Content-Type: text/plain; format=flowed\n";
        assert!(!verdict(&message(flowed, &body)).starts_with("move"), "{begin:?}");
    }
}

//! What mail programs do to text.

use super::{check_all, message, read, verdict};

/// What `openssl cms -sign -nodetach` makes of a text with `Kd4`.
const SIGNED: &str = "MIIBagYJKoZIhvcNAQcCoIIBWzCCAVcCAQExDTALBglghkgBZQMEAgEwRwYJKoZI\n\
    hvcNAQcBoDoEOENvbnRlbnQtVHlwZTogdGV4dC9wbGFpbjsgY2hhcnNldD11dGYt\n\
    OA0KDQpLZDQNCg0KQW5uYQ0KMYH5MIH2AgEBMCQwDDEKMAgGA1UEAwwBQQIUEg+O\n\
    MFnKmTqPYNMjOa/Tn66HECcwCwYJYIZIAWUDBAIBoGkwGAYJKoZIhvcNAQkDMQsG\n\
    CSqGSIb3DQEHATAcBgkqhkiG9w0BCQUxDxcNMjYxMjAxMTI1OTA1WjAvBgkqhkiG\n\
    9w0BCQQxIgQgdbsaAMMgrbgAFXav9jssBYzqo2cYLXewySEW9e1Ufb4wCgYIKoZI\n\
    zj0EAwIERzBFAiEA305Q1udnIejipafsbeXvAS3hSuLaya6ICFt/KWpWBqQCIGMx\n\
    NJOClj/IYvBhTzhkxjuigDQSFopZLhr2k/XYNemX\n";
/// The same with `-stream`, which states no lengths.
const STREAMED: &str = "MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgAQ4Q29u\n\
    dGVudC1UeXBlOiB0ZXh0L3BsYWluOyBjaGFyc2V0PXV0Zi04DQoNCktkNA0KDQpBbm5hDQoAAAAA\n\
    AAAxgY8wgYwCAQEwJDAMMQowCAYDVQQDDAFBAhQSD44wWcqZOo9g0yM5r9OfrocQJzALBglghkgB\n\
    ZQMEAgEwCgYIKoZIzj0EAwIESDBGAiEAkF8iOuFq8kdckeNBi4+l3U7P4hFr5aCcxBqs2VCmPLMC\n\
    IQCFBnW86mw3gvlaCv1vbsA++lLcqVnyWxZ/D1Edt47OdwAAAAAAAA==\n";

fn with(kind: &str, encoding: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n");
    let mut all = message(&head, "");
    all.extend_from_slice(body);
    all
}

#[test]
fn transfer_encodings_are_undone() {
    let utf8 = "text/plain; charset=utf-8";
    check_all([
        (
            "soft break in a move",
            with(utf8, "quoted-printable", b"SK b=\r\n1-c3\r\n"),
            "move SK b1-c3",
        ),
        ("a promotion", with(utf8, "quoted-printable", b"e7-e8=3DQ\n"), "move e7-e8=Q"),
        (
            "a promotion, not encoded",
            with(utf8, "quoted-printable", b"e7-e8=Q\n"),
            "unclear: Body(Encoding)",
        ),
        ("a stray sign", with(utf8, "quoted-printable", b"Kc3 = c3\n"), "unclear: Body(Encoding)"),
        ("a stray return", with(utf8, "quoted-printable", b"Kc\r3\r\n"), "unclear: Body(Encoding)"),
        (
            "cut at a soft break",
            with(utf8, "quoted-printable", b"SK b1="),
            "unclear: Body(Encoding)",
        ),
        (
            "a soft break at the end",
            with(utf8, "quoted-printable", b"SK b1-c3=\r\n"),
            "move SK b1-c3",
        ),
        ("a dash", with(utf8, "Quoted-Printable", b"SK b1=E2=80=93c3\n"), "move SK b1\u{2013}c3"),
        ("a space", with(utf8, "quoted-printable", b"SK=C2=A0b1-c3=20\n"), "move SK b1-c3"),
        ("base64", with(utf8, "base64", b"S2Qz\r\nCg==\r\n"), "move Kd3"),
        ("base64, damaged", with(utf8, "base64", b"S2Qz*Cg==\n"), "unclear: Body(Encoding)"),
        ("base64, cut", with(utf8, "base64", b"S2QzCg\n"), "unclear: Body(Encoding)"),
        ("unknown", with(utf8, "x-uuencode", b"Kc3\n"), "unclear: Body(Encoding)"),
    ]);
}

#[test]
fn character_sets_are_understood() {
    check_all([
        (
            "windows-1252",
            with("text/plain; charset=windows-1252", "8bit", b"SK\xa0b1\x96c3\n"),
            "move SK b1\u{2013}c3",
        ),
        (
            "ISO-2022-JP",
            with("text/plain; charset=ISO-2022-JP", "7bit", b"\x1b$B$3$s\x1b(B\r\n\r\nKc3\r\n"),
            "move Kc3",
        ),
        ("UTF-16", with("text/plain; charset=utf-16le", "base64", b"SwBjADMACgA=\n"), "move Kc3"),
        ("unknown but ASCII", with("text/plain; charset=x-new", "7bit", b"Kc3\n"), "move Kc3"),
        (
            "unknown",
            with("text/plain; charset=x-new", "8bit", b"K\xe33\n"),
            "unclear: Body(Charset(\"x-new\"))",
        ),
        (
            "not what it says",
            with("text/plain; charset=utf-8", "8bit", b"SK\xa0b1-c3\n"),
            "unclear: Character('\u{fffd}')",
        ),
        ("none said", with("text/plain", "8bit", "Zug:\n\nKc3\nGrüße\n".as_bytes()), "move Kc3"),
        (
            "byte order mark",
            with("text/plain; charset=utf-8", "8bit", b"\xef\xbb\xbfKc3\n"),
            "move Kc3",
        ),
    ]);
}

#[test]
fn flowed_text_is_joined() {
    let flowed = "text/plain; charset=utf-8; format=flowed";
    let deleted = "text/plain; charset=utf-8; format=flowed; delsp=yes";
    check_all([
        ("a move alone", with(flowed, "7bit", b"Kc3\r\n"), "move Kc3"),
        ("a move in two lines", with(flowed, "7bit", b"SK \r\nb1-c3\r\n"), "move SK b1-c3"),
        ("a move cut in two", with(deleted, "7bit", b"SK b1 \r\n-c3\r\n"), "move SK b1-c3"),
        ("a sentence", with(flowed, "7bit", b"I will not play \r\nKc3\r\n"), "unclear: InSentence"),
        ("stuffed", with(flowed, "7bit", b" Kc3\r\n"), "move Kc3"),
        (
            "quoted",
            with(flowed, "7bit", b"Kd4\r\n\r\n> we talked of \r\n> Kc3\r\n>> Ke5\r\n"),
            "move Kd4",
        ),
        ("signature", with(flowed, "7bit", b"Kd4\r\n\r\n-- \r\nAnna\r\n"), "move Kd4"),
    ]);
    let mail = read(&with(flowed, "7bit", b"> a \n> b\n>> c\nd \n> e\n"));
    assert_eq!(mail.text, "> a b\n>> c\nd \n> e\n");
}

#[test]
fn parts_are_looked_through() {
    let parts =
        |kind: &str, body: &str| message(&format!("Content-Type: {kind}; boundary=\"b\"\n"), body);
    let text = "--b\nContent-Type: text/plain\n\nKd4\n";
    let html = "--b\nContent-Type: text/html\n\n<p>Kd4</p>\n";
    check_all([
        (
            "alternative",
            parts("multipart/alternative", &format!("{text}{html}--b--\n")),
            "move Kd4",
        ),
        (
            "alternatives that differ",
            parts(
                "multipart/alternative",
                &format!("{text}--b\nContent-Type: text/html\n\n<p>Kc3</p>\n--b--\n"),
            ),
            "unclear: Forms",
        ),
        (
            "quoted in one form alone",
            parts(
                "multipart/alternative",
                &format!(
                    "{text}--b\nContent-Type: text/html\n\n<blockquote>Kd4</blockquote>\n--b--\n"
                ),
            ),
            "unclear: Forms",
        ),
        (
            "alternative within mixed, and a footer",
            parts(
                "multipart/mixed",
                "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\nKd4\n--c\nContent-Type: text/html\n\n<p>Kd4</p>\n\
                 --c--\n\n--b\nContent-Type: text/plain\n\n_______\nClub list\n--b--\n",
            ),
            "move Kd4",
        ),
        ("HTML alone", parts("multipart/mixed", &format!("{html}--b--\n")), "move Kd4"),
        (
            "an empty plain text",
            parts(
                "multipart/alternative",
                &format!("--b\nContent-Type: text/plain\n\n \n{html}--b--\n"),
            ),
            "move Kd4",
        ),
        (
            "attached text",
            parts(
                "multipart/mixed",
                "--b\n\nHello\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nKc3\n\
                 --b\nContent-Type: text/plain; name=b.txt\n\nKc3\n--b--\n",
            ),
            "nothing",
        ),
        (
            "attached message",
            parts(
                "multipart/mixed",
                "--b\n\nHello\n--b\nContent-Type: message/rfc822\n\nFrom: anna@example.org\n\nKc3\n--b--\n",
            ),
            "nothing",
        ),
        (
            "digest",
            parts("multipart/digest", "--b\n\nFrom: anna@example.org\n\nKc3\n--b--\n"),
            "nothing",
        ),
        (
            "signed by OpenPGP",
            parts(
                "multipart/signed",
                &format!("{text}--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n"),
            ),
            "move Kd4",
        ),
        (
            "signed by S/MIME",
            parts(
                "multipart/signed",
                &format!("{text}--b\nContent-Type: application/pkcs7-signature\n\nx\n--b--\n"),
            ),
            "move Kd4",
        ),
        (
            "encrypted",
            parts("multipart/encrypted", &format!("{text}--b--\n")),
            "unclear: Body(Encrypted)",
        ),
        (
            "encrypted by S/MIME",
            message("Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n", "AAAA\n"),
            "unclear: Body(Encrypted)",
        ),
        (
            "within its signature",
            with(
                "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
                "base64",
                SIGNED.as_bytes(),
            ),
            "move Kd4",
        ),
        (
            "within its signature, no lengths",
            with("application/pkcs7-mime; name=smime.p7m", "base64", STREAMED.as_bytes()),
            "move Kd4",
        ),
        (
            "hidden by its signature",
            message("Content-Type: application/pkcs7-mime; smime-type=signed-data\n", "AAAA\n"),
            "unclear: Body(Wrapped)",
        ),
        ("breaks off", parts("multipart/mixed", text), "unclear: Body(Truncated)"),
        (
            "a boundary within a line",
            parts("multipart/mixed", "--b\n\nA --b\n--bb\n--b-\n\nKd4\n--b--\n"),
            "move Kd4",
        ),
        (
            "two texts",
            parts("multipart/mixed", &format!("{text}{text}--b--\n")),
            "unclear: Several",
        ),
        (
            "below the last boundary",
            parts("multipart/mixed", "--b\n\nHello\n--b--\n\nKc3\n"),
            "nothing",
        ),
        (
            "an inner boundary that begins like the outer",
            parts(
                "multipart/mixed",
                "--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\nKd4\n--bb--\n--b--\n",
            ),
            "move Kd4",
        ),
    ]);
}

#[test]
fn a_return_alone_ends_a_line() {
    assert_eq!(verdict(&message("", "Kd4\r\rAnna\r")), "move Kd4");
    assert_eq!(verdict(&message("", "K\rd4\r")), "unclear: InSentence");
}

//! Messages damaged at random: whatever is read from one stands in it, on a line of its own, and nothing else does that
//! could be meant.
//!
//! What the reader says is held against a reading of its own, which knows nothing of parts, headers and character sets: it
//! undoes every encoding wherever it finds it, and takes any line of any result for one that may have been typed.

use std::sync::LazyLock;

use base64ct::{Base64Unpadded, Encoding};
use regex_lite::Regex;
use riverpost::mail::{IncomingMail, RequestKind, TypedRequest};

use super::{message, plain, verdict};
use crate::common::Dice;

type Pattern = LazyLock<Regex>;
static SOFT: Pattern = LazyLock::new(|| Regex::new("=[ \t]*\n+").unwrap());
static HEX: Pattern = LazyLock::new(|| Regex::new("=([0-9A-Fa-f]{2})").unwrap());
static BREAKS: Pattern = LazyLock::new(|| {
    Regex::new("(?i)<(/?(p|div|br|li|ul|ol|tr|table|blockquote|hr|html|body|h[1-6]|pre))[^>]*>")
        .unwrap()
});
static TAGS: Pattern = LazyLock::new(|| Regex::new("(?s)<!--.*?-->|<[^>]*>").unwrap());
static RIVAL: Pattern =
    LazyLock::new(|| Regex::new("^([0-9]+[.]+)?(K[cd][1-9]|Nf3|O-O|resign|accept)$").unwrap());
static SQUARE: Pattern = LazyLock::new(|| Regex::new("[A-La-l][1-9]").unwrap());
static OTHER_MOVE: Pattern = LazyLock::new(|| {
    Regex::new(
        "^([0-9.… ]*)(([Oo0]-[Oo0](-[Oo0])?)|([+-]?[A-Za-z]{1,3}[1-9+-]?[-=.+][1-9]))[+#!]*$",
    )
    .unwrap()
});
static WORD: Pattern = LazyLock::new(|| {
    Regex::new("(?i)^(i ?)?(resigns?|draw.*|offer.*|\\(=\\)|accept.*|decline.*|(request)?take-?back.*)[.!?]*$").unwrap()
});

/// Messages that each ask for something, and hold much else that looks like it.
fn messages() -> Vec<Vec<u8>> {
    let parts = |kind: &str, body: &str| {
        message(&format!("MIME-Version: 1.0\nContent-Type: {kind}; boundary=\"=_b\"\n"), body)
    };
    let quoted = "On Tue, 1 Dec 2026 at 09:00, Ben Ode <ben@example.org> wrote:\n> wing-1: 12. SK b1-c3\n>\n\
                  > I thought of\n> Nf3\n> but no.\n>> resign\n";
    let html = "<html><body><div>12... Kd4</div><br><div class=\"gmail_quote\"><div class=\"gmail_attr\">On Tue, Ben \
                wrote:<br></div><blockquote>wing-1: 12. SK b1-c3<br>Nf3<br>resign</blockquote></div></body></html>\n";
    let encoded =
        "Content-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; charset=utf-8\n";
    let flowed = "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n";
    vec![
        plain(&format!("Hi Ben,\n\n12... Kd4\n\nBest wishes\n-- \nAnna\n\n{quoted}")),
        plain(&format!("{quoted}\nSK b1-c3 (=)\n")),
        plain("resign\n\n-----Original Message-----\nFrom: Ben\nSent: Tuesday\n\nKd4\naccept\n"),
        plain("e4\nif e7e6 then b1c3\n\n_____\nClub list, room b12\n"),
        message(
            encoded,
            "SK=C2=A0b=\n1=E2=80=93c3\n\nGr=C3=BC=C3=9Fe\n\n> e4=\n> e5\n> e7-e8=3DQ\n",
        ),
        message(
            "Content-Transfer-Encoding: base64\nContent-Type: text/plain; charset=utf-8\n",
            "MTIuLi4gS2Q0CgpCZXN0IHdpc2hlcwoKT24gVHVlLCBCZW4gd3JvdGU6Cj4g\nTmYzCj4gcmVzaWduCg==\n",
        ),
        message(flowed, "SK b1 \n-c3\n\n> we looked at \n> Kd4 and \n> Kc3\n>> resign\n"),
        message("Content-Type: text/html; charset=utf-8\n", html),
        parts(
            "multipart/alternative",
            &format!(
                "--=_b\nContent-Type: text/plain\n\n12... Kd4\n\n{quoted}\n--=_b\nContent-Type: text/html\n\n{html}\n--=_b--\n"
            ),
        ),
        parts(
            "multipart/mixed",
            "--=_b\n\nKd4\n--=_b\nContent-Type: message/rfc822\n\nFrom: anna@example.org\n\nKc3\n--=_b\nContent-Type: text/plain\n\
             Content-Disposition: attachment; filename=g.txt\n\nNf3\n--=_b\n\n_______\nClub list\n--=_b--\nO-O\n",
        ),
        parts(
            "multipart/signed",
            "--=_b\nContent-Type: text/plain; charset=iso-2022-jp\n\nKd4\n\n\x1b$B$3$s\x1b(B\n\n--=_b\n\
             Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\nO-O\n-----END PGP SIGNATURE-----\n--=_b--\n",
        ),
        plain(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nKd4\n\n- -- \nAnna\n-----BEGIN PGP SIGNATURE-----\n\nO-O\n\
             -----END PGP SIGNATURE-----\n",
        ),
    ]
}

/// Changes a message in a few places; `others` are taken from for splices.
pub fn damage(message: &mut Vec<u8>, others: &[Vec<u8>], dice: &mut Dice) {
    const SIGNS: &[u8] = b"\n\n\r >=-_:.?!<&;\0x0123456789abcdefKNQ\xa0\xe2\x80\x93";
    const INSERTS: [&str; 14] = [
        "\n",
        "\n\n",
        "> ",
        "Kc3\n",
        "\nresign\n",
        "\n-- \n",
        "<br>",
        "</blockquote>",
        "<blockquote>",
        "=\n",
        " wrote:\n",
        "\u{202e}",
        "\u{441}",
        "--=_b\n",
    ];
    for _ in 0..=dice.below(4) {
        if message.is_empty() {
            return;
        }
        let at = dice.below(message.len());
        let end = message.len().min(at + dice.below(40));
        match dice.below(9) {
            0 | 1 => message[at] = *dice.pick(SIGNS),
            2 => message[at] ^= 1 << dice.below(8),
            3 => drop(message.splice(at..at, dice.pick(&INSERTS).bytes())),
            4 => drop(message.drain(at..end)),
            5 => message.truncate(at),
            6 => {
                let other = dice.pick(others);
                let from = dice.below(other.len());
                drop(message.splice(at.., other[from..].iter().copied()));
            }
            7 => {
                let copy = message[at..end].to_vec();
                let to = dice.below(message.len());
                drop(message.splice(to..to, copy));
            }
            _ => {
                // A line quoted, or no longer so.
                let start = message[..at].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
                match message[start..].starts_with(b"> ") {
                    true => drop(message.drain(start..start + 2)),
                    false => drop(message.splice(start..start, *b"> ")),
                }
            }
        }
    }
}

/// What a line says without white space, and without what is not ASCII.
fn bare(line: &str) -> String {
    line.chars().filter(char::is_ascii_graphic).collect()
}

/// Lines that end in a space joined with the next, if both are quoted or neither is.
fn flowed(text: &str, between: &str) -> String {
    let (mut out, mut quoted) = (String::new(), None);
    for line in text.lines() {
        let quotes = line.starts_with('>');
        let goes_on = quoted == Some(quotes);
        out += if goes_on { between } else { "\n" };
        out += if goes_on { line.trim_start_matches(['>', ' ']) } else { line };
        quoted = line.ends_with(' ').then_some(quotes);
    }
    out
}

/// The text under every way to undo what may have been done to it.
fn views(message: &[u8]) -> Vec<Vec<String>> {
    let raw = String::from_utf8_lossy(message).replace('\r', "\n").replace('\0', "?");
    let body = raw.find("\n\n").map_or("", |at| &raw[at..]);
    let mut texts = vec![raw.replace("\n\n", "\n"), raw.clone(), body.to_owned()];
    let code =
        |line: &&str| line.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/= \t".contains(&b));
    let lines: Vec<&str> = raw.lines().collect();
    // Empty lines may end such text, or stand in it.
    let apart = lines.chunk_by(|a, b| code(a) && code(b) && !a.is_empty() && !b.is_empty());
    for group in lines.chunk_by(|a, b| code(a) && code(b)).chain(apart) {
        let sign = |c: &char| !" \t=".contains(*c);
        let joined: String = group.iter().flat_map(|line| line.chars()).filter(sign).collect();
        if let Ok(bytes) = Base64Unpadded::decode_vec(&joined) {
            texts.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    let joined = SOFT.replace_all(&raw, "").into_owned();
    let byte = |c: &regex_lite::Captures<'_>| {
        let byte = u8::from_str_radix(&c[1], 16).unwrap_or(b'?');
        char::from(byte).to_string()
    };
    texts.push(HEX.replace_all(&joined, byte).into_owned());
    for text in texts.clone() {
        let one = text.replace('\n', " ");
        let broken = BREAKS.replace_all(&one, "\n").into_owned();
        texts.push(TAGS.replace_all(&broken, "").replace("&nbsp;", " "));
        texts.push(text.replace("- -", "-"));
        texts.extend(["", " "].map(|between| flowed(&text, between)));
    }
    texts.iter().map(|text| text.lines().map(bare).collect()).collect()
}

/// Why a request is none that can be read from a message; nothing where it can.
pub fn objection(message: &[u8], request: &TypedRequest) -> Option<String> {
    let mut typed = vec![bare(&request.typed)];
    if let RequestKind::Move { text, .. } = &request.kind {
        let sign = |c: char| {
            c.is_ascii_alphanumeric()
                || " -.:=>!/~+#…×♘".contains(c)
                || ("\u{2010}"..="\u{2015}").contains(&c.to_string().as_str())
        };
        let squares = SQUARE.find_iter(text).count();
        if text.len() > 60
            || !text.chars().all(sign)
            || !((1..=4).contains(&squares) || OTHER_MOVE.is_match(text))
        {
            return Some(format!("{text:?} is no move"));
        }
    } else if !matches!(request.kind, RequestKind::Plan) && !WORD.is_match(&typed[0]) {
        return Some(format!("{:?} is no request", request.typed));
    }
    typed.extend(
        request.plan.iter().map(|answer| bare(&format!("if{}", answer.trigger)).to_lowercase()),
    );
    let views = views(message);
    let stands = |typed: &String| {
        let fits = |line: &String| {
            line == typed || line.to_lowercase().starts_with(&**typed) && typed.starts_with("if")
        };
        views.iter().any(|lines| lines.iter().any(fits))
    };
    if let Some(missing) = typed.iter().find(|typed| !stands(typed)) {
        return Some(format!("{missing:?} stands on no line of its own"));
    }
    // Above it and above everything that is quoted, there is nothing else that could be meant.
    let header = message.windows(2).position(|w| w == b"\n\n").unwrap_or(0);
    let body = String::from_utf8_lossy(&message[header..]).replace('\r', "\n");
    let mut above: Vec<String> = body.lines().map(bare).collect();
    above.truncate(
        above
            .iter()
            .position(|line| line.starts_with(['>', '-', '_', '<', '=', '|']))
            .unwrap_or(above.len()),
    );
    let plain = above.contains(&typed[0]) && !body.contains("From:") && !body.contains("wing-1");
    let rivals = above.iter().filter(|line| RIVAL.is_match(line)).count();
    (plain && rivals > 1).then(|| format!("there are {rivals} lines that could be meant"))
}

fn check(count: usize, seed: u64) {
    let messages = messages();
    let mut dice = Dice::new(seed);
    let (mut read, mut unclear) = (0, 0);
    for number in 0..count {
        let mut damaged = dice.pick(&messages).clone();
        damage(&mut damaged, &messages, &mut dice);
        let Ok(mail) = IncomingMail::read(&damaged) else { continue };
        match TypedRequest::read(&mail) {
            Ok(Some(request)) => {
                read += 1;
                if let Some(objection) = objection(&damaged, &request) {
                    let shown = String::from_utf8_lossy(&damaged);
                    panic!("message {number} of seed {seed}: {objection}\n{request:?}\n{shown}");
                }
            }
            Ok(None) => {}
            Err(_) => unclear += 1,
        }
    }
    // Both happen often, or the test says nothing.
    assert!(read > count / 5 && unclear > count / 10, "{read} of {count} read, {unclear} unclear");
}

#[test]
fn whole_messages_are_read() {
    let expected = [
        "move 12... Kd4",
        "move SK b1-c3 (=)",
        "resign",
        "move e4; if e7e6 then b1c3",
        "move SK b1\u{2013}c3",
        "move 12... Kd4",
        "move SK b1-c3",
        "move 12... Kd4",
        "move 12... Kd4",
        "move Kd4",
        "move Kd4",
        "move Kd4",
    ];
    let found: Vec<String> = messages().iter().map(|message| verdict(message)).collect();
    assert_eq!(found, expected);
}

#[test]
fn nothing_is_read_that_nobody_typed() {
    check(2000, 1);
}

/// Minutes long; run it when what is read changes.
#[test]
#[ignore = "takes minutes"]
fn nothing_is_read_that_nobody_typed_in_a_hundred_thousand() {
    for seed in 1..=10 {
        check(10_000, seed);
    }
}

//! The chain hash.

use std::io::Write;
use std::process::{Command, Stdio};

use super::{WING, with};
use riverpost::record::{self, ChainHash};

fn chain(text: &str) -> Vec<ChainHash> {
    let record = record::read(text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    record::chain(&record, &replayed)
}

/// What `sha256sum` says of a text.
fn sha256sum(text: &str) -> String {
    let mut child =
        Command::new("sha256sum").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let said = child.wait_with_output().unwrap().stdout;
    String::from_utf8(said).unwrap().split(' ').next().unwrap().to_owned()
}

#[test]
fn it_is_what_its_documentation_says() {
    let (header, _) = WING.split_once("moves: |\n").unwrap();
    let left_out = ["#", "event:", "site:", "result:", "ending:"];
    let stays = |line: &&str| !left_out.iter().any(|key| line.starts_with(key));
    let header: String = header.split_inclusive('\n').filter(stays).collect();
    let mut link = sha256sum(&header);
    let links = chain(WING);
    assert_eq!(links.len(), 5);
    assert_eq!(links[0].to_string(), link);
    let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    let lines = [
        ("1. SH e4-e5 [2026-11-30T08:00:00Z]", "-"),
        ("1... NH e7-e6 [2026-12-01T09:11:12Z]", hello),
        ("2. SK b1-c3 (=) [2026-12-02T07:00:00Z]", "-"),
        ("2... draw agreed [2026-12-02T21:00:00Z]", "-"),
    ];
    for ((line, comment), found) in lines.iter().zip(&links[1..]) {
        link = sha256sum(&format!("riverpost chain 1\n{link}\n{line}\n{comment}\n"));
        assert_eq!(found.to_string(), link);
    }
    assert_eq!(links[4].short(), link[..12]);
    assert_eq!(ChainHash::read(&link), Some(links[4]));
    assert_eq!(ChainHash::read(&link.to_uppercase()), None);
}

#[test]
fn it_depends_on_what_was_agreed_done_and_said() {
    let links = chain(WING);
    for same in [
        with(WING, "site: by e-mail", "site: Oslo # x"),
        with(WING, "event:", "x-mine: yes\nevent:"),
        with(WING, "{hello}", "{ hello }"),
        with(WING, "2026-11-30T08:00:00Z", "2026-11-30T10:00:00+02:00"),
        with(WING, "10 NS NK", "10  NS  NK"),
        WING.replace('\n', "\r\n"),
    ] {
        assert_eq!(chain(&same), links);
    }
    for (other, first) in [
        (with(WING, "Ben Ode", "Ben Odd"), 0),
        (with(WING, "email: ben@example.org", "email: b@example.org"), 0),
        (with(WING, "19:20:00Z", "19:20:01Z"), 0),
        (with(WING, "40d+2d", "40d"), 0),
        (with(WING, "event:", "nonce: 0123456789abcdef0123456789abcdef\nevent:"), 0),
        (with(WING, "event:", "sign: required\nevent:"), 0),
        (with(WING, "event:", "arbiter: {name: Eva Ros}\nevent:"), 0),
        (with(WING, "event:", "lag: 1d\nevent:"), 0),
        (with(WING, "e7-e6", "g7-g6"), 2),
        (with(WING, "{hello}", "{bye}"), 2),
        (with(WING, "{hello}", "{}"), 2),
        (with(WING, "07:00:00Z", "07:00:01Z"), 3),
    ] {
        let other = chain(&other);
        assert_eq!(other[..first], links[..first]);
        assert!(other[first..].iter().zip(&links[first..]).all(|(a, b)| a != b));
    }
}

#[test]
fn a_comment_is_the_same_in_both_normalization_forms() {
    let composed = with(WING, "{hello}", "{J\u{e1}n}");
    let decomposed = with(WING, "{hello}", "{Ja\u{301}n}");
    assert_eq!(chain(&composed), chain(&decomposed));
}

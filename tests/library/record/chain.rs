//! The chain hash.

use super::{WING, with};
use riverpost::record::{self, ChainHash};
use sha2::{Digest, Sha256};

fn chain(text: &str) -> Vec<ChainHash> {
    let record = record::read(text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap();
    record::chain(&record, &replayed)
}

#[test]
fn it_is_what_its_documentation_says() {
    let (_, rest) = WING.split_once("setup: |\n").unwrap();
    let (array, _) = rest.split_once("moves: |\n").unwrap();
    let array: String = array.lines().map(|line| format!("{}\n", &line[2..])).collect();
    let header = "format: riverpost/1\ngame: wing\nid: wing-2026-anna-ben-1\nsouth: Anna Ek\n\
                  south key: ssh-ed25519 AAAA+/= anna\nnorth: Ben Ode\ntime: 40d+2d\nsetup:\n";
    let mut link: [u8; 32] = Sha256::digest(format!("{header}{array}")).into();
    let links = chain(WING);
    assert_eq!(links.len(), 5);
    assert_eq!(links[0], ChainHash(link));
    let lines = [
        "1. SH e4-e5 [2026-11-30T08:00:00Z]",
        "1... NH e7-e6 [2026-12-01T09:11:12Z]",
        "2. SK b1-c3 (=) [2026-12-02T07:00:00Z]",
        "2... draw agreed [2026-12-02T21:00:00Z]",
    ];
    for (line, found) in lines.iter().zip(&links[1..]) {
        link = Sha256::new().chain_update(link).chain_update(line).finalize().into();
        assert_eq!(*found, ChainHash(link));
    }
    assert_eq!(links[4].to_string().len(), 64);
    assert_eq!(links[4].short(), links[4].to_string()[..12]);
}

#[test]
fn it_depends_on_play_and_on_nothing_else() {
    let links = chain(WING);
    for same in [
        with(WING, "{hello}", "{bye}"),
        with(WING, "site: by e-mail", "site: Oslo # x"),
        with(WING, "email: ben@example.org", "email: b@example.org"),
        with(WING, "2026-11-30T08:00:00Z", "2026-11-30T10:00:00+02:00"),
        with(WING, "10 NS NK", "10  NS  NK"),
        WING.replace('\n', "\r\n"),
    ] {
        assert_eq!(chain(&same), links);
    }
    for (other, first) in [
        (with(WING, "Ben Ode", "Ben Odd"), 0),
        (with(WING, "40d+2d", "40d"), 0),
        (with(WING, "event:", "arbiter: {name: Eva Ros}\nevent:"), 0),
        (with(WING, "event:", "lag: 1d\nevent:"), 0),
        (with(WING, "e7-e6", "g7-g6"), 2),
        (with(WING, "07:00:00Z", "07:00:01Z"), 3),
    ] {
        let other = chain(&other);
        assert_eq!(other[..first], links[..first]);
        assert!(other[first..].iter().zip(&links[first..]).all(|(a, b)| a != b));
    }
}

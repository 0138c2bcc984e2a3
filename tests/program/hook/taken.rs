//! What a server takes.

use riverpost::record::Act;
use riverpost::rules::Side;

use super::{ANNA, BEN, Hub, KEYED, OWNER, PLAIN, mv};

#[test]
fn two_players_exchange_moves_through_it() {
    let hub = Hub::new();
    let (anna, ben) = (hub.clone("anna"), hub.clone("ben"));
    anna.ok(&["move", PLAIN, "SH e4-e5"]);
    anna.ok(&["sync"]);
    ben.ok(&["sync"]);
    ben.ok(&["move", PLAIN, "NH e7-e6"]);
    ben.ok(&["sync"]);
    anna.ok(&["sync"]);
    assert!(anna.read(PLAIN).contains("1... NH e7-e6"));
    let log = hub.place.git(&["-C", "../hub.git", "reflog", "show", "main"]);
    assert_eq!(log.lines().count(), 2, "{log}");
}

#[test]
fn k6_a_line_is_its_authors_by_key_by_login_or_by_a_scribe() {
    let hub = Hub::new();
    // Whoever brings it: it is signed.
    let mallory = hub.clone("mal");
    mallory.add_signed(KEYED, Side::South, mv("SH e4-e5"), ANNA);
    assert_eq!(mallory.push_as(None, &["HEAD"]).code, 0);
    let ben = hub.clone("ben");
    ben.add_signed(KEYED, Side::North, mv("NH e7-e6"), BEN);
    ben.taken();
    let scribe = hub.clone("sam");
    scribe.add(PLAIN, Side::South, mv("SH e4-e5"));
    scribe.add(PLAIN, Side::North, mv("NH e7-e6"));
    scribe.taken();
    // The arbiter's rulings are his.
    let eva = hub.clone("eva");
    let void =
        Act::Adjudicated { outcome: None, reason: "a trial".into(), arbiter: "Eva Ros".into() };
    eva.add(PLAIN, Side::South, void);
    eva.taken();
}

#[test]
fn new_games_are_opened_by_a_player_or_an_organiser() {
    let hub = Hub::new();
    let new = ["new", "wing", "--north", "Ben Ode <ben@example.org>", "--id"];
    let anna = hub.clone("anna");
    anna.ok(&[&new[..], &["second", "--south", "Anna Ek <anna@example.org>"]].concat());
    anna.ok(&["move", "second", "SH e4-e5"]);
    anna.taken();
    let olga = hub.clone("olga");
    olga.ok(&[&new[..], &["third", "--south", "Eva Ros <eva@example.org>"]].concat());
    // One of the past, with all its lines.
    let text = olga
        .read(PLAIN)
        .lines()
        .filter(|line| !line.starts_with("started"))
        .fold(String::new(), |text, line| text + line + "\n");
    let text = text.replace("id: plain", "id: past") + "  1. SH e4-e5\n  1... NH e7-e6\n";
    olga.commit("past", text);
    olga.taken();
}

#[test]
fn what_nobody_proves_is_marked_where_the_settings_say_so() {
    let hub = Hub::with("unsigned: mark\n", "");
    let mallory = hub.clone("mal");
    mallory.add(PLAIN, Side::South, mv("SH e4-e5"));
    let said = mallory.push_as(None, &["HEAD"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("without proof of its author: 1. SH e4-e5"), "{said:?}");
    // Not so of somebody who has a key.
    mallory.add(KEYED, Side::South, mv("SH e4-e5"));
    mallory.refused(&["south (Anna Ek) has a key, and has not signed this line"]);
}

#[test]
fn k7_settings_change_by_a_commit_that_an_owner_has_signed() {
    let hub = Hub::new();
    let olga = hub.clone("olga");
    let key = hub.key_file(OWNER);
    olga.git(&["config", "gpg.format", "ssh"]);
    olga.git(&["config", "user.signingKey", &key]);
    olga.git(&["config", "commit.gpgSign", "true"]);
    olga.commit("riverpost.yaml", format!("{}lag: 1d\n", super::SETTINGS));
    olga.taken();
    // An unsound one is refused all the same.
    olga.commit("riverpost.yaml", "format: riverpost-repository/1\npusher: X\n");
    olga.refused(&["riverpost.yaml:2:", "pusher stands only in a server's own settings"]);
}

/// One's own line that came too late goes behind the other's: the merge leaves out what nobody else has seen.
#[test]
fn a_line_that_came_too_late_goes_behind() {
    let hub = Hub::new();
    let (anna, ben) = (hub.clone("anna"), hub.clone("ben"));
    anna.add(PLAIN, Side::South, Act::VoidProposed);
    ben.add(PLAIN, Side::North, Act::VoidProposed);
    ben.taken();
    anna.git(&["fetch", "-q"]);
    anna.git(&["merge", "-q", "-X", "theirs", "-m", "merge", "origin/main"]);
    assert_eq!(anna.read(PLAIN), ben.read(PLAIN));
    anna.add(PLAIN, Side::South, Act::VoidAgreed);
    anna.taken();
    // What is on the server is not left out so.
    let ben = hub.clone("ben");
    ben.git(&["checkout", "-q", "-b", "old", "HEAD~1"]);
    ben.git(&["commit", "-q", "--allow-empty", "-m", "nothing"]);
    ben.git(&["merge", "-q", "-s", "ours", "-m", "merge", "main"]);
    ben.refused_as(Some("ben"), &["HEAD:main"], &["games/wing/plain.yaml", "was removed"]);
}

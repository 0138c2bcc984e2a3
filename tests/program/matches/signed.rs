//! Match files whose lines are signed, in two clones.

use super::without_log;
use crate::harness::Place;
use crate::match_log::changed;
use crate::signed_lines::public;
use crate::signing::signed_clones;

const FILE: &str = "matches/duel.yaml";

/// A match of Anna and Ben, who have keys, that Anna has opened and both have.
fn clones() -> (Place, Place) {
    let (anna, ben) = signed_clones(&[]);
    let file = format!(
        "format: riverpost-match/1
id: duel
title: A duel
players:
  - {{id: anna, name: Anna Ek, email: anna@example.org, key: {}}}
  - {{id: ben, name: Ben Ode, email: ben@example.org, key: {}}}
games:
  - {{id: dragon, external: Dragon}}
groupings:
  - {{id: all, games: [dragon], bonus: 3}}
",
        public(1),
        public(2)
    );
    anna.write("../duel.yaml", file);
    anna.ok(&["match", "new", "--from", "../duel.yaml"]);
    anna.send(&ben);
    (anna, ben)
}

#[test]
fn k12_both_sign_what_they_do_in_a_match() {
    let (anna, ben) = clones();
    let said = anna.ok(&["match", "lots", "commit", "duel", "sides"]);
    assert!(said.contains("signed with SHA256:"), "{said}");
    anna.send(&ben);
    ben.ok(&["match", "lots", "commit", "duel", "sides"]);
    ben.send(&anna);
    // Neither has seen that the other reveals: Ben's line comes behind hers, signed anew.
    for place in [&anna, &ben] {
        place.ok(&["match", "lots", "reveal", "duel", "sides"]);
    }
    for place in [&anna, &ben, &anna] {
        place.ok(&["sync"]);
    }
    let text = anna.read(FILE);
    assert_eq!(text, ben.read(FILE));
    let ordinals: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once(" act AAAA"))
        .map(|(front, _)| front)
        .collect();
    assert_eq!(ordinals, ["  1 0", "  2 1", "  3 2", "  4 3", "  5 4"], "{text}");
    let said = anna.ok(&["verify", "--signed"]);
    assert!(said.contains("all 5 lines of the logs of matches are signed"), "{said}");

    // Without the key nothing is added for who has signed.
    ben.git(&["config", "--unset", "user.signingKey"]);
    let result = ["match", "result", "duel", "dragon", "north", "--points", "0,3"];
    ben.refused(3, &result, &["ben must sign this", "[K1]", "nothing was recorded"]);
    // Without a log it is a match written by hand.
    ben.write("../bare.yaml", without_log(&text));
    let said = ben.ok(&["verify", "../bare.yaml"]);
    assert!(said.contains("bare.yaml: note: unsigned, without a log"), "{said}");
    let failed = ben.run(&["verify", "--signed", "../bare.yaml"]);
    assert!(failed.code == 1 && failed.out.contains("there is no log"), "{failed:?}");
    // A commitment drawn anew, with the line that tells of it.
    let first = text.find("\"commitment\":\"").unwrap() + 14;
    let committed = &text[first..first + 64];
    ben.write("../redrawn.yaml", text.replace(committed, &"c".repeat(64)));
    let failed = ben.run(&["verify", "../redrawn.yaml"]);
    assert!(failed.code == 1 && failed.out.contains("(rule K12)"), "{failed:?}");
}

#[test]
fn k13_an_audit_judges_each_line_of_the_log() {
    let (anna, ben) = clones();
    let kinds = |place: &Place| -> Vec<String> {
        let run = place.run(&["audit", "duel", "--json"]);
        let lines = run.out.lines().map(|line| serde_json::from_str(line).unwrap());
        let kinds =
            lines.filter_map(|line: serde_json::Value| Some(line["kind"].as_str()?.to_owned()));
        kinds.filter(|kind| kind != "trailers" && kind != "entered-out-of-order").collect()
    };
    assert!(kinds(&anna).is_empty(), "{:?}", anna.run(&["audit", "duel"]));
    let text = anna.read(FILE);
    let time = "2026-11-29T19:20:00Z";
    let commit = |edited: String| {
        ben.git(&["reset", "-q", "--hard", "origin/main"]);
        ben.write(FILE, edited);
        ben.git(&["commit", "-q", "-a", "-m", "x"]);
        kinds(&ben)
    };
    let bonus = |m: &mut riverpost::matches::Match| m.groupings[0].bonus = "9".parse().unwrap();
    // (who is said to have done it, with whose key)
    assert_eq!(commit(changed(&text, ("ben", time), Some((2, None)), bonus)), ["bonus-changed"]);
    let as_anna = commit(changed(&text, ("anna", time), Some((1, None)), bonus));
    assert_eq!(as_anna, ["author", "bonus-changed"]);
    let forged = commit(changed(&text, ("anna", time), None, bonus));
    assert_eq!(forged, ["author", "bonus-changed", "signature"]);
    let stranger = "Mal <mal@example.org>";
    let stated = |m: &mut riverpost::matches::Match| {
        m.games[0].result = Some(riverpost::matches::StatedResult::Draw);
        m.games[0].points =
            Some(serde_json::from_str("{\"south\":\"1\",\"north\":\"1\"}").unwrap());
    };
    let found = commit(changed(&text, (stranger, time), None, stated));
    assert_eq!(found, ["author", "result-by-stranger"]);
    assert_eq!(commit(text.replace("bonus: 3", "bonus: 9")), ["bonus-changed", "unsound"]);
    assert_eq!(commit(without_log(&text))[0], "lines-replaced");
}

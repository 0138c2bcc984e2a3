//! Messages that must not act.

use super::{header, lines, players, refused, reply, signers, taken};
use crate::harness::{ID, RECORD};

const MONDAY: &str = "Mon, 30 Nov 2026 09:00:00 +0100";
const NOON: &str = "2026-11-30T12:00:00Z";

#[test]
fn who_has_a_key_acts_by_signature_alone() {
    let (anna, ben) = signers();
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    taken(&ben, &first);
    anna.at(NOON);
    // His own address, and in answer to ours.
    let typed = reply(&first, "Ben Ode <ben@example.org>", MONDAY, "e7e6");
    refused(&anna, &typed, "the message is not signed with it");
    let run = anna.run_with(&["mail", "receive", "--reply"], &typed);
    assert!(run.out.replace('\n', " ").contains("your answer must carry its signature"), "{run:?}");
    // A program without his key.
    ben.git(&["config", "--unset", "user.signingKey"]);
    let run = ben.run(&["mail", "compose", ID, "e7e6"]);
    assert!(run.err.starts_with("not signed: "), "{run:?}");
    refused(&anna, &run.out, "the message is not signed with it");
}

/// A signature proves who acts, whatever address the message comes from.
#[test]
fn a_signed_line_may_come_from_anywhere() {
    let (anna, ben) = signers();
    taken(&ben, &anna.ok(&["mail", "compose", ID, "e4e5"]));
    let message = ben.ok(&["mail", "compose", ID, "e7e6"]);
    let sent = message.replace("\"Ben Ode\" <ben@example.org>", "b@elsewhere.example");
    // The text and the block must say the same.
    for (from, to) in [("NH e7-e6\n", "NH e7-e5\n"), (": 1... NH", ": 2... NH")] {
        refused(&anna, &sent.replacen(from, to, 1), "does not say what its block says");
    }
    let other = sent.replace(&format!("X-Riverpost-Game: {ID}"), "X-Riverpost-Game: wing-2026-x-1");
    refused(&anna, &other, "name the game wing-2026-x-1");
    let block = sent.find("-----BEGIN RIVERPOST").unwrap();
    refused(&anna, &sent.replace("-----END RIVERPOST MOVE-----", ""), "has no end");
    let damaged = format!("{}{}", &sent[..block + 40], &sent[block + 41..]);
    refused(&anna, &damaged, "block");
    // Quoted, it is no block of this message.
    let (head, text) = sent.split_once("\n\n").unwrap();
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    refused(&anna, &format!("{head}\n\n{quoted}"), "player");
    let said = taken(&anna, &sent);
    assert!(said.contains("signed with SHA256:"), "{said}");
}

/// The block of one game does nothing to another, though it has the same players and moves.
#[test]
fn a_block_is_good_for_its_own_game_alone() {
    let (anna, ben) = signers();
    let (other, _) = signers();
    taken(&ben, &anna.ok(&["mail", "compose", ID, "e4e5"]));
    let message = ben.ok(&["mail", "compose", ID, "e7e6"]);
    // Another seed, another nonce.
    let mut again = other.command(&[
        "new",
        "wing",
        "--id",
        "w2",
        "--south",
        "Anna Ek <anna@example.org>",
        "--north",
        "Ben Ode <ben@example.org>",
    ]);
    again.env("RIVERPOST_SEED", "77").output().unwrap();
    let text = other.read("games/wing/2026-11/w2.yaml").replace("id: w2", &format!("id: {ID}"));
    other.write(RECORD, text);
    other.git(&["commit", "--quiet", "-am", "another"]);
    refused(&other, &message, "is another game here");
    let elsewhere = players(&["--id", "w3"]).0;
    refused(&elsewhere, &message, &format!("there is no game {ID} here"));
}

#[test]
fn nothing_of_the_past_is_played() {
    let (anna, ben) = players(&[]);
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    anna.at(NOON);
    let typed = reply(&first, "ben@example.org", MONDAY, "e7e6");
    taken(&anna, &typed);
    let second = anna.ok(&["mail", "compose", ID, "b1c3"]);
    // Another move in answer to the same message is kept beside, not played.
    let run = anna.run_with(&["mail", "receive"], reply(&first, "ben@example.org", MONDAY, "c7c6"));
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains(
            "line 2 of the game is \"1... NH e7-e6\", and the message says \"1... NH c7-c6\""
        ),
        "{run:?}"
    );
    assert!(run.err.contains("kept as refs/riverpost/rivals/"), "{run:?}");
    assert_eq!(anna.git(&["for-each-ref", "refs/riverpost/rivals"]).lines().count(), 1);
    // The same move again, sent again by a client under another Message-ID.
    let again = typed.replace("@mail.example", "@again.example");
    assert_eq!(taken(&anna, &again), format!("{ID}: recorded already\n"));
    taken(&anna, &reply(&second, "ben@example.org", MONDAY, "b10c8"));
    anna.ok(&["mail", "compose", ID, "h1g3"]);
    // What would have been his move then answers an older message.
    refused(&anna, &reply(&first, "ben@example.org", MONDAY, "i7i6?!"), "nothing was recorded");
    refused(&anna, &reply(&second, "ben@example.org", MONDAY, "accept"), "which has 5 now");
    // The second message was sent to Ben: nobody else answers it.
    refused(&anna, &reply(&second, "anna@example.org", MONDAY, "a7a6"), "answers none");
    drop(ben);
}

#[test]
fn who_sent_it_must_be_plain() {
    let (anna, _) = players(&["--arbiter", "Eva Ros <eva@example.org>"]);
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    let good = reply(&first, "ben@example.org", MONDAY, "e7e6");
    let with = |line: &str| format!("{line}\n{good}");
    let from = |from: &str| good.replacen("From: ben@example.org", &format!("From: {from}"), 1);
    refused(&anna, &from("ben@example.org, anna@example.org"), "2 senders");
    refused(&anna, &with("Sender: anna@example.org"), "plays another part");
    refused(&anna, &with("Sender: eva@example.org"), "plays another part");
    refused(&anna, &from("\"Ben Ode\" <b@elsewhere.example>"), "no player");
    refused(&anna, &from("\"ben@example.org\" <b@elsewhere.example>"), "no player");
    let guess = good.replace(
        &header(&first, "Message-ID"),
        "<wing-2026-anna-ben-1.1.00000000000000000000000000000000@example.org>",
    );
    refused(&anna, &guess, "answers none");
    for line in
        ["Auto-Submitted: auto-replied", "Return-Path: <>", "Precedence: bulk", "X-Loop: riverpost"]
    {
        refused(&anna, &with(line), "no person wrote this message");
        let run = anna.run_with(&["mail", "receive", "--reply"], with(line));
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
    }
    assert_eq!(lines(&anna), ["1. SH e4-e5"]);
    anna.at(NOON);
    taken(&anna, &with("Sender: secretary@example.org"));
}

/// Two people act at the same time, each without knowledge of the other: one gives way, and acts again.
#[test]
fn lines_that_cross_are_told_apart_from_a_change_of_mind() {
    let (anna, ben) = signers();
    taken(&ben, &anna.ok(&["mail", "compose", ID, "e4e5"]));
    taken(&anna, &ben.ok(&["mail", "compose", ID, "e7e6"]));
    let moved = anna.ok(&["mail", "compose", ID, "b1c3"]);
    ben.ok(&["takeback", "request", ID, "1"]);
    let asked = ben.ok(&["mail", "compose", ID]);
    refused(&anna, &asked, "line 3 of the game is");
    refused(&ben, &moved, "both acted at the same time");
    let answer = anna.run_with(&["mail", "receive", "--reply"], &asked);
    assert!(answer.out.replace('\n', " ").contains("whoever gives way"), "{answer:?}");
    // Ben gives way, and asks again.
    let rival = ben.git(&["for-each-ref", "--format=%(refname)", "refs/riverpost/rivals"]);
    ben.ok(&["resolve", ID, "--take", rival.trim(), "--reason", "they crossed"]);
    assert_eq!(lines(&ben), lines(&anna));
    ben.ok(&["takeback", "request", ID, "1"]);
    taken(&anna, &ben.ok(&["mail", "compose", ID]));
    assert_eq!(lines(&ben), lines(&anna));
}

/// Two different signed lines for one place.
#[test]
fn a_second_signed_line_is_a_rival() {
    let (anna, ben) = signers();
    taken(&ben, &anna.ok(&["mail", "compose", ID, "e4e5"]));
    let before = ben.git(&["rev-parse", "HEAD"]);
    let one = ben.ok(&["mail", "compose", ID, "e7e6"]);
    ben.git(&["reset", "--quiet", "--hard", before.trim()]);
    let other = ben.ok(&["mail", "compose", ID, "c7c6"]);
    taken(&anna, &one);
    refused(&anna, &other, "kept as refs/riverpost/rivals/");
    let shown = anna.run(&["resolve", ID]);
    assert!(shown.out.contains("NH c7-c6"), "{shown:?}");
}

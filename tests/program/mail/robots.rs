//! A club's robot: mail servers hand messages over, a mailbox is worked through, and nobody is answered who should not be.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::{lines, players, refused, reply};
use crate::harness::{ID, Place};

const BEN: &str = "Ben Ode <ben@example.org>";
const MONDAY: &str = "Mon, 30 Nov 2026 08:00:00 +0000";

/// A program that sends mail: what it sends is in a file.
fn mailer(place: &Place) -> PathBuf {
    let (file, sent) = (place.root().join("mailer"), place.root().join("sent"));
    fs::write(&file, format!("#!/bin/sh\n{{ echo \"TO $2\"; cat; }} >> '{}'\n", sent.display()))
        .unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    place.git(&["config", "sendemail.sendmailCmd", file.to_str().unwrap()]);
    sent
}

/// A robot that serves Anna's game, and her first message to Ben.
fn robot() -> (Place, String, PathBuf) {
    let (anna, _) = players(&[]);
    let sent = mailer(&anna);
    let message = anna.ok(&["mail", "compose", ID, "e4e5"]);
    anna.at("2026-11-30T09:00:00Z");
    (anna, message, sent)
}

/// How many messages were sent.
fn count(sent: &PathBuf) -> usize {
    fs::read_to_string(sent).unwrap_or_default().matches("TO ").count()
}

/// The message with another header.
fn with(header: &str, message: &str) -> String {
    format!("{header}\n{message}")
}

#[test]
fn mail_servers_learn_what_became_of_a_message() {
    let (anna, message, sent) = robot();
    let mda = |message: &str| {
        let run = anna.run_with(&["mail", "receive", "--mda"], message);
        assert_eq!(run.out, "", "{run:?}");
        (run.code, count(&sent), run.err)
    };
    let good = reply(&message, BEN, MONDAY, "NH e7-e6");
    // What cannot be read, is about no game, or comes from somebody else is sent back by the server.
    assert_eq!(mda("\n\nKc3").0, 65);
    let unknown = "From: x@example.org\nTo: a@example.org\nSubject: hello\n\ne7e6\n";
    assert_eq!(mda(unknown).0, 67);
    let (code, answers, err) = mda(&good.replace("From: Ben Ode <ben@", "From: Mal Ory <mal@"));
    assert_eq!((code, answers), (77, 0));
    assert!(err.contains("mal@example.org is the address of no player"), "{err}");
    // Whoever plays is told; machines are not.
    assert_eq!(mda(&reply(&message, BEN, MONDAY, "e7e6?")), (0, 1, String::new()));
    assert_eq!(mda(&with("Auto-Submitted: auto-replied", &good)), (0, 1, String::new()));
    // Where the repository is not as needed the server tries again.
    anna.write("riverpost.yaml", "format: riverpost-repository/1\n# edited\n");
    let (code, answers, err) = mda(&good);
    assert_eq!((code, answers), (75, 1), "{err}");
    anna.git(&["restore", "riverpost.yaml"]);
    assert_eq!(mda(&good), (0, 2, String::new()));
    assert_eq!(lines(&anna), ["1. SH e4-e5", "1... NH e7-e6"]);
    let run = anna.run_with(&["--repo", "/", "mail", "receive", "--mda"], &good);
    assert_eq!(run.code, 75, "{run:?}");
}

#[test]
fn manners() {
    let (anna, message, sent) = robot();
    let unclear = reply(&message, BEN, MONDAY, "e7e6?");
    let silent = |message: &str| {
        anna.run_with(&["mail", "receive", "--send"], message);
        assert_eq!(count(&sent), 0, "{message}");
    };
    for header in [
        "Auto-Submitted: auto-generated",
        "Precedence: bulk",
        "Return-Path: <>",
        "X-Loop: riverpost",
        "List-Id: <chess.example.org>",
    ] {
        silent(&with(header, &unclear));
    }
    silent(&unclear.replace("From: Ben Ode <ben@", "From: Anna Ek <anna@"));
    // An address gets no more answers on a day than it may; tomorrow it gets some again.
    let receive = ["mail", "receive", "--send", "--answers", "2"];
    for (number, answers) in [(1, 1), (2, 2), (3, 2)] {
        let message = unclear.replace("Message-ID: <", &format!("Message-ID: <{number}."));
        anna.run_with(&receive, &message);
        assert_eq!(count(&sent), answers);
    }
    anna.at("2026-12-01T00:00:00Z");
    anna.run_with(&receive, &unclear);
    assert_eq!(count(&sent), 3);
    anna.run_with(&["mail", "receive", "--send", "--answers", "0"], &unclear);
    assert_eq!(count(&sent), 3);
    refused(&anna, &unclear, "it is a question");
}

#[test]
fn a_maildir_is_worked_through() {
    let (anna, message, sent) = robot();
    for folder in ["new", "cur", "tmp"] {
        fs::create_dir_all(anna.root().join("mail").join(folder)).unwrap();
    }
    let files = |folder: &str| {
        let names = fs::read_dir(anna.root().join("mail").join(folder)).unwrap();
        let mut names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let put = |name: &str, message: &str| {
        fs::write(anna.root().join("mail/new").join(name), message).unwrap();
    };
    put("1.a", "\n\nno message");
    put("2.b", &with("Precedence: bulk", &reply(&message, BEN, MONDAY, "hello")));
    put("3.c", &reply(&message, BEN, MONDAY, "e7e6?"));
    put("4.d", &reply(&message, BEN, MONDAY, "NH e7-e6"));
    put("5.e", &reply(&message, BEN, MONDAY, "NH c7-c6"));
    let run = ["mail", "run", "--maildir", "../mail"];
    let before = anna.snapshot();
    let dry = anna.ok(&[&run[..], &["--dry-run"]].concat());
    assert!(dry.contains(&format!("4.d from ben@example.org: {ID}: 1... NH e7-e6; ")), "{dry}");
    anna.assert_unchanged(&before);
    let said = anna.ok(&run);
    assert_eq!(said.lines().count(), 5, "{said}");
    assert!(said.contains("\n3.c from ben@example.org: nothing was recorded: line 1"), "{said}");
    assert_eq!(files("cur"), ["1.a:2,F", "2.b:2,S", "3.c:2,RS", "4.d:2,RS", "5.e:2,RS"]);
    assert_eq!((files("new").len(), count(&sent)), (0, 3));
    assert_eq!(lines(&anna), ["1. SH e4-e5", "1... NH e7-e6"]);
    // What this machine could not do stays.
    put("6.f", &reply(&message, BEN, MONDAY, "NH e7-e6"));
    anna.write("riverpost.yaml", "format: riverpost-repository/1\n# edited\n");
    let run_6 = anna.run(&run);
    assert!(run_6.code == 3 && run_6.err.contains("1 message is left"), "{run_6:?}");
    assert_eq!(files("new"), ["6.f"]);
    anna.refused(3, &["mail", "run", "--maildir", "../mail/new"], &["no folders `new` and `cur`"]);
}

#[test]
fn an_mbox_is_worked_through_and_passed_over_the_next_time() {
    let (anna, message, sent) = robot();
    let put = |messages: &[String]| {
        let put: String = messages
            .iter()
            .map(|message| format!("From ben@example.org Mon Nov 30 08:00:00 2026\n{message}\n"))
            .collect();
        anna.write("../mbox", put);
    };
    let messages =
        [reply(&message, BEN, MONDAY, "e7e6?"), reply(&message, BEN, MONDAY, "NH e7-e6")];
    let run = ["mail", "run", "--mbox", "../mbox"];
    put(&messages[..1]);
    let said = anna.ok(&run);
    assert!(said.starts_with("message 1 from ben@example.org: nothing was recorded"), "{said}");
    put(&messages);
    let said = anna.ok(&run);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.starts_with(&format!("message 2 from ben@example.org: {ID}: 1... NH e7-e6; answered"))
    );
    assert_eq!(anna.ok(&run), "");
    assert_eq!(count(&sent), 2);
}

#[test]
fn reminders() {
    let anna = Place::empty();
    anna.ok(&["init"]);
    let sent = mailer(&anna);
    let new = |more: &[&str]| {
        let people = ["--south", "Anna Ek <anna@example.org>", "--north", BEN];
        anna.ok(&[&["new", "wing"], &people[..], more].concat());
    };
    new(&["--time", "3d/move"]);
    new(&[]);
    let second = "wing-2026-anna-ben-2";
    anna.ok(&["move", ID, "e4e5", "--for", "south"]);
    anna.ok(&["join", ID, "--for", "north"]);
    anna.ok(&["move", second, "e4e5", "--for", "south"]);
    anna.ok(&["move", second, "e7e6", "--for", "north"]);
    anna.ok(&["move", second, "b1c3", "--draw", "--for", "south"]);
    let remind = ["inbox", "--mail", "--within", "4d"];
    let shown = anna.ok(&[&remind[..], &["--dry-run"]].concat());
    let text = "2 games wait for you; 1 flag falls within 4d, or has fallen.\n\n\
                wing-2026-anna-ben-1: wing, against Anna Ek\n  You are to move. You have ";
    assert!(shown.starts_with("From riverpost ") && shown.contains(text), "{shown}");
    assert!(shown.contains("\n  You are to move. Anna Ek offered a draw.\n"), "{shown}");
    let send = [&remind[..], &["--send"]].concat();
    let said = anna.ok(&send);
    assert_eq!(said, "sent to ben@example.org: [riverpost] 2 games wait for you\n");
    assert_eq!(anna.ok(&send), "ben@example.org has had a reminder today\n");
    assert_eq!(count(&sent), 1);
    anna.at("2026-11-30T06:00:00Z");
    anna.ok(&send);
    assert_eq!(count(&sent), 2);
    assert_eq!(anna.run(&["inbox", "Anna Ek", "--mail"]).code, 1);
}

#[test]
fn the_demonstration_plays_a_game_by_mail() {
    let place = Place::empty();
    let said = place.ok(&["demo", "--mail"]);
    for words in [
        "1. From green-ponds@example.org: [riverpost] demo 1...\n  | demo: new game of Valonian Chess",
        "nothing is recorded there: line 1, \"Bd6 or perhaps f5?\"",
        "  | Nothing was recorded: ",
        "  | P f7-f6\n",
        "recorded there: demo: 3... P f7-f6\n",
    ] {
        assert!(said.contains(words), "{words:?} is not in {said}");
    }
    for (repository, moves) in [("green-ponds", 6), ("launceston", 5)] {
        let folder = format!("riverpost-demo/{repository}");
        place.ok(&["--repo", &folder, "verify"]);
        let shown = place.json(&["--repo", &folder, "show", "demo"]);
        assert_eq!(shown["plies"], moves);
    }
}

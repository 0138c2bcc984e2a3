//! Mails are kept beside what they did, as they came, and shown to whoever settles a dispute.

use super::{players, reply, signers, taken};
use crate::harness::{ID, Place};

const BEN: &str = "Ben Ode <ben@example.org>";
const MONDAY: &str = "Mon, 30 Nov 2026 08:00:00 +0000";
/// What hosts on the way have put above Ben's message.
const CLAIMS: &str = "Authentication-Results: mx.example.org; dkim=pass header.d=example.org\n\
                      DKIM-Signature: v=1; a=rsa-sha256; d=example.org;\n s=mail; bh=abc\u{1b}[2J=; b=def=\n";

/// A game whose second move has come by mail, and the mail as it came: not UTF-8 everywhere.
fn with_mail() -> (Place, Place, Vec<u8>) {
    let (anna, ben) = players(&[]);
    let sent = anna.ok(&["mail", "compose", ID, "e4e5"]);
    let text = CLAIMS.to_owned() + &reply(&sent, BEN, MONDAY, "NH e7-e6");
    let mut mail = text.replacen("charset=utf-8", "charset=iso-8859-1", 1).into_bytes();
    mail.extend(b"-- \nBen, Malm\xf6\n");
    anna.at("2026-11-30T09:00:00Z");
    let run = anna.run_with(&["mail", "receive"], &mail);
    assert_eq!(run.code, 0, "{run:?}");
    (anna, ben, mail)
}

#[test]
fn a_mail_is_kept_with_the_line_that_it_made() {
    let (anna, _, mail) = with_mail();
    let raw = anna.command(&["mail", "show", ID, "--raw"]).output().unwrap().stdout;
    let separator = b"From riverpost Thu Jan  1 00:00:00 1970\n";
    assert_eq!(raw, [&separator[..], &mail, b"\n"].concat());
    // Git shows the same.
    let note = "git notes --ref=riverpost-mail show HEAD > note; git rev-parse HEAD";
    let commit = anna.shell(note, &anna.now()).out;
    assert_eq!(std::fs::read(anna.file("note")).unwrap(), raw);
    // No sign in it reaches the terminal, and nothing in it counts as true.
    let shown = anna.ok(&["mail", "show", ID, "--ply", "2"]);
    assert!(!shown.contains('\u{1b}') && shown.contains("\\u{1b}[2J"), "{shown}");
    assert!(
        shown.starts_with(&format!("{ID}: 1... NH e7-e6; commit {}\n", &commit[..10])),
        "{shown}"
    );
    assert!(shown.contains("  | NH e7-e6\n") && shown.contains("Malm\u{fffd}\n"), "{shown}");
    assert_eq!(anna.run(&["mail", "show", ID, "--ply", "1"]).code, 1);
    let audit = anna.run(&["audit", ID]).out;
    let claims = "came by mail\n    from Ben Ode <ben@example.org>, dated 2026-11-30T08:00:00Z\n    \
                  Authentication-Results: mx.example.org; dkim=pass header.d=example.org\n    \
                  DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=mail; bh=abc\\u{1b}[2J=; b=def=\n    \
                  these headers are what it claims: they were not verified\n";
    assert!(audit.contains(claims), "{audit}");
    // The same message again changes nothing.
    let before = anna.git(&["rev-parse", "refs/notes/riverpost-mail"]);
    assert_eq!(anna.run_with(&["mail", "receive"], &mail).code, 0);
    assert_eq!(anna.git(&["rev-parse", "refs/notes/riverpost-mail"]), before);
}

#[test]
fn a_dossier_has_the_mails_unless_addresses_are_withheld() {
    let (anna, _, mail) = with_mail();
    anna.ok(&["dossier", "make", ID, "--out", "case"]);
    let commit = anna.git(&["rev-parse", "HEAD"]);
    let file = format!("case/mails/{}-1.eml.base64", &commit[..10]);
    let decoded = anna.shell(&format!("base64 -d {file} > decoded"), &anna.now());
    assert_eq!((decoded.code, std::fs::read(anna.file("decoded")).unwrap()), (0, mail));
    assert!(anna.read("case/audit.txt").contains("they were not verified"));
    assert!(anna.read("case/README.txt").contains("  mails/"));
    anna.ok(&["dossier", "verify", "case"]);
    anna.ok(&["dossier", "make", ID, "--out", "withheld", "--redact"]);
    assert!(!anna.file("withheld/mails").exists());
    assert!(!anna.read("withheld/audit.txt").contains("Authentication-Results"));
}

#[test]
fn mails_are_shared_only_where_that_is_asked_for() {
    let (anna, _, mail) = with_mail();
    anna.git(&["clone", "--quiet", "--bare", ".", "../hub.git"]);
    anna.git(&["remote", "add", "origin", "../hub.git"]);
    let notes = "refs/notes/riverpost-mail";
    anna.git(&["--git-dir=../hub.git", "update-ref", "-d", notes]);
    anna.ok(&["sync"]);
    assert_eq!(anna.git(&["ls-remote", "origin", notes]), "");
    anna.clone_as(("Ben Ode", "ben@example.org"), "../hub.git", "../other");
    anna.ok(&["sync", "--share-mail"]);
    // Another clone, which has a mail of its own beside the same commit, gets this one and gives that one.
    let theirs = "From x Thu Jan  1 00:00:00 1970\nX: y\n\nhello";
    anna.git(&["-C", "../other", "notes", "--ref", notes, "add", "-m", theirs, "HEAD"]);
    anna.ok(&["--repo", "../other", "sync", "--share-mail"]);
    anna.ok(&["sync", "--share-mail"]);
    for repository in [".", "../other"] {
        let show = ["--repo", repository, "mail", "show", ID, "--raw"];
        let raw = anna.command(&show).output().unwrap().stdout;
        let text = String::from_utf8_lossy(&raw).into_owned();
        let expected = String::from_utf8_lossy(&mail).into_owned();
        assert!(text.contains(&expected) && text.contains("X: y\n\nhello\n"), "{text}");
        assert_eq!(text.matches("\nFrom ").count(), 1, "{text}");
    }
}

#[test]
fn a_message_is_a_copy_of_the_game() {
    let (anna, ben) = signers();
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    taken(&ben, &first);
    taken(&anna, &ben.ok(&["mail", "compose", ID, "e7e6"]));
    anna.write("first.eml", &first);
    anna.git(&["branch", "before"]);
    anna.write("second.eml", anna.ok(&["mail", "compose", ID, "b1c3"]));
    let out = anna.ok(&["compare", ID, "first.eml", "second.eml"]);
    assert!(out.contains("B: first.eml: 1 line, all signed\n"), "{out}");
    assert!(out.contains("C: second.eml: 3 lines, all signed\n"), "{out}");
    assert!(out.contains("A continues B by 2 lines\n"), "{out}");
    // The other way from there on.
    anna.git(&["checkout", "-q", "before"]);
    anna.git(&["checkout", "-q", "-b", "other"]);
    anna.write("other.eml", anna.ok(&["mail", "compose", ID, "a4a5"]));
    let run = anna.run(&["compare", "second.eml", "other.eml"]);
    assert!(
        run.code == 1 && run.out.starts_with("A: second.eml: 3 lines, all signed\n"),
        "{run:?}"
    );
    assert!(run.out.contains("Double-dealing: South (Anna Ek)"), "{run:?}");
    let json = anna.run(&["compare", "second.eml", "other.eml", "--json"]);
    assert!(json.out.contains("\"source\":\"mail\""), "{json:?}");
}

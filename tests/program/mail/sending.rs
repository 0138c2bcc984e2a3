//! What goes out: the program that sends mail, the editor, names of any kind.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::{header, players, taken};
use crate::harness::{ID, Place};

/// A program that writes its arguments and standard input to files, or fails.
fn program(place: &Place, name: &str, script: &str) -> String {
    let file = place.root().join(name);
    fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn messages_are_handed_to_the_program_of_git_send_email() {
    let (anna, ben) = players(&[]);
    let root = anna.root().display().to_string();
    let mailer = program(
        &anna,
        "my mailer",
        &format!("echo \"$@\" > '{root}/arguments'; cat > '{root}/sent'"),
    );
    anna.git(&["config", "sendemail.smtpServer", &mailer]);
    anna.git(&["config", "sendemail.sendmailCmd", &format!("'{mailer}' -a work")]);
    let before = anna.snapshot();
    let said = anna.ok(&["mail", "compose", ID, "--send", "--dry-run"]);
    assert_eq!(said, "would be sent to Ben Ode <ben@example.org>\n");
    anna.assert_unchanged(&before);
    let said = anna.ok(&["mail", "compose", ID, "e4e5", "--send"]);
    assert!(said.starts_with(&format!("{ID}: 1. SH e4-e5\n")), "{said}");
    assert!(said.ends_with("sent to Ben Ode <ben@example.org>\n"), "{said}");
    assert_eq!(
        fs::read_to_string(anna.root().join("arguments")).unwrap(),
        "-a work -i ben@example.org\n"
    );
    taken(&ben, &fs::read_to_string(anna.root().join("sent")).unwrap());
    // What is received is answered.
    let run =
        anna.run_with(&["mail", "receive", "--send"], ben.ok(&["mail", "compose", ID, "e7e6"]));
    assert!(run.code == 0 && run.out.contains("sent to Ben Ode"), "{run:?}");
    let sent = fs::read_to_string(anna.root().join("sent")).unwrap();
    assert!(sent.contains("\n\nRecorded: 1... NH e7-e6\n"), "{sent}");
    // One that fails, and a line that only a shell could run: the move stands.
    let failing = program(&anna, "failing", "echo no such host >&2; exit 75");
    anna.git(&["config", "sendemail.sendmailCmd", &failing.replace(' ', "\\ ")]);
    let run = anna.run(&["mail", "compose", ID, "b1c3", "--send"]);
    assert!(
        run.code == 3
            && run.err.contains("no such host")
            && run.err.contains("is recorded all the same"),
        "{run:?}"
    );
    anna.git(&["config", "sendemail.sendmailCmd", "cat; touch x"]);
    let run = anna.run(&["mail", "compose", ID, "--send"]);
    assert!(run.code == 3 && run.err.contains("a line for a shell"), "{run:?}");
}

#[test]
fn names_and_words_of_any_kind_are_safe() {
    let (place, south) = (Place::empty(), "Ünal \"Ö\" <b>\u{202e} <u@example.org>");
    place.ok(&["init"]);
    place.ok(&["new", "wing", "--south", south, "--north", "李 明 <li@example.org>", "--id", "w"]);
    let editor =
        program(&place, "editor", "printf 'Hello\\n# no\\n\\nFrom here <i>on</i>\\n' > \"$1\"");
    place.git(&["config", "core.editor", &editor]);
    place.ok(&["move", "w", "e4e5", "--for", "south"]);
    let message = place.ok(&["mail", "compose", "w", "--html", "--edit"]);
    assert!(message.is_ascii(), "{message}");
    assert!(header(&message, "To").ends_with(" <li@example.org>"));
    assert!(message.contains("From here &lt;i&gt;on&lt;/i&gt;"), "{message}");
    let (_, html) = message.split_once("Content-Type: text/html").unwrap();
    assert!(html.contains("&lt;b&gt;") && !html.contains("<b>"), "{html}");
    assert!(!message.contains("# no"), "{message}");
    // The picture that the HTML shows comes along, and its base64 is that of a PNG.
    let picture = message.split_once("Content-Type: image/png");
    assert_eq!(picture.is_some(), cfg!(feature = "png"));
    if let Some((_, png)) = picture {
        let id = header(&format!("Content-Type: image/png{png}"), "Content-ID");
        let shown = format!("cid:{}", id.trim_matches(['<', '>']));
        assert!(html.replace("=\n", "").contains(&shown), "{shown}: {html}");
        assert!(png.contains("\n\niVBORw0KGgo"), "{png}");
    }
    for email in ["-oQ/tmp@example.org", "a b@example.org", "nobody"] {
        let run = place.run(&["mail", "compose", "w", "--to", email]);
        assert!(run.code == 2 || run.code == 1, "{run:?}");
    }
}

#[test]
fn a_page_comes_along_on_request_and_the_block_is_read_all_the_same() {
    let (south, north) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
    let anna = Place::empty();
    anna.identify_as("Anna Ek", "anna@example.org");
    anna.ok(&["init"]);
    anna.ok(&["new", "wing", "--south", south, "--north", north, "--id", "w"]);
    let message = anna.ok(&["mail", "compose", "w", "e4e5", "--attach", "--html"]);
    assert!(header(&message, "Content-Type").starts_with("multipart/mixed"), "{message}");
    let (_, page) = message.split_once("filename=\"w.html\"").unwrap();
    assert!(page.contains("\n\n<!DOCTYPE html>=0A<html lang=3D\"en\">"), "{page}");
    let ben = Place::empty();
    ben.identify_as("Ben Ode", "ben@example.org");
    ben.ok(&["init"]);
    ben.write("message.eml", message);
    let said = ben.ok(&["mail", "receive", "message.eml"]);
    assert!(said.starts_with("w: new game of Wing\n"), "{said}");
}

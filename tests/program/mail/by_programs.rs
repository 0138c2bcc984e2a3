//! Both players have the program.

use super::{header, lines, players, refused, signers, signers_with, taken};
use crate::harness::{ID, RECORD};
use crate::signing::signatures;

/// With keys, both records come to the same bytes, and each line has its author.
#[test]
fn a_signed_game_goes_by_messages_alone() {
    let (anna, ben) = signers();
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    assert!(
        first.contains(&format!("\n\n{ID}: new game of Wing\n{ID}: 1. SH e4-e5\n\nWing: South"))
    );
    taken(&ben, &first);
    let mut message = ben.ok(&["mail", "compose", ID, "e7e6", "--comment", "hello"]);
    for (place, at, mv) in [
        (&anna, "2026-11-30T08:00:00Z", "b1c3"),
        (&ben, "2026-11-30T09:00:00Z", "b10c8"),
        (&anna, "2026-11-30T10:00:00Z", "h1g3"),
    ] {
        place.at(at);
        taken(place, &message);
        message = place.ok(&["mail", "compose", ID, mv]);
    }
    ben.at("2026-11-30T11:00:00Z");
    message = anna.ok(&["mail", "compose", ID, "--html"]);
    let said = taken(&ben, &message);
    assert!(
        said.starts_with(&format!(
            "{ID}: 3. SK h1-g3\nentered for Anna Ek by Ben Ode\nsigned with SHA256:"
        )),
        "{said}"
    );
    assert_eq!(anna.read(RECORD), ben.read(RECORD));
    assert_eq!(signatures(&ben), ["1 0 act", "2 1 act", "3 2 act", "4 3 act", "5 4 act"]);
    assert_eq!(
        ben.git(&["log", "-1", "--format=%an %cn %ad", "--date=iso-strict"]),
        "Anna Ek Ben Ode 2026-11-30T10:00:00Z\n"
    );
    ben.assert_sound();
    // The same message once more, and one by another way, with another Message-ID.
    let again = taken(&ben, &message);
    assert_eq!(again, format!("{ID}: recorded already\n"));
    let again = message.replace("Message-ID: <", "Message-ID: <x");
    assert_eq!(taken(&ben, &again), format!("{ID}: recorded already\n"));
    assert_eq!(lines(&ben).len(), 5);
    // A line that has arrived early waits for the one before it.
    ben.ok(&["move", ID, "a7a6"]);
    let resigns = ben.ok(&["resign", ID]);
    assert!(resigns.contains("the game is over"));
    let both = ben.ok(&["mail", "compose", ID]);
    assert!(header(&both, "Subject").ends_with(" over"));
    anna.at("2026-11-30T12:00:00Z");
    let said = taken(&anna, &both);
    assert!(said.contains(": 3... NH a7-a6\n") && said.contains(": 4... resigns\n"), "{said}");
    assert_eq!(anna.read(RECORD), ben.read(RECORD));
}

/// Without keys, a message must answer one of ours; they thread.
#[test]
fn an_unsigned_game_goes_by_answers() {
    let (anna, ben) = players(&["--time", "40d+2d"]);
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    taken(&ben, &first);
    let second = ben.ok(&["mail", "compose", ID, "e7e6"]);
    assert_eq!(header(&second, "In-Reply-To"), header(&first, "Message-ID"));
    assert_eq!(header(&second, "Subject"), format!("[riverpost] {ID} 2."));
    assert_eq!(header(&second, "X-Riverpost-Ply"), "2");
    taken(&anna, &second);
    anna.at("2026-12-01T19:20:00Z");
    let third = anna.json(&["mail", "compose", ID, "b1c3"]);
    let third = third["message"].as_str().unwrap();
    assert!(
        third.contains("\nNorth's clock: 42d left, flag falls at 2027-01-12T19:20:00Z, running.\n"),
        "{third}"
    );
    let (_, text) = third.split_once("\n\n").unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 76), "{text}");
    // What does not answer ours could be anybody's.
    let stranger = third.replace("In-Reply-To", "X-No").replace("References", "X-None");
    ben.at("2026-12-01T19:30:00Z");
    refused(&ben, &stranger, "answers none that was sent from here");
    taken(&ben, third);
    assert_eq!(anna.read(RECORD), ben.read(RECORD));
    // Nothing is recorded with a dry run.
    anna.at("2026-12-01T19:40:00Z");
    let before = anna.snapshot();
    let fourth = ben.ok(&["mail", "compose", ID, "b10c8"]);
    let run = anna.run_with(&["mail", "receive", "--dry-run", "--reply"], &fourth);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("\n\nRecorded: 2... NK b10-c8\n"), "{}", run.out);
    anna.assert_unchanged(&before);
}

/// Whoever holds a signed plan of the other's answers with it, and sends both lines.
#[test]
fn a_plan_that_the_other_side_fired_comes_back() {
    let (anna, ben) = signers();
    anna.ok(&["move", ID, "e4e5"]);
    anna.ok(&["plan", "add", ID, "e7e6: b1c3"]);
    let plan = anna.ok(&["plan", "sign", ID, "--print"]);
    taken(&ben, &anna.ok(&["mail", "compose", ID]));
    assert_eq!(ben.run_with(&["plan", "take", ID, "-"], plan).code, 0);
    let message = ben.ok(&["mail", "compose", ID, "e7e6"]);
    assert!(message.contains(&format!("\n{ID}: 1... NH e7-e6\n{ID}: 2. SK b1-c3 (if)\n")));
    taken(&anna, &message);
    assert_eq!(signatures(&anna), ["1 0 act", "2 1 act", "3 1 plan"]);
    assert_eq!(anna.read(RECORD), ben.read(RECORD));
    anna.assert_sound();
}

#[test]
fn a_message_of_many_lines_is_recorded_whole() {
    let (anna, ben) = signers_with(&["--time", "40d+2d"]);
    let send = |moves: &[&str]| {
        ben.write("message.eml", anna.ok(&[&["mail", "compose", ID], moves].concat()));
        ben.run(&["mail", "receive", "message.eml"])
    };
    assert_eq!(send(&["e4e5"]).code, 0);
    // Until Ben acts, the whole record goes along.
    for _ in 0..21 {
        anna.ok(&["give", ID, "1h"]);
    }
    let run = send(&[]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let text = ben.read(RECORD);
    assert_eq!(text, anna.read(RECORD));
    assert_eq!(text.matches("time given").count(), 21, "{text}");
}

//! One player has the program, the other a mail client.

use super::{header, lines, players, refused, reply, taken};
use crate::harness::{ID, Place, RECORD};

const BEN: &str = "Ben <ben@example.org>";
const MONDAY: &str = "Mon, 30 Nov 2026 09:00:00 +0100";

/// The answer that the program writes to a message.
fn answered(place: &Place, message: &str, code: i32) -> String {
    let run = place.run_with(&["mail", "receive", "--reply"], message);
    assert_eq!(run.code, code, "{run:?}\n{message}");
    run.out
}

#[test]
fn a_game_goes_by_typed_answers() {
    let (anna, _) = players(&["--time", "40d+2d"]);
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    anna.at("2026-11-30T12:00:00Z");
    let answer = answered(&anna, &reply(&first, BEN, MONDAY, "1... e7e6"), 0);
    let told = format!("\n\nRecorded: 1... NH e7-e6\n\n{ID}: 1... NH e7-e6\n\nWing: South");
    assert!(answer.contains(&told), "{answer}");
    assert_eq!(header(&answer, "To"), "\"Ben Ode\" <ben@example.org>");
    assert_eq!(header(&answer, "Auto-Submitted"), "auto-replied");
    // At the time of his message, and entered for him.
    let shown = anna.git(&["log", "-1", "--format=%an %cn %ad", "--date=iso-strict"]);
    assert_eq!(shown, "Ben Ode Anna Ek 2026-11-30T08:00:00Z\n");
    let second = anna.ok(&["mail", "compose", ID, "b1c3"]);
    anna.ok(&["takeback", "request", ID, "1"]);
    // What he answers is older than the request.
    refused(&anna, &reply(&second, BEN, MONDAY, "accept"), "which has 4 now");
    let third = anna.ok(&["mail", "compose", ID]);
    // The request is the fourth line, and no ply.
    assert_eq!(header(&third, "X-Riverpost-Ply"), "3");
    let typed = reply(&third, BEN, "Mon, 30 Nov 2026 12:30:00 +0000", "accept");
    anna.at("2026-11-30T13:00:00Z");
    let said = taken(&anna, &typed);
    assert!(said.starts_with(&format!("{ID}: 2... take-back agreed\n")), "{said}");
    assert_eq!(taken(&anna, &typed), format!("{ID}: recorded already\n"));
    let fourth = anna.ok(&["mail", "compose", ID, "h1g3"]);
    let planned = "b10c8\n\nif SK b1-c3 then a7a6";
    let said = taken(&anna, &reply(&fourth, BEN, "Mon, 30 Nov 2026 12:40:00 +0000", planned));
    assert!(said.contains(": 2... NK b10-c8\n") && said.contains("1 answer put down\n"), "{said}");
    anna.ok(&["move", ID, "b1c3"]);
    assert_eq!(lines(&anna).last().unwrap(), "3... NH a7-a6 (if)");
    let fifth = anna.ok(&["mail", "compose", ID, "a4a5"]);
    let said = taken(&anna, &reply(&fifth, BEN, "Mon, 30 Nov 2026 12:50:00 +0000", "I resign"));
    assert!(said.contains("the game is over"), "{said}");
    anna.assert_sound();
}

#[test]
fn what_cannot_be_played_is_answered_with_why() {
    let (anna, _) = players(&[]);
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    let before = anna.commits();
    for (typed, why) in [
        ("e7e1", "illegal move"),
        ("e7e6\nb10c8", "line 2, \"b10c8\": line 1 could be meant as well"),
        ("resign?", "it is a question"),
        ("Hello Anna,\nnice move", "no line of the message is a move"),
        ("2... e7e6", "has the number 1..., not 2..."),
        ("draw?", "along with a move"),
        ("accept", "nothing is proposed"),
        ("take back", "how many"),
        ("<b>e7e6</b>", "Nothing was recorded"),
    ] {
        let answer = answered(&anna, &reply(&first, BEN, MONDAY, typed), 1);
        assert!(answer.replace('\n', " ").contains(why), "{typed}: {answer}");
        assert!(
            answer.contains("Nothing was recorded") && answer.contains("What to do: "),
            "{answer}"
        );
    }
    assert_eq!(anna.commits(), before);
    // The answer itself can be answered.
    let answer = answered(&anna, &reply(&first, BEN, MONDAY, "e7e1"), 1);
    anna.at("2026-11-30T12:00:00Z");
    taken(&anna, &reply(&answer, BEN, MONDAY, "e7e6"));
}

#[test]
fn a_date_that_cannot_be_is_not_believed() {
    for (date, said) in [
        (
            "Fri, 01 Jan 2099 00:00:00 +0000",
            "its time is 2026-11-30T12:00:00Z: the message is dated 2099-01-01T00:00:00Z, after it came",
        ),
        (
            "Thu, 01 Jan 1970 00:00:00 +0000",
            "its time is 2026-11-30T12:00:00Z: the message is dated 1970-01-01T00:00:00Z, before what it answers",
        ),
    ] {
        let (anna, _) = players(&[]);
        let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
        anna.at("2026-11-30T12:00:00Z");
        let printed = taken(&anna, &reply(&first, BEN, date, "e7e6"));
        assert!(printed.contains(said), "{printed}");
    }
    // A host of ours knows when it came; one that anybody may have named does not.
    let (anna, _) = players(&[]);
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    anna.git(&["config", "--add", "riverpost.mailTrusted", "mx.example.org"]);
    anna.at("2026-11-30T12:00:00Z");
    let message = reply(&first, BEN, "Fri, 01 Jan 2099 00:00:00 +0000", "e7e6");
    let received = "Received: from a by mx.example.org; Mon, 30 Nov 2026 11:00:00 +0000\n\
                    Received: from b by elsewhere.example; Mon, 30 Nov 2026 10:00:00 +0000\n\
                    Received: from c by mx.example.org; Mon, 30 Nov 2026 09:00:00 +0000\n";
    let printed = taken(&anna, &format!("{received}{message}"));
    assert!(printed.contains("its time is 2026-11-30T11:00:00Z"), "{printed}");
}

/// Somebody writes from an address that only the settings know.
#[test]
fn people_have_several_addresses() {
    let (anna, _) = players(&[]);
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    let message = reply(&first, "Ben Ode <b.ode@work.example>", MONDAY, "e7e6");
    anna.at("2026-11-30T12:00:00Z");
    refused(&anna, &message, "b.ode@work.example is the address of no player");
    anna.write("riverpost.yaml", "format: riverpost-repository/1\npeople:\n  - {name: Ben Ode, emails: [ben@example.org, b.ode@work.example]}\n");
    anna.git(&["commit", "--quiet", "-am", "people"]);
    // Without a word of which game is meant, the only one that waits for who wrote it.
    let stray = |from: &str| format!("From: {from}\nSubject: my move\n\ne7e6\n");
    refused(&anna, &stray("eve@elsewhere.example"), "it cannot be told which game");
    refused(&anna, &stray("anna@example.org"), "it cannot be told which game");
    refused(&anna, &stray("B.Ode@work.example"), "answers none that was sent from here");
    // An address may be written with escapes.
    anna.write(RECORD, anna.read(RECORD).replace("ben@example.org", "\"ben\\x40example.org\""));
    anna.git(&["commit", "--quiet", "-am", "the same"]);
    refused(&anna, &stray("Ben@example.org"), "answers none that was sent from here");
    taken(&anna, &message);
}

/// Ben has the program at home, and answers from elsewhere.
#[test]
fn who_typed_a_move_enters_it_at_home() {
    let (anna, ben) = players(&[]);
    let first = anna.ok(&["mail", "compose", ID, "e4e5"]);
    taken(&ben, &first);
    anna.at("2026-11-30T12:00:00Z");
    taken(&anna, &reply(&first, BEN, MONDAY, "e7e6"));
    let second = anna.ok(&["mail", "compose", ID, "b1c3"]);
    ben.at("2026-11-30T13:00:00Z");
    // Anna's word for it is not enough.
    let line = "1... NH e7-e6 [2026-11-30T08:00:00Z]";
    refused(&ben, &second, &format!("\"{line}\" is north's to do"));
    ben.ok(&["move", ID, "e7e6", "--at", "2026-11-30T08:00:00Z"]);
    let entered = ben.ok(&["mail", "compose", ID]);
    anna.at("2026-11-30T14:00:00Z");
    assert_eq!(taken(&anna, &entered), format!("{ID}: recorded already\n"));
    taken(&ben, &anna.ok(&["mail", "compose", ID]));
    assert_eq!(lines(&ben), lines(&anna));
}

//! A game that comes whole.

use super::{players, refused, taken};
use crate::harness::{ID, Place, RECORD};

#[test]
fn an_invitation_makes_the_record_and_binds_nobody() {
    let (anna, ben) = players(&[]);
    let message = anna.ok(&["mail", "compose", ID]);
    assert!(message.contains("nothing binds you yet"), "{message}");
    let before = ben.snapshot();
    let run = ben.run_with(&["mail", "receive", "--dry-run"], &message);
    assert!(
        run.code == 0 && run.out.starts_with(&format!("would record {ID}: new game of Wing\n")),
        "{run:?}"
    );
    ben.assert_unchanged(&before);
    let said = taken(&ben, &message);
    assert!(said.contains("riverpost join") && said.contains("binds you"), "{said}");
    assert_eq!(ben.read(RECORD), anna.read(RECORD));
    assert_eq!(taken(&ben, &message), format!("{ID}: recorded already\n"));
    ben.ok(&["withdraw", ID]);
    ben.assert_sound();
}

#[test]
fn an_invitation_is_for_who_is_invited() {
    let (anna, ben) = players(&[]);
    let message = anna.ok(&["mail", "compose", ID]);
    let eva = Place::empty();
    eva.identify_as("Eva Ros", "eva@example.org");
    eva.ok(&["init"]);
    refused(&eva, &message, "nobody who is known here plays");
    // Not from somebody who does not play in it.
    let sent = message.replacen("\"Anna Ek\" <anna@example.org>", "mallory@example.org", 1);
    refused(&ben, &sent, "mallory@example.org is the address of no player");
    // Nor where the reader is said to have acted.
    anna.ok(&["move", ID, "e4e5"]);
    let bound = anna.ok(&["mail", "compose", ID]);
    anna.ok(&["move", ID, "e7e6", "--for", "north"]);
    drop(bound);
    let to_south = anna.ok(&["mail", "compose", ID, "--to", "south"]);
    refused(&ben, &to_south, "there is no game");
    // An id that is taken, if only but for case.
    ben.ok(&["new", "wing", "--id", &ID.to_uppercase(), "--south", "A", "--north", "B"]);
    refused(&ben, &message, "is taken here by");
}

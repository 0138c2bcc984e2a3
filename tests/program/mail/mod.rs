//! Games by e-mail: two repositories that share nothing but messages in files.

mod attacks;
mod by_hand;
mod by_programs;
mod evidence;
mod invitations;
mod robots;
mod sending;

use crate::harness::Place;
use crate::signing::{key_file, sign_with};

/// Anna and Ben, each with a repository of their own, and a game of Wing that Anna has opened in hers.
pub fn players(more: &[&str]) -> (Place, Place) {
    let (anna, ben) = (Place::empty(), Place::empty());
    for (place, name, email) in
        [(&anna, "Anna Ek", "anna@example.org"), (&ben, "Ben Ode", "ben@example.org")]
    {
        place.identify_as(name, email);
        place.ok(&["init"]);
    }
    let people = ["--south", "Anna Ek <anna@example.org>", "--north", "Ben Ode <ben@example.org>"];
    anna.ok(&[&["new", "wing"], &people[..], more].concat());
    (anna, ben)
}

/// The same, both with keys in the record and at hand.
pub fn signers() -> (Place, Place) {
    signers_with(&[])
}

/// [`signers`], with more options of `new`.
pub fn signers_with(more: &[&str]) -> (Place, Place) {
    use crate::signed_lines::public;
    let keys = [public(1), public(2)];
    let (anna, ben) =
        players(&[&["--south-key", &keys[0], "--north-key", &keys[1]], more].concat());
    for (place, number) in [(&anna, 1), (&ben, 2)] {
        let file = key_file(place, number);
        sign_with(place, file.to_str().unwrap());
    }
    (anna, ben)
}

/// What a header says, without the line breaks in it.
pub fn header(message: &str, name: &str) -> String {
    let head = message.split("\n\n").next().unwrap().replace("\n ", " ");
    let found = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    found.unwrap_or_else(|| panic!("no {name} in {head}")).to_owned()
}

/// A person's reply to a message, as a mail program writes it: what was typed, and the text quoted.
pub fn reply(message: &str, from: &str, date: &str, typed: &str) -> String {
    let (_, text) = message.split_once("\n\n").unwrap();
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let answered = header(message, "Message-ID");
    let number = typed.len() + date.len();
    format!(
        "From: {from}\nTo: {}\nSubject: Re: {}\nDate: {date}\nMessage-ID: <{number}.{:x}@mail.example>\n\
         In-Reply-To: {answered}\nReferences: {answered}\nContent-Type: text/plain; charset=utf-8\n\n\
         {typed}\n\nOn Sun, 29 Nov 2026 at 20:20, {} wrote:\n{quoted}",
        header(message, "From"),
        header(message, "Subject"),
        typed.bytes().fold(7_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(b.into())),
        header(message, "From"),
    )
}

/// Takes in a message, which must be recorded; gives what was printed.
pub fn taken(place: &Place, message: &str) -> String {
    let run = place.run_with(&["mail", "receive"], message);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}\n{message}");
    run.out
}

/// Takes in a message that must be refused with those words, and that nothing is recorded of.
#[track_caller]
pub fn refused(place: &Place, message: &str, words: &str) {
    let before = place.git(&["rev-parse", "HEAD"]);
    let run = place.run_with(&["mail", "receive"], message);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}\n{message}");
    assert!(run.err.contains(words), "{words:?} is not in {}", run.err);
    assert!(run.err.contains("nothing was recorded") || run.err.contains("stands"), "{}", run.err);
    assert_eq!(place.git(&["rev-parse", "HEAD"]), before);
}

/// The lines of the moves of the game, without their times.
pub fn lines(place: &Place) -> Vec<String> {
    let text = place.read(crate::harness::RECORD);
    let moves = text.lines().skip_while(|line| *line != "moves: |").skip(1);
    let moves = moves.take_while(|line| line.starts_with(' '));
    moves.map(|line| line.split(" [").next().unwrap().trim().to_owned()).collect()
}

//! Who is bound to a game, who rules on it, and what may follow its end.

use super::{append, bare, judge, with};
use riverpost::clock::flag_fallen;
use riverpost::record::{self, Act, Action, AppendError, Player, Replayed, Termination};
use riverpost::rules::{Outcome, Side};

/// A game of Valonian Chess of Anna and Ben, 10 days each from 1 December at noon, with an arbiter; its lines of moves begin
/// at line 22, in column 3.
fn game(result: &str, moves: &[&str]) -> String {
    let head = format!(
        "players:\n  south: {{name: Anna, email: anna@x.org}}\n  north: {{name: Ben, email: ben@x.org}}\n\
         arbiter: {{name: Eva Ros, email: eva@x.org}}\nstarted: 2026-12-01T12:00:00Z\n\
         time: 10d\nresult: {result}\n"
    );
    bare("valonian", None, &head, moves)
}

fn open(moves: &[&str]) -> String {
    game("\"*\"", moves)
}

fn won(result: &str, ending: &str, moves: &[&str]) -> String {
    game(&format!("{result}\nending: {ending}"), moves)
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let error = judge(text).expect_err("should be refused").to_string();
    assert!(error.contains(expected), "{error}");
}

/// Holds, is canonical as it stands but for the array, and reads back with the same chain.
#[track_caller]
fn holds(text: &str) -> Replayed {
    let record = record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let replayed = record::replay(&record).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let printed = record::canonical(&record).unwrap();
    let again = record::read(printed.as_bytes()).unwrap();
    let chain = record::chain(&record, &replayed);
    assert_eq!(record::chain(&again, &record::replay(&again).unwrap()), chain);
    assert_eq!(record::canonical(&again).unwrap(), printed);
    let lines = |text: &str| text.split_once("moves: |\n").unwrap().1.to_owned();
    assert_eq!(lines(text), lines(&printed));
    replayed
}

/// A line of a side at noon on a day of December.
fn acted(side: Side, act: Act<'_>, day: u32) -> Action<'_> {
    let mut action = Action::new(side, act);
    action.time = Some(format!("2026-12-{day:02}T12:00:00Z").parse().unwrap());
    action
}

#[track_caller]
fn appended(text: &str, side: Side, act: Act<'_>, day: u32) -> String {
    let appended = append(text, acted(side, act, day)).unwrap_or_else(|error| panic!("{error}"));
    let text = appended.record.text().to_owned();
    let seen = |r: &Replayed| (r.termination, r.outcome, r.arbiter().cloned(), r.players().clone());
    assert_eq!(seen(&judge(&text).unwrap()), seen(&appended.replayed));
    text
}

fn adjudicated(outcome: Option<Outcome>) -> Act<'static> {
    Act::Adjudicated { outcome, reason: "a reason".into(), arbiter: "Eva Ros".into() }
}

fn reopened() -> Act<'static> {
    Act::Reopened { reason: "wrong".into(), arbiter: "Eva Ros".into() }
}

#[test]
fn forms() {
    let person = |email: Option<&str>, key: Option<&str>| Player {
        name: "Ida Berg".into(),
        email: email.map(Into::into),
        key: key.map(Into::into),
    };
    let lines: &[(&str, Act<'_>)] = &[
        ("1. joins", Act::Joins),
        ("1. withdrawn", Act::Withdrawn),
        ("1. void declined", Act::VoidDeclined),
        ("1. address changed: a@b.c", Act::AddressChanged { email: "a@b.c".into() }),
        ("1. arbiter proposed: Ida Berg", Act::ArbiterProposed { person: person(None, None) }),
        (
            "1. arbiter proposed: Ida Berg <ida@x.org>",
            Act::ArbiterProposed { person: person(Some("ida@x.org"), None) },
        ),
        (
            "1. arbiter proposed: Ida Berg <ida@x.org> ssh-ed25519 AAAA/+=",
            Act::ArbiterProposed { person: person(Some("ida@x.org"), Some("ssh-ed25519 AAAA/+=")) },
        ),
        ("1. arbiter accepted", Act::ArbiterAccepted),
        ("1. adjudicated: void — a reason (Eva Ros)", adjudicated(None)),
        ("1. reopened — wrong (Eva Ros)", reopened()),
    ];
    for (line, act) in lines {
        let text = open(&[&format!("{line} [2026-12-02T12:00:00Z] {{so}}")]);
        let record = record::read(text.as_bytes()).unwrap();
        let action = &record.actions()[0];
        assert_eq!(&action.act, act);
        assert_eq!(action.line(Side::South), format!("{line} [2026-12-02T12:00:00Z]"));
        assert_eq!(action.clone().into_owned().act, *act);
    }
    for (line, expected) in [
        ("1. joins us", "nothing may follow here"),
        ("1. address changed: anna", "an address is one word with an @ inside"),
        ("1. address changed: a@b c", "an address is one word with an @ inside"),
        ("1. address changed: <a@b>", "an address is one word with an @ inside"),
        ("1. arbiter proposed: ", "an arbiter has a name"),
        ("1. arbiter proposed: <a@b>", "an arbiter has a name"),
        ("1. arbiter proposed: I (B) <a@b>", "an arbiter has a name"),
        ("1. arbiter proposed: Ida <a@b", "the address is not closed by >"),
        ("1. reopened", "an arbiter's act names its reason and its arbiter"),
        ("1. void refused", "\"void refused\" is no action"),
    ] {
        refused(&open(&[line]), expected);
    }
}

/// Ben has not answered: nothing holds against him, however long he is silent.
#[test]
fn g13_nothing_holds_against_a_side_that_is_not_bound() {
    let first = "1. P e2-e4 [2026-12-02T12:00:00Z]";
    let replayed = holds(&open(&[first]));
    assert_eq!((replayed.is_bound(Side::South), replayed.is_bound(Side::North)), (true, false));
    let rule = "North is not bound yet: it has neither moved nor joined, and nothing holds against \
                it (rule G13)";
    for (line, result, ending) in [
        ("1. time claimed", "south", "time"),
        ("1... time declared: north — silent (Eva Ros)", "south", "time"),
        ("1... adjudicated: south — silent (Eva Ros)", "south", "adjudication"),
        ("1... adjudicated: draw — silent (Eva Ros)", "draw", "adjudication"),
    ] {
        let line = line.replace("1. time claimed", "2. time claimed");
        let text = won(result, ending, &[first, &format!("{line} [2027-12-02T12:00:00Z]")]);
        refused(&text, rule);
    }
    refused(
        &open(&[first, "1... time docked: north 1d — late (Eva Ros) [2026-12-03T12:00:00Z]"]),
        rule,
    );
    holds(&open(&[first, "1... time docked: south 1d — late (Eva Ros) [2026-12-03T12:00:00Z]"]));
    let void = [first, "1... adjudicated: void — silent (Eva Ros) [2026-12-03T12:00:00Z]"];
    assert_eq!(holds(&won("\"*\"", "void", &void)).termination, Some(Termination::Void));
    let north = [first, "1... adjudicated: north — cheated (Eva Ros) [2026-12-03T12:00:00Z]"];
    holds(&won("north", "adjudication", &north));

    // An arbiter's line binds nobody; that of a player does, whatever it is.
    let credited = "1... time credited: north 1d — post (Eva Ros) [2026-12-03T12:00:00Z]";
    assert!(!holds(&open(&[first, credited])).is_bound(Side::North));
    for line in ["joins", "void proposed", "time given: 1d", "address changed: b@x.org"] {
        let text = open(&[first, &format!("1... {line} [2026-12-03T12:00:00Z]")]);
        assert!(holds(&text).is_bound(Side::North), "{line}");
    }
    let joined = "1... joins [2026-12-03T12:00:00Z]";
    refused(
        &open(&[first, joined, "1... joins [2026-12-03T12:00:00Z]"]),
        "North is bound already, by a line of its own (rule G13)",
    );
    refused(
        &open(&[first, "2. joins [2026-12-03T12:00:00Z]"]),
        "South is bound already, by a line of its own (rule G13)",
    );
}

/// The clock of a side stands until its first line: Ben joins on the 5th, so that his 10 days end on the 15th.
#[test]
fn g13_a_clock_stands_until_its_player_is_bound() {
    let first = "1. P e2-e4 [2026-12-02T12:00:00Z]";
    let flag = |text: &str| {
        let record = record::read(text.as_bytes()).unwrap();
        let at = "2027-02-01T12:00:00Z".parse().unwrap();
        let ledger = record::clocks(&record, &record::replay(&record).unwrap(), at).unwrap();
        flag_fallen(&ledger, Side::North).map(|flag| flag.to_string())
    };
    assert_eq!(flag(&open(&[first])), None);
    let joined = "1... joins [2026-12-05T12:00:00Z]";
    assert_eq!(flag(&open(&[first, joined])), Some("2026-12-15 12:00:00 UTC".into()));
    let claim =
        |at: &str| won("south", "time", &[first, joined, &format!("2. time claimed [{at}]")]);
    holds(&claim("2026-12-15T12:00:00Z"));
    refused(&claim("2026-12-15T11:59:59Z"), "the flag of North has not fallen");
}

#[test]
fn g13_a_game_is_withdrawn_from_until_both_are_bound() {
    let first = "1. P e2-e4 [2026-12-02T12:00:00Z]";
    for line in ["2. withdrawn", "1... withdrawn"] {
        let replayed =
            holds(&won("\"*\"", "void", &[first, &format!("{line} [2026-12-03T12:00:00Z]")]));
        assert_eq!((replayed.termination, replayed.outcome), (Some(Termination::Void), None));
        assert!(!replayed.is_bound(Side::North), "to withdraw is not to be bound");
    }
    let both = [first, "1... joins [2026-12-03T12:00:00Z]", "2. withdrawn [2026-12-03T13:00:00Z]"];
    refused(&won("\"*\"", "void", &both), "both sides are bound to the game already (rule G13)");
    // An archive is not asked.
    holds(&won("\"*\"", "void", &["1. P e2-e4", "1... P e7-e5", "2. withdrawn"]));
    holds(&won("south", "time", &["1. P e2-e4", "2. time claimed"]));
}

#[test]
fn g5_only_the_arbiter_rules() {
    let moves = ["1. P e2-e4 [2026-12-02T12:00:00Z]", "1... P e7-e5 [2026-12-03T12:00:00Z]"];
    let ruled = |line: &str, text: &dyn Fn(&[&str]) -> String| {
        text(&[moves[0], moves[1], &format!("{line} [2026-12-04T12:00:00Z]")])
    };
    let drawn = |lines: &[&str]| won("draw", "adjudication", lines);
    let rule = |who: &str| ruled(&format!("2. adjudicated: draw — x ({who})"), &drawn);
    holds(&rule("Eva Ros"));
    refused(&rule("Ida"), "25:6: the arbiter of this game is Eva Ros, not Ida (rule G5)");
    refused(&rule("anna"), "25:6: the arbiter may not be South's player (rule G5)");
    let none = |text: &str| with(text, "arbiter: {name: Eva Ros, email: eva@x.org}\n", "");
    refused(
        &none(&rule("Eva Ros")),
        "24:6: the game has no arbiter who could rule on it (rule G5)",
    );
    let error = append(&none(&open(&moves)), acted(Side::South, adjudicated(None), 4)).unwrap_err();
    assert!(matches!(error, AppendError::NoArbiter(_)), "{error}");
    // Archives without times may carry anybody's rulings, but no player's.
    let archived = ["1. P e2-e4", "1... P e7-e5", "2. adjudicated: draw — x (Ida)"];
    holds(&none(&drawn(&archived)));
    refused(&drawn(&archived), "the arbiter of this game is Eva Ros, not Ida");
    refused(
        &none(&drawn(&[archived[0], archived[1], "2. adjudicated: draw — x (Ben)"])),
        "the arbiter may not be North's player",
    );
}

#[test]
fn g5_players_agree_on_an_arbiter() {
    let moves = ["1. P e2-e4 [2026-12-02T12:00:00Z]", "1... P e7-e5 [2026-12-03T12:00:00Z]"];
    let ida = Player { name: "Ida Berg".into(), email: Some("ida@x.org".into()), key: None };
    let text = open(&moves);
    let text = appended(&text, Side::North, Act::ArbiterProposed { person: ida.clone() }, 4);
    assert!(
        text.ends_with("  2... arbiter proposed: Ida Berg <ida@x.org> [2026-12-04T12:00:00Z]\n")
    );
    let proposed = holds(&text);
    assert_eq!(proposed.arbiter_proposed, Some((Side::North, ida.clone())));
    assert_eq!(proposed.arbiter().map(|a| a.name.as_str()), Some("Eva Ros"));
    let error = append(&text, acted(Side::North, Act::ArbiterAccepted, 5)).unwrap_err();
    assert!(error.to_string().contains("South has proposed no arbiter (rule G5)"), "{error}");
    // A move does not answer it.
    let text = appended(&text, Side::South, Act::Move("P a2-a3".into()), 5);
    let text = appended(&text, Side::South, Act::ArbiterAccepted, 6);
    let accepted = holds(&text);
    assert_eq!((accepted.arbiter(), accepted.arbiter_proposed.clone()), (Some(&ida), None));
    let error = append(&text, acted(Side::North, adjudicated(None), 7)).unwrap_err().to_string();
    assert!(error.contains("the arbiter of this game is Ida Berg, not Eva Ros"), "{error}");

    let propose = |line: &str| {
        open(&[moves[0], moves[1], &format!("2. arbiter proposed: {line} [2026-12-04T12:00:00Z]")])
    };
    refused(&propose("ANNA"), "the arbiter may not be South's player (rule G5)");
    refused(&propose("Ida <BEN@x.org>"), "the arbiter may not be North's player (rule G5)");
    let late = "2. arbiter proposed: Ida <b@y.org> [2026-12-04T12:00:00Z]";
    let moved = "2... address changed: B@y.org [2026-12-05T12:00:00Z]";
    refused(
        &open(&[moves[0], moves[1], late, moved, "2... arbiter accepted [2026-12-05T13:00:00Z]"]),
        "the arbiter may not be North's player (rule G5)",
    );
}

#[test]
fn g5_a_player_has_another_address() {
    let first = "1. P e2-e4 [2026-12-02T12:00:00Z]";
    let text = open(&[first, "2. address changed: anna@y.org [2026-12-03T12:00:00Z]"]);
    let replayed = holds(&text);
    let email = |side| replayed.player(side).and_then(|player| player.email.as_deref());
    assert_eq!((email(Side::South), email(Side::North)), (Some("anna@y.org"), Some("ben@x.org")));
    assert_eq!(replayed.player(Side::South).map(|player| player.name.as_str()), Some("Anna"));
    refused(
        &open(&[first, "2. address changed: EVA@x.org [2026-12-03T12:00:00Z]"]),
        "23:6: this is the arbiter's address (rule G5)",
    );
    refused(
        &bare("valonian", None, "result: \"*\"\n", &["1. address changed: a@x.org"]),
        "the record does not say who plays South",
    );
}

#[test]
fn g11_a_void_proposal_is_declined() {
    let moves = ["1. P e2-e4 [2026-12-02T12:00:00Z]", "1... void proposed [2026-12-03T12:00:00Z]"];
    let declined = "2. void declined [2026-12-03T13:00:00Z]";
    assert_eq!(holds(&open(&[moves[0], moves[1], declined])).void, None);
    let none = "has made no such proposal that stands (rule G11)";
    refused(&open(&[moves[0], moves[1], "1... void declined [2026-12-03T13:00:00Z]"]), none);
    refused(&open(&[moves[0], moves[1], declined, "2. void agreed [2026-12-03T13:00:00Z]"]), none);
}

/// A game left unfinished is a matter of two, or of an arbiter; only archives know it otherwise.
#[test]
fn g5_nobody_abandons_a_game_alone() {
    let first = "1. P e2-e4 [2026-12-02T12:00:00Z]";
    refused(
        &won("\"*\"", "abandoned", &[first, "1... abandoned [2026-12-03T12:00:00Z]"]),
        "consent or by an arbiter only; alone it is a resignation (rule G5)",
    );
    holds(&won("\"*\"", "abandoned", &["1. P e2-e4", "1... abandoned"]));
}

/// Resigned, reopened, played on, drawn, corrected, voided, reopened: the last line counts, and all of them stay.
#[test]
fn g9_a_game_is_reopened_and_its_ending_corrected() {
    let moves = ["1. P e2-e4 [2026-12-02T12:00:00Z]", "1... P e7-e5 [2026-12-03T12:00:00Z]"];
    let text = open(&moves);
    let head = text.split_once("result:").unwrap().0.to_owned();
    let state = |text: &str| {
        let (_, rest) = text.split_once(&head).unwrap();
        rest.split_once("setup:").unwrap().0.to_owned()
    };
    let text = appended(&text, Side::North, Act::Resigns, 4);
    assert_eq!(state(&text), "result: south\nending: resignation\n");
    let error = append(&text, acted(Side::South, Act::Joins, 5)).unwrap_err().to_string();
    assert!(error.contains("the game ended at ply 2: resignation"), "{error}");
    let text = appended(&text, Side::South, reopened(), 6);
    assert_eq!(state(&text), "result: \"*\"\n");
    let error = append(&text, acted(Side::South, reopened(), 7)).unwrap_err().to_string();
    assert!(error.contains("the game is not over (rule G9)"), "{error}");
    let text = appended(&text, Side::South, Act::Move("P a2-a3".into()), 7);
    let text = appended(&text, Side::North, adjudicated(Some(Outcome::Draw)), 8);
    assert_eq!(state(&text), "result: draw\nending: adjudication\n");
    let text = appended(&text, Side::North, adjudicated(Some(Outcome::Won(Side::North))), 9);
    assert_eq!(state(&text), "result: north\nending: adjudication\n");
    let text = appended(&text, Side::North, adjudicated(None), 10);
    assert_eq!(state(&text), "result: \"*\"\nending: void\n");
    let text = appended(&text, Side::North, reopened(), 11);
    assert_eq!(state(&text), "result: \"*\"\n");
    assert_eq!(holds(&text).termination, None);
    assert!(text.ends_with(
        "  2... resigns [2026-12-04T12:00:00Z]\n  2. reopened — wrong (Eva Ros) [2026-12-06T12:00:00Z]\n  \
         2. P a2-a3 [2026-12-07T12:00:00Z]\n  \
         2... adjudicated: draw — a reason (Eva Ros) [2026-12-08T12:00:00Z]\n  \
         2... adjudicated: north — a reason (Eva Ros) [2026-12-09T12:00:00Z]\n  \
         2... adjudicated: void — a reason (Eva Ros) [2026-12-10T12:00:00Z]\n  \
         2... reopened — wrong (Eva Ros) [2026-12-11T12:00:00Z]\n"
    ));
    refused(
        &with(&text, "result: \"*\"", "result: draw"),
        "the result is draw, but no line of the moves ends the game",
    );

    // No clock ran while the game was over.
    let record = record::read(text.as_bytes()).unwrap();
    let at = "2026-12-11T12:00:00Z".parse().unwrap();
    let ledger = record::clocks(&record, &record::replay(&record).unwrap(), at).unwrap();
    let left = |side| ledger.side(side).remaining.unwrap().total().to_string();
    // South: 3 to 4 and 6 to 7 December; North: nothing before its first move, and 7 to 8.
    assert_eq!((left(Side::South), left(Side::North)), ("8d".into(), "9d".into()));

    // With a comment on the line of the ending, which stays.
    let resigned = appended(&open(&moves), Side::North, Act::Resigns, 4);
    let noted = with(&resigned, "ending: resignation\n", "ending: resignation # a pity\n");
    let text = appended(&noted, Side::South, reopened(), 6);
    assert!(text.contains("result: \"*\"\n # a pity\nsetup:"), "{text}");
}

#[test]
fn g9_what_the_board_ended_is_not_reopened_but_corrected() {
    let mate = [
        "1. P f2-f3 [2026-12-02T12:00:00Z]",
        "1... P e7-e5 [2026-12-03T12:00:00Z]",
        "2. P g2-g4 [2026-12-04T12:00:00Z]",
        "2... Q d8-h4++ [2026-12-05T12:00:00Z]",
    ];
    let text = won("north", "checkmate", &mate);
    holds(&text);
    let error = append(&text, acted(Side::South, reopened(), 6)).unwrap_err().to_string();
    assert!(
        error.contains("the game ended by checkmate: there is nothing to play (rule G9)"),
        "{error}"
    );
    let corrected = appended(&text, Side::South, adjudicated(None), 6);
    assert!(corrected.contains("\nresult: \"*\"\nending: void\n"));
    assert!(append(&corrected, acted(Side::South, reopened(), 7)).is_err());
    // What only the header of an archive states can be decided otherwise by a line, too.
    let archived = won("south", "resignation", &["1. P e2-e4"]);
    let error = append(&archived, acted(Side::North, reopened(), 6)).unwrap_err().to_string();
    assert!(error.contains("the game is not over (rule G9)"), "{error}");
}

/// Both sides of an automatic flag: 10 days each. A penalty of 9 days on the 4th leaves South nothing of its 10 less 1.
#[test]
fn c17_a_penalty_that_drops_an_automatic_flag_ends_the_game() {
    let moves = ["1. P e2-e4 [2026-12-02T12:00:00Z]", "1... P e7-e5 [2026-12-03T12:00:00Z]"];
    let automatic = |text: &str| with(text, "time: 10d\n", "time: 10d\nclock: {flag: automatic}\n");
    let docked = |amount: &str| Act::TimeRuled {
        side: Side::South,
        amount: amount.parse().unwrap(),
        docked: true,
        reason: "late".into(),
        arbiter: "Eva Ros".into(),
    };
    let text = automatic(&open(&moves));
    let small = appended(&text, Side::South, docked("8d"), 4);
    assert_eq!(judge(&small).unwrap().termination, None);
    let text = appended(&text, Side::South, docked("9d"), 4);
    assert!(text.contains("\nresult: north\nending: time\n"), "{text}");
    assert!(text.ends_with("  2. time docked: south 9d — late (Eva Ros) [2026-12-04T12:00:00Z]\n"));
    let replayed = holds(&text);
    assert_eq!(replayed.outcome, Some(Outcome::Won(Side::North)));
    let moved = format!("{text}  2. P a2-a3 [2026-12-05T12:00:00Z]\n");
    refused(&moved, "the game ended at ply 2: time");
    // The arbiter may think better of it; the flag is down until time is given back.
    let text = appended(&text, Side::South, reopened(), 6);
    let credited = Act::TimeRuled {
        side: Side::South,
        amount: "3d".parse().unwrap(),
        docked: false,
        reason: "too hard".into(),
        arbiter: "Eva Ros".into(),
    };
    let text = appended(&text, Side::South, credited, 6);
    let text = appended(&text, Side::South, Act::Move("P a2-a3".into()), 7);
    assert_eq!(judge(&text).unwrap().termination, None);
    // After a flag that fell by itself no penalty is needed.
    let late = automatic(&open(&moves));
    let error = append(&late, acted(Side::South, docked("1d"), 30)).unwrap_err().to_string();
    assert!(
        error.contains(
            "the game ended when the flag of South fell at 2026-12-13T12:00:00Z (rule C17)"
        ),
        "{error}"
    );
}

/// South's flag falls on the 13th. He moves all the same on the 14th, and North's falls ten days after that.
#[test]
fn g8_of_two_flags_the_first_to_fall_counts() {
    let moves = [
        "1. P e2-e4 [2026-12-02T12:00:00Z]",
        "1... P e7-e5 [2026-12-03T12:00:00Z]",
        "2. P a2-a3 [2026-12-14T12:00:00Z]",
    ];
    let claim = |line: &str, result: &str| {
        won(result, "time", &[&moves[..], &[&format!("{line} [2026-12-25T12:00:00Z]")]].concat())
    };
    holds(&claim("2... time claimed", "north"));
    refused(
        &claim("3. time claimed", "south"),
        "the flag of South fell first, at 2026-12-13T12:00:00Z: that of North fell at \
         2026-12-24T12:00:00Z (rule G8)",
    );
}

//! Actions other than moves: every one accepted where it is allowed and refused where it is not, by records worked out by
//! hand.

use riverpost::clock::{FlagRule, TimeControl, Weekdays};
use riverpost::record::{
    self, Act, Action, AppendError, Appended, Diagnostic, Evidence, Player, Replayed, Termination,
};
use riverpost::rules::{Claim, Outcome, Side};

/// A game of Wing that starts on 1 December 2026 at noon. Its lines of moves begin at line 21, in column 3; the texts of
/// actions in column 6 behind one dot and 8 behind three.
fn wing(time: &str, clock: &str, result: &str, moves: &[&str]) -> String {
    let mut text = format!(
        "format: riverpost/1\ngame: wing\nid: test\nstarted: 2026-12-01T12:00:00Z\ntime: {time}\n\
         clock: {clock}\nresult: {result}\nsetup: |\n"
    );
    text += "  10 NS NK ND NG NE NG ND NK NS\n   9  .  .  .  .  .  .  .  .  .\n";
    text += "   8  . NC  .  .  .  .  . NC  .\n   7 NH  . NH  . NH  . NH  . NH\n";
    text += "   6  .  .  .  .  .  .  .  .  .\n   5  .  .  .  .  .  .  .  .  .\n";
    text += "   4 SH  . SH  . SH  . SH  . SH\n   3  . SC  .  .  .  .  . SC  .\n";
    text += "   2  .  .  .  .  .  .  .  .  .\n   1 SS SK SD SG SE SG SD SK SS\n";
    text += "      a  b  c  d  e  f  g  h  i\nmoves: |\n";
    for line in moves {
        text += &format!("  {line}\n");
    }
    text
}

fn open(moves: &[&str]) -> String {
    wing("39d", "{leave: 30}", "\"*\"", moves)
}

fn judge(text: &str) -> Result<Replayed, Diagnostic> {
    record::replay(&record::read(text.as_bytes())?)
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let error = judge(text).expect_err("should be refused").to_string();
    assert!(error.starts_with(expected), "{error}");
}

/// Holds, is printed as it is, and reads back with the same chain.
#[track_caller]
fn holds(text: &str) -> Replayed {
    let record = record::read(text.as_bytes()).unwrap();
    let replayed = record::replay(&record).unwrap_or_else(|error| panic!("{error}"));
    let printed = record::canonical(&record).unwrap();
    let again = record::read(printed.as_bytes()).unwrap();
    let chain = record::chain(&record, &replayed);
    assert_eq!(chain.len(), record.actions().len() + 1);
    assert_eq!(record::chain(&again, &record::replay(&again).unwrap()), chain);
    assert_eq!(record::canonical(&again).unwrap(), printed);
    replayed
}

/// The same with an arbiter; the key stands at the end, so that the other lines stay where they are.
fn ruled(text: &str) -> String {
    format!("{text}arbiter: {{name: Eva Ros}}\n")
}

/// Two moves, then these lines.
fn after_two(lines: &[&str]) -> String {
    let moves = ["1. SH e4-e5 [2026-12-02T12:00:00Z]", "1... NH e7-e6 [2026-12-03T12:00:00Z]"];
    open(&[&moves, lines].concat())
}

#[test]
fn header() {
    let text = wing(
        "P40DT12H+2d",
        "{off: [sat, sun], grace: PT12H, leave: \"30\", flag: automatic}",
        "\"*\"\noffers: 3",
        &[],
    );
    let read = record::read(text.as_bytes()).unwrap();
    let header = read.header();
    assert_eq!(header.time, "40d12h+2d".parse().ok());
    assert_eq!(header.clock.off, Weekdays::WEEKEND);
    assert_eq!((header.clock.leave, header.clock.flag), (30, FlagRule::Automatic));
    assert_eq!(header.offers, Some(3));
    let printed = record::canonical(&read).unwrap();
    let lines = "time: 40d12h+2d\nclock: {off: [sat, sun], grace: 12h, leave: 30, flag: automatic}\noffers: 3\n";
    assert!(printed.contains(lines), "{printed}");
    holds(&text);

    let usual = wing("none", "{flag: claimed, leave: 0}", "\"*\"", &[]);
    let read = record::read(usual.as_bytes()).unwrap();
    assert_eq!(read.header().time, Some(TimeControl::None));
    let printed = record::canonical(&read).unwrap();
    assert!(printed.contains("time: none\nresult:"), "{printed}");
    holds(&usual);
}

/// The record of nobody's moves with players and these keys.
fn headed(keys: &str) -> String {
    let players = "players: {south: {name: Anna, email: anna@x.org}, north: {name: Ben}}\n";
    open(&[]).replace("result:", &format!("{players}{keys}result:"))
}

#[test]
fn g5_an_arbiter_is_none_of_the_players() {
    let text = headed("arbiter: {name: Eva Ros, email: eva@x.org, key: k}\nlag: 36h\n");
    let record = record::read(text.as_bytes()).unwrap();
    let eva =
        Player { name: "Eva Ros".into(), email: Some("eva@x.org".into()), key: Some("k".into()) };
    assert_eq!(record.header().arbiter.as_ref(), Some(&eva));
    assert_eq!(record.header().lag, "36h".parse().ok());
    assert_eq!(holds(&text).arbiter(), Some(&eva));
    let printed = record::canonical(&record).unwrap();
    let lines = "arbiter: {name: Eva Ros, email: eva@x.org, key: k}\nlag: 1d12h\n";
    assert!(printed.contains(lines), "{printed}");

    let rule = "may not be ";
    for (person, side) in [
        ("{name: ANNA}", "South"),
        ("{name: Eva, email: Anna@X.org}", "South"),
        ("{name: ben, email: eva@x.org}", "North"),
    ] {
        let message = format!("8:10: the arbiter {rule}{side}'s player (rule G5)");
        refused(&headed(&format!("arbiter: {person}\n")), &message);
    }
    refused(
        &headed("arbiter: Eva\n"),
        "8:10: cannot read the YAML: arbiter: invalid type: string \"Eva\"",
    );
    refused(&headed("lag: soon\n"), "8:6: lag: ");
}

#[test]
fn header_faults() {
    let faults = [
        ("40 days", "{}", "5:9: time: expected a unit"),
        ("\"40d+soon\"", "{}", "5:12: time: expected "),
        ("50d12h/10", "{}", "5:16: time: whole days are charged here"),
        ("40d", "{off: [sat, domingo]}", "6:20: off: \"domingo\" is no day of the week"),
        ("40d", "{off: sat}", "6:"),
        ("40d", "{grace: 12 hours}", "6:18: grace: expected "),
        ("40d", "{leave: 400}", "6:16: leave: \"400\" is no number of days a year"),
        ("40d", "{flag: falls}", "6:15: flag: \"falls\" is none of claimed, automatic"),
        ("40d", "{flags: automatic}", "6:9: unknown key \"flags\"; did you mean \"flag\"?"),
        ("40d", "{}\noffers: many", "7:9: offers: \"many\" is no number from 0 to 999"),
    ];
    for (time, clock, expected) in faults {
        refused(&wing(time, clock, "\"*\"", &[]), expected);
    }
}

#[test]
fn the_chain_takes_in_what_is_agreed() {
    let link = |time: &str, clock: &str| {
        let text = wing(time, clock, "\"*\"", &[]);
        let record = record::read(text.as_bytes()).unwrap();
        record::chain(&record, &record::replay(&record).unwrap())[0]
    };
    assert_eq!(link("40d", "{}"), link("P40D", "{leave: 0, flag: claimed}"));
    let different = [
        link("40d", "{}"),
        link("none", "{}"),
        link("40d", "{leave: 1}"),
        link("40d", "{}\noffers: 1"),
    ];
    for (at, one) in different.iter().enumerate() {
        assert!(different[..at].iter().all(|other| other != one));
    }
}

#[test]
fn forms() {
    let lines: &[(&str, Act<'_>)] = &[
        ("2. draw declined", Act::DrawDeclined),
        ("2. take-back requested: 2", Act::TakeBackRequested { plies: 2 }),
        ("2. take-back agreed", Act::TakeBackAgreed),
        ("2. take-back declined", Act::TakeBackDeclined),
        ("2. void proposed", Act::VoidProposed),
        ("2. void agreed", Act::VoidAgreed),
        (
            "2. leave 2026-12-20..2027-01-02",
            Act::Leave { from: "2026-12-20".parse().unwrap(), to: "2027-01-02".parse().unwrap() },
        ),
        ("2. time given: 2d", Act::TimeGiven { amount: "2d".parse().unwrap() }),
        (
            "2. time credited: south 1d12h — post lost (Eva Ros)",
            Act::TimeRuled {
                side: Side::South,
                amount: "36h".parse().unwrap(),
                docked: false,
                reason: "post lost".into(),
                arbiter: "Eva Ros".into(),
            },
        ),
        (
            "2. time docked: north 2d — late again (third time) (Eva Ros)",
            Act::TimeRuled {
                side: Side::North,
                amount: "2d".parse().unwrap(),
                docked: true,
                reason: "late again (third time)".into(),
                arbiter: "Eva Ros".into(),
            },
        ),
        (
            "2. time declared: south — no answer (Eva Ros)",
            Act::FlagDeclared {
                side: Side::South,
                reason: "no answer".into(),
                arbiter: "Eva Ros".into(),
            },
        ),
    ];
    for (line, act) in lines {
        let text = after_two(&[line]);
        let read = record::read(text.as_bytes()).unwrap();
        let action = &read.actions()[2];
        assert_eq!(&action.act, act);
        assert_eq!(&action.line(Side::South), line);
        assert_eq!(action.clone().into_owned().act, *act);
    }
    let text = after_two(&["2. SK b1-c3 (=) (if) [2026-12-04T12:00:00Z] {sure}"]);
    let read = record::read(text.as_bytes()).unwrap();
    assert!(read.actions()[2].offer && read.actions()[2].conditional);
    assert_eq!(read.actions()[2].line(Side::South), "2. SK b1-c3 (=) (if) [2026-12-04T12:00:00Z]");
}

#[test]
fn faults_of_form() {
    let faults = [
        ("2. take-back requested: 0", "23:27: a number of plies is asked"),
        ("2. take-back requested: all", "23:27: a number of plies is asked"),
        ("2. leave 2026-12-20", "23:12: a leave is given by its first and last day"),
        ("2. leave 2026-12-20..2026-2-3", "23:12: a leave is given by its first and last day"),
        ("2. leave 2026-12-20..2026-12-19", "23:12: the leave ends before it begins"),
        ("2. time given: 0d", "23:18: the time is a duration of more than nothing"),
        ("2. time credited: west 2d — x (y)", "23:21: the side is south or north"),
        ("2. time credited: south 2d", "23:21: an arbiter's act names its reason and its arbiter"),
        ("2. time credited: south — x (y)", "23:21: the time is a duration"),
        ("2. time declared: south — (y)", "23:21: an arbiter's act names its reason"),
        ("2. void agreed (=)", "23:17: a draw is offered with a move only"),
        ("2. void agreed (if)", "23:17: (if) marks a move only"),
        ("2. SK b1-c3 (if) (=)", "23:14: not a move: expected the end of the move"),
        ("2. void", "23:6: \"void\" is no action"),
    ];
    for (line, expected) in faults {
        refused(&after_two(&[line]), expected);
    }
    refused(
        &open(&["1. SH e4-e5 (if) [2026-12-02T12:00:00Z]"]),
        "21:3: a conditional move answers a move, and there is none before this one (rule M7)",
    );
}

#[test]
fn g5_draws_are_offered_answered_and_counted() {
    let offer = "2. SK b1-c3 (=) [2026-12-04T12:00:00Z]";
    let declined = holds(&after_two(&[offer, "2... draw declined [2026-12-05T12:00:00Z]"]));
    assert_eq!((declined.offer, declined.termination), (None, None));
    let standing = holds(&after_two(&[offer]));
    assert_eq!(standing.offer, Some(Side::South));
    let agreed = after_two(&[offer, "2... draw agreed [2026-12-05T12:00:00Z]"])
        .replace("result: \"*\"", "result: draw");
    assert_eq!(holds(&agreed).termination, Some(Termination::Agreement));

    let twice = [
        offer,
        "2... draw declined [2026-12-05T12:00:00Z]",
        "2... draw agreed [2026-12-05T13:00:00Z]",
    ];
    refused(&after_two(&twice), "25:8: South has not offered a draw that stands (rule G5)");
    refused(
        &after_two(&[offer, "3. draw agreed [2026-12-05T12:00:00Z]"]),
        "24:6: North has not offered a draw that stands (rule G5)",
    );
    refused(
        &after_two(&["2. draw declined [2026-12-05T12:00:00Z]"]),
        "23:6: North has not offered a draw that stands (rule G5)",
    );
    let lapsed = [
        offer,
        "2... NK b10-c8 [2026-12-05T12:00:00Z]",
        "3. SK c3-b1 [2026-12-06T12:00:00Z]",
        "3... draw agreed [2026-12-07T12:00:00Z]",
    ];
    refused(&after_two(&lapsed), "26:8: South has not offered a draw that stands (rule G5)");

    let many =
        [offer, "2... NK b10-c8 [2026-12-05T12:00:00Z]", "3. SK c3-b1 (=) [2026-12-06T12:00:00Z]"];
    let limit = |n: &str| after_two(&many).replace("result:", &format!("offers: {n}\nresult:"));
    holds(&limit("2"));
    refused(&limit("1"), "26:3: South has offered a draw as often as was agreed on, 1 (rule G5)");
    refused(&limit("0"), "24:3: South has offered a draw as often as was agreed on, 0 (rule G5)");
}

#[test]
fn g11_void_by_consent() {
    let proposed = "1... void proposed [2026-12-03T13:00:00Z]";
    refused(&after_two(&[proposed]), "23:3: the number here is 2..., not 1...");
    let proposed = "2... void proposed [2026-12-03T13:00:00Z]";
    assert_eq!(holds(&after_two(&[proposed])).void, Some(Side::North));
    let agreed = after_two(&[proposed, "2. void agreed [2026-12-04T12:00:00Z]"]);
    let replayed = holds(&agreed);
    assert_eq!((replayed.termination, replayed.outcome), (Some(Termination::Void), None));
    assert!(
        record::canonical(&record::read(agreed.as_bytes()).unwrap())
            .unwrap()
            .contains("ending: void\n")
    );
    refused(
        &agreed.replace("result: \"*\"", "result: draw"),
        "7:9: a void game has no result, the header says draw",
    );
    let moved = "2. SK b1-c3 [2026-12-04T12:00:00Z]";
    refused(
        &after_two(&[proposed, moved, "3. void agreed [2026-12-04T13:00:00Z]"]),
        "25:6: North has made no such proposal that stands (rule G11)",
    );
    refused(
        &after_two(&[proposed, "2... void agreed [2026-12-04T13:00:00Z]"]),
        "24:8: South has made no such proposal that stands (rule G11)",
    );
    refused(
        &after_two(&[proposed, "2. void proposed [2026-12-04T13:00:00Z]"]),
        "24:6: North has proposed that: agree to it (rule G11)",
    );
    refused(
        &after_two(&[proposed, "2... void proposed [2026-12-04T13:00:00Z]"]),
        "24:8: North has already proposed that (rule G11)",
    );
    refused(
        &after_two(&[proposed, "2. void agreed [2026-12-04T12:00:00Z]", "2. resigns"]),
        "25:3: the game ended at ply 2: void",
    );
    // An archive may only know that it was.
    let archived = open(&["1. SH e4-e5"]).replace("result: \"*\"", "result: \"*\"\nending: void");
    assert_eq!(holds(&archived).termination, Some(Termination::Void));
}

#[test]
fn g11_moves_taken_back_are_not_played_but_stay() {
    let lines = [
        "2. SK b1-c3 [2026-12-04T12:00:00Z]",
        "3. take-back requested: 1 [2026-12-04T13:00:00Z] {oh}",
        "2... take-back agreed [2026-12-04T14:00:00Z]",
        "2. SK h1-g3 [2026-12-04T15:00:00Z]",
        "2... NK b10-c8 [2026-12-05T12:00:00Z]",
    ];
    let text = after_two(&lines);
    let replayed = holds(&text);
    assert_eq!((replayed.line.plies(), replayed.played.len()), (4, 5));
    assert_eq!(replayed.next_number(Side::South), 3);
    assert!(record::canonical(&record::read(text.as_bytes()).unwrap()).unwrap().ends_with(
        "  3. take-back requested: 1 [2026-12-04T13:00:00Z] {oh}\n  \
         2... take-back agreed [2026-12-04T14:00:00Z]\n  2. SK h1-g3 [2026-12-04T15:00:00Z]\n  \
         2... NK b10-c8 [2026-12-05T12:00:00Z]\n"
    ));
    assert_eq!(replayed.line.back_to(3).moves(), &replayed.line.moves()[..3]);
    let asked = holds(&after_two(&lines[..2]));
    assert_eq!(asked.take_back.map(|t| (t.by, t.plies)), Some((Side::South, 1)));
    assert_eq!(asked.line.plies(), 3);
    let declined = [lines[0], lines[1], "2... take-back declined [2026-12-04T14:00:00Z]"];
    let declined = holds(&after_two(&declined));
    assert_eq!((declined.take_back, declined.line.plies()), (None, 3));

    // Both sides' moves, and an offer that goes with its move.
    let both = [
        "2. SK b1-c3 (=) [2026-12-04T12:00:00Z]",
        "2... take-back requested: 3 [2026-12-04T13:00:00Z]",
        "3. take-back agreed [2026-12-04T14:00:00Z]",
        "1... draw agreed [2026-12-04T15:00:00Z]",
    ];
    assert_eq!(holds(&after_two(&both[..3])).line.plies(), 0);
    refused(&after_two(&both), "26:8: a draw is not agreed before both sides have moved (rule G5)");

    refused(
        &after_two(&["2. take-back requested: 3 [2026-12-04T13:00:00Z]"]),
        "23:6: 3 plies cannot be taken back of 2 (rule G11)",
    );
    refused(
        &after_two(&[lines[0], lines[1], "3. take-back agreed [2026-12-04T14:00:00Z]"]),
        "25:6: North has made no such request that stands (rule G11)",
    );
    refused(
        &after_two(&[lines[0], lines[1], "2... take-back requested: 2 [2026-12-04T14:00:00Z]"]),
        "25:8: a request of South waits for its answer (rule G11)",
    );
    let moved =
        [lines[0], lines[1], "2... NK b10-c8 [2026-12-04T14:00:00Z]", "3... take-back agreed"];
    refused(&after_two(&moved), "26:8: South has made no such request that stands (rule G11)");
    // The numbers go back.
    let on = [lines[0], lines[1], lines[2], "2... NK b10-c8 [2026-12-05T12:00:00Z]"];
    refused(&after_two(&on), "26:3: the number here is 2., not 2...");
}

/// Positions that were taken back do not count as repetitions.
#[test]
fn a_take_back_forgets_repetitions() {
    let mut moves = vec!["1. SK b1-c3", "1... NK b10-c8", "2. SK c3-b1", "2... NK c8-b10"];
    moves.extend(["3. SK b1-c3", "3... NK b10-c8", "4. SK c3-b1", "4... NK c8-b10"]);
    let claim =
        |lines: &[&str], result: &str| wing("none", "{}", result, &[&moves, lines].concat());
    let held = holds(&claim(&["5. draw claimed: repetition"], "draw"));
    assert_eq!(held.termination, Some(Termination::Claim(Claim::Repetition)));
    let back =
        ["5. take-back requested: 4", "5... take-back agreed", "3. draw claimed: repetition"];
    refused(
        &claim(&back, "draw"),
        "31:6: the position has not occurred three times: it stood on the board after plies 0, 4 (rule G2)",
    );
}

#[test]
fn claims_of_a_draw_show_their_evidence() {
    let moves = ["1. SK b1-c3", "1... NK b10-c8", "2. SK c3-b1", "2... NK c8-b10"];
    let text = |lines: &[&str]| wing("none", "{}", "\"*\"", &[&moves, lines].concat());
    refused(
        &text(&["3. draw claimed: repetition"]),
        "25:6: the position has not occurred three times: it stood on the board after plies 0, 4 (rule G2)",
    );
    refused(
        &text(&["3. draw claimed: repetition with SK b1-c3"]),
        "25:6: the position has not occurred three times: it stood on the board after plies 1, 5 (rule G2)",
    );
    refused(
        &text(&["3. draw claimed: repetition with SH e4-e5"]),
        "25:6: the position has not occurred three times: it stood on the board after ply 5 (rule G2)",
    );
    refused(
        &text(&["3. draw claimed: fifty-move"]),
        "25:6: there have not been fifty moves by each side without progress: 4 plies without progress, 100 are \
         needed (rule G3)",
    );
    let with = [
        "3. SK b1-c3",
        "3... NK b10-c8",
        "4. SK c3-b1",
        "4... draw claimed: repetition with NK c8-b10",
    ];
    let held = holds(&text(&with).replace("result: \"*\"", "result: draw"));
    let evidence = Evidence::of(&held.line, Claim::Repetition, held.claimed_with);
    assert_eq!(evidence, Evidence::Occurrences(vec![0, 4, 8]));
}

/// 39 days each; South, bound by its first move, which costs nothing, is to move again from 3 December, noon, so that its
/// flag falls on 11 January at noon.
#[test]
fn time_is_claimed_when_the_flag_is_down() {
    let claim = |line: &str, result: &str| {
        ruled(&after_two(&[line]).replace("result: \"*\"", &format!("result: {result}")))
    };
    let held = holds(&claim("2... time claimed [2027-01-11T12:00:00Z]", "north"));
    assert_eq!(
        (held.termination, held.outcome),
        (Some(Termination::Time), Some(Outcome::Won(Side::North)))
    );
    refused(
        &claim("2... time claimed [2027-01-11T11:59:59Z]", "north"),
        "23:8: the flag of South has not fallen: at 2027-01-11T11:59:59Z it has 1s left, its flag falls at \
         2027-01-11T12:00:00Z; 2026-12-01T12:00:00Z South start: +39d allowance [C2]; left 39d | \
         2026-12-02T12:00:00Z South move 1: took 1d, -1d before the player was bound [C2], charged 0d; left 39d | \
         2027-01-11T11:59:59Z South turn under way: took 38d 23h 59m 59s, charged 38d 23h 59m 59s; left 1s (rule G8)",
    );
    // The side to move may claim too, but the other's clock does not run.
    refused(
        &claim("2. time claimed [2027-01-11T12:00:00Z]", "south"),
        "23:6: the flag of North has not fallen: at 2027-01-11T12:00:00Z it has 39d left, its flag does not fall \
         while it is not its turn; ",
    );
    refused(&claim("2... time claimed", "north"), "23:3: this line does not say when");
    let declared = "2. time declared: south — no answer (Eva Ros) [2027-01-11T12:00:00Z]";
    assert_eq!(holds(&claim(declared, "north")).outcome, Some(Outcome::Won(Side::North)));
    refused(
        &claim("2. time declared: north — no answer (Eva Ros) [2027-01-11T12:00:00Z]", "south"),
        "23:6: the flag of North has not fallen: ",
    );
    refused(
        &claim("2... time declared: south — x (y) [2027-01-11T12:00:00Z]", "north"),
        "23:3: the number here is 2., ",
    );
    let none = claim("2... time claimed [2027-01-11T12:00:00Z]", "north")
        .replace("time: 39d", "time: none");
    refused(&none, "23:8: no flag can fall: the record states no time control (rule G8)");
}

/// A late move stands unless the flag is automatic; what was owed stays owed, so that the claim can follow it.
#[test]
fn a_late_move_stands_until_it_is_claimed() {
    let late = ["2. SK b1-c3 [2027-01-12T12:00:00Z]", "2... time claimed [2027-01-12T13:00:00Z]"];
    holds(&after_two(&late[..1]));
    let claimed = after_two(&late).replace("result: \"*\"", "result: north");
    assert_eq!(holds(&claimed).termination, Some(Termination::Time));

    let automatic = |lines: &[&str]| after_two(lines).replace("{leave: 30}", "{flag: automatic}");
    refused(
        &automatic(&late[..1]),
        "23:6: the game ended when the flag of South fell at 2027-01-11T12:00:00Z (rule C17); `time claimed` puts",
    );
    refused(
        &automatic(&["2. resigns [2027-01-11T12:00:00Z]"]),
        "23:6: the game ended when the flag of South fell",
    );
    refused(
        &automatic(&["2... void proposed [2027-01-11T12:00:00Z]"]),
        "23:8: the game ended when the flag",
    );
    holds(&automatic(&["2. SK b1-c3 [2027-01-11T11:59:59Z]"]));
    let claim = automatic(&["2... time claimed [2027-01-20T12:00:00Z]"]);
    holds(&claim.replace("result: \"*\"", "result: north"));
    refused(
        &automatic(&["2. SK b1-c3"]),
        "23:3: this line does not say when, so that the clocks are not known (rule C2)",
    );
}

/// A penalty of all that is left drops an automatic flag, and is recorded; South has lost.
#[test]
fn c15_c17_a_penalty_drops_an_automatic_flag() {
    let with = |lines: &[&str], result: &str| {
        let text = after_two(lines).replace("{leave: 30}", "{flag: automatic}");
        let text = text.replace("setup:", "arbiter: {name: Eva Ros}\nsetup:");
        text.replace("result: \"*\"", &format!("result: {result}"))
    };
    let docked = "2. time docked: south 39d — threats (Eva Ros) [2026-12-03T12:00:00Z]";
    let held = holds(&with(&[docked], "north\nending: time"));
    assert_eq!(held.outcome, Some(Outcome::Won(Side::North)));
    let less = docked.replace("39d", "38d");
    assert_eq!(holds(&with(&[&less], "\"*\"")).termination, None);
    let moved = "2. SK b1-c3 [2026-12-03T12:00:00Z]";
    refused(&with(&[docked, moved], "north\nending: time"), "26:3: the game ended at ply 2: time");
}

#[test]
fn c2_a_running_game_under_a_time_control_has_all_its_times() {
    let dated = "1. SH e4-e5 [2026-12-02T12:00:00Z]";
    let undated = "this line does not say when, so that the clocks are not known (rule C2)";
    refused(&open(&[dated, "1... NH e7-e6"]), &format!("22:3: {undated}"));
    refused(&open(&["1. SH e4-e5"]), &format!("21:3: {undated}"));
    holds(&wing("none", "{}", "\"*\"", &[dated, "1... NH e7-e6"]));
    holds(&wing("40d", "{}", "north", &["1. SH e4-e5", "1... NH e7-e6"]));
    // Nothing is added to a game that goes on without its time.
    let text = open(&[dated]);
    let record = record::read(text.as_bytes()).unwrap();
    let action = Action::new(Side::North, Act::Move("NH e7-e6".into()));
    let error = record::append(&record, &record::replay(&record).unwrap(), action).unwrap_err();
    assert!(error.to_string().contains(undated), "{error}");
}

#[test]
fn an_archive_claims_time_freely() {
    let moves = ["1. SH e4-e5", "1... NH e7-e6", "2... time claimed"];
    holds(&wing("40d", "{}", "north", &moves));
    refused(
        &wing("40d", "{}", "south", &["1. SH e4-e5", "1... NH e7-e6", "2. time claimed"]),
        "23:6: only North can claim the time of South (rule G8)",
    );
    refused(
        &wing("40d", "{}", "\"*\"", &["1. SH e4-e5", "1... time given: 2d"]),
        "22:3: this line does not say when, so that the clocks are not known (rule C2)",
    );
}

/// 30 days a year: 12 of 2026 and 2 of 2027 for the leave across the year's end. South's clock stands still from 20 December
/// to the end of 2 January; its 39 days from 3 December, noon, end 14 days later, on 25 January, noon.
#[test]
fn leave_across_the_end_of_a_year() {
    let leave = "2. leave 2026-12-20..2027-01-02 [2026-12-04T12:00:00Z]";
    holds(&after_two(&[leave]));
    let claim = |at: &str| {
        after_two(&[leave, &format!("2... time claimed [{at}]")])
            .replace("result: \"*\"", "result: north")
    };
    holds(&claim("2027-01-25T12:00:00Z"));
    refused(&claim("2027-01-25T11:59:59Z"), "24:8: the flag of South has not fallen: ");
    let more = |days: &str| after_two(&[leave, &format!("2. leave {days} [2026-12-05T12:00:00Z]")]);
    holds(&more("2027-01-03..2027-01-30"));
    refused(
        &more("2027-01-03..2027-01-31"),
        "24:6: this takes 29 days of leave in 2027, but 28 of 30 are left (rule C12)",
    );
    refused(
        &more("2026-12-31..2027-01-05"),
        "24:6: some of these days are leave already (rule C12)",
    );
    refused(
        &more("2026-12-04..2026-12-06"),
        "24:6: a leave from 2026-12-04 cannot be taken on 2026-12-05, when it has begun (rule C12)",
    );
    // The other side may go on leave too, out of turn.
    holds(&after_two(&[leave, "2... leave 2026-12-20..2026-12-22 [2026-12-05T12:00:00Z]"]));
    let none = after_two(&[leave]).replace("{leave: 30}", "{}");
    refused(&none, "23:6: this takes 12 days of leave in 2026, but 0 of 0 are left (rule C12)");
}

/// South's flag would fall on 11 January, noon.
#[test]
fn time_given_and_taken() {
    let claim = |line: &str, at: &str| {
        let moves = after_two(&[line, &format!("2... time claimed [{at}]")]);
        ruled(&moves.replace("result: \"*\"", "result: north"))
    };
    let when = "[2026-12-04T12:00:00Z]";
    for (line, falls, early) in [
        ("2... time given: 2d", "2027-01-13T12:00:00Z", "2027-01-13T11:59:59Z"),
        (
            "2. time credited: south 1d — post lost (Eva Ros)",
            "2027-01-12T12:00:00Z",
            "2027-01-12T11:59:59Z",
        ),
        (
            "2. time docked: south 12h — late (Eva Ros)",
            "2027-01-11T00:00:00Z",
            "2027-01-10T23:59:59Z",
        ),
        (
            "2. time docked: north 12h — late (Eva Ros)",
            "2027-01-11T12:00:00Z",
            "2027-01-11T11:59:59Z",
        ),
    ] {
        let line = format!("{line} {when}");
        holds(&claim(&line, falls));
        refused(&claim(&line, early), "24:8: the flag of South has not fallen: ");
    }
    refused(
        &after_two(&["2... time credited: south 1d — x (y) [2026-12-04T12:00:00Z]"]),
        "23:3: the number here is 2., ",
    );
    let none =
        after_two(&["2. time given: 1d [2026-12-04T12:00:00Z]"]).replace("time: 39d", "time: none");
    refused(&none, "23:6: the game has no clock that time could be given to (rule C15)");
    let unknown = after_two(&["2. time given: 1d [2026-12-04T12:00:00Z]"])
        .replace("started: 2026-12-01T12:00:00Z\n", "");
    refused(&unknown, "20:3: the record does not say when the game started");
}

#[test]
fn an_earlier_fault_of_the_clocks_comes_first() {
    let lines = [
        "2. leave 2026-12-20..2026-12-22 [2026-12-30T12:00:00Z]",
        "2. SK b1-b9 [2026-12-30T12:00:00Z]",
    ];
    refused(&after_two(&lines), "23:6: a leave from 2026-12-20 cannot be taken on 2026-12-30");
    refused(
        &after_two(&["2. time given: 1d [2026-12-03T11:00:00Z]"]),
        "23:3: the time 2026-12-03T11:00:00Z is before 2026-12-03T12:00:00Z, the one it follows (rule C2)",
    );
}

#[test]
fn lines_are_appended_as_they_are_written() {
    fn act<'t>(
        file: &'t str,
        side: Side,
        act: Act<'_>,
        at: &str,
    ) -> Result<Appended<'t>, AppendError> {
        let mut action = Action::new(side, act);
        action.time = Some(at.parse().unwrap());
        let record = record::read(file.as_bytes())?;
        record::append(&record, &record::replay(&record)?, action)
    }
    let file = after_two(&[]);
    let asked = Act::TakeBackRequested { plies: 2 };
    let asked = act(&file, Side::North, asked, "2026-12-03T13:00:00Z").unwrap();
    assert!(
        asked.record.text().ends_with("  2... take-back requested: 2 [2026-12-03T13:00:00Z]\n")
    );
    let agreed =
        act(asked.record.text(), Side::South, Act::TakeBackAgreed, "2026-12-03T14:00:00Z").unwrap();
    assert!(agreed.record.text().ends_with("  2. take-back agreed [2026-12-03T14:00:00Z]\n"));
    assert_eq!(agreed.replayed.line.plies(), 0);
    let again = act(
        agreed.record.text(),
        Side::South,
        Act::Move("SH a4-a5".into()),
        "2026-12-03T15:00:00Z",
    )
    .unwrap();
    assert!(again.record.text().ends_with("  1. SH a4-a5 [2026-12-03T15:00:00Z]\n"));
    let named = file.replace("moves:", "arbiter: {name: an odd arbiter}\nmoves:");
    let ruled = Act::Adjudicated {
        outcome: Some(Outcome::Draw),
        reason: "two\nlines".into(),
        arbiter: "an odd arbiter".into(),
    };
    let error = act(&named, Side::South, ruled, "2026-12-03T13:00:00Z").unwrap_err().to_string();
    assert!(error.contains("cannot be written in one line"), "{error}");
    let void = act(&file, Side::North, Act::VoidProposed, "2026-12-03T13:00:00Z").unwrap();
    let void =
        act(void.record.text(), Side::South, Act::VoidAgreed, "2026-12-03T13:00:00Z").unwrap();
    assert!(
        void.record.text().contains("\nresult: \"*\"\nending: void\n"),
        "{}",
        void.record.text()
    );
    holds(void.record.text());
}

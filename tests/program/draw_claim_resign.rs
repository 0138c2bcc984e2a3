//! Offers, claims, take-backs, leave and every ending from the command line.

use crate::harness::{ID, Place, RECORD};
use serde_json::json;

/// A repository with a game of Wing under a control, and so many moves of the Knights to and fro, one a day at noon from
/// 30 November on.
fn game(options: &[&str], plies: usize) -> Place {
    let place = Place::new();
    let players = ["--south", "Anna Ek <anna@example.org>", "--north", "Ben Ode <ben@example.org>"];
    let arbiter = ["--arbiter", "Eva Ros <eva@example.org>"];
    place.ok(&[&["new", "wing"], &players[..], &arbiter, options].concat());
    let moves = ["b1c3", "b10c8", "c3b1", "c8b10"];
    for ply in 0..plies {
        place.ok(&["move", "w", moves[ply % 4], "--at", &noon(ply)]);
    }
    place
}

/// Noon on a day, 0 for 30 November 2026.
fn noon(day: usize) -> String {
    match day {
        0 => "2026-11-30T12:00:00Z".into(),
        1..=31 => format!("2026-12-{day:02}T12:00:00Z"),
        _ => format!("2027-01-{:02}T12:00:00Z", day - 31),
    }
}

/// Lets git know the arbiter.
fn rules(place: &Place) {
    place.identify_as("Eva Ros", "eva@example.org");
}

/// Runs an action a day after the last of so many plies.
#[track_caller]
fn act(place: &Place, plies: usize, arguments: &[&str]) -> String {
    if arguments[0] == "arbiter" {
        rules(place);
    }
    let said = place.ok(&[arguments, &["--at", &noon(plies)]].concat());
    place.identify();
    said
}

/// The last line of the record.
fn last(place: &Place) -> String {
    place.read(RECORD).lines().next_back().unwrap_or_default().trim().into()
}

/// The game is over as said: the record, `show`, `verify`, and nothing more can be done.
#[track_caller]
fn over(place: &Place, result: &str, ending: &str) {
    let text = place.read(RECORD);
    let quoted = if result == "*" { "\"*\"" } else { result };
    assert!(text.contains(&format!("\nresult: {quoted}\nending: {ending}\n")), "{text}");
    assert!(place.ok(&["show", "w"]).contains(&format!("over: {ending}, result {result}")));
    assert_eq!(place.ok(&["legal", "w", "-q"]), "");
    let end = ["--at", "2028-01-01T00:00:00Z"];
    for late in
        [&["resign", "w", "--for", "south"][..], &["move", "w", "e4e5"], &["draw", "accept", "w"]]
    {
        place.refused(1, &[late, &end].concat(), &["the game is over", ending]);
    }
    place.assert_sound();
}

fn author(place: &Place) -> String {
    place.git(&["log", "-1", "--format=%an <%ae>"]).trim().into()
}

#[test]
fn a_draw_offered_declined_and_accepted() {
    let place = game(&[], 2);
    let said = act(&place, 2, &["move", "w", "SH", "e4-e5", "--comment", "peace?", "--draw"]);
    assert!(
        said.starts_with(&format!("{ID}: 2. SH e4-e5 (=)\nNorth (Ben Ode) to move\n")),
        "{said}"
    );
    assert_eq!(last(&place), "2. SH e4-e5 (=) [2026-12-02T12:00:00Z] {peace?}");
    place.refused(
        1,
        &["draw", "accept", "w", "--for", "south", "--at", &noon(3)],
        &["North has not offered a draw that stands [G5]"],
    );
    act(&place, 3, &["draw", "decline", "w"]);
    assert_eq!(last(&place), "2... draw declined [2026-12-03T12:00:00Z]");
    assert_eq!(author(&place), "Ben Ode <ben@example.org>");
    place.refused(
        1,
        &["draw", "accept", "w", "--at", &noon(4)],
        &["has not offered a draw", "[G5]", "nothing was recorded"],
    );
    act(&place, 4, &["move", "w", "e7e6", "--draw"]);
    let said = act(&place, 5, &["draw", "accept", "w"]);
    assert!(said.contains("the game is over: agreement, result draw"), "{said}");
    assert_eq!(
        (last(&place), author(&place)),
        ("3. draw agreed [2026-12-05T12:00:00Z]".into(), "Anna Ek <anna@example.org>".into())
    );
    over(&place, "draw", "agreement");
}

#[test]
fn offers_can_be_limited_and_come_late() {
    let place = game(&["--offers", "1"], 0);
    let first = ["move", "w", "e4e5", "--at", &noon(0), "--draw"];
    place.refused(1, &first, &["a draw is not offered before both sides have moved [G5]"]);
    let place = game(&["--offers", "1"], 2);
    act(&place, 2, &["move", "w", "e4e5", "--draw"]);
    act(&place, 3, &["move", "w", "e7e6"]);
    place.refused(1, &["draw", "accept", "w", "--for", "north", "--at", &noon(4)], &["[G5]"]);
    place.refused(
        1,
        &["move", "w", "a4a5", "--at", &noon(4), "--draw"],
        &["as often as was agreed on, 1 [G5]"],
    );
}

#[test]
fn repetition_is_claimed_with_evidence() {
    let place = game(&[], 7);
    let early = ["claim", "repetition", "w", "--at", &noon(7)];
    place.refused(
        1,
        &early,
        &["the position has not occurred three times: it stood on the board after plies 3, 7 [G2]"],
    );
    let other = ["claim", "repetition", "w", "--with", "e7e6", "--at", &noon(7)];
    place.refused(1, &other, &["it stood on the board after ply 8 [G2]"]);
    let illegal = ["claim", "repetition", "w", "--with", "e7e4", "--at", &noon(7)];
    place.refused(1, &illegal, &["illegal move", "riverpost legal"]);
    place.refused(
        1,
        &["claim", "repetition", "w", "--for", "south", "--at", &noon(7)],
        &["only North, who is to move, can claim a draw [G2]"],
    );
    let said = act(&place, 7, &["claim", "repetition", "w", "--with", "c8b10"]);
    assert!(said.starts_with(&format!("{ID}: 4... draw claimed: repetition with NK c8-b10\nit stood on the board after plies 0, 4, 8\n")), "{said}");
    over(&place, "draw", "repetition");

    let place = game(&[], 8);
    let said = place.json(&["claim", "repetition", "w", "--at", &noon(8)]);
    assert_eq!((&said["evidence"], &said["by"]), (&json!({ "plies": [0, 4, 8] }), &json!("south")));
    assert_eq!((&said["status"], &said["result"]), (&json!("repetition"), &json!("draw")));
    over(&place, "draw", "repetition");
}

#[test]
fn fifty_moves_are_claimed_with_evidence() {
    let place = game(&[], 2);
    let refused = ["claim", "fifty-move", "w", "--at", &noon(2)];
    place.refused(1, &refused, &["2 plies without progress, 100 are needed [G3]"]);
    let path = "games/quiet.yaml";
    place.write(path, quiet(99));
    place.git(&["add", path]);
    place.git(&["commit", "-qm", "quiet"]);
    place.refused(
        1,
        &["claim", "fifty-move", "quiet", "--at", &noon(2)],
        &["99 plies without progress"],
    );
    let said = place.ok(&["claim", "fifty-move", "quiet", "--with", "e9e10"]);
    assert!(
        said.contains("\n100 plies without progress\nthe game is over: fifty moves, result draw\n"),
        "{said}"
    );
    place.assert_sound();
}

/// A game of so many plies without a capture or an advance that never stood thrice in the same way: South's Siege Engine goes
/// round its board while North's Empress waits.
fn quiet(plies: usize) -> String {
    let mut text =
        String::from("format: riverpost/1\ngame: wing\nid: quiet\nresult: \"*\"\nsetup: |\n");
    for rank in (1..=10).rev() {
        let row = match rank {
            10 => " .  .  .  . NE  .  .  .  .",
            7 => "NH  .  .  .  .  .  .  .  .",
            1 => " .  .  . SE  .  .  .  . SS",
            _ => " .  .  .  .  .  .  .  .  .",
        };
        text += &format!("  {rank:>2} {row}\n");
    }
    text += "      a  b  c  d  e  f  g  h  i\nmoves: |\n";
    let squares: Vec<String> = (1..=4)
        .flat_map(|rank| {
            let files = ['e', 'f', 'g', 'h', 'i'];
            let row: Vec<char> =
                if rank % 2 == 1 { files.iter().rev().copied().collect() } else { files.to_vec() };
            row.into_iter().map(move |file| format!("{file}{rank}"))
        })
        .collect();
    let at = |step: usize| {
        // There and back again along a path of 20 squares.
        let turn = step % 38;
        if turn < 20 { turn } else { 38 - turn }
    };
    for ply in 0..plies {
        let number = ply / 2 + 1;
        text += &if ply % 2 == 0 {
            format!("  {number}. SS {}-{}\n", squares[at(ply / 2)], squares[at(ply / 2 + 1)])
        } else if ply % 4 == 1 {
            format!("  {number}... NE e10-e9\n")
        } else {
            format!("  {number}... NE e9-e10\n")
        };
    }
    text
}

#[test]
fn time_is_claimed_or_declared_only_when_it_is_up() {
    // North has 3 days from 2 December, noon.
    let place = game(&["--time", "3d/move"], 3);
    let early = ["claim", "time", "w", "--at", "2026-12-05T11:59:59Z"];
    let said = place.refused(1, &early, &[
        "the flag of North has not fallen: at 2026-12-05T11:59:59Z it has 1s left, its flag falls at 2026-12-05T12:00:00Z [G8]\n",
        "  2026-12-05T11:59:59Z North turn under way: took 2d 23h 59m 59s, charged 2d 23h 59m 59s; left 1s\n",
        "  nothing was recorded\n",
    ]);
    assert_eq!(said.lines().count(), 5, "{said}");
    let declared = ["arbiter", "flag", "w", "north", "--reason", "no answer"];
    rules(&place);
    place.refused(
        1,
        &[&declared[..], &early[3..]].concat(),
        &["the flag of North has not fallen", "[G8]"],
    );
    place.identify();
    place.refused(
        1,
        &["claim", "time", "w", "--for", "north", "--at", &noon(6)],
        &["the flag of South has not fallen"],
    );
    place.refused(2, &["claim", "time", "w", "--with", "e4e5"], &["--with"]);
    place.refused(2, &["arbiter", "flag", "w", "--reason", "x"], &["<SIDE>"]);
    place.refused(
        2,
        &["arbiter", "rule", "w", "draw", "north", "--reason", "x"],
        &["unexpected argument 'north'"],
    );

    let dry = place.ok(&["claim", "time", "w", "--at", &noon(5), "--dry-run"]);
    assert!(dry.starts_with(&format!("would record {ID}: 3. time claimed\n")), "{dry}");
    let said = act(&place, 5, &["claim", "time", "w"]);
    assert!(
        said.contains(
            "\nthe flag fell at 2026-12-05T12:00:00Z\nthe game is over: time, result south\n"
        ),
        "{said}"
    );
    assert_eq!(author(&place), "Anna Ek <anna@example.org>");
    over(&place, "south", "time");

    let place = game(&["--time", "3d/move"], 3);
    rules(&place);
    let said = place.json(&[&declared[..], &["--at", &noon(9)]].concat());
    place.identify();
    assert_eq!(
        (&said["by"], &said["evidence"]),
        (&json!("arbiter"), &json!({ "flag": "2026-12-05T12:00:00Z" }))
    );
    assert_eq!(
        last(&place),
        "2... time declared: north — no answer (Eva Ros) [2026-12-09T12:00:00Z]"
    );
    over(&place, "south", "time");

    let place = game(&[], 3);
    place.refused(
        1,
        &["claim", "time", "w", "--at", "2030-01-01T00:00:00Z"],
        &["states no time control [G8]"],
    );
}

#[test]
fn an_automatic_flag_ends_the_game() {
    let place = game(&["--time", "3d/move", "--flag-automatic"], 3);
    place.refused(
        1,
        &["move", "w", "c8b10", "--at", &noon(5)],
        &[
            "the game ended when the flag of North fell at 2026-12-05T12:00:00Z [C17]",
            "`time claimed`",
        ],
    );
    place.refused(1, &["resign", "w", "--for", "south", "--at", &noon(5)], &["[C17]"]);
    act(&place, 8, &["claim", "time", "w"]);
    over(&place, "south", "time");
    // The same late move stands where flags are claimed.
    let place = game(&["--time", "3d/move"], 3);
    act(&place, 5, &["move", "w", "c8b10"]);
    place.assert_sound();
}

#[test]
fn time_against_bare_royals_is_a_draw() {
    let place = Place::new();
    let array = "10 . . . . NE . . . .\n9 . . . . . . . . .\n8 . . . . . . . . .\n7 . . . . . . . . .\n\
                 6 . . . . . . . . .\n5 . . . . . . . . .\n4 . . . . . . . . .\n3 . . . . . . . . .\n\
                 2 . . . . . . . . .\n1 . . . SE . . . . SS\n";
    place.write("array", array);
    place.ok(&[
        "new", "wing", "--south", "Anna Ek", "--north", "Ben Ode", "--time", "1d/move", "--setup",
        "array",
    ]);
    std::fs::remove_file(place.file("array")).unwrap();
    act(&place, 0, &["move", "w", "i1i2"]);
    act(&place, 0, &["move", "w", "e10e9"]);
    let said = act(&place, 1, &["claim", "time", "w"]);
    assert!(said.contains("over: time, result draw"), "{said}");
    over(&place, "draw", "time");
}

#[test]
fn resigning_leaving_and_voiding() {
    for (who, winner) in [
        ("south", "north"),
        ("BEN@example.org", "south"),
        ("anna ek", "north"),
        ("Ben Ode", "south"),
    ] {
        let place = game(&[], 3);
        let said = act(&place, 3, &["resign", "w", "--for", who, "--comment", "well played"]);
        assert!(said.contains(&format!("over: resignation, result {winner}")), "{said}");
        assert!(last(&place).ends_with("] {well played}"));
        over(&place, winner, "resignation");
    }
    let place = game(&[], 3);
    place.refused(
        2,
        &["resign", "w"],
        &["either player can do this", "south (Anna Ek) or north (Ben Ode)", "--for"],
    );
    place.refused(
        2,
        &["resign", "w", "--for", "Carl"],
        &["no player of this game is called \"Carl\"", "--for"],
    );

    let place = game(&[], 3);
    place.refused(
        1,
        &["void", "accept", "w", "--at", &noon(3)],
        &["has made no such proposal that stands [G11]"],
    );
    act(&place, 3, &["void", "propose", "w", "--for", "south"]);
    place.refused(
        1,
        &["void", "accept", "w", "--for", "south", "--at", &noon(4)],
        &["North has made no such proposal"],
    );
    act(&place, 4, &["void", "accept", "w"]);
    assert_eq!(
        (last(&place), author(&place)),
        ("2... void agreed [2026-12-04T12:00:00Z]".into(), "Ben Ode <ben@example.org>".into())
    );
    over(&place, "*", "void");
}

#[test]
fn an_arbiter_decides() {
    for (result, shown) in [("1-0", "south"), ("north", "north"), ("1/2-1/2", "draw")] {
        let place = game(&[], 3);
        let rule = ["arbiter", "rule", "w", result, "--reason", "illness"];
        act(&place, 3, &rule);
        assert_eq!(
            last(&place),
            format!("2... adjudicated: {shown} — illness (Eva Ros) [2026-12-03T12:00:00Z]")
        );
        assert_eq!(author(&place), "Eva Ros <eva@example.org>");
        over(&place, shown, "adjudication");
    }
    let place = game(&[], 3);
    // No player rules, nor enters what an arbiter has sent.
    for more in [&[][..], &["--for", "arbiter"], &["--for", "Eva Ros"]] {
        let rule = [&["arbiter", "rule", "w", "draw", "--reason", "x"], more].concat();
        place.refused(1, &rule, &["plays in this game, and no player rules on it"]);
    }
    place.identify_as("Guest", "guest@example.org");
    let rule = ["arbiter", "rule", "w", "draw", "--reason", "x"];
    place.refused(1, &rule, &["this is for arbiter (Eva Ros) to do", "add --for arbiter"]);
    place.refused(1, &[&rule[..], &["--for", "south"]].concat(), &["add --for arbiter"]);
    let dry = place.ok(&[&rule[..], &["--for", "arbiter", "--dry-run"]].concat());
    assert!(dry.contains("(Eva Ros)\nentered for Eva Ros by Guest\n"), "{dry}");
    rules(&place);
    let odd = ["arbiter", "rule", "w", "draw", "--reason", "two\nlines", "--at", &noon(3)];
    place.refused(1, &odd, &["cannot be written in one line"]);
}

#[test]
fn moves_are_taken_back_by_consent() {
    let place = game(&["--time", "40d"], 3);
    place.refused(
        1,
        &["takeback", "accept", "w", "--at", &noon(3)],
        &["has made no such request that stands [G11]"],
    );
    place.refused(2, &["takeback", "request", "w", "1"], &["either player can do this"]);
    place.refused(
        1,
        &["takeback", "request", "w", "4", "--for", "south", "--at", &noon(3)],
        &["4 plies cannot be taken back of 3 [G11]"],
    );
    place.refused(2, &["takeback", "request", "w", "0", "--for", "south"], &[]);
    act(&place, 3, &["takeback", "request", "w", "1", "--for", "south"]);
    act(&place, 3, &["takeback", "decline", "w"]);
    place.refused(1, &["takeback", "accept", "w", "--at", &noon(3)], &["[G11]"]);
    act(&place, 3, &["takeback", "request", "w", "1", "--for", "south"]);
    let said = act(&place, 4, &["takeback", "accept", "w"]);
    assert!(
        said.starts_with(&format!("{ID}: 2... take-back agreed\nSouth (Anna Ek) to move\n")),
        "{said}"
    );
    let trailers = place.git(&["log", "-1", "--format=%an %(trailers:key=Riverpost-Ply)"]);
    assert_eq!(trailers.trim(), "Ben Ode Riverpost-Ply: 2");
    assert!(
        place.read(RECORD).contains("  2. SK c3-b1 [2026-12-02T12:00:00Z]\n"),
        "it stays in the record"
    );
    let shown = place.ok(&["show", "w"]);
    assert!(shown.contains("ply 2: 1... NK b10-c8\nSouth to move"), "{shown}");
    assert!(place.ok(&["legal", "w"]).contains("SK c3-b1"));
    place.refused(2, &["show", "w", "--ply", "3"], &["plies 0 to 2"]);
    act(&place, 5, &["move", "w", "c3d5"]);
    assert_eq!(last(&place), "2. SK c3-d5 [2026-12-05T12:00:00Z]");
    assert!(place.ok(&["show", "w", "--ply", "3"]).contains("ply 3: 2. SK c3-d5"));
    assert_eq!(place.run(&["legal", "w", "--all", "--json"]).out.lines().count(), 4);
    assert_eq!(place.ok(&["fmt", "--check", RECORD, "-q"]), "");
    place.assert_sound();
}

#[test]
fn leave_across_the_end_of_a_year() {
    let place = game(&["--time", "40d", "--leave", "5"], 2);
    let leave = ["leave", "w", "2026-12-30..2027-01-03", "--for", "south"];
    act(&place, 2, &leave);
    assert_eq!(last(&place), "2. leave 2026-12-30..2027-01-03 [2026-12-02T12:00:00Z]");
    let more = |days: &str| {
        ["leave", "w", days, "--for", "south", "--at", "2026-12-03T12:00:00Z"].map(String::from)
    };
    for (days, words) in [
        ("2027-01-04..2027-01-06", "this takes 3 days of leave in 2027, but 2 of 5 are left [C12]"),
        ("2026-12-26..2026-12-29", "this takes 4 days of leave in 2026, but 3 of 5 are left [C12]"),
        ("2027-01-03..2027-01-04", "some of these days are leave already [C12]"),
        (
            "2026-12-01..2026-12-02",
            "a leave from 2026-12-01 cannot be taken on 2026-12-03, when it has begun [C12]",
        ),
    ] {
        let arguments = more(days);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        place.refused(1, &arguments, &[words, "nothing was recorded"]);
    }
    place.refused(2, &["leave", "w", "tomorrow", "--for", "south"], &["is no leave"]);
    place.refused(2, &["leave", "w", "2026-12-05..2026-12-04", "--for", "south"], &["is no leave"]);
    // 40 days from 1 December at noon, and five of leave.
    let clock = place.json(&["clock", "w", "--at", &noon(40)]);
    assert_eq!(clock["south"]["flag"], "2027-01-15T12:00:00Z");
    assert_eq!(
        clock["south"]["leave"],
        json!([{ "year": 2026, "days": 2 }, { "year": 2027, "days": 3 }])
    );
    place.assert_sound();
}

#[test]
fn the_clock_is_explained() {
    let place =
        game(&["--time", "40d+2d", "--grace", "12h", "--off", "sat,sun", "--leave", "30"], 2);
    act(&place, 2, &["leave", "w", "2026-12-07..2026-12-08", "--for", "south"]);
    act(&place, 2, &["give", "w", "1d", "--for", "north"]);
    act(&place, 2, &["arbiter", "credit", "w", "south", "2d", "--reason", "post lost"]);
    act(&place, 2, &["arbiter", "dock", "w", "north", "12h", "--reason", "two illegal moves"]);
    place.assert_sound();
    let expected = "\
wing-2026-anna-ben-1: 40d+2d
2026-11-29T19:20:00Z South start: +40d allowance [C2]; left 40d
2026-11-29T19:20:00Z North start: +40d allowance [C2]; left 40d
2026-11-30T12:00:00Z South move 1: took 16h 40m, -16h 40m before the player was bound [C2], charged 0d; +2d increment [C7]; left 42d
2026-12-01T12:00:00Z North move 1: took 1d, -1d before the player was bound [C2], charged 0d; +2d increment [C7]; left 42d
2026-12-02T12:00:00Z South leave 2026-12-07..2026-12-08 (2d of 2026) [C12]: left 42d
2026-12-02T12:00:00Z South gift: took 1d, -12h grace [C14], charged 12h; +1d gift of the opponent [C15]; left 42d 12h
2026-12-02T12:00:00Z South credit: +2d credit by the arbiter: post lost [C15]; left 44d 12h
2026-12-02T12:00:00Z North penalty: -12h penalty by the arbiter: two illegal moves [C15]; left 41d 12h
2026-12-10T12:00:00Z South turn under way: took 8d, -2d on leave [C12], -2d day off [C13], charged 4d; left 40d 12h
at 2026-12-10T12:00:00Z:
South: 40d 12h left, flag falls at 2027-02-05T00:00:00Z, running, 2d of leave in 2026
North: 41d 12h left
rulings: C2, C7, C12, C13, C14, C15 (`riverpost rules --clocks`)
";
    assert_eq!(place.ok(&["clock", "w", "--at", &noon(10)]), expected);
    let json = place.json(&["clock", "w", "--at", &noon(10)]);
    assert_eq!(json["running"], "south");
    assert_eq!(json["south"]["remaining"]["total"], 40 * 86_400 + 12 * 3_600);
    assert_eq!(json["rulings"], json!(["C2", "C7", "C12", "C13", "C14", "C15"]));
    assert_eq!(json["lines"].as_array().map(Vec::len), Some(9));
    let rulings = place.ok(&["rules", "--clocks"]);
    assert!(rulings.starts_with("C1  Instants are UTC") && rulings.contains("\nC17 "), "{rulings}");
    // Once the game is over, the clocks stand still.
    act(&place, 3, &["resign", "w", "--for", "north"]);
    assert_eq!(place.json(&["clock", "w", "--at", &noon(40)])["running"], json!(null));

    place.refused(
        1,
        &["give", "w", "1d", "--for", "north", "--at", &noon(4)],
        &["the game is over"],
    );
    let place = game(&[], 2);
    place.refused(
        1,
        &["give", "w", "1d", "--for", "north", "--at", &noon(2)],
        &["no clock that time could be given to [C15]"],
    );
    place.refused(2, &["give", "w", "soon", "--for", "north"], &["duration"]);
    assert!(place.ok(&["clock", "w", "--at", &noon(2)]).contains("South: no clock\n"));
}

#[test]
fn times_do_not_run_backwards() {
    let place = game(&[], 3);
    place.refused(
        1,
        &["resign", "w", "--for", "south", "--at", &noon(1)],
        &["is before 2026-12-02T12:00:00Z, the one it follows [C2]", "--at"],
    );
}

#[test]
fn quiet_says_the_line_alone() {
    let place = game(&[], 3);
    assert_eq!(
        act(&place, 3, &["void", "propose", "w", "--for", "north", "-q"]),
        format!("{ID}: 2... void proposed\n")
    );
    let before = place.snapshot();
    act(&place, 3, &["resign", "w", "--for", "north", "--dry-run"]);
    place.assert_unchanged(&before);
    let run = place.run(&["draw", "accept", "w", "--json", "--at", &noon(3)]);
    assert_eq!((run.code, &run.error()["rule"]), (1, &json!("G5")));
}

/// The rules end a game at once, and the record is closed with the move.
#[test]
fn what_ends_by_rule_is_closed_at_once() {
    let place = game(&[], 15);
    let said = act(&place, 15, &["move", "w", "c8b10"]);
    assert!(said.contains("over: fivefold repetition, result draw"), "{said}");
    over(&place, "draw", "fivefold repetition");

    let place = Place::new();
    place.write("games/quiet.yaml", quiet(149));
    place.git(&["add", "games"]);
    place.git(&["commit", "-qm", "quiet"]);
    let said = place.ok(&["move", "quiet", "e10e9"]);
    assert!(said.contains("over: seventy-five moves, result draw"), "{said}");
    place.assert_sound();

    let board = |rows: [&str; 8]| {
        (0..8).fold(String::new(), |text, row| text + &format!("{} {}\n", 8 - row, rows[row]))
    };
    let empty = ". . . . . . . .";
    let queen = board([
        "bK . . . . . . .",
        ". . wK . . . . .",
        ". . . wQ . . . .",
        empty,
        empty,
        empty,
        empty,
        empty,
    ]);
    let rook =
        board([empty, empty, empty, empty, empty, empty, ". . . wK bR . . .", ". . . . . . . bK"]);
    for (array, text, ending, result) in [
        (&queen, "d6b6", "stalemate", "draw"),
        (&queen, "d6a6", "checkmate", "south"),
        (&rook, "d2e2", "dead position", "draw"),
    ] {
        let place = Place::new();
        place.write("array", array);
        place.ok(&[
            "new", "valonian", "--white", "Anna Ek", "--black", "Ben Ode", "--setup", "array",
            "--id", "w",
        ]);
        std::fs::remove_file(place.file("array")).unwrap();
        let said = place.ok(&["move", "w", text]);
        assert!(said.contains(&format!("over: {ending}, result {result}")), "{said}");
        place.assert_sound();
        place.refused(1, &["resign", "w", "--for", "south"], &["the game is over", ending]);
    }
}

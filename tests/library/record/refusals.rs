//! Headers and lines that are refused, each with its exact place, reason and hint.

use super::{WING, bare, error, valonian, with};

#[track_caller]
fn refuses(text: &str, expected: &str) {
    let shown = error(text);
    assert!(shown.starts_with(expected), "\n  expected {expected}\n  found    {shown}");
}

#[test]
fn headers() {
    for (old, new, expected) in [
        ("event:", "evnet:", "8:1: unknown key \"evnet\"; did you mean \"event\"?"),
        ("event:", "qqq:", "8:1: unknown key \"qqq\"; a key of your own begins with x-"),
        ("email: ben", "mail: ben", "7:26: unknown key \"mail\"; did you mean \"email\"?"),
        ("site: by", "event: by", "9:1: the key \"event\" stands here for the second time"),
        (
            "site: by e-mail",
            "site: [a, b]",
            "9:7: cannot read the YAML: site: invalid type: sequence, expected text",
        ),
        ("event: Autumn Wing", "players: x", "8:1: the key \"players\" stands here"),
        ("riverpost/1", "riverpost/2", "2:9: format: this program reads riverpost/1"),
        ("game: wing", "game: wnig", "3:7: unknown game \"wnig\"; there are wing, riverqi"),
        ("id: wing", "rules: 2\nid: wing", "4:8: wing has no revision 2 of its rulings that this"),
        ("id: wing", "rules: 0\nid: wing", "4:8: wing has no revision 0"),
        ("id: wing", "rules: 01\nid: wing", "4:8: rules: \"01\" is no number of a revision"),
        ("game: wing", "game: wing\nvariation: high", "4:12: wing has no variations"),
        (
            "game: wing",
            "game: fortress",
            "3:7: fortress is played in the variations level, high; say which",
        ),
        (
            "game: wing",
            "game: fortress\nvariation: x",
            "4:12: fortress is played in the variations",
        ),
        ("game: wing", "game: wing\noptions: {a: b}", "4:11: wing has no option \"a\""),
        (
            "game: wing",
            "game: encounter\noptions: {promotion: 8}",
            "4:22: option promotion of encounter is one of 7, 6",
        ),
        ("id: wing", "id: .wing", "4:5: id: it names a file and may not begin with a dot"),
        ("id: wing", "id: a/b", "4:5: id: it names a file: letters"),
        ("Autumn Wing", "", "8:1: event: there is nothing here"),
        ("Autumn Wing", "\"a\\nb\"", "8:8: event: the character U+000A"),
        ("time: 40d", "date: 1846-13\ntime: 40d", "11:7: date: \"1846-13\" is no date"),
        ("time: 40d", "date: 1847-02-29\ntime: 40d", "11:7: date: \"1847-02-29\" is no date"),
        ("time: 40d", "date: 1846/12\ntime: 40d", "11:7: date: \"1846/12\" is no date"),
        ("2026-11-29T19:20:00Z", "yesterday", "10:10: started: \"yesterday\" is no instant"),
        ("result: draw", "result: 1-0", "12:9: result: \"1-0\" is none of"),
        ("result: draw", "result: *", "12:9: a bare * is an alias in YAML; write \"*\" in quotes"),
        ("ending: agreement", "ending: fun", "13:9: ending: \"fun\" is none of"),
        ("result: draw\n", "", "2:1: the key \"result\" is missing"),
        ("{name: Ben Ode, ", "{", "7:3: the key \"name\" is missing"),
    ] {
        refuses(&with(WING, old, new), expected);
    }
}

#[test]
fn arrays() {
    for (old, new, expected) in [
        ("   8  . NC", "   8  . NX", "17:9: setup: \"NX\" is no piece of Wing"),
        ("   8  . NC", "   7  . NC", "17:4: setup: expected rank 8 here"),
        (" NE NG ND NK NS", "  . NG ND NK NS", "15:3: not a legal start: North has no Empress"),
        ("   2  .  .", "   2  . SG", "23:3: not a legal start: the SG on b2 stands outside"),
    ] {
        refuses(&with(WING, old, new), expected);
    }
    let many = with(WING, "   2  .  .  .", "   2 SE SG NH");
    let shown = error(&many);
    assert!(shown.contains("South has 2 royal pieces"), "{shown}");
    assert!(shown.contains("SG on b2") && shown.contains("NH on c2"), "{shown}");
    assert!(shown.contains("(rule G10)"), "{shown}");
}

#[test]
fn lines() {
    for (line, expected) in [
        ("SK b1-c3", "29:3: a line begins with a number and one dot or three; write number,"),
        ("2 SK b1-c3", "29:3: a line begins with a number"),
        ("2.. SK b1-c3", "29:3: a line begins with a number"),
        ("123456. SK b1-c3", "29:3: a line begins with a number"),
        ("2. ", "29:5: there is no action in this line"),
        ("2. b1c3", "29:6: \"b1c3\" is not in the notation of records: `2. SK b1-c3` (rule G9)"),
        ("2. resigns now", "29:14: nothing may follow here"),
        ("2. resigns (=)", "29:13: a draw is offered with a move only"),
        ("2. SK b1-c3 {a", "29:15: this comment is not closed; a comment is the last"),
        ("2. SK b1-c3 a}", "29:16: this } has no {"),
        ("2. SK b1-c3 {a{b}", "29:17: a brace inside a comment"),
        ("2. SK b1-c3 {a} [2026-12-02T07:00:00Z]", "29:18: text behind the comment"),
        ("2. SK b1-c3 [yesterday]", "29:15: the time cannot be read; write it as 2026"),
        ("2. SK b1-c3 2026]", "29:19: this ] has no ["),
        ("2. draw claimed: luck", "29:20: a draw is claimed for repetition or fifty-move"),
        ("2. adjudicated: me — x (y)", "29:19: the result is south, north, draw or void"),
        ("2. adjudicated: draw — x", "29:19: an adjudication names its reason and its arbiter"),
        ("2. adjudicated: draw — (y)", "29:19: an adjudication names its reason and its arbiter"),
        ("2. SK b1-c4", "29:6: illegal move: "),
        ("2. SK b1-z3", "29:12: not a move: expected a square of the board"),
        (
            "2. SC b1-c3",
            "29:6: the text contradicts the move: the text says SC, but on b1 stands SK",
        ),
        ("2. SK b1xc3", "29:11: the text contradicts the move: x says a capture"),
        ("2. SK b1-c3+", "29:14: + says check, but it is none (rule G6)"),
        ("2. SK b1-c3++", "29:14: ++ says mate, but it is none (rule G6)"),
        ("2... SK b1-c3", "29:3: the number here is 2., not 2..."),
        ("3. SK b1-c3", "29:3: the number here is 2., not 3."),
        ("3. resigns", "29:3: the number here is 2., not 3."),
        ("2... adjudicated: draw — x (y)", "29:3: the number here is 2., not 2..."),
        ("2. time claimed", "29:3: this line does not say when, so that the clocks are not known"),
        (
            "2. time claimed [2026-12-02T07:00:00Z]",
            "29:6: the flag of North has not fallen: at 2026-12-02T07:00:00Z it has ",
        ),
        (
            "2... draw claimed: repetition",
            "29:8: only South, who is to move, can claim a draw (rule G2)",
        ),
        (
            "2. draw claimed: repetition",
            "29:6: the position has not occurred three times: it stood on the board after ply 2 (rule G2)",
        ),
        ("2. draw claimed: fifty-move with SK b1-c3", "29:6: there have not been fifty moves"),
        ("2. draw agreed", "29:6: North has not offered a draw that stands (rule G5)"),
        (
            "2. SK b1-c3 [2026-11-01T00:00:00Z]",
            "29:3: the time 2026-11-01T00:00:00Z is before 2026-12-01T09:11:12Z, the one it follows",
        ),
    ] {
        refuses(&with(WING, "2. SK b1-c3 (=) [2026-12-02T07:00:00Z]", line), expected);
    }
    let limit = format!("{{{}}}", "x".repeat(1001));
    refuses(&with(WING, "{hello}", &limit), "28:39: the comment is too long, the most is 1000");
    let early = "1. SH e4-e5 (=)";
    refuses(
        &with(WING, "1. SH e4-e5", early),
        "27:3: a draw is not offered before both sides have moved (rule G5)",
    );
    refuses(
        &with(WING, "1. SH e4-e5 [2026-11-30T08", "1. SH e4-e5 [2026-11-29T08"),
        "27:3: the time 2026-11-29T08:00:00Z is before 2026-11-29T19:20:00Z",
    );
}

#[test]
fn other_errors_carry_rules() {
    let error = super::judge(&with(WING, "SK b1-c3", "SK b1-b2")).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (29, 6));
    assert!(error.rule.is_some());
    let error = super::judge(&with(WING, "SK b1-c3", "SE e1-e4")).unwrap_err();
    assert!(error.rule.is_some(), "{error}");
}

#[test]
fn results() {
    let mate = ["1. P f2-f3", "1... P e7-e5", "2. P g2-g4", "2... Q d8-h4++"];
    let text = bare("valonian", None, "result: north\nending: checkmate\n", &mate);
    assert_eq!(super::judge(&text).unwrap().line.plies(), 4);
    refuses(
        &with(&text, "result: north\nending: checkmate", "result: \"*\""),
        "4:9: the moves end by checkmate with the result north, the header says *",
    );
    refuses(
        &with(&text, "ending: checkmate", "ending: stalemate"),
        "5:9: the moves end by checkmate, the header says stalemate",
    );
    let more = format!("{text}  3. P a2-a3\n");
    refuses(&more, "21:3: the game ended at ply 4: checkmate");
    let resigned = format!("{text}  3. resigns\n");
    refuses(&resigned, "21:3: the game ended at ply 4: checkmate");

    let open = ["1. P e2-e4"];
    let stated = |header: &str| bare("valonian", None, header, &open);
    for good in [
        "result: south\nending: resignation\n",
        "result: draw\nending: agreement\n",
        "result: north\nending: unknown\n",
        "result: north\n",
        "result: north\nending: time\n",
        "result: draw\nending: adjudication\n",
        "result: \"*\"\nending: abandoned\n",
    ] {
        super::judge(&stated(good)).unwrap();
    }
    refuses(
        &stated("result: south\nending: checkmate\n"),
        "5:9: the moves do not bear out the ending checkmate with south",
    );
    refuses(&stated("result: draw\nending: resignation\n"), "5:9: the moves do not bear out");
    refuses(&stated("result: draw\nending: repetition\n"), "5:9: the moves do not bear out");
    refuses(&stated("result: draw\nending: time\n"), "5:9: the moves do not bear out");
    refuses(
        &stated("result: \"*\"\nending: resignation\n"),
        "5:9: an ending (resignation), but no line",
    );
    refuses(
        &with(&stated("result: south\n"), "e2-e4", "e2-e4 [2026-01-01T00:00:00Z]"),
        "4:9: the result is south, but no line of the moves ends the game",
    );
}

#[test]
fn too_much() {
    let line = "  1. P e2-e4\n";
    let text = valonian(&[]) + &line.repeat(10_001);
    refuses(&text, "10016:3: there are too many actions, the most is 10000");
    let text = valonian(&[]) + "  1. P e2-e4 {" + &"x".repeat(9000) + "}\n";
    refuses(&text, "16:3: the line is too long, the most is 8192");
    let name = format!("players: {{south: {{name: {}}}}}\n", "x".repeat(501));
    refuses(&bare("valonian", None, &name, &[]), "4:25: name: longer than 500 characters");
    let keys: String = (0..300).map(|i| format!("x-{i}: a\n")).collect();
    refuses(
        &bare("valonian", None, &keys, &[]),
        "201:1: there are too many keys here, the most is 200",
    );
}

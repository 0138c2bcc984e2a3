//! `inbox` and what `show` tells below the board, from the command line.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::harness::{ID, Place, RECORD};
use serde_json::{Value, json};

const LATER: &str = "2026-12-10T19:20:00Z";

/// Four games that go on and one that is over, seen ten days after they began:
/// `slow` 40 days for Anna, `fast` 3 days for Ben and long over, `free` without a clock, `late` 12 days for Cy.
fn busy() -> Place {
    let place = Place::new();
    let (anna, ben) = ("Anna Ek <anna@example.org>", "Ben Ode <ben@example.org>");
    let cy = "Cy Fox <cy@example.org>";
    let new = |id: &str, south: &str, north: &str, more: &[&str]| {
        let arguments = ["-q", "new", "wing", "--id", id, "--south", south, "--north", north];
        place.ok(&[&arguments, more].concat());
    };
    new("slow", anna, ben, &["--time", "40d"]);
    new("fast", anna, ben, &["--time", "3d/move"]);
    new("free", ben, cy, &[]);
    new("late", cy, ben, &["--time", "11d+1d"]);
    new("over", anna, cy, &[]);
    // A clock runs only once its player has moved.
    for id in ["slow", "fast", "late"] {
        place.ok(&["move", id, "e4e5", "--for", "south"]);
        place.ok(&["move", id, "e7e6", "--for", "north"]);
    }
    for (id, text, day) in [("fast", "a4a5", 1), ("free", "e4e5", 2), ("over", "e4e5", 3)] {
        place.ok(&["move", id, text, "--at", &format!("2026-12-0{day}T08:00:00Z")]);
    }
    place.ok(&["move", "free", "e7e6", "--for", "north", "--at", "2026-12-04T08:00:00Z"]);
    place.ok(&["move", "free", "a4a5", "--draw", "--at", "2026-12-09T08:00:00Z"]);
    let text = place.read("games/wing/2026-11/over.yaml");
    let text = text.replace("result: \"*\"", "result: north\nending: resignation");
    place.write("games/wing/2026-11/over.yaml", text + "  1... SH\n");
    // Who plays in none of them sees everybody's.
    place.identify_as("Guest", "guest@example.org");
    place
}

fn at(place: &Place, arguments: &[&str]) -> crate::harness::Run {
    place.command(arguments).env("RIVERPOST_NOW", LATER).output().unwrap().into()
}

fn lines(place: &Place, arguments: &[&str]) -> Vec<Value> {
    let run = at(place, &[arguments, &["--json"]].concat());
    assert_eq!(run.err, "");
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ids(lines: &[Value]) -> Vec<&str> {
    lines.iter().map(|line| line["id"].as_str().unwrap()).collect()
}

#[test]
fn games_come_by_urgency_in_aligned_columns() {
    let place = busy();
    let run = at(&place, &["inbox"]);
    let expected = "\
fast  Ben Ode to move  6d 11h 20m over, flag fell at 2026-12-04T08:00:00Z  Anna Ek may claim time  9d 11h ago  Anna Ek - Ben Ode
late  Cy Fox to move   1d left, flag falls at 2026-12-11T19:20:00Z                                 11d ago     Cy Fox - Ben Ode
slow  Anna Ek to move  29d left, flag falls at 2027-01-08T19:20:00Z                                11d ago     Anna Ek - Ben Ode
free  Cy Fox to move   no clock                                            Ben Ode offered a draw  1d 11h ago  Ben Ode - Cy Fox
";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, expected, ""));
}

#[test]
fn mine_come_first_when_they_wait_for_me() {
    let place = busy();
    for me in ["Anna Ek", "anna ek", "ANNA@example.org"] {
        let run = at(&place, &["inbox", me]);
        let expected = "\
fast  Ben Ode to move  6d 11h 20m over, flag fell at 2026-12-04T08:00:00Z  you may claim time  9d 11h ago  you - Ben Ode
slow  you to move      29d left, flag falls at 2027-01-08T19:20:00Z                            11d ago     you - Ben Ode
";
        assert_eq!((run.code, run.out.as_str()), (0, expected));
    }
    assert_eq!(ids(&lines(&place, &["inbox", "Ben Ode"])), ["fast", "late", "slow", "free"]);
    assert_eq!(ids(&lines(&place, &["inbox", "cy@example.org"])), ["late", "free"]);
    let run = at(&place, &["inbox", "Anna"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("is called \"Anna\": there is Anna Ek, Ben Ode, Cy Fox"), "{run:?}");
}

#[test]
fn one_line_of_json_a_game() {
    let place = busy();
    let games = lines(&place, &["inbox", "ben@example.org"]);
    assert_eq!(
        games[0],
        json!({
            "id": "fast", "path": "games/wing/2026-11/fast.yaml", "game": "wing",
            "south": { "name": "Anna Ek", "email": "anna@example.org" },
            "north": { "name": "Ben Ode", "email": "ben@example.org" },
            "turn": "north", "plies": 3, "waits": true, "mine": ["north"],
            "seconds": -559_200, "flag": "2026-12-04T08:00:00Z", "clock_unknown": null,
            "proposals": [], "claims": [{ "side": "south", "claim": "time" }], "rivals": 0,
            "activity": "2026-12-01T08:00:00Z", "idle": 818_400,
        })
    );
    let free = games.iter().find(|game| game["id"] == "free").unwrap();
    assert_eq!(free["proposals"], json!([{ "side": "south", "proposal": "draw" }]));
    assert_eq!(
        (&free["waits"], &free["seconds"], &free["flag"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
}

#[test]
fn a_summary_of_one_line_with_a_code_that_tells() {
    let place = busy();
    let run = at(&place, &["inbox", "--summary"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "4 games wait; first fast, 6d 11h 20m over, flag fell at 2026-12-04T08:00:00Z\n")
    );
    let run = at(&place, &["inbox", "--summary", "cy fox"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "2 games wait; first late, 1d left, flag falls at 2026-12-11T19:20:00Z\n")
    );
    let said = &lines(&place, &["inbox", "--summary", "cy fox"])[0];
    assert_eq!(
        said,
        &json!({ "waiting": 2, "running": 2, "unsound": 0, "first": "late", "seconds": 86_400 })
    );
    let run = at(&place, &["inbox", "--summary", "Nobody"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("no player of any game here is called \"Nobody\""), "{run:?}");
    let run = at(&place, &["inbox", "--summary", "Nobody", "-q"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    let run = Place::new().run(&["inbox"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "no game is going on\n", ""));
}

#[test]
fn a_bare_repository_is_read_from_its_last_commit() {
    let place = busy();
    let here = ids(&lines(&place, &["inbox"])).join(" ");
    // What is not committed is not there: in HEAD, `over` is still going on.
    place.git(&["clone", "-q", "--bare", ".", "../bare.git"]);
    let bare = place.root().join("bare.git");
    let bare = lines(&place, &["--repo", bare.to_str().unwrap(), "inbox"]);
    let there: Vec<&str> = ids(&bare).into_iter().filter(|id| *id != "over").collect();
    assert_eq!(there.join(" "), here);
    assert_eq!(bare.len(), 5);
    assert_eq!(bare[0]["path"], "games/wing/2026-11/fast.yaml");
}

#[test]
fn a_watch_prints_what_has_changed() {
    let place = Place::with_game();
    let watch = ["inbox", "--watch=0"];
    let once = place.ok(&[&watch[..], &["--looks", "3"]].concat());
    assert_eq!(once, place.ok(&["inbox"]), "what stays the same is printed once");
    place.refused(2, &watch, &["at least a second between two looks", "--looks"]);
    let json = [&watch[..], &["--looks", "1000000", "--json"]].concat();
    let mut watching = place.command(&json).stdout(Stdio::piped()).spawn().unwrap();
    let mut printed = BufReader::new(watching.stdout.take().unwrap()).lines();
    let mut next = || serde_json::from_str::<Value>(&printed.next().unwrap().unwrap()).unwrap();
    assert_eq!(next()["turn"], "south");
    place.ok(&["move", "w", "e4e5"]);
    let game = next();
    assert_eq!((&game["id"], &game["turn"]), (&json!(ID), &json!("north")));
    place.ok(&["resign", "w", "--for", "north"]);
    assert_eq!(next(), json!({ "path": RECORD, "gone": true }));
    watching.kill().unwrap();
    watching.wait().unwrap();
}

#[test]
fn an_unsound_record_hides_no_other() {
    let place = busy();
    let broken = place.read("games/wing/2026-11/slow.yaml") + "  2. SH e5-e8\n";
    place.write("games/wing/2026-11/slow.yaml", broken);
    let run = at(&place, &["inbox"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 4));
    let last = run.out.lines().last().unwrap();
    assert!(last.starts_with("not sound: games/wing/2026-11/slow.yaml:26:6: "), "{last}");
    let games = lines(&place, &["inbox"]);
    assert_eq!(games[3]["path"], "games/wing/2026-11/slow.yaml");
    assert!(games[3]["error"].as_str().unwrap().contains("does not move from e5 to e8"));
    let run = at(&place, &["inbox", "--summary"]);
    assert_eq!(
        run.out,
        "3 games wait; first fast, 6d 11h 20m over, flag fell at 2026-12-04T08:00:00Z, 1 not sound\n"
    );
}

#[test]
fn names_cannot_disguise_themselves() {
    let place = Place::new();
    place.ok(&["new", "wing", "--south", "A\u{202e}B", "--north", "Ben"]);
    let out = place.ok(&["inbox"]);
    assert!(out.contains("A\\u{202e}B") && !out.contains('\u{202e}'), "{out}");
}

#[test]
fn show_tells_clocks_losses_and_moves() {
    let place = Place::new();
    let time = ["--time", "10d+1d", "--south", "Anna Ek", "--north", "Ben Ode"];
    place.ok(&[&["new", "wing"], &time[..]].concat());
    let texts = ["e4e5", "e7e6", "e5xe6", "a7a6", "e6e7", "a6a5", "a4xa5"];
    for (day, text) in texts.into_iter().enumerate() {
        place.play("w", 24 * day as u32, text);
    }
    let run: crate::harness::Run = place
        .command(&["show", "w", "--moves"])
        .env("RIVERPOST_NOW", LATER)
        .output()
        .unwrap()
        .into();
    let mut below: Vec<&str> =
        run.out.lines().skip_while(|line| !line.starts_with("ply ")).collect();
    assert!(below.pop().unwrap().starts_with("chain "));
    assert_eq!(
        below,
        [
            "ply 7: 4. SH a4xa5",
            "North to move",
            "South's clock: 11d left",
            "North's clock: 7d 4h 40m left, flag falls at 2026-12-18T00:00:00Z, running",
            "South has 16: SE, 2 SG, 2 SD, 2 SK, 2 SS, 2 SC, 4 SH, SHK; retired SH for SHK",
            "North has 14: NE, 2 NG, 2 ND, 2 NK, 2 NS, 2 NC, 3 NH; lost NH, NH",
            "1. SH e4-e5 NH e7-e6 2. SH e5xe6 NH a7-a6 3. SH e6-e7=SHK NH a6-a5 4. SH a4xa5",
        ]
    );
    let said = place.json(&["show", "w"]);
    assert_eq!(said["captured"], json!({ "south": [], "north": ["NH", "NH"] }));
    assert_eq!(said["retired"]["south"], json!([{ "piece": "SH", "for": "SHK" }]));
    assert_eq!(said["material"]["north"]["NH"], 3);
    assert_eq!(said["moves"][4], json!({ "text": "SH e6-e7=SHK", "coord": "e6e7" }));
    assert_eq!(said["clocks"]["running"], "north");
    assert_eq!(said["clocks"]["control"], "10d+1d");
    assert_eq!(place.json(&["show", "w", "--ply", "2"])["clocks"], Value::Null);
    assert_eq!(
        place.ok(&["show", "w", "-q", "--ply", "1", "--moves"]).lines().last().unwrap(),
        "1. SH e4-e5"
    );
}

#[test]
fn show_counts_repetition() {
    let place = Place::with_game();
    for (hour, text) in ["a1a2", "a10a9", "a2a1", "a9a10"].into_iter().enumerate() {
        place.play(ID, hour as u32, text);
    }
    let out = place.ok(&["show", RECORD]);
    assert!(out.contains("\nthis position has occurred 2 times: plies 0, 4\nchain "), "{out}");
    let said = place.json(&["show", ID]);
    assert_eq!(said["repetition"], json!({ "count": 2, "plies": [0, 4] }));
}

/// A Druid brings a piece back, a Mage gives one up: neither was captured for good.
#[test]
fn pieces_that_leave_otherwise_are_told_apart() {
    let place = Place::new();
    let forces = ["--south-force", "c1=DRU,f1=MAG", "--south", "Anna Ek", "--north", "Ben Ode"];
    place.ok(&[&["new", "valonian", "--id", "v"], &forces[..]].concat());
    for (hour, text) in ["e2e4", "d7d5", "a2a3", "d5xe4"].into_iter().enumerate() {
        place.play("v", hour as u32, text);
    }
    place.play("v", 5, "~c1 h2h3");
    place.play("v", 6, "a7a6");
    place.play("v", 7, "f1g1!g1");
    let said = place.json(&["show", "v"]);
    assert_eq!(said["captured"], json!({ "south": [], "north": [] }));
    assert_eq!(said["removed"], json!({ "south": ["DRU", "N"], "north": [] }));
    assert_eq!(said["material"]["south"]["P"], 8);
    let out = place.ok(&["show", "v"]);
    assert!(out.contains("; given up DRU, N\n"), "{out}");
}

#[test]
fn a_record_that_the_work_tree_has_lost_is_not_forgotten() {
    let place = Place::with_game();
    std::fs::remove_file(place.file(crate::harness::RECORD)).unwrap();
    let said = place.run(&["inbox"]).out;
    let lost = format!(
        "not sound: {}:1:1: HEAD has it, and the work tree has not",
        crate::harness::RECORD
    );
    assert!(said.starts_with(&lost), "{said}");
    std::fs::remove_dir_all(place.file("games")).unwrap();
    assert_eq!(place.run(&["inbox"]).out, said);
}

//! `show`, `list`, `log` and what else tells people how their games stand.

use crate::harness::{ID, Place, RECORD};

/// A game of Anna's and Ben's that began in the morning.
fn morning(time: &str) -> Place {
    let place = Place::new();
    let players = ["--south", "Anna Ek <anna@example.org>", "--north", "Ben Ode <ben@example.org>"];
    let began = ["-q", "--time", time, "--started", "2026-11-29T06:00:00Z"];
    place.ok(&[&["new", "wing"], &players[..], &began].concat());
    place
}

/// Proposals, marks and comments, what is lost, the chain hash.
#[test]
fn show_tells_what_is_open() {
    let place = morning("none");
    let at = |hour: u32| format!("2026-11-29T{hour:02}:20:00Z");
    let act = |arguments: &[&str], hour: u32| place.ok(&[arguments, &["--at", &at(hour)]].concat());
    act(&["move", ID, "e4e5", "--comment", "good luck", "--for", "south"], 8);
    act(&["move", ID, "e7e6", "--for", "north"], 9);
    act(&["move", ID, "e5xe6 (=)", "--for", "south"], 10);
    let asked = act(&["takeback", "request", ID, "2", "--for", "south"], 11);
    let which = "asked to take back 2 plies, from North's 1... NH e7-e6 on\n";
    assert!(asked.contains(which), "{asked}");
    let shown = place.ok(&["show", ID, "--moves"]);
    for line in [
        "South offered a draw",
        &format!("South {}", which.trim()),
        "1. SH e4-e5 {good luck} 1... NH e7-e6 2. SH e5xe6 (=)",
    ] {
        assert!(shown.contains(&format!("\n{line}\n")), "{line:?} is not in {shown}");
    }
    assert!(shown.contains("; lost NH\n"), "{shown}");
    let inbox = place.ok(&["inbox"]);
    assert!(inbox.contains("asked to take back 2 plies, from North's"), "{inbox}");
    let chain = place.json(&["show", ID])["chain"].as_str().unwrap().to_owned();
    assert!(shown.ends_with(&format!("\nchain {}\n", &chain[..12])), "{shown}");
    // On one's own turn it is the other's move that goes.
    act(&["takeback", "decline", ID, "--for", "north"], 12);
    let asked = act(&["takeback", "request", ID, "1", "--for", "north"], 13);
    assert!(asked.contains("\nasked to take back South's 2. SH e5xe6\n"), "{asked}");
}

/// What is left and when the flag falls, the same in three views.
#[test]
fn time_left_is_the_same_everywhere() {
    let place = morning("40d+2d");
    for (text, side, hour) in [("e4e5", "south", "08"), ("e7e6", "north", "09")] {
        place.ok(&["move", ID, text, "--for", side, "--at", &format!("2026-11-29T{hour}:00:00Z")]);
    }
    let now = |command: &str| {
        let mut run = place.command(&[command, ID]);
        let run = run.env("RIVERPOST_NOW", "2026-11-30T09:00:00Z").output();
        String::from_utf8(run.unwrap().stdout).unwrap()
    };
    let left = "41d left, flag falls at 2027-01-10T09:00:00Z";
    assert!(now("show").contains(&format!("South's clock: {left}, running\n")), "{}", now("show"));
    assert!(now("clock").contains(&format!("\nSouth: {left}, running\n")), "{}", now("clock"));
    let inbox = place.command(&["inbox"]).env("RIVERPOST_NOW", "2026-11-30T09:00:00Z").output();
    let inbox = String::from_utf8(inbox.unwrap().stdout).unwrap();
    assert!(inbox.contains(&format!("  {left}  ")), "{inbox}");
}

/// One line for each action, with the commit that brought it.
#[test]
fn log_tells_claimed_and_entered() {
    let place = morning("none");
    place.identify_as("Anna Ek", "anna@example.org");
    let at = "2026-11-29T08:00:00Z";
    place.ok(&["move", ID, "e4e5", "--comment", "hello", "--at", at]);
    place.ok(&["move", ID, "e7e6", "--for", "north"]);
    let rows: Vec<serde_json::Value> = place
        .ok(&["log", ID, "--json"])
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1]["line"], "1. SH e4-e5");
    assert_eq!((&rows[1]["time"], &rows[1]["comment"]), (&at.into(), &"hello".into()));
    assert_eq!(rows[2]["author"]["name"], "Ben Ode");
    assert_eq!(rows[2]["committer"]["name"], "Anna Ek");
    assert_eq!(rows[2]["chain"], place.json(&["show", ID])["chain"]);
    assert_eq!(rows[2]["commit"], place.git(&["rev-parse", "HEAD"]).trim());
    let text = place.ok(&["log", ID]);
    assert_eq!(text.lines().count(), 4);
    assert!(text.lines().next().unwrap().contains("claimed"), "{text}");
    assert!(text.contains("1  1. SH e4-e5    2026-11-29T08:00:00Z  "), "{text}");
    assert!(text.contains("Anna Ek for Ben Ode"), "{text}");
    // A record that is in no repository has no commits.
    place.write("../alone.yaml", place.read(RECORD));
    let alone = place.ok(&["log", "../alone.yaml", "-q"]);
    assert_eq!(alone.lines().count(), 3, "{alone}");
    assert!(!alone.contains("Anna Ek"), "{alone}");
}

/// The ending that the board shows is found where the header does not name it.
#[test]
fn list_finds_the_ending_of_the_board() {
    let place = Place::new();
    let opera =
        concat!(env!("CARGO_MANIFEST_DIR"), "/games/valonian/historic/paris-opera-1858.yaml");
    let text = std::fs::read_to_string(opera).unwrap();
    place.write("games/valonian/opera.yaml", text.replace("ending: checkmate\n", ""));
    place.git(&["add", "."]);
    place.git(&["commit", "-qm", "A game of 1858"]);
    let game = place.json(&["list", "--ending", "checkmate"]);
    assert_eq!((&game["id"], &game["result"]), (&"paris-opera-1858".into(), &"south".into()));
    assert_eq!(game["status"], "checkmate");
}

#[test]
fn list_tells_every_game() {
    let place = Place::new();
    let new = |game: &str, south: &str, north: &str| {
        place.ok(&["new", game, "-q", "--south", south, "--north", north]).trim().to_owned()
    };
    let wing = new("WING", "Anna Ek", "Ben Ode");
    let level = new("Fortress", "Anna Ek", "Cy Fox");
    place.ok(&["resign", &level, "--for", "south", "-q"]);
    let expected = format!(
        "{level}  fortress  Anna Ek - Cy Fox   over: resignation, north  2026-11-29\n\
         {wing}     wing      Anna Ek - Ben Ode  Anna Ek to move           2026-11-29\n"
    );
    assert_eq!(place.ok(&["list"]), expected);
    assert_eq!(place.ok(&["list", "--going", "-q"]).lines().count(), 1);
    assert!(place.ok(&["list", "--over"]).starts_with(&level));
    assert!(place.ok(&["list", "BEN"]).starts_with(&wing));
    assert_eq!(place.ok(&["list", "ben", "fortress"]), "no such game\n");
    let limited = place.ok(&["list", "--limit", "1"]);
    assert!(limited.ends_with("and 1 more: say which are wanted, or give --limit\n"));
    let said = place.json(&["list", "cy"]);
    assert_eq!((&said["status"], &said["result"]), (&"resignation".into(), &"north".into()));
    // The words of `search` mean the same here; all that is asked must hold.
    let ids = |more: &[&str]| -> Vec<String> {
        let out = place.ok(&[&["list", "--json"], more].concat());
        let id = |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].clone();
        out.lines().map(|line| id(line).as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&["--player", "anna", "--game", "wing"]), [wing.as_str()]);
    assert_eq!(ids(&["--north", "cy"]), [level.as_str()]);
    assert_eq!(ids(&["--result", "0-1"]), [level.as_str()]);
    assert_eq!(ids(&["--result", "*"]), [wing.as_str()]);
    assert_eq!(ids(&["--ending", "resignation"]), [level.as_str()]);
    assert_eq!(ids(&["--ending", "resignation", "--going"]), [""; 0]);
    assert_eq!(ids(&["--length", "1.."]), [""; 0]);
    assert_eq!(ids(&["--since", "2026-11", "--until", "2026-11-29"]).len(), 2);
    assert_eq!(ids(&["--since", "2026-12"]), [""; 0]);
    place.refused(2, &["list", "--game", "chess960"], &["chess960"]);
    let players = ["--player", "anna=Anna Ek", "--player", "cy=Cy Fox"];
    place.ok(&[&["match", "new", "duel", "--game", "one=fortress/level"], &players[..]].concat());
    let file = place.read("matches/duel.yaml");
    let file = file.replace("{id: one,", &format!("{{id: one, record: {level},"));
    place.write("matches/duel.yaml", file);
    assert_eq!(ids(&["--match", "matches/duel.yaml"]), [level.as_str()]);
    assert_eq!(ids(&["--match", "matches/duel.yaml", "--going"]), [""; 0]);
    place.refused(2, &["list", "--match", "none"], &["none"]);
    place.write("games/wing/odd.yaml", "x");
    let odd = place.ok(&["list", "ben"]);
    assert!(odd.ends_with("1 record is not sound: `riverpost verify` says why\n"), "{odd}");
}

/// Ids are made of names in any script.
#[test]
fn ids_are_readable_and_unique() {
    let place = Place::new();
    let new = |south: &str, north: &str| {
        place.ok(&["new", "wing", "-q", "--south", south, "--north", north]).trim().to_owned()
    };
    assert_eq!(new("Ünal Ö", "李 明 <li.ming@example.org>"), "wing-2026-uenal-li-1");
    assert_eq!(new("Ünal Ö", "李 明 <li.ming@example.org>"), "wing-2026-uenal-li-2");
    assert_eq!(new("Łukasz Żak", "Дмитрий"), "wing-2026-lukasz-dmitriy-1");
    assert_eq!(new("李 明", "Ωμέγα"), "wing-2026-u674e-omega-1");
    assert_eq!(new("O'Neil", "?"), "wing-2026-oneil-x-1");
}

#[test]
fn commands_of_other_programs_get_an_answer() {
    let place = Place::with_game();
    for (command, words) in [
        ("undo", "riverpost takeback request"),
        ("status", "riverpost inbox"),
        ("board", "riverpost show"),
        ("history", "riverpost log"),
        ("pull", "riverpost sync"),
        ("push", "riverpost sync"),
        ("offer", "riverpost move REC MOVE --draw"),
        ("accept", "`riverpost draw accept`, `riverpost takeback accept`, `riverpost void accept`"),
        ("standings", "`riverpost match standings`"),
        ("abandon", "riverpost void propose"),
    ] {
        place.refused(2, &[command], &[words]);
        place.refused(2, &[command, ID], &[words]);
    }
    for (line, words) in [
        (&["help", "me"][..], "riverpost inbox"),
        (&["help", "undo"], "riverpost takeback request"),
        (&["draw", "offer", ID], "riverpost move REC MOVE --draw"),
        (&["draw", ID], "behind draw comes what to do: accept, decline"),
        (&["SHOW", "ben-1"], "did you mean `riverpost show ben-1`?"),
    ] {
        place.refused(2, line, &[words]);
    }
}

#[test]
fn show_says_whose_clock_stands_until_the_game_is_over() {
    let place = Place::new();
    place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", "w", "--time", "40d"]);
    let both = "\nnobody has joined or moved yet: both clocks stand (G13)\n";
    assert!(place.ok(&["show", "w"]).contains(both));
    place.ok(&["move", "w", "e4e5", "--comment", "hello"]);
    let one = "\nNorth has not joined or moved yet: that clock stands (G13)\n";
    assert!(place.ok(&["show", "w"]).contains(one));
    // A comment stands behind everything else, and widens nothing.
    let log = place.ok(&["log", "w"]);
    let mut lines = log.lines();
    assert!(lines.next().unwrap().ends_with("chain         comment"), "{log}");
    assert!(lines.nth(1).unwrap().ends_with("  hello"), "{log}");
    place.ok(&["resign", "w", "--for", "south"]);
    assert!(!place.ok(&["show", "w"]).contains("G13"));
    let untimed = concat!(env!("CARGO_MANIFEST_DIR"), "/games/wing/specimens/specimen-wing-1.yaml");
    let log = place.ok(&["log", untimed]);
    assert!(!log.contains("claimed") && !log.contains("entered"), "{log}");
    let shown = place.ok(&["show", untimed, "--moves"]);
    assert!(shown.lines().all(|line| line.chars().count() <= 78), "{shown}");
}

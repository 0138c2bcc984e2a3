//! `show` and `legal`: what people and programs see of a game.

use crate::harness::{ID, Place, RECORD};
use serde_json::{Value, json};

fn open(place: &Place, game: &[&str], more: &[&str]) -> String {
    let players = ["-q", "--south", "Anna Ek", "--north", "Ben Ode"];
    place.ok(&[&["new"], game, &players, more].concat()).trim().to_string()
}

/// The text with the chain hash of a game in it.
fn with_chain(place: &Place, id: &str, text: &str) -> String {
    let chain = place.json(&["show", id])["chain"].as_str().unwrap()[..12].to_owned();
    text.replace("CHAIN", &chain)
}

#[test]
fn wing_with_river_palaces_and_last_move() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let expected = "\
wing-2026-anna-ben-1: Wing
South Anna Ek - North Ben Ode
    a   b   c   d   e   f   g   h   i
10  NS  NK  ND  NG  NE  NG  ND  NK  NS  10
 9  .   .   .   +   +   +   .   .   .   9
 8  .   NC  .   +   +   +   .   NC  .   8
 7  NH  .   NH  .   NH  .   NH  .   NH  7
 6  ~   ~   ~   ~   ~   ~   ~   ~   ~   6
 5  ~   ~   ~   ~  [SH] ~   ~   ~   ~   5
 4  SH  .   SH  .  [. ] .   SH  .   SH  4
 3  .   SC  .   +   +   +   .   SC  .   3
 2  .   .   .   +   +   +   .   .   .   2
 1  SS  SK  SD  SG  SE  SG  SD  SK  SS  1
    a   b   c   d   e   f   g   h   i
~ River   + palace   [ ] last move
ply 1: 1. SH e4-e5
North to move
chain CHAIN
";
    let expected = with_chain(&place, "w", expected);
    assert_eq!(place.ok(&["show", "w"]), expected);
    let board: String = expected.lines().skip(2).take(12).map(|l| format!("{l}\n")).collect();
    assert_eq!(place.ok(&["show", "w", "-q"]), board);
}

#[test]
fn fortress_flipped() {
    let place = Place::new();
    let id = open(&place, &["fortress", "--variation", "high"], &[]);
    place.play(&id, 0, "b8b6");
    let expected = "\
fortress-2026-anna-ben-1: Fortress of the Witch, High variation
South Anna Ek - North Ben Ode
     g     f     e     d     c     b     a
 1  SEW   LWH   CWH   TDW   CWH   LWH   SEW   1
 2   .    PWH   PWH   HIC   PWH   PWH    .    2
 3  HKW    .     +    HKW    +     .    HKW   3
 4   .     .     .     .     .     .     .    4
 5   ~     ~     ~     ~     ~     ~     ~    5
 6   .     .     .     .     .   [WPN*]  .    6
 7  WHR    .     +    WHR    +     .    WHR   7
 8   .    WPN   WPN   WKG   WPN  [ .  ]  .    8
 9  WSE   WLR   WCN   FWQ   WCN   WLR   WSE   9
     g     f     e     d     c     b     a
~ River   + palace   [ ] last move   * has moved
ply 1: 1. WPN b8-b6
South to move
chain CHAIN
";
    let expected = with_chain(&place, &id, expected);
    assert_eq!(place.ok(&["show", &id, "--flip"]), expected);
}

#[test]
fn signs_of_unicode_on_request() {
    let place = Place::new();
    let id = open(&place, &["valonian", "--south-force", "a1=ELE"], &[]);
    let said = place.ok(&["show", &id, "--pieces", "emblems"]);
    assert!(said.contains("8   ♜     ♞     ♝     ♛     ♚     ♝     ♞     ♜    8\n"), "{said}");
    assert!(said.contains("1  wELE   ♘     ♗     ♕     ♔     ♗     ♘     ♖    1\n"), "{said}");
}

#[test]
fn valonian_at_the_start() {
    let place = Place::new();
    let id = open(&place, &["valonian"], &["--south-force", "h1=ELE"]);
    let expected = "\
valonian-2026-anna-ben-1: Valonian Chess (The Hideous Game)
White Anna Ek - Black Ben Ode
     a     b     c     d     e     f     g     h
 8   bR    bN    bB    bQ    bK    bB    bN    bR   8
 7   bP    bP    bP    bP    bP    bP    bP    bP   7
 6   .     .     .     .     .     .     .     .    6
 5   .     .     .     .     .     .     .     .    5
 4   .     .     .     .     .     .     .     .    4
 3   .     .     .     .     .     .     .     .    3
 2   wP    wP    wP    wP    wP    wP    wP    wP   2
 1   wR    wN    wB    wQ    wK    wB    wN   wELE  1
     a     b     c     d     e     f     g     h
ply 0
White to move
chain CHAIN
";
    let expected = with_chain(&place, &id, expected);
    assert_eq!(place.ok(&["show", &id]), expected);
}

#[test]
fn any_ply() {
    let place = Place::with_game();
    for (hour, text) in ["e4e5", "e7e6", "e5xe6"].into_iter().enumerate() {
        place.play("w", hour as u32, text);
    }
    let start = place.ok(&["show", "w", "--ply", "0"]);
    assert!(!start.contains('[') && start.ends_with("ply 0 of 3\nSouth to move\n"), "{start}");
    let second = place.ok(&["show", "w", "--ply", "2"]);
    assert!(second.ends_with("ply 2 of 3: 1... NH e7-e6\nSouth to move\n"), "{second}");
    assert_eq!(place.ok(&["show", "w", "--ply", "3"]), place.ok(&["show", "w"]));
    place.refused(2, &["show", "w", "--ply", "4"], &["no ply 4", "plies 0 to 3"]);
    place.refused(2, &["legal", "w", "--ply", "4"], &["no ply 4", "plies 0 to 3"]);
    place.refused(2, &["show", "w", "--ply", "x"], &["--ply"]);
    let legal = place.ok(&["legal", "w", "--ply", "2", "--format", "coord"]);
    assert!(legal.contains("\ne5e6\n"), "{legal}");
}

#[test]
fn colours_on_request_only() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let plain = place.ok(&["show", "w"]);
    assert!(!plain.contains('\u{1b}'));
    assert_eq!(place.ok(&["show", "w", "--color", "never"]), plain);
    let coloured = place.ok(&["show", "w", "--color", "always"]);
    // South light on dark red, North black on dark yellow, the River blue, palaces green, the last move bold.
    for part in [
        "\u{1b}[38;5;230m\u{1b}[48;5;88m SS ",
        "\u{1b}[38;5;16m\u{1b}[48;5;178m NS ",
        "\u{1b}[38;5;32m ~ ",
        "\u{1b}[38;5;64m + ",
        "\u{1b}[1m[. ]",
    ] {
        assert!(coloured.contains(part), "{part:?} in {coloured:?}");
    }
    let mut bare = String::new();
    let mut escape = false;
    for c in coloured.chars() {
        match c {
            '\u{1b}' => escape = true,
            'm' if escape => escape = false,
            c if !escape => bare.push(c),
            _ => {}
        }
    }
    assert_eq!(bare, plain);
    let run = place.command(&["show", "w"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(run.stdout.contains(&0x1b));
    let run = place.command(&["show", "w"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!run.stdout.contains(&0x1b));
}

#[test]
fn fen_goes_round() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let fen = place.ok(&["show", "w", "--format", "fen"]);
    assert_eq!(fen, "skdgegdks/9/1c5c1/h1h1h1h1h/9/4H4/H1H3H1H/1C5C1/9/SKDGEGDKS n - - - - 0\n");
    let count = place.ok(&["legal", "w", "--format", "coord"]).lines().count();
    let perft = place.ok(&["perft", "--game", "wing", "--depth", "1", "--fen", fen.trim()]);
    assert_eq!(perft.trim(), count.to_string());
}

#[test]
fn show_json() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let said = place.json(&["show", "w"]);
    assert_eq!(said["last"], json!({ "text": "1. SH e4-e5", "coord": "e4e5" }));
    assert_eq!(said["board"].as_object().unwrap().len(), 32);
    assert_eq!(said["board"]["e5"], "SH");
    for (key, value) in [
        ("id", json!(ID)),
        ("game", json!("wing")),
        ("variation", Value::Null),
        ("south", json!("Anna Ek")),
        ("north", json!("Ben Ode")),
        ("ply", json!(1)),
        ("plies", json!(1)),
        ("turn", json!("north")),
        ("check", json!(false)),
        ("status", json!("ongoing")),
        ("result", json!("*")),
    ] {
        assert_eq!(said[key], value, "{key}");
    }
    assert_eq!(place.ok(&["show", "w", "--format", "json"]), place.ok(&["show", "w", "--json"]));
}

/// Every tag is closed in its turn and every `&` begins an entity.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a stray > in {:?}", &rest[..at]);
        let end = rest[at..].find('>').expect("the end of a tag") + at;
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        match tag {
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name)),
            _ if tag.ends_with('/') => {}
            _ => open.push(name),
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?} left open");
    assert!(svg.split('&').skip(1).all(|s| s.split_once(';').is_some_and(|(e, _)| e.len() < 5)));
}

#[test]
fn svg_of_every_board() {
    let place = Place::new();
    for game in ["wing", "fortress", "valonian"] {
        let id = open(&place, &[game], &[]);
        let svg = place.ok(&["show", &id, "--format", "svg"]);
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox="), "{svg}");
        assert_well_formed(&svg);
        let pieces = place.json(&["show", &id])["board"].as_object().unwrap().len();
        assert_eq!(svg.matches("class=\"piece ").count(), pieces);
        assert_ne!(svg, place.ok(&["show", &id, "--format", "svg", "--flip"]));
    }
}

#[test]
fn pictures_as_they_are_asked_for() {
    let place = Place::with_game();
    let svg = ["show", "w", "--format", "svg"];
    let with = |more: &[&str]| place.ok(&[&svg[..], more].concat());
    place.play("w", 0, "e4e5");
    let plain = with(&[]);
    for told in ["Anna Ek", "Ben Ode", ">ply 1: 1. SH e4-e5<", ">North to move<", ">River<"] {
        assert!(plain.contains(told), "{told}");
    }
    assert!(with(&["--size", "300"]).contains(" width=\"300\" height=\""));
    assert!(with(&["--theme", "dark"]).contains("fill=\"#1c1e21\""));
    assert!(!with(&["--pieces", "letters"]).contains("<use"));
    assert_eq!(with(&["--arrows", "last,b1-c3"]).matches("class=\"arrow\"").count(), 2);
    for (wrong, said) in [
        (["--arrows", "b1c3"], "--arrows \"b1c3\" should be two squares"),
        (["--size", "5000"], "100..=4096"),
        (["--theme", "pink"], "light, dark, grey"),
    ] {
        place.refused(2, &[&svg[..], &wrong].concat(), &[said]);
    }
}

#[test]
fn plots_of_a_game_and_of_results() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let time = place.ok(&["show", "w", "--plot", "time"]);
    assert!(time.contains(": time for each move</title>"), "{time}");
    assert_well_formed(&time);
    let material = place.ok(&["show", "w", "--plot", "material", "--theme", "dark"]);
    assert!(material.contains("<desc>2 plies from 0; the most is 16.</desc>"), "{material}");
    place.refused(2, &["show", "w", "--plot", "time", "--format", "fen"], &["SVG or PNG"]);
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/games/riverqi");
    place.refused(
        1,
        &["show", &format!("{archive}/specimens/specimen-riverqi-1.yaml"), "--plot", "time"],
        &["does not say when"],
    );
    let results = place.ok(&["stats", archive, "--format", "svg"]);
    assert!(
        results.contains("<title>Results</title>") && results.contains(">riverqi<"),
        "{results}"
    );
    place.refused(2, &["stats", archive, "--by", "time", "--format", "svg"], &["no results"]);
}

#[cfg(feature = "png")]
#[test]
fn png_for_a_file() {
    let place = Place::with_game();
    let png = place.command(&["show", "w", "--format", "png", "--size", "120"]).output().unwrap();
    assert!(png.status.success() && png.stderr.is_empty());
    assert!(png.stdout.starts_with(b"\x89PNG\r\n\x1a\n"));
    // The width stands behind the header of the first chunk.
    assert_eq!(png.stdout[16..20], [0, 0, 0, 120]);
    let players = ["-q", "--south", "Анна", "--north", "Ben"];
    let id = place.ok(&[&["new", "wing"][..], &players].concat()).trim().to_owned();
    let boxes = place.command(&["show", &id, "--format", "png", "--size", "120"]).output().unwrap();
    let said = String::from_utf8(boxes.stderr).unwrap();
    assert!(said.contains("boxes stand for letters of \"Анна\""), "{said}");
}

#[test]
fn legal_as_text_and_coordinates() {
    let place = Place::with_game();
    let text = place.ok(&["legal", "w"]);
    let coord = place.ok(&["legal", "w", "--format", "coord"]);
    let lines: Vec<&[u8]> = coord.lines().map(str::as_bytes).collect();
    assert_eq!(lines.len(), 42);
    assert!(lines.is_sorted() && coord.contains("\nb1c3\n"), "sorted bytewise, one a line");
    // For people in columns, sorted downwards.
    let rows: Vec<Vec<&str>> =
        text.lines().map(|l| l.split("  ").map(str::trim).collect()).collect();
    assert_eq!((rows.len(), rows[0].len()), (6, 7), "{text}");
    let downwards = (0..7).flat_map(|at| rows.iter().filter_map(move |row| row.get(at).copied()));
    let moves: Vec<&str> = downwards.collect();
    assert!(moves.len() == 42 && moves.is_sorted() && moves.contains(&"SK b1-c3"), "{text}");
    // Each is taken back as a move.
    for m in moves.into_iter().chain(coord.lines()).step_by(7) {
        place.ok(&["move", "w", m, "--dry-run"]);
    }
}

#[test]
fn legal_all_json_has_one_line_for_every_ply() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    place.play("w", 1, "e7e6");
    let out = place.ok(&["legal", "w", "--all", "--json"]);
    let lines: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    for (ply, line) in lines.iter().enumerate() {
        let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["fen", "legal", "ply", "status"]);
        assert_eq!((&line["ply"], &line["status"]), (&json!(ply), &json!("ongoing")));
        let ply = ply.to_string();
        let coord = place.ok(&["legal", "w", "--ply", &ply, "--format", "coord"]);
        assert_eq!(line["legal"], json!(coord.lines().collect::<Vec<_>>()));
        let fen = place.ok(&["show", "w", "--ply", &ply, "--format", "fen"]);
        assert_eq!(line["fen"], fen.trim());
    }
    place.refused(2, &["legal", "w", "--all"], &["--json"]);
    let run = place.run(&["legal", "w", "--all", "--json", "--ply", "1"]);
    assert_eq!(run.code, 2);
    assert!(run.error()["message"].as_str().unwrap().contains("--ply"), "{run:?}");
}

/// A mated side has no moves and says so in every form.
#[test]
fn legal_all_ends_with_an_empty_list_at_mate() {
    let place = Place::new();
    let id = open(&place, &["valonian"], &[]);
    for (hour, text) in ["f3", "e5", "g4", "Qh4"].into_iter().enumerate() {
        place.play(&id, hour as u32, text);
    }
    let out = place.ok(&["legal", &id, "--all", "--json"]);
    let last: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((&last["ply"], &last["legal"]), (&json!(4), &json!([])));
    assert_eq!(last["status"], "checkmate");
    assert_eq!(place.ok(&["legal", &id, "--ply", "3", "--format", "coord"]).lines().count(), 30);
}

/// A game that ended by agreement has no more moves to make, though the position has some.
#[test]
fn legal_says_that_the_game_is_over() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let record = place.read(RECORD).replace("result: \"*\"", "result: south\nending: resignation");
    let record = record + "  1... resigns [2026-12-03T00:00:00Z]\n";
    place.at("2026-12-04T00:00:00Z");
    place.write("over.yaml", &record);
    assert_eq!(place.ok(&["verify", "over.yaml"]), "1 record holds, 1 ply\n");
    assert_eq!(place.ok(&["legal", "over.yaml", "-q"]), "");
    assert_ne!(place.ok(&["legal", "over.yaml", "--ply", "0", "-q"]), "");
    let shown = place.ok(&["show", "over.yaml"]);
    assert!(shown.contains("\nover: resignation, result south\nchain "), "{shown}");
    let said = "no move is legal: the game is over, resignation, result south\n";
    assert_eq!(place.ok(&["legal", "over.yaml"]), said);
}

#[test]
fn records_outside_any_repository_and_on_standard_input() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let record = place.read(RECORD);
    let shown = place.ok(&["show", "w"]);
    let legal = place.ok(&["legal", "w", "--all", "--json"]);
    let elsewhere = Place::nowhere();
    elsewhere.at(&place.now());
    elsewhere.write("a.yaml", &record);
    assert_eq!(elsewhere.ok(&["show", "a.yaml"]), shown);
    assert_eq!(elsewhere.ok(&["legal", "a.yaml", "--all", "--json"]), legal);
    let bom = format!("\u{feff}{}", record.replace('\n', "\r\n"));
    for input in [&record, &bom] {
        assert_eq!(elsewhere.run_with(&["show", "-"], input).out, shown);
        assert_eq!(elsewhere.run_with(&["legal", "-", "--all", "--json"], input).out, legal);
        let run = elsewhere.run_with(&["verify", "-"], input);
        assert_eq!((run.code, run.out.as_str()), (0, "1 record holds, 1 ply\n"));
    }
    let run = elsewhere.run_with(&["show", "-"], "moves");
    assert_eq!(run.code, 1);
    assert!(run.err.starts_with("error: -:1:1: "), "{run:?}");
    elsewhere.refused(3, &["show", "none.yaml"], &["none.yaml", "No such file"]);
    elsewhere.refused(3, &["show", "w"], &["is not in a git repository"]);
}

#[test]
fn an_edited_record_is_shown_as_it_stands_with_what_was_edited() {
    let place = Place::with_game();
    place.play("w", 1, "e4e5");
    let committed = place.read(RECORD);
    let tail = |name: &str| {
        let out = place.ok(&["show", name]);
        let chain = out.find("\nchain ").unwrap();
        let rest = &out[chain + 1..];
        rest.split_once('\n').unwrap().1.to_owned()
    };
    assert_eq!(tail("w"), "");
    // The time of the move and the name of a player are others.
    place.write(RECORD, committed.replace("Ben Ode", "Ben Oda").replace("SH e4-e5", "SK b1-c3"));
    let edits = tail("w");
    let time = "[2026-12-01T01:00:00Z]";
    assert!(
        edits.starts_with("this file is not as it was committed (- committed, + here):\n"),
        "{edits}"
    );
    for line in [
        format!("\n  - 1. SH e4-e5 {time}\n"),
        format!("\n  + 1. SK b1-c3 {time}\n"),
        "\n  - players.north: {name: Ben Ode, email: ben@example.org}\n".into(),
        "\n  + players.north: {name: Ben Oda, email: ben@example.org}\n".into(),
    ] {
        assert!(edits.contains(&line), "{line:?} {edits}");
    }
    assert_eq!(tail(RECORD), edits);
    let said = place.json(&["show", "w"]);
    assert_eq!(said["last"]["text"], "1. SK b1-c3");
    assert_eq!(said["uncommitted"]["removed"], json!([format!("1. SH e4-e5 {time}")]));
    let run = place.run(&["show", "w", "--format", "fen"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 1));
    assert!(run.err.ends_with(": this file is not as it was committed\n"), "{run:?}");
    // Comments of the file say nothing of the game.
    place.write(RECORD, format!("# hm\n{committed}"));
    assert!(
        tail("w").ends_with("\n  the record says the same; `git diff` shows what was edited\n")
    );
    place.write(RECORD, committed.replace("SH e4-e5", "SH e4-e6"));
    place.refused(1, &["show", "w"], &["does not move from e4 to e6", "not as it was committed"]);
    // What acts needs what was committed.
    place.refused(3, &["move", "w", "e7e6"], &["edits that are not committed"]);
    let new = RECORD.replace("anna-ben-1", "mine");
    place.write(&new, committed.replace(ID, "wing-2026-mine"));
    assert_eq!(tail(&new), "this file was never committed\n");
}

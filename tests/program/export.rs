//! `export`: games in other formats.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::harness::Place;
use crate::streams::record;

/// Five games of chess of the collection, as paths.
pub fn historic() -> Vec<String> {
    let names = [
        "czechoslovak-championship-22-rosenzweig-necesany",
        "czechoslovak-championship-pecenka-nun",
        "paris-opera-1858",
        "staunton-horwitz-1846-round-1",
        "tasmania-1848-round-2",
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games/valonian/historic");
    names.iter().map(|name| format!("{folder}/{name}.yaml")).collect()
}

/// A game in which much happened besides moves.
fn eventful() -> String {
    let moves =
        "  1. SH e4-e5 [2026-11-30T08:00:00Z] {write to anna@post.example  soon [x] 50 % left}
  1... joins [2026-12-01T09:11:12Z] {! thank you}
  1... NH e7-e6 [2026-12-01T09:11:12Z]
  2. SK b1-c3 (=) [2026-12-02T07:00:00Z] {[%clk 1:00:00] hm}
  2... draw declined [2026-12-02T21:00:00Z]
  2... NH a7-a6 [2026-12-02T21:00:00Z] {!? $142 quiet}
  3. SS a1-a3 (if) [2026-12-03T08:00:00Z]
  3... take-back requested: 1 [2026-12-03T08:00:00Z]
  4. take-back agreed [2026-12-03T09:00:00Z]
  3. SK c3-e4 [2026-12-03T10:00:00Z]
  3... address changed: b@c.example [2026-12-03T10:00:00Z]
  3... time credited: north 2d — [post] lost (Eva Ros) [2026-12-04T08:00:00Z]
";
    let players = "players:
  south: {name: \"=Anna \\\"A\\\" Ek\", email: anna@example.org}
  north: {name: Ben Ode, email: ben@example.org, key: \"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJhL0ic7YeyKhqCcSedauFno+NaHZ3L77uVAFP0ZYYk6 ben@laptop.example\"}
arbiter: {name: Eva Ros, email: eva@example.org}
started: 2026-11-29T19:20:00Z
time: 40d+2d
clock: {leave: 30}
x-comment-0: before the start
x-event: \"y\"
x-source: \"a\\\\b\"
result:";
    record("wing-1", "SH e4-e5").replace("result:", players).replace("  1. SH e4-e5\n", moves)
}

#[test]
fn pgn_of_our_own_games() {
    let place = Place::nowhere();
    place.write("a.yaml", eventful());
    // What is left: 42 days, then what was used less and two days more with each new move; the move after the take-back was
    // rewarded before.
    let expected = r#"[Event "?"]
[Site "?"]
[Date "2026.11.29"]
[Round "?"]
[White "=Anna \"A\" Ek"]
[Black "Ben Ode"]
[Result "*"]
[BlackNA "ben@example.org"]
[RiverpostArbiter "Eva Ros <eva@example.org>"]
[RiverpostBlackKey "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJhL0ic7YeyKhqCcSedauFno+NaHZ3L77uVAFP0ZYYk6 ben@laptop.example"]
[RiverpostClock "{leave: 30}"]
[RiverpostId "wing-1"]
[RiverpostStarted "2026-11-29T19:20:00Z"]
[RiverpostTime "40d+2d"]
[Variant "Wing"]
[WhiteNA "anna@example.org"]
[source "a\\b"]
[x-event "y"]

{before the start} 1. SH e4-e5
{[%rp time 2026-11-30T08:00:00Z] [%emt 12:40:00] [%clk 1008:00:00] write to
anna@post.example  soon [x] 50 % left}
{[%rp line 1... joins] [%rp time 2026-12-01T09:11:12Z] ! thank you}
1... NH e7-e6
{[%rp time 2026-12-01T09:11:12Z] [%emt 25:11:12] [%clk 1008:00:00]} 2. SK b1-c3
{[%rp time 2026-12-02T07:00:00Z] [%rp offer] [%emt 21:48:48] [%clk 1034:11:12] [%rp] [%clk
1:00:00] hm} {[%rp line 2... draw declined] [%rp time 2026-12-02T21:00:00Z]}
2... NH a7-a6 $5 $142
{[%rp time 2026-12-02T21:00:00Z] [%emt 14:00:00] [%clk 1042:00:00] quiet}
{[%rp line 3. SS a1-a3 (if)] [%rp time 2026-12-03T08:00:00Z]}
{[%rp line 3... take-back requested: 1] [%rp time 2026-12-03T08:00:00Z]}
{[%rp line 4. take-back agreed] [%rp time 2026-12-03T09:00:00Z]} 3. SK c3-e4
{[%rp time 2026-12-03T10:00:00Z] [%emt 1:00:00] [%clk 1070:11:12]}
{[%rp line 3... address changed: b@c.example] [%rp time 2026-12-03T10:00:00Z]}
{[%rp line 3... time credited: north 2d — [post%5D lost (Eva Ros)] [%rp time 2026-12-04T08:00:00Z]}
*

"#;
    assert_eq!(place.ok(&["export", "a.yaml"]), expected);
}

/// What is exported as PGN and imported again is the same record.
#[test]
fn pgn_is_read_back_without_loss() {
    let place = Place::nowhere();
    place.at("2026-12-05T08:00:00Z");
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut records: Vec<String> = Vec::new();
    let mut files = Vec::new();
    collect(&collection, &collection, &mut files);
    for file in files.iter().filter(|file| file.ends_with(".yaml") && !file.starts_with("matches"))
    {
        records.push(fs::read_to_string(collection.join(file)).unwrap());
    }
    assert!(records.len() > 20);
    let historic = record("historic", "SH e4-e5").replace(
        "result: \"*\"",
        "date: 1999-03\nendings: claimed\nx-Termination: unclear\nresult: draw\nending: agreement",
    );
    records.extend([eventful(), historic]);
    for record in records {
        let text = place.run_with(&["fmt", "-"], &record).out;
        let pgn = place.run_with(&["export", "-"], &text);
        assert_eq!(pgn.code, 0, "{pgn:?}");
        assert!(pgn.out.lines().all(|line| line.len() <= 255), "{}", pgn.out);
        place.write("a.pgn", &pgn.out);
        place.ok(&["import", "a.pgn", "--out", "back"]);
        let back = place.ok(&["export", "back", "--format", "yaml"]);
        assert_eq!(back, format!("---\n{text}"), "{}", pgn.out);
        fs::remove_dir_all(place.file("back")).unwrap();
    }
}

/// Chess is written as every chess program does.
#[test]
fn pgn_of_chess() {
    let place = Place::nowhere();
    let out = place.ok(&["export", &historic()[2]]);
    let (tags, moves) = out.split_once("\n\n").unwrap();
    assert!(tags.contains("[Date \"1858.??.??\"]") && !tags.contains("Variant"), "{tags}");
    // As in every collection.
    let expected = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n\n";
    assert_eq!(moves, expected);
}

#[test]
fn a_stream_of_records_and_what_is_not_sound() {
    let place = Place::nowhere();
    place.write("games/one.yaml", record("one", "SH e4-e5"));
    place.write("games/two.yaml", format!("---\n{}", record("two", "SH e4-e5")));
    let stream = place.ok(&["export", "games", "--format", "yaml"]);
    let both = [record("one", "SH e4-e5"), record("two", "SH e4-e5")];
    assert_eq!(stream, format!("---\n{}---\n{}", both[0], both[1]));
    assert_eq!(place.run_with(&["export", "-", "--format", "yaml"], &stream).out, stream);

    place.write("games/bad.yaml", record("bad", "SH e4-e6"));
    let run = place.run(&["export", "games", "--format", "fen"]);
    assert_eq!(run.code, 1);
    assert!(run.err.starts_with("error: games/bad.yaml:18:6: illegal move"), "{}", run.err);
    let start = "skdgegdks/9/1c5c1/h1h1h1h1h/9/9/H1H1H1H1H/1C5C1/9/SKDGEGDKS s - - - - 0";
    let after = "skdgegdks/9/1c5c1/h1h1h1h1h/9/4H4/H1H3H1H/1C5C1/9/SKDGEGDKS n - - - - 0";
    let lines = |id: &str| format!("{id}\t0\t{start}\n{id}\t1\t{after}\n");
    assert_eq!(run.out, lines("one") + &lines("two"));
}

#[test]
fn addresses_are_left_out() {
    let place = Place::nowhere();
    place.write("a.yaml", eventful());
    for format in ["pgn", "yaml", "json", "csv", "text"] {
        let out = place.ok(&["export", "a.yaml", "--redact", "--format", format]);
        assert!(!out.contains('@'), "{format}: {out}");
        assert!(out.contains("Ben Ode"), "{format}: {out}");
    }
    let out = place.ok(&["export", "a.yaml", "--redact", "--format", "yaml"]);
    assert!(out.contains("{write to (address left out)  soon [x] 50 % left}"), "{out}");
    assert!(
        out.contains(
            "key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJhL0ic7YeyKhqCcSedauFno+NaHZ3L77uVAFP0ZYYk6}"
        ) && !out.contains("address changed"),
        "{out}"
    );
    place.at("2026-12-05T08:00:00Z");
    let run = place.run_with(&["verify", "-"], out);
    assert_eq!((run.code, run.out.as_str()), (0, "1 record holds, 5 plies\n"));
}

#[test]
fn tables() {
    let place = Place::nowhere();
    place.write("a.yaml", eventful());
    let position = "skdgegdks/9/1c5c1/2h3h1h/h3h4/4H4/H1H1K1H1H/1C5C1/9/S1DGEGDKS n - - - - 1";
    let games = format!(
        "id,game,year,variation,options,event,site,round,date,south,north,south_email,north_email,arbiter,\
         started,time,result,south_score,ending,plies,position,source\r\n\
         wing-1,wing,2026,,,,,,2026-11-29,\"'=Anna \"\"A\"\" Ek\",Ben Ode,anna@example.org,ben@example.org,\
         Eva Ros,2026-11-29T19:20:00Z,40d+2d,*,,,5,{position},a.yaml\r\n"
    );
    assert_eq!(place.ok(&["export", "a.yaml", "--format", "csv"]), games);
    let plies = place.ok(&["export", "a.yaml", "--format", "csv", "--table", "plies"]);
    let lines: Vec<&str> = plies.split("\r\n").collect();
    assert_eq!(lines.len(), 7);
    let start = "skdgegdks/9/1c5c1/h1h1h1h1h/9/9/H1H1H1H1H/1C5C1/9/SKDGEGDKS s - - - - 0";
    let said = "write to anna@post.example  soon [x] 50 % left";
    assert_eq!(
        lines[1],
        format!(
            "wing-1,wing,2026,1,1,south,SH e4-e5,e4e5,,2026-11-30T08:00:00Z,45600,3628800,false,false,{said},{start}"
        )
    );
    let whole = place.ok(&["export", "a.yaml", "--format", "jsonl"]);
    let whole: Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(whole["moves"][0]["seconds_left"], 3_628_800);
    assert_eq!(whole["actions"][1]["line"], "1... joins [2026-12-01T09:11:12Z]");
    assert_eq!(whole["extras"]["x-event"], "y");
    assert_eq!(whole["south"], "=Anna \"A\" Ek");
    let list = place.ok(&["export", "a.yaml", "a.yaml", "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&list).unwrap(), json!([whole, whole]));
    place.refused(2, &["export", "a.yaml", "--table", "plies"], &["--format csv"]);
}

#[test]
fn tables_in_folders() {
    let place = Place::nowhere();
    place.write("r/a.yaml", eventful().replace("id: wing-1", "id: a"));
    place.write("r/b.yaml", record("b", "SH e4-e5"));
    let games = historic();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let format = ["--format", "csv", "--partition-by", "game,year", "--out", "t"];
    let arguments = [&["export", "r"], &games[..], &format].concat();
    let counted = place.ok(&[&arguments[..], &["--dry-run"]].concat());
    assert_eq!(counted, "would write 7 games to t\n");
    assert!(!place.file("t").exists());
    assert_eq!(place.ok(&arguments), "7 games written to t\n");
    let mut files: Vec<String> = Vec::new();
    collect(&place.file("t"), &place.file("t"), &mut files);
    files.sort();
    let part = |game: &str, year: &str| format!("game={game}/year={year}/part-0.csv");
    let unknown = "__HIVE_DEFAULT_PARTITION__";
    let parts = [
        part("valonian", "1846"),
        part("valonian", "1848"),
        part("valonian", "1858"),
        part("valonian", unknown),
        part("wing", "2026"),
        part("wing", unknown),
    ];
    let expected: Vec<String> = ["games", "plies"]
        .iter()
        .flat_map(|table| parts.iter().map(move |part| format!("{table}/{part}")))
        .collect();
    assert_eq!(files, expected);
    let plies = place.read(&format!("t/plies/{}", part("wing", unknown)));
    let start = "skdgegdks/9/1c5c1/h1h1h1h1h/9/9/H1H1H1H1H/1C5C1/9/SKDGEGDKS s - - - - 0";
    assert_eq!(
        plies,
        format!(
            "id,ply,number,side,move,coordinate,san,time,seconds_used,seconds_left,offer,conditional,comment,position\r\n\
             b,1,1,south,SH e4-e5,e4e5,,,,,false,false,,{start}\r\n"
        )
    );
    // Two games of one part stand below one line of headings.
    let both = place.read(&format!("t/games/{}", part("valonian", unknown)));
    assert_eq!(both.lines().count(), 3, "{both}");
    place.refused(3, &arguments, &["t", "there is something already"]);
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => collect(root, &path, files),
            false => files.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()),
        }
    }
}

#[test]
fn a_file_is_written_whole_and_never_over_another() {
    let place = Place::with_game();
    assert_eq!(place.ok(&["export", "--out", "g.pgn"]), "1 game written to g.pgn\n");
    let pgn = place.read("g.pgn");
    assert_eq!(place.ok(&["export"]), pgn);
    assert_eq!(place.ok(&["export", "wing-2026-anna"]), pgn);
    place.refused(2, &["export", "no-such"], &["no-such"]);
    place.refused(3, &["export", "no/such.yaml"], &["no/such.yaml"]);
    place.refused(3, &["export", "--out", "g.pgn"], &["g.pgn", "there is something already"]);
    place.refused(3, &["export", "--out", "no/g.pgn"], &["no/g.pgn"]);
    // A bare repository has the same games.
    place.git(&["clone", "--quiet", "--bare", ".", "../bare.git"]);
    assert_eq!(place.ok(&["export", "--repo", "../bare.git"]), pgn);
}

#[test]
fn a_game_as_in_a_book() {
    let place = Place::nowhere();
    place.write("one.yaml", record("one", "SH e4-e5"));
    let expected = "unknown - unknown
Wing

1. SH e4-e5

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

North to move

";
    assert_eq!(place.ok(&["export", "one.yaml", "--format", "text"]), expected);
}

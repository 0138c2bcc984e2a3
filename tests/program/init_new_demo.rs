//! `init`, `new` and `demo`: how a game comes to be.

use crate::harness::{ID, NOW, Place, RECORD};

/// Every game in every variation with every option.
const GAMES: &[&[&str]] = &[
    &["wing"],
    &["riverqi"],
    &["encounter"],
    &["encounter", "--option", "chariots=north", "--option", "promotion=6"],
    &["fortress"],
    &["fortress", "--variation", "high"],
    &["valonian"],
];

fn new<'a>(game: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let players = ["--south", "Anna Ek", "--north", "Ben Ode"];
    [&["new"], game, &players, more].concat()
}

#[test]
fn init_makes_a_repository() {
    let place = Place::empty();
    let said = place.ok(&["init", "my games"]);
    assert!(said.contains("my games is a repository for games now"), "{said}");
    assert!(said.contains("next: riverpost new"), "{said}");
    let place = place.within("my games");
    assert_eq!(place.read("riverpost.yaml"), "format: riverpost-repository/1\n");
    assert_eq!(
        place.read(".gitattributes"),
        "*.yaml text eol=lf\ngames/**/*.yaml merge=riverpost\n"
    );
    assert_eq!(place.git(&["log", "--format=%an %cn %s"]).lines().count(), 1);
    assert!(place.git(&["branch", "--show-current"]).contains("main"));
    place.assert_sound();
}

#[test]
fn init_twice_changes_nothing() {
    let place = Place::new();
    let before = place.snapshot();
    assert!(place.ok(&["init"]).contains("was one already"));
    assert_eq!(place.json(&["init"])["commit"], serde_json::Value::Null);
    place.assert_unchanged(&before);
}

#[test]
fn init_keeps_what_is_there() {
    let place = Place::empty();
    place.git(&["init", "-q", "-b", "trunk"]);
    place.write("notes.txt", "mine\n");
    place.write(".gitattributes", "*.png binary\n");
    place.git(&["add", "notes.txt"]);
    let said = place.ok(&["init"]);
    assert!(said.contains(".gitattributes was there already and stays as it is"), "{said}");
    assert_eq!(place.read(".gitattributes"), "*.png binary\n");
    assert_eq!(place.git(&["status", "--porcelain"]), "A  notes.txt\n");
}

#[test]
fn init_json() {
    let place = Place::empty();
    let said = place.json(&["init", "here"]);
    assert_eq!(said["created"], true);
    assert_eq!(said["folder"], "here");
    assert_eq!(said["commit"].as_str().unwrap().len(), 40);
    assert_eq!(said["kept"], serde_json::json!([]));
}

#[test]
fn init_refuses_without_identity() {
    let place = Place::nowhere();
    place.refused(3, &["init", "x"], &["git does not know who you are", "git config --global"]);
}

#[test]
fn init_refuses_a_file_in_the_way() {
    let place = Place::empty();
    place.write("x", "a file");
    let said = ["x: this is a file, not a folder", "name a folder"];
    for command in ["init", "demo", "man"] {
        place.refused(3, &[command, "x"], &said);
        place.refused(3, &[command, "x", "--dry-run"], &said);
    }
}

#[test]
fn init_by_repo_flag_and_dry_run() {
    let place = Place::empty();
    let before = place.snapshot();
    let said = place.ok(&["init", "--dry-run"]);
    assert!(said.contains("would make") && said.contains("riverpost.yaml"), "{said}");
    place.assert_unchanged(&before);
    place.ok(&["init", "--repo", "there"]);
    assert!(place.file("there/riverpost.yaml").is_file());
}

#[test]
fn quiet_init_says_nothing() {
    assert_eq!(Place::empty().ok(&["init", "-q"]), "");
}

#[test]
fn new_opens_every_game() {
    let place = Place::new();
    for game in GAMES {
        let id = place.ok(&new(game, &["-q"])).trim().to_string();
        let shown = place.json(&["show", &id]);
        assert_eq!((&shown["game"], &shown["ply"]), (&game[0].into(), &0.into()));
        assert_eq!(shown["south"], "Anna Ek");
        let path = place.git(&["ls-files", &format!("*{id}.yaml")]);
        assert_eq!(path.trim(), format!("games/{}/2026-11/{id}.yaml", game[0]));
        assert_eq!(place.ok(&["fmt", "--check", path.trim()]), "", "canonical as it is written");
    }
    let text = place.read("games/encounter/2026-11/encounter-2026-anna-ben-2.yaml");
    assert!(text.contains("\noptions: {chariots: north, promotion: \"6\"}\n"), "{text}");
    let text = place.read("games/fortress/2026-11/fortress-2026-anna-ben-2.yaml");
    assert!(text.contains("\nvariation: high\n"), "{text}");
    assert_eq!(place.ok(&["verify"]), "7 records hold, 0 plies\n");
    place.assert_sound();
}

#[test]
fn new_record_to_the_byte() {
    let place = Place::new();
    let said = place.ok(&[
        "new",
        "fortress",
        "--south",
        "Anna Ek <anna@example.org>",
        "--north",
        "no",
        "--north-key",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKNSIfa27OMxG+oHwQYe8zG8Rv68KVwkS1FDkKx0fbrl no",
        "--event",
        "Autumn",
        "--site",
        "22:30",
        "--round",
        "1",
        "--time",
        "tiger 50d r1d",
        "--started",
        "2026-01-02T03:04:05+01:00",
        "--id",
        "0192117",
        "--folder",
        "games/x y",
    ]);
    let expected = "0192117\n\
        opened games/x y/0192117.yaml (chain ";
    assert!(said.starts_with(expected), "{said}");
    let expected = r#"format: riverpost/1
game: fortress
id: "0192117"
nonce: ba6b0def89dae0455af276a0693a1436
variation: level
players:
  south: {name: Anna Ek, email: anna@example.org}
  north: {name: "no", key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKNSIfa27OMxG+oHwQYe8zG8Rv68KVwkS1FDkKx0fbrl}
event: Autumn
site: "22:30"
round: "1"
started: 2026-01-02T02:04:05Z
time: tiger 50d r1d
result: "*"
setup: |
   9 WSE WLR WCN TWQ WCN WLR WSE
   8   . WPN WPN WKG WPN WPN   .
   7 WHR   .   . WHR   .   . WHR
   6   .   .   .   .   .   .   .
   5   .   .   .   .   .   .   .
   4   .   .   .   .   .   .   .
   3 HKW   .   . HKW   .   . HKW
   2   . PWH PWH TCT PWH PWH   .
   1 SEW LWH CWH TDW CWH LWH SEW
       a   b   c   d   e   f   g
moves: |
"#;
    assert_eq!(place.read("games/x y/0192117.yaml"), expected);
    place.assert_sound();
}

#[test]
fn new_commits_one_file_in_the_openers_name() {
    let place = Place::with_game();
    let commit = place.git(&["log", "-1", "--format=%an <%ae>%n%cn <%ce>%n%aI%n%B"]);
    let expected = format!(
        "Clerk <clerk@example.org>\nClerk <clerk@example.org>\n{NOW}\n\
         {ID}: new game of Wing\n\nRiverpost-Game: {ID}\nRiverpost-Ply: 0\nRiverpost-Chain: "
    );
    let commit = commit.replace("+00:00", "Z");
    assert!(commit.starts_with(&expected), "{commit}");
    assert_eq!(place.git(&["show", "--name-status", "--format="]), format!("A\t{RECORD}\n"));
}

#[test]
fn new_numbers_ids_and_guards_them_without_regard_to_case() {
    let place = Place::with_game();
    assert!(place.ok(&new(&["wing"], &[])).starts_with("wing-2026-anna-ben-2\n"));
    let id = ID.to_uppercase();
    let said = ["is taken by", RECORD, "--id"];
    place.refused(1, &new(&["wing"], &["--id", &id]), &said);
    place.refused(1, &new(&["riverqi"], &["--id", ID, "--folder", "games/b"]), &said);
    place.refused(1, &new(&["wing"], &["--id", ID, "--dry-run"]), &said);
}

#[test]
fn new_with_forces() {
    let place = Place::new();
    let forces = ["--south-force", "a1=ELE,N=DRA,e2=WAR", "--north-force", "B=DRU"];
    let id = place.ok(&new(&["valonian"], &[&["-q"], &forces[..]].concat()));
    let board = place.json(&["show", id.trim()])["board"].clone();
    for (square, piece) in [
        ("a1", "wELE"),
        ("h1", "wR"),
        ("b1", "wDRA"),
        ("g1", "wDRA"),
        ("e2", "wWAR"),
        ("c8", "bDRU"),
    ] {
        assert_eq!(board[square], piece);
    }
    // White and Black are South and North.
    let players = ["--white", "Anna Ek", "--black", "Ben Ode"];
    place.ok(&[&["new", "valonian"], &players[..]].concat());
}

#[test]
fn new_with_a_setup() {
    let place = Place::new();
    let setup = "10 . . . NE . . . . .\n 9 . . . . . . . . .\n 8 . . . . . . . . .\n\
                 7 . . . . . . . . .\n6 . . . . . . . . .\n5 . . . . . . . . .\n\
                 4 SH . . . . . . . .\n3 . . . . . . . . .\n2 . . . . . . . . .\n1 SS . . . SE . . . .\n";
    place.write("array.txt", setup);
    let id = place.ok(&new(&["wing"], &["-q", "--setup", "array.txt"]));
    let shown = place.json(&["show", id.trim()]);
    assert_eq!(shown["board"].as_object().unwrap().len(), 4);
    // A board and a position line as `show` prints them are read too, if a game can begin there.
    let board = place.ok(&["show", id.trim(), "-q"]);
    let line = place.ok(&["show", id.trim(), "--format", "fen"]);
    let of = |id: &str, text: &str| {
        let run = place.run_with(&new(&["WING"], &["-q", "--setup", "-", "--id", id]), text);
        assert_eq!((run.code, run.out), (0, format!("{id}\n")), "{}", run.err);
        assert_eq!(place.ok(&["show", id, "-q"]), board);
    };
    of("board", &board);
    of("line", &line);
    place.write("turned.txt", line.replace(" s - ", " n - "));
    let turned = new(&["wing"], &["--setup", "turned.txt"]);
    place.refused(1, &turned, &["begins as", " s - - - - 0", " n - - - - 0", "G10"]);
    place.write("fields.txt", "9/9 s");
    let fields = new(&["wing"], &["--setup", "fields.txt"]);
    place.refused(1, &fields, &["fields.txt: ", "7 fields, this one has 2"]);
    let run = place.run_with(&new(&["wing"], &["-q", "--setup", "-", "--id", "piped"]), setup);
    assert_eq!((run.code, run.out.as_str()), (0, "piped\n"), "{run:?}");
    let same = place.json(&["show", "piped"]);
    assert_eq!(same["board"], shown["board"]);
}

#[test]
fn new_dry_run_prints_the_record_and_writes_nothing() {
    let place = Place::new();
    let before = place.snapshot();
    let said = place.ok(&new(&["wing"], &["--dry-run"]));
    assert!(said.starts_with(&format!("would write {RECORD}:\nformat: riverpost/1\n")), "{said}");
    let said = place.json(&new(&["wing"], &["--dry-run"]));
    assert_eq!(said["commit"], serde_json::Value::Null);
    place.assert_unchanged(&before);
}

#[test]
fn new_json() {
    let place = Place::new();
    let said = place.json(&new(&["wing"], &[]));
    assert_eq!((&said["id"], &said["path"]), (&ID.into(), &RECORD.into()));
    assert_eq!(said["chain"].as_str().unwrap().len(), 12);
    assert_eq!(said["commit"], place.git(&["rev-parse", "HEAD"]).trim());
}

#[test]
fn new_refuses_wrong_choices() {
    let place = Place::new();
    let cases: &[(&[&str], &[&str], &[&str])] = &[
        (
            &["chess"],
            &[],
            &["unknown game \"chess\"", "wing, riverqi, encounter, fortress, valonian"],
        ),
        (&["fortress"], &["--variation", "low"], &["level, high", "\"low\""]),
        (&["wing"], &["--variation", "level"], &["wing has no variations", "\"level\""]),
        (&["encounter"], &["--option", "chariots=east"], &["chariots", "south, north", "\"east\""]),
        (
            &["encounter"],
            &["--option", "colour=red"],
            &["no option \"colour\"", "chariots, promotion"],
        ),
        (&["encounter"], &["--option", "chariots"], &["KEY=VALUE", "chariots=north"]),
        (&["wing"], &["--option", "a=b"], &["wing has no option \"a\""]),
        (&["valonian"], &["--south-force", "K=DRA"], &["K=DRA", "may take the place of a N"]),
        (&["valonian"], &["--south-force", "x"], &["\"x\"", "names 8 or 16"]),
        (&["valonian"], &["--north-force", "e4=MAG"], &["e4=MAG", "no piece there"]),
        (
            &["wing"],
            &["--started", "yesterday"],
            &["'yesterday'", "the time of day is missing, such as 18:00"],
        ),
        (&["wing"], &["--id", "a b"], &["id: it names a file", "letters"]),
        (&["wing"], &["--id", "../x"], &["id: it names a file"]),
        (&["wing"], &["--id", ""], &["id: there is nothing here"]),
        (&["wing"], &["--event", "a\nb"], &["event", "U+000A"]),
        (
            &["wing"],
            &["--folder", "elsewhere"],
            &["records lie below `games`", "`elsewhere`", "games/"],
        ),
        (&["wing"], &["--arbiter", "anna ek"], &["the arbiter may not be South's player [G5]"]),
        (&["wing"], &["--lag", "soon"], &["'soon'", "a duration"]),
        (&["wing"], &["--folder", "../x"], &["records lie below `games`"]),
        (&["wing"], &["--folder", "games/../../x"], &["games/../../x/", "`..`"]),
        (&["wing"], &["--folder", "games/.git"], &["git keeps that name"]),
    ];
    for (game, more, words) in cases {
        place.refused(2, &new(game, more), words);
    }
    place.refused(
        2,
        &["new", "wing", "--south", " ", "--north", "b"],
        &["names no player", "Anna Ek <"],
    );
    place.refused(2, &["new", "wing", "--south", "a"], &["--north"]);
    let long = "x".repeat(501);
    place.refused(2, &["new", "wing", "--south", &long, "--north", "b"], &["name", "500"]);
}

#[test]
fn new_states_the_arbiter_and_the_lag() {
    let place = Place::new();
    place.ok(&new(&["wing"], &["--arbiter", "Eva Ros <eva@example.org>", "--lag", "36h"]));
    let lines = "\narbiter: {name: Eva Ros, email: eva@example.org}\nlag: 1d12h\n";
    assert!(place.read(RECORD).contains(lines), "{}", place.read(RECORD));
    place.assert_sound();
}

/// A game of the past is entered move by move without any time, its result by a line or in the header.
#[test]
fn new_enters_a_game_whose_times_are_unknown() {
    let place = Place::new();
    let id = place.ok(&new(&["wing"], &["-q", "--date", "1998-03", "--time", "40d+2d"]));
    assert_eq!(id, "wing-1998-anna-ben-1\n");
    let path = "games/wing/1998-03/wing-1998-anna-ben-1.yaml";
    assert!(
        place.read(path).contains("\ndate: \"1998-03\"\ntime: 40d+2d\nresult:"),
        "{}",
        place.read(path)
    );
    place.ok(&["move", "w", "e4e5"]);
    place.ok(&["move", "w", "e7e6"]);
    place.ok(&["resign", "w", "--for", "north"]);
    let lines = "moves: |\n  1. SH e4-e5\n  1... NH e7-e6\n  2... resigns\n";
    assert!(place.read(path).ends_with(lines), "{}", place.read(path));
    assert!(place.read(path).contains("\nresult: south\nending: resignation\n"));
    place.assert_sound();
    let (date, twice) = (["--date", "March"], ["--date", "1998", "--started", NOW]);
    place.refused(2, &new(&["wing"], &date), &["\"March\" is no date", "1848-02"]);
    place.refused(2, &new(&["wing"], &twice), &["--started"]);
}

#[test]
fn new_names_every_fault_of_an_array() {
    let place = Place::new();
    let array = "10 . . . . . . . . .\n9 . . . . . . . . .\n8 . . . . . . . . .\n7 . . . . . . . . SG\n\
                 6 . . . . . . . . .\n5 . . . . . . . . .\n4 . . SHK . . . . . .\n3 . . . . . . . . .\n\
                 2 . . . . . . . . .\n1 . . . SE . SE . . .\n";
    place.write("array.txt", array);
    place.refused(
        1,
        &new(&["wing"], &["--setup", "array.txt"]),
        &[
            "not a legal start",
            "South has 2 royal pieces",
            "North has no Empress",
            "the SG on i7",
            "the SHK on c4",
            "[G10]",
            "riverpost rules",
        ],
    );
    place.write("facing.txt", "10 . . . . NE . . . .\n9 . . . . . . . . .\n8 . . . . . . . . .\n7 . . . . . . . . .\n\
        6 . . . . . . . . .\n5 . . . . . . . . .\n4 . . . . . . . . .\n3 . . . . . . . . .\n2 . . . . . . . . .\n1 SS . . . SE . . . .\n");
    place.refused(1, &new(&["wing"], &["--setup", "facing.txt"]), &["face each other", "W1"]);
    place.write("short.txt", "10 . .\n");
    place.refused(1, &new(&["wing"], &["--setup", "short.txt"]), &["short.txt:1:"]);
    place.write("odd.txt", array.replace("SHK", "QQQ"));
    place.refused(1, &new(&["wing"], &["--setup", "odd.txt"]), &["odd.txt:7:7: ", "QQQ"]);
    place.write("latin.txt", b"10 . \xE1\n");
    place.refused(1, &new(&["wing"], &["--setup", "latin.txt"]), &["latin.txt:1", "0xE1", "UTF-8"]);
    place.write("huge.txt", " ".repeat(70_000));
    place.refused(1, &new(&["wing"], &["--setup", "huge.txt"]), &["huge.txt", "65536"]);
    place.refused(3, &new(&["wing"], &["--setup", "none.txt"]), &["none.txt", "No such file"]);
}

#[test]
fn new_refuses_outside_a_repository_for_games() {
    let place = Place::empty();
    place.refused(3, &new(&["wing"], &[]), &["is not in a git repository", "riverpost init"]);
    place.git(&["init", "-q"]);
    place.refused(3, &new(&["wing"], &[]), &["no riverpost.yaml", "riverpost init"]);
}

/// One repository within another: the inner one is meant.
#[test]
fn a_repository_inside_another_is_its_own() {
    let place = Place::new();
    place.git(&["init", "-q", "inner"]);
    let inner = place.file("inner").display().to_string();
    place.refused(3, &new(&["wing"], &["--repo", "inner"]), &["no riverpost.yaml", &inner]);
}

#[test]
fn demo_needs_no_identity() {
    let place = Place::nowhere();
    let said = place.ok(&["demo"]);
    for part in [
        "A repository in riverpost-demo, a game in games/valonian/2026-11/demo.yaml",
        "  1. P d2-d4\n  1... P d7-d5\n",
        "A move that is refused: Bc8-g4\n  illegal move: the way is blocked by the Pawn on e6 [P2]\n",
        " 8  bR  bN  bB  bQ  bK  bB  bN  bR  8\n",
        "demo: 5. P a2-a3 (Green Ponds Chess Club)\n",
        "verify: riverpost-demo/games/valonian/2026-11/demo.yaml holds, 9 plies\n",
        "Try next:\n",
    ] {
        assert!(said.contains(part), "{part:?} is not in {said}");
    }
    // What it says to try next works.
    let (_, next) = said.split_once("Try next:\n").unwrap();
    let program = format!("  {} ", env!("CARGO_BIN_EXE_riverpost"));
    let next: Vec<&str> = next.lines().filter_map(|l| l.strip_prefix(&program)).collect();
    assert!(next.len() > 3, "{said}");
    for line in next {
        place.ok(&line.split(' ').collect::<Vec<_>>());
    }
    place.within("riverpost-demo").assert_sound();
}

#[test]
fn demo_json_again_and_refused() {
    let place = Place::nowhere();
    let before = place.snapshot();
    assert!(place.ok(&["demo", "--dry-run"]).contains("would make"));
    place.assert_unchanged(&before);
    place.ok(&["demo"]);
    let said = place.json(&["demo"]);
    assert_eq!(said["folder"], "riverpost-demo-2");
    assert_eq!(said["ok"], true);
    assert_eq!(said["moves"].as_array().unwrap().len(), 9);
    assert_eq!(said["refused"]["move"], "Bc8-g4");
    place.refused(3, &["demo", "riverpost-demo"], &["riverpost-demo: the folder is not empty"]);
}

#[test]
fn new_says_when_one_person_plays_both_sides() {
    let place = Place::new();
    let note = "\nthe same person plays both sides: --for says for which one acts\n";
    for (south, north, one) in [
        ("Anna Ek", "anna ek", true),
        ("Anna <a@example.org>", "A. Ek <A@example.org>", true),
        ("Anna <a@example.org>", "Anna <b@example.org>", false),
        ("Anna Ek", "Ben Ode", false),
    ] {
        let said = place.ok(&["new", "wing", "--south", south, "--north", north]);
        assert_eq!(said.contains(note), one, "{said}");
    }
}

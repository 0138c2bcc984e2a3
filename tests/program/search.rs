//! `search`: finding games.

use serde_json::Value;

use crate::export::historic;
use crate::harness::Place;
use crate::streams::record;

/// Games of the collection, as paths: the specimens of three games and [`historic`] ones.
fn collection() -> Vec<String> {
    let folder = |game| format!("{}/games/{game}", env!("CARGO_MANIFEST_DIR"));
    let specimens = ["encounter/specimens", "fortress/specimens", "valonian/specimens"];
    specimens.into_iter().map(folder).chain(historic()).collect()
}

/// The ids of what is found, with the ply.
#[track_caller]
fn found(place: &Place, arguments: &[&str], expected: &[&str]) {
    let run = place.run(&[&["search"], arguments, &["--json"]].concat());
    assert_eq!((run.code, run.err.as_str()), (u8::from(expected.is_empty()).into(), ""), "{run:?}");
    let line = |line: &str| {
        let game: Value = serde_json::from_str(line).unwrap();
        match game["ply"].as_u64() {
            Some(ply) => format!("{}@{ply}", game["id"].as_str().unwrap()),
            None => game["id"].as_str().unwrap().to_owned(),
        }
    };
    let lines: Vec<String> = run.out.lines().map(line).collect();
    assert_eq!(lines, expected, "{arguments:?}");
}

#[test]
fn by_what_the_record_says() {
    let place = Place::nowhere();
    let games = collection();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let (opera, london) = ("paris-opera-1858", "staunton-horwitz-1846-round-1");
    let tasmania = "tasmania-1848-round-2";
    let stalemate = "specimen-encounter-south-2";
    let cases: &[(&[&str], &[&str])] = &[
        (&["--player", "morphy"], &[opera]),
        (&["--player", "morphy", "--player", "brunswick"], &[opera]),
        (&["--player", "morphy", "--player", "staunton"], &[]),
        (&["--black", "horwitz"], &[london]),
        (&["--white", "horwitz"], &[]),
        (&["--event", "LAUNCESTON"], &[tasmania]),
        (&["--since", "1848", "--until", "1900"], &[opera, tasmania]),
        (&["--until", "1848-06"], &[london, tasmania]),
        (&["--since", "1846-02-03", "--until", "1846"], &[]),
        (&["--since", "1846-02-02", "--until", "1846-02"], &[london]),
        (&["--ending", "stalemate"], &[stalemate]),
        (&["--result", "draw", "--game", "Encounter"], &[stalemate]),
        (&["--result", "1-0", "--game", "valonian", "--length", "..50"], &[opera]),
        (&["--length", "33"], &[opera]),
        (&["--variation", "high", "--result", "south"], &["specimen-fortress-high-2"]),
        (&["--result", "*"], &[]),
    ];
    for (arguments, expected) in cases {
        found(&place, &[&games, *arguments].concat(), expected);
    }
    place.refused(2, &["search", "--game", "chess"], &["unknown game", "wing"]);
    place.refused(2, &["search", "--since", "48"], &["1848-02"]);
    place.refused(2, &["search", "--length", "x"], &["20..40"]);
}

#[test]
fn by_moves_and_material() {
    let place = Place::nowhere();
    let games = collection();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let opera = |ply: usize| format!("paris-opera-1858@{ply}");
    let cases: &[(&[&str], &[&str])] = &[
        // 1. e4 e5 2. Nf3 d6 3. d4 Bg4 … 16. Qb8+ Nxb8 17. Rd8#
        (&["--moves", "Nf3 d6 d4", "--player", "morphy"], &[&opera(2)]),
        (&["--moves", "2. Nf3 d6 3. d4 Bg4"], &[&opera(2)]),
        (&["--moves", "Q b3-b8 Nxb8"], &[&opera(30)]),
        (&["--moves", "Qxb8"], &[]),
        (&["--moves", "R-d8 ", "--player", "morphy"], &[&opera(23)]),
        (&["--moves", "N d7xb8 R d1-d8"], &[&opera(31)]),
        (&["--moves", "f6xd7 b3b8"], &[&opera(29)]),
        // At the end White has Rook, Bishop and King besides Pawns, Black Queen, Rook, Bishop and Knight.
        (&["--material", "wQ=0 wB=1 wR=1 bQ=1", "--player", "morphy"], &[&opera(32)]),
        (&["--material", "wQ=0 wB>=2", "--player", "morphy"], &[]),
        // Both of one position: the Queen is gone only once she has been taken.
        (&["--material", "wQ<1", "--moves", "Rd8"], &[&opera(32)]),
        (&["--material", "wQ!=0", "--moves", "Rd8", "--player", "morphy"], &[&opera(23)]),
        // 2. c4 reaches by 1. d4 Nf6 what 1. c4 would have.
        (&["--line", "c4 Nf6 d4"], &["czechoslovak-championship-pecenka-nun@3"]),
    ];
    for (arguments, expected) in cases {
        found(&place, &[&games, *arguments].concat(), expected);
    }
    assert_eq!(place.ok(&[&["search", "--moves", "O-O-O", "--count"], &games[..]].concat()), "2\n");
    let bad: &[(&[&str], &str)] = &[
        (&["--moves", "xx"], "no move"),
        (&["--material", "SC"], "SC>=2"),
        (&["--material", "ZZ>1"], "has no piece"),
        (&["--position", "8/8"], "no placement"),
        (&["--line", "e5e4"], "no line of moves"),
        (&["--game", "wing", "--line", "SK b1-c9"], "no line of moves"),
    ];
    for (arguments, word) in bad {
        place.refused(2, &[&["search"], &games[..], *arguments].concat(), &[word]);
    }
}

#[test]
fn by_position() {
    let place = Place::nowhere();
    let games = [
        ("left", "SK b1-c3"),
        ("right", "SK h1-g3"),
        ("north", "SH a4-a5\n  1... NK b10-c8"),
        ("other", "SH e4-e5"),
    ];
    for (id, moves) in games {
        place.write(&format!("g/{id}.yaml"), record(id, moves));
    }
    let diagram = |cell: &str| {
        let rank = "? ? ? ? ? ? ? ? ?";
        let third = rank.replacen("? ? ?", &format!("? ? {cell}"), 1);
        let ranks = (1..=10).rev().map(|rank_number| match rank_number {
            3 => format!("{rank_number} {third}\n"),
            _ => format!("{rank_number} {rank}\n"),
        });
        ranks.collect::<String>()
    };
    place.write("knight.txt", diagram("SK"));
    let after = "skdgegdks/9/1c5c1/h1h1h1h1h/9/9/H1H1H1H1H/1CK4C1/9/S1DGEGDKS";
    let whole = format!("{after} n - - - - 1");
    let cases: &[(&[&str], &[&str])] = &[
        (&["--position", "knight.txt"], &["left@1"]),
        (&["--position", "knight.txt", "--mirrored"], &["left@1", "right@1"]),
        (&["--position", "knight.txt", "--swapped"], &["left@1", "north@2"]),
        (
            &["--position", "knight.txt", "--mirrored", "--swapped"],
            &["left@1", "north@2", "right@1"],
        ),
        (&["--position", &whole], &["left@1"]),
        (&["--position", after], &["left@1"]),
        (&["--position", &whole, "--mirrored"], &["left@1", "right@1"]),
        (&["--position", &format!("{after} s")], &[]),
        (&["--position", &whole, "--moves", "NK"], &[]),
        // The Knight has left b1: nothing stands there.
        (
            &["--position", "?????????/9/?????????/?????????/9/9/?????????/?????????/9/?1???????"],
            &["left@1"],
        ),
    ];
    for (arguments, expected) in cases {
        found(&place, &[&["g"], *arguments].concat(), expected);
    }
    place.write("empty.txt", diagram("."));
    assert_eq!(place.ok(&["search", "g", "--position", "empty.txt", "--count"]), "4\n");
    place.write("bad.txt", diagram("XX"));
    let said = ["no position", "line 8"];
    place.refused(2, &["search", "g", "--game", "wing", "--position", "bad.txt"], &said);
}

#[test]
fn what_is_printed() {
    let place = Place::with_game();
    place.play("w", 0, "e4e5");
    let listed = "wing-2026-anna-ben-1  wing  Anna Ek - Ben Ode  2026-11-29  going on  1 ply  ply 1: 1. SH e4-e5\n";
    assert_eq!(
        place.ok(&["search", "--moves", "e5"]).replace("ply 0", "ply 1: 1. SH e4-e5"),
        listed
    );
    let yaml = place.ok(&["search", "--player", "anna", "--format", "yaml"]);
    assert_eq!(yaml, format!("---\n{}", place.read(crate::harness::RECORD)));
    // What was found is searched again, and what follows is a position.
    let run = place.run_with(&["search", "-", "--moves", "SH", "--format", "fen"], &yaml);
    let start = "skdgegdks/9/1c5c1/h1h1h1h1h/9/9/H1H1H1H1H/1C5C1/9/SKDGEGDKS s - - - - 0";
    assert_eq!(run.out, format!("wing-2026-anna-ben-1\t0\t{start}\n"));
    let run = place.run(&["search", "--player", "nobody"]);
    assert_eq!((run.code, run.out.as_str()), (1, "no such game\n"));
    place.write("more.yaml", [record("a", "SH e4-e5"), record("b", "SH e4-e5")].join("---\n"));
    assert_eq!(place.ok(&["search", "more.yaml", "--limit", "1", "--count"]), "1\n");
}

//! `stats`: what many games come to.

use crate::harness::Place;
use crate::streams::record;

fn collection() -> String {
    format!("{}/games", env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn counted(place: &Place, arguments: &[&str], expected: &str) {
    let out = place.ok(&[&["stats", "--format", "csv"], arguments].concat());
    assert_eq!(out.replace("\r\n", "\n"), expected, "{arguments:?}");
}

/// Three drawn or won games of Wing with one first move, and one with another.
fn archive() -> Place {
    let place = Place::nowhere();
    let games = [
        ("a", "SH e4-e5\n  1... NH e7-e6", "south"),
        ("b", "SH e4-e5\n  1... NH e7-e6", "draw"),
        ("c", "SH e4-e5\n  1... NH a7-a6\n  2. SK b1-c3", "north"),
        ("d", "SK b1-c3\n  1... NH a7-a6\n  2. SH e4-e5", "*"),
        ("e", "SH e4-e5\n  1... NH e7-e6\n  2. SK b1-c3", "south"),
    ];
    for (id, moves, result) in games {
        let players =
            format!("players:\n  south: {{name: Anna}}\n  north: {{name: P{id}}}\nresult");
        let text = record(id, moves).replace("result: \"*\"", &format!("result: \"{result}\""));
        place.write(&format!("g/{id}.yaml"), text.replace("result", &players));
    }
    place
}

#[test]
fn an_opening_tree() {
    let place = archive();
    // South scores 1 + 1/2 + 0 + 1 of four games after 1. SH e4-e5. The margin is that of two games won and two lost more:
    // (4 + 1/4) / 8 - (4.5 / 8)² = 0.2148, and 1.96 √(0.2148 / 8) = 32.1 %.
    counted(
        &place,
        &["g", "--by", "opening", "--depth", "2"],
        "game,line,games,south_wins,draws,north_wins,no_result,score_percent,margin_percent
wing,1. SH e4-e5,4,2,1,1,0,62.5,32.1
wing,1. SH e4-e5 NH e7-e6,3,2,1,0,0,83.3,32.6
wing,1. SH e4-e5 NH a7-a6,1,0,0,1,0,0.0,42.9
wing,1. SK b1-c3,1,0,0,0,1,,
wing,1. SK b1-c3 NH a7-a6,1,0,0,0,1,,
",
    );
    // Both orders of moves lead to the position in which these are counted.
    counted(
        &place,
        &["g", "--by", "opening", "--line", "SK b1-c3 a7a6 e4e5"],
        "game,line,games,south_wins,draws,north_wins,no_result,score_percent,margin_percent\n",
    );
    let text = place.ok(&["stats", "g", "--by", "opening", "--depth", "2", "--least", "2"]);
    let expected = "\
game  line             games  south wins  draws  north wins  no result  score %  margin %
wing  1. SH e4-e5      4      2           1      1           0          62.5     32.1
wing    1... NH e7-e6  3      2           1      0           0          83.3     32.6
";
    assert_eq!(text, expected);
}

#[test]
fn players_sides_lengths_and_endings() {
    let place = archive();
    counted(
        &place,
        &["g", "--by", "player", "--least", "2"],
        "player,games,wins,draws,losses,no_result,score_percent,margin_percent\nAnna,5,2,1,1,1,62.5,32.1\n",
    );
    let head = "games,south_wins,draws,north_wins,no_result,score_percent,margin_percent";
    counted(
        &place,
        &["g", "--by", "player", "--player", "Pc", "--north", "Pc"],
        &format!(
            "player,{}\nAnna,1,0,0,1,0,0.0,42.9\nPc,1,1,0,0,0,100.0,42.9\n",
            "games,wins,draws,losses,no_result,score_percent,margin_percent"
        ),
    );
    // The specimens of Encounter last 68, 117 and 128 plies.
    let games = &*collection();
    counted(
        &place,
        &[games, "--by", "length", "--game", "encounter"],
        &format!(
            "game,plies,{head}\nencounter chariots=north promotion=6,61..80,1,0,0,1,0,0.0,42.9\nencounter chariots=south promotion=7,101..120,1,0,1,0,0,50.0,39.2\nencounter chariots=south promotion=7,121..140,1,0,0,1,0,0.0,42.9\n"
        ),
    );
    counted(
        &place,
        &[games, "--by", "ending", "--variation", "level"],
        &format!(
            "game,ending,{head}\nfortress/level,checkmate,2,2,0,0,0,100.0,37.7\nfortress/level,fivefold repetition,1,0,1,0,0,50.0,39.2\n"
        ),
    );
    counted(
        &place,
        &[games, "--game", "riverqi"],
        &format!("game,{head}\nriverqi,2,2,0,0,0,100.0,37.7\n"),
    );
    let json = place.ok(&["stats", "g", "--json"]);
    assert_eq!(
        json,
        "{\"draws\":1,\"game\":\"wing\",\"games\":5,\"margin_percent\":32.1,\"no_result\":1,\
         \"north_wins\":1,\"score_percent\":62.5,\"south_wins\":2}\n"
    );
    assert_eq!(place.ok(&["stats", "g", "--player", "nobody"]), "nothing to count\n");
}

#[test]
fn time_used() {
    let place = Place::with_game();
    // The game began at 19:20 on 29 November.
    for (at, text) in [
        ("2026-11-30T08:00:00Z", "e4e5"),
        ("2026-12-01T08:00:30Z", "e7e6"),
        ("2026-12-01T09:00:30Z", "a4a5"),
    ] {
        place.ok(&["move", "w", text, "--at", at]);
    }
    counted(
        &place,
        &["--by", "time"],
        "player,moves,total,mean,longest\nAnna Ek,2,49200,24600,45600\nBen Ode,1,86430,86430,86430\n",
    );
}

#[test]
fn games_that_are_there_twice() {
    let place = archive();
    counted(
        &place,
        &["g", "--duplicates=2"],
        "group,what,plies,id,players,date,file
1,same moves,2,a,Anna - Pa,,g/a.yaml
1,same moves,2,b,Anna - Pb,,g/b.yaml
2,begins so,2,a,Anna - Pa,,g/a.yaml
2,goes on,3,e,Anna - Pe,,g/e.yaml
",
    );
    // The same position by another order of moves is another game; so is the same with fewer plies than are looked at.
    counted(&place, &["g", "--duplicates=3"], "group,what,plies,id,players,date,file\n");
    let stream = [record("x", "SH e4-e5"), record("y", "SH e4-e5")].join("---\n");
    let run = place.run_with(&["stats", "-", "--duplicates=1", "--json"], stream);
    let files: Vec<&str> = run.out.lines().filter(|line| line.contains("\"file\":\"-")).collect();
    assert_eq!(files.len(), 2);
    assert!(files[1].contains("\"file\":\"-:19\""), "{}", files[1]);
}

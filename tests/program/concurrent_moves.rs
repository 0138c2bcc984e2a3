//! Two people who move at once.

use std::process::Stdio;

use crate::harness::{ID, Place, Run};

/// Starts all commands before waiting for any.
fn together(place: &Place, commands: &[Vec<&str>]) -> Vec<Run> {
    let children: Vec<_> = commands
        .iter()
        .map(|arguments| {
            let mut command = place.command(arguments);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    children.into_iter().map(|child| child.wait_with_output().unwrap().into()).collect()
}

/// Rival moves for one ply: one is recorded, the others are judged in the position that it made, where the pieces they
/// would move are the opponent's.
#[test]
fn rivals_for_one_ply() {
    let place = Place::with_game();
    let rounds = [["a4a5", "c4c5", "e4e5"], ["a7a6", "c7c6", "e7e6"], ["b1c3", "h1g3", "g4g5"]];
    for (round, texts) in rounds.iter().enumerate() {
        let commands: Vec<_> = texts.iter().map(|text| vec!["move", ID, text]).collect();
        let runs = together(&place, &commands);
        let won = runs.iter().filter(|run| run.code == 0).count();
        assert_eq!(won, 1, "{runs:?}");
        for run in runs.iter().filter(|run| run.code != 0) {
            assert_eq!(run.code, 1, "{run:?}");
            assert!(
                run.err.starts_with("error: illegal move: ") && run.err.contains("[P6]"),
                "{run:?}"
            );
            assert!(run.err.contains("nothing was recorded"), "{run:?}");
        }
        assert_eq!(place.json(&["show", ID])["ply"], round + 1);
        assert_eq!(place.commits(), round + 3);
        place.assert_sound();
    }
}

/// Moves in several games at once are all recorded, in the work tree and in a bare repository.
#[test]
fn moves_in_different_games_all_count() {
    let place = Place::new();
    let ids = ["a", "b", "c", "d"];
    for id in ids {
        place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", id]);
    }
    place.git(&["clone", "-q", "--bare", ".", "../bare"]);
    let mut place = place;
    for bare in [false, true] {
        if bare {
            place = place.within("../bare");
        }
        for (ply, text) in ["e4e5", "e7e6"].into_iter().enumerate() {
            let commands: Vec<_> = ids.iter().map(|id| vec!["move", id, text]).collect();
            for run in together(&place, &commands) {
                assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
            }
            for id in ids {
                assert_eq!(place.json(&["show", id])["ply"], ply + 1);
            }
        }
        assert_eq!(place.commits(), 1 + ids.len() * 3);
        let parents = place.git(&["log", "--format=%p"]);
        assert!(parents.lines().all(|l| !l.contains(' ')), "a straight line of commits");
        assert_eq!(place.ok(&["verify"]), "4 records hold, 8 plies\n");
    }
    place.git(&["fsck", "--strict"]);
    place.within("../work").assert_sound();
}

/// Two games opened at once under one id: one is, and one is refused.
#[test]
fn rivals_for_one_id() {
    let place = Place::new();
    for round in 0..3 {
        let id = format!("game-{round}");
        let players = ["--south", "a", "--north", "b", "--id"];
        let wing: Vec<_> = [&["new", "wing"], &players[..], &[&id]].concat();
        let riverqi: Vec<_> = [&["new", "riverqi"], &players[..], &[&id]].concat();
        let runs = together(&place, &[wing, riverqi]);
        let codes = runs.iter().map(|r| r.code).collect::<Vec<_>>();
        assert_eq!(codes.iter().sum::<i32>(), 1, "{runs:?}");
        let lost = runs.iter().find(|run| run.code == 1).unwrap();
        assert!(lost.err.contains("is taken by"), "{lost:?}");
        place.assert_sound();
    }
    assert_eq!(place.commits(), 4);
}

/// Two games opened at once without an id each get one of their own.
#[test]
fn rivals_without_an_id() {
    let place = Place::new();
    let new = vec!["new", "wing", "--south", "a", "--north", "b", "-q"];
    let runs = together(&place, &[new.clone(), new]);
    let mut ids: Vec<String> = runs.iter().map(|r| r.out.clone()).collect();
    ids.sort();
    assert_eq!(ids, ["wing-2026-a-b-1\n", "wing-2026-a-b-2\n"], "{runs:?}");
    place.assert_sound();
}

/// A reader beside a writer sees the one state or the other.
#[test]
fn readers_beside_a_writer() {
    let place = Place::with_game();
    for (ply, text) in ["e4e5", "e7e6", "b1c3"].into_iter().enumerate() {
        let commands = [
            vec!["move", ID, text],
            vec!["show", ID, "--json"],
            vec!["legal", ID, "--json"],
            vec!["verify"],
        ];
        let runs = together(&place, &commands);
        assert!(runs.iter().all(|run| run.code == 0), "{runs:?}");
        for run in &runs[1..3] {
            let seen: serde_json::Value = serde_json::from_str(&run.out).unwrap();
            assert!(seen["ply"] == ply || seen["ply"] == ply + 1, "{seen}");
        }
    }
    place.assert_sound();
}

//! `rules`, `perft`, `completions`, `man`, `--help`, `--version`: what needs no repository.

use crate::boards::XIANGQI;
use crate::harness::Place;
use serde_json::Value;

/// Every game and variation, and a rule of its own that its page must list.
const PAGES: &[(&[&str], &str)] = &[
    (&["wing"], "W1"),
    (&["riverqi"], "R1"),
    (&["encounter"], "E1"),
    (&["encounter", "--option", "chariots=north"], "E2"),
    (&["encounter", "--option", "promotion=6"], "E1"),
    (&["fortress", "--variation", "level"], "F2"),
    (&["fortress", "--variation", "high"], "H5"),
    (&["valonian"], "V5"),
];

#[test]
fn rules_lists_the_games() {
    let place = Place::nowhere();
    let said = place.ok(&["rules"]);
    for name in ["wing", "riverqi", "encounter", "fortress", "valonian"] {
        assert!(said.lines().any(|l| l.split(' ').next() == Some(name)), "{name}: {said}");
    }
    assert!(said.contains("chariots=south|north") && said.contains("variations: level, high"));
    let games: Vec<Value> =
        place.ok(&["rules", "--json"]).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(games.len(), 5);
    assert_eq!(games[2]["options"]["promotion"], serde_json::json!(["7", "6"]));
}

#[test]
fn rules_of_every_game() {
    let place = Place::nowhere();
    for (game, rule) in PAGES {
        let arguments = [&["rules"], *game].concat();
        let page = place.ok(&arguments);
        for part in [
            "moves first.",
            "Board: ",
            "Pieces (",
            "Scores (",
            "Usual time control: ",
            "Rules and rulings, revision 1:",
        ] {
            assert!(page.contains(part), "{game:?} has no {part}");
        }
        let rules: Vec<&str> = page
            .split_once("Rules and rulings, revision 1:\n")
            .unwrap()
            .1
            .lines()
            .map(|l| l.split_whitespace().next().unwrap())
            .collect();
        for id in ["G1", "G10", rule] {
            assert!(rules.contains(&id), "{game:?} has no {id}");
        }
        let json = place.json(&arguments);
        assert_eq!(json["game"], game[0]);
        let ids: Vec<&str> =
            json["rulings"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect();
        assert_eq!(ids, rules);
        assert!(json["rulings"].as_array().unwrap().iter().all(|r| r["source"] != ""));
        assert!(json["pieces"].as_array().unwrap().len() > 5);
    }
    let high = ["rules", "fortress", "--variation", "high", "--format"];
    let page = place.ok(&[&high[..], &["html"]].concat());
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("<h1>Fortress of the Witch, High")
    );
    let sheet = place.ok(&[&high[..], &["svg", "--theme", "grey"]].concat());
    assert!(sheet.starts_with("<svg ") && sheet.contains("free Woodland Queen"));
    place.refused(2, &["rules", "chess"], &["unknown game \"chess\"", "wing, riverqi"]);
    place.refused(2, &["rules", "fortress", "--variation", "x"], &["level, high"]);
    let revision = ["rules", "riverqi", "--revision", "1"];
    assert_eq!(place.ok(&revision), place.ok(&revision[..2]));
    assert_eq!(place.json(&revision)["revision"], 1);
    place.refused(2, &["rules", "riverqi", "--revision", "2"], &["no revision 2", "latest is 1"]);
}

#[test]
fn perft_counts() {
    let place = Place::nowhere();
    for (game, depth, count) in [
        ("wing", "2", "1758"),
        ("riverqi", "1", "42"),
        ("valonian", "3", "8902"),
        ("wing", "0", "1"),
    ] {
        assert_eq!(place.ok(&["perft", "--game", game, "--depth", depth]).trim(), count);
        let json = place.json(&["perft", "--game", game, "--depth", depth]);
        assert_eq!(json["nodes"].to_string(), count);
    }
}

#[test]
fn perft_divide_adds_up() {
    let place = Place::nowhere();
    let out = place.ok(&["perft", "--game", "valonian", "--depth", "2", "--divide"]);
    let lines: Vec<(&str, u64)> = out
        .lines()
        .map(|l| l.split_once(": ").map(|(m, n)| (m, n.parse().unwrap())).unwrap())
        .collect();
    assert_eq!((lines.len(), lines.iter().map(|(_, n)| n).sum::<u64>()), (20, 400));
    assert!(lines.is_sorted() && lines[0] == ("a2a3", 20));
    let json = place.json(&["perft", "--game", "valonian", "--depth", "2", "--divide"]);
    assert_eq!((&json["nodes"], &json["moves"]["g1f3"]), (&400.into(), &20.into()));
    place.refused(2, &["perft", "--game", "wing", "--depth", "0", "--divide"], &["--divide", "1"]);
}

#[test]
fn perft_of_xiangqi() {
    let place = Place::nowhere();
    place.write("xiangqi.txt", XIANGQI);
    let base = ["perft", "--game", "encounter", "--option", "promotion=6", "--setup"];
    for (depth, count) in [("1", "44"), ("2", "1920"), ("3", "79666")] {
        let arguments = [&base[..], &["xiangqi.txt", "--depth", depth]].concat();
        assert_eq!(place.ok(&arguments).trim(), count);
    }
    let run = place.run_with(&[&base[..], &["-", "--depth", "1"]].concat(), XIANGQI);
    assert_eq!((run.code, run.out.as_str()), (0, "44\n"));
}

#[test]
fn perft_with_forces_and_from_a_position() {
    let place = Place::nowhere();
    let base = ["perft", "--game", "valonian", "--depth", "3"];
    let forced = [&base[..], &["--south-force", "N=DRA", "--north-force", "R=ART"]].concat();
    let plain = place.ok(&base);
    assert_ne!(place.ok(&forced), plain);
    let fen = "skdgegdks/9/1c5c1/h1h1h1h1h/9/4H4/H1H3H1H/1C5C1/9/SKDGEGDKS n - - - - 0";
    assert_eq!(place.ok(&["perft", "--game", "wing", "--depth", "1", "--fen", fen]).trim(), "42");
    place.refused(1, &[&base[..], &["--fen", "x y"]].concat(), &["7 fields", "has 2"]);
    place.refused(
        2,
        &[&base[..], &["--fen", "x", "--south-force", "N=DRA"]].concat(),
        &["--south-force"],
    );
    place.refused(2, &["perft", "--game", "wing", "--depth", "31"], &["31", "--depth"]);
    place.refused(2, &["perft", "--game", "wing", "--depth", "-1"], &["-1"]);
    place.refused(2, &["perft", "--game", "wing"], &["--depth"]);
    place.refused(2, &["perft", "--game", "go", "--depth", "1"], &["unknown game \"go\""]);
}

#[test]
fn completions_for_every_shell() {
    let place = Place::nowhere();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.ok(&["completions", shell]);
        for word in ["riverpost", "COMPLETE"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    place.refused(2, &["completions", "tcsh"], &["tcsh", "bash"]);
}

#[test]
fn manual_pages() {
    let place = Place::nowhere();
    let before = place.snapshot();
    place.ok(&["man", "out/man", "--dry-run"]);
    place.assert_unchanged(&before);
    let said = place.ok(&["man", "out/man"]);
    for line in said.lines() {
        let page = place.read(line);
        assert!(page.contains(".TH riverpost"), "{line}: {page}");
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{line}");
    }
    for command in ["move", "draw", "draw-accept", "plan-add", "match-lots", "match-lots-commit"] {
        assert!(place.file(&format!("out/man/riverpost-{command}.1")).is_file(), "{command}");
    }
    // Whatever a page sends its reader to is there.
    for line in said.lines() {
        let page = place.read(line).replace("\\-", "-");
        for named in page.split("riverpost").skip(1).filter_map(|rest| rest.split_once("(1)")) {
            let name = named.0.trim_end_matches("\\fR");
            if name.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
                let file = format!("out/man/riverpost{name}.1");
                assert!(place.file(&file).is_file(), "{line} names {file}");
            }
        }
    }
    assert_eq!(place.ok(&["man", "out/man", "-q"]), "");
    place.write("file", "");
    place.refused(3, &["man", "file"], &["file: "]);
}

#[test]
fn help_and_version() {
    let place = Place::nowhere();
    let version = format!("riverpost {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(place.ok(&["--version"]), version);
    assert_eq!(place.ok(&["-V"]), version);
    let help = place.ok(&["--help"]);
    assert!(help.contains("Exit codes: 0 done"), "{help}");
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|l| *l != "Play:")
        .take_while(|l| *l != "Options:")
        .filter(|l| l.starts_with("  "))
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    assert!(commands.len() > 12, "{commands:?}");
    for command in commands {
        assert!(place.ok(&["help", command]).contains("Usage: riverpost"), "{command}");
        assert!(place.ok(&[command, "--help"]).contains("--dry-run"), "{command}");
    }
}

#[test]
fn wrong_usage() {
    let place = Place::nowhere();
    assert_eq!(place.run(&[]).code, 2);
    place.refused(2, &["mvoe"], &["mvoe", "move"]);
    place.refused(2, &["show"], &["<REC>"]);
    place.refused(2, &["show", "x", "--format", "gif"], &["gif", "text", "svg"]);
    place.refused(2, &["show", "x", "--colour", "red"], &["--colour", "--color"]);
    let run = place.run(&["show", "--json"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    let error = run.error();
    assert!(error["message"].as_str().unwrap().contains("<REC>"), "{error}");
    assert!(error["hint"].as_str().unwrap().contains("--help"), "{error}");
    let run = place.run(&["--json", "mvoe"]);
    assert!(run.error()["message"].as_str().unwrap().contains("'mvoe'"), "{run:?}");
}

/// The clock may be replaced, but not by nonsense.
#[test]
fn a_clock_that_cannot_be_read() {
    let place = Place::new();
    let run = place
        .command(&["new", "wing", "--south", "a", "--north", "b"])
        .env("RIVERPOST_NOW", "noon")
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.contains("RIVERPOST_NOW") && said.contains("\"noon\""), "{said}");
}

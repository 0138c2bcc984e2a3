//! Scores, schedules, standings and crosstables as they are printed.

use super::{FILE, level_match, with_match, without_log};
use crate::harness::Place;

const CUP: &str = "\
format: riverpost-match/1
id: cup
title: Cup
players:
  - {id: a, name: Anna}
  - {id: b, name: Ben}
  - {id: c, name: Cleo}
  - {id: d, name: Dan}
externals:
  - {name: Chess, win: 1, draw: 0.5}
games:
  - {id: ab, external: Chess, south: a, north: b, result: south}
  - {id: cd, external: Chess, south: c, north: d, result: draw}
  - {id: ac, external: Chess, south: a, north: c, result: draw}
  - {id: bd, external: Chess, south: b, north: d, result: north, how: forfeit}
tournament:
  tiebreaks: [direct-encounter, wins, sonneborn-berger, koya]
";

fn cup() -> Place {
    let place = Place::new();
    place.write("../cup.yaml", CUP);
    place.ok(&["match", "new", "--from", "../cup.yaml"]);
    place
}

#[test]
fn scores_in_every_format() {
    let place = level_match();
    let text = place.ok(&["match", "score", "autumn"]);
    assert!(
        text.contains("overall: Anna Ek 3 + 0 = 3") || text.contains("Anna Ek 0 + 3 = 3"),
        "{text}"
    );
    assert!(
        text.contains("level, so the tie-break decides and pays the bonus (S5) [M4]"),
        "{text}"
    );
    assert!(text.lines().take(6).all(|line| line.chars().count() < 120), "{text}");
    let markdown = place.ok(&["match", "score", "autumn", "--format", "markdown"]);
    assert!(markdown.starts_with("| game | South | North | result |"), "{markdown}");
    let csv = place.ok(&["match", "score", "autumn", "--format", "csv"]);
    assert!(
        csv.starts_with("game,South,North,result,nominal S–N,Anna Ek,Ben Ode,how,rule\r\n"),
        "{csv}"
    );
    let json = place.json(&["match", "score", "autumn"]);
    assert_eq!(json["score"]["points"], serde_json::json!(["3", "3"]));
    assert_eq!(json["score"]["lines"][0]["rule"], "M3");
    assert_eq!(json["contradictions"], serde_json::json!([]));
    let same = place.ok(&["match", "score", "autumn", "--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&same).unwrap(), json);
}

#[test]
fn a_contradiction_is_printed_below_the_table() {
    let place = with_match();
    let text = without_log(&place.read(FILE));
    let text = text.replace("external: Dragon}", "external: Dragon, north: anna}");
    let text = text.replace("Fortune}", "Fortune, north: ben}");
    place.write(FILE, text);
    for command in ["sides", "score", "next"] {
        let run = place.run(&["match", command, FILE]);
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
        assert!(
            run.out.contains("matches/autumn.yaml:10:10: stones: ben is north here"),
            "{run:?}"
        );
        assert!(
            run.out.contains("in dragon, and both games keep their sides (rule M1)"),
            "{run:?}"
        );
        let run = place.run(&["match", command, FILE, "--json"]);
        assert_eq!(run.code, 1);
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(json["contradictions"][0]["line"], 10);
        assert_eq!(json["contradictions"][0]["rule"], "M1");
    }
}

#[test]
fn standings_explain_themselves() {
    let place = cup();
    let text = place.ok(&["match", "standings", "cup"]);
    let rows: Vec<Vec<&str>> = text.lines().map(|l| l.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..7], ["place", "name", "games", "won", "drawn", "lost", "points"]);
    assert_eq!(rows[1][..7], ["1–2", "Anna", "2", "1", "1", "0", "1½"], "{text}");
    assert_eq!(rows[2][..7], ["1–2", "Dan", "2", "1", "1", "0", "1½"], "{text}");
    assert_eq!(rows[4][..7], ["4", "Ben", "2", "0", "0", "2", "0"], "{text}");
    assert!(!text.contains("criterion"), "{text}");
    let text = place.ok(&["match", "standings", "cup", "--explain"]);
    assert!(text.contains("criterion") && text.contains("how"), "{text}");
    assert!(text.contains("S–B"), "{text}");
    let json = place.json(&["match", "standings", "cup"]);
    assert_eq!(json["standings"][0]["name"], "Anna");
    assert_eq!(json["standings"][3]["losses"], 2);
}

#[test]
fn crosstable_and_schedule() {
    let place = cup();
    let text = place.ok(&["match", "crosstable", "cup"]);
    assert!(text.contains("×"), "{text}");
    let dan = text.lines().find(|l| l.contains("Dan")).unwrap();
    assert!(dan.contains('+'), "a win by forfeit: {dan}");
    let csv = place.ok(&["match", "crosstable", "cup", "--format", "csv"]);
    assert!(csv.starts_with("no.,name,1,2,3,4,points,direct,wins,S–B,Koya,place\r\n"), "{csv}");
    let text = place.ok(&["match", "schedule", "cup"]);
    let rows: Vec<Vec<&str>> = text.lines().map(|l| l.split_whitespace().collect()).collect();
    // The first round of the published table for four: 1-4, 2-3.
    assert_eq!(rows[1..3], [vec!["1", "Anna", "Dan"], vec!["1", "Ben", "Cleo"]], "{text}");
    assert_eq!(rows.len(), 7, "{text}");
    let next = place.ok(&["match", "next", "cup"]);
    assert!(next.contains("enter round 1: South Anna, North Dan"), "{next}");
}

#[test]
fn a_match_of_two_is_no_tournament() {
    let place = with_match();
    for command in ["schedule", "standings", "crosstable"] {
        place.refused(1, &["match", command, "autumn"], &["the match is not a tournament"]);
    }
    place.refused(2, &["match", "score", "winter"], &["winter"]);
}

#[test]
fn crosstables_of_sections_in_every_form() {
    let place = Place::new();
    let sections = "  sections:\n    - {id: premier, title: <Premier>, entrants: [a, b]}\n    - {id: first, entrants: [c, d], promoted: 1}\n";
    let games = "  - {id: ab, external: Chess, south: a, north: b, result: south}\n  - {id: cd, external: Chess, south: c, north: d, result: draw}\n";
    let head = CUP.split("games:\n").next().unwrap();
    let rules = "tournament:\n  tiebreaks: [wins]\n";
    place.write("../cup.yaml", format!("{head}games:\n{games}{rules}{sections}"));
    place.ok(&["match", "new", "--from", "../cup.yaml"]);
    let html = place.ok(&["match", "crosstable", "cup", "--format", "html"]);
    for part in [
        "<!DOCTYPE html>",
        "<caption>&lt;Premier&gt;</caption>",
        "<th scope=\"col\">place</th>",
        "<tr><td>1</td><th scope=\"row\">Anna</th><td>×</td><td>1</td><td>1</td><td>1</td><td>1</td></tr>",
        "<li>level for 1 more to move up: Cleo, Dan</li>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert!(!html.contains("<Premier>") && !html.contains("<script"), "{html}");
    let markdown = place.ok(&["match", "crosstable", "cup", "--format", "markdown"]);
    let first = "## &lt;Premier&gt;\n\n| no. | name | 1 | 2 | points | wins | place |\n|---|---|---|---|---|---|---|\n| 1 | Anna | × | 1 | 1 | 1 | 1 |\n";
    assert!(markdown.starts_with(first), "{markdown}");
    let csv = place.ok(&["match", "standings", "cup", "--format", "csv"]);
    assert!(csv.contains("first,1–2,Cleo,1,0,1,0,½,0\r\n"), "{csv}");
    let json = place.json(&["match", "crosstable", "cup"]);
    assert_eq!(json["sections"][1]["promotion"]["level"], serde_json::json!(["Cleo", "Dan"]));
    assert_eq!(json["sections"][0]["rows"][1][1], "Ben");
}

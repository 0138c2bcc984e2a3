//! The canonical printer.

use super::{WING, bare, judge, valonian, with};
use riverpost::record::{self, Header, Player, Players};
use riverpost::rules::Side;

/// Values that some reader of YAML takes for something else than text.
pub const NASTY: &[&str] = &[
    "no",
    "NO",
    "No",
    "yes",
    "y",
    "N",
    "on",
    "Off",
    "true",
    "FALSE",
    "null",
    "Null",
    "~",
    "0192117",
    "0o17",
    "1e5",
    "1E+5",
    "0x1A",
    "0b11",
    "1_000",
    "22:30",
    "190:20:30",
    "2024-01-01",
    "2024-01-01T00:00:00Z",
    "1.5",
    ".5",
    "+1",
    "-1",
    "-.inf",
    ".nan",
    ".NaN",
    "=",
    "<<",
    "*",
    "&a",
    "!x",
    "@x",
    "`x",
    "%x",
    "- x",
    "? x",
    ": x",
    "x: y",
    "x:",
    "x #y",
    "#x",
    "[x]",
    "{x}",
    "a, b",
    "| x",
    "> x",
    "\"x\"",
    "'x'",
    "x\\y",
    " x",
    "x ",
    "---",
    "...",
    "<script>",
    "\u{202E}x",
    "\u{1F600}",
    "Ján Helbich",
    "Helbich, Ján",
    "1st",
    "40d+2d",
    "7",
    "\u{661}",
    "ＮＯ",
    "\u{FEFF}x",
    "é: y",
];

fn header(name: &str) -> Header {
    let record = record::read(WING.as_bytes()).unwrap();
    let player = Player { name: name.into(), email: Some(name.into()), key: Some(name.into()) };
    Header {
        players: Players { south: Some(player.clone()), north: Some(player) },
        event: Some(name.into()),
        result: None,
        ending: None,
        disputed: None,
        draws_claimed: false,
        extras: [("x-note".to_string(), name.to_string())].into(),
        ..record.header().clone()
    }
}

#[test]
fn every_text_is_text_to_another_reader() {
    for name in NASTY {
        let text = record::write_new(&header(name)).unwrap_or_else(|e| panic!("{name:?}: {e}"));
        let value: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
        for found in [
            &value["players"]["south"]["name"],
            &value["players"]["north"]["key"],
            &value["event"],
            &value["x-note"],
        ] {
            assert_eq!(found.as_str(), Some(*name), "{text}");
        }
        let plain = ["Ján Helbich", "1st", "40d+2d", "ＮＯ"].contains(name);
        assert_eq!(text.contains(&format!("event: {name}\n")), plain, "{text}");
        let record = record::read(text.as_bytes()).unwrap();
        assert_eq!(record.header().event.as_deref(), Some(*name));
        assert_eq!(record::canonical(&record).unwrap(), text);
    }
}

#[test]
fn the_example_is_canonical() {
    let record = record::read(WING.as_bytes()).unwrap();
    assert_eq!(record::canonical(&record).unwrap(), WING);
}

#[test]
fn what_can_be_derived_is_added() {
    let mate = [
        "1. P f2-f3",
        "1... P e7-e5",
        "2. P g2-g4 {oh}",
        "2... Q d8-h4 [2026-01-01T01:00:00+01:00]",
    ];
    let text = bare("valonian", None, "result: north\n", &mate);
    let record = record::read(text.as_bytes()).unwrap();
    let canonical = record::canonical(&record).unwrap();
    assert!(canonical.contains("result: north\nending: checkmate\n"), "{canonical}");
    assert!(canonical.ends_with("  2. P g2-g4 {oh}\n  2... Q d8-h4++ [2026-01-01T00:00:00Z]\n"));
    judge(&canonical).unwrap();
    let unknown = bare("valonian", None, "result: north\n", &[]);
    let record = record::read(unknown.as_bytes()).unwrap();
    assert!(!record::canonical(&record).unwrap().contains("ending"));
    let encounter = bare("encounter", None, "result: '*'\n", &[]);
    let record = record::read(encounter.as_bytes()).unwrap();
    let canonical = record::canonical(&record).unwrap();
    assert!(canonical.contains("options: {chariots: south, promotion: \"7\"}\n"), "{canonical}");
}

#[test]
fn a_comment_is_not_lost() {
    let text = with(WING, "site: by e-mail", "site: by e-mail # good");
    let record = record::read(text.as_bytes()).unwrap();
    assert_eq!(
        record::canonical(&record).unwrap(),
        WING.replacen("\nformat", "\n# good\nformat", 1)
    );
    let text = format!("# one\n\n{WING}");
    let record = record::read(text.as_bytes()).unwrap();
    assert_eq!(record::canonical(&record).unwrap(), text);
}

#[test]
fn a_header_that_no_record_may_have_is_refused() {
    let refused = |header: Header| record::write_new(&header).unwrap_err().message;
    assert!(refused(Header { id: "a b".into(), ..header("x") }).contains("id"));
    assert!(refused(header("a\nresult: north")).contains("U+000A"));
    assert!(refused(header("")).contains("nothing here"));
    let extras = [("x-a: b\nevent".to_string(), "x".to_string())].into();
    assert!(refused(Header { extras, ..header("x") }).contains("cannot read the YAML"));
    let setup = "1 SK\nmoves: |".to_string();
    assert!(refused(Header { setup, ..header("x") }).contains("expected rank 10"));
    assert_eq!(header("x").players.of(Side::South).map(|p| p.name.as_str()), Some("x"));
}

#[test]
fn an_empty_record_is_canonical() {
    let record = record::read(valonian(&[]).as_bytes()).map(|r| r.into_owned()).unwrap();
    let text = record::canonical(&record).unwrap();
    assert!(text.ends_with("moves: |\n"));
    judge(&text).unwrap();
}

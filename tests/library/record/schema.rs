//! The JSON Schema.

use super::{WING, bare, valonian, with};
use crate::common::json_schema;
use riverpost::record;
use serde_json::Value;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/schemas/record.schema.json");

#[test]
fn the_file_is_current() {
    let text = serde_json::to_string_pretty(&record::json_schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let file = std::fs::read_to_string(FILE).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(file, text, "run UPDATE_SCHEMAS=1 cargo test --test library schema");
}

fn is_valid(text: &str) -> bool {
    let value: serde_yaml::Value = serde_yaml::from_str(text).unwrap();
    let json: Value = serde_json::to_value(value).unwrap();
    let schema = record::json_schema();
    json_schema::check(&schema, &json).is_ok()
}

#[test]
fn good_records_are_valid() {
    for text in [
        WING.to_string(),
        valonian(&["1. P e2-e4"]),
        bare("fortress", Some("high"), "date: '1848'\nx-book: y\nresult: '*'\n", &[]),
        bare(
            "encounter",
            None,
            "options: {promotion: '6'}\nresult: draw\nending: dead position\n",
            &[],
        ),
    ] {
        assert!(is_valid(&text), "{text}");
        let read = record::read(text.as_bytes()).unwrap();
        if let Ok(canonical) = record::canonical(&read) {
            assert!(is_valid(&canonical), "{canonical}");
        }
    }
}

#[test]
fn broken_records_are_not() {
    for (old, new) in [
        ("event:", "evnet:"),
        ("game: wing", "game: wnig"),
        ("id: wing", "id: .wing"),
        ("riverpost/1", "riverpost/2"),
        ("result: draw", "result: won"),
        ("ending: agreement", "ending: fun"),
        ("site: by e-mail", "site: [a]"),
        ("site: by e-mail", "site: 7"),
        ("site: by e-mail", "date: 1848-2"),
        ("{name: Ben Ode, ", "{"),
        ("email: ben", "mail: ben"),
        ("setup: |", "set: |"),
        ("2026-11-29T19:20:00Z", "yesterday"),
    ] {
        assert!(!is_valid(&with(WING, old, new)), "{new}");
    }
}

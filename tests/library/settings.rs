//! The settings of a repository.

use crate::common::json_schema;
use riverpost::actions::settings_schema;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/schemas/settings.schema.json");

#[test]
fn the_schema_is_current() {
    let text = serde_json::to_string_pretty(&settings_schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let file = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(file, text, "run UPDATE_SCHEMAS=1 cargo test --test library schema");
}

#[test]
fn the_schema_takes_what_is_known_and_nothing_else() {
    let valid = |text: &str| {
        let value: serde_json::Value = serde_yaml::from_str(text).unwrap();
        json_schema::check(&settings_schema(), &value).is_ok()
    };
    let head = "format: riverpost-repository/1\n";
    assert!(valid(head));
    assert!(valid(&format!("{head}people:\n  - {{name: A, emails: [a@b.c, d@e.f]}}\nlag: 2d\n")));
    assert!(!valid(&format!("{head}poeple: []\n")));
    assert!(!valid("format: riverpost-repository/2\n"));
}

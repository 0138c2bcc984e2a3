//! Game records: reading, refusing, replaying, writing, adding lines, the chain hash, the schema.

mod actions;
mod append;
mod chain;
mod consent;
mod difference;
mod historic;
mod hostile_input;
mod random_texts;
mod read;
mod refusals;
mod replay;
mod revisions;
mod schema;
mod write;

use riverpost::notation::diagram;
use riverpost::record::{self, Action, AppendError, Appended, Diagnostic, Replayed};
use riverpost::rules::variants;

/// The issue's own example, with real times.
pub const WING: &str = include_str!("wing.yaml");

/// A record without times of the game in its default array: the head's lines end at line 5 plus the array.
pub fn bare(game: &str, variation: Option<&str>, header: &str, moves: &[&str]) -> String {
    let known = variants::find(game, variation, []).unwrap();
    let setup = diagram::write(&diagram::default_setup(known).unwrap());
    let mut text = format!("format: riverpost/1\ngame: {game}\nid: test\n");
    if let Some(variation) = variation {
        text += &format!("variation: {variation}\n");
    }
    text += header;
    text += "setup: |\n";
    for line in setup.lines() {
        text += &format!("  {line}\n");
    }
    text += "moves: |\n";
    for line in moves {
        text += &format!("  {line}\n");
    }
    text
}

/// A Valonian game in progress.
pub fn valonian(moves: &[&str]) -> String {
    bare("valonian", None, "result: \"*\"\n", moves)
}

/// Reads and replays.
pub fn judge(text: &str) -> Result<Replayed, Diagnostic> {
    let record = record::read(text.as_bytes())?;
    record::replay(&record)
}

/// Reads, replays, and adds an action.
pub fn append<'t>(text: &'t str, action: Action<'_>) -> Result<Appended<'t>, AppendError> {
    let record = record::read(text.as_bytes())?;
    record::append(&record, &record::replay(&record)?, action)
}

/// The error of reading and replaying, shown with its place, rule and hint.
#[track_caller]
pub fn error(text: &str) -> String {
    judge(text).expect_err("should be refused").to_string()
}

/// The text with one part replaced; the part must be there.
#[track_caller]
pub fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old:?} is not in the text");
    text.replacen(old, new, 1)
}

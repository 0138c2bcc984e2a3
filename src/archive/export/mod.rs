//! Games in the formats of other programs: one file per format.

mod book;
mod json;
mod pgn;
mod place;
mod tables;

pub use book::book;
pub use json::{facts, json};
pub use pgn::pgn;
pub use place::{NewFile, NewFolder, replace_file, rewrite_file};
pub use tables::{PartitionKey, Table, TableFormat};

use super::game::ArchivedGame;
use crate::record;

/// The record as a document of a stream, behind a line of `---`: its own text, or written anew.
pub fn document(game: &ArchivedGame<'_>, anew: bool) -> String {
    let text = match anew {
        // A record that has been played can be written.
        true => record::canonical(&game.record).unwrap_or_default(),
        false => game.record.text().trim_start_matches('\u{feff}').to_owned(),
    };
    let marked = text.lines().any(|line| line.starts_with("---"));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{}{text}{end}", if marked { "" } else { "---\n" })
}

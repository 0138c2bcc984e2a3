//! Many records at once. It knows no git: files come as paths, or as bytes with a name.

mod export;
mod game;
pub mod import;
mod scan;
mod search;
mod source;
mod stats;
mod stream;
mod verify;

pub use export::{
    NewFile, NewFolder, PartitionKey, Table, TableFormat, book, document, facts, json, pgn,
    replace_file, rewrite_file,
};
pub use game::{ArchivedGame, GamePly, UnsoundRecord, each_game, game_label};
pub use scan::{running, scan, survey};
pub use search::{BoardQuery, BoardText, FactQuery, QueryError, read_range};
pub use source::{OddFile, RecordSource, SourceBytes, records};
pub use stats::{StatCell, StatKind, StatSample, StatTable, Statistics};
pub use stream::{sources, stream};
pub use verify::{Verified, VerifyFailure, is_match, verify};

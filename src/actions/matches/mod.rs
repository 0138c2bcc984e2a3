//! The use cases of connected matches: reading a match file with its records, and changing it by one commit as a move
//! changes a record.

mod change;
mod evaluate;
mod lots;
mod start;

pub use change::{ResultReport, create, create_from, record_result};
pub use evaluate::{EvaluatedMatch, MatchRecords, RecordFolders, check_match, evaluate};
pub use lots::{LotStep, choose, commit, describe_lot, reveal, roll};
pub use start::{StartRequest, StartedGame, start_games};

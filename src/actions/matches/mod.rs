//! The use cases of connected matches: reading a match file with its records, and changing it by one commit as a move
//! changes a record.

mod change;
mod evaluate;
mod lots;
mod start;

pub use change::{ResultReport, create, create_from, record_result};
pub use evaluate::{EvaluatedMatch, MatchRecords, RecordFolders, check_match, evaluate};
pub use lots::{
    LotChoice, LotStep, again, choose, commit, describe_lot, forget_all_secrets, forget_secrets,
    reveal, roll,
};
pub use start::{StartRequest, StartedGame, start_games};

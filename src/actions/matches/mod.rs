//! The use cases of connected matches: reading a match file with its records, and changing it by one commit as a move
//! changes a record.

mod change;
mod due;
mod evaluate;
mod event;
mod join;
mod lots;
mod officials;
mod open;
mod results;

pub use change::{create, create_from};
pub use due::{BlockedGame, DueGame, DueRequest, due_games};
pub use evaluate::{
    EvaluatedMatch, MatchRecord, MatchRecords, MatchVerdict, RecordFolders, check_match, evaluate,
};
pub use event::{EventChange, OfficialAct, change_event};
pub(super) use join::join_match;
pub(super) use lots::SECRETS;
pub use lots::{
    LotChoice, LotStep, again, choose, commit, describe_lot, forget_all_secrets, forget_secrets,
    reveal, roll,
};
pub use open::{OpenRequest, OpenedGame, OpenedGames, open_games};
pub use results::{ResultReport, record_result};

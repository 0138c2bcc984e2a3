//! The use cases, which join the other rooms: start a repository, open a game, submit a move, act otherwise, find a record. They take
//! all they need as arguments and print nothing; the time of an action is given, never asked for.

mod act;
mod change;
mod demo;
mod error;
mod find;
mod game;
mod inbox;
pub mod matches;
mod new;
pub mod plan;
mod repository;

pub use act::{ActionBy, ActionRequest, RecordedAction, act, submit};
pub use change::Recorded;
pub use demo::{Demonstration, demonstrate};
pub use error::{ActionError, MatchHint, MatchRefusal, PlanError};
pub use find::{FindError, find_record, find_waiting, read_record};
pub use game::{Clocks, GameAfter, MoveRequest, RecordedMove, Status, clocks};
pub use inbox::{Claimable, Inbox, OngoingGame, Proposal, TimeLeft, UnreadableRecord, inbox};
pub use new::{CreatedRecord, NewGame, new_game};
pub use repository::{
    FoundFile, GAMES, InitializedRepository, MATCHES, SETTINGS, find, init_repository, locate,
};

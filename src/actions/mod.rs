//! The use cases, which join the other rooms: start a repository, open a game, submit a move, act otherwise, find a record. They take
//! all they need as arguments and print nothing; the time of an action is given, never asked for.

mod act;
mod clocks;
mod demo;
mod entry;
mod error;
mod found;
mod inbox;
mod initiate;
pub mod matches;
mod open;
pub mod plan;
mod submit;
mod waiting;
mod who;

pub use act::{Acted, By, Deed, act};
pub use clocks::{Clocks, clocks};
pub use demo::{Demonstration, demonstrate};
pub use error::ActionError;
pub use found::{Found, find, locate};
pub use inbox::{Inbox, Unsound, inbox};
pub use initiate::{Initiated, SETTINGS, initiate};
pub use open::{GAMES, Opened, Opening, open};
pub use submit::{Status, Submission, Submitted, rehearse, submit, submit_and_plan};
pub use waiting::{Claimable, Left, Proposal, Waiting};

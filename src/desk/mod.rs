//! The use cases, which join the other rooms: start a repository, open a game, submit a move, find a record. They take
//! all they need as arguments and print nothing; the time of an action is given, never asked for.

mod demo;
mod error;
mod found;
mod initiate;
mod matches;
mod open;
mod submit;

pub use demo::{Demonstration, demonstrate};
pub use error::DeskError;
pub use found::{Found, find, locate};
pub use initiate::{Initiated, SETTINGS, initiate};
pub use matches::{
    Begun, Changed, Contradiction, Creation, Drawing, External, MATCHES, Reckoning, Refusal, Shelf,
    Shelves, begin, choose, commit, create, create_from, find_match, judge, locate_match, reckon,
    record_result, reveal, roll, stands,
};
pub use open::{GAMES, Opened, Opening, open};
pub use submit::{Status, Submission, Submitted, rehearse, submit};

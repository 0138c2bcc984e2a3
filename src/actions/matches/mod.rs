//! The use cases of connected matches: reading a match file with its records, and changing it by one commit as a move
//! changes a record.

mod change;
mod contradiction;
mod create;
mod draw;
mod found;
mod judge;
mod next;
mod outcome;
mod reckoning;
mod refusal;
mod shelf;
mod standing;

pub use change::Changed;
pub use contradiction::Contradiction;
pub use create::{create, create_from};
pub use draw::{Drawing, choose, commit, reveal, roll};
pub use found::{MATCHES, find_match, locate_match};
pub use judge::judge;
pub use next::{Begun, Creation, begin};
pub use outcome::{External, record_result};
pub use reckoning::{Reckoning, reckon};
pub use refusal::Refusal;
pub use shelf::{Shelf, Shelves};
pub use standing::stands;

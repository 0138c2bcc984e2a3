//! Games in the formats of other programs: one file per format.

mod book;
mod json;
mod pgn;
mod place;
mod tables;

pub use book::book;
pub use json::json;
pub use pgn::pgn;
pub use place::{NewFile, NewFolder};
pub use tables::{PartitionKey, Table, TableFormat};

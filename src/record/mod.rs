//! Game records: the model, reading, replaying, writing, adding a line, the chain hash, the schema. Text and bytes come in
//! and go out; where they lie is not known here.
//!
//! - [`read`] takes a file's bytes and gives a [`Record`], strictly: nothing unknown, nothing guessed, every error with line
//!   and column ([`RecordError`]).
//! - [`replay`] plays it through.
//! - [`append`] adds an [`Action`] to a record; [`write_new`] begins a file; [`canonical`] writes one anew.
//! - [`clocks`] is the itemised account of both clocks at an instant.
//! - [`chain`] is the fingerprint after each action; [`schema`] is the JSON Schema.

mod action;
mod append;
mod canonical;
mod chain;
mod error;
mod head;
mod instant;
mod model;
mod parse;
mod read;
mod replay;
mod replayed;
mod schema;
mod shape;
mod termination;
mod timekeeping;
mod timing;

pub use crate::document::Place;
pub use action::{Act, Action};
pub use append::{Appended, append};
pub use canonical::{canonical, chain, last_hash, write_new};
pub use chain::ChainHash;
pub use error::{Fault, RecordError};
pub use head::{LONGEST_NAME, LONGEST_VALUE};
pub use instant::write as write_instant;
pub use model::{FORMAT, Header, Player, Players, Record};
pub use parse::LONGEST_COMMENT;
pub use read::{MOST_ACTIONS, read};
pub use replay::replay;
pub use replayed::{Replayed, TakeBack};
pub use schema::schema;
pub use termination::{Evidence, Termination};
pub use timekeeping::clocks;

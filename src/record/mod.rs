//! Game records: the model, reading, replaying, writing, adding a line, the chain hash, the schema. Text and bytes come in
//! and go out; where they lie is not known here.
//!
//! - [`read`] takes a file's bytes and gives a [`Record`], strictly: nothing unknown, nothing guessed, every error with line
//!   and column ([`RecordError`]).
//! - [`replay`] plays it through; [`replay_to`] goes as far as a ply.
//! - [`append`] adds an [`Action`] to a file's text; [`write_new`] begins a file; [`canonical`] writes one anew.
//! - [`guarded`] reads files of other formats behind the same gates.
//! - [`clocks`] is the itemised account of both clocks at an instant.
//! - [`chain`] is the fingerprint after each action; [`schema`] is the JSON Schema.
//!
//! A file is taken in through gates of growing cost: `guard` looks at bytes, `split` tells the moves from the head,
//! `scan` refuses features of YAML in the head, and only then a YAML parser sees the head (`yaml` alone names it).

mod action;
mod append;
mod canonical;
mod chain;
mod error;
mod guard;
mod head;
mod instant;
mod lines;
mod model;
mod parse;
mod place;
mod quote;
mod read;
mod replay;
mod replayed;
mod scan;
mod schema;
mod split;
mod termination;
mod timekeeping;
mod timing;
mod tree;
mod yaml;

pub use action::{Act, Action};
pub use append::{Appended, append};
pub use canonical::{canonical, chain, last_hash, write_new};
pub use chain::ChainHash;
pub use error::{Fault, RecordError};
pub use guard::LONGEST_FILE;
pub use head::{LONGEST_NAME, LONGEST_VALUE};
pub use instant::write as write_instant;
pub use model::{FORMAT, Header, Player, Players, Record};
pub use parse::LONGEST_COMMENT;
pub use place::Place;
pub use quote::quote;
pub use read::{MOST_ACTIONS, read};
pub use replay::replay;
pub use replayed::{Replayed, TakeBack};
pub use schema::schema;
pub use termination::{Evidence, Termination};
pub use timekeeping::clocks;
pub use yaml::guarded;

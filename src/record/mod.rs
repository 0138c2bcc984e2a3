//! Game records. Text and bytes come in and go out; where they are kept is not known here.
//!
//! - [`read`] takes a file's bytes and gives a [`Record`], strictly: nothing unknown, nothing guessed, every error a
//!   [`Diagnostic`] with line and column.
//! - [`replay`] plays it through and gives a [`Replayed`]: the line of play, whether and why the game is over, what the
//!   players may still answer.
//! - [`append`] adds an [`Action`] to a record that has been read and played, without doing either again.
//! - [`sign`] adds the signature of an action that has just been added.
//! - [`write_new`] begins a file, [`write()`] makes a whole one; [`canonical`] writes one anew, [`rewrite`] also from moves in
//!   another notation.
//! - [`RecordDifference`] is how two versions of a record differ.
//! - [`clocks`] is the itemised account of both clocks at an instant.
//! - [`chain`] is the fingerprint after each action; [`json_schema`] is the JSON Schema.
//!
//! # Example
//!
//! ```
//! use riverpost::notation::write_move;
//! use riverpost::record::{self, Act, Action, Termination};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let record = record::read(include_bytes!("../../tests/library/record/wing.yaml"))?;
//! let replayed = record::replay(&record)?;
//! assert_eq!(replayed.line.plies(), 3);
//! assert_eq!(replayed.termination, Some(Termination::Agreement));
//!
//! // The same players and array again, and a bot that plays the first legal move there is.
//! let mut header = record.header().clone();
//! header.id = "wing-2026-anna-ben-2".into();
//! (header.result, header.ending) = (None, None);
//! let text = record::write_new(&header)?;
//! let record = record::read(text.as_bytes())?;
//! let replayed = record::replay(&record)?;
//! let position = replayed.line.position();
//! let mv = position.legal_moves()[0];
//! let mut action = Action::new(position.turn(), Act::Move(write_move(position, mv).into()));
//! action.time = Some("2026-12-24T18:00:00Z".parse()?);
//! let appended = record::append(&record, &replayed, action)?;
//! assert!(appended.record.text().starts_with(&text));
//! assert!(appended.record.text().ends_with(" [2026-12-24T18:00:00Z]\n"));
//! assert_eq!(appended.replayed.line.plies(), 1);
//! # Ok(())
//! # }
//! ```

mod action;
mod append;
mod canonical;
mod chain;
mod clock;
mod clock_events;
mod conflict;
mod difference;
mod error;
mod future;
mod loose;
mod model;
mod parse;
mod player;
mod read;
mod redact;
mod replay;
mod replayed;
mod schema;
mod seal;
mod shape;
mod signatures;
mod stem;
mod termination;

pub use crate::document::{Diagnostic, Hint, Place};
pub use action::{Act, Action, read_instant, write_instant};
pub use append::{Appended, append, sign, text_without_result};
pub use canonical::{
    canonical, canonical_actions, chain, hashed_header, last_hash, write, write_new,
};
pub(crate) use chain::hex;
pub use chain::{ChainHash, hash_of_comment};
pub use clock::{clocks, read_clock_options, write_options};
pub use conflict::versions_in_conflict;
pub use difference::{HeaderChange, RecordDifference};
pub use error::AppendError;
pub use future::{TOLERANCE, refuse_future};
pub use loose::rewrite;
pub use model::{Header, Record, SignRule, json_schema};
pub use parse::{LONGEST_COMMENT, read_action};
pub use player::{Player, Players};
pub use read::{MOST_ACTIONS, read};
pub(crate) use read::{fault_of_id, is_nonce};
pub use redact::without_addresses;
pub use replay::{replay, replay_each};
pub use replayed::{Replayed, TakeBack};
pub(crate) use schema::clock as clock_schema;
pub use schema::{CLAIMED, FORMAT, LONGEST_NAME, LONGEST_VALUE};
pub use seal::seal;
pub use signatures::{KeyChange, Signatory, SignatureKind, SignatureLine};
pub use stem::id_stem;
pub use termination::{Evidence, Termination};

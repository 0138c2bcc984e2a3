//! Moves and positions as text, both ways. It knows no files.
//!
//! - [`write_move`] and [`read_move`]: canonical text, the form of records;
//! - [`coordinate`]: the form for machines;
//! - [`read_input`]: whatever a person may type; [`read_typed`] the same at a shell, [`read_sequence`] several moves, [`typeable`] how one
//!   is typed there;
//! - [`diagram`]: setups; [`force`]: replacements in one; [`fen`]: whole positions in a line.

pub mod coordinate;
pub mod diagram;
mod error;
pub mod fen;
pub mod force;
mod input;
mod moves;

pub use error::MoveError;
pub use input::{read_input, read_sequence, read_typed, typeable};
pub use moves::{Mark, ParsedMove, read_move, write_move};

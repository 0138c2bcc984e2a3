//! Moves and positions as text, both ways. It knows no files.
//!
//! - [`write_move`] and [`read_move`]: canonical text, the form of records;
//! - [`coordinate`]: the form for machines; [`san`]: that of other chess programs; [`spoken`]: words;
//! - [`read_input`]: whatever a person may type; [`read_typed`] the same at a shell; [`read_sequence`] several moves;
//!   [`read_short`] the usual short form alone; [`typeable`]: how moves are typed at a shell; [`nag`]: signs like `!?`;
//! - [`diagram`]: setups as boards; [`force`]: replacements in one; [`fen`]: whole positions in a line.
//!
//! ```
//! use riverpost::notation::{coordinate, diagram, fen, read_input, write_move};
//! use riverpost::rules::variants;
//!
//! let game = variants::find("valonian", None, []).expect("a game");
//! let start = diagram::default_start(game).expect("the array is a legal start");
//! let knight = read_input(&start, "Nf3").expect("a legal move");
//! assert_eq!(write_move(&start, knight), "N g1-f3");
//! assert_eq!(coordinate::write(&start, knight), "g1f3");
//! let next = start.play(knight).expect("a legal move");
//! assert_eq!(fen::write(&next), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R n KQkq - - - 1");
//! assert_eq!(read_input(&start, "Nf4").unwrap_err().rule(), "P1");
//! ```
//!
//! Columns in errors are in bytes from 0; whoever shows them to people adds the place of the text.

pub mod coordinate;
pub mod diagram;
mod error;
pub mod fen;
pub mod force;
mod input;
mod moves;
pub mod nag;
pub mod san;
pub mod spoken;

pub use error::MoveError;
pub use input::{
    read_input, read_numbered, read_sequence, read_short, read_typed, split_offer, typeable,
};
pub use moves::{Mark, ParsedMove, captures, read_move, write_move};

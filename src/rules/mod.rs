//! The rules core: boards, pieces, positions, legal moves, outcomes and rulings. It knows no files, no dates and
//! no git, and never asks what time it is.
//!
//! - [`Game`] is what is fixed before the first move; [`variants`] holds one file per game.
//! - [`Setup`] is any placement; [`Position`] is a legal one; [`Line`] is a position with the moves that led to it.
//! - [`Position::legal_moves`] lists, [`Position::is_legal`] judges, [`refuse`](Position::refuse) says why not.
//!
//! A piece's powers are data, compiled per game into sets of squares ([`Bitboard`]). The rule on crossing the River
//! is not asked at run time: in the tables a line from an area ends at the River.

mod attack;
mod bitboard;
mod board;
mod connection;
mod game;
mod generate;
mod line;
mod losses;
mod moves;
mod outcome;
mod perft;
mod piece;
mod position;
mod power;
mod ruling;
mod setup;
mod special;
mod tables;
pub mod variants;
mod why;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Direction, Square};
pub use connection::{Binding, TieBreak};
pub use game::{Game, HalfPoints, Scores, Spec};
pub use line::Line;
pub use losses::LostPieces;
pub use moves::{Move, Special};
pub use outcome::{Claim, Ending, FIFTY_MOVES, Outcome, SEVENTY_FIVE_MOVES};
pub use perft::{divide, perft, perft_played};
pub use piece::{EnPassant, Frenzy, Piece, Promotion, Role, RoleId, Side};
pub use position::Position;
pub use power::{Lines, Mode, Power, Zone, make};
pub use ruling::{CONNECTED, GENERAL, POWERS, RIVER, RuleText, Ruling};
pub use setup::{Setup, StartFault};
pub use why::Refusal;

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
mod castling;
mod ending;
mod game;
mod legality;
mod line;
mod movegen;
mod moves;
mod outcome;
mod piece;
mod play;
mod position;
mod power;
mod refusal;
mod refuse;
mod refuse_powers;
mod refuse_special;
mod role;
mod ruling;
mod setup;
mod spec;
mod special;
mod square;
mod start;
mod tables;
pub mod variants;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use game::{Game, SpecError};
pub use line::{Line, LostPieces};
pub use movegen::{divide, perft, perft_played};
pub use moves::{Move, Special};
pub use outcome::{Claim, Ending, Outcome};
pub use piece::{MAX_ROLES, Piece, RoleId, Side};
pub use position::Position;
pub use power::{Lines, Mode, Power, Zone, make};
pub use refusal::Refusal;
pub use role::{EnPassant, Frenzy, Promotion, Role};
pub use ruling::{CONNECTED, GENERAL, POWERS, RIVER, RuleText, Ruling};
pub use setup::Setup;
pub use spec::{Binding, DrawLimits, HalfPoints, RuleIds, Scores, Spec, Stalemate, TieBreak};
pub use square::{Direction, MAX_SQUARES, Square};
pub use start::StartFault;

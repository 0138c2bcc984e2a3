//! The rules of play: boards, pieces, positions, legal moves, endings and rulings. They know no files, no dates and no git,
//! and never ask what time it is.
//!
//! - [`Game`] is what is fixed before the first move, declared by a [`Spec`]; [`variants`] finds the games there are.
//! - [`Setup`] is any placement; [`Position`] is one that can be played on; [`Line`] is a position with the moves that led
//!   to it, and knows of repetition.
//! - [`Position::legal_moves`] lists moves in a stable order, [`Position::is_legal`] judges one,
//!   [`Position::refuse`] says why it is not legal, and [`Position::play`] and [`Line::push`] make it.
//!   [`Position::play_unchecked`] and [`Line::push_unchecked`] are for moves known to be legal.
//!
//! A game played at random, as a bot would:
//!
//! ```
//! use riverpost::notation::{diagram, write_move};
//! use riverpost::rules::{Line, variants};
//!
//! let game = variants::find("wing", None, [])?;
//! let mut line = Line::new(diagram::default_start(game).expect("the array is a legal start"));
//! while line.ending().is_none() && line.plies() < 40 {
//!     let moves = line.position().legal_moves();
//!     let chosen = moves[line.plies() * 7 % moves.len()];
//!     println!("{}", write_move(line.position(), chosen));
//!     line.push_unchecked(chosen);
//! }
//! # Ok::<(), variants::SelectionError>(())
//! ```
//!
//! # Squares, sides and units
//!
//! A [`Square`] is an index: `rank * files + file`, both from zero, from South's left corner: `a1` is 0, `b1` is 1. A
//! [`Board`] turns squares into names and back. [`Side::South`] starts on rank 1 and moves up the board; in games that
//! call the sides White and Black, South is White ([`Spec::side_names`]). A [`Bitboard`] is a set of squares and iterates
//! in ascending order. Lists for both sides have South first. [`Position::halfmove_clock`] and [`Line::plies`] count
//! single moves of either side. Points are in halves ([`HalfPoints`]).
//!
//! ```
//! use riverpost::rules::{Side, variants};
//!
//! let board = &variants::find("fortress", Some("level"), [])?.board;
//! let square = board.read("d1").expect("a square of the board");
//! assert_eq!((square.at(), board.file(square), board.rank(square)), (3, 3, 0));
//! assert_eq!(board.own_rank(Side::North, square), 9);
//! # Ok::<(), variants::SelectionError>(())
//! ```
//!
//! # Errors
//!
//! A move that is not legal gives a [`Refusal`]: the id of the rule ([`Game::ruling`] has its text) and a sentence. A setup
//! that is no start gives every [`StartFault`]. A name that is no game gives a
//! [`SelectionError`](variants::SelectionError) with what there is to choose from.
//!
//! # A game of one's own
//!
//! [`Game::compile`] makes a game from a [`Spec`]; `tests/library/rules/xiangqi.rs` is a whole one, and
//! [`variants::add`] lets records name it. A role's powers are
//! data, compiled into sets of squares. Whatever only some games have (what stalemate is, limits of repetition, royals
//! that may not face each other, castling, en passant) is a field of [`Spec`] or [`Role`].
//!
//! # Layers
//!
//! A file imports only from files before it: `square`, `bitboard`, `piece`, `board`, `power`, `role`, `outcome`, `ruling`,
//! `spec`, `moves`, `castling`, `tables`, `compile`, `game`, `setup`, `position`, `attack`, `special`, `play`, `legality`, `movegen`, `perft`,
//! `ending`, `start`, `refusal`, `refuse_special`, `refuse_powers`, `refuse`, `line`, and then `variants`.

mod attack;
mod bitboard;
mod board;
mod castling;
mod compile;
mod ending;
mod game;
mod legality;
mod line;
mod movegen;
mod moves;
mod outcome;
mod perft;
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
pub use moves::{Move, Special};
pub use outcome::{Claim, Ending, Outcome};
pub use perft::{divide, perft, perft_played};
pub use piece::{MAX_ROLES, Piece, RoleId, Side};
pub use position::Position;
pub use power::{Lines, Mode, Power, Zone, make};
pub use refusal::Refusal;
pub use role::{EnPassant, Frenzy, Promotion, Role};
pub use ruling::{CONNECTED, GENERAL, POWERS, RIVER, RuleText, Ruling};
pub use setup::Setup;
pub use spec::{
    Binding, DrawLimits, HalfPoints, PieceColours, RuleIds, Scores, Spec, Stalemate, TieBreak,
};
pub use square::{Direction, MAX_SQUARES, Square};
pub use start::StartFault;

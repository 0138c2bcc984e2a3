//! What is special about single games, one rule to a file. Each is a small function that the generator and
//! [`Position::play_unchecked`](super::Position::play_unchecked) call where a game's roles ask for it.

pub(super) mod castling;
pub(super) mod elephant;
pub(super) mod en_passant;
pub(super) mod frenzy;
pub(super) mod mage;
pub(super) mod substitution;

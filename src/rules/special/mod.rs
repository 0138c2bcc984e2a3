//! What is special about single games, one rule to a file. Each is a small function that the generator and
//! [`Position::play`](super::Position::play) call where a game's kinds ask for it.

pub(super) mod castling;
pub(super) mod elephant;
pub(super) mod en_passant;
pub(super) mod frenzy;
pub(super) mod mage;
pub(super) mod substitution;

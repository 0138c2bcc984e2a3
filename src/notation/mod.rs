//! Moves and positions as text, both ways. It knows no files.
pub mod diagram;
pub mod fen;

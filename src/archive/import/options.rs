//! How the files of other programs are read.

use super::input::Encoding;
use crate::rules::Game;

/// What becomes of variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variations {
    /// They are text in the comment of the move before them.
    #[default]
    Keep,
    /// They are left out and counted.
    Drop,
}

/// How a file is read.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// What to call the file in the records.
    pub source: String,
    /// What its bytes stand for.
    pub encoding: Encoding,
    /// What becomes of variations.
    pub variations: Variations,
    /// The game of those that name none; without it they are of Western Chess.
    pub game: Option<&'static Game>,
    /// Whether it is a table.
    pub table: bool,
}

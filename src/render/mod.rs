//! Positions for people: one file per format behind one trait. It knows no git.

mod escape;
mod svg;
mod text;

pub use escape::{one_line, padded, width, wrapped, xml};
pub use svg::SvgBoard;
pub use text::TextBoard;

use crate::rules::{Position, Square};

/// What is to be shown: a position and where the last move went.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The position.
    pub position: &'a Position,
    /// The squares that the last move left and reached, if there was one.
    pub last: Option<(Square, Square)>,
    /// Whether North sits at the bottom.
    pub flip: bool,
}

impl Scene<'_> {
    /// The board's squares row by row from the top, each row from the left, as the viewer sits.
    pub fn rows(&self) -> Vec<Vec<Square>> {
        let board = self.position.board();
        let mut rows: Vec<Vec<Square>> =
            (0..board.ranks()).rev().map(|rank| board.squares_of_rank(rank).collect()).collect();
        if self.flip {
            rows.reverse();
            rows.iter_mut().for_each(|row| row.reverse());
        }
        rows
    }
}

/// A format in which a scene can be shown.
pub trait Render {
    /// The whole output, ending with a line feed.
    fn render(&self, scene: &Scene<'_>) -> String;
}

//! Where the lines of a text of several lines stand in its file.

use super::place::Place;
use super::tree::Text;

/// Where the lines of a text of several lines stand in its file.
pub(super) struct Lines {
    first: Place,
    /// Whether it is a literal block, in which the lines of text are lines of the file.
    literal: bool,
}

impl Lines {
    pub(super) fn of(file: &str, text: &Text<'_>) -> Lines {
        let place = Place::of(file, text.at);
        let rest = &file[text.at..];
        if !rest.starts_with('|') {
            return Lines { first: place, literal: false };
        }
        let indent = rest
            .lines()
            .skip(1)
            .find(|line| !line.trim_ascii().is_empty())
            .map_or(0, |line| line.len() - line.trim_start_matches(' ').len());
        let first = Place { line: place.line + 1, column: 1 + indent as u32 };
        Lines { first, literal: true }
    }

    /// The place of a line, counted from 0, and a column in it, in characters from 0. In other styles than a literal
    /// block it is that of the whole text.
    pub(super) fn place(&self, line: u32, column: usize) -> Place {
        if !self.literal {
            return self.first;
        }
        Place { line: self.first.line + line, column: self.first.column + column as u32 }
    }
}

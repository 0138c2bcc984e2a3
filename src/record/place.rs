//! A place in a file.

/// Line and column in a file, both from 1; columns count characters, a byte order mark not included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// The first character of a file.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place of a byte offset in a text; offsets beyond the end count as the end.
    pub fn of(text: &str, offset: usize) -> Place {
        let before = &text[..text.floor_char_boundary(offset)];
        let line = 1 + before.bytes().filter(|b| *b == b'\n').count();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Place { line: line as u32, column: 1 + before[start..].chars().count() as u32 }
    }

    /// The place of a byte offset in `line`, a piece of text without line breaks that begins here.
    pub(super) fn within(self, line: &str, offset: usize) -> Place {
        let before = &line[..line.floor_char_boundary(offset)];
        Place { column: self.column + before.chars().count() as u32, ..self }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

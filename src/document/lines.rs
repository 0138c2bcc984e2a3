//! The lines of a text, found once.

use super::diagnostic::Place;

/// A guess at the bytes of a line, on the low side.
const USUAL_LINE: usize = 16;

/// Where the lines of a text begin.
#[derive(Clone, Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    /// The offset of the first byte of each line, also of one behind the last line feed.
    starts: Vec<u32>,
}

impl<'t> Lines<'t> {
    /// Finds the lines of a text of less than 4 GiB.
    pub(super) fn of(text: &'t str) -> Lines<'t> {
        let mut starts = Vec::with_capacity(text.len() / USUAL_LINE + 2);
        starts.push(0);
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
        Lines { text, starts }
    }

    /// The text.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// The line of a number, from 0, with its line feed. None behind the last line and for what is behind its line feed.
    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<&'t str> {
        self.behind(number, 0)
    }

    /// The bytes of the same line.
    #[inline]
    pub(super) fn bytes(&self, number: usize) -> Option<&'t [u8]> {
        let (start, end) = (self.start(number), self.start(number + 1));
        if start < end { self.text.as_bytes().get(start..end) } else { None }
    }

    /// The same line behind so many of its bytes; none where nothing is there, or the middle of a character.
    #[inline]
    pub(super) fn behind(&self, number: usize, bytes: usize) -> Option<&'t str> {
        let (start, end) = (self.start(number) + bytes, self.start(number + 1));
        if start < end { self.text.get(start..end) } else { None }
    }

    /// The offset of the first byte of a line; the end of the text for one that there is not.
    #[inline]
    pub(super) fn start(&self, number: usize) -> usize {
        self.starts.get(number).map_or(self.text.len(), |start| *start as usize)
    }

    /// The number, from 0, of the line in which an offset lies.
    pub(super) fn number(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset) - 1
    }

    /// The place of an offset; offsets beyond the end count as the end.
    pub(super) fn place(&self, offset: usize) -> Place {
        let offset = self.text.floor_char_boundary(offset);
        let number = self.number(offset);
        let place = Place { line: 1 + number as u32, column: 1 };
        place.within(&self.text[self.start(number)..], offset - self.start(number))
    }
}

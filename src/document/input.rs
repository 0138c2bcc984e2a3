//! The characters of a text for the parser, no more of them ahead than the reader allows.

use std::cell::Cell;

use saphyr_parser::Input;

/// How far the parser may look ahead of the last node that it has told of, in bytes.
///
/// Within brackets it looks as far as the closing one before it tells of the first, for what stands in them may turn out to
/// be a key, and keeps some hundred bytes for each sign that it meets.
const WINDOW: usize = 256 << 10;

/// How far the reader has come.
#[derive(Debug, Default)]
pub(super) struct ScanProgress {
    /// The fewest bytes that may be left of the text.
    fewest_left: Cell<usize>,
    exceeded: Cell<bool>,
}

impl ScanProgress {
    /// Sets how many bytes of the text are left behind the last node.
    pub(super) fn left(&self, bytes: usize) {
        self.fewest_left.set(bytes.saturating_sub(WINDOW));
    }

    /// Whether the parser wanted to look too far ahead, and found the text to end there.
    pub(super) fn exceeded(&self) -> bool {
        self.exceeded.get()
    }
}

/// The rest of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'t, 'p> {
    rest: &'t str,
    progress: &'p ScanProgress,
}

impl<'t, 'p> Source<'t, 'p> {
    pub(super) fn new(text: &'t str, progress: &'p ScanProgress) -> Source<'t, 'p> {
        progress.left(text.len());
        Source { rest: text, progress }
    }
}

/// The characters that are ready at any time. All of them are; the parser takes so many for a lot.
const READY: usize = 16;

impl Input for Source<'_, '_> {
    #[inline]
    fn lookahead(&mut self, _: usize) {
        if self.rest.len() < self.progress.fewest_left.get() {
            self.rest = "";
            self.progress.exceeded.set(true);
        }
    }

    #[inline]
    fn buflen(&self) -> usize {
        READY
    }

    #[inline]
    fn bufmaxlen(&self) -> usize {
        READY
    }

    #[inline]
    fn raw_read_ch(&mut self) -> char {
        let c = self.peek();
        self.skip();
        c
    }

    #[inline]
    fn raw_read_non_breakz_ch(&mut self) -> Option<char> {
        let c = self.peek_opt().filter(|c| !matches!(c, '\n' | '\r' | '\0' | '\u{FEFF}'))?;
        self.skip();
        Some(c)
    }

    #[inline]
    fn skip(&mut self) {
        self.skip_n(1);
    }

    #[inline]
    fn skip_n(&mut self, count: usize) {
        let mut chars = self.rest.chars();
        for _ in 0..count {
            chars.next();
        }
        self.rest = chars.as_str();
    }

    #[inline]
    fn peek(&self) -> char {
        self.peek_opt().unwrap_or('\0')
    }

    #[inline]
    fn peek_nth(&self, n: usize) -> char {
        self.rest.chars().nth(n).unwrap_or('\0')
    }

    #[inline]
    fn peek_opt(&self) -> Option<char> {
        self.rest.chars().next()
    }
}

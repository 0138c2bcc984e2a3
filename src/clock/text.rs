//! Reading of durations and of the words and numbers of time controls.

use super::error::ClockError;
use super::span::TimeSpan;
use std::num::NonZeroU16;
use std::str::FromStr;

/// The longest text that is read, in bytes. The longest sensible time control has about 40.
const LONGEST_TEXT: usize = 100;

const DURATION: &str = "a duration such as 40d, 36h, 90m, 3d12h or P3DT12H";

/// A text and the place, in bytes from 0, up to which it has been read.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Result<Cursor<'a>, ClockError> {
        if text.len() > LONGEST_TEXT {
            let message = format!("too long, at most {LONGEST_TEXT} bytes are allowed");
            return Err(ClockError::Text { column: LONGEST_TEXT, message });
        }
        Ok(Cursor { text, at: 0 })
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.rest().bytes().next().map(|b| b.to_ascii_lowercase())
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T, ClockError> {
        self.fail_at(self.at, message)
    }

    fn fail_at<T>(&self, column: usize, message: impl Into<String>) -> Result<T, ClockError> {
        Err(ClockError::Text { column, message: message.into() })
    }

    pub(super) fn expected<T>(&self, what: &str) -> Result<T, ClockError> {
        match self.rest().chars().next() {
            Some(c) => self.fail(format!("expected {what}, found {c:?}")),
            None => self.fail(format!("expected {what}, found the end")),
        }
    }

    pub(super) fn skip_spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Takes `word`, in either case, if it stands here.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.rest().get(..word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word));
        if found {
            self.at += word.len();
        }
        found
    }

    pub(super) fn end(&mut self, allowed: &str) -> Result<(), ClockError> {
        self.skip_spaces();
        if self.rest().is_empty() { Ok(()) } else { self.expected(allowed) }
    }

    pub(super) fn digit_here(&self) -> bool {
        self.peek().is_some_and(|b| b.is_ascii_digit())
    }

    fn number(&mut self, most: u32, what: &str) -> Result<u32, ClockError> {
        let start = self.at;
        let mut value: u32 = 0;
        if !self.digit_here() {
            return self.expected(what);
        }
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.at += 1;
        }
        if value > most {
            return self.fail_at(start, format!("too large, at most {most} is allowed"));
        }
        Ok(value)
    }

    /// A number of moves, 1 to 999.
    pub(super) fn moves(&mut self) -> Result<NonZeroU16, ClockError> {
        let start = self.at;
        let count = self.number(999, "a number of moves from 1 to 999")?;
        match u16::try_from(count).ok().and_then(NonZeroU16::new) {
            Some(count) => Ok(count),
            None => self.fail_at(start, "a number of moves is at least 1"),
        }
    }

    /// A duration of more than nothing.
    pub(super) fn some_span(&mut self) -> Result<TimeSpan, ClockError> {
        let start = self.at;
        let span = self.span()?;
        if span > TimeSpan::ZERO {
            Ok(span)
        } else {
            self.fail_at(start, "a duration here is at least 1m")
        }
    }

    /// A duration, possibly nothing.
    pub(super) fn span(&mut self) -> Result<TimeSpan, ClockError> {
        let start = self.at;
        let span = if self.take("p") { self.iso_span()? } else { self.unit_span()? };
        if span > TimeSpan::LONGEST {
            return self
                .fail_at(start, format!("too long, at most {} is allowed", TimeSpan::LONGEST));
        }
        Ok(span)
    }

    fn unit_span(&mut self) -> Result<TimeSpan, ClockError> {
        if !self.digit_here() {
            return self.expected(DURATION);
        }
        let mut total = TimeSpan::ZERO;
        let mut units: &[(&str, TimeSpan)] =
            &[("d", TimeSpan::DAY), ("h", TimeSpan::hours(1)), ("m", TimeSpan::minutes(1))];
        while self.digit_here() {
            total += self.counted(&mut units, "a unit, d, h or m, each once and in that order")?;
        }
        Ok(total)
    }

    fn iso_span(&mut self) -> Result<TimeSpan, ClockError> {
        let mut total = TimeSpan::ZERO;
        let mut dates: &[(&str, TimeSpan)] = &[("w", TimeSpan::days(7)), ("d", TimeSpan::DAY)];
        let mut times: &[(&str, TimeSpan)] =
            &[("h", TimeSpan::hours(1)), ("m", TimeSpan::minutes(1))];
        if !self.digit_here() && self.peek() != Some(b't') {
            return self.expected("a number or T after P");
        }
        while self.digit_here() {
            total += self.counted(&mut dates, "W or D (months and years have no fixed length)")?;
        }
        if self.take("t") {
            if !self.digit_here() {
                return self.expected("a number of hours or minutes after T");
            }
            while self.digit_here() {
                total += self.counted(&mut times, "H or M (whole minutes)")?;
            }
        }
        Ok(total)
    }

    /// A number and one of the units, which with those before it is then used up.
    fn counted(
        &mut self,
        units: &mut &[(&str, TimeSpan)],
        what: &str,
    ) -> Result<TimeSpan, ClockError> {
        let count = self.number(99_999_999, "a number")?;
        for (at, (name, unit)) in units.iter().enumerate() {
            if self.take(name) {
                *units = units.get(at + 1..).unwrap_or_default();
                return Ok(TimeSpan::seconds(unit.as_seconds().saturating_mul(i64::from(count))));
            }
        }
        self.expected(what)
    }
}

impl FromStr for TimeSpan {
    type Err = ClockError;

    /// Reads `3d12h` or `P3DT12H`; zero is allowed (`0d`), more than [`LONGEST`](TimeSpan::LONGEST) is not.
    fn from_str(text: &str) -> Result<TimeSpan, ClockError> {
        let mut cursor = Cursor::new(text)?;
        let span = cursor.span()?;
        cursor.end("the end of the duration")?;
        Ok(span)
    }
}

impl TryFrom<String> for TimeSpan {
    type Error = ClockError;

    fn try_from(text: String) -> Result<TimeSpan, ClockError> {
        text.parse()
    }
}

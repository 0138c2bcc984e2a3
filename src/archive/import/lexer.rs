//! The words of PGN, and of lists of moves as people type them.

use std::borrow::Cow;

use super::input::is_tag;
use crate::notation::nag;
use crate::rules::{Outcome, Side};

/// How deep variations may nest.
const DEEPEST: usize = 64;

/// A word with what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`
    Tag(&'t str, String),
    /// `{…}`, `; …` or, in a list of moves, `[…]`: what is inside.
    Comment(Cow<'t, str>),
    /// `(…)`, with its brackets.
    Variation(&'t str),
    /// `$5` or `!?` behind a move, as text.
    Glyph(Cow<'t, str>),
    /// `12.`, `12...` or `12` alone.
    Number(u32),
    /// `1-0`, `1/2-1/2`, or none for `*`.
    Result(Option<Outcome>),
    /// `(=)`
    Offer,
    /// A move, or a part of one.
    Word(&'t str),
}

/// What cannot be read, and where.
pub(super) type LexFault = (usize, &'static str);

/// Reads a text token by token.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    pub(super) at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Takes so many bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    /// Passes over blanks and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let starts_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !starts_line || !self.rest().starts_with('%') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// Passes over all up to the next tag of an event; to the end where there is none.
    pub(super) fn skip_game(&mut self) {
        let next = self.rest().find("[Event \"").filter(|at| *at > 0);
        self.at += next.unwrap_or(self.rest().len());
    }

    /// Whether a tag comes next.
    pub(super) fn at_tag(&mut self) -> bool {
        self.skip_blanks();
        is_tag(self.rest())
    }

    /// The next token with its place; none at the end.
    ///
    /// # Errors
    /// A bracket that is not closed, with its place.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, LexFault> {
        self.skip_blanks();
        let (start, rest) = (self.at, self.rest());
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let token = match first {
            '[' if is_tag(rest) => self.tag(),
            '[' => {
                let close = rest.find(']').ok_or((start, "this [ is not closed"))?;
                Token::Comment(Cow::Borrowed(&self.take(close + 1)[1..close]))
            }
            '{' => self.comment()?,
            ';' => {
                let line = self.take(rest.find('\n').unwrap_or(rest.len()));
                Token::Comment(Cow::Borrowed(&line[1..]))
            }
            '(' if rest.starts_with("(=)") => {
                self.at += 3;
                Token::Offer
            }
            '(' => self.variation()?,
            // What stands alone has no meaning: a bracket too many, the mark of a diagram.
            '}' | ')' | ']' | ',' | '|' => {
                self.at += 1;
                return self.next();
            }
            '$' => {
                let digits = rest[1..].len()
                    - rest[1..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let word = self.take(1 + digits);
                match word[1..].parse() {
                    Ok(0) => return self.next(),
                    Ok(glyph) => Token::Glyph(nag::text(glyph)),
                    Err(_) => Token::Glyph(Cow::Borrowed(word)),
                }
            }
            _ => return Ok(self.word().map(|token| (start, token))),
        };
        Ok(Some((start, token)))
    }

    /// A tag: its value ends at a quote with a bracket behind it and then the end of the line or another tag, so that quotes and
    /// brackets inside do no harm.
    fn tag(&mut self) -> Token<'t> {
        let line = &self.rest()[..self.rest().find('\n').unwrap_or(self.rest().len())];
        let name_end = line.find('"').unwrap_or(line.len());
        let name = line[1..name_end].trim();
        let inside = line.get(name_end + 1..).unwrap_or_default();
        let (mut value, mut escaped) = (String::new(), false);
        for (at, c) in inside.char_indices() {
            if c == '"'
                && let Some(after) = inside[at + 1..].trim_start().strip_prefix(']')
            {
                let rest = after.trim_start();
                if rest.is_empty() || !escaped && (is_tag(rest) || !rest.contains("\"]")) {
                    self.at += line.len() - after.len();
                    return Token::Tag(name, value);
                }
            }
            match c {
                '"' | '\\' if escaped => value.push(c),
                '\\' => {
                    escaped = true;
                    continue;
                }
                c => {
                    if escaped {
                        value.push('\\');
                    }
                    value.push(c);
                }
            }
            escaped = false;
        }
        // Not closed: what is left of the line.
        self.at += line.len();
        let end = value.trim_end().trim_end_matches(']').len();
        value.truncate(end);
        Token::Tag(name, value)
    }

    /// A comment in braces. One inside another is part of it where there are braces enough to close both.
    fn comment(&mut self) -> Result<Token<'t>, LexFault> {
        let rest = self.rest();
        let mut close = rest.find('}').ok_or((self.at, "this comment is not closed"))?;
        let mut opened = rest[1..close].matches('{').count();
        while opened > 0 {
            let after = &rest[close + 1..];
            match after.find(['{', '}']) {
                Some(at) if after[at..].starts_with('}') => close += 1 + at,
                _ => break,
            }
            opened -= 1;
        }
        Ok(Token::Comment(Cow::Borrowed(&self.take(close + 1)[1..close])))
    }

    /// A variation with those inside it.
    fn variation(&mut self) -> Result<Token<'t>, LexFault> {
        let rest = self.rest();
        let (mut depth, mut in_comment) = (0, false);
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                b'}' => in_comment = false,
                _ if in_comment => {}
                b'{' => in_comment = true,
                b'(' if depth == DEEPEST => {
                    return Err((self.at, "variations are nested too deep here"));
                }
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Token::Variation(self.take(at + 1)));
            }
        }
        Err((self.at, "this ( is not closed"))
    }

    fn word(&mut self) -> Option<Token<'t>> {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || "{}()[];$,|".contains(c);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        if let Some(result) = result(word) {
            self.take(word.len());
            return Some(Token::Result(result));
        }
        let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = word.len() - after.len();
        let dots = after.len() - after.trim_start_matches(['.', '…']).len();
        if digits > 0 && (dots > 0 || after.is_empty()) {
            self.take(digits + dots);
            return Some(Token::Number(word[..digits].parse().unwrap_or(u32::MAX)));
        }
        if nag::read(word).is_some() {
            return Some(Token::Glyph(Cow::Borrowed(self.take(word.len()))));
        }
        // Praise and blame stand right behind a move; the rest is for the next call.
        let praised = word.trim_end_matches(['!', '?']);
        let bare = match praised.len() {
            0 => word.len(),
            length => length,
        };
        Some(Token::Word(self.take(bare)))
    }
}

/// A result; `Some(None)` for one that is not known.
pub(super) fn result(word: &str) -> Option<Option<Outcome>> {
    let plain: Cow<'_, str> = match word.is_ascii() {
        true => Cow::Borrowed(word),
        false => Cow::Owned(word.replace(['–', '—', '−', '‐', '‑'], "-").replace('½', "1/2")),
    };
    Some(match plain.as_ref() {
        "1-0" | "1:0" => Some(Outcome::Won(Side::South)),
        "0-1" | "0:1" => Some(Outcome::Won(Side::North)),
        "1/2-1/2" | "1/2:1/2" | "1/2" => Some(Outcome::Draw),
        "*" => None,
        _ => return None,
    })
}

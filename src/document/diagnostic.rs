//! What is wrong with a document, where, by which rule, and what to do about it.

use std::borrow::Cow;

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
    pub fn within(self, line: &str, offset: usize) -> Place {
        let before = &line[..line.floor_char_boundary(offset)];
        Place { column: self.column + before.chars().count() as u32, ..self }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A fault of a document.
///
/// Shown as `line:column: message (rule R1); hint`, so that a file's name and a colon in front make a line that editors
/// can jump to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Diagnostic {
    /// Where.
    pub place: Place,
    /// The rule of the games that is broken, if it is one.
    pub rule: Option<&'static str>,
    /// What is wrong, without place, rule and hint.
    pub message: String,
    /// What to do about it, where that is not plain from the message.
    pub hint: Option<Hint>,
}

/// What to do about a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// Advice that is complete as it stands.
    Text(Cow<'static, str>),
    /// A word that may have been meant.
    DidYouMean(String),
    /// Writing the file anew in canonical form makes it possible.
    Rewrite,
    /// Of two versions that a merge left in the file one must go, with the marks.
    KeepOne,
}

impl Diagnostic {
    /// A fault that breaks no rule of the games and has no hint.
    pub fn new(place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic { place, rule: None, message: message.into(), hint: None }
    }

    /// The same with a rule.
    #[must_use]
    pub fn rule(self, rule: &'static str) -> Diagnostic {
        Diagnostic { rule: Some(rule), ..self }
    }

    /// The same with advice.
    #[must_use]
    pub fn hint(self, text: impl Into<Cow<'static, str>>) -> Diagnostic {
        Diagnostic { hint: Some(Hint::Text(text.into())), ..self }
    }

    /// The same in a file in which the document begins in that line, from 1.
    #[must_use]
    pub fn from_line(mut self, line: u32) -> Diagnostic {
        self.place.line = self.place.line.saturating_add(line.saturating_sub(1));
        self
    }

    /// The message with its advice, without place and rule.
    pub fn advised(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{}; {hint}", self.message),
            None => self.message.clone(),
        }
    }

    /// Something of which there is more than a limit allows; `what` is a clause.
    pub fn too_much(place: Place, what: &str, limit: usize) -> Diagnostic {
        Diagnostic::new(place, format!("{what}, the most is {limit}"))
    }

    /// Text that is no YAML, or not YAML of the shape that is wanted.
    pub fn yaml(place: Place, message: impl std::fmt::Display) -> Diagnostic {
        Diagnostic::new(place, format!("cannot read the YAML: {message}"))
    }

    /// A key that is not among those there are.
    pub fn unknown_key(place: Place, key: &str, known: &[&str]) -> Diagnostic {
        let hint = match nearest(key, known) {
            Some(near) => Hint::DidYouMean(near.to_owned()),
            None => Hint::Text(format!("the keys here are {}", known.join(", ")).into()),
        };
        let message = format!("unknown key {key:?}");
        Diagnostic { hint: Some(hint), ..Diagnostic::new(place, message) }
    }

    /// A key that stands twice in one mapping.
    pub fn duplicate_key(place: Place, key: &str) -> Diagnostic {
        let message = format!("the key {key:?} stands here for the second time");
        Diagnostic::new(place, message).hint("keep one of them")
    }

    /// A key that must be there and is not.
    pub fn missing_key(place: Place, key: &str) -> Diagnostic {
        Diagnostic::new(place, format!("the key {key:?} is missing"))
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        if let Some(rule) = self.rule {
            write!(f, " (rule {rule})")?;
        }
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::fmt::Display for Hint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Hint::Text(text) => f.write_str(text),
            Hint::DidYouMean(word) => write!(f, "did you mean {word:?}?"),
            Hint::Rewrite => f.write_str("rewrite the file in canonical form first"),
            Hint::KeepOne => f.write_str("keep one of the two versions, without the marks"),
        }
    }
}

/// The known word that is most like another one, if any is like enough to have been meant.
pub(super) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    /// Of Jaro's measure, by which the same words have 1.
    const ALIKE: f64 = 0.8;
    let alike = known.iter().map(|known| (strsim::jaro(word, known), *known));
    let nearest = alike.filter(|(alike, _)| *alike > ALIKE).max_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, known)| known)
}

//! Something that cannot be true of a match, and where its file says it.

/// A contradiction between a match file, its records and the rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Contradiction {
    /// The line in the match file, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The rule that is offended, if it is one.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

//! Rules and rulings as text: what the program names when it refuses a move, and what `riverpost rules` prints.

/// One rule or ruling, in our own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Its id, such as `R1`.
    pub id: &'static str,
    /// What it says, one sentence.
    pub text: &'static str,
    /// Where it comes from: a source text, or `ruling` where the source is silent and we decided.
    pub source: &'static str,
}

/// A short form for the lists of rulings.
pub const fn ruling(id: &'static str, text: &'static str, source: &'static str) -> Ruling {
    Ruling { id, text, source }
}

/// What holds in every game.
pub const GENERAL: &[Ruling] = &[];

/// The rule on crossing the River.
pub const RIVER: &[Ruling] = &[];

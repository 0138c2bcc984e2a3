//! Rules and rulings as text: what the program names when it refuses a move, and what `riverpost rules` prints.
//!
//! They stand in plain text files beside the games' code, in paragraphs with an empty line between:
//!
//! ```text
//! # A line for whoever reads the file.
//!
//! W2  A Hawker is never seen on his seventh rank: as he arrives there his Hawk takes his
//!     place.
//!     source: Wing page, moves of the Hawker
//!
//! W4 (note)  The source's abbreviations are used where it gives any.
//!     source: ruling
//!
//! W6 (from 2)  A Hawk that has captured rests for a move.
//!     source: ruling
//! ```
//!
//! A paragraph begins with an id (a capital letter and a number), two spaces and the text. Indented lines continue
//! it; one that begins with `source:` says where it comes from. `(note)` marks a remark that no code enforces.
//!
//! A text that games have been played by is not changed in what it decides. What decides otherwise has a number of its
//! own and is marked `(from 2)`, the first revision of the game's rulings in which it holds; what it takes the place of is
//! marked `(until 1)`, the last one. Marks are set apart by a comma, as in `(from 2, until 3)`.

/// One rule or ruling, in our own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Its id, such as `R1`.
    pub id: &'static str,
    /// What it says.
    pub text: String,
    /// Where it comes from: a source text, or `ruling` where the source is silent and we decided; may be empty.
    pub source: String,
    /// Whether it is a remark that no code enforces.
    pub note: bool,
    /// The first revision of a game's rulings in which it holds: 1 where nothing is said.
    pub from: u32,
    /// The last such revision, where a later one has something else in its place.
    pub until: Option<u32>,
}

impl Ruling {
    /// Reads the paragraphs of a rule text in their order. A paragraph that does not begin with an id is left out.
    pub fn read(text: &'static str) -> Vec<Ruling> {
        let mut rulings: Vec<Ruling> = Vec::new();
        let mut in_source = false;
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let words = line.trim();
            if line.starts_with(' ') {
                let Some(last) = rulings.last_mut() else { continue };
                let words = match words.strip_prefix("source:") {
                    Some(source) => {
                        in_source = true;
                        source.trim_start()
                    }
                    None => words,
                };
                let part = if in_source { &mut last.source } else { &mut last.text };
                if !part.is_empty() {
                    part.push(' ');
                }
                part.push_str(words);
            } else if let Some((head, text)) = line.split_once("  ") {
                in_source = false;
                let (id, marks) = head.split_once(" (").unwrap_or((head, ""));
                let marks = || marks.trim_end_matches(')').split(", ");
                let number = |mark| marks().find_map(|text| text.strip_prefix(mark)?.parse().ok());
                rulings.push(Ruling {
                    id,
                    text: text.trim().into(),
                    source: String::new(),
                    note: marks().any(|mark| mark == "note"),
                    from: number("from ").unwrap_or(1),
                    until: number("until "),
                });
            }
        }
        rulings
    }

    /// Whether it holds in a revision of a game's rulings.
    pub fn holds(&self, revision: u32) -> bool {
        self.from <= revision && self.until.is_none_or(|until| revision <= until)
    }
}

/// A rule text, or those of its rulings that hold in a game.
#[derive(Clone, Copy, Debug)]
pub struct RuleText {
    text: &'static str,
    only: Option<&'static [&'static str]>,
}

impl RuleText {
    /// All rulings of a text in the form that [`Ruling::read`] reads.
    pub const fn all(text: &'static str) -> RuleText {
        RuleText { text, only: None }
    }

    /// The rulings whose ids, or the letters of whose ids, are given.
    pub const fn only(text: &'static str, ids: &'static [&'static str]) -> RuleText {
        RuleText { text, only: Some(ids) }
    }

    /// The rulings in the order of the text.
    pub fn rulings(self) -> Vec<Ruling> {
        let mut rulings = Ruling::read(self.text);
        if let Some(only) = self.only {
            rulings.retain(|r| only.iter().any(|id| *id == r.id || *id == &r.id[..1]));
        }
        rulings
    }
}

/// The powers of pieces, in every game.
pub const POWERS: RuleText = RuleText::all(include_str!("variants/powers.txt"));
/// What holds in every game.
pub const GENERAL: RuleText = RuleText::all(include_str!("variants/general.txt"));
/// The rule on crossing the River.
pub const RIVER: RuleText = RuleText::all(include_str!("variants/river.txt"));
/// Games connected in a match; listed by every game.
pub const CONNECTED: RuleText = RuleText::all(include_str!("variants/connected.txt"));

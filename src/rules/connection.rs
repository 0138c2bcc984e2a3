//! What a game means to a match of connected games: whose sides it binds, and what it is worth as a tie-break.

use super::game::Scores;

/// How M1 ties a game's sides to those of the other games of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binding {
    /// Binds itself and every [`Binding::Companion`] of the match to one side.
    Anchor,
    /// Bound once the match has an [`Binding::Anchor`].
    Companion,
    /// Bound only where the match file says so.
    Free,
    /// Never bound.
    Exempt,
}

/// What a game is worth when it decides a grouping whose totals are level (S3). Its own scores are then Nominal
/// Points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TieBreak {
    /// The Win Bonus in Game Points.
    pub bonus: Scores,
    /// The variation that must follow a draw; none where the tie-break ends here.
    pub after_draw: Option<&'static str>,
}

//! What each game scored, and what the match stands at.

use serde::Serialize;

use super::points::Points;
use super::score_fault::ScoreFault;

/// What one game scored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameScore {
    /// The game's id in the match.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// The ids of South and North, where decided.
    pub sides: Option<[String; 2]>,
    /// How far it is, such as `north won by forfeit`, `unplayed` or `void`.
    pub state: String,
    /// Whether nothing more is to be played in it.
    pub closed: bool,
    /// Whether it was drawn.
    pub drawn: bool,
    /// Nominal Points, South's first, for games that have them (S2, S3).
    pub nominal: Option<[Points; 2]>,
    /// Game Points, South's first; the Win Bonus of a tie-break among them.
    pub points: [Points; 2],
    /// The rule that gives the points.
    pub rule: &'static str,
    /// How the points come about, in words.
    pub arithmetic: String,
}

/// How a grouping stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overall {
    /// Games are still to be played.
    Open,
    /// The totals are level.
    Level,
    /// The entrant of that id has more points.
    Won(String),
}

/// What a grouping adds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GroupingScore {
    /// The grouping's id.
    pub grouping: String,
    /// Its title.
    pub title: String,
    /// Game Points over its games, without a tie-break, for each entrant in the order of the match.
    pub totals: Vec<Points>,
    /// How it stands over its games.
    pub overall: Overall,
    /// The bonus paid here, for each entrant; a tie-break pays it in its own game instead (S5).
    pub bonus: Vec<Points>,
    /// How it comes about, in words.
    pub arithmetic: String,
}

/// The scores of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MatchScore {
    /// The ids of the entrants, the first-named first.
    pub entrants: Vec<String>,
    /// One line per game, in the order of the match file.
    pub lines: Vec<GameScore>,
    /// One line per grouping.
    pub groupings: Vec<GroupingScore>,
    /// Game Points in all, for each entrant.
    pub points: Vec<Points>,
    /// Nominal Points in all, for each entrant; never added to Game Points (S4).
    pub nominal: Vec<Points>,
    /// The sum of the Game Points in words, for each entrant.
    pub arithmetic: Vec<String>,
    /// Every contradiction.
    #[serde(skip)]
    pub faults: Vec<ScoreFault>,
}

impl MatchScore {
    /// The line of a game.
    pub fn game(&self, game: &str) -> Option<&GameScore> {
        self.lines.iter().find(|line| line.game == game)
    }
}

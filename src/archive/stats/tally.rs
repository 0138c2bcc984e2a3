//! Games and times, added up.

use super::table::StatCell;
use crate::clock::TimeSpan;
use crate::rules::{Outcome, Side};

/// Results of games, as one side sees them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ScoreTally {
    wins: u64,
    draws: u64,
    losses: u64,
    /// Games without a result: those that go on, and those that do not count.
    open: u64,
}

impl ScoreTally {
    /// The headings of [`ScoreTally::cells`]; `results` are those of wins, draws and losses.
    pub(super) fn head(results: [&'static str; 3]) -> impl Iterator<Item = &'static str> {
        ["games"].into_iter().chain(results).chain(["no_result", "score_percent", "margin_percent"])
    }

    pub(super) fn add(&mut self, outcome: Option<Outcome>) {
        *match outcome {
            Some(Outcome::Won(Side::South)) => &mut self.wins,
            Some(Outcome::Won(Side::North)) => &mut self.losses,
            Some(Outcome::Draw) => &mut self.draws,
            None => &mut self.open,
        } += 1;
    }

    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.open
    }

    /// The counts, then the score in percent, and how far chance may have moved it: in nineteen cases of twenty hardly further.
    pub(super) fn cells(&self) -> Vec<StatCell> {
        let ScoreTally { wins, draws, losses, open } = *self;
        let counts = [self.games(), wins, draws, losses, open].map(StatCell::Count);
        let [wins, draws, losses] = [wins, draws, losses].map(|count| count as f64);
        let over = wins + draws + losses;
        // As if two games more had been won and two lost (Agresti and Coull): few games tell little, also if all end alike.
        let (wins_more, over_more) = (wins + 2.0, over + 4.0);
        let mean = (wins_more + draws / 2.0) / over_more;
        let variance = (wins_more + draws / 4.0) / over_more - mean * mean;
        let score = (over > 0.0).then(|| 100.0 * (wins + draws / 2.0) / over);
        let margin = (over > 0.0).then(|| 196.0 * (variance / over_more).sqrt());
        counts.into_iter().chain([score, margin].map(StatCell::Percent)).collect()
    }
}

/// Time taken for moves.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TimeTally {
    moves: u64,
    total: TimeSpan,
    longest: TimeSpan,
}

impl TimeTally {
    /// The headings of a player's name and of [`TimeTally::cells`].
    pub(super) const HEAD: [&'static str; 5] = ["player", "moves", "total", "mean", "longest"];

    pub(super) fn add(&mut self, used: TimeSpan) {
        self.moves += 1;
        self.total += used;
        self.longest = self.longest.max(used);
    }

    pub(super) fn moves(&self) -> u64 {
        self.moves
    }

    pub(super) fn cells(&self) -> [StatCell; 4] {
        let moves = i64::try_from(self.moves).unwrap_or(i64::MAX).max(1);
        let mean = TimeSpan::seconds(self.total.as_seconds() / moves);
        let [total, mean, longest] = [self.total, mean, self.longest].map(StatCell::Time);
        [StatCell::Count(self.moves), total, mean, longest]
    }
}

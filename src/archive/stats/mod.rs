//! What many games come to: openings, players, sides, lengths, endings, time, and games that are there twice.

mod duplicates;
mod table;
mod tally;

pub use table::{StatCell, StatTable};

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game::ArchivedGame;
use crate::clock::TimeSpan;
use crate::rules::{Outcome, Side};
use duplicates::{Duplicates, MoveChain};
use tally::{ScoreTally, TimeTally};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatKind {
    /// What was played from a position, so many plies deep.
    Opening {
        /// How deep, from 1.
        depth: usize,
    },
    /// Each player's games.
    Player,
    /// Each game, and how its sides fare.
    Game,
    /// How long games last.
    Length,
    /// How games end.
    Ending,
    /// How long players think.
    Time,
    /// Games that have the same moves, or those of another and more.
    Duplicates {
        /// The fewest plies of a game that is looked at.
        least: usize,
    },
}

/// How many plies the games of one row of lengths span.
const SPAN: usize = 20;

/// What one game adds. It can be kept, but for what tells of duplicates.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatSample {
    /// The rows it counts in, each with the result as that row sees it.
    scores: Vec<(Vec<String>, SeenResult)>,
    /// How long its players thought at each move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    times: Vec<(String, TimeSpan)>,
    #[serde(skip)]
    chain: Option<MoveChain>,
}

/// A result as a row sees it, kept as `south`, `north`, `draw` or nothing.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct SeenResult(Option<Outcome>);

impl From<SeenResult> for String {
    fn from(result: SeenResult) -> String {
        result.0.map_or("", Outcome::name).to_owned()
    }
}

impl TryFrom<String> for SeenResult {
    type Error = String;

    fn try_from(text: String) -> Result<SeenResult, String> {
        let named = match text.as_str() {
            "" => Some(None),
            name => Outcome::read(name).map(Some),
        };
        named.map(SeenResult).ok_or_else(|| format!("{text:?} is no result"))
    }
}

impl StatSample {
    /// What a game adds, looked at from after a ply.
    pub fn of(kind: StatKind, game: &ArchivedGame<'_>, ply: usize) -> StatSample {
        let mut sample = StatSample { scores: Vec::new(), times: Vec::new(), chain: None };
        let (rules, outcome) = (game.rules(), SeenResult(game.replayed.outcome));
        let plies = game.replayed.line.plies();
        match kind {
            StatKind::Opening { depth } => {
                let western = game.is_western();
                let mut path = vec![rules];
                for made in game.plies().skip(ply).take(depth) {
                    path.push(made.numbered(western, true));
                    sample.scores.push((path.clone(), outcome));
                }
            }
            StatKind::Player => {
                for side in Side::BOTH {
                    let seen = outcome.0.map(|outcome| match (side, outcome) {
                        (Side::North, Outcome::Won(winner)) => Outcome::Won(winner.other()),
                        _ => outcome,
                    });
                    let seen = SeenResult(seen);
                    let name = game.player(side).map(|name| vec![name.to_owned()]);
                    sample.scores.extend(name.map(|name| (name, seen)));
                }
            }
            StatKind::Game => sample.scores.push((vec![rules], outcome)),
            StatKind::Length => {
                let span = plies.saturating_sub(1) / SPAN;
                sample.scores.push((vec![rules, format!("{span:>4}")], outcome));
            }
            StatKind::Ending => {
                let ending = game.replayed.termination.map_or("going on", |ending| ending.name());
                sample.scores.push((vec![rules, ending.into()], outcome));
            }
            StatKind::Time => {
                let times = game.move_times();
                let used = |made: super::game::GamePly<'_>| {
                    let name = game.player(made.action.side)?.to_owned();
                    Some((name, times.get(made.index)?.used?))
                };
                sample.times = game.plies().filter_map(used).collect();
            }
            StatKind::Duplicates { least } => {
                sample.chain = (plies >= least).then(|| MoveChain::of(game, least));
            }
        }
        sample
    }
}

/// What is counted of all games.
#[derive(Debug)]
pub struct Statistics {
    kind: StatKind,
    scores: BTreeMap<Vec<String>, ScoreTally>,
    times: BTreeMap<String, TimeTally>,
    duplicates: Duplicates,
}

impl Statistics {
    /// Nothing yet.
    pub fn new(kind: StatKind) -> Statistics {
        Statistics {
            kind,
            scores: BTreeMap::new(),
            times: BTreeMap::new(),
            duplicates: Duplicates::default(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, sample: StatSample) {
        for (key, outcome) in sample.scores {
            self.scores.entry(key).or_default().add(outcome.0);
        }
        for (name, used) in sample.times {
            self.times.entry(name).or_default().add(used);
        }
        self.duplicates.add(sample.chain);
    }

    /// The table, with the rows that count at least so many games or moves.
    pub fn table(&self, least: u64) -> StatTable {
        let scored = |labels: &[&'static str], results| {
            let head = labels.iter().copied().chain(ScoreTally::head(results));
            StatTable::new(head)
        };
        let sides = ["south_wins", "draws", "north_wins"];
        let mut table = match self.kind {
            StatKind::Duplicates { .. } => return self.duplicates.table(),
            StatKind::Time => {
                let mut table = StatTable::new(TimeTally::HEAD);
                let players = self.times.iter().filter(|(_, tally)| tally.moves() >= least);
                for (name, tally) in players {
                    table.push([StatCell::Text(name.clone())].into_iter().chain(tally.cells()));
                }
                return table;
            }
            StatKind::Opening { .. } => scored(&["game", "line"], sides),
            StatKind::Player => scored(&["player"], ["wins", "draws", "losses"]),
            StatKind::Game => scored(&["game"], sides),
            StatKind::Length => scored(&["game", "plies"], sides),
            StatKind::Ending => scored(&["game", "ending"], sides),
        };
        let mut rows: Vec<_> =
            self.scores.iter().filter(|(_, tally)| tally.games() >= least).collect();
        if matches!(self.kind, StatKind::Opening { .. } | StatKind::Player | StatKind::Ending) {
            rows.sort_by(|(one, _), (other, _)| self.more_first(one, other));
        }
        for (key, tally) in rows {
            let labels = match (self.kind, &key[..]) {
                (StatKind::Opening { .. }, [rules, moves @ ..]) => {
                    vec![StatCell::Text(rules.clone()), StatCell::Branch(moves.to_vec())]
                }
                (StatKind::Length, [rules, span]) => {
                    let from = span.trim().parse::<usize>().unwrap_or_default() * SPAN;
                    let span = format!("{}..{}", from + 1, from + SPAN);
                    vec![StatCell::Text(rules.clone()), StatCell::Text(span)]
                }
                (_, labels) => labels.iter().cloned().map(StatCell::Text).collect(),
            };
            table.push(labels.into_iter().chain(tally.cells()));
        }
        table
    }

    /// The order of two rows: below what they have in common, that with more games first.
    fn more_first(&self, one: &[String], other: &[String]) -> Ordering {
        let common = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        let (Some(first), Some(second)) = (one.get(common), other.get(common)) else {
            return one.len().cmp(&other.len());
        };
        let games = |key: &[String]| {
            let part = key.get(..=common).and_then(|part| self.scores.get(part));
            part.map_or(0, ScoreTally::games)
        };
        games(other).cmp(&games(one)).then_with(|| first.cmp(second))
    }
}

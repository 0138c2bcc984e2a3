//! Conditions on what records say.

use std::ops::RangeInclusive;

use crate::archive::game::date;
use crate::record::{Record, Termination};
use crate::rules::{Game, Outcome, Side};

/// What is asked of a record and of how its game went. All of it must hold; what is empty or none is not asked.
#[derive(Clone, Debug, Default)]
pub struct FactQuery {
    /// Texts in the names of players, of either side, each in that of one.
    pub players: Vec<String>,
    /// Texts in the names of South's and of North's player.
    pub sides: [Option<String>; 2],
    /// A text in the name of the event.
    pub event: Option<String>,
    /// The first day, month or year; what is dated less exactly fits if it may.
    pub since: Option<String>,
    /// The last.
    pub until: Option<String>,
    /// Who won, or that nobody has.
    pub result: Option<Option<Outcome>>,
    /// How it ended.
    pub ending: Option<Termination>,
    /// How many plies it lasted.
    pub plies: Option<RangeInclusive<usize>>,
    /// The game's name.
    pub game: Option<String>,
    /// The variation.
    pub variation: Option<String>,
}

impl FactQuery {
    /// Whether the games that are wanted may be of these rules.
    pub fn may_be(&self, rules: &Game) -> bool {
        self.game.as_ref().is_none_or(|game| game.eq_ignore_ascii_case(rules.name))
            && self.variation.as_deref().is_none_or(|wanted| {
                rules.variation.is_some_and(|variation| variation.eq_ignore_ascii_case(wanted))
            })
    }

    /// Whether the record may be of a game that is wanted, before it is played.
    pub fn may_fit(&self, record: &Record<'_>) -> bool {
        let header = record.header();
        let name = |side| header.players.of(side).map(|player| player.name.as_str());
        let has = |text: Option<&str>, part: &str| {
            text.is_some_and(|text| text.to_lowercase().contains(&part.to_lowercase()))
        };
        self.may_be(record.game())
            && self.result.is_none_or(|result| result == header.result)
            && self.players.iter().all(|part| Side::BOTH.iter().any(|side| has(name(*side), part)))
            && Side::BOTH.iter().all(|side| {
                self.sides[side.at()].as_ref().is_none_or(|part| has(name(*side), part))
            })
            && self.event.as_ref().is_none_or(|part| has(header.event.as_deref(), part))
            && self.fits_dates(record)
    }

    fn fits_dates(&self, record: &Record<'_>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        let Some(date) = date(record) else { return false };
        // As much of both as both have.
        let common = |limit: &str| date.len().min(limit.len());
        self.since.as_deref().is_none_or(|since| {
            let length = common(since);
            date.as_bytes()[..length] >= since.as_bytes()[..length]
        }) && self.until.as_deref().is_none_or(|until| {
            let length = common(until);
            date.as_bytes()[..length] <= until.as_bytes()[..length]
        })
    }

    /// Whether a game whose record [may fit](FactQuery::may_fit), and which ended in that way after so many plies, is wanted.
    pub fn fits(&self, ending: Option<Termination>, plies: usize) -> bool {
        self.ending.is_none_or(|wanted| ending == Some(wanted))
            && self.plies.as_ref().is_none_or(|range| range.contains(&plies))
    }
}

/// Reads `40`, `20..40`, `20..` or `..40`, both ends included.
pub fn read_range(text: &str) -> Option<RangeInclusive<usize>> {
    let number = |text: &str, left_out| match text {
        "" => Some(left_out),
        text => text.parse().ok(),
    };
    match text.split_once("..") {
        Some((from, to)) => Some(number(from, 0)?..=number(to, usize::MAX)?),
        None => text.parse().ok().map(|exact| exact..=exact),
    }
}

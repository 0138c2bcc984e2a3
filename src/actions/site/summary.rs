//! What the pages of many games tell of one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::hash::uuid_of;
use crate::archive::{ArchivedGame, StatKind, StatSample, game_label};
use crate::notation::fen;
use crate::record::write_instant;
use crate::rules::variants::{self, SelectionError};
use crate::rules::{Game, Side};

/// How many plies of a game its opening has.
pub(super) const OPENING: usize = 4;
/// How many of a game's moves the feed may have.
const LATEST: usize = 10;
/// What is counted of each game, in this order.
pub(super) const COUNTED: [StatKind; 5] = [
    StatKind::Game,
    StatKind::Opening { depth: OPENING },
    StatKind::Length,
    StatKind::Ending,
    StatKind::Player,
];

/// What the pages of many games tell of one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameSummary {
    pub(super) id: String,
    pub(super) rules: RulesName,
    /// The players' names, South's first; none where one is not known.
    pub(super) players: [Option<String>; 2],
    pub(super) event: Option<String>,
    /// Whether it is over.
    pub(super) over: bool,
    /// How it stands, in words.
    pub(super) state: String,
    pub(super) plies: usize,
    /// The day of its last line, or as much of its date as is known.
    pub(super) day: Option<String>,
    /// Its last moves whose time is known, the latest last.
    pub(super) latest: Vec<LatestMove>,
    /// What it adds to each of [`COUNTED`].
    pub(super) samples: Vec<StatSample>,
    /// Its opening, and the position line of the position that this leads to; none of a shorter game.
    pub(super) opening: Option<[String; 2]>,
}

impl GameSummary {
    /// What no summary of ours has.
    pub(super) fn fault(&self) -> Option<String> {
        if self.samples.len() != COUNTED.len() {
            return Some(format!("{} has {} counts", self.id, self.samples.len()));
        }
        self.rules.game().err().map(|error| format!("{}: {error}", self.id))
    }
}

/// A game with its variation and options, by which its rules are found again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesName {
    name: String,
    variation: Option<String>,
    options: BTreeMap<String, String>,
    revision: u32,
}

/// A move of the feed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LatestMove {
    pub(super) text: String,
    /// When it was made, as records write it.
    pub(super) at: String,
    /// Who made it.
    pub(super) by: String,
    pub(super) uuid: String,
}

impl RulesName {
    pub(super) fn of(game: &Game) -> RulesName {
        let options = game.options.iter();
        RulesName {
            name: game.name.to_owned(),
            variation: game.variation.map(str::to_owned),
            options: options.map(|(key, value)| (key.to_string(), value.to_string())).collect(),
            revision: game.revision,
        }
    }

    pub(super) fn game(&self) -> Result<&'static Game, SelectionError> {
        let options = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let family = variants::entry(&self.name)?;
        family.game_of_revision(self.revision, self.variation.as_deref(), options)
    }

    /// What people call it: the name with variation and options.
    pub(super) fn label(&self) -> String {
        self.game().map(game_label).unwrap_or_default()
    }

    /// The file of its rules.
    pub(super) fn file(&self) -> String {
        let latest = variants::entry(&self.name).is_ok_and(|f| f.revision == self.revision);
        let revision = if latest { String::new() } else { format!("-r{}", self.revision) };
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        format!("rules/{}{revision}.html", self.label().chars().map(plain).collect::<String>())
    }
}

/// The stem of a file's name.
pub(super) fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', std::path::MAIN_SEPARATOR]).next().unwrap_or(name);
    name.strip_suffix(".yaml").unwrap_or(name)
}

/// What there is to tell of a game.
pub(super) fn summary(game: &ArchivedGame<'_>, rules: RulesName) -> GameSummary {
    let (header, replayed) = (game.record.header(), &game.replayed);
    let western = game.is_western();
    let mut latest: Vec<LatestMove> = Vec::new();
    let plies: Vec<_> = game.plies().collect();
    for made in plies.iter().rev().take(LATEST) {
        let Some(at) = made.action.time.as_ref().map(write_instant) else { continue };
        let text = made.numbered(western, true);
        let side = made.action.side;
        let by = game.player(side).unwrap_or(game.record.game().side(side)).to_owned();
        let uuid = uuid_of(&[&header.id, &made.ply.to_string(), &text, &at]);
        latest.push(LatestMove { text, at, by, uuid });
    }
    latest.reverse();
    let opening = plies.iter().take(OPENING);
    let opening: Vec<String> = opening.map(|made| made.numbered(western, made.ply == 1)).collect();
    let reached = replayed.line.positions().get(OPENING);
    let last = replayed.last_time().map(|at| at.date_naive().to_string());
    GameSummary {
        id: header.id.clone(),
        rules,
        players: Side::BOTH.map(|side| game.player(side).map(str::to_owned)),
        event: header.event.clone(),
        over: replayed.termination.is_some(),
        state: game.standing(),
        plies: replayed.line.plies(),
        day: last.or_else(|| game.date()),
        latest,
        samples: COUNTED.map(|kind| StatSample::of(kind, game, 0)).into(),
        opening: reached.map(|position| [opening.join(" "), fen::write(position)]),
    }
}

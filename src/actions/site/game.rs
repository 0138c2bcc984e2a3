//! The files of a game, and what the other pages tell of it.

use std::collections::BTreeMap;

use chrono::DateTime;
use serde::{Deserialize, Serialize};

use super::folder::{SiteError, SiteFolder};
use super::{GamePageMaker, uuid_of};
use crate::actions::game::{Clocks, clocks};
use crate::archive::{ArchivedGame, StatKind, StatSample, VerifyFailure, game_label, pgn};
use crate::notation::fen;
use crate::record::{self, Diagnostic, write_instant};
use crate::render::{PageLink, SiteTab};
use crate::rules::variants::{self, SelectionError};
use crate::rules::{Game, Outcome, Side};

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

/// The page of a game, its record and its PGN.
pub(super) fn files(id: &str) -> [String; 3] {
    ["html", "yaml", "pgn"].map(|ending| format!("games/{id}.{ending}"))
}

/// Makes the files of games.
pub(super) struct GameMaker<'a> {
    /// Whether addresses, keys and signatures are shown.
    pub(super) addresses: bool,
    pub(super) page: GamePageMaker,
    pub(super) folder: &'a SiteFolder<'a>,
}

impl GameMaker<'_> {
    /// Writes the files of the record in a file of that name; tells what there is to tell of it, or why it is not sound.
    pub(super) fn make(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<Result<GameSummary, VerifyFailure>, SiteError> {
        let (summary, texts) = match self.told(name, bytes) {
            Ok(told) => told,
            Err(failure) => return Ok(Err(failure)),
        };
        for (file, text) in files(&summary.id).iter().zip(texts) {
            self.folder.put(file, &text)?;
        }
        Ok(Ok(summary))
    }

    fn told(&self, name: &str, bytes: &[u8]) -> Result<(GameSummary, [String; 3]), VerifyFailure> {
        let unsound = |error: Diagnostic| VerifyFailure::Unsound(Box::new(error));
        let record = record::read(bytes).map_err(unsound)?;
        let id = record.header().id.clone();
        if stem(name) != id {
            return Err(VerifyFailure::Misnamed { id });
        }
        let record = match self.addresses {
            true => record,
            false => {
                // What is wrong has its place in the record as it is.
                record::replay(&record).map_err(unsound)?;
                record.published()
            }
        };
        let replayed = record::replay(&record).map_err(unsound)?;
        let game = ArchivedGame { source: name, line: 1, record, replayed };
        let text = match self.addresses {
            true => game.record.text().to_owned(),
            false => record::canonical(&game.record).map_err(unsound)?,
        };
        let rules = RulesName::of(game.record.game());
        let at = clocks(&game.record, &game.replayed, DateTime::UNIX_EPOCH);
        let page = self.page(&game, &rules, &at);
        Ok((summary(&game, rules), [page, text, pgn(&game)]))
    }

    fn page(&self, game: &ArchivedGame<'_>, rules: &RulesName, clocks: &Clocks) -> String {
        let mut page = (self.page)(&game.record, &game.replayed, clocks);
        let last = game.replayed.last_time().filter(|_| clocks.ledger().is_some());
        if let (None, Some(last)) = (game.replayed.termination, last) {
            page.standing += &format!("; clocks as at {}", write_instant(&last));
        }
        let id = &game.record.header().id;
        let link = |text: &str, href: String| PageLink { text: text.into(), href: Some(href) };
        page.links = vec![
            link("All games", format!("../{}", SiteTab::Games.file())),
            link("Rules", format!("../{}", rules.file())),
            link("Record", format!("{id}.yaml")),
            link("PGN", format!("{id}.pgn")),
        ];
        page.html()
    }
}

fn summary(game: &ArchivedGame<'_>, rules: RulesName) -> GameSummary {
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
        state: state(game),
        plies: replayed.line.plies(),
        day: last.or_else(|| game.date()),
        latest,
        samples: COUNTED.map(|kind| StatSample::of(kind, game, 0)).into(),
        opening: reached.map(|position| [opening.join(" "), fen::write(position)]),
    }
}

/// How a game stands, in words.
fn state(game: &ArchivedGame<'_>) -> String {
    let (rules, replayed) = (game.record.game(), &game.replayed);
    match (replayed.termination, replayed.outcome) {
        (None, _) => format!("{} to move", rules.side(replayed.line.position().turn())),
        (Some(why), Some(Outcome::Won(side))) => {
            format!("{} won: {}", rules.side(side), why.name())
        }
        (Some(why), Some(Outcome::Draw)) => format!("drawn: {}", why.name()),
        (Some(why), None) => format!("no result: {}", why.name()),
    }
}

//! The files of a game.

use chrono::DateTime;

use super::error::SiteError;
use super::folder::SiteFolder;
use super::hash::ByteMarks;
use super::request::GamePageMaker;
use super::summary::{GameSummary, RulesName, stem, summary};
use crate::actions::game::{Clocks, clocks};
use crate::archive::{ArchivedGame, VerifyFailure, pgn};
use crate::record::{self, Diagnostic, write_instant};
use crate::render::{PageLink, SiteTab};

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
    pub(super) marks: &'a ByteMarks,
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

//! Opening the games that are due in a match: their records and the match file that names them are one commit.

use std::cell::Cell;
use std::collections::HashMap;

use super::change::{MatchEdit, change_match};
use super::due::{BlockedGame, DueGame, DueRequest, due_games};
use super::evaluate::EvaluatedMatch;
use super::officials::Officials;
use crate::actions::change::Recorded;
use crate::actions::error::{ActionError, MatchHint, MatchRefusal};
use crate::actions::new::{CreatedRecord, DraftedRecord};
use crate::matches::{Fixture, Grouping, Match};
use crate::store::{RepoPath, Store};

/// The games to be opened, and by whom.
#[derive(Clone, Debug)]
pub struct OpenRequest {
    /// Which games.
    pub due: DueRequest,
    /// For whom it is entered; who git commits as where it is left out.
    pub who: Option<String>,
    /// Whether nothing is to be written.
    pub dry_run: bool,
}

/// A game that was opened.
#[derive(Clone, Debug)]
pub struct OpenedGame {
    /// Its id in the match.
    pub game: String,
    /// The id of its record.
    pub id: String,
    /// The record's file.
    pub path: RepoPath,
    /// The record.
    pub record: CreatedRecord,
}

/// What came of opening games.
#[derive(Clone, Debug, Default)]
pub struct OpenedGames {
    /// The games that have their records.
    pub opened: Vec<OpenedGame>,
    /// Those that cannot begin.
    pub blocked: Vec<BlockedGame>,
    /// The commit; none with `dry_run`, and none where nothing was opened.
    pub recorded: Option<Recorded<EvaluatedMatch>>,
}

/// Opens the games that are due: one commit with all their records, and the match file that is told their ids. Those of a
/// tournament are opened by its officials.
///
/// # Errors
/// [`MatchRefusal`], [`ActionError::Taken`], [`ActionError::Header`], and those of [`Store::update`].
pub fn open_games(
    store: &Store,
    path: &RepoPath,
    request: &OpenRequest,
) -> Result<OpenedGames, ActionError> {
    let (at, dry_run, unopened) = (request.due.at, request.dry_run, Cell::default());
    let done = change_match(store, path, at, dry_run, |before| {
        let mut wanted = Linker::new(&before.m);
        let (mut games, mut new_records) = (OpenedGames::default(), Vec::new());
        for due in sound_due_games(before, store, &request.due)? {
            let draft = match due.draft() {
                Ok(draft) => draft,
                Err(blocked) => {
                    games.blocked.push(blocked);
                    continue;
                }
            };
            let DueGame { game, unlisted, after, .. } = due;
            let DraftedRecord { path, created, header, .. } = &draft;
            wanted.link(&game, unlisted, after, &header.id);
            let (id, path, record) = (header.id.clone(), path.clone(), created.clone());
            games.opened.push(OpenedGame { game, id, path, record });
            new_records.push(draft);
        }
        if new_records.is_empty() {
            unopened.set(Some(games));
            let hint = MatchHint::Text("what has to be done first is said");
            return Err(MatchRefusal::not("nothing is to be opened", None, hint).into());
        }
        let officials = Officials::of(store, &before.m)?;
        let actor = match before.m.tournament {
            Some(_) => officials.actor(request.who.as_deref(), &[])?,
            // Nobody is bound before an act of their own.
            None => officials.anybody(request.who.as_deref())?,
        };
        let ids: Vec<&str> = games.opened.iter().map(|game| game.game.as_str()).collect();
        let line = match ids[..] {
            [id] => format!("opened: {id}"),
            _ => format!("opened: {} to {}, {} games", ids[0], ids[ids.len() - 1], ids.len()),
        };
        Ok(MatchEdit { new_records, ..MatchEdit::new(wanted.m, actor, line, games) })
    });
    match (done, unopened.take()) {
        (Err(_), Some(games)) => Ok(games),
        (done, _) => {
            let (recorded, games) = done?;
            Ok(OpenedGames { recorded: Some(recorded), ..games })
        }
    }
}

/// The games that are due in a match without contradictions.
fn sound_due_games(
    before: &EvaluatedMatch,
    store: &Store,
    request: &DueRequest,
) -> Result<Vec<DueGame>, ActionError> {
    if let Some(contradiction) = before.blocking().cloned() {
        let file = before.file.clone();
        return Err(MatchRefusal::Contradicts { file, contradiction }.into());
    }
    due_games(before, Some(store), request)
}

/// A match that is told its games' records.
struct Linker {
    m: Match,
    /// Where each game stands.
    places: HashMap<String, usize>,
}

impl Linker {
    fn new(m: &Match) -> Linker {
        let places = m.games.iter().enumerate().map(|(at, game)| (game.id.clone(), at)).collect();
        Linker { m: m.clone(), places }
    }

    /// Tells it the record of a game; one that it does not list is added, to its tie-break as well.
    fn link(&mut self, game: &str, unlisted: Option<Fixture>, after: Option<String>, record: &str) {
        if let Some(place) = self.places.get(game) {
            self.m.games[*place].record = Some(record.to_owned());
            return;
        }
        let record = Some(record.to_owned());
        self.m.games.extend(unlisted.map(|game| Fixture { record, ..game }));
        let continues = |grouping: &&mut Grouping| {
            after.as_ref().is_some_and(|after| grouping.tiebreak.contains(after))
        };
        if let Some(grouping) = self.m.groupings.iter_mut().find(continues) {
            grouping.tiebreak.push(game.to_owned());
        }
    }
}

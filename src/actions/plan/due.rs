//! What is due in the games of a repository for which there are plans.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::file;
use super::fire::{DueAnswer, PlanEffects, fire, run_plans};
use crate::actions::error::ActionError;
use crate::actions::game::LoadedGame;
use crate::actions::repository::GAMES;
use crate::store::{RepoPath, Store, StoreError};

/// A game in which an answer is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueInGame {
    /// The record's id.
    pub id: String,
    /// The record.
    pub path: RepoPath,
    /// The answer.
    pub answer: DueAnswer,
}

/// The games of the repository in which an answer is due. Writes nothing; a record that cannot be read is passed over.
///
/// # Errors
/// Those of reading git's folder and HEAD.
pub fn due(store: &Store) -> Result<Vec<DueInGame>, StoreError> {
    let games = planned_games(store)?.into_iter();
    let due = games.filter_map(|path| {
        let answer = due_in(store, &path).ok()??;
        Some(DueInGame { id: path.stem().to_owned(), path, answer })
    });
    Ok(due.collect())
}

/// The answer that is due in a game. Writes nothing; a plan that cannot be read is passed over.
///
/// # Errors
/// Those of reading the record.
pub fn due_in(store: &Store, path: &RepoPath) -> Result<Option<DueAnswer>, ActionError> {
    let game = LoadedGame::load(store, path)?;
    Ok(run_plans(store, path, game, None, None, true).waiting)
}

/// Does what [`fire`] does in every game for which there is a plan. Gives each game's id with what was done, or why nothing
/// could be.
///
/// # Errors
/// Those of reading git's folder and HEAD.
pub fn fire_all(
    store: &Store,
    now: DateTime<Utc>,
    dry_run: bool,
) -> Result<Vec<(String, PlanEffects)>, StoreError> {
    let games = planned_games(store)?.into_iter();
    let fired = games.map(|path| {
        fire(store, &path, now, dry_run).unwrap_or_else(|error| {
            let trouble = Some(Box::new(error));
            (path.stem().to_owned(), PlanEffects { trouble, ..PlanEffects::default() })
        })
    });
    Ok(fired.collect())
}

/// The records of HEAD for which there are plans.
fn planned_games(store: &Store) -> Result<Vec<RepoPath>, StoreError> {
    let names = store.private_names(file::FOLDER)?;
    let ids: BTreeSet<&str> = names.iter().filter_map(|name| file::id(name)).collect();
    let mut games = Vec::new();
    for id in ids {
        match store.find(GAMES, id) {
            Ok(path) if path.stem().eq_ignore_ascii_case(id) => games.push(path),
            Ok(_) | Err(StoreError::NotFound { .. } | StoreError::Ambiguous { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(games)
}

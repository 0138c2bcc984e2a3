//! What the owner of a plan does with it.

use chrono::{DateTime, Utc};

use super::error::PlanError;
use super::progress::{Dropped, Progress, progress};
use super::sequence;
use super::settle::{Settled, settle};
use super::shelf;
use super::tree::Plan;
use crate::actions::ActionError;
use crate::actions::who;
use crate::record::{self, Replayed};
use crate::rules::Side;
use crate::store::{RepoPath, Store};

/// A plan with what is to be said of it.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The record's id.
    pub id: String,
    /// The plan; one without answers when there is none.
    pub plan: Plan,
    /// How many answers were added or removed.
    pub changed: usize,
    /// The answer that is due, because the move it waits for has come another way than through
    /// [`submit`](crate::actions::submit).
    pub due: Option<String>,
    /// The answers that the play has left behind.
    pub dropped: Vec<Dropped>,
}

/// Which answers to remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one of that number and all that build on it.
    Number(usize),
    /// All.
    All,
}

/// A game and a side of it.
struct Game {
    id: String,
    replayed: Replayed,
    side: Side,
}

/// The plan of a side as it stands now. `by` is a side, or the name or address of a player; the side that is not to move
/// where it is left out. Writes nothing.
///
/// # Errors
/// [`ActionError::Unknown`], [`ActionError::Unsaid`], [`PlanError::Damaged`], and those of reading the record.
pub fn list(store: &Store, path: &RepoPath, by: Option<&str>) -> Result<Planned, ActionError> {
    let game = game(store, path, by)?;
    game.change(store, path, true, Game::planned)
}

/// Adds a sequence of moves and answers to a side's plan, with `replace` in the place of answers that contradict it; in a
/// rehearsal only says what the plan would be. What the play has left behind goes.
///
/// # Errors
/// The other [`PlanError`]s, [`ActionError::Over`], and those of [`list`].
pub fn add(
    store: &Store,
    path: &RepoPath,
    by: Option<&str>,
    text: &str,
    replace: bool,
    rehearsal: bool,
) -> Result<Planned, ActionError> {
    game(store, path, by)?.change(store, path, rehearsal, |game, before| {
        let line = &game.replayed.line;
        if let Some(ending) = game.replayed.termination {
            let rule = line.ending().map(|e| e.rule());
            return Err(ActionError::Over { ply: line.plies(), ending: ending.name(), rule });
        }
        let mut planned = game.planned(before)?;
        if let Some(answer) = planned.due {
            let (side, id) = (game.side, game.id.clone());
            return Err(PlanError::Due { side, answer, id }.into());
        }
        if line.position().turn() == game.side {
            return Err(PlanError::OwnMove(game.side).into());
        }
        let id = &game.id;
        planned.changed = sequence::enter(&mut planned.plan, line, id, text, replace)?;
        Ok(planned)
    })
}

/// Removes answers from a side's plan; in a rehearsal only says what would be left. A plan may be withdrawn until it fires
/// (M7).
///
/// # Errors
/// [`PlanError::NoAnswer`], and those of [`list`]; a damaged plan can be removed as a whole.
pub fn remove(
    store: &Store,
    path: &RepoPath,
    by: Option<&str>,
    which: Which,
    rehearsal: bool,
) -> Result<Planned, ActionError> {
    game(store, path, by)?.change(store, path, rehearsal, |game, before| {
        let read = game.planned(before);
        let mut planned = match (read, which) {
            (Err(ActionError::Plan(PlanError::Damaged { .. })), Which::All) => {
                game.planned(None)?
            }
            (read, _) => read?,
        };
        planned.changed = match which {
            Which::All => planned.plan.count(),
            Which::Number(number) => planned.plan.remove(number).ok_or(PlanError::NoAnswer {
                number,
                side: game.side,
                count: planned.plan.count(),
            })?,
        };
        if which == Which::All {
            planned.plan.answers.clear();
        }
        Ok(planned)
    })
}

/// The plan that goes along with a move: for the side that has just moved in the record `bytes`.
pub(in crate::actions) fn foresee(
    path: &RepoPath,
    bytes: &[u8],
    text: &str,
) -> Result<Plan, ActionError> {
    let unsound = |error| ActionError::record(path, error);
    let record = record::read(bytes).map_err(unsound)?;
    let line = record::replay(&record).map_err(unsound)?.line;
    let mut plan = Plan::at(line.position().turn().other(), &line);
    sequence::enter(&mut plan, &line, &record.header().id, text, false)?;
    Ok(plan)
}

/// Fires what has become due in a game, and drops what is stale, of both sides' plans: for moves that have come another
/// way than through [`submit`](crate::actions::submit). Gives the record's id too.
///
/// # Errors
/// Those of reading the record; what happens after that is in the answer.
pub fn fire(
    store: &Store,
    path: &RepoPath,
    at: DateTime<Utc>,
    rehearsal: bool,
) -> Result<(String, Settled), ActionError> {
    let blob = store.read(path)?.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
    let read = record::read(&blob.bytes).map_err(|e| ActionError::record(path, e))?;
    let id = read.header().id.clone();
    Ok((id, settle(store, path, blob.bytes, None, at, rehearsal)))
}

/// The same after an action that made plans stale, whose success does not hang on it.
pub(in crate::actions) fn tidy(store: &Store, path: &RepoPath, at: DateTime<Utc>) -> Settled {
    let trouble = |error| Settled { trouble: Some(Box::new(error)), ..Settled::default() };
    fire(store, path, at, false).map_or_else(trouble, |(_, settled)| settled)
}

fn game(store: &Store, path: &RepoPath, by: Option<&str>) -> Result<Game, ActionError> {
    let unsound = |error| ActionError::record(path, error);
    let blob = store.read(path)?.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
    let record = record::read(&blob.bytes).map_err(unsound)?;
    let replayed = record::replay(&record).map_err(unsound)?;
    let side = match by {
        Some(by) => who::side(&record.header().players, by)?,
        None => replayed.line.position().turn().other(),
    };
    Ok(Game { id: record.header().id.clone(), replayed, side })
}

impl Game {
    /// The side's plan out of its file, led to where the play has come.
    fn planned(&self, bytes: Option<&[u8]>) -> Result<Planned, ActionError> {
        let mut planned = Planned {
            id: self.id.clone(),
            plan: Plan::at(self.side, &self.replayed.line),
            changed: 0,
            due: None,
            dropped: Vec::new(),
        };
        if let Some(bytes) = bytes {
            let kept = shelf::read(&shelf::file(&self.id, self.side)?, self.side, bytes)?;
            let Progress { plan, due, dropped } = progress(kept, &self.replayed);
            planned.plan = plan.unwrap_or(planned.plan);
            (planned.due, planned.dropped) = (due, dropped);
        }
        Ok(planned)
    }

    /// Asks `edit` what becomes of the plan, and writes that unless it is a rehearsal. The record is read again once the plan
    /// cannot change any more: another run may have led it further than the record that we know.
    fn change(
        &self,
        store: &Store,
        path: &RepoPath,
        rehearsal: bool,
        edit: impl FnOnce(&Game, Option<&[u8]>) -> Result<Planned, ActionError>,
    ) -> Result<Planned, ActionError> {
        let file = shelf::file(&self.id, self.side)?;
        let again = || game(store, path, Some(self.side.name()));
        if rehearsal {
            let before = store.private(&file)?;
            return edit(&again()?, before.as_deref());
        }
        store.update_private(&file, |before| {
            let planned = edit(&again()?, before)?;
            Ok((shelf::content(Some(&planned.plan)), planned))
        })
    }
}

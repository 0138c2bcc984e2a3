//! Sealed plans: a side records a hash of what it has decided, and later what that was (K10).

use super::edit::enter;
use super::tree::Plan;
use crate::actions::act::{ActionRequest, RecordedAction, act, sealing};
use crate::actions::actor::{Identity, actor};
use crate::actions::change::{Recorded, change_private};
use crate::actions::error::{ActionError, PlanError};
use crate::actions::game::{LoadedGame, read_move};
use crate::actions::plan::PlanEffects;
use crate::notation::write_move;
use crate::record::{self, Act};
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// The private folder of what is sealed and not opened.
pub(in crate::actions) const FOLDER: &str = "sealed";

/// An action that was recorded, with what became of plans.
type Acted = (Recorded<RecordedAction>, PlanEffects);

/// Records the hash of a plan, and keeps the plan with its secret bits in git's own folder until it is opened. The plan is a
/// sequence of moves and answers, or for the side to move, whose game is adjourned, its next move. What `request` does is put
/// in here. With `dry_run` nothing is written.
///
/// # Errors
/// Those of [`add`](super::add) for what is no plan, and of [`act`].
pub fn seal(
    store: &Store,
    path: &RepoPath,
    request: &ActionRequest,
    text: &str,
    seed: [u8; 16],
    dry_run: bool,
) -> Result<Acted, ActionError> {
    let game = LoadedGame::load(store, path)?;
    game.refuse_over()?;
    let side = side(store, &game, request)?;
    let text = canonical(&game, side, text)?;
    let salt = format!("{:032x}", u128::from_be_bytes(seed));
    let hash = record::seal(game.record.header(), side, &salt, &text);
    let request = ActionRequest { act: Act::PlanSealed { hash: hash.into() }, ..request.clone() };
    let acted = act(store, path, &request, true)?;
    if dry_run {
        return Ok(acted);
    }
    // Before anybody can ask for it; what is there cannot be opened any more.
    let content = format!("{salt} {text}\n").into_bytes();
    change_private(store, &file(&game, side)?, false, |_| {
        Ok::<_, StoreError>((Some(content), ()))
    })?;
    act(store, path, &request, false)
}

/// Records what a side has sealed: as it is kept here, or as it is given, the secret bits and the plan. What `request` does is
/// put in here. With `dry_run` nothing is written.
///
/// # Errors
/// [`PlanError::NotKept`], and those of [`act`], also for what is not the plan that was sealed (K10).
pub fn open(
    store: &Store,
    path: &RepoPath,
    request: &ActionRequest,
    given: Option<&str>,
    dry_run: bool,
) -> Result<Acted, ActionError> {
    let game = LoadedGame::load(store, path)?;
    let side = side(store, &game, request)?;
    let file = file(&game, side)?;
    let kept = match given {
        Some(_) => None,
        None => store.private(&file)?,
    };
    let kept = kept.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = given.or(kept.as_deref()).ok_or(PlanError::NotKept(side))?;
    let (salt, text) = text.trim().split_once(' ').ok_or(PlanError::NotKept(side))?;
    let (salt, text) = (salt.to_owned().into(), text.to_owned().into());
    let request = ActionRequest { act: Act::PlanOpened { salt, text }, ..request.clone() };
    let acted = act(store, path, &request, dry_run)?;
    change_private(store, &file, dry_run, |_| Ok::<_, StoreError>((None, ())))?;
    Ok(acted)
}

/// Whose plan it is.
fn side(store: &Store, game: &LoadedGame, request: &ActionRequest) -> Result<Side, ActionError> {
    Ok(actor(&game.seats(), &Identity::of(store)?, &request.by, sealing(game))?.side)
}

/// What is sealed, in canonical text.
fn canonical(game: &LoadedGame, side: Side, text: &str) -> Result<String, ActionError> {
    if game.turn() == side {
        let mv = read_move(game, text)?;
        return Ok(write_move(game.replayed.line.position(), mv));
    }
    let line = &game.replayed.line;
    let mut plan = Plan::at(side, line);
    enter(&mut plan, line, game.id(), text, false)?;
    let pairs = plan.numbered().into_iter();
    let pairs: Vec<String> =
        pairs.map(|pair| format!("{}: {}", pair.answer.trigger, pair.answer.answer)).collect();
    Ok(pairs.join("; "))
}

/// Where it is kept.
fn file(game: &LoadedGame, side: Side) -> Result<RepoPath, StoreError> {
    RepoPath::new(format!("{FOLDER}/{}-{}.txt", game.id().to_lowercase(), side.name()))
}

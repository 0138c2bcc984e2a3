//! Leave in all games of a player at once.

use super::act::{ActionRequest, RecordedAction, act};
use super::actor::{ActionBy, Identity};
use super::change::Recorded;
use super::error::ActionError;
use super::game::LoadedGame;
use super::inbox::{Somebody, inbox};
use super::plan::PlanEffects;
use crate::store::{RepoPath, Store};

/// What came of it in one game.
#[derive(Debug)]
pub struct InGame {
    /// The game's id.
    pub id: String,
    /// What came of it; none where the players agreed on no leave.
    pub done: Option<Result<(Recorded<RecordedAction>, PlanEffects), ActionError>>,
}

/// Takes or cancels leave in every game that goes on and that git's identity plays, or whoever it is entered for; one commit
/// for each record. All are checked first: where one refuses, nothing is recorded in any, and only those are told that
/// refuse. A game that knows no leave is passed over.
///
/// # Errors
/// [`ActionError::Nobody`] for a name that no player of any game has, and those of reading the repository. What one game
/// refuses is in its [`InGame`].
pub fn act_in_all(
    store: &Store,
    request: &ActionRequest,
    dry_run: bool,
) -> Result<Vec<InGame>, ActionError> {
    let me = match &request.by {
        ActionBy::For(who) => Somebody::Named(who.clone()),
        _ => Somebody::Identity(Identity::of(store)?),
    };
    let found = inbox(store, Some(me), request.at)?;
    // Where git's identity plays nowhere, the inbox is everybody's.
    let mut games = if found.me.is_some() { found.games } else { Vec::new() };
    games.sort_by(|one, other| one.id.cmp(&other.id));
    let mut paths = Vec::with_capacity(games.len());
    for game in games {
        paths.push((game.id, RepoPath::new(game.path.as_str())?));
    }
    let all = |dry_run: bool| -> Result<Vec<InGame>, ActionError> {
        let in_game = |(id, path): &(String, RepoPath)| {
            let agreed = LoadedGame::load(store, path)?.record.header().clock.leave > 0;
            let done = agreed.then(|| act(store, path, request, dry_run));
            Ok(InGame { id: id.clone(), done })
        };
        paths.iter().map(in_game).collect()
    };
    let mut checked = all(true)?;
    let refused = checked.iter().any(|game| matches!(game.done, Some(Err(_))));
    if refused {
        checked.retain(|game| !matches!(game.done, Some(Ok(_))));
    }
    if refused || dry_run { Ok(checked) } else { all(false) }
}

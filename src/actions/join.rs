//! Joining a game that somebody opened, with a key.

use super::act::{ActionRequest, RecordedAction, act, entitled};
use super::actor::{Identity, actor};
use super::change::Recorded;
use super::error::ActionError;
use super::game::LoadedGame;
use super::plan::PlanEffects;
use crate::proof::PublicKey;
use crate::record::{Act, SignRule, Signatory};
use crate::store::{RepoPath, Store};

/// What a player who joins has recorded: `joins`, and the proposal of a key, in this order.
pub type Joined = Vec<(Recorded<RecordedAction>, PlanEffects)>;

/// Joins a game, and proposes a key where the record has none for the player: the one given, or else the one with which git
/// signs, if it is at hand. Where every action must be signed, the proposal alone joins.
///
/// # Errors
/// [`ActionError::KeyHeld`], and those of [`act`] for either line; nothing is recorded then.
pub fn join(
    store: &Store,
    path: &RepoPath,
    request: &ActionRequest,
    key: Option<&PublicKey>,
    dry_run: bool,
) -> Result<Joined, ActionError> {
    let game = LoadedGame::load(store, path)?;
    let entitled = entitled(&game, request);
    let player = actor(&game.seats(), &Identity::of(store)?, &request.by, entitled)?;
    let who = Signatory::Side(player.side);
    let held = game.replayed.key(who, game.record.actions().len());
    let proposal = match (held, key) {
        (Some(held), Some(key)) if held != key.as_str() => {
            return Err(ActionError::KeyHeld { who });
        }
        (Some(_), _) => None,
        (None, Some(key)) => Some(key.clone()),
        (None, None) => own_key(store)?.filter(|_| player.entered_by.is_none()),
    };
    let proposal = proposal.map(|key| {
        let act = Act::KeyProposed { key: key.to_string().into() };
        ActionRequest { act, comment: None, ..request.clone() }
    });
    let proposal = match proposal.map(|proposal| (act(store, path, &proposal, true), proposal)) {
        Some((Ok(_), proposal)) => Some(proposal),
        Some((Err(error), _)) if key.is_some() => return Err(error),
        // One that nobody asked for need not be at hand, nor be this player's alone.
        _ => None,
    };
    let required = game.record.header().sign == Some(SignRule::Required);
    let joins = (held.is_some() || proposal.is_none() || !required).then_some(request);
    let acts = joins.into_iter().chain(&proposal);
    acts.map(|request| act(store, path, request, dry_run)).collect()
}

/// The key with which git signs, where a record may have it.
pub(super) fn own_key(store: &Store) -> Result<Option<PublicKey>, ActionError> {
    let key = store.public_signing_key()?;
    Ok(key.and_then(|key| PublicKey::from_openssh(&key).ok()))
}

/// The key with which git signs.
///
/// # Errors
/// [`ActionError::NoOwnKey`] where there is none, [`ActionError::Key`] for one that no record may have.
pub fn git_key(store: &Store) -> Result<PublicKey, ActionError> {
    let key = store.public_signing_key()?.ok_or(ActionError::NoOwnKey)?;
    PublicKey::from_openssh(&key).map_err(ActionError::Key)
}

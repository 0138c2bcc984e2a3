//! What adds a line to a game: moves, and every other action, such as offers answered, claims, resignations, take-backs, leave,
//! and what an arbiter decides.

use chrono::{DateTime, Utc};

use super::actor::{ActionBy, Entitled, Identity, actor};
use super::change::{NewVersion, Recorded, change, now};
use super::error::ActionError;
use super::game::{
    Added, GameAfter, LoadedGame, MoveRequest, RecordedMove, add_move, comment, read_move,
};
use super::inbox::{Proposal, take_back};
use super::instant::EntryTerms;
use super::plan::{PlanEffects, follow_up, run_plans};
use super::settings::Settings;
use super::signing::{Signed, Signing};
use crate::clock::flag_fallen;
use crate::notation::write_move;
use crate::record::{self, Act, Action, AppendError, Evidence};
use crate::rules::Side;
use crate::store::{RepoPath, Store};

/// An action other than a move, as it comes from a player or an arbiter.
#[derive(Clone, Debug)]
pub struct ActionRequest {
    /// What is done. The move that a claim names may be in any form that is read; an arbiter's act gets the arbiter's name.
    pub act: Act<'static>,
    /// Who does it.
    pub by: ActionBy,
    /// What is said with it; one line without braces.
    pub comment: Option<String>,
    /// When it was done.
    pub at: DateTime<Utc>,
}

/// An action other than a move that was recorded.
#[derive(Clone, Debug)]
pub struct RecordedAction {
    /// The side that acted; none for an arbiter.
    pub by: Option<Side>,
    /// Whether it is signed.
    pub signed: Signed,
    /// The time that it has, where that is not its own but the one of the line before, which is a little later.
    pub raised: Option<DateTime<Utc>>,
    /// What a claim of a draw rests on.
    pub evidence: Option<Evidence>,
    /// When the flag fell, for a claim of time.
    pub flag: Option<DateTime<Utc>>,
    /// What is proposed, where moves are asked to be taken back.
    pub proposal: Option<Proposal>,
    /// The game after it; a take-back changes the position.
    pub after: GameAfter,
}

/// Checks a move against the rules, appends it to its record and commits it, with the player to move as author. Then the
/// players' plans fire what they have to answer; whatever comes of that, the move stands. `then` is what the player will
/// answer to what may follow; that plan is stored before anything else can happen. With `dry_run` nothing is written.
///
/// # Errors
/// [`ActionError::NotActor`] and its like about who acts, [`ActionError::Move`] with the reason, [`ActionError::Action`] for
/// what comes along with it, [`ActionError::Over`],
/// [`ActionError::Plan`] for a plan that is refused, [`ActionError::Record`] when the record itself is not sound, and those
/// of [`Store::update`]. Nothing is recorded then.
pub fn submit(
    store: &Store,
    path: &RepoPath,
    request: &MoveRequest,
    then: Option<&str>,
    dry_run: bool,
) -> Result<(Recorded<RecordedMove>, PlanEffects), ActionError> {
    let (me, entry) = entering(store)?;
    let recorded = change(store, path, dry_run, |before| -> Result<_, ActionError> {
        let game = LoadedGame::read(path, before)?;
        game.refuse_over()?;
        let actor = actor(&game.seats(), &me, &request.by, Entitled::Only(game.turn()))?;
        let terms = (entry, Signing::Keys { store, dry_run });
        let version = add_move(&game, actor, terms, request)?;
        let (_, game) = &version.value;
        let plan = then.map(|then| follow_up(game, then)).transpose()?;
        Ok(version.map(|(made, game)| (made, (game, plan))))
    })?;
    let (recorded, (game, plan)) = recorded.split(|value| value);
    // Whoever answers at once answers at the time of the move.
    let at = game.replayed.last_time().unwrap_or(request.at);
    Ok((recorded, run_plans(store, path, game, plan, Some(at), dry_run)))
}

/// Checks an action against rules and clocks, appends it to its record and commits it, with whoever acts as author; with
/// `dry_run` nothing is written. Plans that are stale then, because the game is over or moves have been taken back, go; an
/// answer that was kept waiting by what is settled now is told as due.
///
/// # Errors
/// [`ActionError::Refused`] with the reason and its evidence, [`ActionError::NotActor`] and its like about who acts,
/// [`ActionError::Move`] for the move that a claim names, [`ActionError::Over`], [`ActionError::Record`] when the record
/// itself is not sound, and those of [`Store::update`].
pub fn act(
    store: &Store,
    path: &RepoPath,
    request: &ActionRequest,
    dry_run: bool,
) -> Result<(Recorded<RecordedAction>, PlanEffects), ActionError> {
    let (me, entry) = entering(store)?;
    let recorded = change(store, path, dry_run, |before| {
        let terms = (entry, Signing::Keys { store, dry_run });
        add_action(&LoadedGame::read(path, before)?, &me, terms, request)
    })?;
    let (recorded, game) = recorded.split(|value| value);
    let effects = match dry_run {
        true => PlanEffects::default(),
        false => run_plans(store, path, game, None, None, false),
    };
    Ok((recorded, effects))
}

/// Who enters something, and what its time is held against.
pub(super) fn entering(store: &Store) -> Result<(Identity, EntryTerms), ActionError> {
    let settings = Settings::of(store)?;
    let entry = EntryTerms { now: now(store), lag: settings.lag };
    Ok((Identity::new(store.committer()?, &settings), entry))
}

/// The new version of a record with an action added, and the game with it.
pub(super) fn add_action(
    game: &LoadedGame,
    me: &Identity,
    terms: (EntryTerms, Signing<'_>),
    request: &ActionRequest,
) -> Result<NewVersion<(RecordedAction, LoadedGame)>, ActionError> {
    let refuse = |error: Box<AppendError>| ActionError::Refused { error };
    if !request.act.may_follow_end() {
        game.refuse_over()?;
    }
    let actor = actor(&game.seats(), me, &request.by, entitled(game, request))?;
    let side = actor.side;
    let by = request.act.arbiter().is_none().then_some(side);
    let mut action = Action::new(side, request.act.clone());
    action.act.set_arbiter(&actor.author.name);
    if let Act::DrawClaimed { with: Some(text), .. } = &mut action.act {
        let mv = read_move(game, text)?;
        *text = write_move(game.replayed.line.position(), mv).into();
    }
    action.comment = comment(request.comment.as_deref()).map_err(refuse)?;
    let version = game.add(action, actor, terms, request.at, refuse)?;
    let flagged = match &request.act {
        Act::TimeClaimed => Some(side.other()),
        Act::FlagDeclared { side, .. } => Some(*side),
        _ => None,
    };
    let fallen = |side| {
        let ledger = record::clocks(&game.record, &game.replayed, request.at).ok()?;
        flag_fallen(&ledger, side)
    };
    let flag = flagged.and_then(fallen);
    Ok(version.map(|Added { after, signed, raised, game }| {
        let replayed = &game.replayed;
        let evidence = match &request.act {
            Act::DrawClaimed { claim, .. } => {
                Some(Evidence::of(&replayed.line, *claim, replayed.claimed_with))
            }
            _ => None,
        };
        let proposal = match &request.act {
            Act::TakeBackRequested { plies } => Some(take_back(replayed, *plies)),
            _ => None,
        };
        (RecordedAction { by, signed, raised, evidence, flag, proposal, after }, game)
    }))
}

/// Which side can do it.
pub(super) fn entitled(game: &LoadedGame, request: &ActionRequest) -> Entitled {
    let turn = game.turn();
    let answer =
        |by: Option<Side>| by.map_or(Entitled::Usually(turn), |by| Entitled::Only(by.other()));
    match &request.act {
        act if act.arbiter().is_some() => Entitled::Arbiter,
        Act::DrawClaimed { .. } => Entitled::Only(turn),
        Act::TimeClaimed => {
            let ledger = record::clocks(&game.record, &game.replayed, request.at).ok();
            let out = ledger.and_then(|ledger| ledger.out_of_time());
            Entitled::Usually(out.map_or(turn, |(side, _)| side).other())
        }
        Act::DrawAgreed | Act::DrawDeclined => answer(game.replayed.offer),
        Act::VoidAgreed | Act::VoidDeclined => answer(game.replayed.void),
        Act::ArbiterAccepted => answer(game.replayed.arbiter_proposed.as_ref().map(|(by, _)| *by)),
        Act::KeyAccepted => match &game.replayed.keys_proposed {
            [Some(_), None] => Entitled::Only(Side::North),
            [None, Some(_)] => Entitled::Only(Side::South),
            _ => Entitled::Usually(turn),
        },
        Act::PlanSealed { .. } | Act::PlanOpened { .. } => sealing(game),
        Act::Joins => match Side::BOTH.map(|side| game.replayed.is_bound(side)) {
            [true, false] => Entitled::Usually(Side::North),
            [false, true] => Entitled::Usually(Side::South),
            _ => Entitled::Either,
        },
        Act::TakeBackAgreed | Act::TakeBackDeclined => {
            answer(game.replayed.take_back.map(|asked| asked.by))
        }
        _ => Entitled::Either,
    }
}

/// Which side seals or opens a plan: where somebody plays both, the one that has sealed one, or else the one that waits.
pub(super) fn sealing(game: &LoadedGame) -> Entitled {
    Entitled::Usually(match &game.replayed.sealed {
        [Some(_), None] => Side::South,
        [None, Some(_)] => Side::North,
        _ => game.turn().other(),
    })
}

//! Firing plans: what becomes of them when a move has arrived.

use chrono::{DateTime, Utc};

use super::file::{self, StoredPlan};
use super::tree::{DropReason, Dropped, DueMove, Plan, Progress, progress};
use crate::actions::actor::{ActionBy, Actor};
use crate::actions::change::{Recorded, change, change_private, now};
use crate::actions::error::ActionError;
use crate::actions::game::{LoadedGame, MoveRequest, RecordedMove, add_move};
use crate::actions::inbox::{Proposal, proposals_in_play};
use crate::actions::instant::EntryTerms;
use crate::actions::signing::Signing;
use crate::record::AppendError;
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// What became of the plans of a game.
#[derive(Debug, Default)]
pub struct PlanEffects {
    /// How many answers were stored along with the move.
    pub planned: usize,
    /// The answers that were given, in order; each is a move and a commit of its own.
    pub fired: Vec<Recorded<RecordedMove>>,
    /// The answer that is due and was not given.
    pub waiting: Option<DueAnswer>,
    /// The answers that will not be given any more.
    pub dropped: Vec<Dropped>,
    /// Why something that was due could not be done. What is in `fired` stands all the same, and so does the move that
    /// led here; [`fire`] tries again.
    pub trouble: Option<Box<ActionError>>,
}

/// An answer of a plan whose move has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueAnswer {
    /// Whose plan it is of.
    pub side: Side,
    /// What the answer would decline or withdraw unasked, and who has proposed it: the answer waits until it is settled.
    pub proposal: Option<(Side, Proposal)>,
}

/// Fires what has become due in a game, and drops what is stale, of both sides' plans: for moves that have come another
/// way than through [`submit`](crate::actions::submit). Every answer has the time `now`. Gives the record's id too.
///
/// # Errors
/// Those of reading the record; what happens after that is in the answer.
pub fn fire(
    store: &Store,
    path: &RepoPath,
    now: DateTime<Utc>,
    dry_run: bool,
) -> Result<(String, PlanEffects), ActionError> {
    let game = LoadedGame::load(store, path)?;
    let id = game.id().to_owned();
    Ok((id, run_plans(store, path, game, None, Some(now), dry_run)))
}

/// Fires what is due in a game and drops what is stale: both sides' plans, as often as one answer calls for another.
/// `game` is the game as far as it is known, `new` a plan that takes the place of its side's. Every answer has the time
/// `at`; without it none is given. With `dry_run` nothing is written.
pub(in crate::actions) fn run_plans(
    store: &Store,
    path: &RepoPath,
    game: LoadedGame,
    new: Option<Plan>,
    at: Option<DateTime<Utc>>,
    dry_run: bool,
) -> PlanEffects {
    let planned = new.as_ref().map_or(0, Plan::count);
    let mut effects = PlanEffects { planned, ..PlanEffects::default() };
    let mut runner = PlanRunner { store, path, game, at, dry_run, plans: Vec::new() };
    // A plan that cannot be read does not keep the other side's from being followed.
    let loaded = runner.load(new);
    let done = runner.run(&mut effects).and_then(|()| runner.write_back());
    effects.trouble = loaded.and(done).err().map(Box::new);
    effects
}

/// The plans of a game while they are followed.
struct PlanRunner<'a> {
    store: &'a Store,
    path: &'a RepoPath,
    game: LoadedGame,
    at: Option<DateTime<Utc>>,
    dry_run: bool,
    /// The plans as they are stored, with what is left of them.
    plans: Vec<(StoredPlan, Option<Plan>)>,
}

/// An answer that is to be given.
struct Answer {
    side: Side,
    text: String,
    /// The signature by which its owner made it in advance, and after how many actions.
    signature: Option<(usize, String)>,
    at: DateTime<Utc>,
}

/// Why an answer was not recorded.
enum AnswerFailure {
    /// The record is not what it was when the answer was found to be due.
    Moved,
    Action(ActionError),
}

impl From<ActionError> for AnswerFailure {
    fn from(error: ActionError) -> AnswerFailure {
        AnswerFailure::Action(error)
    }
}

impl From<StoreError> for AnswerFailure {
    fn from(error: StoreError) -> AnswerFailure {
        AnswerFailure::Action(error.into())
    }
}

impl PlanRunner<'_> {
    /// Reads both sides' plans, and stores the new one first.
    fn load(&mut self, new: Option<Plan>) -> Result<(), ActionError> {
        let id = self.game.id().to_owned();
        let new = new.map(|plan| StoredPlan::new(&id, &plan)).transpose()?;
        if let Some(StoredPlan { file, bytes, .. }) = &new {
            let replace = |_: Option<&[u8]>| Ok::<_, StoreError>((Some(bytes.clone()), ()));
            change_private(self.store, file, self.dry_run, replace)?;
        }
        let mut new = new;
        let mut done = Ok(());
        for side in Side::BOTH {
            let stored = match new.take_if(|stored| stored.plan.side == side) {
                Some(stored) => Ok(Some(stored)),
                None => file::find(self.store, &id, side),
            };
            match stored {
                Ok(stored) => self.plans.extend(stored.map(|stored| {
                    let plan = Some(stored.plan.clone());
                    (stored, plan)
                })),
                Err(error) => done = Err(error),
            }
        }
        // Another run may have led a plan further than the game that we know; the record is as far at least.
        if !self.plans.is_empty() && !self.dry_run {
            self.game.refresh(self.store)?;
        }
        done
    }

    /// Gives answers until none is due.
    fn run(&mut self, effects: &mut PlanEffects) -> Result<(), ActionError> {
        while let Some(due) = self.advance(effects) {
            match self.give(&due) {
                Ok(recorded) => effects.fired.push(recorded),
                // Each time another run has added a line, so that this comes to an end.
                Err(AnswerFailure::Moved) => self.game.refresh(self.store)?,
                // Nothing is wrong with the answer: it is early.
                Err(AnswerFailure::Action(error)) if is_early(&error) => return Err(error),
                Err(AnswerFailure::Action(
                    error @ (ActionError::Move { .. }
                    | ActionError::Action { .. }
                    | ActionError::Plan(_)),
                )) => {
                    let (side, reason) = (due.side, DropReason::Refused(error.to_string()));
                    let mut plans = self.plans.iter_mut();
                    let plan = plans.find(|(stored, _)| stored.plan.side == side);
                    let answers = plan.and_then(|(_, plan)| plan.take()).map_or(0, |p| p.count());
                    effects.dropped.push(Dropped { side, answers, reason });
                }
                Err(AnswerFailure::Action(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Leads the plans to where the game has come. Gives the answer that is due, if one is and nothing keeps it waiting.
    fn advance(&mut self, effects: &mut PlanEffects) -> Option<Answer> {
        let mut due = None;
        for (_, held) in &mut self.plans {
            let Some(plan) = held.take() else { continue };
            let side = plan.side;
            let Progress { plan, due: answer, dropped } =
                progress(plan, &self.game.record, &self.game.replayed);
            *held = plan;
            effects.dropped.extend(dropped);
            due = due.or(answer.map(|answer| (side, answer)));
        }
        let (side, DueMove { answer: text, signature }) = due?;
        let proposal = proposals_in_play(&self.game.replayed).into_iter().next();
        match self.at {
            Some(at) if proposal.is_none() => Some(Answer { side, text, signature, at }),
            _ => {
                effects.waiting = Some(DueAnswer { side, proposal });
                None
            }
        }
    }

    /// Records an answer.
    fn give(&mut self, due: &Answer) -> Result<Recorded<RecordedMove>, AnswerFailure> {
        let request = MoveRequest {
            text: due.text.clone(),
            by: ActionBy::Plan,
            offer: false,
            comment: None,
            at: due.at,
        };
        let dry_run = self.dry_run;
        let entry = EntryTerms { now: now(self.store), lag: None };
        let signing = match &due.signature {
            Some((base, signature)) => Signing::Plan { base: *base, signature },
            None => Signing::Keys { store: self.store, dry_run },
        };
        let terms = (entry, signing);
        let recorded = change(self.store, self.path, dry_run, |before| {
            // A dry run goes on from answers that are in no record.
            match dry_run || self.game.is_in(before) {
                true => add_move(&self.game, Actor::plan(&self.game.seats()), terms, &request)
                    .map_err(AnswerFailure::Action),
                false => Err(AnswerFailure::Moved),
            }
        })?;
        let (recorded, game) = recorded.split(|value| value);
        self.game = game;
        Ok(recorded)
    }

    /// Writes what is left of the plans, unless their owner has changed them meanwhile: then the next move leads them on.
    fn write_back(&self) -> Result<(), ActionError> {
        for (stored, plan) in &self.plans {
            let content = file::content(plan.as_ref());
            if content.as_ref() == Some(&stored.bytes) {
                continue;
            }
            change_private(self.store, &stored.file, self.dry_run, |now| {
                let untouched = now == Some(stored.bytes.as_slice());
                Ok::<_, ActionError>((
                    if untouched { content } else { now.map(<[u8]>::to_vec) },
                    (),
                ))
            })?;
        }
        Ok(())
    }
}

/// Whether an answer is refused only because the line before it is stamped later.
fn is_early(error: &ActionError) -> bool {
    matches!(error, ActionError::Action { error } if matches!(**error, AppendError::Backwards(_)))
}

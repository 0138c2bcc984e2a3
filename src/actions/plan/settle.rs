//! What becomes of plans when a move has arrived.

use chrono::{DateTime, Utc};

use super::progress::{Dropped, Progress, Reason, progress};
use super::shelf::{self, Kept};
use super::tree::Plan;
use crate::actions::ActionError;
use crate::actions::submit::{self, Submission, Submitted};
use crate::record;
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// How often the record is read again when somebody else changes it meanwhile.
const ATTEMPTS: u32 = 20;

/// What became of the plans of a game.
#[derive(Debug, Default)]
pub struct Settled {
    /// How many answers were put down along with the move.
    pub planned: usize,
    /// The answers that were given, in order; each is a move and a commit of its own.
    pub fired: Vec<Submitted>,
    /// The answers that will not be given any more.
    pub dropped: Vec<Dropped>,
    /// Why something that was due could not be done. What is in `fired` stands all the same, and so does the move that
    /// led here; [`fire`](super::fire) tries again.
    pub trouble: Option<Box<ActionError>>,
}

/// Fires what is due in a game and drops what is stale: both sides' plans, as often as one answer calls for another.
/// `bytes` is the record as it is now, `new` a plan that takes the place of its side's. An answer gets the time of the line
/// before it, or `at` where that has none. In a rehearsal nothing is written.
pub(in crate::actions) fn settle(
    store: &Store,
    path: &RepoPath,
    bytes: Vec<u8>,
    new: Option<Plan>,
    at: DateTime<Utc>,
    rehearsal: bool,
) -> Settled {
    let planned = new.as_ref().map_or(0, Plan::count);
    let mut settled = Settled { planned, ..Settled::default() };
    let mut settling = Settling { store, path, bytes, at, rehearsal, shelf: Vec::new() };
    // A plan that cannot be read does not keep the other side's from being followed.
    let filled = settling.fill(new);
    let done = settling.run(&mut settled).and_then(|()| settling.put_back());
    settled.trouble = filled.and(done).err().map(Box::new);
    settled
}

struct Settling<'a> {
    store: &'a Store,
    path: &'a RepoPath,
    bytes: Vec<u8>,
    at: DateTime<Utc>,
    rehearsal: bool,
    shelf: Vec<(Kept, Option<Plan>)>,
}

/// An answer that is due.
struct Due {
    side: Side,
    text: String,
    at: DateTime<Utc>,
}

/// Why an answer was not recorded.
enum Interrupted {
    /// The record is not what it was when the answer was found to be due.
    Moved,
    Action(ActionError),
}

impl From<StoreError> for Interrupted {
    fn from(error: StoreError) -> Interrupted {
        Interrupted::Action(error.into())
    }
}

impl Settling<'_> {
    /// Takes both sides' plans from where they are kept, and puts the new one there first.
    fn fill(&mut self, new: Option<Plan>) -> Result<(), ActionError> {
        let unsound = |error| ActionError::record(self.path, error);
        let id = record::read(&self.bytes).map_err(unsound)?.header().id.clone();
        if let Some(plan) = &new
            && !self.rehearsal
        {
            shelf::put(self.store, &id, plan)?;
        }
        let mut done = Ok(());
        for side in Side::BOTH {
            let kept = match new.as_ref().filter(|plan| plan.side == side) {
                Some(plan) => Kept::new(&id, plan).map(Some).map_err(ActionError::from),
                None => shelf::find(self.store, &id, side),
            };
            match kept {
                Ok(kept) => self.shelf.extend(kept.map(|kept| {
                    let plan = Some(kept.plan.clone());
                    (kept, plan)
                })),
                Err(error) => done = Err(error),
            }
        }
        // Another run may have led a plan further than the record that we know; what is read now is as far at least.
        if !self.shelf.is_empty() && !self.rehearsal {
            self.read_again()?;
        }
        done
    }

    fn read_again(&mut self) -> Result<(), ActionError> {
        let blob = self.store.read(self.path)?;
        self.bytes = blob.ok_or_else(|| ActionError::Gone { path: self.path.clone() })?.bytes;
        Ok(())
    }

    fn run(&mut self, settled: &mut Settled) -> Result<(), ActionError> {
        let mut attempts = 0;
        while let Some(due) = self.advance(settled)? {
            match self.give(&due) {
                Ok(submitted) => settled.fired.push(submitted),
                Err(Interrupted::Moved) if attempts < ATTEMPTS => {
                    attempts += 1;
                    self.read_again()?;
                }
                Err(Interrupted::Moved) => return Err(StoreError::Raced { attempts }.into()),
                Err(Interrupted::Action(
                    error @ (ActionError::Move { .. } | ActionError::Action { .. }),
                )) => {
                    let (side, reason) = (due.side, Reason::Refused(error.to_string()));
                    let plan = self.plan_of(side).and_then(Option::take);
                    let answers = plan.map_or(0, |plan| plan.count());
                    settled.dropped.push(Dropped { side, answers, reason });
                }
                Err(Interrupted::Action(error)) => return Err(error),
            }
        }
        Ok(())
    }

    fn plan_of(&mut self, side: Side) -> Option<&mut Option<Plan>> {
        self.shelf.iter_mut().find(|(kept, _)| kept.plan.side == side).map(|(_, plan)| plan)
    }

    /// Leads the plans to where the game has come. Gives the answer that is due, if one is.
    fn advance(&mut self, settled: &mut Settled) -> Result<Option<Due>, ActionError> {
        if self.shelf.is_empty() {
            return Ok(None);
        }
        let unsound = |error| ActionError::record(self.path, error);
        let record = record::read(&self.bytes).map_err(unsound)?;
        let replayed = record::replay(&record).map_err(unsound)?;
        let last = record.actions().last().and_then(|action| action.time);
        let mut due = None;
        for (_, held) in &mut self.shelf {
            let Some(plan) = held.take() else { continue };
            let side = plan.side;
            let Progress { plan, due: answer, dropped } = progress(plan, &replayed);
            *held = plan;
            settled.dropped.extend(dropped);
            due = due.or(answer.map(|text| Due { side, text, at: last.unwrap_or(self.at) }));
        }
        Ok(due)
    }

    /// Plays an answer.
    fn give(&mut self, due: &Due) -> Result<Submitted, Interrupted> {
        let submission = Submission {
            text: due.text.clone(),
            offer: false,
            conditional: true,
            comment: None,
            at: due.at,
        };
        let edit = |before: Option<&[u8]>| {
            submit::edit(self.path, before, &submission).map_err(Interrupted::Action)
        };
        let (text, submitted) = match self.rehearsal {
            true => edit(Some(&self.bytes))?.value,
            false => {
                let (commit, (text, submitted)) = self.store.update(self.path, |before| {
                    match before == Some(self.bytes.as_slice()) {
                        true => edit(before),
                        false => Err(Interrupted::Moved),
                    }
                })?;
                (text, Submitted { commit: Some(commit), ..submitted })
            }
        };
        self.bytes = text;
        Ok(submitted)
    }

    /// Writes down what is left of the plans, unless their owner has changed them meanwhile: then the next move leads them
    /// on.
    fn put_back(&self) -> Result<(), ActionError> {
        for (kept, plan) in &self.shelf {
            let content = shelf::content(plan.as_ref());
            if self.rehearsal || content.as_ref() == Some(&kept.bytes) {
                continue;
            }
            self.store.update_private(&kept.file, |now| -> Result<_, ActionError> {
                let untouched = now == Some(kept.bytes.as_slice());
                Ok((if untouched { content } else { now.map(<[u8]>::to_vec) }, ()))
            })?;
        }
        Ok(())
    }
}

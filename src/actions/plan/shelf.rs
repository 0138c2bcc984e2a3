//! Where plans are kept: a private file for each side of each game.

use super::error::PlanError;
use super::page;
use super::tree::Plan;
use crate::actions::ActionError;
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// A plan as it was found.
pub(super) struct Kept {
    pub(super) file: RepoPath,
    /// The file's content.
    pub(super) bytes: Vec<u8>,
    pub(super) plan: Plan,
}

impl Kept {
    /// A plan as it is kept.
    pub(super) fn new(id: &str, plan: &Plan) -> Result<Kept, StoreError> {
        let bytes = page::write(plan).into_bytes();
        Ok(Kept { file: file(id, plan.side)?, bytes, plan: plan.clone() })
    }
}

/// Puts a plan in the place of its side's.
pub(super) fn put(store: &Store, id: &str, plan: &Plan) -> Result<(), StoreError> {
    let Kept { file, bytes, .. } = Kept::new(id, plan)?;
    store.update_private(&file, |_| Ok((Some(bytes), ())))
}

/// The file of a side's plan. Ids are unique without regard to case, also where file names have none.
pub(super) fn file(id: &str, side: Side) -> Result<RepoPath, StoreError> {
    RepoPath::new(format!("plans/{}-{}.yaml", id.to_lowercase(), side.name()))
}

/// A side's plan, if it has one.
pub(super) fn find(store: &Store, id: &str, side: Side) -> Result<Option<Kept>, ActionError> {
    let file = file(id, side)?;
    let Some(bytes) = store.private(&file)? else { return Ok(None) };
    let plan = read(&file, side, &bytes)?;
    Ok(Some(Kept { file, bytes, plan }))
}

pub(super) fn read(file: &RepoPath, side: Side, bytes: &[u8]) -> Result<Plan, PlanError> {
    page::read(file.as_str(), side, bytes)
}

/// The content of a plan's file; none for a plan without answers, which has no file.
pub(super) fn content(plan: Option<&Plan>) -> Option<Vec<u8>> {
    plan.filter(|plan| plan.count() > 0).map(|plan| page::write(plan).into_bytes())
}

//! The private file of a plan: a line for the format, one for the ply, one for the position, then a line for each
//! answer, indented by two columns for each answer that it builds on.
//!
//! ```text
//! format: riverpost-plan/1
//! ply: 1
//! position: skdgegdks/9/1c5c1/h1h1h1h1h/9/4H4/H1H3H1H/1C5C1/9/SKDGEGDKS n - - - - 0
//! NH e7-e6: SK b1-c3
//!   NH a7-a6: SS a1-a3
//! NH c7-c6: SK b1-c3
//! ```

use super::tree::{Answer, Plan};
use crate::actions::error::{ActionError, PlanError};
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// The most answers of a plan.
pub(super) const MOST_ANSWERS: usize = 500;
/// The most answers that build on each other.
pub(super) const DEEPEST: usize = 50;

const FORMAT: &str = "format: riverpost-plan/1";
/// More than the longest plan that we write.
const LONGEST: usize = 256 * 1024;
const INDENT: usize = 2;

/// A plan as it was found.
pub(super) struct StoredPlan {
    pub(super) file: RepoPath,
    /// The file's content.
    pub(super) bytes: Vec<u8>,
    pub(super) plan: Plan,
}

impl StoredPlan {
    /// A plan as it is stored.
    pub(super) fn new(id: &str, plan: &Plan) -> Result<StoredPlan, StoreError> {
        let bytes = write(plan).into_bytes();
        Ok(StoredPlan { file: path(id, plan.side)?, bytes, plan: plan.clone() })
    }
}

/// Where the plan of a side is stored. Ids are unique without regard to case, also where file names have none.
pub(super) fn path(id: &str, side: Side) -> Result<RepoPath, StoreError> {
    RepoPath::new(format!("plans/{}-{}.yaml", id.to_lowercase(), side.name()))
}

/// A side's plan, if it has one.
pub(super) fn find(store: &Store, id: &str, side: Side) -> Result<Option<StoredPlan>, ActionError> {
    let file = path(id, side)?;
    let Some(bytes) = store.private(&file)? else { return Ok(None) };
    let plan = read(&file, side, &bytes)?;
    Ok(Some(StoredPlan { file, bytes, plan }))
}

/// The content of a plan's file; none for a plan without answers, which has no file.
pub(super) fn content(plan: Option<&Plan>) -> Option<Vec<u8>> {
    plan.filter(|plan| plan.count() > 0).map(|plan| write(plan).into_bytes())
}

fn write(plan: &Plan) -> String {
    let mut out = format!("{FORMAT}\nply: {}\nposition: {}\n", plan.ply, plan.position);
    for numbered in plan.numbered() {
        let Answer { trigger, answer, .. } = numbered.answer;
        out.extend(std::iter::repeat_n(' ', INDENT * numbered.depth));
        out.push_str(&format!("{trigger}: {answer}\n"));
    }
    out
}

/// Reads the file of a side's plan. That its moves are legal is seen when they are played.
///
/// # Errors
/// [`PlanError::Damaged`].
pub(super) fn read(file: &RepoPath, side: Side, bytes: &[u8]) -> Result<Plan, PlanError> {
    let damaged = |line: usize, reason| PlanError::Damaged { file: file.to_string(), line, reason };
    if bytes.len() > LONGEST {
        return Err(damaged(1, "the file is too long for a plan"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| damaged(1, "it is not UTF-8"))?;
    let mut lines = text.lines();
    if lines.next() != Some(FORMAT) {
        return Err(damaged(1, "it does not begin as a plan"));
    }
    let ply = lines.next().and_then(|line| line.strip_prefix("ply: ")?.parse().ok());
    let ply = ply.ok_or_else(|| damaged(2, "expected the ply"))?;
    let position = lines.next().and_then(|line| line.strip_prefix("position: "));
    let position = position.ok_or_else(|| damaged(3, "expected the position"))?.into();
    let mut plan = Plan { side, ply, position, answers: Vec::new() };
    for (at, line) in lines.enumerate() {
        if at == MOST_ANSWERS {
            return Err(damaged(at + 4, "there are too many answers"));
        }
        let (depth, answer) =
            answer(line).ok_or_else(|| damaged(at + 4, "expected a move and its answer"))?;
        let level = level(&mut plan.answers, depth);
        level.ok_or_else(|| damaged(at + 4, "it is indented too far"))?.push(answer);
    }
    Ok(plan)
}

fn answer(line: &str) -> Option<(usize, Answer)> {
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    let (trigger, answer) = text.split_once(": ")?;
    let depth = indent / INDENT;
    let fits = indent.is_multiple_of(INDENT) && depth < DEEPEST;
    fits.then(|| {
        (depth, Answer { trigger: trigger.into(), answer: answer.into(), next: Vec::new() })
    })
}

/// The list that an answer of that depth belongs to.
fn level(answers: &mut Vec<Answer>, depth: usize) -> Option<&mut Vec<Answer>> {
    match depth {
        0 => Some(answers),
        _ => level(&mut answers.last_mut()?.next, depth - 1),
    }
}

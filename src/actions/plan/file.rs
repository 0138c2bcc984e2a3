//! The private file of a plan. Its answers are lines of a literal block: a move and its answer, indented by two columns for
//! each answer that it builds on.
//!
//! ```text
//! format: riverpost-plan/1
//! ply: 1
//! position: skdgegdks/9/1c5c1/h1h1h1h1h/9/4H4/H1H3H1H/1C5C1/9/SKDGEGDKS n - - - - 0
//! answers: |
//!   NH e7-e6: SK b1-c3
//!     NH a7-a6: SS a1-a3
//!   NH c7-c6: SK b1-c3
//! ```
//!
//! A plan that was signed has the number of actions at that time as `base`, and behind each answer that was signed ` ; ` and
//! the signature. Such a file can be handed over.

use serde::Deserialize;

use super::tree::{Answer, Plan};
use crate::actions::error::{ActionError, PlanError};
use crate::document::{self, Diagnostic, Limits, Value, quote};
use crate::rules::Side;
use crate::store::{RepoPath, Store, StoreError};

/// The most answers of a plan.
pub(super) const MOST_ANSWERS: usize = 500;
/// The most answers that build on each other.
pub(super) const DEEPEST: usize = 50;

/// The private folder of all plans.
pub(in crate::actions) const FOLDER: &str = "plans";

const FORMAT: &str = "riverpost-plan/1";
const INDENT: usize = 2;
/// What stands before a signature.
const SIGNED: &str = " ; ";
const LIMITS: Limits = Limits { bytes: 1024 * 1024, ..Limits::RECORD };

/// What the file says, but for the lines of its answers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    format: String,
    ply: usize,
    position: String,
    #[serde(default)]
    base: Option<usize>,
    #[serde(rename = "answers")]
    _answers: String,
}

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
    RepoPath::new(format!("{FOLDER}/{}-{}.yaml", id.to_lowercase(), side.name()))
}

/// The id of the game, in lower case, that a file of that name is for.
pub(super) fn id(name: &str) -> Option<&str> {
    let (id, side) = name.strip_suffix(".yaml")?.rsplit_once('-')?;
    Side::BOTH.iter().any(|known| known.name() == side).then_some(id)
}

/// A side's plan, if it has one.
pub(super) fn find(store: &Store, id: &str, side: Side) -> Result<Option<StoredPlan>, ActionError> {
    let file = path(id, side)?;
    let Some(bytes) = store.private(&file)? else { return Ok(None) };
    let plan = read(file.as_str(), side, &bytes)?;
    Ok(Some(StoredPlan { file, bytes, plan }))
}

/// The content of a plan's file; none for a plan without answers, which has no file.
pub(super) fn content(plan: Option<&Plan>) -> Option<Vec<u8>> {
    plan.filter(|plan| plan.count() > 0).map(|plan| write(plan).into_bytes())
}

pub(super) fn write(plan: &Plan) -> String {
    let Plan { ply, position, base, .. } = plan;
    let (position, base) = (quote(position), base.map(|base| format!("base: {base}\n")));
    let base = base.unwrap_or_default();
    let mut out = format!("format: {FORMAT}\nply: {ply}\nposition: {position}\n{base}answers: |\n");
    for numbered in plan.numbered() {
        let Answer { trigger, answer, signature, .. } = numbered.answer;
        let indent = INDENT * (1 + numbered.depth);
        let signature = signature.as_ref().map(|signature| format!("{SIGNED}{signature}"));
        let signature = signature.unwrap_or_default();
        out.push_str(&format!("{:indent$}{trigger}: {answer}{signature}\n", ""));
    }
    out
}

/// Reads the file of a side's plan. That its moves are legal is seen when they are played.
///
/// # Errors
/// [`PlanError::Damaged`].
pub(super) fn read(file: &str, side: Side, bytes: &[u8]) -> Result<Plan, PlanError> {
    parse(side, bytes)
        .map_err(|error| PlanError::Damaged { file: file.to_string(), error: Box::new(error) })
}

fn parse(side: Side, bytes: &[u8]) -> Result<Plan, Diagnostic> {
    let document = document::read(bytes, &LIMITS)?;
    let PlanFile { format, ply, position, base, .. } = document.typed()?;
    let at = |key: &str| document.get(&[key]).map_or(0, |node| node.span.start);
    if format != FORMAT {
        let message = format!("the format should be {FORMAT}");
        return Err(Diagnostic::new(document.place(at("format")), message));
    }
    let Some(Value::Block(block)) = document.get(&["answers"]).map(|node| &node.value) else {
        let place = document.place(at("answers"));
        return Err(Diagnostic::new(place, "the answers should be a literal block"));
    };
    let mut plan = Plan { side, ply, position, base, answers: Vec::new() };
    for (number, (place, line)) in document.lines(block).enumerate() {
        let fault = |message: &str| Diagnostic::new(place, message);
        if number == MOST_ANSWERS {
            return Err(fault("there are too many answers"));
        }
        let (depth, answer) =
            answer(line).ok_or_else(|| fault("expected a move and its answer"))?;
        let level = level(&mut plan.answers, depth);
        level.ok_or_else(|| fault("it is indented too far"))?.push(answer);
    }
    Ok(plan)
}

/// An answer with its depth, from a line without the indentation of the block.
fn answer(line: &str) -> Option<(usize, Answer)> {
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    let (trigger, answer) = text.split_once(": ")?;
    let (answer, signature) = match answer.split_once(SIGNED) {
        Some((answer, signature)) => (answer, Some(signature.to_owned())),
        None => (answer, None),
    };
    let depth = indent / INDENT;
    let fits = indent.is_multiple_of(INDENT) && depth < DEEPEST;
    fits.then(|| {
        let (trigger, answer) = (trigger.into(), answer.into());
        (depth, Answer { trigger, answer, signature, next: Vec::new() })
    })
}

/// The list that an answer of that depth belongs to.
fn level(answers: &mut Vec<Answer>, depth: usize) -> Option<&mut Vec<Answer>> {
    match depth {
        0 => Some(answers),
        _ => level(&mut answers.last_mut()?.next, depth - 1),
    }
}

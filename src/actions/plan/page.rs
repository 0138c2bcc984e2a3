//! A plan as the text of its file: a line for the format, one for the ply, one for the position, then a line for each
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

use super::error::PlanError;
use super::tree::{Answer, Plan};
use crate::rules::Side;

/// The most answers of a plan.
pub(super) const MOST_ANSWERS: usize = 500;
/// The most answers that build on each other.
pub(super) const DEEPEST: usize = 50;

const FORMAT: &str = "format: riverpost-plan/1";
/// More than the longest plan that we write.
const LONGEST: usize = 256 * 1024;
const INDENT: usize = 2;

pub(super) fn write(plan: &Plan) -> String {
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
pub(super) fn read(file: &str, side: Side, bytes: &[u8]) -> Result<Plan, PlanError> {
    let damaged = |line: usize, reason| PlanError::Damaged { file: file.into(), line, reason };
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

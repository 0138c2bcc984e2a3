//! A sequence of moves and answers as a person types it.

use super::error::PlanError;
use super::page::{DEEPEST, MOST_ANSWERS};
use super::tree::{Answer, Plan};
use crate::notation::{self, write_move};
use crate::rules::Line;

/// Adds a sequence to a plan: `their move: my answer; their move: my answer`, in any notation. `line` is the play up to
/// where the plan begins. With `replace`, an answer that the plan has gives way, with all that builds on it, to another one.
/// Tells how many answers are new.
///
/// # Errors
/// [`PlanError::Sequence`], [`PlanError::Move`], [`PlanError::Ends`], [`PlanError::Answered`], [`PlanError::TooMuch`].
pub(super) fn enter(
    plan: &mut Plan,
    line: &Line,
    id: &str,
    text: &str,
    replace: bool,
) -> Result<usize, PlanError> {
    go_on(line)?;
    let mut line = line.clone();
    let mut level = &mut plan.answers;
    let mut added = 0;
    for (depth, pair) in text.trim().trim_end_matches(';').split(';').enumerate() {
        if depth > 0 {
            go_on(&line)?;
        }
        if depth == DEEPEST {
            let what = "there are too many answers that build on each other";
            return Err(PlanError::TooMuch { what, limit: DEEPEST });
        }
        let (trigger, answer) = split(pair)?;
        let trigger = play(&mut line, id, trigger)?;
        go_on(&line)?;
        let answer = play(&mut line, id, answer)?;
        let at = level.iter().position(|known| known.trigger == trigger);
        let at = match at {
            Some(at) if level[at].answer == answer => at,
            Some(at) if replace => {
                added += 1;
                level[at] = Answer { trigger, answer: answer.clone(), next: Vec::new() };
                at
            }
            Some(at) => {
                let answer = level[at].answer.clone();
                return Err(PlanError::Answered { trigger, answer });
            }
            None => {
                added += 1;
                level.push(Answer { trigger, answer: answer.clone(), next: Vec::new() });
                level.len() - 1
            }
        };
        level = &mut level[at].next;
    }
    if plan.count() > MOST_ANSWERS {
        let what = "there would be too many answers";
        return Err(PlanError::TooMuch { what, limit: MOST_ANSWERS });
    }
    Ok(added)
}

/// Splits a pair at its colon. A colon may also stand for a capture; then the one with a space behind it parts the moves.
fn split(pair: &str) -> Result<(&str, &str), PlanError> {
    let fail = |reason| Err(PlanError::Sequence { part: pair.trim().into(), reason });
    let parts = match pair.matches(':').count() {
        0 => return fail("there is no colon"),
        1 => pair.split_once(':'),
        _ if pair.matches(": ").count() == 1 => pair.split_once(": "),
        _ => return fail("there are several colons"),
    };
    match parts.map(|(trigger, answer)| (trigger.trim(), answer.trim())) {
        Some((trigger, answer)) if !trigger.is_empty() && !answer.is_empty() => {
            Ok((trigger, answer))
        }
        _ => fail("there is no move on one side of the colon"),
    }
}

/// Plays a move in any notation and gives its canonical text.
fn play(line: &mut Line, id: &str, text: &str) -> Result<String, PlanError> {
    let position = line.position();
    let mv = notation::read_input(position, text).map_err(|error| PlanError::Move {
        side: position.turn(),
        number: number(line.plies()),
        text: text.into(),
        error,
        id: id.into(),
    })?;
    let canonical = write_move(position, mv);
    line.push_unchecked(mv);
    Ok(canonical)
}

/// Refuses to go on where the rules end the game.
fn go_on(line: &Line) -> Result<(), PlanError> {
    match line.ending() {
        None => Ok(()),
        Some(ending) => Err(PlanError::Ends {
            after: number(line.plies().saturating_sub(1)),
            ending: ending.name(),
            rule: ending.rule(),
        }),
    }
}

/// The number of the move that follows so many plies, with the dots that tell the side.
pub(super) fn number(plies: usize) -> String {
    format!("{}{}", plies / 2 + 1, if plies.is_multiple_of(2) { "." } else { "..." })
}

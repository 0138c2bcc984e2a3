//! How a plan stands against the game as it has gone on.

use std::fmt;

use super::sequence::number;
use super::tree::Plan;
use crate::notation::{fen, write_move};
use crate::record::Replayed;
use crate::rules::Side;

/// Answers of a plan that have been dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Whose plan.
    pub side: Side,
    /// How many answers.
    pub answers: usize,
    /// Why.
    pub reason: Reason,
}

/// Why answers are dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// That move was played, and they belong to others.
    Played(String),
    /// The game is over.
    Over,
    /// The position in which the plan begins is not in the record any more.
    Changed,
    /// The answer cannot be played after all, for this reason.
    Refused(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Played(text) => write!(f, "{text} was played"),
            Reason::Over => f.write_str("the game is over"),
            Reason::Changed => {
                f.write_str("the record no longer holds the position in which the plan begins")
            }
            Reason::Refused(reason) => write!(f, "the answer is refused: {reason}"),
        }
    }
}

/// A plan that has been led along the moves of its game.
pub(super) struct Progress {
    /// What is left of it; none when nothing is. It begins where the play has come to, or one ply before that when an
    /// answer is due.
    pub(super) plan: Option<Plan>,
    /// The answer that is due now.
    pub(super) due: Option<String>,
    /// What was left behind.
    pub(super) dropped: Vec<Dropped>,
}

/// Leads a plan along the moves of its game.
pub(super) fn progress(mut plan: Plan, game: &Replayed) -> Progress {
    let side = plan.side;
    let drop = |answers, reason| Dropped { side, answers, reason };
    let end = |plan: &Plan, reason, mut dropped: Vec<Dropped>| {
        dropped.push(drop(plan.count(), reason));
        Progress { plan: None, due: None, dropped }
    };
    let line = &game.line;
    let Some((before, after)) = line.moves().split_at_checked(plan.ply) else {
        return end(&plan, Reason::Changed, Vec::new());
    };
    let mut position =
        before.iter().fold(line.start().clone(), |position, m| position.play_unchecked(*m));
    if position.turn() == side || fen::write(&position) != plan.position {
        return end(&plan, Reason::Changed, Vec::new());
    }
    let mut dropped = Vec::new();
    for pair in after.chunks(2) {
        let total = plan.count();
        let played = write_move(&position, pair[0]);
        let reason = Reason::Played(format!("{} {played}", number(plan.ply)));
        let Some(at) = plan.answers.iter().position(|answer| answer.trigger == played) else {
            return end(&plan, reason, dropped);
        };
        position = position.play_unchecked(pair[0]);
        let [_, own] = pair else {
            if game.termination.is_some() {
                return end(&plan, Reason::Over, dropped);
            }
            let due = Some(plan.answers[at].answer.clone());
            return Progress { plan: Some(plan), due, dropped };
        };
        let own_text = write_move(&position, *own);
        if own_text != plan.answers[at].answer {
            let reason = Reason::Played(format!("{} {own_text}", number(plan.ply + 1)));
            return end(&plan, reason, dropped);
        }
        position = position.play_unchecked(*own);
        plan.answers = plan.answers.swap_remove(at).next;
        plan.ply += 2;
        let left = total - plan.count() - 1;
        dropped.extend((left > 0).then(|| drop(left, reason)));
    }
    if game.termination.is_some() {
        return match plan.count() {
            0 => Progress { plan: None, due: None, dropped },
            _ => end(&plan, Reason::Over, dropped),
        };
    }
    plan.position = fen::write(&position);
    Progress { plan: (plan.count() > 0).then_some(plan), due: None, dropped }
}

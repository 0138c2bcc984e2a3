//! A plan: the tree of answers, and what the play of the game makes of it.

use std::fmt;

use crate::notation::{fen, write_move};
use crate::proof::is_foreseeable;
use crate::record::{Record, Replayed};
use crate::rules::{Line, Side};

/// What a side will answer to moves that are yet to come. Moves are canonical text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Whose plan it is.
    pub side: Side,
    /// After how many plies of the game it begins; the other side is to move there.
    pub ply: usize,
    /// The position there as a line, so that a record that was changed is noticed.
    pub position: String,
    /// After how many actions its owner signed it, if so (K9).
    pub base: Option<usize>,
    /// The answers to the moves of the other side in that position; no two to the same move.
    pub answers: Vec<Answer>,
}

/// An answer to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The other side's move.
    pub trigger: String,
    /// The move that answers it.
    pub answer: String,
    /// The signature of its owner in base64, where it was signed in advance.
    pub signature: Option<String>,
    /// The answers to what may follow.
    pub next: Vec<Answer>,
}

/// An answer with its place in the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered<'a> {
    /// Its number, from 1; those that build on it have the numbers behind it.
    pub number: usize,
    /// The plies of the game before its trigger.
    pub ply: usize,
    /// How many answers it builds on.
    pub depth: usize,
    /// The answer.
    pub answer: &'a Answer,
}

impl Plan {
    /// The plan without answers that begins where a line of play has come to.
    pub fn at(side: Side, line: &Line) -> Plan {
        let position = fen::write(line.position());
        Plan { side, ply: line.plies(), position, base: None, answers: Vec::new() }
    }

    /// How many answers there are.
    pub fn count(&self) -> usize {
        self.answers.iter().map(Answer::count).sum()
    }

    /// The answers in order of their numbers.
    pub fn numbered(&self) -> Vec<Numbered<'_>> {
        let mut found = Vec::new();
        number(&self.answers, self.ply, 0, &mut found);
        found
    }

    /// Takes the answer of that number out with all that build on it. Tells how many went; none when there is no such
    /// number.
    pub fn remove(&mut self, number: usize) -> Option<usize> {
        take(&mut self.answers, &mut 0, number)
    }
}

impl Answer {
    /// An unsigned answer on which none builds.
    pub(super) fn new(trigger: String, answer: String) -> Answer {
        Answer { trigger, answer, signature: None, next: Vec::new() }
    }

    /// How many answers there are, this one and those that build on it.
    pub fn count(&self) -> usize {
        1 + self.next.iter().map(Answer::count).sum::<usize>()
    }
}

fn number<'a>(answers: &'a [Answer], ply: usize, depth: usize, found: &mut Vec<Numbered<'a>>) {
    for answer in answers {
        found.push(Numbered { number: found.len() + 1, ply, depth, answer });
        number(&answer.next, ply + 2, depth + 1, found);
    }
}

fn take(answers: &mut Vec<Answer>, passed: &mut usize, number: usize) -> Option<usize> {
    for at in 0..answers.len() {
        *passed += 1;
        if *passed == number {
            return Some(answers.remove(at).count());
        }
        let taken = take(&mut answers[at].next, passed, number);
        if taken.is_some() {
            return taken;
        }
    }
    None
}

/// Answers of a plan that have been dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Whose plan.
    pub side: Side,
    /// How many answers.
    pub answers: usize,
    /// Why.
    pub reason: DropReason,
}

/// Why answers are dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DropReason {
    /// That move was played, and they belong to others.
    Played(String),
    /// The game is over.
    Over,
    /// The position in which the plan begins is not in the record any more.
    Changed,
    /// There is an action that a signed plan did not foresee (K9).
    Unforeseen,
    /// The answer cannot be played after all, for this reason.
    Refused(String),
}

impl fmt::Display for DropReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DropReason::Played(text) => write!(f, "{text} was played"),
            DropReason::Over => f.write_str("the game is over"),
            DropReason::Changed => {
                f.write_str("the record no longer holds the position in which the plan begins")
            }
            DropReason::Unforeseen => {
                f.write_str("a signed plan ends with an action that it did not foresee")
            }
            DropReason::Refused(reason) => write!(f, "the answer is refused: {reason}"),
        }
    }
}

/// A plan that has been led along the moves of its game.
pub(super) struct Progress {
    /// What is left of it; none when nothing is. It begins where the play has come to, or one ply before that when an
    /// answer is due.
    pub(super) plan: Option<Plan>,
    /// The answer that is due now.
    pub(super) due: Option<DueMove>,
    /// What was left behind.
    pub(super) dropped: Vec<Dropped>,
}

/// An answer that is due.
pub(super) struct DueMove {
    pub(super) answer: String,
    /// The signature by which its owner made it in advance, and after how many actions.
    pub(super) signature: Option<(usize, String)>,
}

/// Leads a plan along the moves of its game.
pub(super) fn progress(mut plan: Plan, record: &Record<'_>, game: &Replayed) -> Progress {
    let side = plan.side;
    let drop = |answers, reason| Dropped { side, answers, reason };
    let end = |plan: &Plan, reason, mut dropped: Vec<Dropped>| {
        dropped.push(drop(plan.count(), reason));
        Progress { plan: None, due: None, dropped }
    };
    // K9
    if let Some(base) = plan.base
        && !record.actions().get(base..).is_some_and(|since| since.iter().all(is_foreseeable))
    {
        return end(&plan, DropReason::Unforeseen, Vec::new());
    }
    let line = &game.line;
    let Some((before, after)) = line.moves().split_at_checked(plan.ply) else {
        return end(&plan, DropReason::Changed, Vec::new());
    };
    let mut position =
        before.iter().fold(line.start().clone(), |position, m| position.play_unchecked(*m));
    if position.turn() == side || fen::write(&position) != plan.position {
        return end(&plan, DropReason::Changed, Vec::new());
    }
    let mut dropped = Vec::new();
    for pair in after.chunks(2) {
        let total = plan.count();
        let played = write_move(&position, pair[0]);
        let reason = DropReason::Played(format!("{} {played}", move_number(plan.ply)));
        let Some(at) = plan.answers.iter().position(|answer| answer.trigger == played) else {
            return end(&plan, reason, dropped);
        };
        position = position.play_unchecked(pair[0]);
        let [_, own] = pair else {
            if game.termination.is_some() {
                return end(&plan, DropReason::Over, dropped);
            }
            let Answer { answer, signature, .. } = plan.answers[at].clone();
            let due = Some(DueMove { answer, signature: plan.base.zip(signature) });
            return Progress { plan: Some(plan), due, dropped };
        };
        let own_text = write_move(&position, *own);
        if own_text != plan.answers[at].answer {
            let reason = DropReason::Played(format!("{} {own_text}", move_number(plan.ply + 1)));
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
            _ => end(&plan, DropReason::Over, dropped),
        };
    }
    plan.position = fen::write(&position);
    Progress { plan: (plan.count() > 0).then_some(plan), due: None, dropped }
}

/// The number of the move that follows so many plies, with the dots that tell the side.
pub(super) fn move_number(plies: usize) -> String {
    format!("{}{}", plies / 2 + 1, if plies.is_multiple_of(2) { "." } else { "..." })
}

//! A plan: the tree of answers.

use crate::notation::fen;
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
        Plan { side, ply: line.plies(), position, answers: Vec::new() }
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

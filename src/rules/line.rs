//! A line of play: the moves made so far, the position reached, and what repetition makes of it.

use super::moves::Move;
use super::outcome::{Claim, Ending, FIFTY_MOVES, Outcome};
use super::position::Position;
use super::why::Refusal;

/// Room for the plies of a usual game.
const USUAL_PLIES: usize = 100;

/// The moves from a start with the position they lead to. Plies are counted from 0, the start.
#[derive(Clone, Debug)]
pub struct Line {
    start: Position,
    now: Position,
    moves: Vec<Move>,
    identities: Vec<u64>,
    ending: Option<Ending>,
}

impl Line {
    /// The line of no moves.
    pub fn new(start: Position) -> Line {
        let mut identities = Vec::with_capacity(1 + USUAL_PLIES);
        identities.push(start.zobrist_hash());
        Line {
            now: start.clone(),
            moves: Vec::with_capacity(USUAL_PLIES),
            identities,
            ending: start.ending(),
            start,
        }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many plies have been played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Adds a move of the side to move, whether or not the game is over.
    ///
    /// # Errors
    /// Why the move is not legal; the line is then as it was.
    pub fn push(&mut self, m: Move) -> Result<(), Refusal> {
        if let Some(refusal) = self.now.refuse(m) {
            return Err(refusal);
        }
        self.push_unchecked(m);
        Ok(())
    }

    /// Adds a legal move without checking it. The ending is worked out anew: mate, stalemate, dead position, fivefold
    /// repetition, seventy-five moves, in that order. An illegal move leaves a line that means nothing.
    pub fn push_unchecked(&mut self, m: Move) {
        self.now = self.now.play_unchecked(m);
        self.moves.push(m);
        let identity = self.now.zobrist_hash();
        self.identities.push(identity);
        self.ending = match self.now.ending() {
            ending @ (None | Some(Ending::SeventyFiveMoves)) => {
                if self.candidates(identity, self.now.halfmove_clock()).nth(4).is_some()
                    && self.occurrences().len() >= 5
                {
                    Some(Ending::FivefoldRepetition)
                } else {
                    ending
                }
            }
            ending => ending,
        };
    }

    /// The line as it was after so many of its plies; all of it when it has no more.
    pub fn back_to(&self, plies: usize) -> Line {
        let mut line = Line::new(self.start.clone());
        self.moves.iter().take(plies).for_each(|m| line.push_unchecked(*m));
        line
    }

    /// How the game has ended by its rules, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who has won by the rules, if the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|e| e.outcome(self.now.turn()))
    }

    /// The plies after which the present position stood on the board, the present one last (G2).
    pub fn occurrences(&self) -> Vec<usize> {
        self.occurrences_of(&self.now, self.plies())
    }

    /// The plies after which the position that a legal move would bring about stood on the board, that of the move
    /// last (G2).
    pub fn occurrences_with(&self, m: Move) -> Vec<usize> {
        self.occurrences_of(&self.now.play_unchecked(m), self.plies() + 1)
    }

    /// What the player to move may claim now.
    pub fn claims(&self) -> Vec<Claim> {
        self.claims_in(&self.now, self.occurrences().len())
    }

    /// What the player to move may claim by naming a legal move instead of making it (G2).
    pub fn claims_with(&self, m: Move) -> Vec<Claim> {
        let next = self.now.play_unchecked(m);
        let before = self.occurrences_of(&next, self.plies() + 1).len();
        self.claims_in(&next, before)
    }

    fn claims_in(&self, position: &Position, occurrences: usize) -> Vec<Claim> {
        let mut claims = Vec::new();
        if occurrences >= 3 {
            claims.push(Claim::Repetition);
        }
        if position.halfmove_clock() >= FIFTY_MOVES {
            claims.push(Claim::FiftyMoves);
        }
        claims
    }

    /// The plies, latest first, whose position has that hash, no further back than `quiet` plies.
    fn candidates(&self, identity: u64, quiet: u16) -> impl Iterator<Item = usize> {
        let last = self.identities.len() - 1;
        let first = last.saturating_sub(quiet as usize);
        (first..=last).rev().filter(move |ply| self.identities[*ply] == identity)
    }

    /// The plies up to `ply` at which `position`, reached at `ply`, occurred; equal hashes are made sure of by
    /// playing the line again.
    fn occurrences_of(&self, position: &Position, ply: usize) -> Vec<usize> {
        let identity = position.zobrist_hash();
        let wanted: Vec<usize> = self.candidates(identity, u16::MAX).filter(|p| *p < ply).collect();
        let mut found = Vec::new();
        if !wanted.is_empty() {
            let mut replayed = self.start.clone();
            for (at, m) in self.moves.iter().enumerate() {
                if wanted.contains(&at) && replayed.same_as(position) {
                    found.push(at);
                }
                replayed = replayed.play_unchecked(*m);
            }
            if ply > self.plies() && replayed.same_as(position) {
                found.push(self.plies());
            }
        }
        found.push(ply);
        found
    }
}

//! A line of play: the moves made so far, the position reached, and what repetition makes of it.

use super::moves::{Move, Special};
use super::outcome::{Claim, Ending, Outcome};
use super::piece::{Piece, Side};
use super::position::Position;
use super::refusal::Refusal;

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
                let limit = self.now.game().draw_limits.repetition;
                let mut candidates = self.candidates(identity, self.now.halfmove_clock());
                if candidates.nth(limit.saturating_sub(1)).is_some()
                    && self.occurrences().len() >= limit
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
        self.ending.map(|e| self.now.game().outcome(e, self.now.turn()))
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
        let limits = position.game().draw_limits;
        let mut claims = Vec::new();
        if occurrences >= limits.repetition_claim {
            claims.push(Claim::Repetition);
        }
        if position.halfmove_clock() >= limits.halfmove_claim {
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

/// What one side has lost along a line of play, each list in the order in which it happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LostPieces {
    /// Its pieces that the other side captured and that are still off the board.
    pub captured: Vec<Piece>,
    /// Its pieces that were promoted, each with what took its place: a Hawker that retired with his Hawk, a Pawn
    /// with its Queen.
    pub retired: Vec<(Piece, Piece)>,
    /// Its pieces that left without being captured: gifts to a Mage (V4), idle Berserkers (V3), Druids who stood in
    /// for another piece (V5).
    pub removed: Vec<Piece>,
}

impl Line {
    /// What both sides have lost, South first. A piece that a Druid brought back is not lost (V5).
    pub fn losses(&self) -> [LostPieces; 2] {
        let mut losses = [LostPieces::default(), LostPieces::default()];
        let mut position = self.start().clone();
        for m in self.moves() {
            let next = position.play_unchecked(*m);
            count_losses(&position, *m, &next, &mut losses);
            position = next;
        }
        losses
    }
}

fn count_losses(before: &Position, m: Move, after: &Position, losses: &mut [LostPieces; 2]) {
    let side = before.turn();
    let enemy = side.other();
    for square in before.pieces_of(enemy).into_iter().filter(|s| !after.pieces_of(enemy).has(*s)) {
        losses[enemy.at()].captured.push(before.piece(square));
    }
    let mine = &mut losses[side.at()];
    if let Some(druid) = m.druid() {
        let restored = mine.captured.iter().rposition(|p| *p == before.restorable());
        restored.map(|at| mine.captured.remove(at));
        mine.removed.push(before.piece(druid));
    }
    let stood = |square| match m.druid() {
        Some(druid) if druid == square => before.restorable(),
        _ => before.piece(square),
    };
    mine.removed.extend(m.gift().map(stood));
    if !matches!(m.special, Special::CastleShort | Special::CastleLong) {
        let left = before.pieces_of(side).without(m.from);
        let left = m.gift().map_or(left, |gift| left.without(gift));
        let gone = left.into_iter().filter(|s| !after.pieces_of(side).has(*s));
        mine.removed.extend(gone.map(stood));
    }
    let (old, new) = (stood(m.from), after.piece(m.to));
    let family = |piece: Piece| before.game().family(piece.role());
    if new.is_none() {
        // A frenzied Berserker that moved without capturing.
        mine.removed.push(old);
    } else if family(old) != family(new) {
        mine.retired.push((old, new));
    }
}

impl Position {
    /// How many pieces of each role a side has, states of one role taken together, in the game's order of roles.
    pub fn material(&self, side: Side) -> Vec<(Piece, u32)> {
        let game = self.game();
        let mut counts = vec![0; game.roles.len()];
        for square in self.pieces_of(side) {
            counts[game.family(self.piece(square).role()).0 as usize] += 1;
        }
        let counted = game.role_ids().zip(counts).filter(|(_, count)| *count > 0);
        counted.map(|((id, _), count)| (Piece::new(id, side), count)).collect()
    }
}

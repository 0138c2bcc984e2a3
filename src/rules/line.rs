//! A line of play: the moves made so far, the position reached, and what repetition makes of it.

use std::sync::OnceLock;

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
    /// The position after every ply, the start first.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// The hashes of the positions, side by side so that they are searched quickly.
    hashes: Vec<u64>,
    /// How the game ends here, once that has been asked.
    ending: OnceLock<Option<Ending>>,
    /// Whether draws are to be claimed that else come by themselves.
    draws_claimed: bool,
}

impl Line {
    /// The line of no moves.
    pub fn new(start: Position) -> Line {
        Line::with_capacity(start, USUAL_PLIES)
    }

    /// The same with room for so many.
    pub fn with_capacity(start: Position, plies: usize) -> Line {
        let mut hashes = Vec::with_capacity(1 + plies);
        hashes.push(start.zobrist_hash());
        let mut positions = Vec::with_capacity(1 + plies);
        positions.push(start);
        let moves = Vec::with_capacity(plies);
        Line { positions, moves, hashes, ending: OnceLock::new(), draws_claimed: false }
    }

    // G12
    /// The same line in a game that nothing but mate and stalemate ends by itself.
    pub fn with_draws_claimed(self) -> Line {
        Line { draws_claimed: true, ..self }
    }

    /// The position before the first move.
    #[inline]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position after the last move.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The positions after every ply, the start first.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many plies have been played.
    #[inline]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Adds a move of the side to move, whether or not the game is over.
    ///
    /// # Errors
    /// Why the move is not legal; the line is then as it was.
    pub fn push(&mut self, m: Move) -> Result<(), Refusal> {
        if let Some(refusal) = self.position().refuse(m) {
            return Err(refusal);
        }
        self.push_unchecked(m);
        Ok(())
    }

    /// Adds a legal move without checking it. An illegal move leaves a line that means nothing.
    pub fn push_unchecked(&mut self, m: Move) {
        let next = self.position().play_unchecked(m);
        self.moves.push(m);
        self.hashes.push(next.zobrist_hash());
        self.positions.push(next);
        self.ending = OnceLock::new();
    }

    /// Takes moves back until so many plies are left; nothing when there are no more.
    pub fn truncate(&mut self, plies: usize) {
        if plies < self.plies() {
            self.moves.truncate(plies);
            self.hashes.truncate(plies + 1);
            self.positions.truncate(plies + 1);
            self.ending = OnceLock::new();
        }
    }

    /// The line as it was after so many of its plies; all of it when it has no more.
    pub fn back_to(&self, plies: usize) -> Line {
        let mut line = self.clone();
        line.truncate(plies);
        line
    }

    /// How a position that has legal moves ends the game: dead position, fivefold repetition, seventy-five moves, in
    /// that order.
    fn draw(&self) -> Option<Ending> {
        let now = self.position();
        match now.draw() {
            ending @ (None | Some(Ending::SeventyFiveMoves)) => {
                match self.is_repeated(now.game().draw_limits.repetition) {
                    true => Some(Ending::FivefoldRepetition),
                    false => ending,
                }
            }
            ending => ending,
        }
    }

    /// Whether the present position stood on the board so many times, the present one counted.
    fn is_repeated(&self, times: usize) -> bool {
        let now = self.position();
        // The same side has to be on move.
        if usize::from(now.halfmove_clock()) / 2 + 1 < times {
            return false;
        }
        // Nothing recurs from before the last progress, and no more are counted than matter: a line in which draws are
        // claimed may go on and on.
        let hash = self.hashes[self.plies()];
        let candidates = self.candidates(hash, now.halfmove_clock().into());
        let same = |ply: &usize| *ply == self.plies() || self.positions[*ply].same_as(now);
        candidates.filter(same).take(times).count() == times
    }

    // G12
    /// How the game has ended by its rules, if it has; where draws are to be claimed, by mate or stalemate only. Mate and
    /// stalemate come before the draws.
    pub fn ending(&self) -> Option<Ending> {
        self.unless_claimed(self.ending_or_claim())
    }

    /// The same where a legal move is known to follow, which shows that there is neither mate nor stalemate.
    pub fn ending_before_move(&self) -> Option<Ending> {
        self.unless_claimed(self.draw())
    }

    fn unless_claimed(&self, ending: Option<Ending>) -> Option<Ending> {
        ending.filter(|ending| !self.draws_claimed || !ending.is_automatic_draw())
    }

    // G12
    /// How the game ends here, also where that is to be claimed.
    pub fn ending_or_claim(&self) -> Option<Ending> {
        *self.ending.get_or_init(|| self.position().mate().or_else(|| self.draw()))
    }

    /// Who has won by the rules, if the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|e| self.position().game().outcome(e, self.position().turn()))
    }

    /// The plies after which the present position stood on the board, the present one last (G2).
    pub fn occurrences(&self) -> Vec<usize> {
        self.occurrences_of(self.position(), self.plies())
    }

    /// The plies after which the position that a legal move would bring about stood on the board, that of the move
    /// last (G2).
    pub fn occurrences_with(&self, m: Move) -> Vec<usize> {
        self.occurrences_of(&self.position().play_unchecked(m), self.plies() + 1)
    }

    /// What the player to move may claim now.
    pub fn claims(&self) -> Vec<Claim> {
        self.claims_in(self.position(), self.occurrences().len())
    }

    /// What the player to move may claim by naming a legal move instead of making it (G2).
    pub fn claims_with(&self, m: Move) -> Vec<Claim> {
        let next = self.position().play_unchecked(m);
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

    /// The plies, latest first, whose position has that hash, no further back than so many plies.
    fn candidates(&self, hash: u64, plies: usize) -> impl Iterator<Item = usize> {
        let last = self.hashes.len() - 1;
        let first = last.saturating_sub(plies);
        (first..=last).rev().filter(move |ply| self.hashes[*ply] == hash)
    }

    /// The plies before `ply` at which `position`, reached at `ply`, stood on the board, and `ply`.
    fn occurrences_of(&self, position: &Position, ply: usize) -> Vec<usize> {
        let earlier = self.candidates(position.zobrist_hash(), self.plies());
        let same = |at: &usize| *at < ply && self.positions[*at].same_as(position);
        let mut found: Vec<usize> = earlier.filter(same).collect();
        found.reverse();
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

//! Legal moves: the complete list, the count, or the first one found, all from one walk.

use std::ops::ControlFlow;

use super::attack::Constraints;
use super::bitboard::{Bitboard, Word};
use super::legality::{castling_moves, try_substitution};
use super::moves::Move;
use super::piece::Piece;
use super::position::Position;
use super::special;
use super::square::Square;

/// What is done with the moves found. Either call may stop the walk.
trait MoveSink {
    /// Takes the moves of the piece on `from` to each square of `to`, nothing chosen.
    fn plain(&mut self, from: Square, to: Bitboard) -> ControlFlow<()>;
    /// Takes one move.
    fn one(&mut self, m: Move) -> ControlFlow<()>;
}

struct CollectMoves<'a> {
    moves: &'a mut Vec<Move>,
    druid: Option<Square>,
}

impl MoveSink for CollectMoves<'_> {
    #[inline(always)]
    fn plain(&mut self, from: Square, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            self.one(Move::plain(from, to))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn one(&mut self, m: Move) -> ControlFlow<()> {
        self.moves.push(match self.druid {
            Some(druid) => m.substituting(druid),
            None => m,
        });
        ControlFlow::Continue(())
    }
}

struct CountMoves(u64);

impl MoveSink for CountMoves {
    #[inline(always)]
    fn plain(&mut self, _: Square, to: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(to.count());
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn one(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

struct AnyMove;

impl MoveSink for AnyMove {
    #[inline(always)]
    fn plain(&mut self, _: Square, to: Bitboard) -> ControlFlow<()> {
        if to.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn one(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Passes on only the moves that leave the royal safe, found by playing each.
struct SafeMoves<'a, S> {
    position: &'a Position,
    sink: &'a mut S,
}

impl<S: MoveSink> MoveSink for SafeMoves<'_, S> {
    fn plain(&mut self, from: Square, to: Bitboard) -> ControlFlow<()> {
        to.into_iter().try_for_each(|to| self.one(Move::plain(from, to)))
    }

    fn one(&mut self, m: Move) -> ControlFlow<()> {
        if self.position.is_safe(m) { self.sink.one(m) } else { ControlFlow::Continue(()) }
    }
}

impl Position {
    /// Every legal move, each once. First those without a Druid's substitution, then those with, by the Druid's
    /// square; within these the other pieces' moves by square of departure, then the royal's. This order is
    /// stable.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Appends every legal move to a list, in the order of [`Position::legal_moves`].
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        let _ = self.walk(Bitboard::ALL, &mut CollectMoves { moves, druid: None });
        for (druid, changed) in substitutions(self) {
            let _ = changed.walk(Bitboard::ALL, &mut CollectMoves { moves, druid: Some(druid) });
        }
    }

    /// The legal moves without a substitution of the piece on `from`.
    pub fn moves_from(&self, from: Square) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.walk(Bitboard::of(from), &mut CollectMoves { moves: &mut moves, druid: None });
        moves
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> u64 {
        let mut count = CountMoves(0);
        let _ = self.walk(Bitboard::ALL, &mut count);
        for (_, changed) in substitutions(self) {
            let _ = changed.walk(Bitboard::ALL, &mut count);
        }
        count.0
    }

    /// How many moves without a substitution the pieces on `filter` have under the constraints, where no Berserker is
    /// frenzied.
    #[inline(always)]
    pub(super) fn count_plain_moves(&self, filter: Bitboard, constraints: &Constraints) -> u64 {
        let mut count = CountMoves(0);
        let _ = self.walk_under(constraints, filter, &mut count);
        count.0
    }

    /// Whether there is a legal move.
    pub fn has_move(&self) -> bool {
        self.has_plain_move() || substitutions(self).any(|(_, changed)| changed.has_plain_move())
    }

    /// Whether there is a legal move without a substitution.
    pub(super) fn has_plain_move(&self) -> bool {
        // Pieces off the own first rank are tried first: they are likelier to have a move.
        let home = self.game.tables.last_rank[self.turn.other().at()];
        [!home, home].into_iter().any(|filter| self.walk(filter, &mut AnyMove).is_break())
    }

    /// Walks over the legal moves, without substitutions, of the pieces on `filter`.
    #[inline(always)]
    fn walk<S: MoveSink>(&self, filter: Bitboard, sink: &mut S) -> ControlFlow<()> {
        if self.berserkers && special::has_frenzied(self, self.turn) {
            // V3: what is removed at the end of the turn may open any line, so that each move is played to see.
            let mut safe = SafeMoves { position: self, sink };
            return self.walk_in::<u128, _>(&Constraints::NONE, false, filter, &mut safe);
        }
        self.walk_under(&self.constraints(), filter, sink)
    }

    /// The same under constraints that are known, where no Berserker is frenzied.
    #[inline(always)]
    fn walk_under<S: MoveSink>(
        &self,
        constraints: &Constraints,
        filter: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        match self.game.tables.small() {
            true => self.walk_in::<u64, _>(constraints, true, filter, sink),
            false => self.walk_in::<u128, _>(constraints, true, filter, sink),
        }
    }

    /// The walk under constraints, in words that hold the board.
    #[inline(always)]
    fn walk_in<W: Word, S: MoveSink>(
        &self,
        constraints: &Constraints,
        royal_tested: bool,
        filter: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let tables = &self.game.tables;
        let own = self.sides[self.turn.at()];
        let royal = self.royal(self.turn);
        let occupied = self.occupied();
        let capturable = self.capturable();
        let captors = self.en_passant_captors();
        let apart = constraints.pinned | captors;
        let words = (W::of(occupied), W::of(capturable), W::of(constraints.check_mask));
        for from in (own & filter).without(royal) {
            let piece = self.cells[from.at()];
            let stand = tables.stand(piece, from);
            let reach = tables.reach_in(stand, words.0, words.1);
            if stand.has_more_moves || apart.has(from) {
                let to = reach.set() & self.landing(constraints, from);
                self.walk_special(piece, from, to, captors, sink)?;
            } else {
                sink.plain(from, (reach & words.2).set())?;
            }
        }
        if filter.has(royal) {
            let enemy = self.turn.other();
            let mut to = tables.reach(self.cells[royal.at()], royal, occupied, capturable);
            if royal_tested {
                let gone = occupied.without(royal);
                for square in to {
                    if self.attacked(square, gone, enemy) {
                        to = to.without(square);
                    }
                }
            }
            sink.plain(royal, to)?;
            if self.castling_rights != 0 {
                for m in castling_moves(self, !royal_tested) {
                    sink.one(m)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves of a piece of whose destinations some stand for several moves, or that has others besides.
    fn walk_special<S: MoveSink>(
        &self,
        piece: Piece,
        from: Square,
        to: Bitboard,
        captors: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let tables = &self.game.tables;
        let traits = &tables.traits[piece.at()];
        sink.plain(from, to & !traits.chosen)?;
        for square in to & traits.chosen {
            let captures = !self.cells[square.at()].is_none();
            for choice in self.choices(piece, square, captures) {
                sink.one(Move::plain(from, square).choosing(choice))?;
            }
        }
        if traits.shifts {
            for m in special::mage_shifts(self, from) {
                if self.is_safe(m) {
                    sink.one(m)?;
                }
            }
        }
        if captors.has(from) {
            for m in self.en_passant_moves().filter(|m| m.from == from && self.is_safe(*m)) {
                sink.one(m)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Every way to substitute, with the Druid's square.
fn substitutions(position: &Position) -> impl Iterator<Item = (Square, Position)> {
    let druids = if position.restorable.is_none() {
        Default::default()
    } else {
        position.pieces_of(position.turn)
    };
    druids
        .into_iter()
        .filter_map(move |druid| Some((druid, try_substitution(position, druid).ok()?)))
}

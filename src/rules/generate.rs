//! Legal moves: the complete list, the count, or the first one found, all from one walk.

use std::ops::ControlFlow;

use super::attack::Freedom;
use super::bitboard::Bitboard;
use super::board::Square;
use super::moves::Move;
use super::piece::Piece;
use super::position::Position;
use super::special::{castling, frenzy, mage, substitution};

/// What is done with the moves found. Either call may stop the walk.
trait Sink {
    /// Takes the moves of the piece on `from` to each square of `to`, nothing chosen.
    fn plain(&mut self, from: Square, to: Bitboard) -> ControlFlow<()>;
    /// Takes one move.
    fn one(&mut self, m: Move) -> ControlFlow<()>;
}

struct List<'a> {
    moves: &'a mut Vec<Move>,
    druid: Option<Square>,
}

impl Sink for List<'_> {
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

struct Count(u64);

impl Sink for Count {
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

struct Any;

impl Sink for Any {
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
struct Tried<'a, S> {
    position: &'a Position,
    sink: &'a mut S,
}

impl<S: Sink> Sink for Tried<'_, S> {
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
        let _ = self.walk(Bitboard::ALL, &mut List { moves, druid: None });
        for (druid, changed) in substitution::all(self) {
            let _ = changed.walk(Bitboard::ALL, &mut List { moves, druid: Some(druid) });
        }
    }

    /// The legal moves without a substitution of the piece on `from`.
    pub fn moves_from(&self, from: Square) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.walk(Bitboard::of(from), &mut List { moves: &mut moves, druid: None });
        moves
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> u64 {
        let mut count = Count(0);
        let _ = self.walk(Bitboard::ALL, &mut count);
        for (_, changed) in substitution::all(self) {
            let _ = changed.walk(Bitboard::ALL, &mut count);
        }
        count.0
    }

    /// Whether there is a legal move.
    pub fn has_move(&self) -> bool {
        self.has_plain_move()
            || substitution::all(self).any(|(_, changed)| changed.has_plain_move())
    }

    /// Whether there is a legal move without a substitution.
    pub(super) fn has_plain_move(&self) -> bool {
        // What has left the first rank, or stands before it, seldom lacks a move; what stands behind it often does.
        let home = self.game.tables.last_rank[self.turn.other().at()];
        [!home, home].into_iter().any(|filter| self.walk(filter, &mut Any).is_break())
    }

    /// Whether a move is legal. Worked out on its own, by asking whether the piece moves so and what then attacks the
    /// royal, not by looking the move up in the list.
    pub fn is_legal(&self, m: Move) -> bool {
        if !self.has_parts_of(m) {
            return false;
        }
        match m.druid() {
            None => self.is_move_of_its_piece(m) && self.is_safe(m),
            Some(druid) => {
                substitution::attempt(self, druid).is_ok_and(|changed| changed.is_legal(m.proper()))
            }
        }
    }

    /// Whether every square that a move names is on the board and its choice a piece of the game.
    pub(super) fn has_parts_of(&self, m: Move) -> bool {
        let on_board = |s: Square| s.at() < self.board().squares();
        on_board(m.from)
            && on_board(m.to)
            && m.gift().is_none_or(on_board)
            && m.druid().is_none_or(on_board)
            && m.choice.at() < self.game.tables.shapes.len()
    }

    /// Whether the royal of the side to move is safe after a move that its piece can make.
    pub(super) fn is_safe(&self, m: Move) -> bool {
        if m == Move::plain(m.from, m.to).choosing(m.choice)
            && !(self.berserkers && frenzy::is_present(self, self.turn))
        {
            // Nothing changes for the enemy's lines but the two squares.
            let royal = self.royal(self.turn);
            let target = if m.from == royal { m.to } else { royal };
            let occupied = self.occupied().without(m.from).with(m.to);
            return !self.attacked_without(m.to, target, occupied);
        }
        let next = self.play_unchecked(m);
        !next.attacked(next.royal(self.turn), next.occupied(), next.turn)
    }

    /// What may be captured: all enemy pieces but the royal, which no legal position lets be taken (H5).
    #[inline(always)]
    pub(super) fn prey(&self) -> Bitboard {
        let enemy = self.turn.other();
        self.sides[enemy.at()].without(self.royal(enemy))
    }

    /// Whether a move without a substitution is one its piece can make, whatever it leaves attacked.
    pub(super) fn is_move_of_its_piece(&self, m: Move) -> bool {
        use super::moves::Special;
        if !self.sides[self.turn.at()].has(m.from) {
            return false;
        }
        let piece = self.piece(m.from);
        if m.gift().is_some() {
            return self.game.tables.shapes[piece.at()].shifts
                && mage::shifts(self, m.from).contains(&m);
        }
        match m.special {
            Special::EnPassant => self.en_passant_moves().any(|e| e == m),
            Special::CastleShort | Special::CastleLong => {
                castling::attempt(self, m.special, true) == Ok(m)
            }
            Special::None => {
                let tables = &self.game.tables;
                let reach = tables.reach(piece, m.from, self.occupied(), self.prey());
                if !reach.has(m.to) || !tables.shapes[piece.at()].special {
                    return reach.has(m.to) && m.choice.is_none();
                }
                let shape = &tables.shapes[piece.at()];
                if m.choice.is_none() {
                    return !(shape.promotes && tables.last_rank[self.turn.at()].has(m.to));
                }
                let captures = !self.piece(m.to).is_none();
                self.choices(piece, m.to, captures).contains(&m.choice)
            }
        }
    }

    /// Walks over the legal moves, without substitutions, of the pieces on `filter`.
    #[inline(always)]
    fn walk<S: Sink>(&self, filter: Bitboard, sink: &mut S) -> ControlFlow<()> {
        if self.berserkers && frenzy::is_present(self, self.turn) {
            // V3: what is removed at the end of the turn may open any line, so that each move is tried.
            let mut tried = Tried { position: self, sink };
            return self.walk_with(&Freedom::full(), false, filter, &mut tried);
        }
        let freedom = self.freedom();
        if freedom.overflow {
            let mut tried = Tried { position: self, sink };
            return self.walk_with(&Freedom::full(), true, filter, &mut tried);
        }
        self.walk_with(&freedom, true, filter, sink)
    }

    #[inline(always)]
    fn walk_with<S: Sink>(
        &self,
        freedom: &Freedom,
        royal_tested: bool,
        filter: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let tables = &self.game.tables;
        let own = self.sides[self.turn.at()];
        let royal = self.royal(self.turn);
        let occupied = self.occupied();
        let prey = self.prey();
        for from in (own & filter).without(royal) {
            let piece = self.cells[from.at()];
            let reach = tables.reach(piece, from, occupied, prey);
            let to = reach & freedom.of(from);
            if tables.shapes[piece.at()].special {
                self.walk_special(piece, from, to, sink)?;
            } else {
                sink.plain(from, to)?;
            }
        }
        if filter.has(royal) {
            let enemy = self.turn.other();
            let mut to = tables.reach(self.cells[royal.at()], royal, occupied, prey);
            if royal_tested {
                let gone = occupied.without(royal);
                for square in to {
                    if self.attacked(square, gone, enemy) {
                        to = to.without(square);
                    }
                }
            }
            sink.plain(royal, to)?;
            if self.rights != 0 {
                for m in castling::moves(self, !royal_tested) {
                    sink.one(m)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves of a piece whose destinations may stand for several moves, or that has others besides.
    fn walk_special<S: Sink>(
        &self,
        piece: Piece,
        from: Square,
        to: Bitboard,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let tables = &self.game.tables;
        let shape = &tables.shapes[piece.at()];
        if shape.promotes || shape.faces {
            let last = tables.last_rank[self.turn.at()];
            let chosen = if shape.faces { Bitboard::ALL } else { last };
            sink.plain(from, to & !chosen)?;
            for square in to & chosen {
                let captures = !self.cells[square.at()].is_none();
                for choice in self.choices(piece, square, captures) {
                    sink.one(Move::plain(from, square).choosing(choice))?;
                }
            }
        } else {
            sink.plain(from, to)?;
        }
        if shape.shifts {
            for m in mage::shifts(self, from) {
                if self.is_safe(m) {
                    sink.one(m)?;
                }
            }
        }
        if self.en_passant_square().is_some() {
            for m in self.en_passant_moves().filter(|m| m.from == from) {
                if self.is_safe(m) {
                    sink.one(m)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

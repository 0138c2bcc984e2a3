//! Whether one move is legal, worked out on its own rather than looked up in the list.

use super::bitboard::Bitboard;
use super::castling::{RIGHTS, king_home, rook};
use super::moves::{Move, Special};
use super::position::Position;
use super::role::Promotion;
use super::special;
use super::square::Square;

impl Position {
    /// Whether a move is legal. Worked out on its own, by asking whether the piece moves so and what then attacks the
    /// royal, not by looking the move up in the list.
    pub fn is_legal(&self, m: Move) -> bool {
        if !self.has_parts_of(m) {
            return false;
        }
        match m.druid() {
            None => self.is_move_of_its_piece(m) && self.is_safe(m),
            Some(druid) => {
                try_substitution(self, druid).is_ok_and(|changed| changed.is_legal(m.proper()))
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
            && m.choice.at() < self.game.tables.traits.len()
    }

    /// Whether the royal of the side to move is safe after a move that its piece can make.
    pub(super) fn is_safe(&self, m: Move) -> bool {
        if m == Move::plain(m.from, m.to).choosing(m.choice)
            && !(self.berserkers && special::has_frenzied(self, self.turn))
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
    pub(super) fn capturable(&self) -> Bitboard {
        let enemy = self.turn.other();
        self.sides[enemy.at()].without(self.royal(enemy))
    }

    /// Whether a move without a substitution is one its piece can make, whatever it leaves attacked.
    pub(super) fn is_move_of_its_piece(&self, m: Move) -> bool {
        if !self.sides[self.turn.at()].has(m.from) {
            return false;
        }
        let piece = self.piece(m.from);
        if m.gift().is_some() {
            return self.game.tables.traits[piece.at()].shifts
                && special::mage_shifts(self, m.from).contains(&m);
        }
        match m.special {
            Special::EnPassant => self.en_passant_moves().any(|e| e == m),
            Special::CastleShort | Special::CastleLong => {
                try_castling(self, m.special, true) == Ok(m)
            }
            Special::None => {
                let tables = &self.game.tables;
                let reach = tables.reach(piece, m.from, self.occupied(), self.capturable());
                if !reach.has(m.to) || !tables.traits[piece.at()].has_more_moves {
                    return reach.has(m.to) && m.choice.is_none();
                }
                let traits = &tables.traits[piece.at()];
                if m.choice.is_none() {
                    return !(traits.promotes && tables.last_rank[self.turn.at()].has(m.to));
                }
                let captures = !self.piece(m.to).is_none();
                self.choices(piece, m.to, captures).contains(&m.choice)
            }
        }
    }
}

/// Castling moves, safe in passing; the arrival is checked too unless `arrival_open` (V3).
pub(super) fn castling_moves(
    position: &Position,
    arrival_open: bool,
) -> impl Iterator<Item = Move> {
    let side = position.turn;
    RIGHTS
        .into_iter()
        .enumerate()
        .filter(move |(bit, (owner, _))| *owner == side && position.castling_rights >> bit & 1 != 0)
        .filter_map(move |(_, (_, how))| try_castling(position, how, arrival_open).ok())
}

/// The castling move, or why there is none.
pub(super) fn try_castling(
    position: &Position,
    how: Special,
    arrival_open: bool,
) -> Result<Move, NoCastling> {
    let (board, side) = (position.board(), position.turn);
    let bit = RIGHTS.iter().position(|r| *r == (side, how)).unwrap_or(0);
    if position.castling_rights >> bit & 1 == 0 {
        return Err(NoCastling::NoRight);
    }
    let king = king_home(board, side);
    let (rook_from, rook_to) = rook(board, side, how);
    let occupied = position.occupied();
    let gap = position.game.tables.between(king, rook_from) & occupied;
    if let Some(square) = gap.first() {
        return Err(NoCastling::Blocked(square));
    }
    let to = Square(if how == Special::CastleShort { king.0 + 2 } else { king.0 - 2 });
    let enemy = side.other();
    if position.attacked(king, occupied, enemy) {
        return Err(NoCastling::InCheck);
    }
    let without_king = occupied.without(king);
    if position.attacked(rook_to, without_king, enemy) {
        return Err(NoCastling::Attacked(rook_to));
    }
    let arrived = without_king.without(rook_from) | Bitboard::of(rook_to);
    if !arrival_open && position.attacked(to, arrived, enemy) {
        return Err(NoCastling::Attacked(to));
    }
    Ok(Move::plain(king, to).specially(how))
}

/// Why castling cannot be done, most basic reason first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoCastling {
    /// King or Rook has moved, or no Rook of one's own is there.
    NoRight,
    /// A piece stands between, on this square.
    Blocked(Square),
    /// The King is in check.
    InCheck,
    /// The King would pass over, or arrive on, this attacked square.
    Attacked(Square),
}

/// Why a Druid cannot stand in for the piece just captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoSubstitution {
    /// The last ply captured nothing that could be restored.
    NothingTaken,
    /// No Druid of the side to move stands there.
    NoSubstitute,
    /// The restored infantry would stand on its last rank.
    LastRank,
    /// The side that captured would be in check and could not have answered.
    ChecksCaptor,
}

/// The position in which the Druid on `druid` has been replaced by the captured piece, the owner still to move.
pub(super) fn try_substitution(
    position: &Position,
    druid: Square,
) -> Result<Position, NoSubstitution> {
    let side = position.turn;
    let taken = position.restorable;
    if taken.is_none() {
        return Err(NoSubstitution::NothingTaken);
    }
    if !position.pieces_of(side).has(druid)
        || !position.game.role_of(position.piece(druid)).substitutes
    {
        return Err(NoSubstitution::NoSubstitute);
    }
    let board = position.board();
    if position.game.role_of(taken).promotion == Some(Promotion::Choice)
        && board.own_rank(side, druid) == board.ranks()
    {
        return Err(NoSubstitution::LastRank);
    }
    let mut changed = position.clone();
    special::substitute(&mut changed, druid);
    if changed.attacked(changed.royal(side.other()), changed.occupied(), side) {
        return Err(NoSubstitution::ChecksCaptor);
    }
    Ok(changed)
}

//! Playing a move: from a position to the next.

use super::bitboard::Bitboard;
use super::castling;
use super::moves::{Move, Special};
use super::piece::{Piece, Side};
use super::position::{NOWHERE, Position};
use super::setup::Setup;
use super::special;
use super::square::{MAX_SQUARES, Square};
use super::tables::{KEY_EN_PASSANT, KEY_TAKEN};

impl Position {
    /// The position with exactly one royal piece a side; nothing else is checked.
    pub(super) fn assemble(setup: &Setup) -> Position {
        let game = setup.game();
        let mut position = Position {
            sides: [Bitboard::EMPTY; 2],
            game,
            zobrist: 0,
            reserve: setup.reserve().map(|set| set & game.replacements()),
            cells: [Piece::NONE; MAX_SQUARES],
            royal: [Square(0); 2],
            turn: Side::South,
            en_passant: NOWHERE,
            castling_rights: 0,
            restorable: Piece::NONE,
            berserkers: special::frenzy_may_come(setup),
            halfmove_clock: setup.halfmove_clock(),
        };
        for (square, piece) in setup.pieces() {
            position.put(square, piece);
            if game.role_of(piece).royal {
                position.royal[piece.side().at()] = square;
            }
        }
        if setup.turn() == Side::North {
            position.turn = Side::North;
            position.zobrist ^= game.tables.keys[0];
        }
        position.set_castling_rights(setup.castling_rights());
        // Like castling rights, the other states hold only as far as the board bears them out.
        if let Some(passed) = setup.en_passant_square().filter(|p| position.may_have_passed(*p)) {
            position.set_en_passant_square(passed);
        }
        let taken = setup.restorable();
        if !taken.is_none() && taken.side() == position.turn && !game.role_of(taken).royal {
            position.set_restorable(special::restorable(&position, taken));
        }
        position
    }

    /// The position after a legal move, which is not checked: for moves out of [`Position::legal_moves`] and the like. An
    /// illegal move gives a position that means nothing, or panics. [`Position::play`] checks.
    #[inline]
    pub fn play_unchecked(&self, m: Move) -> Position {
        if let Some(druid) = m.druid() {
            let mut changed = self.clone();
            special::substitute(&mut changed, druid);
            let mut next = changed.play_unchecked(m.proper());
            next.halfmove_clock = 0;
            return next;
        }
        // What is read comes from `self`, not from the copy: a copy just written is slow to read back.
        let tables = &self.game.tables;
        let (side, enemy) = (self.turn, self.turn.other());
        let piece = self.cells[m.from.at()];
        let target = self.cells[m.to.at()];
        let captures = !target.is_none() && target.side() == enemy;
        let mut after = m.choice;
        if after.is_none() {
            after = tables.arrive(piece, m.to);
            if self.berserkers && captures {
                after = special::after_capture(self.game, after);
            }
        }
        let mut next = self.clone();
        let mut hash = self.zobrist ^ tables.keys[0];
        hash ^= tables.key(piece, m.from) ^ tables.key(after, m.to);
        next.cells[m.from.at()] = Piece::NONE;
        // G7: the captor stands where its victim stood.
        next.cells[m.to.at()] = after;
        next.sides[side.at()] = self.sides[side.at()].without(m.from).with(m.to);
        if !target.is_none() {
            hash ^= tables.key(target, m.to);
            if captures {
                next.sides[enemy.at()] = self.sides[enemy.at()].without(m.to);
            }
        }
        if self.en_passant != NOWHERE {
            hash ^= tables.keys[KEY_EN_PASSANT + self.en_passant as usize];
            next.en_passant = NOWHERE;
        }
        if !self.restorable.is_none() {
            hash ^= tables.keys[KEY_TAKEN + self.restorable.at()];
            next.restorable = Piece::NONE;
        }
        if self.royal[side.at()] == m.from {
            next.royal[side.at()] = m.to;
        }
        next.turn = enemy;
        next.zobrist = hash;
        let traits = &tables.traits[piece.at()];
        // A step along a rank changes the index by one, a step to another rank by more.
        let distance = m.to.0.abs_diff(m.from.0);
        let mut progress = !target.is_none() || traits.infantry && distance > 1;
        if traits.double_step && distance == 2 * self.board().files() {
            let passed = Square((m.from.0 + m.to.0) / 2);
            if !self.could_capture_en_passant(enemy, passed).is_empty() {
                next.set_en_passant_square(passed);
            }
        }
        if traits.has_more_moves {
            progress |= next.finish_special(m, side);
        }
        if self.berserkers {
            progress |= special::remove_idle_frenzied(&mut next, side, captures.then_some(m.to));
        }
        if self.castling_rights != 0 {
            let touched =
                Bitboard::of(m.from).with(m.to) | m.gift().map_or(Bitboard::EMPTY, Bitboard::of);
            if touched.meets(tables.castling_homes) {
                next.set_castling_rights(kept_castling_rights(&next));
            }
        }
        if tables.substitution {
            let victim = if m.special == Special::EnPassant { self.victim(m, side) } else { m.to };
            let captured = self.cells[victim.at()];
            if !captured.is_none() && captured.side() == enemy {
                next.set_restorable(special::restorable(&next, captured));
            }
        }
        next.halfmove_clock = if progress { 0 } else { self.halfmove_clock.saturating_add(1) };
        next
    }

    /// The square of the piece that an en passant capture takes.
    fn victim(&self, m: Move, side: Side) -> Square {
        Square((m.to.0 as i8 - side.ahead() * self.board().files() as i8) as u8)
    }

    /// What castling, en passant and a Mage's shift change besides; whether it is progress (G3).
    fn finish_special(&mut self, m: Move, side: Side) -> bool {
        match m.special {
            Special::CastleShort | Special::CastleLong => {
                let (from, to) = castling::rook(self.board(), side, m.special);
                let rook = self.cells[from.at()];
                self.lift(from, rook);
                self.put(to, rook);
                false
            }
            Special::EnPassant => {
                let victim = self.victim(m, side);
                self.lift(victim, self.cells[victim.at()]);
                true
            }
            Special::None => match m.gift() {
                Some(gift) if gift != m.to => {
                    self.lift(gift, self.cells[gift.at()]);
                    true
                }
                gift => gift.is_some(),
            },
        }
    }
}

/// The castling rights left after a move: those whose royal piece and rook have both not left home.
fn kept_castling_rights(position: &Position) -> u8 {
    position.castling_rights & castling::possible(position.game, |square| position.piece(square))
}

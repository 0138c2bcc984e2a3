//! A game's powers in tables by piece and square, and the questions the generator asks of them.

use std::ops::BitOr;

use super::bitboard::{Bitboard, Word};
use super::piece::{Piece, Side};
use super::power::Mode;
use super::square::Square;

/// How a piece on one square attacks another, were the other the enemy's royal square: one byte.
/// Values from [`AttackKind::LAME`] up name the square that must be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AttackKind(pub(super) u8);

impl AttackKind {
    pub(super) const NONE: AttackKind = AttackKind(0);
    pub(super) const LEAP: AttackKind = AttackKind(1);
    pub(super) const RIDE: AttackKind = AttackKind(2);
    pub(super) const HOP: AttackKind = AttackKind(3);
    const LAME: u8 = 4;

    /// A leap that needs the only square of `over` to be empty.
    pub(super) fn lame(over: Bitboard) -> AttackKind {
        over.first().map_or(AttackKind::NONE, |over| AttackKind(AttackKind::LAME + over.0))
    }

    /// The square that must be empty, when the attack_kind is a lame leap's.
    #[inline(always)]
    pub(super) fn over(self) -> Square {
        Square(self.0 - AttackKind::LAME)
    }
}

/// The targets of leaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Leaps {
    pub(super) moves: Bitboard,
    pub(super) captures: Bitboard,
}

impl Leaps {
    /// Adds targets for what the mode is good for.
    pub(super) fn add(&mut self, targets: Bitboard, mode: Mode) {
        if mode != Mode::Capture {
            self.moves |= targets;
        }
        if mode != Mode::Move {
            self.captures |= targets;
        }
    }

    /// Keeps those that lead to squares of a set.
    pub(super) fn keep(&mut self, squares: Bitboard) {
        self.moves &= squares;
        self.captures &= squares;
    }
}

/// A lame leaper's targets behind one square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lame {
    pub(super) over: Bitboard,
    pub(super) leaps: Leaps,
}

/// What the generator must know at once of a piece on a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) leaps: Leaps,
    /// Where it may land at all (H3).
    pub(super) land: Bitboard,
    /// The row of [`Tables::lines`], if it has lines.
    pub(super) lines: u32,
    /// The part of [`Tables::lames`].
    pub(super) lames: (u16, u16),
    /// What there is beside leaps to everywhere, as a set of the bits below.
    pub(super) powers: u8,
    /// Whether a destination may stand for several moves, or there are moves beyond the powers.
    pub(super) has_more_moves: bool,
}

impl Stand {
    pub(super) const LAME: u8 = 1;
    pub(super) const ORTHOGONAL: u8 = 2;
    pub(super) const DIAGONAL: u8 = 4;
    pub(super) const HOP: u8 = 8;
    /// Somewhere it may not land.
    pub(super) const BARRED: u8 = 16;
    /// Whatever has lines.
    pub(super) const LINES: u8 = Stand::ORTHOGONAL | Stand::DIAGONAL | Stand::HOP;

    /// No power at all.
    pub(super) const NONE: Stand = Stand {
        leaps: Leaps { moves: Bitboard::EMPTY, captures: Bitboard::EMPTY },
        lines: 0,
        land: Bitboard::ALL,
        lames: (0, 0),
        powers: 0,
        has_more_moves: false,
    };
}

/// What the generator must know of a piece wherever it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    /// Whether a destination may stand for several moves, or the piece has moves beyond its powers.
    pub(super) has_more_moves: bool,
    /// Where it chooses what to become or where to face.
    pub(super) chosen: Bitboard,
    /// Infantry for G3.
    pub(super) infantry: bool,
    /// Its advance of two ranks can be met en passant.
    pub(super) double_step: bool,
    /// It chooses what to become on its last rank.
    pub(super) promotes: bool,
    /// It shifts for a gift (V4).
    pub(super) shifts: bool,
    /// It stands in for what is captured (V5).
    pub(super) substitutes: bool,
    /// It must capture or leave the board (V3).
    pub(super) frenzied: bool,
    /// Where it may land at all (H3).
    pub(super) land: Bitboard,
}

impl Traits {
    /// Nothing out of the ordinary.
    pub(super) const NONE: Traits = Traits {
        has_more_moves: false,
        chosen: Bitboard::EMPTY,
        infantry: false,
        double_step: false,
        promotes: false,
        shifts: false,
        substitutes: false,
        frenzied: false,
        land: Bitboard::ALL,
    };
}

/// A game's compiled tables. Squares and pieces are array indices throughout.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) squares: usize,
    pub(super) pieces: usize,
    pub(super) traits: Vec<Traits>,
    pub(super) stands: Vec<Stand>,
    pub(super) lames: Vec<Lame>,
    pub(super) lines: Vec<[Bitboard; 8]>,
    pub(super) arrive: Vec<Piece>,
    pub(super) start: Vec<Bitboard>,
    /// By square where its row of `between` begins; the first row is that of every square where no royal may stand.
    pub(super) royal_rows: Vec<usize>,
    /// As bytes, since memory comes zeroed, and most of it is never touched.
    pub(super) attack_kind: Vec<u8>,
    pub(super) between: Vec<Bitboard>,
    pub(super) attack_zone: [Vec<Bitboard>; 2],
    pub(super) keys: Vec<u64>,
    /// Whether some role of the game substitutes (V5).
    pub(super) substitution: bool,
    /// The last rank of each side, South's first.
    pub(super) last_rank: [Bitboard; 2],
    /// The squares whose pieces carry castling rights; empty where nobody castles.
    pub(super) castling_homes: Bitboard,
}

impl Tables {
    /// Whether a single word holds the board.
    #[inline(always)]
    pub(super) fn small(&self) -> bool {
        self.squares <= 64
    }

    /// What is known of a piece on a square.
    #[inline(always)]
    pub(super) fn stand(&self, piece: Piece, from: Square) -> &Stand {
        &self.stands[piece.at() * self.squares + from.at()]
    }

    /// Where a piece may go by its powers, whatever this leaves attacked: empty squares and squares of `capturable`.
    pub(super) fn reach(
        &self,
        piece: Piece,
        from: Square,
        occupied: Bitboard,
        capturable: Bitboard,
    ) -> Bitboard {
        let stand = self.stand(piece, from);
        match self.small() {
            true => self.reach_in(stand, occupied.0 as u64, capturable.0 as u64).set(),
            false => self.reach_in(stand, occupied.0, capturable.0).set(),
        }
    }

    /// As [`Tables::reach`], in words that hold the board.
    #[inline(always)]
    pub(super) fn reach_in<W: Word>(&self, stand: &Stand, occupied: W, capturable: W) -> W {
        let mut moves = W::of(stand.leaps.moves);
        let mut captures = W::of(stand.leaps.captures);
        let powers = stand.powers;
        if powers == 0 {
            return (moves & !occupied) | (captures & capturable);
        }
        if powers & Stand::LAME != 0 {
            for lame in &self.lames[stand.lames.0 as usize..stand.lames.1 as usize] {
                if !occupied.set().meets(lame.over) {
                    moves = moves | W::of(lame.leaps.moves);
                    captures = captures | W::of(lame.leaps.captures);
                }
            }
        }
        let mut to = (moves & !occupied) | (captures & capturable);
        if powers & Stand::LINES != 0 {
            let lines = &self.lines[stand.lines as usize];
            let line = |at: usize| W::of(lines[at]);
            if powers & Stand::ORTHOGONAL != 0 {
                let seen = line(0).up(occupied)
                    | line(1).up(occupied)
                    | line(4).down(occupied)
                    | line(5).down(occupied);
                to = to | seen & (capturable | !occupied);
            }
            if powers & Stand::DIAGONAL != 0 {
                let seen = line(2).up(occupied)
                    | line(3).up(occupied)
                    | line(6).down(occupied)
                    | line(7).down(occupied);
                to = to | seen & (capturable | !occupied);
            }
            if powers & Stand::HOP != 0 {
                let seen = line(0).up(occupied)
                    | line(1).up(occupied)
                    | line(4).down(occupied)
                    | line(5).down(occupied);
                let met = line(0).second_up(occupied)
                    | line(1).second_up(occupied)
                    | line(4).second_down(occupied)
                    | line(5).second_down(occupied);
                to = to | seen & !occupied | met & capturable;
            }
        }
        to & W::of(stand.land)
    }

    /// The squares on which it depends what a piece can do from `from` when the squares of `occupied` are: as long as these
    /// stay as they are, changes elsewhere make no difference. All squares for a piece that shifts (V4).
    pub(super) fn sight(&self, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        if self.traits[piece.at()].shifts {
            return Bitboard::ALL;
        }
        let stand = self.stand(piece, from);
        let mut all = stand.leaps.moves | stand.leaps.captures;
        for lame in &self.lames[stand.lames.0 as usize..stand.lames.1 as usize] {
            all |= lame.over | lame.leaps.moves | lame.leaps.captures;
        }
        if stand.powers & Stand::LINES == 0 {
            return all;
        }
        // Lines pass where a piece may not land, and a hop ends behind the first piece met.
        match stand.powers & (Stand::HOP | Stand::BARRED) {
            0 => all | self.reach(piece, from, occupied, Bitboard::ALL),
            _ => self.lines[stand.lines as usize].into_iter().fold(all, Bitboard::bitor),
        }
    }

    /// How `piece` on `from` attacks `target`.
    #[inline(always)]
    pub(super) fn attack_kind(&self, target: Square, piece: Piece, from: Square) -> AttackKind {
        AttackKind(
            self.attack_kind[(target.at() * self.pieces + piece.at()) * self.squares + from.at()],
        )
    }

    /// The squares from which some piece of `by` could attack `target`.
    #[inline(always)]
    pub(super) fn attack_zone(&self, by: Side, target: Square) -> Bitboard {
        self.attack_zone[by.at()][target.at()]
    }

    /// The squares strictly between two squares of one line, of which a royal may stand on the first.
    #[inline(always)]
    pub(super) fn between(&self, target: Square, from: Square) -> Bitboard {
        self.between[self.royal_rows[target.at()] + from.at()]
    }

    /// What `piece` is once it has moved to `to`, before any choice of the player's.
    #[inline(always)]
    pub(super) fn arrive(&self, piece: Piece, to: Square) -> Piece {
        self.arrive[piece.at() * self.squares + to.at()]
    }

    /// Where a piece may stand in a starting array.
    pub(super) fn starts(&self, piece: Piece) -> Bitboard {
        self.start[piece.at()]
    }

    /// The key of `piece` on `square` in a position's hash.
    #[inline(always)]
    pub(super) fn key(&self, piece: Piece, square: Square) -> u64 {
        self.keys[KEY_EXTRAS + piece.at() * self.squares + square.at()]
    }
}

/// Keys that are not a piece's: the side to move, 16 sets of castling rights, 128 en passant squares,
/// 64 roles a Druid could restore.
pub(super) const KEY_EXTRAS: usize = 1 + 16 + 128 + 64;
/// Where the keys of castling rights start.
pub(super) const KEY_CASTLING: usize = 1;
/// Where the keys of en passant squares start.
pub(super) const KEY_EN_PASSANT: usize = 17;
/// Where the keys of restorable pieces start.
pub(super) const KEY_TAKEN: usize = 145;

//! Attacks on the royal piece, and the legal destinations that checks and pins leave.

use super::bitboard::Bitboard;
use super::piece::Side;
use super::position::Position;
use super::square::Square;
use super::tables::AttackKind;

/// Legal destinations under checks and pins. The masks are exact for every move that takes one piece other than the royal
/// from one square to another, whatever it captures there: each enemy piece that attacks the royal, or would without one
/// of the pieces between, constrains them on its own, and a move is legal when it satisfies all.
pub(super) struct Constraints {
    /// Where a piece may land that is not pinned.
    check_mask: Bitboard,
    /// The pinned pieces.
    pub(super) pinned: Bitboard,
    pins: [Pin; MOST_PINS],
    count: usize,
    /// Whether the royal is attacked.
    pub(super) in_check: bool,
    /// Whether there were more pins than fit: then only playing each move tells.
    pub(super) overflow: bool,
}

const MOST_PINS: usize = 8;

/// One enemy piece's constraint: where the pieces that it pins may land, and where all others may.
#[derive(Clone, Copy)]
struct Pin {
    pinned: Bitboard,
    pin_mask: Bitboard,
    check_mask: Bitboard,
}

impl Constraints {
    /// No constraint at all.
    pub(super) fn none() -> Constraints {
        let none =
            Pin { pinned: Bitboard::EMPTY, pin_mask: Bitboard::EMPTY, check_mask: Bitboard::EMPTY };
        Constraints {
            check_mask: Bitboard::ALL,
            pinned: Bitboard::EMPTY,
            pins: [none; MOST_PINS],
            count: 0,
            in_check: false,
            overflow: false,
        }
    }

    /// Where the piece on `from` may land.
    #[inline(always)]
    pub(super) fn of(&self, from: Square) -> Bitboard {
        if !self.pinned.has(from) {
            return self.check_mask;
        }
        self.pins[..self.count].iter().fold(Bitboard::ALL, |mask, pin| {
            mask & if pin.pinned.has(from) { pin.pin_mask } else { pin.check_mask }
        })
    }

    /// Adds the constraint of one enemy piece; `pinned` may be empty.
    #[inline(always)]
    fn add(&mut self, pinned: Bitboard, pin_mask: Bitboard, check_mask: Bitboard) {
        self.check_mask &= check_mask;
        if self.count == MOST_PINS {
            self.overflow = true;
            return;
        }
        self.pins[self.count] = Pin { pinned, pin_mask, check_mask };
        self.count += 1;
        self.pinned |= pinned;
    }
}

impl Position {
    /// Whether a piece of `by`, other than one standing on `target` itself, attacks `target` as the enemy's
    /// royal square, with `occupied` as the occupied squares (R3).
    #[inline]
    pub(super) fn attacked(&self, target: Square, occupied: Bitboard, by: Side) -> bool {
        self.attackers(target, occupied, by).next().is_some()
    }

    /// Whether an enemy piece other than the one on `taken` attacks `target`, with `occupied` as the occupied squares. Only
    /// the enemy's squares are read from the board, so that a move need not have been played to be judged.
    #[inline]
    pub(super) fn attacked_without(
        &self,
        taken: Square,
        target: Square,
        occupied: Bitboard,
    ) -> bool {
        let enemy = self.turn.other();
        let near =
            self.sides[enemy.at()].without(taken) & self.game.tables.attack_zone(enemy, target);
        near.into_iter().any(|from| self.attacks(target, from, occupied))
    }

    /// The squares of the pieces of `by` that attack `target`, as [`Position::attacked`] has it.
    #[inline(always)]
    pub(super) fn attackers(
        &self,
        target: Square,
        occupied: Bitboard,
        by: Side,
    ) -> impl Iterator<Item = Square> {
        let near = self.sides[by.at()] & self.game.tables.attack_zone(by, target) & occupied;
        near.into_iter().filter(move |from| self.attacks(target, *from, occupied))
    }

    /// Whether the piece on `from` attacks `target` with `occupied` as the occupied squares.
    #[inline(always)]
    fn attacks(&self, target: Square, from: Square, occupied: Bitboard) -> bool {
        let tables = &self.game.tables;
        match tables.attack_kind(target, self.cells[from.at()], from) {
            AttackKind::NONE => false,
            AttackKind::LEAP => true,
            AttackKind::RIDE => !tables.between(target, from).meets(occupied),
            AttackKind::HOP => {
                let screens = tables.between(target, from) & occupied;
                !screens.is_empty() && screens.rest().is_empty()
            }
            lame => !occupied.has(lame.over()),
        }
    }

    /// The squares of the pieces that attack the royal of the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.royal(self.turn), self.occupied(), self.turn.other()).collect()
    }

    /// Whether the royal of the side to move is attacked (or, where that is forbidden, faces the other: W1).
    #[inline]
    pub fn in_check(&self) -> bool {
        self.attacked(self.royal(self.turn), self.occupied(), self.turn.other())
    }

    /// Works out the constraints of the pieces of the side to move.
    #[inline]
    pub(super) fn constraints(&self) -> Constraints {
        let tables = &self.game.tables;
        let (own, enemy) = (self.sides[self.turn.at()], self.turn.other());
        let target = self.royal(self.turn);
        let occupied = self.occupied();
        let mut constraints = Constraints::none();
        for from in self.sides[enemy.at()] & tables.attack_zone(enemy, target) {
            let attack_kind = tables.attack_kind(target, self.cells[from.at()], from);
            match attack_kind {
                AttackKind::NONE => {}
                AttackKind::LEAP => {
                    constraints.in_check = true;
                    constraints.add(Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::of(from));
                }
                AttackKind::RIDE => {
                    let line = tables.between(target, from);
                    let met = line & occupied;
                    if met.is_empty() {
                        constraints.in_check = true;
                        constraints.add(Bitboard::EMPTY, Bitboard::EMPTY, line.with(from));
                    } else if met.rest().is_empty() && met.meets(own) {
                        constraints.add(met, line.with(from), Bitboard::ALL);
                    }
                }
                AttackKind::HOP => {
                    let line = tables.between(target, from);
                    let met = line & occupied;
                    let rest = met.rest();
                    if met.is_empty() {
                        if !line.is_empty() {
                            constraints.add(Bitboard::EMPTY, Bitboard::EMPTY, !line);
                        }
                    } else if rest.is_empty() {
                        // One screen: a second one, the captor's death, or its own screen stepping aside.
                        constraints.in_check = true;
                        constraints.add(met & own, !line, (line & !occupied).with(from));
                    } else if rest.rest().is_empty() && met.meets(own) {
                        // Two screens: neither may leave the line, nor capture the other.
                        constraints.add(met & own, (line & !occupied).with(from), Bitboard::ALL);
                    }
                }
                lame => {
                    let over = lame.over();
                    if !occupied.has(over) {
                        constraints.in_check = true;
                        constraints.add(
                            Bitboard::EMPTY,
                            Bitboard::EMPTY,
                            Bitboard::of(from).with(over),
                        );
                    } else if own.has(over) {
                        constraints.add(Bitboard::of(over), Bitboard::of(from), Bitboard::ALL);
                    }
                }
            }
        }
        constraints
    }
}

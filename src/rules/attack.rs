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
    pub(super) check_mask: Bitboard,
    /// The pinned pieces.
    pub(super) pinned: Bitboard,
}

impl Constraints {
    /// No constraint at all.
    pub(super) const NONE: Constraints =
        Constraints { check_mask: Bitboard::ALL, pinned: Bitboard::EMPTY };
}

/// One enemy piece's constraint: where the pieces that it pins may land, and where all others may.
#[derive(Clone, Copy)]
struct Pin {
    pinned: Bitboard,
    pin_mask: Bitboard,
    check_mask: Bitboard,
}

impl Pin {
    /// A check: every piece but the royal has to land there.
    #[inline(always)]
    fn check(check_mask: Bitboard) -> Pin {
        Pin { pinned: Bitboard::EMPTY, pin_mask: Bitboard::EMPTY, check_mask }
    }

    /// A pin that leaves the other pieces free.
    #[inline(always)]
    fn of(pinned: Bitboard, pin_mask: Bitboard) -> Pin {
        Pin { pinned, pin_mask, check_mask: Bitboard::ALL }
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
        let mut constraints = Constraints::NONE;
        for pin in self.pins() {
            constraints.check_mask &= pin.check_mask;
            constraints.pinned |= pin.pinned;
        }
        constraints
    }

    /// Where the piece on `from` may land under the position's constraints.
    #[inline(always)]
    pub(super) fn landing(&self, constraints: &Constraints, from: Square) -> Bitboard {
        if constraints.pinned.has(from) {
            self.pinned_landing(from)
        } else {
            constraints.check_mask
        }
    }

    /// Where a pinned piece may land. Few are: their masks are worked out again rather than kept for all.
    #[cold]
    fn pinned_landing(&self, from: Square) -> Bitboard {
        self.pins().fold(Bitboard::ALL, |mask, pin| {
            mask & if pin.pinned.has(from) { pin.pin_mask } else { pin.check_mask }
        })
    }

    /// The constraint of each enemy piece that has one.
    #[inline(always)]
    fn pins(&self) -> impl Iterator<Item = Pin> {
        let enemy = self.turn.other();
        let target = self.royal(self.turn);
        let (own, occupied) = (self.sides[self.turn.at()], self.occupied());
        let near = self.sides[enemy.at()] & self.game.tables.attack_zone(enemy, target);
        near.into_iter().filter_map(move |from| self.pin(target, from, own, occupied))
    }

    /// What the enemy piece on `from` makes of the moves of the side to move, whose royal stands on `target`.
    #[inline]
    fn pin(&self, target: Square, from: Square, own: Bitboard, occupied: Bitboard) -> Option<Pin> {
        let tables = &self.game.tables;
        match tables.attack_kind(target, self.cells[from.at()], from) {
            AttackKind::NONE => None,
            AttackKind::LEAP => Some(Pin::check(Bitboard::of(from))),
            AttackKind::RIDE => {
                let line = tables.between(target, from);
                let met = line & occupied;
                if met.is_empty() {
                    Some(Pin::check(line.with(from)))
                } else {
                    (met.rest().is_empty() && met.meets(own)).then(|| Pin::of(met, line.with(from)))
                }
            }
            AttackKind::HOP => {
                let line = tables.between(target, from);
                let met = line & occupied;
                let rest = met.rest();
                if met.is_empty() {
                    (!line.is_empty()).then(|| Pin::check(!line))
                } else if rest.is_empty() {
                    // One screen: a second one, the captor's death, or its own screen stepping aside.
                    let check_mask = (line & !occupied).with(from);
                    Some(Pin { pinned: met & own, pin_mask: !line, check_mask })
                } else {
                    // Two screens: neither may leave the line, nor capture the other.
                    let pins = rest.rest().is_empty() && met.meets(own);
                    pins.then(|| Pin::of(met & own, (line & !occupied).with(from)))
                }
            }
            lame => {
                let over = lame.over();
                if !occupied.has(over) {
                    Some(Pin::check(Bitboard::of(from).with(over)))
                } else {
                    own.has(over).then(|| Pin::of(Bitboard::of(over), Bitboard::of(from)))
                }
            }
        }
    }
}

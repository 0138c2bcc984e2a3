//! Who attacks the royal piece, and what that leaves the other pieces free to do.

use super::bitboard::Bitboard;
use super::board::Square;
use super::piece::Side;
use super::position::Position;
use super::tables::Bearing;

/// What the royal's safety leaves free. The masks are exact for every move that takes one piece from one
/// square to another, whatever it captures there: each enemy piece that bears on the royal constrains them
/// on its own, and a move is safe when it satisfies all.
pub(super) struct Freedom {
    /// Where a piece may land that no bond binds.
    others: Bitboard,
    /// The pieces that some bond binds.
    pub(super) bound: Bitboard,
    bonds: [Bond; MOST_BONDS],
    count: usize,
    /// Whether the royal is attacked.
    pub(super) in_check: bool,
    /// Whether there were more bonds than fit: then only trying each move tells.
    pub(super) overflow: bool,
}

const MOST_BONDS: usize = 8;

/// One enemy piece's constraint: where the pieces in `who` may land, and where all others may.
#[derive(Clone, Copy)]
struct Bond {
    who: Bitboard,
    bound: Bitboard,
    others: Bitboard,
}

impl Freedom {
    /// No constraint at all.
    pub(super) fn full() -> Freedom {
        Freedom {
            others: Bitboard::ALL,
            bound: Bitboard::EMPTY,
            bonds: [Bond { who: Bitboard::EMPTY, bound: Bitboard::EMPTY, others: Bitboard::EMPTY };
                MOST_BONDS],
            count: 0,
            in_check: false,
            overflow: false,
        }
    }

    /// Where the piece on `from` may land.
    #[inline(always)]
    pub(super) fn of(&self, from: Square) -> Bitboard {
        if !self.bound.has(from) {
            return self.others;
        }
        self.bonds[..self.count].iter().fold(Bitboard::ALL, |mask, bond| {
            mask & if bond.who.has(from) { bond.bound } else { bond.others }
        })
    }

    /// Adds a constraint; `who` may be empty.
    #[inline(always)]
    fn add(&mut self, who: Bitboard, bound: Bitboard, others: Bitboard) {
        self.others &= others;
        if self.count == MOST_BONDS {
            self.overflow = true;
            return;
        }
        self.bonds[self.count] = Bond { who, bound, others };
        self.count += 1;
        self.bound |= who;
    }
}

impl Position {
    /// Whether a piece of `by`, other than one standing on `target` itself, attacks `target` as the enemy's
    /// royal square, with `occupied` as the occupied squares (R3).
    #[inline]
    pub(super) fn attacked(&self, target: Square, occupied: Bitboard, by: Side) -> bool {
        self.attackers(target, occupied, by).next().is_some()
    }

    /// Whether [`Position::attacked`] would hold for the enemy's pieces without the one on `taken`, if there is one. What
    /// moved need not have been played: only squares of the enemy are asked what stands there.
    #[inline]
    pub(super) fn attacked_without(
        &self,
        taken: Square,
        target: Square,
        occupied: Bitboard,
    ) -> bool {
        let enemy = self.turn.other();
        let near = self.sides[enemy.at()].without(taken) & self.game.tables.zone(enemy, target);
        near.into_iter().any(|from| self.bears(target, from, occupied))
    }

    /// The squares of the pieces of `by` that attack `target`, as [`Position::attacked`] has it.
    #[inline(always)]
    pub(super) fn attackers(
        &self,
        target: Square,
        occupied: Bitboard,
        by: Side,
    ) -> impl Iterator<Item = Square> {
        let near = self.sides[by.at()] & self.game.tables.zone(by, target) & occupied;
        near.into_iter().filter(move |from| self.bears(target, *from, occupied))
    }

    /// Whether the piece on `from` attacks `target` with `occupied` as the occupied squares.
    #[inline(always)]
    fn bears(&self, target: Square, from: Square, occupied: Bitboard) -> bool {
        let tables = &self.game.tables;
        match tables.bearing(target, self.cells[from.at()], from) {
            Bearing::NONE => false,
            Bearing::LEAP => true,
            Bearing::RIDE => !tables.between(target, from).meets(occupied),
            Bearing::HOP => {
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

    /// Works out the freedom of the pieces of the side to move.
    #[inline]
    pub(super) fn freedom(&self) -> Freedom {
        let tables = &self.game.tables;
        let (own, enemy) = (self.sides[self.turn.at()], self.turn.other());
        let target = self.royal(self.turn);
        let occupied = self.occupied();
        let mut freedom = Freedom::full();
        for from in self.sides[enemy.at()] & tables.zone(enemy, target) {
            let bearing = tables.bearing(target, self.cells[from.at()], from);
            match bearing {
                Bearing::NONE => {}
                Bearing::LEAP => {
                    freedom.in_check = true;
                    freedom.add(Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::of(from));
                }
                Bearing::RIDE => {
                    let line = tables.between(target, from);
                    let met = line & occupied;
                    if met.is_empty() {
                        freedom.in_check = true;
                        freedom.add(Bitboard::EMPTY, Bitboard::EMPTY, line.with(from));
                    } else if met.rest().is_empty() && met.meets(own) {
                        freedom.add(met, line.with(from), Bitboard::ALL);
                    }
                }
                Bearing::HOP => {
                    let line = tables.between(target, from);
                    let met = line & occupied;
                    let rest = met.rest();
                    if met.is_empty() {
                        if !line.is_empty() {
                            freedom.add(Bitboard::EMPTY, Bitboard::EMPTY, !line);
                        }
                    } else if rest.is_empty() {
                        // One screen: a second one, the captor's death, or its own screen stepping aside.
                        freedom.in_check = true;
                        freedom.add(met & own, !line, (line & !occupied).with(from));
                    } else if rest.rest().is_empty() && met.meets(own) {
                        // Two screens: neither may leave the line, nor capture the other.
                        freedom.add(met & own, (line & !occupied).with(from), Bitboard::ALL);
                    }
                }
                lame => {
                    let over = lame.over();
                    if !occupied.has(over) {
                        freedom.in_check = true;
                        freedom.add(
                            Bitboard::EMPTY,
                            Bitboard::EMPTY,
                            Bitboard::of(from).with(over),
                        );
                    } else if own.has(over) {
                        freedom.add(Bitboard::of(over), Bitboard::of(from), Bitboard::ALL);
                    }
                }
            }
        }
        freedom
    }
}

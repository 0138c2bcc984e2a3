//! A set of squares as one machine word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::board::Square;

/// A set of squares: bit *n* stands for the square of index *n* (see [`Square`]). Boards of up to 128
/// squares fit; ours have 63, 64 or 90. Bits past the board's last square are clear in every set that a
/// game hands out, except in [`Bits::ALL`], which is only ever a mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bits(pub(super) u128);

/// One bit by number: a load is cheaper than shifting a double word.
static BIT: [u128; 128] = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        table[i] = 1 << i;
        i += 1;
    }
    table
};

#[inline(always)]
fn bit(square: Square) -> u128 {
    BIT[square.0 as usize & 127]
}

impl Bits {
    /// The empty set.
    pub const EMPTY: Bits = Bits(0);
    /// Every bit, on the board or not: the neutral mask.
    pub const ALL: Bits = Bits(u128::MAX);

    /// The set that holds one square.
    #[inline(always)]
    pub fn of(square: Square) -> Bits {
        Bits(bit(square))
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    pub fn has(self, square: Square) -> bool {
        self.0 & bit(square) != 0
    }

    /// Whether the set holds nothing.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Bits) -> bool {
        self.0 & other.0 != 0
    }

    /// The set without `square`.
    #[inline(always)]
    pub fn without(self, square: Square) -> Bits {
        Bits(self.0 & !bit(square))
    }

    /// The set with `square`.
    #[inline(always)]
    pub fn with(self, square: Square) -> Bits {
        Bits(self.0 | bit(square))
    }

    /// How many squares are in the set.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The square of lowest index, if any.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// The set without its square of lowest index.
    #[inline(always)]
    pub(super) const fn rest(self) -> Bits {
        Bits(self.0 & self.0.wrapping_sub(1))
    }
}

impl BitAnd for Bits {
    type Output = Bits;
    #[inline(always)]
    fn bitand(self, other: Bits) -> Bits {
        Bits(self.0 & other.0)
    }
}

impl BitAndAssign for Bits {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bits) {
        self.0 &= other.0;
    }
}

impl BitOr for Bits {
    type Output = Bits;
    #[inline(always)]
    fn bitor(self, other: Bits) -> Bits {
        Bits(self.0 | other.0)
    }
}

impl BitOrAssign for Bits {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bits) {
        self.0 |= other.0;
    }
}

impl BitXor for Bits {
    type Output = Bits;
    #[inline(always)]
    fn bitxor(self, other: Bits) -> Bits {
        Bits(self.0 ^ other.0)
    }
}

impl Not for Bits {
    type Output = Bits;
    #[inline(always)]
    fn not(self) -> Bits {
        Bits(!self.0)
    }
}

impl FromIterator<Square> for Bits {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bits {
        squares.into_iter().fold(Bits::EMPTY, Bits::with)
    }
}

impl IntoIterator for Bits {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set, in ascending order of index.
#[derive(Clone)]
pub struct Squares(Bits);

impl Iterator for Squares {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.rest();
        Some(square)
    }
}

impl std::fmt::Debug for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.into_iter().map(|s| s.0)).finish()
    }
}

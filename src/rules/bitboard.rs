//! A set of squares as one machine word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::square::{MAX_SQUARES, Square};

/// A set of squares: bit *n* stands for the square of index *n* (see [`Square`]). No other bit is ever set, so that
/// every member of a set is a [`Square`]; a complement holds squares past the board's last, and is only a mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(super) u128);

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

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square of the largest board: the neutral mask.
    pub const ALL: Bitboard = Bitboard(u128::MAX >> (128 - MAX_SQUARES));

    /// The set that holds one square.
    #[inline(always)]
    pub fn of(square: Square) -> Bitboard {
        Bitboard(bit(square))
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
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The set without `square`.
    #[inline(always)]
    pub fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !bit(square))
    }

    /// The set with `square`.
    #[inline(always)]
    pub fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | bit(square))
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
    pub(super) const fn rest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        self ^ Bitboard::ALL
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

/// The squares of a set, in ascending order of index.
#[derive(Clone)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        // One half after the other: a single word is cheaper to take bits from than a double one.
        if self.low != 0 {
            let square = Square(self.low.trailing_zeros() as u8);
            self.low &= self.low - 1;
            Some(square)
        } else if self.high != 0 {
            let square = Square(64 + self.high.trailing_zeros() as u8);
            self.high &= self.high - 1;
            Some(square)
        } else {
            None
        }
    }
}

/// A word that holds every square of a board: of up to 64 squares a single one, which is cheaper to work with.
pub(super) trait Word:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The set's squares.
    fn of(set: Bitboard) -> Self;
    /// The word's squares.
    fn set(self) -> Bitboard;
    /// The highest bit that is set, and all above it; every bit where none is set.
    fn upwards_of_highest(self) -> Self;
    /// Of a ray towards higher squares, what lies before the first piece met, and that piece.
    fn up(self, occupied: Self) -> Self;
    /// Of a ray towards lower squares, what lies before the first piece met, and that piece.
    fn down(self, occupied: Self) -> Self;
    /// On a ray towards higher squares, the second piece met.
    fn second_up(self, occupied: Self) -> Self;
    /// On a ray towards lower squares, the second piece met.
    fn second_down(self, occupied: Self) -> Self;
}

/// By a bit's number, that bit and all above it.
const UPWARDS: [u128; 128] = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        table[i] = u128::MAX << i;
        i += 1;
    }
    table
};

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            #[inline(always)]
            fn of(set: Bitboard) -> Self {
                set.0 as $word
            }

            #[inline(always)]
            fn set(self) -> Bitboard {
                Bitboard(self.into())
            }

            #[inline(always)]
            fn upwards_of_highest(self) -> Self {
                UPWARDS[(self | 1).ilog2() as usize & 127] as $word
            }

            #[inline(always)]
            fn up(self, occupied: Self) -> Self {
                let met = self & occupied;
                self & (met ^ met.wrapping_sub(1))
            }

            #[inline(always)]
            fn down(self, occupied: Self) -> Self {
                self & (self & occupied).upwards_of_highest()
            }

            #[inline(always)]
            fn second_up(self, occupied: Self) -> Self {
                let met = self & occupied;
                let behind = met & met.wrapping_sub(1);
                behind & behind.wrapping_neg()
            }

            #[inline(always)]
            fn second_down(self, occupied: Self) -> Self {
                let met = self & occupied;
                let behind = met & !met.upwards_of_highest();
                behind & behind.upwards_of_highest()
            }
        }
    };
}

word!(u64);
word!(u128);

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.into_iter().map(|s| s.0)).finish()
    }
}

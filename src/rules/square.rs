//! Squares and directions.

/// The most squares a board may have.
pub const MAX_SQUARES: usize = 90;

/// A square by index: `rank * files + file`, both counted from zero, rank 0 being South's first and file 0
/// the westernmost (`a`). The index means nothing without its [`Board`](super::Board), which makes squares of file and
/// rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub(super) u8);

impl Square {
    /// The square of that index; none from [`MAX_SQUARES`] on.
    pub const fn new(index: usize) -> Option<Square> {
        if index < MAX_SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// The square's index, below [`MAX_SQUARES`].
    #[inline(always)]
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

/// One of the eight directions of a line, absolute (North is up the board for both sides).
///
/// The first four lead to squares of higher index, the last four are their opposites in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up the board.
    N,
    /// Towards the last file.
    E,
    /// Up and towards the last file.
    NE,
    /// Up and towards the first file.
    NW,
    /// Down the board.
    S,
    /// Towards the first file.
    W,
    /// Down and towards the first file.
    SW,
    /// Down and towards the last file.
    SE,
}

impl Direction {
    /// All eight, in the order of their discriminants.
    pub const ALL: [Direction; 8] = [
        Direction::N,
        Direction::E,
        Direction::NE,
        Direction::NW,
        Direction::S,
        Direction::W,
        Direction::SW,
        Direction::SE,
    ];
    /// The four that a facing can have, clockwise from North.
    pub const FACINGS: [Direction; 4] = [Direction::N, Direction::E, Direction::S, Direction::W];

    /// The step in that direction as (files, ranks).
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::N => (0, 1),
            Direction::E => (1, 0),
            Direction::NE => (1, 1),
            Direction::NW => (-1, 1),
            Direction::S => (0, -1),
            Direction::W => (-1, 0),
            Direction::SW => (-1, -1),
            Direction::SE => (1, -1),
        }
    }

    /// Whether the direction runs along a rank or a file.
    pub const fn is_orthogonal(self) -> bool {
        matches!(self, Direction::N | Direction::E | Direction::S | Direction::W)
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// The letter of a facing in notation: `n`, `e`, `s` or `w`; two letters for a diagonal.
    pub const fn letters(self) -> &'static str {
        match self {
            Direction::N => "n",
            Direction::E => "e",
            Direction::NE => "ne",
            Direction::NW => "nw",
            Direction::S => "s",
            Direction::W => "w",
            Direction::SW => "sw",
            Direction::SE => "se",
        }
    }

    /// The direction in words: `north`, `north-east`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::N => "north",
            Direction::E => "east",
            Direction::NE => "north-east",
            Direction::NW => "north-west",
            Direction::S => "south",
            Direction::W => "west",
            Direction::SW => "south-west",
            Direction::SE => "south-east",
        }
    }
}

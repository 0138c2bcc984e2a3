//! Boards: squares, directions, areas, river and palaces.

use super::bitboard::Bitboard;
use super::piece::Side;

/// A square by index: `rank * files + file`, both counted from zero, rank 0 being South's first and file 0
/// the westernmost (`a`). The index means nothing without its [`Board`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub u8);

impl Square {
    /// The square's index as an array index.
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
}

/// A board of up to 16 files by 16 ranks with the zones that the games know.
#[derive(Clone, Debug)]
pub struct Board {
    /// Number of files (letters from `a`).
    pub files: u8,
    /// Number of ranks (numbers from 1, South's first).
    pub ranks: u8,
    /// What the games call an area in messages: `Territory` or `Area`.
    pub area_name: &'static str,
    /// The two sides' areas, South's first; both empty on a board without a River.
    pub areas: [Bitboard; 2],
    /// The River.
    pub river: Bitboard,
    /// The palaces, South's first (Fortress, City); empty where the game has none.
    pub palaces: [Bitboard; 2],
    /// The palaces' names, South's first.
    pub palace_names: [&'static str; 2],
}

impl Board {
    /// A board of `files` by `ranks` with no zones.
    pub fn plain(files: u8, ranks: u8) -> Board {
        Board {
            files,
            ranks,
            area_name: "",
            areas: [Bitboard::EMPTY; 2],
            river: Bitboard::EMPTY,
            palaces: [Bitboard::EMPTY; 2],
            palace_names: [""; 2],
        }
    }

    /// The number of squares.
    #[inline]
    pub const fn squares(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Every square of the board as a set.
    pub fn all(&self) -> Bitboard {
        Bitboard(u128::MAX >> (128 - self.squares()))
    }

    /// The square on `file` and `rank`, both from zero; none when off the board.
    #[inline]
    pub const fn square(&self, file: i8, rank: i8) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i8 || rank >= self.ranks as i8 {
            None
        } else {
            Some(Square(rank as u8 * self.files + file as u8))
        }
    }

    /// The file of a square, from zero.
    #[inline]
    pub const fn file(&self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, from zero, counted from South.
    #[inline]
    pub const fn rank(&self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// The rank of a square counted from `side`'s own first rank, from 1.
    #[inline]
    pub const fn own_rank(&self, side: Side, square: Square) -> u8 {
        match side {
            Side::South => self.rank(square) + 1,
            Side::North => self.ranks - self.rank(square),
        }
    }

    /// The square that lies (`files`, `ranks`) away, ranks counted northwards; none when off the board.
    #[inline]
    pub const fn offset(&self, square: Square, files: i8, ranks: i8) -> Option<Square> {
        self.square(self.file(square) as i8 + files, self.rank(square) as i8 + ranks)
    }

    /// The next square in a direction; none at the edge.
    #[inline]
    pub const fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        let (files, ranks) = direction.step();
        self.offset(square, files, ranks)
    }

    /// All squares in a direction up to the edge, `square` itself not included.
    pub fn ray(&self, square: Square, direction: Direction) -> Bitboard {
        std::iter::successors(self.next(square, direction), |s| self.next(*s, direction)).collect()
    }

    /// The direction of the line from one square to another, if they share a rank, file or diagonal.
    pub fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| self.ray(from, *d).has(to))
    }

    /// The squares strictly between two squares of one line; empty when they share none.
    pub fn between(&self, from: Square, to: Square) -> Bitboard {
        match self.direction(from, to) {
            Some(d) => self.ray(from, d) & self.ray(to, d.opposite()),
            None => Bitboard::EMPTY,
        }
    }

    /// The set of squares on ranks `from..=to`, counted from `side`'s own first rank, from 1.
    pub fn own_ranks(&self, side: Side, from: u8, to: u8) -> Bitboard {
        self.all().into_iter().filter(|s| (from..=to).contains(&self.own_rank(side, *s))).collect()
    }

    /// The square's name in notation, such as `e4` or `h10`.
    pub fn name(&self, square: Square) -> String {
        format!("{}{}", (b'a' + self.file(square)) as char, self.rank(square) + 1)
    }

    /// Reads a square's name, letter in either case; none when it is not a square of this board.
    pub fn read(&self, name: &str) -> Option<Square> {
        let bytes = name.as_bytes();
        let file = bytes.first()?.to_ascii_lowercase().checked_sub(b'a')?;
        let digits = &bytes[1..];
        let rank = match digits {
            [d @ b'1'..=b'9'] => d - b'0',
            [d @ b'1'..=b'9', e @ b'0'..=b'9'] => (d - b'0') * 10 + (e - b'0'),
            _ => return None,
        };
        self.square(i8::try_from(file).ok()?, rank as i8 - 1)
    }

    /// The rectangle from one corner to the other, given by the corners' names, such as `d1` and `f3`.
    pub(super) fn rectangle(&self, south_west: &str, north_east: &str) -> Bitboard {
        let (Some(a), Some(b)) = (self.read(south_west), self.read(north_east)) else {
            return Bitboard::EMPTY;
        };
        self.all()
            .into_iter()
            .filter(|s| {
                (self.file(a)..=self.file(b)).contains(&self.file(*s))
                    && (self.rank(a)..=self.rank(b)).contains(&self.rank(*s))
            })
            .collect()
    }

    /// The squares of a list of names separated by white space.
    pub(super) fn list(&self, names: &str) -> Bitboard {
        names.split_whitespace().filter_map(|n| self.read(n)).collect()
    }

    /// The set turned upside down (rank 1 for the last rank, files kept).
    pub fn mirror(&self, set: Bitboard) -> Bitboard {
        set.into_iter()
            .filter_map(|s| self.square(self.file(s) as i8, (self.ranks - 1 - self.rank(s)) as i8))
            .collect()
    }

    /// What to call the zone a square lies in, such as `the River` or `the Southern Territory`; empty on a
    /// board without zones.
    pub fn zone(&self, square: Square) -> String {
        if self.river.has(square) {
            "the River".into()
        } else if self.areas[0].has(square) {
            format!("the Southern {}", self.area_name)
        } else if self.areas[1].has(square) {
            format!("the Northern {}", self.area_name)
        } else {
            String::new()
        }
    }
}

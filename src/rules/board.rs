//! Boards: files and ranks, areas, river and palaces.

use super::bitboard::Bitboard;
use super::piece::Side;
use super::square::{Direction, MAX_SQUARES, Square};

/// A board of at most [`MAX_SQUARES`] squares with the zones that the games know.
#[derive(Clone, Debug)]
pub struct Board {
    files: u8,
    ranks: u8,
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
    ///
    /// # Panics
    /// If it would have no square, more than [`MAX_SQUARES`], more than 26 files or more than 99 ranks.
    pub fn plain(files: u8, ranks: u8) -> Board {
        assert!(
            (1..=26).contains(&files)
                && (1..=99).contains(&ranks)
                && files as usize * ranks as usize <= MAX_SQUARES,
            "no board of {files} files by {ranks} ranks"
        );
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

    /// The number of files, whose letters run from `a`.
    #[inline(always)]
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// The number of ranks, whose numbers run from 1, South's first.
    #[inline(always)]
    pub const fn ranks(&self) -> u8 {
        self.ranks
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

    /// The squares of a rank, counted from zero, from the first file on.
    pub fn squares_of_rank(&self, rank: u8) -> impl Iterator<Item = Square> {
        (0..self.files).filter_map(move |file| self.square(file as i8, rank as i8))
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

    /// The squares that have another (`files`, `ranks`) away.
    pub(super) fn with_offset(&self, files: i8, ranks: i8) -> Bitboard {
        let clear = |step: i8, size: u8| size.saturating_sub(step.unsigned_abs());
        let run = ((1 << clear(files, self.files)) - 1) << files.min(0).unsigned_abs();
        let first = ranks.min(0).unsigned_abs();
        let rows = (0..clear(ranks, self.ranks)).map(|rank| run << ((first + rank) * self.files));
        Bitboard(rows.fold(0, |all, row| all | row))
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
        let (before, to) = (from.saturating_sub(1).min(self.ranks), to.min(self.ranks));
        let (low, high) = match side {
            Side::South => (before, to),
            Side::North => (self.ranks - to, self.ranks - before),
        };
        let below = |rank: u8| (1 << (rank * self.files)) - 1;
        Bitboard(below(high) & !below(low))
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

    /// The rectangle from one corner to the other, given by the corners' names, such as `d1` and `f3`; empty when a name
    /// is not a square's.
    pub fn rectangle(&self, south_west: &str, north_east: &str) -> Bitboard {
        let (Some(a), Some(b)) = (self.read(south_west), self.read(north_east)) else {
            return Bitboard::EMPTY;
        };
        (self.rank(a)..=self.rank(b))
            .flat_map(|rank| self.squares_of_rank(rank))
            .filter(|s| (self.file(a)..=self.file(b)).contains(&self.file(*s)))
            .collect()
    }

    /// The squares of a list of names separated by white space; what names no square is passed over.
    pub fn list(&self, names: &str) -> Bitboard {
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

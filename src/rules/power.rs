//! Powers as data: how a role moves, before any board is considered.

use super::bitboard::Bitboard;
use super::board::Board;
use super::piece::Side;
use super::square::Direction;

/// What a power is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Moving to an empty square only.
    Move,
    /// Capturing only.
    Capture,
    /// Either.
    Both,
}

/// One way of moving. Offsets are (files eastwards, ranks forward), so that one list serves both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Power {
    /// Goes straight to a square whatever stands between.
    Leap {
        /// The offsets.
        to: Vec<(i8, i8)>,
        /// What it is good for.
        mode: Mode,
    },
    /// Goes to a square provided that another is empty.
    Lame {
        /// Offset of the square that must be empty.
        over: (i8, i8),
        /// Offset of the target.
        to: (i8, i8),
        /// What it is good for.
        mode: Mode,
        /// Where the piece must stand to have this power.
        from: Zone,
    },
    /// Any number of squares along a line up to a limit, capturing the first piece met.
    Ride {
        /// Directions of the lines (absolute, since every rider here is symmetric).
        lines: Lines,
        /// The greatest number of squares.
        limit: u8,
    },
    /// Moves as a rider along ranks and files; captures the second piece met on a line, if it is the
    /// enemy's.
    Hop,
    /// Moves to any empty square of its rank and file whatever stands between.
    Fly,
}

/// Which lines a rider rides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Ranks and files.
    Orthogonal,
    /// Diagonals.
    Diagonal,
    /// All eight directions.
    Both,
}

impl Lines {
    /// Whether the direction is one of these lines'.
    pub const fn has(self, direction: Direction) -> bool {
        match self {
            Lines::Orthogonal => direction.is_orthogonal(),
            Lines::Diagonal => !direction.is_orthogonal(),
            Lines::Both => true,
        }
    }
}

/// A part of the board, as seen by a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// All of it.
    Board,
    /// None of it.
    Nowhere,
    /// One's own palace.
    Palace,
    /// The Southern palace for North; nothing for South (H3).
    Shielded,
    /// Own area and the rank of the River next to it.
    NearSide,
    /// One's own area.
    OwnArea,
    /// The enemy's area.
    EnemyArea,
    /// The ranks from the first to the second number, both included, counted from one's own side, from 1.
    Ranks(u8, u8),
    /// A list of squares by name, given for South; North's is the list mirrored by rank.
    Named(&'static str),
}

impl Zone {
    /// The squares of the zone for a side.
    pub fn squares(self, board: &Board, side: Side) -> Bitboard {
        let enemy = side.other();
        match self {
            Zone::Board => board.all(),
            Zone::Nowhere => Bitboard::EMPTY,
            Zone::Palace => board.palaces[side.at()],
            Zone::Shielded if side == Side::North => board.palaces[enemy.at()],
            Zone::Shielded => Bitboard::EMPTY,
            Zone::OwnArea => board.areas[side.at()],
            Zone::EnemyArea => board.areas[enemy.at()],
            Zone::NearSide => {
                let area = board.areas[side.at()];
                let next = area.into_iter().filter_map(|s| board.next(s, side.forward()));
                next.fold(area, Bitboard::with)
            }
            Zone::Ranks(from, to) => board.own_ranks(side, from, to),
            Zone::Named(names) => match side {
                Side::South => board.list(names),
                Side::North => board.mirror(board.list(names)),
            },
        }
    }
}

/// Short forms for the variants' files.
pub mod make {
    use super::{Lines, Mode, Power, Zone};

    /// The four orthogonal steps.
    pub const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    /// The four diagonal steps.
    pub const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    /// The eight leaps of the Western Knight.
    pub const KNIGHT: [(i8, i8); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

    /// A leap that moves or captures.
    pub fn leap(to: &[(i8, i8)]) -> Power {
        Power::Leap { to: to.to_vec(), mode: Mode::Both }
    }

    /// A leap that only moves.
    pub fn leap_to_move(to: &[(i8, i8)]) -> Power {
        Power::Leap { to: to.to_vec(), mode: Mode::Move }
    }

    /// A leap that only captures.
    pub fn leap_to_capture(to: &[(i8, i8)]) -> Power {
        Power::Leap { to: to.to_vec(), mode: Mode::Capture }
    }

    /// Twice the step, not jumping, moving or capturing.
    pub fn twice(step: (i8, i8), mode: Mode) -> Power {
        Power::Lame { over: step, to: (step.0 * 2, step.1 * 2), mode, from: Zone::Board }
    }

    /// A rider without limit.
    pub fn ride(lines: Lines) -> Power {
        Power::Ride { lines, limit: u8::MAX }
    }

    /// One step orthogonally, then one diagonally outwards, blocked on the orthogonal square.
    pub fn horse() -> Vec<Power> {
        let mut powers = Vec::new();
        for (x, y) in ORTHOGONAL {
            for side in [-1, 1] {
                let to = if x == 0 { (side, y * 2) } else { (x * 2, side) };
                powers.push(Power::Lame { over: (x, y), to, mode: Mode::Both, from: Zone::Board });
            }
        }
        powers
    }
}

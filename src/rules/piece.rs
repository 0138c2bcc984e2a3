//! Sides and pieces.

use super::square::Direction;

/// A side. In Valonian Chess White is South and Black is North.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// South, who starts from rank 1.
    South,
    /// North, who starts from the last rank.
    North,
}

impl Side {
    /// Both, South first.
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    /// The other side.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// The side as an array index: South 0, North 1.
    #[inline(always)]
    pub const fn at(self) -> usize {
        self as usize
    }

    /// The direction that is forward for the side.
    pub const fn forward(self) -> Direction {
        match self {
            Side::South => Direction::N,
            Side::North => Direction::S,
        }
    }

    /// The rank step that is forward: +1 for South, -1 for North.
    #[inline]
    pub const fn ahead(self) -> i8 {
        match self {
            Side::South => 1,
            Side::North => -1,
        }
    }

    /// Reads the name of a side in any case: `south` or `white`, `north` or `black`.
    pub fn read(name: &str) -> Option<Side> {
        let is = |names: [&str; 2]| names.iter().any(|n| n.eq_ignore_ascii_case(name));
        match () {
            () if is(["south", "white"]) => Some(Side::South),
            () if is(["north", "black"]) => Some(Side::North),
            () => None,
        }
    }

    /// `south` or `north`, as records spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Side::South => "south",
            Side::North => "north",
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Side::South => "South",
            Side::North => "North",
        })
    }
}

/// A role by its index in the game's list of roles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RoleId(pub(super) u8);

/// The most roles a game may have: sets of roles are 32-bit words, and a restorable piece has one of 64 zobrist keys.
pub const MAX_ROLES: usize = 31;

impl RoleId {
    /// The role of that index; none from [`MAX_ROLES`] on.
    pub const fn new(index: usize) -> Option<RoleId> {
        if index < MAX_ROLES { Some(RoleId(index as u8)) } else { None }
    }

    /// The role's index in the game's list of roles.
    #[inline(always)]
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

/// What stands on a square: nothing, or a role with its side. One byte: 0 for empty, else
/// `1 + 2 * role + side`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Piece(pub(super) u8);

impl Piece {
    /// An empty square.
    pub const NONE: Piece = Piece(0);

    /// The piece of a role and side.
    #[inline(always)]
    pub const fn new(role: RoleId, side: Side) -> Piece {
        Piece(1 + 2 * role.0 + side as u8)
    }

    /// Whether there is no piece.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The piece's side; meaningless for [`Piece::NONE`].
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 1 { Side::South } else { Side::North }
    }

    /// The piece's role; meaningless for [`Piece::NONE`].
    #[inline(always)]
    pub const fn role(self) -> RoleId {
        RoleId(self.0.wrapping_sub(1) / 2)
    }

    /// The piece of the next role in the game's list, same side.
    #[inline(always)]
    pub(super) const fn next_role(self) -> Piece {
        Piece(self.0 + 2)
    }

    /// The piece's number as an array index, below `1 + 2 * roles`.
    #[inline(always)]
    pub(super) const fn at(self) -> usize {
        self.0 as usize
    }
}

//! A move.

use super::piece::Piece;
use super::square::Square;

/// What is out of the ordinary about a move, beyond what its own fields tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Special {
    /// Nothing.
    #[default]
    None,
    /// The captured piece stands beside the target, not on it (F2, V7).
    EnPassant,
    /// Castling towards the last file; `from` and `to` are the King's.
    CastleShort,
    /// Castling towards the first file; `from` and `to` are the King's.
    CastleLong,
}

/// A move of one side in one position: complete, so that a position plus a move is the next position.
/// Six bytes. Whether it is legal is for [`Position::is_legal`](super::Position::is_legal) to say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    druid: u8,
    /// Where the piece starts, after a Druid's substitution if there is one.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
    /// What the player chose it to become (promotion, an Elephant's turn); [`Piece::NONE`] when there was
    /// nothing to choose or the Elephant keeps its facing. Automatic promotions are not a choice.
    pub choice: Piece,
    gift: u8,
    /// En passant or castling.
    pub special: Special,
}

const NOWHERE: u8 = u8::MAX;

impl Move {
    /// A move with nothing special about it.
    #[inline(always)]
    pub const fn plain(from: Square, to: Square) -> Move {
        Move {
            druid: NOWHERE,
            from,
            to,
            choice: Piece::NONE,
            gift: NOWHERE,
            special: Special::None,
        }
    }

    /// The same move with the piece becoming `choice`.
    #[inline(always)]
    pub const fn choosing(self, choice: Piece) -> Move {
        Move { choice, ..self }
    }

    /// The same move made en passant or as castling.
    #[inline(always)]
    pub const fn specially(self, special: Special) -> Move {
        Move { special, ..self }
    }

    /// The same move at the cost of the own piece on `gift` (V4).
    #[inline(always)]
    pub const fn giving(self, gift: Square) -> Move {
        Move { gift: gift.0, ..self }
    }

    /// The same move after the Druid on `druid` has been put in place of the piece just captured (V5).
    #[inline(always)]
    pub const fn substituting(self, druid: Square) -> Move {
        Move { druid: druid.0, ..self }
    }

    /// The square of the piece given up for a Mage's shift.
    #[inline(always)]
    pub const fn gift(self) -> Option<Square> {
        if self.gift == NOWHERE { None } else { Some(Square(self.gift)) }
    }

    /// The square of the Druid removed first.
    #[inline(always)]
    pub const fn druid(self) -> Option<Square> {
        if self.druid == NOWHERE { None } else { Some(Square(self.druid)) }
    }

    /// The part of the move that comes after a Druid's substitution.
    #[inline(always)]
    pub const fn proper(self) -> Move {
        Move { druid: NOWHERE, ..self }
    }
}

//! A position: what stands where, whose turn it is, and every state that changes what is legal.

use super::bitboard::Bitboard;
use super::board::Board;
use super::game::Game;
use super::piece::{Piece, RoleId, Side};
use super::setup::Setup;
use super::square::{MAX_SQUARES, Square};
use super::tables::{KEY_CASTLING, KEY_EN_PASSANT, KEY_TAKEN};

pub(super) const NOWHERE: u8 = u8::MAX;

/// A position in which the side not to move is not in check.
///
/// Positions are small (160 bytes) and copied rather than unmade: a copy costs less than the bookkeeping of
/// taking a move back.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) sides: [Bitboard; 2],
    pub(super) game: &'static Game,
    pub(super) zobrist: u64,
    pub(super) reserve: [u32; 2],
    pub(super) cells: [Piece; MAX_SQUARES],
    pub(super) royal: [Square; 2],
    pub(super) turn: Side,
    pub(super) en_passant: u8,
    pub(super) castling_rights: u8,
    pub(super) restorable: Piece,
    /// Whether a Berserker stands on the board or may come by promotion, so that frenzy is to be looked for.
    pub(super) berserkers: bool,
    pub(super) halfmove_clock: u16,
}

impl Position {
    /// The game played.
    #[inline]
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The board played on.
    #[inline]
    pub fn board(&self) -> &'static Board {
        &self.game.board
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// What stands on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Piece {
        self.cells[square.at()]
    }

    /// Every occupied square.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn pieces_of(&self, side: Side) -> Bitboard {
        self.sides[side.at()]
    }

    /// The square of a side's royal piece.
    #[inline]
    pub fn royal(&self, side: Side) -> Square {
        self.royal[side.at()]
    }

    /// The square passed over by a two-square advance on the last ply, if an enemy piece stands where it
    /// could capture there en passant (whether or not that would be legal).
    #[inline]
    pub fn en_passant_square(&self) -> Option<Square> {
        if self.en_passant == NOWHERE { None } else { Some(Square(self.en_passant)) }
    }

    /// Castling rights as four bits: South short 1, South long 2, North short 4, North long 8.
    #[inline]
    pub fn castling_rights(&self) -> u8 {
        self.castling_rights
    }

    /// The piece that the last ply captured and a Druid of the side to move may still stand in for (V5);
    /// [`Piece::NONE`] when there is none, or no Druid.
    #[inline]
    pub fn restorable(&self) -> Piece {
        self.restorable
    }

    /// Plies since the last one that G3 counts as progress.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The roles a side may choose on promotion beyond those always allowed, as a set of bits by [`RoleId`] (V6).
    #[inline]
    pub fn reserve(&self, side: Side) -> u32 {
        self.reserve[side.at()]
    }

    /// The roles a side may choose on promotion, plain forms only.
    pub fn promotions(&self, side: Side) -> impl Iterator<Item = RoleId> {
        let reserve = self.reserve[side.at()];
        self.game
            .role_ids()
            .filter(move |(id, role)| {
                role.is_plain() && (role.always_promotable || reserve >> id.0 & 1 != 0)
            })
            .map(|(id, _)| id)
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.cells[square.at()] = piece;
        let set = &mut self.sides[piece.side().at()];
        *set = set.with(square);
        self.zobrist ^= self.game.tables.key(piece, square);
    }

    /// Takes a piece off its square.
    #[inline(always)]
    pub(super) fn lift(&mut self, square: Square, piece: Piece) {
        self.cells[square.at()] = Piece::NONE;
        let set = &mut self.sides[piece.side().at()];
        *set = set.without(square);
        self.zobrist ^= self.game.tables.key(piece, square);
    }

    pub(super) fn set_en_passant_square(&mut self, square: Square) {
        self.en_passant = square.0;
        self.zobrist ^= self.game.tables.keys[KEY_EN_PASSANT + square.at()];
    }

    pub(super) fn set_castling_rights(&mut self, rights: u8) {
        let keys = &self.game.tables.keys;
        self.zobrist ^= keys[KEY_CASTLING + self.castling_rights as usize]
            ^ keys[KEY_CASTLING + rights as usize];
        self.castling_rights = rights;
    }

    #[inline(always)]
    pub(super) fn set_restorable(&mut self, piece: Piece) {
        if self.restorable != piece {
            let keys = &self.game.tables.keys;
            self.zobrist ^= keys[KEY_TAKEN + self.restorable.at()] ^ keys[KEY_TAKEN + piece.at()];
            self.restorable = piece;
        }
    }

    /// What a piece is once it has moved to `to`, before any choice of the player's.
    pub fn arrives(&self, piece: Piece, to: Square) -> Piece {
        self.game.tables.arrive(piece, to)
    }
}

impl Setup {
    /// The setup of a position, from which [`Position::resume`] makes it again.
    pub fn of(position: &Position) -> Setup {
        Setup {
            game: position.game(),
            cells: position.cells,
            turn: position.turn(),
            en_passant: position.en_passant_square(),
            castling_rights: position.castling_rights(),
            restorable: position.restorable(),
            reserve: Side::BOTH.map(|side| position.reserve(side)),
            halfmove_clock: position.halfmove_clock(),
        }
    }
}

//! A setup: any placement of pieces with the states that go with it.

use super::castling;
use super::game::Game;
use super::piece::{Piece, Side};
use super::role::Promotion;
use super::square::{MAX_SQUARES, Square};

/// Raw placement with the states that go with it. Nothing about it need make sense.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) game: &'static Game,
    pub(super) cells: [Piece; MAX_SQUARES],
    pub(super) turn: Side,
    pub(super) en_passant: Option<Square>,
    pub(super) castling_rights: u8,
    pub(super) restorable: Piece,
    pub(super) reserve: [u32; 2],
    pub(super) halfmove_clock: u16,
}

impl Setup {
    /// An empty board with the game's first mover to move.
    pub fn empty(game: &'static Game) -> Setup {
        Setup {
            game,
            cells: [Piece::NONE; MAX_SQUARES],
            turn: game.first,
            en_passant: None,
            castling_rights: 0,
            restorable: Piece::NONE,
            reserve: [0; 2],
            halfmove_clock: 0,
        }
    }

    /// A starting array: castling rights where King and Rook stand at home, and for promotion the replacement
    /// roles that each side has (V6).
    pub fn array(game: &'static Game, pieces: impl IntoIterator<Item = (Square, Piece)>) -> Setup {
        let mut setup = Setup::empty(game);
        for (square, piece) in pieces {
            setup.set(square, piece);
            if !game.has(piece) {
                continue;
            }
            let role = game.role_of(piece);
            if role.replaces.is_some() && role.promotion != Some(Promotion::Choice) {
                setup.reserve[piece.side().at()] |= 1 << game.family(piece.role()).0;
            }
        }
        setup.castling_rights = setup.home_rights();
        setup
    }

    /// The castling rights that the places of Kings and Rooks would bear out.
    fn home_rights(&self) -> u8 {
        if self.game.tables.castling_homes.is_empty() {
            return 0;
        }
        castling::possible(self.game, |square| self.piece(square))
    }

    /// The game it is for.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Piece {
        self.cells[square.at()]
    }

    /// The occupied squares with their pieces, in order of index.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let squares = self.game.board.squares();
        self.cells[..squares]
            .iter()
            .enumerate()
            .filter(|(_, piece)| !piece.is_none())
            .map(|(index, piece)| (Square(index as u8), *piece))
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The square passed over on the last ply.
    pub fn en_passant_square(&self) -> Option<Square> {
        self.en_passant
    }

    /// Castling rights, as [`Position::castling_rights`](crate::rules::Position::castling_rights).
    pub fn castling_rights(&self) -> u8 {
        self.castling_rights
    }

    /// The piece a Druid may stand in for, as [`Position::restorable`](crate::rules::Position::restorable).
    pub fn restorable(&self) -> Piece {
        self.restorable
    }

    /// Kinds for promotion, as [`Position::reserve`](crate::rules::Position::reserve), South's first.
    pub fn reserve(&self) -> [u32; 2] {
        self.reserve
    }

    /// Plies without progress.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Puts a piece, or nothing, on a square. A square off the board and a piece that the game does not have change
    /// nothing.
    pub fn set(&mut self, square: Square, piece: Piece) {
        if square.at() < self.game.board.squares() && (piece.is_none() || self.game.has(piece)) {
            self.cells[square.at()] = piece;
        }
    }

    /// Sets the side to move.
    pub fn set_turn(&mut self, turn: Side) {
        self.turn = turn;
    }

    /// Sets the square passed over on the last ply.
    pub fn set_en_passant_square(&mut self, en_passant: Option<Square>) {
        self.en_passant = en_passant;
    }

    /// Sets the castling rights; those that King and Rook at home do not bear out are dropped.
    pub fn set_castling_rights(&mut self, rights: u8) {
        let borne_out = self.home_rights();
        self.castling_rights = rights & borne_out;
    }

    /// Sets the piece a Druid may stand in for; a piece that the game does not have counts as none.
    pub fn set_restorable(&mut self, taken: Piece) {
        self.restorable = if self.game.has(taken) { taken } else { Piece::NONE };
    }

    /// Sets the roles for promotion, South's first.
    pub fn set_reserve(&mut self, reserve: [u32; 2]) {
        self.reserve = reserve;
    }

    /// Sets the count of plies without progress.
    pub fn set_halfmove_clock(&mut self, quiet: u16) {
        self.halfmove_clock = quiet;
    }
}

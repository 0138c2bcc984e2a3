//! A setup: any placement of pieces at all, and the faults that keep it from being a position.

use super::bitboard::Bitboard;
use super::board::Square;
use super::game::Game;
use super::outcome::Ending;
use super::piece::{Piece, Promotion, Side};
use super::position::{MOST_SQUARES, Position};
use super::special::castling;

/// Raw placement with the states that go with it. Nothing about it need make sense.
#[derive(Clone, Debug)]
pub struct Setup {
    game: &'static Game,
    cells: [Piece; MOST_SQUARES],
    turn: Side,
    passed: Option<Square>,
    rights: u8,
    taken: Piece,
    reserve: [u32; 2],
    quiet: u16,
}

/// One reason why a setup is not a legal start (G10).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartFault {
    /// A side has no royal piece.
    #[error("{0} has no {1} (G10: exactly one royal piece a side)")]
    NoRoyal(Side, &'static str),
    /// A side has several.
    #[error("{0} has {2} royal pieces ({1}) (G10: exactly one royal piece a side)")]
    ManyRoyals(Side, &'static str, u32),
    /// A piece stands where its role cannot have come to stand.
    #[error("the {piece} on {square} stands outside the squares it can reach (G10)")]
    Misplaced {
        /// The piece's abbreviation.
        piece: &'static str,
        /// The square's name.
        square: String,
    },
    /// The royals face each other (W1).
    #[error("the two Empresses face each other on a file with nothing between (W1)")]
    RoyalsFace,
    /// The side that is not to move is in check.
    #[error("{side}, who is not to move, is in check from {by} (G10)")]
    OpponentInCheck {
        /// The side in check.
        side: Side,
        /// Where from.
        by: String,
    },
    /// There is nothing to play for.
    #[error("the game would be over at the start: {0} (G10)")]
    OverAtStart(Ending),
}

impl StartFault {
    /// Whether the setup is no position at all, rather than one with nothing left to play for.
    pub(super) fn is_grave(&self) -> bool {
        !matches!(self, StartFault::OverAtStart(_))
    }
}

impl Setup {
    /// An empty board with the game's first mover to move.
    pub fn empty(game: &'static Game) -> Setup {
        Setup {
            game,
            cells: [Piece::NONE; MOST_SQUARES],
            turn: game.first,
            passed: None,
            rights: 0,
            taken: Piece::NONE,
            reserve: [0; 2],
            quiet: 0,
        }
    }

    /// A starting array: castling rights where King and Rook stand at home, and for promotion the replacement
    /// roles that each side has (V6).
    pub fn array(game: &'static Game, pieces: impl IntoIterator<Item = (Square, Piece)>) -> Setup {
        let mut setup = Setup::empty(game);
        for (square, piece) in pieces {
            setup.set(square, piece);
            let role = game.role_of(piece);
            if role.replaces.is_some() && role.promotion != Some(Promotion::Choice) {
                setup.reserve[piece.side().at()] |= 1 << game.family(piece.role()).0;
            }
        }
        setup.rights = setup.home_rights();
        setup
    }

    /// The castling rights that the places of Kings and Rooks would bear out.
    fn home_rights(&self) -> u8 {
        if self.game.tables.castling_homes.is_empty() {
            return 0;
        }
        castling::possible(self.game, |square| self.piece(square))
    }

    /// The setup of a position, from which [`Position::resume`] makes it again.
    pub fn of(position: &Position) -> Setup {
        Setup {
            game: position.game(),
            cells: position.cells,
            turn: position.turn(),
            passed: position.en_passant_square(),
            rights: position.castling_rights(),
            taken: position.restorable(),
            reserve: Side::BOTH.map(|side| position.reserve(side)),
            quiet: position.halfmove_clock(),
        }
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
        self.passed
    }

    /// Castling rights, as [`Position::castling_rights`].
    pub fn castling_rights(&self) -> u8 {
        self.rights
    }

    /// The piece a Druid may stand in for, as [`Position::restorable`].
    pub fn restorable(&self) -> Piece {
        self.taken
    }

    /// Kinds for promotion, as [`Position::reserve`], South's first.
    pub fn reserve(&self) -> [u32; 2] {
        self.reserve
    }

    /// Plies without progress.
    pub fn halfmove_clock(&self) -> u16 {
        self.quiet
    }

    /// Puts a piece (or nothing) on a square.
    pub fn set(&mut self, square: Square, piece: Piece) {
        self.cells[square.at()] = piece;
    }

    /// Sets the side to move.
    pub fn set_turn(&mut self, turn: Side) {
        self.turn = turn;
    }

    /// Sets the square passed over on the last ply.
    pub fn set_en_passant_square(&mut self, passed: Option<Square>) {
        self.passed = passed;
    }

    /// Sets the castling rights; those that King and Rook at home do not bear out are dropped.
    pub fn set_castling_rights(&mut self, rights: u8) {
        let borne_out = self.home_rights();
        self.rights = rights & borne_out;
    }

    /// Sets the piece a Druid may stand in for.
    pub fn set_restorable(&mut self, taken: Piece) {
        self.taken = taken;
    }

    /// Sets the roles for promotion, South's first.
    pub fn set_reserve(&mut self, reserve: [u32; 2]) {
        self.reserve = reserve;
    }

    /// Sets the count of plies without progress.
    pub fn set_halfmove_clock(&mut self, quiet: u16) {
        self.quiet = quiet;
    }

    /// Every reason why this is not a legal start, in a fixed order; empty when it is one.
    pub fn faults(&self) -> Vec<StartFault> {
        let game = self.game;
        let board = &game.board;
        let mut faults = Vec::new();
        for side in Side::BOTH {
            let royal =
                game.roles.iter().find(|k| k.royal && !k.abbreviation[side.at()].is_empty());
            let name = royal.map_or("", |k| k.name[side.at()]);
            let count =
                self.pieces().filter(|(_, p)| p.side() == side && game.role_of(*p).royal).count()
                    as u32;
            match count {
                0 => faults.push(StartFault::NoRoyal(side, name)),
                1 => {}
                many => faults.push(StartFault::ManyRoyals(side, name, many)),
            }
        }
        let both_royals = faults.is_empty();
        for (square, piece) in self.pieces() {
            if !game.tables.starts(piece).has(square) {
                faults.push(StartFault::Misplaced {
                    piece: game.abbreviation(piece),
                    square: board.name(square),
                });
            }
        }
        if both_royals {
            self.faults_of_position(&mut faults);
        }
        faults
    }

    fn faults_of_position(&self, faults: &mut Vec<StartFault>) {
        let game = self.game;
        let board = &game.board;
        let position = Position::assemble(self);
        let (turn, idle) = (self.turn, self.turn.other());
        let royal = position.royal(turn);
        let attackers: Bitboard =
            position.attackers(position.royal(idle), position.occupied(), turn).collect();
        if game.royals_may_not_face && attackers.has(royal) {
            faults.push(StartFault::RoyalsFace);
        }
        let by = if game.royals_may_not_face { attackers.without(royal) } else { attackers };
        if !by.is_empty() {
            let by: Vec<String> = by
                .into_iter()
                .map(|s| format!("the {} on {}", game.abbreviation(self.piece(s)), board.name(s)))
                .collect();
            faults.push(StartFault::OpponentInCheck { side: idle, by: by.join(" and ") });
        }
        if faults.is_empty()
            && let Some(ending) = position.ending()
        {
            faults.push(StartFault::OverAtStart(ending));
        }
    }
}

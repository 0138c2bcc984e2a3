//! What only some games have, as far as it needs no search for attacks: en passant squares, facings, shifts,
//! frenzy, and the substitution of a captured piece. A role's fields in [`Role`](super::role::Role) call for each.

use super::bitboard::Bitboard;
use super::game::Game;
use super::moves::{Move, Special};
use super::piece::{Piece, Side};
use super::position::Position;
use super::role::{EnPassant, Frenzy, Promotion};
use super::setup::Setup;
use super::square::{Direction, Square};

impl Position {
    /// The squares from which `side` would capture on `passed` en passant: those it is diagonally forward of. None
    /// where the piece may not land (H3).
    pub(super) fn could_capture_en_passant(&self, side: Side, passed: Square) -> Bitboard {
        let board = self.board();
        [-1, 1]
            .into_iter()
            .filter_map(|file| board.offset(passed, file, -side.ahead()))
            .filter(|s| {
                let piece = self.piece(*s);
                !piece.is_none()
                    && piece.side() == side
                    && self.game.role_of(piece).en_passant == EnPassant::Captures
                    && self.game.tables.traits[piece.at()].land.has(passed)
            })
            .collect()
    }

    /// Whether the side not to move may just have passed over a square within reach of an en passant capture: that
    /// square and the one before it are empty, and on the next stands a piece that can advance two.
    pub(super) fn may_have_passed(&self, passed: Square) -> bool {
        let (board, enemy) = (self.board(), self.turn.other());
        if passed.at() >= board.squares() {
            return false;
        }
        let near = |ranks: i8| board.offset(passed, 0, ranks * enemy.ahead());
        let (Some(before), Some(victim)) = (near(-1), near(1)) else { return false };
        let victim = self.piece(victim);
        let advances_two = |piece: Piece| {
            let name = self.game.role_of(piece).abbreviation;
            self.game.roles.iter().any(|k| k.abbreviation == name && k.double_step)
        };
        self.piece(passed).is_none()
            && self.piece(before).is_none()
            && !victim.is_none()
            && victim.side() == enemy
            && advances_two(victim)
            && !self.could_capture_en_passant(self.turn, passed).is_empty()
    }

    /// The pieces of the side to move that could capture en passant now, whatever that leaves attacked.
    #[inline]
    pub(super) fn en_passant_captors(&self) -> Bitboard {
        let passed = self.en_passant_square();
        passed.map_or(Bitboard::EMPTY, |p| self.could_capture_en_passant(self.turn, p))
    }

    /// En passant captures of the side to move, whatever they leave attacked.
    pub(super) fn en_passant_moves(&self) -> impl Iterator<Item = Move> {
        let passed = self.en_passant_square();
        self.en_passant_captors()
            .into_iter()
            .filter_map(move |from| Some(Move::plain(from, passed?).specially(Special::EnPassant)))
    }

    /// The pieces a moving piece may turn into on `to`, each once; [`Piece::NONE`] for no choice made.
    pub(super) fn choices(&self, piece: Piece, to: Square, captures: bool) -> Vec<Piece> {
        let role = self.game.role_of(piece);
        let side = piece.side();
        if role.promotion == Some(Promotion::Choice)
            && self.board().own_rank(side, to) == self.board().ranks()
        {
            return self
                .promotions(side)
                .flat_map(|id| {
                    let new = Piece::new(id, side);
                    let turned = turns(self.game, new, to, true);
                    std::iter::once(new).chain(turned)
                })
                .collect();
        }
        std::iter::once(Piece::NONE).chain(turns(self.game, piece, to, captures)).collect()
    }
}

/// The forms into which a piece that has just come to `to` may turn, its present facing not among them:
/// any other facing that does not look off the board, when it captured or stands at the edge ahead of it.
/// Nothing for a piece without a facing.
pub(super) fn turns(
    game: &'static Game,
    piece: Piece,
    to: Square,
    captured: bool,
) -> impl Iterator<Item = Piece> {
    let facing = game.role_of(piece).facing(piece.side());
    let may = facing.is_some_and(|ahead| captured || game.board.next(to, ahead).is_none());
    Direction::FACINGS
        .into_iter()
        .filter(move |d| may && Some(*d) != facing && game.board.next(to, *d).is_some())
        .filter_map(move |d| facing_form(game, piece, d))
}

/// The same piece with another facing.
pub(super) fn facing_form(game: &'static Game, piece: Piece, facing: Direction) -> Option<Piece> {
    let name = game.role_of(piece).abbreviation;
    let side = piece.side();
    game.role_ids()
        .find(|(_, k)| k.abbreviation == name && k.facing(side) == Some(facing))
        .map(|(id, _)| Piece::new(id, side))
}

/// The shifts of the Mage on `from` with every gift that could pay for each, whatever they leave attacked.
pub(super) fn mage_shifts(position: &Position, from: Square) -> Vec<Move> {
    let own = position.pieces_of(position.turn);
    let gifts = own.without(from).without(position.royal(position.turn));
    let mut moves = Vec::new();
    for direction in [Direction::W, Direction::E] {
        let Some(to) = position.board().next(from, direction) else { continue };
        if gifts.has(to) {
            moves.push(Move::plain(from, to).giving(to));
        } else if position.piece(to).is_none() {
            moves.extend(gifts.into_iter().map(|gift| Move::plain(from, to).giving(gift)));
        }
    }
    moves
}

/// What a piece is after it has captured: a calm Berserker is frenzied, any other piece stays what it is.
pub(super) fn after_capture(game: &Game, piece: Piece) -> Piece {
    if game.role_of(piece).frenzy == Frenzy::Calm { piece.next_role() } else { piece }
}

/// Whether a game from this setup may ever see a Berserker: one stands there, or a side may promote to one.
pub(super) fn frenzy_may_come(setup: &Setup) -> bool {
    let game = setup.game();
    let stands = setup.pieces().any(|(_, p)| game.role_of(p).frenzy != Frenzy::Never);
    let [south, north] = setup.reserve();
    let reserve = south | north;
    stands || game.role_ids().any(|(id, k)| k.frenzy != Frenzy::Never && reserve >> id.0 & 1 != 0)
}

/// Whether a side has a frenzied Berserker.
pub(super) fn has_frenzied(position: &Position, side: Side) -> bool {
    frenzied(position, side).next().is_some()
}

fn frenzied(position: &Position, side: Side) -> impl Iterator<Item = Square> {
    position
        .pieces_of(side)
        .into_iter()
        .filter(move |s| position.game.tables.traits[position.piece(*s).at()].frenzied)
}

/// Removes every frenzied Berserker of a side but the one that has just captured; tells whether any went.
pub(super) fn remove_idle_frenzied(
    position: &mut Position,
    side: Side,
    captor: Option<Square>,
) -> bool {
    let idle: Bitboard = frenzied(position, side).filter(|s| Some(*s) != captor).collect();
    for square in idle {
        position.lift(square, position.cells[square.at()]);
    }
    !idle.is_empty()
}

/// What the side about to move could get back: the captured piece, unless it was a Druid or no Druid is left.
pub(super) fn restorable(position: &Position, captured: Piece) -> Piece {
    let game = position.game;
    let owner = captured.side();
    let traits = &game.tables.traits;
    let has_druid = || {
        position.pieces_of(owner).into_iter().any(|s| traits[position.piece(s).at()].substitutes)
    };
    if !traits[captured.at()].substitutes && has_druid() { captured } else { Piece::NONE }
}

/// Removes the Druid and puts the captured piece on its square; an Elephant that would face off the board
/// turns about.
pub(super) fn substitute(position: &mut Position, druid: Square) {
    let game = position.game;
    let mut piece = position.restorable;
    if let Some(facing) = game.role_of(piece).facing(piece.side())
        && game.board.next(druid, facing).is_none()
    {
        piece = facing_form(game, piece, facing.opposite()).unwrap_or(piece);
    }
    position.lift(druid, position.cells[druid.at()]);
    position.put(druid, piece);
    position.set_restorable(Piece::NONE);
}

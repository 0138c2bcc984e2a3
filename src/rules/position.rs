//! A legal position: what stands where, whose turn it is, and every state that changes what is legal.

use super::bits::Bits;
use super::board::{Board, Square};
use super::game::Game;
use super::moves::{Move, Special};
use super::piece::{KindId, Piece, Promotion, Side};
use super::setup::{Setup, StartFault};
use super::special::{castling, elephant, frenzy, substitution};
use super::tables::{KEY_CASTLING, KEY_EN_PASSANT, KEY_TAKEN};

/// The most squares a board of ours has.
pub(super) const MOST_SQUARES: usize = 90;
const NOWHERE: u8 = u8::MAX;

/// A position in which the side not to move is not in check.
///
/// Positions are small (160 bytes) and copied rather than unmade: a copy costs less than the bookkeeping of
/// taking a move back.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) sides: [Bits; 2],
    pub(super) game: &'static Game,
    hash: u64,
    reserve: [u32; 2],
    pub(super) cells: [Piece; MOST_SQUARES],
    pub(super) royal: [Square; 2],
    pub(super) turn: Side,
    passed: u8,
    pub(super) rights: u8,
    pub(super) taken: Piece,
    quiet: u16,
}

impl PartialEq for Position {
    /// Equal in every state, the count of quiet plies included.
    fn eq(&self, other: &Position) -> bool {
        self.same_as(other) && self.quiet == other.quiet && self.passed == other.passed
    }
}

impl Eq for Position {}

impl Position {
    /// The position of a setup, or every reason why it cannot be one to start from (G10).
    ///
    /// # Errors
    /// All the faults found, in a fixed order.
    pub fn start(setup: &Setup) -> Result<Position, Vec<StartFault>> {
        let faults = setup.faults();
        if faults.is_empty() { Ok(Position::assemble(setup)) } else { Err(faults) }
    }

    /// The position of a setup that is merely consistent: one royal piece a side, no royal left to be taken.
    /// For positions out of the middle of a game, which need not have been reached from an array.
    ///
    /// # Errors
    /// The faults that make it unplayable.
    pub fn resume(setup: &Setup) -> Result<Position, Vec<StartFault>> {
        let faults: Vec<_> = setup.faults().into_iter().filter(StartFault::is_grave).collect();
        if faults.is_empty() { Ok(Position::assemble(setup)) } else { Err(faults) }
    }

    /// The position with exactly one royal piece a side; nothing else is checked.
    pub(super) fn assemble(setup: &Setup) -> Position {
        let game = setup.game();
        let mut position = Position {
            sides: [Bits::EMPTY; 2],
            game,
            hash: 0,
            reserve: setup.reserve(),
            cells: [Piece::NONE; MOST_SQUARES],
            royal: [Square(0); 2],
            turn: Side::South,
            passed: NOWHERE,
            rights: 0,
            taken: Piece::NONE,
            quiet: setup.quiet(),
        };
        for (square, piece) in setup.pieces() {
            position.put(square, piece);
            if game.kind_of(piece).royal {
                position.royal[piece.side().at()] = square;
            }
        }
        if setup.turn() == Side::North {
            position.turn = Side::North;
            position.hash ^= game.tables.keys[0];
        }
        position.set_rights(setup.rights());
        if let Some(passed) = setup.passed() {
            position.set_passed(passed);
        }
        position.set_taken(setup.taken());
        position
    }

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
    pub fn occupied(&self) -> Bits {
        self.sides[0] | self.sides[1]
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn pieces_of(&self, side: Side) -> Bits {
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
    pub fn passed(&self) -> Option<Square> {
        if self.passed == NOWHERE { None } else { Some(Square(self.passed)) }
    }

    /// Castling rights as four bits: South short 1, South long 2, North short 4, North long 8.
    #[inline]
    pub fn rights(&self) -> u8 {
        self.rights
    }

    /// The piece that the last ply captured and a Druid of the side to move may still stand in for (V5);
    /// [`Piece::NONE`] when there is none, or no Druid.
    #[inline]
    pub fn taken(&self) -> Piece {
        self.taken
    }

    /// Plies since the last one that G3 counts as progress.
    #[inline]
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The kinds a side may choose on promotion beyond those always allowed, as a set of bits by [`KindId`] (V6).
    #[inline]
    pub fn reserve(&self, side: Side) -> u32 {
        self.reserve[side.at()]
    }

    /// The kinds a side may choose on promotion, plain forms only.
    pub fn promotions(&self, side: Side) -> impl Iterator<Item = KindId> {
        let reserve = self.reserve[side.at()];
        self.game
            .kind_ids()
            .filter(move |(id, kind)| {
                kind.is_plain() && (kind.always_promotable || reserve >> id.0 & 1 != 0)
            })
            .map(|(id, _)| id)
    }

    /// Whether the two are the same for G2: placement, side to move, and every state that changes what is legal.
    pub fn same_as(&self, other: &Position) -> bool {
        self.game == other.game
            && self.cells == other.cells
            && self.turn == other.turn
            && self.rights == other.rights
            && self.reserve == other.reserve
            && self.live_passed() == other.live_passed()
            && self.live_taken() == other.live_taken()
    }

    /// A hash of what [`Position::same_as`] compares. The same in every run of the program.
    #[inline]
    pub fn identity(&self) -> u64 {
        let keys = &self.game.tables.keys;
        let mut hash = self.hash;
        if self.passed != NOWHERE && self.live_passed().is_none() {
            hash ^= keys[KEY_EN_PASSANT + self.passed as usize];
        }
        if !self.taken.is_none() && self.live_taken().is_none() {
            hash ^= keys[KEY_TAKEN + self.taken.at()];
        }
        hash
    }

    /// The en passant square while a legal capture there exists.
    pub fn live_passed(&self) -> Option<Square> {
        let passed = self.passed()?;
        self.has_en_passant().then_some(passed)
    }

    /// The captured piece while a Druid may legally stand in for it.
    pub fn live_taken(&self) -> Piece {
        if !self.taken.is_none() && substitution::available(self) {
            self.taken
        } else {
            Piece::NONE
        }
    }

    /// The position after a legal move. A move that is not legal gives a position that means nothing.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let mut next = self.clone();
        next.make(m);
        next
    }

    /// Makes a move in place.
    #[inline]
    pub(super) fn make(&mut self, m: Move) {
        let game = self.game;
        let tables = &game.tables;
        let mut progress = false;
        if let Some(druid) = m.druid() {
            substitution::substitute(self, druid);
            progress = true;
        }
        self.clear_passed();
        self.set_taken(Piece::NONE);

        let (side, enemy) = (self.turn, self.turn.other());
        let piece = self.cells[m.from.at()];
        let mut captured = self.cells[m.to.at()];
        let captures = !captured.is_none();
        let mut after = m.choice;
        if after.is_none() {
            after = tables.arrive(piece, m.to);
            if tables.frenzy && captures {
                after = frenzy::after_capture(game, after);
            }
        }
        self.lift(m.from, piece);
        if !captured.is_none() {
            self.lift(m.to, captured);
            progress = true;
            if captured.side() == side {
                captured = Piece::NONE;
            }
        } else if let Some(gift) = m.gift() {
            self.lift(gift, self.cells[gift.at()]);
            progress = true;
        } else if m.special == Special::EnPassant {
            let victim = Square((m.to.0 as i8 - side.ahead() * self.board().files as i8) as u8);
            captured = self.cells[victim.at()];
            self.lift(victim, captured);
            progress = true;
        }
        self.put(m.to, after);
        if self.royal[side.at()] == m.from {
            self.royal[side.at()] = m.to;
            if matches!(m.special, Special::CastleShort | Special::CastleLong) {
                let (rook_from, rook_to) = castling::rook(self.board(), side, m.special);
                let rook = self.cells[rook_from.at()];
                self.lift(rook_from, rook);
                self.put(rook_to, rook);
            }
        }
        let shape = &tables.shapes[piece.at()];
        if shape.infantry {
            // A step along a rank changes the index by one, a step to another rank by more.
            let distance = m.to.0.abs_diff(m.from.0);
            progress |= distance > 1;
            if shape.double_step && distance == 2 * game.board.files {
                let passed = Square((m.from.0 + m.to.0) / 2);
                if !self.could_capture_en_passant(enemy, passed).is_empty() {
                    self.set_passed(passed);
                }
            }
        }
        if tables.frenzy {
            progress |= frenzy::remove_idle(self, side, (!captured.is_none()).then_some(m.to));
        }
        if self.rights != 0 {
            let touched = Bits::of(m.from).with(m.to) | m.gift().map_or(Bits::EMPTY, Bits::of);
            if touched.meets(tables.castling_homes) {
                self.set_rights(castling::kept(self));
            }
        }
        if tables.substitution && !captured.is_none() {
            self.set_taken(substitution::restorable(self, captured));
        }
        self.turn = enemy;
        self.hash ^= tables.keys[0];
        self.quiet = if progress { 0 } else { self.quiet.saturating_add(1) };
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.cells[square.at()] = piece;
        let set = &mut self.sides[piece.side().at()];
        *set = set.with(square);
        self.hash ^= self.game.tables.key(piece, square);
    }

    /// Takes a piece off its square.
    #[inline(always)]
    pub(super) fn lift(&mut self, square: Square, piece: Piece) {
        self.cells[square.at()] = Piece::NONE;
        let set = &mut self.sides[piece.side().at()];
        *set = set.without(square);
        self.hash ^= self.game.tables.key(piece, square);
    }

    fn set_passed(&mut self, square: Square) {
        self.passed = square.0;
        self.hash ^= self.game.tables.keys[KEY_EN_PASSANT + square.at()];
    }

    #[inline(always)]
    fn clear_passed(&mut self) {
        if self.passed != NOWHERE {
            self.hash ^= self.game.tables.keys[KEY_EN_PASSANT + self.passed as usize];
            self.passed = NOWHERE;
        }
    }

    fn set_rights(&mut self, rights: u8) {
        let keys = &self.game.tables.keys;
        self.hash ^=
            keys[KEY_CASTLING + self.rights as usize] ^ keys[KEY_CASTLING + rights as usize];
        self.rights = rights;
    }

    #[inline(always)]
    pub(super) fn set_taken(&mut self, piece: Piece) {
        if self.taken != piece {
            let keys = &self.game.tables.keys;
            self.hash ^= keys[KEY_TAKEN + self.taken.at()] ^ keys[KEY_TAKEN + piece.at()];
            self.taken = piece;
        }
    }

    /// What a piece is once it has moved to `to`, before any choice of the player's.
    pub fn arrives(&self, piece: Piece, to: Square) -> Piece {
        self.game.tables.arrive(piece, to)
    }

    /// The pieces a moving piece may turn into on `to`, each once; [`Piece::NONE`] for no choice made.
    pub(super) fn choices(&self, piece: Piece, to: Square, captures: bool) -> Vec<Piece> {
        let kind = self.game.kind_of(piece);
        let side = piece.side();
        if kind.promotion == Some(Promotion::Choice)
            && self.board().own_rank(side, to) == self.board().ranks
        {
            return self
                .promotions(side)
                .flat_map(|id| {
                    let new = Piece::new(id, side);
                    let turned = elephant::turns(self.game, new, to, true);
                    std::iter::once(new).chain(turned)
                })
                .collect();
        }
        std::iter::once(Piece::NONE)
            .chain(elephant::turns(self.game, piece, to, captures))
            .collect()
    }
}

//! A legal position: what stands where, whose turn it is, and every state that changes what is legal.

use super::bitboard::Bitboard;
use super::board::{Board, Square};
use super::game::Game;
use super::moves::{Move, Special};
use super::piece::{Piece, Promotion, RoleId, Side};
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
    pub(super) sides: [Bitboard; 2],
    pub(super) game: &'static Game,
    hash: u64,
    reserve: [u32; 2],
    pub(super) cells: [Piece; MOST_SQUARES],
    pub(super) royal: [Square; 2],
    pub(super) turn: Side,
    passed: u8,
    pub(super) rights: u8,
    pub(super) taken: Piece,
    /// Whether a Berserker stands on the board or may come by promotion, so that frenzy is to be looked for.
    pub(super) berserkers: bool,
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
            sides: [Bitboard::EMPTY; 2],
            game,
            hash: 0,
            reserve: setup.reserve().map(|set| set & game.replacements()),
            cells: [Piece::NONE; MOST_SQUARES],
            royal: [Square(0); 2],
            turn: Side::South,
            passed: NOWHERE,
            rights: 0,
            taken: Piece::NONE,
            berserkers: frenzy::may_come(setup),
            quiet: setup.halfmove_clock(),
        };
        for (square, piece) in setup.pieces() {
            position.put(square, piece);
            if game.role_of(piece).royal {
                position.royal[piece.side().at()] = square;
            }
        }
        if setup.turn() == Side::North {
            position.turn = Side::North;
            position.hash ^= game.tables.keys[0];
        }
        position.set_rights(setup.castling_rights());
        // Like castling rights, the other states hold only as far as the board bears them out.
        if let Some(passed) = setup.en_passant_square().filter(|p| position.may_have_passed(*p)) {
            position.set_en_passant_square(passed);
        }
        let taken = setup.restorable();
        if !taken.is_none() && taken.side() == position.turn && !game.role_of(taken).royal {
            position.set_restorable(substitution::restorable(&position, taken));
        }
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
        if self.passed == NOWHERE { None } else { Some(Square(self.passed)) }
    }

    /// Castling rights as four bits: South short 1, South long 2, North short 4, North long 8.
    #[inline]
    pub fn castling_rights(&self) -> u8 {
        self.rights
    }

    /// The piece that the last ply captured and a Druid of the side to move may still stand in for (V5);
    /// [`Piece::NONE`] when there is none, or no Druid.
    #[inline]
    pub fn restorable(&self) -> Piece {
        self.taken
    }

    /// Plies since the last one that G3 counts as progress.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.quiet
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

    /// Whether the two are the same for G2: placement, side to move, and every state that changes what is legal.
    pub fn same_as(&self, other: &Position) -> bool {
        self.game == other.game
            && self.cells == other.cells
            && self.turn == other.turn
            && self.rights == other.rights
            && self.reserve == other.reserve
            && self.legal_en_passant_square() == other.legal_en_passant_square()
            && self.legally_restorable() == other.legally_restorable()
    }

    /// A hash of what [`Position::same_as`] compares. The same in every run of the program.
    #[inline]
    pub fn zobrist_hash(&self) -> u64 {
        let keys = &self.game.tables.keys;
        let mut hash = self.hash;
        if self.passed != NOWHERE && self.legal_en_passant_square().is_none() {
            hash ^= keys[KEY_EN_PASSANT + self.passed as usize];
        }
        if !self.taken.is_none() && self.legally_restorable().is_none() {
            hash ^= keys[KEY_TAKEN + self.taken.at()];
        }
        hash
    }

    /// The en passant square while a legal capture there exists.
    pub fn legal_en_passant_square(&self) -> Option<Square> {
        let passed = self.en_passant_square()?;
        self.has_en_passant().then_some(passed)
    }

    /// The captured piece while a Druid may legally stand in for it.
    pub fn legally_restorable(&self) -> Piece {
        if !self.taken.is_none() && substitution::available(self) {
            self.taken
        } else {
            Piece::NONE
        }
    }

    /// The position after a legal move, which is not checked: for moves out of [`Position::legal_moves`] and the like. An
    /// illegal move gives a position that means nothing, or panics. [`Position::play`] checks.
    #[inline]
    pub fn play_unchecked(&self, m: Move) -> Position {
        if let Some(druid) = m.druid() {
            let mut changed = self.clone();
            substitution::substitute(&mut changed, druid);
            let mut next = changed.play_unchecked(m.proper());
            next.quiet = 0;
            return next;
        }
        // What is read comes from `self`, not from the copy: a copy just written is slow to read back.
        let tables = &self.game.tables;
        let (side, enemy) = (self.turn, self.turn.other());
        let piece = self.cells[m.from.at()];
        let target = self.cells[m.to.at()];
        let captures = !target.is_none() && target.side() == enemy;
        let mut after = m.choice;
        if after.is_none() {
            after = tables.arrive(piece, m.to);
            if self.berserkers && captures {
                after = frenzy::after_capture(self.game, after);
            }
        }
        let mut next = self.clone();
        let mut hash = self.hash ^ tables.keys[0];
        hash ^= tables.key(piece, m.from) ^ tables.key(after, m.to);
        next.cells[m.from.at()] = Piece::NONE;
        next.cells[m.to.at()] = after;
        next.sides[side.at()] = self.sides[side.at()].without(m.from).with(m.to);
        if !target.is_none() {
            hash ^= tables.key(target, m.to);
            if captures {
                next.sides[enemy.at()] = self.sides[enemy.at()].without(m.to);
            }
        }
        if self.passed != NOWHERE {
            hash ^= tables.keys[KEY_EN_PASSANT + self.passed as usize];
            next.passed = NOWHERE;
        }
        if !self.taken.is_none() {
            hash ^= tables.keys[KEY_TAKEN + self.taken.at()];
            next.taken = Piece::NONE;
        }
        if self.royal[side.at()] == m.from {
            next.royal[side.at()] = m.to;
        }
        next.turn = enemy;
        next.hash = hash;
        let shape = &tables.shapes[piece.at()];
        // A step along a rank changes the index by one, a step to another rank by more.
        let distance = m.to.0.abs_diff(m.from.0);
        let mut progress = !target.is_none() || shape.infantry && distance > 1;
        if shape.double_step && distance == 2 * self.board().files {
            let passed = Square((m.from.0 + m.to.0) / 2);
            if !self.could_capture_en_passant(enemy, passed).is_empty() {
                next.set_en_passant_square(passed);
            }
        }
        if shape.special {
            progress |= next.finish_special(m, side);
        }
        if self.berserkers {
            progress |= frenzy::remove_idle(&mut next, side, captures.then_some(m.to));
        }
        if self.rights != 0 {
            let touched =
                Bitboard::of(m.from).with(m.to) | m.gift().map_or(Bitboard::EMPTY, Bitboard::of);
            if touched.meets(tables.castling_homes) {
                next.set_rights(castling::kept(&next));
            }
        }
        if tables.substitution {
            let victim = if m.special == Special::EnPassant { self.victim(m, side) } else { m.to };
            let captured = self.cells[victim.at()];
            if !captured.is_none() && captured.side() == enemy {
                next.set_restorable(substitution::restorable(&next, captured));
            }
        }
        next.quiet = if progress { 0 } else { self.quiet.saturating_add(1) };
        next
    }

    /// The square of the piece that an en passant capture takes.
    fn victim(&self, m: Move, side: Side) -> Square {
        Square((m.to.0 as i8 - side.ahead() * self.board().files as i8) as u8)
    }

    /// What castling, en passant and a Mage's shift change besides; whether it is progress (G3).
    fn finish_special(&mut self, m: Move, side: Side) -> bool {
        match m.special {
            Special::CastleShort | Special::CastleLong => {
                let (from, to) = castling::rook(self.board(), side, m.special);
                let rook = self.cells[from.at()];
                self.lift(from, rook);
                self.put(to, rook);
                false
            }
            Special::EnPassant => {
                let victim = self.victim(m, side);
                self.lift(victim, self.cells[victim.at()]);
                true
            }
            Special::None => match m.gift() {
                Some(gift) if gift != m.to => {
                    self.lift(gift, self.cells[gift.at()]);
                    true
                }
                gift => gift.is_some(),
            },
        }
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

    fn set_en_passant_square(&mut self, square: Square) {
        self.passed = square.0;
        self.hash ^= self.game.tables.keys[KEY_EN_PASSANT + square.at()];
    }

    fn set_rights(&mut self, rights: u8) {
        let keys = &self.game.tables.keys;
        self.hash ^=
            keys[KEY_CASTLING + self.rights as usize] ^ keys[KEY_CASTLING + rights as usize];
        self.rights = rights;
    }

    #[inline(always)]
    pub(super) fn set_restorable(&mut self, piece: Piece) {
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
        let role = self.game.role_of(piece);
        let side = piece.side();
        if role.promotion == Some(Promotion::Choice)
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

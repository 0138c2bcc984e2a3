//! A game's powers compiled into per-square tables, and the questions the generator asks of them.

use super::bitboard::{Bitboard, Word};
use super::castling;
use super::piece::{Piece, RoleId, Side};
use super::power::{Mode, Power};
use super::role::{EnPassant, Frenzy, Promotion, Role};
use super::spec::Spec;
use super::square::{Direction, Square};

/// How a piece on one square attacks another, were the other the enemy's royal square: one byte.
/// Values from [`AttackKind::LAME`] up name the square that must be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AttackKind(u8);

impl AttackKind {
    pub(super) const NONE: AttackKind = AttackKind(0);
    pub(super) const LEAP: AttackKind = AttackKind(1);
    pub(super) const RIDE: AttackKind = AttackKind(2);
    pub(super) const HOP: AttackKind = AttackKind(3);
    const LAME: u8 = 4;

    fn lame(over: Bitboard) -> AttackKind {
        over.first().map_or(AttackKind::NONE, |over| AttackKind(AttackKind::LAME + over.0))
    }

    /// The square that must be empty, when the attack_kind is a lame leap's.
    #[inline(always)]
    pub(super) fn over(self) -> Square {
        Square(self.0 - AttackKind::LAME)
    }
}

/// The targets of leaps.
#[derive(Clone, Copy, Debug, Default)]
struct Leaps {
    moves: Bitboard,
    captures: Bitboard,
}

/// A lame leaper's targets behind one square.
#[derive(Clone, Copy, Debug)]
struct Lame {
    over: Bitboard,
    leaps: Leaps,
}

/// What the generator must know at once of a piece on a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    leaps: Leaps,
    /// Where it may land at all (H3).
    land: Bitboard,
    /// The row of [`Tables::lines`], if it has lines.
    lines: u32,
    /// The part of [`Tables::lames`].
    lames: (u16, u16),
    /// What there is beside leaps to everywhere, as a set of the bits below.
    powers: u8,
    /// Whether a destination may stand for several moves, or there are moves beyond the powers.
    pub(super) special: bool,
}

impl Stand {
    const LAME: u8 = 1;
    const ORTHOGONAL: u8 = 2;
    const DIAGONAL: u8 = 4;
    const HOP: u8 = 8;
    /// Somewhere it may not land.
    const BARRED: u8 = 16;
}

/// What the generator must know of a piece wherever it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    /// Whether a destination may stand for several moves, or the piece has moves beyond its powers.
    pub(super) special: bool,
    /// Where it chooses what to become or where to face.
    pub(super) chosen: Bitboard,
    /// Infantry for G3.
    pub(super) infantry: bool,
    /// Its advance of two ranks can be met en passant.
    pub(super) double_step: bool,
    /// It chooses what to become on its last rank.
    pub(super) promotes: bool,
    /// It faces somewhere (V1).
    pub(super) faces: bool,
    /// It shifts for a gift (V4).
    pub(super) shifts: bool,
    /// It stands in for what is captured (V5).
    pub(super) substitutes: bool,
    /// It must capture or leave the board (V3).
    pub(super) frenzied: bool,
    /// Where it may land at all (H3).
    pub(super) land: Bitboard,
}

/// A game's compiled tables. Squares and pieces are array indices throughout.
#[derive(Debug)]
pub(super) struct Tables {
    squares: usize,
    pieces: usize,
    pub(super) traits: Vec<Traits>,
    stands: Vec<Stand>,
    lames: Vec<Lame>,
    lines: Vec<[Bitboard; 8]>,
    arrive: Vec<Piece>,
    start: Vec<Bitboard>,
    attack_kind: Vec<AttackKind>,
    between: Vec<Bitboard>,
    attack_zone: [Vec<Bitboard>; 2],
    pub(super) keys: Vec<u64>,
    /// Whether some role of the game substitutes (V5).
    pub(super) substitution: bool,
    /// The last rank of each side, South's first.
    pub(super) last_rank: [Bitboard; 2],
    /// The squares whose pieces carry castling rights; empty where nobody castles.
    pub(super) castling_homes: Bitboard,
}

impl Tables {
    pub(super) fn compile(spec: &Spec) -> Tables {
        let n = spec.board.squares();
        let pieces = 1 + 2 * spec.roles.len();
        let none = Traits {
            special: false,
            chosen: Bitboard::EMPTY,
            infantry: false,
            double_step: false,
            promotes: false,
            faces: false,
            shifts: false,
            substitutes: false,
            frenzied: false,
            land: Bitboard::ALL,
        };
        let nowhere = Stand {
            leaps: Leaps::default(),
            land: Bitboard::ALL,
            lines: 0,
            lames: (0, 0),
            powers: 0,
            special: false,
        };
        let mut tables = Tables {
            squares: n,
            pieces,
            traits: vec![none; pieces],
            stands: vec![nowhere; pieces * n],
            lames: Vec::new(),
            lines: Vec::new(),
            arrive: vec![Piece::NONE; pieces * n],
            start: vec![Bitboard::EMPTY; pieces],
            attack_kind: vec![AttackKind::NONE; n * pieces * n],
            between: vec![Bitboard::EMPTY; n * n],
            attack_zone: [vec![Bitboard::EMPTY; n], vec![Bitboard::EMPTY; n]],
            keys: keys(pieces * n + KEY_EXTRAS),
            substitution: spec.roles.iter().any(|k| k.substitutes),
            last_rank: Side::BOTH
                .map(|side| spec.board.own_ranks(side, spec.board.ranks(), spec.board.ranks())),
            castling_homes: if spec.roles.iter().any(|k| k.castles) {
                castling::homes(&spec.board)
            } else {
                Bitboard::EMPTY
            },
        };
        let rays: Vec<[Bitboard; 8]> =
            (0..n).map(|s| Direction::ALL.map(|d| spec.board.ray(Square(s as u8), d))).collect();
        for from in 0..n {
            for (d, ray) in rays[from].iter().enumerate() {
                for to in *ray {
                    tables.between[to.at() * n + from] = *ray & rays[to.at()][(d + 4) % 8];
                }
            }
        }
        for (index, role) in spec.roles.iter().enumerate() {
            for side in Side::BOTH {
                let piece = Piece::new(RoleId(index as u8), side);
                tables.compile_piece(spec, role, piece, &rays);
            }
        }
        tables
    }

    fn compile_piece(&mut self, spec: &Spec, role: &Role, piece: Piece, rays: &[[Bitboard; 8]]) {
        let board = &spec.board;
        let side = piece.side();
        let within = role.within.squares(board, side);
        let barred = role.barred.squares(board, side);
        self.start[piece.at()] = role.start.squares(board, side) & !barred;
        let traits = &mut self.traits[piece.at()];
        traits.land = !barred;
        traits.infantry = role.infantry;
        traits.double_step = role.double_step;
        traits.promotes = role.promotion == Some(Promotion::Choice);
        traits.faces = role.facing.is_some();
        traits.chosen = match () {
            () if traits.faces => Bitboard::ALL,
            () if traits.promotes => self.last_rank[side.at()],
            () => Bitboard::EMPTY,
        };
        traits.shifts = role.shifts;
        traits.substitutes = role.substitutes;
        traits.frenzied = role.frenzy == Frenzy::Frenzied;
        traits.special = traits.promotes
            || traits.faces
            || traits.shifts
            || role.royal && role.castles
            || role.en_passant != EnPassant::Never;
        let (chosen, shifts) = (traits.chosen, traits.shifts);
        for from in board.all() {
            let row = piece.at() * self.squares + from.at();
            let mut allowed = within;
            if role.river {
                for area in board.areas {
                    if area.has(from) {
                        allowed &= area | board.river;
                    }
                }
            }
            let mut leaps = Leaps::default();
            let mut lines = [Bitboard::EMPTY; 8];
            let first = self.lames.len();
            let mut powers = if barred.is_empty() { 0 } else { Stand::BARRED };
            for power in &role.powers {
                match power {
                    Power::Leap { to, mode } => {
                        let targets = to
                            .iter()
                            .filter_map(|(x, y)| board.offset(from, *x, y * side.ahead()))
                            .collect::<Bitboard>()
                            & allowed;
                        if *mode != Mode::Capture {
                            leaps.moves |= targets;
                        }
                        if *mode != Mode::Move {
                            leaps.captures |= targets;
                        }
                    }
                    Power::Fly => {
                        for d in Direction::ALL.into_iter().filter(|d| d.is_orthogonal()) {
                            leaps.moves |= rays[from.at()][d as usize] & allowed;
                        }
                    }
                    Power::Lame { over, to, mode, from: zone } => {
                        let over = board.offset(from, over.0, over.1 * side.ahead());
                        let to = board.offset(from, to.0, to.1 * side.ahead());
                        let (Some(over), Some(to)) = (over, to) else { continue };
                        if !zone.squares(board, side).has(from) || !allowed.has(to) {
                            continue;
                        }
                        let over = Bitboard::of(over);
                        let place = self.lames[first..].iter().position(|l| l.over == over);
                        let at = first
                            + place.unwrap_or_else(|| {
                                self.lames.push(Lame { over, leaps: Leaps::default() });
                                self.lames.len() - 1 - first
                            });
                        if *mode != Mode::Capture {
                            self.lames[at].leaps.moves |= Bitboard::of(to);
                        }
                        if *mode != Mode::Move {
                            self.lames[at].leaps.captures |= Bitboard::of(to);
                        }
                    }
                    Power::Ride { lines: ridden, limit } => {
                        for (d, bit) in
                            [(Direction::N, Stand::ORTHOGONAL), (Direction::NE, Stand::DIAGONAL)]
                        {
                            powers |= if ridden.has(d) { bit } else { 0 };
                        }
                        for d in Direction::ALL.into_iter().filter(|d| ridden.has(*d)) {
                            let mut near = rays[from.at()][d as usize];
                            if *limit < board.files().max(board.ranks()) {
                                let far = |s: &Square| {
                                    let files = board.file(*s).abs_diff(board.file(from));
                                    let ranks = board.rank(*s).abs_diff(board.rank(from));
                                    files.max(ranks) > *limit
                                };
                                near = near & !near.into_iter().filter(far).collect::<Bitboard>();
                            }
                            lines[d as usize] = near & allowed;
                        }
                    }
                    // R4: only the two ends of the line count, not where the screen stands.
                    Power::Hop => {
                        powers |= Stand::HOP;
                        for d in Direction::ALL.into_iter().filter(|d| d.is_orthogonal()) {
                            lines[d as usize] = rays[from.at()][d as usize] & allowed;
                        }
                    }
                }
            }
            let lames = &self.lames[first..];
            if !lames.is_empty() {
                powers |= Stand::LAME;
            }
            let near = leaps.moves | leaps.captures;
            let near = lames.iter().fold(near, |all, l| all | l.leaps.moves | l.leaps.captures);
            let targets = lines.into_iter().fold(near, |all, line| all | line);
            self.stands[row] = Stand {
                leaps,
                land: !barred,
                lines: self.lines.len() as u32,
                lames: (first as u16, self.lames.len() as u16),
                powers,
                special: shifts || targets.meets(chosen),
            };
            if powers & (Stand::ORTHOGONAL | Stand::DIAGONAL | Stand::HOP) != 0 {
                self.lines.push(lines);
            }
            self.arrive[row] = arrival(spec, role, piece, from);
            if role.attacks_royal {
                self.compile_attacks(spec, role, piece, from);
            }
        }
    }

    /// Fills in how `piece` on `from` attacks every square, from the powers already compiled.
    fn compile_attacks(&mut self, spec: &Spec, role: &Role, piece: Piece, from: Square) {
        let (n, row) = (self.squares, piece.at() * self.squares + from.at());
        let mut put = |attack_kind: &mut Vec<AttackKind>, target: Square, value: AttackKind| {
            let cell = &mut attack_kind[(target.at() * self.pieces + piece.at()) * n + from.at()];
            if *cell == AttackKind::NONE {
                *cell = value;
                self.attack_zone[piece.side().at()][target.at()] |= Bitboard::of(from);
            }
        };
        let stand = self.stands[row];
        for target in stand.leaps.captures {
            put(&mut self.attack_kind, target, AttackKind::LEAP);
        }
        for lame in &self.lames[stand.lames.0 as usize..stand.lames.1 as usize] {
            for target in lame.leaps.captures {
                put(&mut self.attack_kind, target, AttackKind::lame(lame.over));
            }
        }
        if stand.powers & (Stand::ORTHOGONAL | Stand::DIAGONAL | Stand::HOP) != 0 {
            let hops = stand.powers & Stand::HOP != 0;
            let how = if hops { AttackKind::HOP } else { AttackKind::RIDE };
            let lines = self.lines[stand.lines as usize];
            for target in lines.into_iter().fold(Bitboard::EMPTY, |all, line| all | line) {
                put(&mut self.attack_kind, target, how);
            }
        }
        if spec.royals_may_not_face && role.royal && spec.board.palaces[piece.side().at()].has(from)
        {
            let file = spec.board.ray(from, Direction::N) | spec.board.ray(from, Direction::S);
            for target in file & spec.board.palaces[piece.side().other().at()] {
                put(&mut self.attack_kind, target, AttackKind::RIDE);
            }
        }
    }

    /// Whether a single word holds the board.
    #[inline(always)]
    pub(super) fn small(&self) -> bool {
        self.squares <= 64
    }

    /// What is known of a piece on a square.
    #[inline(always)]
    pub(super) fn stand(&self, piece: Piece, from: Square) -> &Stand {
        &self.stands[piece.at() * self.squares + from.at()]
    }

    /// Where a piece may go by its powers, whatever this leaves attacked: empty squares and squares of `capturable`.
    pub(super) fn reach(
        &self,
        piece: Piece,
        from: Square,
        occupied: Bitboard,
        capturable: Bitboard,
    ) -> Bitboard {
        let stand = self.stand(piece, from);
        match self.small() {
            true => self.reach_in(stand, occupied.0 as u64, capturable.0 as u64).set(),
            false => self.reach_in(stand, occupied.0, capturable.0).set(),
        }
    }

    /// As [`Tables::reach`], in words that hold the board.
    #[inline(always)]
    pub(super) fn reach_in<W: Word>(&self, stand: &Stand, occupied: W, capturable: W) -> W {
        let mut moves = W::of(stand.leaps.moves);
        let mut captures = W::of(stand.leaps.captures);
        let powers = stand.powers;
        if powers == 0 {
            return (moves & !occupied) | (captures & capturable);
        }
        if powers & Stand::LAME != 0 {
            for lame in &self.lames[stand.lames.0 as usize..stand.lames.1 as usize] {
                if !occupied.set().meets(lame.over) {
                    moves = moves | W::of(lame.leaps.moves);
                    captures = captures | W::of(lame.leaps.captures);
                }
            }
        }
        let mut to = (moves & !occupied) | (captures & capturable);
        if powers & (Stand::ORTHOGONAL | Stand::DIAGONAL | Stand::HOP) != 0 {
            let lines = &self.lines[stand.lines as usize];
            let line = |at: usize| W::of(lines[at]);
            if powers & Stand::ORTHOGONAL != 0 {
                let seen = line(0).up(occupied)
                    | line(1).up(occupied)
                    | line(4).down(occupied)
                    | line(5).down(occupied);
                to = to | seen & (capturable | !occupied);
            }
            if powers & Stand::DIAGONAL != 0 {
                let seen = line(2).up(occupied)
                    | line(3).up(occupied)
                    | line(6).down(occupied)
                    | line(7).down(occupied);
                to = to | seen & (capturable | !occupied);
            }
            if powers & Stand::HOP != 0 {
                let seen = line(0).up(occupied)
                    | line(1).up(occupied)
                    | line(4).down(occupied)
                    | line(5).down(occupied);
                let met = line(0).second_up(occupied)
                    | line(1).second_up(occupied)
                    | line(4).second_down(occupied)
                    | line(5).second_down(occupied);
                to = to | seen & !occupied | met & capturable;
            }
        }
        to & W::of(stand.land)
    }

    /// How `piece` on `from` attacks `target`.
    #[inline(always)]
    pub(super) fn attack_kind(&self, target: Square, piece: Piece, from: Square) -> AttackKind {
        self.attack_kind[(target.at() * self.pieces + piece.at()) * self.squares + from.at()]
    }

    /// The squares from which some piece of `by` could attack `target`.
    #[inline(always)]
    pub(super) fn attack_zone(&self, by: Side, target: Square) -> Bitboard {
        self.attack_zone[by.at()][target.at()]
    }

    /// The squares strictly between two squares of one line.
    #[inline(always)]
    pub(super) fn between(&self, target: Square, from: Square) -> Bitboard {
        self.between[target.at() * self.squares + from.at()]
    }

    /// What `piece` is once it has moved to `to`, before any choice of the player's.
    #[inline(always)]
    pub(super) fn arrive(&self, piece: Piece, to: Square) -> Piece {
        self.arrive[piece.at() * self.squares + to.at()]
    }

    /// Where a piece may stand in a starting array.
    pub(super) fn starts(&self, piece: Piece) -> Bitboard {
        self.start[piece.at()]
    }

    /// The key of `piece` on `square` in a position's hash.
    #[inline(always)]
    pub(super) fn key(&self, piece: Piece, square: Square) -> u64 {
        self.keys[KEY_EXTRAS + piece.at() * self.squares + square.at()]
    }
}

/// Keys that are not a piece's: the side to move, 16 sets of castling rights, 128 en passant squares,
/// 64 roles a Druid could restore.
pub(super) const KEY_EXTRAS: usize = 1 + 16 + 128 + 64;
/// Where the keys of castling rights start.
pub(super) const KEY_CASTLING: usize = 1;
/// Where the keys of en passant squares start.
pub(super) const KEY_EN_PASSANT: usize = 17;
/// Where the keys of restorable pieces start.
pub(super) const KEY_TAKEN: usize = 145;

/// Keys from a fixed seed by the splitmix64 generator, so that hashes are the same in every run.
fn keys(count: usize) -> Vec<u64> {
    let mut state = 0x7269_7665_7270_6f73_u64;
    let mut keys: Vec<u64> = (0..count)
        .map(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        })
        .collect();
    // Nothing to restore counts for nothing, so that a piece is put in and taken out by its own key alone.
    keys[KEY_TAKEN] = 0;
    keys
}

/// What a piece becomes by moving to `to`: promotion on its rank, else its moved form, else itself.
fn arrival(spec: &Spec, role: &Role, piece: Piece, to: Square) -> Piece {
    if let Some(Promotion::Automatic { rank, into }) = role.promotion
        && spec.board.own_rank(piece.side(), to) >= rank
    {
        let new = spec.roles.iter().position(|k| k.abbreviation[0] == into && k.is_plain());
        return new.map_or(piece, |i| Piece::new(RoleId(i as u8), piece.side()));
    }
    if role.moves_once { piece.next_role() } else { piece }
}

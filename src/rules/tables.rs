//! A game's powers compiled into per-square tables, and the questions the generator asks of them.

use super::bitboard::Bitboard;
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

    fn lame(over: Square) -> AttackKind {
        AttackKind(AttackKind::LAME + over.0)
    }

    /// The square that must be empty, when the attack_kind is a lame leap's.
    #[inline(always)]
    pub(super) fn over(self) -> Square {
        Square(self.0 - AttackKind::LAME)
    }
}

/// A lame leaper's targets behind one square.
#[derive(Clone, Copy, Debug)]
struct Lame {
    over: Square,
    moves: Bitboard,
    captures: Bitboard,
}

#[derive(Clone, Copy, Debug, Default)]
struct Leaps {
    moves: Bitboard,
    captures: Bitboard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LinePower {
    None,
    Ride,
    Hop,
}

/// What the generator must know of a piece at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    lines: LinePower,
    /// Where its rows in [`Tables::lines`] begin, if it has any.
    line_row: u32,
    orthogonal: bool,
    diagonal: bool,
    lame: bool,
    /// Whether a destination may stand for several moves, or the piece has moves beyond its powers.
    pub(super) special: bool,
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
    leaps: Vec<Leaps>,
    lame_at: Vec<(u16, u16)>,
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

/// The mask of all bits from the highest set bit of `1 | x` upwards, by that bit's number.
const UPWARDS: [u128; 128] = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        table[i] = u128::MAX << i;
        i += 1;
    }
    table
};

#[inline(always)]
fn highest(x: u128) -> usize {
    127 - (x | 1).leading_zeros() as usize
}

impl Tables {
    pub(super) fn compile(spec: &Spec) -> Tables {
        let n = spec.board.squares();
        let pieces = 1 + 2 * spec.roles.len();
        let none = Traits {
            lines: LinePower::None,
            line_row: 0,
            orthogonal: false,
            diagonal: false,
            lame: false,
            special: false,
            infantry: false,
            double_step: false,
            promotes: false,
            faces: false,
            shifts: false,
            substitutes: false,
            frenzied: false,
            land: Bitboard::ALL,
        };
        let mut tables = Tables {
            squares: n,
            pieces,
            traits: vec![none; pieces],
            leaps: vec![Leaps::default(); pieces * n],
            lame_at: vec![(0, 0); pieces * n],
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
        traits.shifts = role.shifts;
        traits.substitutes = role.substitutes;
        traits.frenzied = role.frenzy == Frenzy::Frenzied;
        traits.special = traits.promotes
            || traits.faces
            || traits.shifts
            || role.royal && role.castles
            || role.en_passant != EnPassant::Never;
        for power in &role.powers {
            match power {
                Power::Ride { lines, .. } => {
                    traits.lines = LinePower::Ride;
                    traits.orthogonal |= lines.has(Direction::N);
                    traits.diagonal |= lines.has(Direction::NE);
                }
                Power::Hop => {
                    traits.lines = LinePower::Hop;
                    traits.orthogonal = true;
                }
                Power::Lame { .. } => traits.lame = true,
                Power::Leap { .. } | Power::Fly => {}
            }
        }
        if traits.lines != LinePower::None {
            traits.line_row = self.lines.len() as u32;
            self.lines.resize(self.lines.len() + self.squares, [Bitboard::EMPTY; 8]);
        }
        let line_row = traits.line_row as usize;
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
            let first = self.lames.len();
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
                        let place = self.lames[first..].iter().position(|l| l.over == over);
                        let at = first
                            + place.unwrap_or_else(|| {
                                self.lames.push(Lame {
                                    over,
                                    moves: Bitboard::EMPTY,
                                    captures: Bitboard::EMPTY,
                                });
                                self.lames.len() - 1 - first
                            });
                        if *mode != Mode::Capture {
                            self.lames[at].moves |= Bitboard::of(to);
                        }
                        if *mode != Mode::Move {
                            self.lames[at].captures |= Bitboard::of(to);
                        }
                    }
                    Power::Ride { lines, limit } => {
                        for d in Direction::ALL.into_iter().filter(|d| lines.has(*d)) {
                            let mut near = rays[from.at()][d as usize];
                            if *limit < board.files().max(board.ranks()) {
                                let far = |s: &Square| {
                                    let files = board.file(*s).abs_diff(board.file(from));
                                    let ranks = board.rank(*s).abs_diff(board.rank(from));
                                    files.max(ranks) > *limit
                                };
                                near = near & !near.into_iter().filter(far).collect::<Bitboard>();
                            }
                            self.lines[line_row + from.at()][d as usize] = near & allowed;
                        }
                    }
                    // R4: only the two ends of the line count, not where the screen stands.
                    Power::Hop => {
                        for d in Direction::ALL.into_iter().filter(|d| d.is_orthogonal()) {
                            self.lines[line_row + from.at()][d as usize] =
                                rays[from.at()][d as usize] & allowed;
                        }
                    }
                }
            }
            self.leaps[row] = leaps;
            self.lame_at[row] = (first as u16, self.lames.len() as u16);
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
        for target in self.leaps[row].captures {
            put(&mut self.attack_kind, target, AttackKind::LEAP);
        }
        let (first, end) = self.lame_at[row];
        for lame in &self.lames[first as usize..end as usize] {
            for target in lame.captures {
                put(&mut self.attack_kind, target, AttackKind::lame(lame.over));
            }
        }
        let traits = &self.traits[piece.at()];
        let how = match traits.lines {
            LinePower::None => None,
            LinePower::Ride => Some(AttackKind::RIDE),
            LinePower::Hop => Some(AttackKind::HOP),
        };
        if let Some(how) = how {
            let lines = self.lines[traits.line_row as usize + from.at()];
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

    /// Where a piece may go by its powers, whatever this leaves attacked: empty squares and squares of `capturable`.
    #[inline(always)]
    pub(super) fn reach(
        &self,
        piece: Piece,
        from: Square,
        occupied: Bitboard,
        capturable: Bitboard,
    ) -> Bitboard {
        let traits = &self.traits[piece.at()];
        let row = piece.at() * self.squares + from.at();
        let leaps = &self.leaps[row];
        let mut to = (leaps.moves & !occupied) | (leaps.captures & capturable);
        if traits.lame {
            let (first, end) = self.lame_at[row];
            for lame in &self.lames[first as usize..end as usize] {
                if !occupied.has(lame.over) {
                    to |= (lame.moves & !occupied) | (lame.captures & capturable);
                }
            }
        }
        match traits.lines {
            LinePower::None => {}
            LinePower::Ride => {
                let lines = &self.lines[traits.line_row as usize + from.at()];
                let mut seen = 0;
                if traits.orthogonal {
                    seen |= up(lines[0], occupied) | up(lines[1], occupied);
                    seen |= down(lines[4], occupied) | down(lines[5], occupied);
                }
                if traits.diagonal {
                    seen |= up(lines[2], occupied) | up(lines[3], occupied);
                    seen |= down(lines[6], occupied) | down(lines[7], occupied);
                }
                to |= Bitboard(seen) & (capturable | !occupied);
            }
            LinePower::Hop => {
                let lines = &self.lines[traits.line_row as usize + from.at()];
                let (a, b) = (hop_up(lines[0], occupied), hop_up(lines[1], occupied));
                let (c, d) = (hop_down(lines[4], occupied), hop_down(lines[5], occupied));
                to |= Bitboard(a.0 | b.0 | c.0 | d.0) & !occupied;
                to |= Bitboard(a.1 | b.1 | c.1 | d.1) & capturable;
            }
        }
        to & traits.land
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

#[inline(always)]
fn up(ray: Bitboard, occupied: Bitboard) -> u128 {
    let met = ray.0 & occupied.0;
    ray.0 & (met ^ met.wrapping_sub(1))
}

#[inline(always)]
fn down(ray: Bitboard, occupied: Bitboard) -> u128 {
    let met = ray.0 & occupied.0;
    ray.0 & UPWARDS[highest(met)]
}

/// The squares up to and including the first piece met, and the second piece met.
#[inline(always)]
fn hop_up(ray: Bitboard, occupied: Bitboard) -> (u128, u128) {
    let met = ray.0 & occupied.0;
    let behind = met & met.wrapping_sub(1);
    (ray.0 & (met ^ met.wrapping_sub(1)), behind & behind.wrapping_neg())
}

#[inline(always)]
fn hop_down(ray: Bitboard, occupied: Bitboard) -> (u128, u128) {
    let met = ray.0 & occupied.0;
    let mask = UPWARDS[highest(met)];
    let behind = met & !mask;
    (ray.0 & mask, behind & UPWARDS[highest(behind)])
}

//! Compiling a game's powers into its tables.

use super::bitboard::Bitboard;
use super::board::Board;
use super::castling;
use super::piece::{Piece, RoleId, Side};
use super::power::{Lines, Mode, Power};
use super::role::{EnPassant, Frenzy, Promotion, Role};
use super::spec::Spec;
use super::square::{Direction, Square};
use super::tables::{AttackKind, KEY_EXTRAS, KEY_TAKEN, Lame, Leaps, Stand, Tables, Traits};

impl Tables {
    /// The tables of a game.
    pub(super) fn compile(spec: &Spec) -> Tables {
        let board = &spec.board;
        let n = board.squares();
        let pieces = 1 + 2 * spec.roles.len();
        let rays = rays(board);
        let royals = Side::BOTH.map(|side| royal_squares(spec, side));
        let mut royal_rows = vec![0; n];
        let mut between = vec![Bitboard::EMPTY; n];
        for target in royals[0] | royals[1] {
            let row = between.len();
            royal_rows[target.at()] = row;
            between.resize(row + n, Bitboard::EMPTY);
            for (d, ray) in rays[target.at()].iter().enumerate() {
                for from in *ray {
                    between[row + from.at()] = *ray & rays[from.at()][(d + 4) % 8];
                }
            }
        }
        let rides = |power: &Power| matches!(power, Power::Ride { .. } | Power::Hop);
        let riders = spec.roles.iter().filter(|role| role.powers.iter().any(rides));
        let mut tables = Tables {
            squares: n,
            pieces,
            traits: Vec::with_capacity(pieces),
            stands: Vec::with_capacity(pieces * n),
            lames: Vec::new(),
            lines: Vec::with_capacity(2 * n * riders.count()),
            arrive: Vec::with_capacity(pieces * n),
            start: Vec::with_capacity(pieces),
            attack_kind: vec![0; n * pieces * n],
            between,
            royal_rows,
            attack_zone: [vec![Bitboard::EMPTY; n], vec![Bitboard::EMPTY; n]],
            keys: keys(pieces * n + KEY_EXTRAS),
            substitution: spec.roles.iter().any(|k| k.substitutes),
            last_rank: Side::BOTH.map(|side| board.own_ranks(side, board.ranks(), board.ranks())),
            castling_homes: if spec.roles.iter().any(|k| k.castles) {
                castling::homes(board)
            } else {
                Bitboard::EMPTY
            },
        };
        // Number 0 is no piece.
        tables.traits.push(Traits::NONE);
        tables.stands.resize(n, Stand::NONE);
        tables.arrive.resize(n, Piece::NONE);
        tables.start.push(Bitboard::EMPTY);
        let attacked = [vec![Bitboard::EMPTY; n], vec![Bitboard::EMPTY; n]];
        let mut ground = Ground { spec, rays, royals, attacked };
        for (index, role) in spec.roles.iter().enumerate() {
            for side in Side::BOTH {
                let piece = Piece::new(RoleId(index as u8), side);
                tables.compile_traits(spec, role, piece);
                tables.compile_arrivals(spec, role, piece);
                tables.compile_stands(&mut ground, role, piece);
            }
        }
        for (zone, attacked) in tables.attack_zone.iter_mut().zip(ground.attacked) {
            for (from, targets) in attacked.into_iter().enumerate() {
                for target in targets {
                    zone[target.at()] |= Bitboard::of(Square(from as u8));
                }
            }
        }
        tables
    }

    /// Adds what is known of the next piece, by number, wherever it stands.
    fn compile_traits(&mut self, spec: &Spec, role: &Role, piece: Piece) {
        let (board, side) = (&spec.board, piece.side());
        let barred = role.barred.squares(board, side);
        self.start.push(role.start.squares(board, side) & !barred);
        let (promotes, faces) = (role.promotion == Some(Promotion::Choice), role.facing.is_some());
        self.traits.push(Traits {
            has_more_moves: promotes
                || faces
                || role.shifts
                || role.royal && role.castles
                || role.en_passant != EnPassant::Never,
            chosen: match () {
                () if faces => Bitboard::ALL,
                () if promotes => self.last_rank[side.at()],
                () => Bitboard::EMPTY,
            },
            infantry: role.infantry,
            double_step: role.double_step,
            promotes,
            shifts: role.shifts,
            substitutes: role.substitutes,
            frenzied: role.frenzy == Frenzy::Frenzied,
            land: !barred,
        });
    }

    /// Adds what the next piece becomes by moving: on the rank of its promotion another, elsewhere its moved form or
    /// itself.
    fn compile_arrivals(&mut self, spec: &Spec, role: &Role, piece: Piece) {
        let first = self.arrive.len();
        let moved = if role.moves_once { piece.next_role() } else { piece };
        self.arrive.resize(first + self.squares, moved);
        if let Some(Promotion::Automatic { rank, into }) = role.promotion {
            let new = spec.roles.iter().position(|k| k.abbreviation[0] == into && k.is_plain());
            let new = new.map_or(piece, |i| Piece::new(RoleId(i as u8), piece.side()));
            for to in spec.board.own_ranks(piece.side(), rank, spec.board.ranks()) {
                self.arrive[first + to.at()] = new;
            }
        }
    }

    /// Adds what the next piece can do from every square, and how it attacks the enemy's royal.
    fn compile_stands(&mut self, ground: &mut Ground<'_>, role: &Role, piece: Piece) {
        let (board, side) = (&ground.spec.board, piece.side());
        let within = role.within.squares(board, side);
        let chosen = self.traits[piece.at()].chosen;
        let lame = |power: &Power| match *power {
            Power::Lame { over, to, mode, from } => {
                let (over, to) = (Step::of(board, side, over), Step::of(board, side, to));
                Some((from.squares(board, side) & over.from & to.from, over, to, mode))
            }
            _ => None,
        };
        let lames: Vec<_> = role.powers.iter().filter_map(lame).collect();
        let row = self.stands.len();
        let lines = self.add_stands(ground, role, piece);
        for (from, lines) in board.all().into_iter().zip(lines) {
            let stand = &mut self.stands[row + from.at()];
            let mut allowed = within;
            if role.river {
                for area in board.areas.iter().filter(|area| area.has(from)) {
                    allowed &= *area | board.river;
                }
            }
            let lines = lines & allowed;
            if stand.powers & Stand::LINES != 0 {
                stand.lines = self.lines.len() as u32;
                self.lines.push(ground.rays[from.at()].map(|ray| ray & lines));
            }
            stand.leaps.keep(allowed);
            let mut targets = lines | stand.leaps.moves | stand.leaps.captures;
            let first = self.lames.len();
            for (_, over, to, mode) in lames.iter().filter(|lame| lame.0.has(from)) {
                let (over, to) = (Bitboard::of(over.lead(from)), to.lead(from));
                if !allowed.has(to) {
                    continue;
                }
                if self.lames[first..].last().is_none_or(|last| last.over != over) {
                    self.lames.push(Lame { over, leaps: Leaps::default() });
                }
                if let Some(last) = self.lames.last_mut() {
                    last.leaps.add(Bitboard::of(to), *mode);
                }
                targets = targets.with(to);
                stand.powers |= Stand::LAME;
            }
            stand.lames = (first as u16, self.lames.len() as u16);
            stand.has_more_moves = role.shifts || targets.meets(chosen);
            let faced = match ground.spec.royals_may_not_face && role.royal {
                true => faced(board, &ground.rays[from.at()], side, from),
                false => Bitboard::EMPTY,
            };
            let royals = ground.royals[side.other().at()] & (targets | faced);
            if role.attacks_royal && !royals.is_empty() {
                let attacked = self.compile_attacks(piece, from, royals, lines, faced);
                ground.attacked[side.at()][from.at()] |= attacked;
            }
        }
    }

    /// Adds what the next piece could do from every square by leaps that nothing stops, if it might go everywhere, and
    /// answers how far its lines would lead from each.
    fn add_stands(&mut self, ground: &Ground<'_>, role: &Role, piece: Piece) -> Vec<Bitboard> {
        let (board, side) = (&ground.spec.board, piece.side());
        let land = self.traits[piece.at()].land;
        let barred = if land == Bitboard::ALL { 0 } else { Stand::BARRED };
        let mut drawn = vec![Bitboard::EMPTY; self.squares];
        let row = self.stands.len();
        self.stands.resize(row + self.squares, Stand { land, powers: barred, ..Stand::NONE });
        let stands = &mut self.stands[row..];
        for power in &role.powers {
            match power {
                Power::Leap { to, mode } => {
                    for step in to.iter().map(|to| Step::of(board, side, *to)) {
                        for from in step.from {
                            stands[from.at()].leaps.add(Bitboard::of(step.lead(from)), *mode);
                        }
                    }
                }
                Power::Fly => {
                    for (stand, rays) in stands.iter_mut().zip(&ground.rays) {
                        stand.leaps.add(all(rays, Lines::Orthogonal), Mode::Move);
                    }
                }
                Power::Lame { .. } => {}
                Power::Ride { lines, limit } => {
                    let powers = match lines {
                        Lines::Orthogonal => Stand::ORTHOGONAL,
                        Lines::Diagonal => Stand::DIAGONAL,
                        Lines::Both => Stand::ORTHOGONAL | Stand::DIAGONAL,
                    };
                    stands.iter_mut().for_each(|stand| stand.powers |= powers);
                    for (drawn, rays) in drawn.iter_mut().zip(&ground.rays) {
                        *drawn |= all(rays, *lines);
                    }
                    if *limit < board.files().max(board.ranks()) {
                        for d in Direction::ALL.into_iter().filter(|d| lines.has(*d)) {
                            let (x, y) = d.step();
                            let limit = *limit as i8;
                            let last = Step::of(board, Side::South, (x * limit, y * limit));
                            for from in last.from {
                                drawn[from.at()] &= !ground.rays[last.lead(from).at()][d as usize];
                            }
                        }
                    }
                }
                // R4: only the two ends of the line count, not where the screen stands.
                Power::Hop => {
                    stands.iter_mut().for_each(|stand| stand.powers |= Stand::HOP);
                    for (drawn, rays) in drawn.iter_mut().zip(&ground.rays) {
                        *drawn |= all(rays, Lines::Orthogonal);
                    }
                }
            }
        }
        drawn
    }

    /// Fills in how `piece` on `from`, whose lines lead to `lines` and which faces the squares of `faced`, attacks the
    /// squares of `royals`, and answers which it attacks.
    fn compile_attacks(
        &mut self,
        piece: Piece,
        from: Square,
        royals: Bitboard,
        lines: Bitboard,
        faced: Bitboard,
    ) -> Bitboard {
        let at = piece.at() * self.squares + from.at();
        let (stand, rows) = (&self.stands[at], self.pieces * self.squares);
        let mut left = royals;
        let mut put = |targets: Bitboard, kind: AttackKind| {
            let new = targets & left;
            left &= !new;
            for target in new {
                self.attack_kind[target.at() * rows + at] = kind.0;
            }
        };
        put(stand.leaps.captures, AttackKind::LEAP);
        for lame in &self.lames[stand.lames.0 as usize..stand.lames.1 as usize] {
            put(lame.leaps.captures, AttackKind::lame(lame.over));
        }
        let hops = stand.powers & Stand::HOP != 0;
        put(lines, if hops { AttackKind::HOP } else { AttackKind::RIDE });
        put(faced, AttackKind::RIDE);
        royals & !left
    }
}

/// What the compilation of every piece needs or adds to.
struct Ground<'a> {
    spec: &'a Spec,
    /// By square its ray in each direction.
    rays: Vec<[Bitboard; 8]>,
    /// Where each side's royal may stand.
    royals: [Bitboard; 2],
    /// By side and square what its pieces attack of the enemy's `royals` from there.
    attacked: [Vec<Bitboard>; 2],
}

/// A step of so many squares by index, and the squares from which it stays on the board.
struct Step {
    from: Bitboard,
    by: i8,
}

impl Step {
    /// The step of a side by files eastwards and ranks forward.
    fn of(board: &Board, side: Side, (files, ranks): (i8, i8)) -> Step {
        let ranks = ranks * side.ahead();
        Step { from: board.with_offset(files, ranks), by: files + ranks * board.files() as i8 }
    }

    /// The square that the step leads to from a square of its own.
    fn lead(&self, from: Square) -> Square {
        Square(from.0.wrapping_add_signed(self.by))
    }
}

/// Where a side's royal may stand: where one of that role may go or start.
fn royal_squares(spec: &Spec, side: Side) -> Bitboard {
    let squares = |role: &Role| {
        role.within.squares(&spec.board, side) | role.start.squares(&spec.board, side)
    };
    let royals = spec.roles.iter().filter(|role| role.royal);
    royals.fold(Bitboard::EMPTY, |all, role| all | squares(role))
}

/// The squares of the enemy's palace that a royal on a square of its own faces on an open file.
fn faced(board: &Board, rays: &[Bitboard; 8], side: Side, from: Square) -> Bitboard {
    match board.palaces[side.at()].has(from) {
        true => {
            (rays[Direction::N as usize] | rays[Direction::S as usize])
                & board.palaces[side.other().at()]
        }
        false => Bitboard::EMPTY,
    }
}

/// The squares of all rays along such lines.
fn all(rays: &[Bitboard; 8], lines: Lines) -> Bitboard {
    let of = |d: Direction| rays[d as usize] | rays[d.opposite() as usize];
    match lines {
        Lines::Orthogonal => of(Direction::N) | of(Direction::E),
        Lines::Diagonal => of(Direction::NE) | of(Direction::NW),
        Lines::Both => all(rays, Lines::Orthogonal) | all(rays, Lines::Diagonal),
    }
}

/// From every square the squares in each direction.
fn rays(board: &Board) -> Vec<[Bitboard; 8]> {
    let mut rays = vec![[Bitboard::EMPTY; 8]; board.squares()];
    let (up, down) = Direction::ALL.split_at(4);
    let mut extend = |from: Square, directions: &[Direction]| {
        for d in directions {
            if let Some(next) = board.next(from, *d) {
                rays[from.at()][*d as usize] = rays[next.at()][*d as usize].with(next);
            }
        }
    };
    // In orders in which the ray from the next square is known.
    for from in board.all() {
        extend(from, down);
    }
    for at in (0..board.squares()).rev() {
        extend(Square(at as u8), up);
    }
    rays
}

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

//! Where each piece may go: the powers of the pieces, walked step by step from one square.

use super::{Area, DIAGONAL, Game, Kind, ORTHOGONAL, Piece, Position, Side, Square, State, Step};

const KNIGHT_LEAPS: [Step; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Position {
    /// Fills `to` with the squares the piece on `from` may move to or capture on by its own powers: empty squares it may
    /// move to, and squares of enemies (the royal one too) it may capture.
    ///
    /// Left out here, and added in `turns.rs`: en passant, castling, the Mage's shift, the shield of the High variation
    /// (which does not weaken an attack on the Witch, H3), and the safety of one's own royal piece.
    pub(super) fn reach(&self, from: Square, to: &mut Vec<Square>) {
        let piece = self.at(from).expect("a piece to move");
        let side = piece.side;
        let forward = side.forward();
        to.clear();
        match piece.kind {
            Kind::Empress => {
                self.walk(from, &ORTHOGONAL, 1, to);
                to.retain(|&square| self.game.in_palace(side, square));
            }
            Kind::Guard => {
                self.walk(from, &DIAGONAL, 1, to);
                to.retain(|&square| self.game.in_palace(side, square));
            }
            Kind::Defender | Kind::ChineseElephant => {
                for step in DIAGONAL {
                    let middle = from.plus(step);
                    // Own Territory is ranks 1 to 4 from the own side, the nearer River rank is the fifth.
                    let end = middle.plus(step);
                    if self.empty(middle) && self.game.nth_rank(side, end) <= 5 {
                        self.land(side, end, to);
                    }
                }
            }
            Kind::Knight => self.leap(from, &KNIGHT_LEAPS, to),
            Kind::Horse => {
                for step in ORTHOGONAL {
                    let middle = from.plus(step);
                    if !self.empty(middle) {
                        continue;
                    }
                    for turn in DIAGONAL {
                        // Outwards: the diagonal step goes on in the direction of the first one.
                        let outwards = step.0 * turn.0 + step.1 * turn.1 > 0;
                        if outwards {
                            self.land(side, middle.plus(turn), to);
                        }
                    }
                }
            }
            Kind::SiegeEngine | Kind::Chariot | Kind::Rook => self.walk(from, &ORTHOGONAL, 99, to),
            Kind::Cannon | Kind::Catapult => self.cannon(from, to),
            Kind::Hawker | Kind::FootSoldier => self.walk(from, &[forward], 1, to),
            Kind::AdvancedFootSoldier => self.walk(from, &[forward, (1, 0), (-1, 0)], 1, to),
            Kind::Hawk => {
                for step in ORTHOGONAL {
                    let adjacent = from.plus(step);
                    if self.holds_side(adjacent, side.other()) {
                        to.push(adjacent);
                    }
                    // Flying: over anything to an empty square.
                    let mut square = adjacent;
                    while self.on_board(square) {
                        if self.empty(square) {
                            to.push(square);
                        }
                        square = square.plus(step);
                    }
                }
                to.retain(|&square| self.game.in_own_area(side.other(), square));
            }
            Kind::Witch => {
                self.king_step(from, to);
                // H5: the Witch does not attack the free Queen.
                to.retain(|&square| {
                    self.game.in_palace(side, square)
                        && !self.holds(square, Side::North, Kind::FreeQueen)
                });
            }
            Kind::CityQueen => {
                self.king_step(from, to);
                to.retain(|&square| self.game.in_palace(side, square));
            }
            Kind::FreeQueen | Kind::King => self.king_step(from, to),
            Kind::Count | Kind::WoodlandKing => {
                self.walk(from, &DIAGONAL, 99, to);
                self.walk(from, &ORTHOGONAL, 1, to);
            }
            Kind::HighCount => {
                self.walk(from, &ORTHOGONAL, 99, to);
                self.walk(from, &DIAGONAL, 1, to);
            }
            Kind::Lancer => {
                for step in ORTHOGONAL {
                    self.land(side, from.plus(step), to);
                    self.land(side, from.plus(step).plus(step), to);
                }
            }
            Kind::Pikeman => {
                // F1. From the last rank of his own Area two steps would cross the River, which no one can do.
                let end = from.plus(forward).plus(forward);
                let may_double = piece.state == State::Unmoved && self.river_allows(from, end);
                self.pawn_steps(piece, from, may_double, to);
                self.pawn_captures(side, from, to);
            }
            Kind::PromotedPikeman => {
                self.walk(from, &[(-1, forward.1), forward, (1, forward.1)], 1, to);
            }
            Kind::Knighted => {
                self.leap(from, &KNIGHT_LEAPS, to);
                self.king_step(from, to);
            }
            Kind::Queen => {
                self.walk(from, &ORTHOGONAL, 99, to);
                self.walk(from, &DIAGONAL, 99, to);
            }
            Kind::Bishop | Kind::Mage => self.walk(from, &DIAGONAL, 99, to),
            Kind::Druid => self.walk(from, &DIAGONAL, 4, to),
            Kind::Pawn => {
                self.pawn_steps(piece, from, self.game.nth_rank(side, from) == 2, to);
                self.pawn_captures(side, from, to);
            }
            Kind::Warband => {
                self.pawn_steps(piece, from, self.game.nth_rank(side, from) == 2, to);
                if self.holds_side(from.plus(forward), side.other()) {
                    to.push(from.plus(forward));
                }
            }
            Kind::Elephant => {
                let State::Facing(facing) = piece.state else {
                    panic!("an Elephant has a facing");
                };
                self.walk(from, &[facing], 2, to);
            }
            Kind::Artillery => {
                self.walk(from, &ORTHOGONAL, 2, to);
                // V2: only captures reach the second square.
                to.retain(|&square| {
                    let distance =
                        (square.file - from.file).abs() + (square.rank - from.rank).abs();
                    distance == 1 || !self.empty(square)
                });
            }
            Kind::Dragon => {
                self.leap(from, &[(0, 2), (0, -2), (2, 2), (2, -2), (-2, -2), (-2, 2)], to);
            }
            Kind::Berserker => {
                let ahead = forward.1;
                self.walk(from, &[(0, ahead), (1, ahead), (-1, ahead), (1, 0), (-1, 0)], 2, to);
            }
        }
        if obeys_river(self.game, piece) {
            to.retain(|&square| self.river_allows(from, square));
        }
    }

    /// R1 and R2: from an area only to the same area and the River; from the River anywhere.
    fn river_allows(&self, from: Square, to: Square) -> bool {
        let start = self.game.area(from);
        let end = self.game.area(to);
        start == Some(Area::River) || end == Some(Area::River) || start == end
    }

    /// Adds the square if it is on the board and not held by the own side.
    fn land(&self, side: Side, square: Square, to: &mut Vec<Square>) {
        if self.on_board(square) && !self.holds_side(square, side) {
            to.push(square);
        }
    }

    /// Walks up to `most` steps in each direction, over empty squares, to the first piece; that one may be captured.
    fn walk(&self, from: Square, steps: &[Step], most: u32, to: &mut Vec<Square>) {
        let side = self.at(from).expect("a piece to move").side;
        for &step in steps {
            let mut square = from;
            for _ in 0..most {
                square = square.plus(step);
                self.land(side, square, to);
                if !self.empty(square) {
                    break;
                }
            }
        }
    }

    /// One step in any direction.
    fn king_step(&self, from: Square, to: &mut Vec<Square>) {
        self.walk(from, &ORTHOGONAL, 1, to);
        self.walk(from, &DIAGONAL, 1, to);
    }

    /// Jumps straight to each square.
    fn leap(&self, from: Square, leaps: &[Step], to: &mut Vec<Square>) {
        let side = self.at(from).expect("a piece to move").side;
        for &leap in leaps {
            self.land(side, from.plus(leap), to);
        }
    }

    /// Moves over empty squares; captures the next piece beyond exactly one screen.
    fn cannon(&self, from: Square, to: &mut Vec<Square>) {
        let side = self.at(from).expect("a piece to move").side;
        for step in ORTHOGONAL {
            let mut square = from.plus(step);
            while self.empty(square) {
                to.push(square);
                square = square.plus(step);
            }
            // Here stands the screen, or the board ends.
            square = square.plus(step);
            while self.empty(square) {
                square = square.plus(step);
            }
            if self.holds_side(square, side.other()) {
                to.push(square);
            }
        }
    }

    /// One step forward, and two if allowed, over empty squares, without capturing.
    fn pawn_steps(&self, piece: Piece, from: Square, may_double: bool, to: &mut Vec<Square>) {
        let one = from.plus(piece.side.forward());
        let two = one.plus(piece.side.forward());
        if self.empty(one) {
            to.push(one);
            if may_double && self.empty(two) {
                to.push(two);
            }
        }
    }

    /// Enemies on the two squares diagonally forward.
    fn pawn_captures(&self, side: Side, from: Square, to: &mut Vec<Square>) {
        for sideways in [-1, 1] {
            let square = from.plus(side.forward()).plus((sideways, 0));
            if self.holds_side(square, side.other()) {
                to.push(square);
            }
        }
    }
}

/// Is this piece bound by the rule on crossing the River? (The others either have no River, or cannot cross it in
/// one move anyway, R5, or are Chinese pieces.)
fn obeys_river(game: Game, piece: Piece) -> bool {
    game != Game::Valonian
        && matches!(
            piece.kind,
            Kind::Knight
                | Kind::SiegeEngine
                | Kind::Cannon
                | Kind::Lancer
                | Kind::Count
                | Kind::HighCount
                | Kind::WoodlandKing
                | Kind::Knighted
        )
}

//! Whole moves: their text, what they leave behind, and whether they are legal.

use super::{
    EnPassant, Game, Kind, ORTHOGONAL, Piece, Position, Side, Square, State, facing_letter,
};

/// Moves with the positions they lead to.
type Moves = Vec<(String, Position)>;

impl Position {
    /// All legal moves, sorted by text.
    pub(super) fn legal_moves(&self) -> Moves {
        let mut moves = self.moves_on_the_board();
        for (druid, restored) in self.substitutions() {
            for (text, next) in restored.moves_on_the_board() {
                moves.push((format!("~{} {text}", druid.name()), next));
            }
        }
        moves.sort_by(|one, other| one.0.cmp(&other.0));
        for pair in moves.windows(2) {
            assert!(pair[0].0 != pair[1].0, "{} is listed twice", pair[0].0);
        }
        moves
    }

    /// Does any enemy piece attack the royal piece of this side?
    pub(super) fn royal_attacked(&self, side: Side) -> bool {
        let mut royals = Vec::new();
        for (square, piece) in self.pieces() {
            if piece.side == side && piece.kind.is_royal() {
                royals.push(square);
            }
        }
        let mut reach = Vec::new();
        for (square, piece) in self.pieces() {
            if piece.side == side {
                continue;
            }
            self.reach(square, &mut reach);
            if royals.iter().any(|royal| reach.contains(royal)) {
                return true;
            }
        }
        false
    }

    /// The legal moves without the choice of a Druid substitution before them.
    fn moves_on_the_board(&self) -> Moves {
        let mut moves = Vec::new();
        let mut reach = Vec::new();
        for (from, piece) in self.pieces() {
            if piece.side != self.to_move {
                continue;
            }
            self.reach(from, &mut reach);
            for &to in &reach {
                if self.shielded(piece, to) {
                    continue;
                }
                let victim = self.at(to).map(|_| to);
                self.add_move(from, to, victim, None, &mut moves);
            }
            self.add_en_passant(piece, from, &mut moves);
            if piece.kind == Kind::Mage {
                self.add_shifts(from, &mut moves);
            }
        }
        self.add_castling(&mut moves);
        moves
    }

    /// H3: may this piece not land here because of the shield?
    fn shielded(&self, piece: Piece, to: Square) -> bool {
        self.game == Game::FortressHigh
            && piece.side == Side::North
            && piece.kind != Kind::FreeQueen
            && self.game.in_palace(Side::South, to)
    }

    /// Adds the move of the piece on `from` to `to`, in each way it can end, as far as it is legal. `victim` is the
    /// square of the piece it captures, `gift` that of the piece a Mage gives up.
    fn add_move(
        &self,
        from: Square,
        to: Square,
        victim: Option<Square>,
        gift: Option<Square>,
        moves: &mut Moves,
    ) {
        let piece = self.at(from).expect("a piece to move");
        for (suffix, arrived) in self.arrivals(piece, to, victim.is_some()) {
            let mut next = self.clone();
            next.captured = None;
            next.en_passant = None;
            if let Some(square) = victim {
                next.captured = self.at(square);
                next.set(square, None);
            }
            if let Some(square) = gift {
                next.set(square, None);
            }
            next.set(from, None);
            next.set(to, Some(arrived));
            let steps_two = (to.rank - from.rank).abs() == 2;
            if steps_two && matches!(piece.kind, Kind::Pawn | Kind::Warband | Kind::Pikeman) {
                next.en_passant =
                    Some(EnPassant { passed: from.plus(piece.side.forward()), victim: to });
            }
            next.castling.retain(|&(king, rook)| {
                let touched = [Some(from), Some(to), gift];
                !touched.contains(&Some(king)) && !touched.contains(&Some(rook))
            });
            next.end_turn(victim.map(|_| to));
            if next.lawful() {
                let mut text = from.name() + &to.name() + &suffix;
                if let Some(square) = gift {
                    text += &format!("!{}", square.name());
                }
                if victim.is_some() && victim != Some(to) {
                    text += "ep";
                }
                moves.push((text, next));
            }
        }
    }

    /// What a piece can be once it has arrived, each with its part of the move's text. Usually just itself.
    fn arrivals(&self, piece: Piece, to: Square, captures: bool) -> Vec<(String, Piece)> {
        let rank = self.game.nth_rank(piece.side, to);
        let turned_into = |kind, state| Piece { side: piece.side, kind, state };
        let becomes = |kind| vec![(String::new(), turned_into(kind, State::Plain))];
        let stays = vec![(String::new(), piece)];
        let off_board_ahead = |facing| !self.on_board(to.plus(facing));
        match piece.kind {
            Kind::Hawker => {
                let release = match self.game {
                    Game::FortressLevel | Game::FortressHigh => 6,
                    _ => 7,
                };
                if rank == release { becomes(Kind::Hawk) } else { stays }
            }
            Kind::FootSoldier => {
                let promotion = match self.game {
                    Game::Encounter { promotion, .. } => i32::from(promotion),
                    _ => 7,
                };
                if rank == promotion { becomes(Kind::AdvancedFootSoldier) } else { stays }
            }
            Kind::Pikeman => {
                if rank == 6 {
                    becomes(Kind::PromotedPikeman)
                } else {
                    // No longer unmoved.
                    becomes(Kind::Pikeman)
                }
            }
            Kind::PromotedPikeman => {
                if rank == 9 {
                    becomes(Kind::Knighted)
                } else {
                    stays
                }
            }
            Kind::Pawn | Kind::Warband if rank == 8 => {
                let mut choices = vec![Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
                for &(side, kind) in &self.extra_promotions {
                    if side == piece.side {
                        choices.push(kind);
                    }
                }
                let mut all = Vec::new();
                for kind in choices {
                    let name = promotion_name(kind);
                    if kind == Kind::Elephant {
                        // It faces forward, over the edge, unless it is turned at once (V6, V1).
                        let forward = piece.side.forward();
                        let state = State::Facing(forward);
                        all.push((format!("={name}"), turned_into(kind, state)));
                        for facing in ORTHOGONAL {
                            if facing != forward && !off_board_ahead(facing) {
                                let state = State::Facing(facing);
                                let letter = facing_letter(facing);
                                all.push((format!("={name}>{letter}"), turned_into(kind, state)));
                            }
                        }
                    } else {
                        all.push((format!("={name}"), turned_into(kind, State::Plain)));
                    }
                }
                all
            }
            Kind::Elephant => {
                let State::Facing(now) = piece.state else {
                    panic!("an Elephant has a facing");
                };
                let mut all = stays;
                if captures || off_board_ahead(now) {
                    for facing in ORTHOGONAL {
                        if facing != now && !off_board_ahead(facing) {
                            let state = State::Facing(facing);
                            all.push((
                                format!(">{}", facing_letter(facing)),
                                turned_into(Kind::Elephant, state),
                            ));
                        }
                    }
                }
                all
            }
            Kind::Berserker if captures => {
                vec![(String::new(), turned_into(Kind::Berserker, State::Frenzied))]
            }
            _ => stays,
        }
    }

    /// Adds an en passant capture (F2, V7). A Warband never makes one.
    fn add_en_passant(&self, piece: Piece, from: Square, moves: &mut Moves) {
        let Some(EnPassant { passed, victim }) = self.en_passant else {
            return;
        };
        let diagonally_forward = passed.rank == from.rank + piece.side.forward().1
            && (passed.file - from.file).abs() == 1;
        let may = matches!(piece.kind, Kind::Pawn | Kind::Pikeman | Kind::PromotedPikeman);
        if may && diagonally_forward && !self.shielded(piece, passed) {
            self.add_move(from, passed, Some(victim), None, moves);
        }
    }

    /// Adds a Mage's shifts (V4): sideways to an empty square at the cost of any own piece but the King and the Mage
    /// itself, or onto the square of the piece given up.
    fn add_shifts(&self, mage: Square, moves: &mut Moves) {
        for sideways in [(-1, 0), (1, 0)] {
            let to = mage.plus(sideways);
            if !self.on_board(to) || self.holds_side(to, self.to_move.other()) {
                continue;
            }
            for gift in self.squares() {
                let own = self.holds_side(gift, self.to_move);
                if !own || gift == mage || self.holds(gift, self.to_move, Kind::King) {
                    continue;
                }
                if self.empty(to) || gift == to {
                    self.add_move(mage, to, None, Some(gift), moves);
                }
            }
        }
    }

    /// Adds castling (V8), written as the King's two squares.
    fn add_castling(&self, moves: &mut Moves) {
        for &(king, rook) in &self.castling {
            let piece = self.at(king).expect("a right to castle needs a King");
            if piece.side != self.to_move {
                continue;
            }
            let sideways = if rook.file > king.file { (1, 0) } else { (-1, 0) };
            let mut between = king.plus(sideways);
            while self.empty(between) {
                between = between.plus(sideways);
            }
            if between != rook || self.royal_attacked(self.to_move) {
                continue;
            }
            let passage = king.plus(sideways);
            let to = passage.plus(sideways);
            // V3: the passage is judged before frenzied Berserkers are removed, the arrival after.
            let mut passing = self.clone();
            passing.set(king, None);
            passing.set(passage, Some(piece));
            if passing.royal_attacked(self.to_move) {
                continue;
            }
            let mut next = self.clone();
            next.captured = None;
            next.en_passant = None;
            next.set(to, Some(piece));
            next.set(passage, self.at(rook));
            next.set(king, None);
            next.set(rook, None);
            next.castling.retain(|right| right.0 != king);
            next.end_turn(None);
            if next.lawful() {
                moves.push((king.name() + &to.name(), next));
            }
        }
    }

    /// Removes the mover's frenzied Berserkers (V3), except the one on the square where the capture was made from this
    /// turn, and passes the move to the other side.
    fn end_turn(&mut self, capturer: Option<Square>) {
        if self.game == Game::Valonian {
            let mut removed = Vec::new();
            for (square, piece) in self.pieces() {
                let frenzied = piece.kind == Kind::Berserker && piece.state == State::Frenzied;
                if frenzied && piece.side == self.to_move && capturer != Some(square) {
                    removed.push(square);
                }
            }
            for square in removed {
                self.set(square, None);
            }
        }
        self.to_move = self.to_move.other();
    }

    /// May the side that has just moved leave this position? Its royal piece is not attacked (G1), and the Empresses do
    /// not face each other (W1).
    fn lawful(&self) -> bool {
        !self.royal_attacked(self.to_move.other()) && !self.empresses_face()
    }

    /// Do the two Empresses stand on one file with nothing between?
    fn empresses_face(&self) -> bool {
        let river = matches!(self.game, Game::Wing | Game::RiverQi | Game::Encounter { .. });
        river
            && self.pieces().any(|(south, piece)| {
                if piece.side != Side::South || piece.kind != Kind::Empress {
                    return false;
                }
                let mut square = south.plus((0, 1));
                while self.empty(square) {
                    square = square.plus((0, 1));
                }
                self.holds(square, Side::North, Kind::Empress)
            })
    }

    /// The Druids that may give way to the piece just captured, each with the position after that (V5). The side to
    /// move has then still its move to make.
    fn substitutions(&self) -> Vec<(Square, Position)> {
        let mut all = Vec::new();
        let Some(captured) = self.captured else {
            return all;
        };
        if captured.kind == Kind::Druid {
            return all;
        }
        for square in self.squares() {
            if !self.holds(square, self.to_move, Kind::Druid) {
                continue;
            }
            let infantry = matches!(captured.kind, Kind::Pawn | Kind::Warband);
            if infantry && self.game.nth_rank(captured.side, square) == 8 {
                continue;
            }
            let mut restored = captured;
            if let State::Facing(facing) = restored.state
                && !self.on_board(square.plus(facing))
            {
                restored.state = State::Facing((-facing.0, -facing.1));
            }
            let mut next = self.clone();
            next.captured = None;
            next.set(square, Some(restored));
            if !next.royal_attacked(self.to_move.other()) {
                all.push((square, next));
            }
        }
        all
    }
}

/// The name of a kind after `=`.
fn promotion_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Queen => "Q",
        Kind::Rook => "R",
        Kind::Bishop => "B",
        Kind::Knight => "N",
        Kind::Elephant => "ELE",
        Kind::Artillery => "ART",
        Kind::Dragon => "DRA",
        Kind::Berserker => "BER",
        Kind::Mage => "MAG",
        Kind::Druid => "DRU",
        _ => panic!("no one promotes to {kind:?}"),
    }
}

//! Which setups are positions to start from (G10).

use super::bitboard::Bitboard;
use super::outcome::Ending;
use super::piece::Side;
use super::position::Position;
use super::setup::Setup;

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
    /// The royals face each other.
    #[error("{south} and {north} face each other on a file with nothing between ({rule})")]
    RoyalsFace {
        /// The rule that forbids it.
        rule: &'static str,
        /// South's royal piece and its square.
        south: String,
        /// North's royal piece and its square.
        north: String,
    },
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
}

impl Setup {
    /// Every reason why this is not a legal start, in a fixed order; empty when it is one.
    pub fn faults(&self) -> Vec<StartFault> {
        let game = self.game();
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
        let game = self.game();
        let board = &game.board;
        let position = Position::assemble(self);
        let (turn, idle) = (self.turn(), self.turn().other());
        let royal = position.royal(turn);
        let attackers: Bitboard =
            position.attackers(position.royal(idle), position.occupied(), turn).collect();
        if game.royals_may_not_face && attackers.has(royal) {
            let royal = |side| position.describe(position.royal(side));
            faults.push(StartFault::RoyalsFace {
                rule: game.rule_ids.facing_royals,
                south: royal(Side::South),
                north: royal(Side::North),
            });
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

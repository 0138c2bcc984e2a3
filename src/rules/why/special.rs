//! Why a shift, an en passant capture, castling or a substitution cannot be made.

use super::{Refusal, refusal, with_article};
use crate::rules::bitboard::Bitboard;
use crate::rules::board::Square;
use crate::rules::moves::{Move, Special};
use crate::rules::piece::{EnPassant, Role};
use crate::rules::position::Position;
use crate::rules::special::castling::{self, NoCastling};
use crate::rules::special::substitution::NoSubstitution;

impl Position {
    pub(super) fn is_sideways_step(&self, m: Move) -> bool {
        let board = self.board();
        board.rank(m.from) == board.rank(m.to) && m.from.0.abs_diff(m.to.0) == 1
    }

    pub(super) fn no_shift(&self, m: Move) -> Refusal {
        let board = self.board();
        let target = self.piece(m.to);
        let name = board.name(m.to);
        if !target.is_none() && target.side() != self.turn {
            let message = format!(
                "a Mage's shift captures nothing, and {} stands there",
                self.describe(m.to)
            );
            return refusal("V4", message);
        }
        let Some(gift) = m.gift() else {
            let message = "a Mage's shift costs one own piece: name its square, as in !b2".into();
            return refusal("V4", message);
        };
        if gift == m.from || gift == self.royal(self.turn) {
            let message = "neither the King nor the Mage itself can be given up".into();
            return refusal("V4", message);
        }
        if !self.sides[self.turn.at()].has(gift) {
            let message = format!(
                "there is no piece of {}'s on {} to give up",
                self.game.side(self.turn),
                board.name(gift)
            );
            return refusal("V4", message);
        }
        if !target.is_none() && gift != m.to {
            let message = format!(
                "{} is in the way: onto {name} the Mage can shift only by giving up what stands there",
                self.describe(m.to)
            );
            return refusal("V4", message);
        }
        self.unsafe_or_unstated(self.piece(m.from), m)
    }

    pub(super) fn no_en_passant(&self, role: &Role, m: Move) -> Option<Refusal> {
        if self.en_passant_moves().any(|e| e.from == m.from && e.to == m.to) {
            return None;
        }
        if self.game.roles.iter().all(|k| k.en_passant == EnPassant::Never) {
            return Some(self.unknown_here("no capture en passant"));
        }
        let piece = self.piece(m.from);
        if role.en_passant == EnPassant::Captures
            && let Err((_, reason)) = self.zones_allow(piece, role, m)
        {
            return Some(reason);
        }
        let name = with_article(self.game.piece_name(piece));
        let rule = if self.game.board.river.is_empty() { "V7" } else { "F2" };
        let message = if role.en_passant == EnPassant::Never {
            format!("{name} does not capture en passant")
        } else {
            format!(
                "nothing can be captured en passant on {}: no piece has just passed over it within reach",
                self.board().name(m.to)
            )
        };
        Some(refusal(rule, message))
    }

    /// Why a King's move of two squares along his first rank is no castling.
    pub(super) fn meant_as_castling(&self, role: &Role, m: Move) -> Option<Refusal> {
        let how = match m.to.0.wrapping_sub(m.from.0) {
            2 => Special::CastleShort,
            254 => Special::CastleLong,
            _ => return None,
        };
        let board = self.board();
        let at_home =
            board.own_rank(self.turn, m.from) == 1 && board.rank(m.from) == board.rank(m.to);
        let castling = m.specially(how);
        (role.royal && role.castles && at_home && !self.is_legal(castling))
            .then(|| self.no_castling(role, castling))
    }

    pub(super) fn no_castling(&self, role: &Role, m: Move) -> Refusal {
        if self.game.tables.castling_homes.is_empty() {
            return self.unknown_here("no castling");
        }
        if !role.royal || !role.castles {
            return refusal("V8", "only the King castles, with a Rook".into());
        }
        let message = match castling::attempt(self, m.special, false) {
            Err(NoCastling::NoRight) => {
                "the King may not castle there: he or the Rook has moved, or no Rook stands there"
                    .into()
            }
            Err(NoCastling::Blocked(square)) => {
                format!("the King may not castle past {}", self.describe(square))
            }
            Err(NoCastling::InCheck) => {
                format!(
                    "the King may not castle out of check from {}",
                    self.describe_all(self.checkers())
                )
            }
            Err(NoCastling::Attacked(square)) => {
                let enemy = self.turn.other();
                let gone = self.occupied().without(m.from);
                let by: Bitboard = self.attackers(square, gone, enemy).collect();
                let (square, by) = (self.board().name(square), self.describe_all(by));
                format!("the King may not castle over or onto {square}, which is attacked by {by}")
            }
            Ok(castling) if castling == m => {
                return self.unsafe_or_unstated(self.piece(m.from), m);
            }
            Ok(castling) => {
                let (from, to) = (self.board().name(castling.from), self.board().name(castling.to));
                format!("castling is the King's move from {from} to {to} and nothing besides")
            }
        };
        refusal("V8", message)
    }

    pub(super) fn no_substitution(&self, druid: Square, reason: NoSubstitution) -> Refusal {
        let board = self.board();
        let message = match reason {
            NoSubstitution::NothingTaken => {
                "no Druid may stand in: the last move captured nothing that a Druid could save"
                    .into()
            }
            NoSubstitution::NoDruid => {
                format!(
                    "there is no Druid of {}'s on {} to stand in",
                    self.game.side(self.turn),
                    board.name(druid)
                )
            }
            NoSubstitution::LastRank => format!(
                "the {} may not come back on {}, its last rank",
                self.game.piece_name(self.taken),
                board.name(druid)
            ),
            NoSubstitution::ChecksCaptor => format!(
                "with the {} on {}, {} would be in check without having been able to answer",
                self.game.piece_name(self.taken),
                board.name(druid),
                self.game.side(self.turn.other())
            ),
        };
        refusal("V5", message)
    }
}

//! Why a shift, an en passant capture, castling or a substitution cannot be made.

use super::bitboard::Bitboard;
use super::legality::{NoCastling, NoSubstitution, try_castling};
use super::moves::{Move, Special};
use super::position::Position;
use super::refusal::{Refusal, refusal, with_article};
use super::role::{EnPassant, Role};
use super::square::Square;

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
                "{}'s shift captures nothing, and {} stands there",
                self.one_that(|r| r.shifts),
                self.describe(m.to)
            );
            return refusal(self.game.rule_ids.shift, message);
        }
        let Some(gift) = m.gift() else {
            let mage = self.one_that(|r| r.shifts);
            let message = format!("{mage}'s shift costs one own piece: name its square, as in !b2");
            return refusal(self.game.rule_ids.shift, message);
        };
        if gift == m.from || gift == self.royal(self.turn) {
            let (king, mage) = (self.royal_name(), self.name_of(|r| r.shifts));
            let message = format!("neither the {king} nor the {mage} itself can be given up");
            return refusal(self.game.rule_ids.shift, message);
        }
        if !self.sides[self.turn.at()].has(gift) {
            let message = format!(
                "there is no piece of {}'s on {} to give up",
                self.game.side(self.turn),
                board.name(gift)
            );
            return refusal(self.game.rule_ids.shift, message);
        }
        if !target.is_none() && gift != m.to {
            let message = format!(
                "{} is in the way: onto {name} the {} can shift only by giving up what stands there",
                self.describe(m.to),
                self.name_of(|r| r.shifts)
            );
            return refusal(self.game.rule_ids.shift, message);
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
        let message = if role.en_passant == EnPassant::Never {
            format!("{name} does not capture en passant")
        } else {
            format!(
                "nothing can be captured en passant on {}: no piece has just passed over it within reach",
                self.board().name(m.to)
            )
        };
        Some(refusal(self.game.rule_ids.en_passant, message))
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
        let rule = self.game.rule_ids.castling;
        let (king, rook) = (self.royal_name(), self.name_of(|r| r.castles && !r.royal));
        if !role.royal || !role.castles {
            return refusal(rule, format!("only the {king} castles, with {}", with_article(rook)));
        }
        let message = match try_castling(self, m.special, false) {
            Err(NoCastling::NoRight) => format!(
                "the {king} may not castle there: he or the {rook} has moved, or no {rook} stands there"
            ),
            Err(NoCastling::Blocked(square)) => {
                format!("the {king} may not castle past {}", self.describe(square))
            }
            Err(NoCastling::InCheck) => {
                format!(
                    "the {king} may not castle out of check from {}",
                    self.describe_all(self.checkers())
                )
            }
            Err(NoCastling::Attacked(square)) => {
                let enemy = self.turn.other();
                let gone = self.occupied().without(m.from);
                let by: Bitboard = self.attackers(square, gone, enemy).collect();
                let (square, by) = (self.board().name(square), self.describe_all(by));
                format!(
                    "the {king} may not castle over or onto {square}, which is attacked by {by}"
                )
            }
            Ok(castling) if castling == m => {
                return self.unsafe_or_unstated(self.piece(m.from), m);
            }
            Ok(castling) => {
                let (from, to) = (self.board().name(castling.from), self.board().name(castling.to));
                format!("castling is the {king}'s move from {from} to {to} and nothing besides")
            }
        };
        refusal(rule, message)
    }

    pub(super) fn no_substitution(&self, druid: Square, reason: NoSubstitution) -> Refusal {
        let druid_name = self.name_of(|r| r.substitutes);
        let board = self.board();
        let message = match reason {
            NoSubstitution::NothingTaken => {
                format!(
                    "no {druid_name} may stand in: the last move captured nothing that {} could save",
                    with_article(druid_name)
                )
            }
            NoSubstitution::NoSubstitute => {
                format!(
                    "there is no {druid_name} of {}'s on {} to stand in",
                    self.game.side(self.turn),
                    board.name(druid)
                )
            }
            NoSubstitution::LastRank => format!(
                "the {} may not come back on {}, its last rank",
                self.game.piece_name(self.restorable),
                board.name(druid)
            ),
            NoSubstitution::ChecksCaptor => format!(
                "with the {} on {}, {} would be in check without having been able to answer",
                self.game.piece_name(self.restorable),
                board.name(druid),
                self.game.side(self.turn.other())
            ),
        };
        refusal(self.game.rule_ids.substitution, message)
    }
}

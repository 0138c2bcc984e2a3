//! The one legal move that fits what a text says, or the reason why there is none.

use super::mover::Mover;
use super::wanted::{WantedFacing, WantedMove};
use crate::notation::coordinate;
use crate::notation::error::{MoveError, not_a_move};
use crate::notation::moves::{castling, chosen, example, false_promotion, write_move};
use crate::rules::{Bitboard, Move, Piece, Position, Promotion, Refusal, RoleId, Special, Square};

impl WantedMove {
    /// The one legal move that fits.
    pub(super) fn choose(&self, position: &Position, legal: &[Move]) -> Result<Move, MoveError> {
        if let Some(how) = self.castle {
            let m = self.with_druid(castling(position, how));
            return match position.refuse(m) {
                None => Ok(m),
                Some(refusal) => Err(MoveError::Illegal(refusal)),
            };
        }
        // Letters in the other case count only where those in the right one say nothing: `Bb6` is never a Pawn's move.
        let understood = self.movers.iter().any(|m| m.cased);
        for exact in [true, false] {
            let movers: Vec<&Mover> =
                self.movers.iter().filter(|m| m.cased == understood && m.exact == exact).collect();
            let meant = |m: &Move| movers.iter().any(|w| w.fits(position, *m));
            let mut fitting: Vec<Move> =
                legal.iter().copied().filter(|m| self.fits(position, *m) && meant(m)).collect();
            self.tell_passing(position, &mut fitting);
            match fitting[..] {
                [] => {}
                [m] => return self.agree(position, m),
                _ => {
                    return Err(MoveError::Ambiguous {
                        candidates: candidates(position, &fitting),
                    });
                }
            }
        }
        Err(self.why_not(position, understood))
    }

    fn with_druid(&self, m: Move) -> Move {
        self.druid.map_or(m, |druid| m.substituting(druid))
    }

    /// Where a promoted Pikeman may go to one square with or without capturing en passant, no mark means without,
    /// and a mark of capture with.
    fn tell_passing(&self, position: &Position, fitting: &mut Vec<Move>) {
        let passes = |m: &Move| m.special == Special::EnPassant;
        let captures = self.capture && self.to.is_some_and(|to| position.piece(to).is_none());
        if captures && fitting.iter().any(passes) {
            fitting.retain(passes);
        } else if !self.en_passant && !fitting.iter().all(passes) {
            fitting.retain(|m| !passes(m));
        }
    }

    fn fits(&self, position: &Position, m: Move) -> bool {
        let game = position.game();
        let choice = (!m.choice.is_none()).then(|| m.choice.role());
        let mover = coordinate::mover(position, m);
        let role = game.role_of(mover);
        let promotes = choice.is_some_and(|c| game.family(c) != game.family(mover.role()));
        let promotion_fits = match self.promotion {
            Some(wanted) if promotes => choice.map(|c| game.family(c)) == Some(wanted),
            Some(wanted) => {
                let after = position.arrives(mover, m.to);
                matches!(role.promotion, Some(Promotion::Automatic { .. }))
                    && game.family(after.role()) == wanted
                    && game.family(mover.role()) != wanted
            }
            None => true,
        };
        let faces = choice.and_then(|c| game.role(c).facing(position.turn()));
        let turn_fits = match self.turn {
            WantedFacing::Unsaid => true,
            WantedFacing::Ahead if promotes => choice.is_some_and(|c| game.role(c).is_plain()),
            WantedFacing::Ahead => choice.is_none(),
            WantedFacing::To(direction) => faces == Some(direction),
        };
        Some(m.to) == self.to
            && m.druid() == self.druid
            && (self.gift.is_none() || m.gift() == self.gift)
            && (!self.en_passant || m.special == Special::EnPassant)
            && promotion_fits
            && turn_fits
    }

    /// Refuses a move whose text says a capture where there is none.
    fn agree(&self, position: &Position, m: Move) -> Result<Move, MoveError> {
        if self.capture && m.special != Special::EnPassant && position.piece(m.to).is_none() {
            let name = position.board().name(m.to);
            return Err(MoveError::Contradiction {
                column: 0,
                message: format!("the text says a capture, but there is nothing on {name}"),
            });
        }
        Ok(m)
    }

    /// The reason why nothing fits: that of the piece meant, or of each that could have been.
    fn why_not(&self, position: &Position, understood: bool) -> MoveError {
        let (game, side) = (position.game(), position.turn());
        let Some(to) = self.to else { return not_a_move("no square to move to") };
        let attempt = |from: Square| {
            let mut m = Move::plain(from, to);
            if let Some(role) = self.promotion {
                m = m.choosing(Piece::new(role, side));
            }
            if let WantedFacing::To(direction) = self.turn {
                let piece = position.piece(from);
                let named = match self.promotion {
                    Some(role) => game.role(role).abbreviation[side.at()],
                    None if piece.is_none() => "",
                    None => game.abbreviation(piece),
                };
                m = chosen(game, side, named, Some(direction)).map_or(m, |c| m.choosing(c));
            }
            if let Some(gift) = self.gift {
                m = m.giving(gift);
            }
            if self.en_passant {
                m = m.specially(Special::EnPassant);
            }
            self.with_druid(m)
        };
        let refuse = |from: Square| {
            let piece = position.piece(from);
            if let Some(role) = self.promotion
                && !piece.is_none()
                && matches!(game.role_of(piece).promotion, Some(Promotion::Automatic { .. }))
            {
                // Legal but for the promotion stated: that is what is wrong with it.
                let m = attempt(from).choosing(Piece::NONE);
                let name = game.role(role).abbreviation[side.at()];
                let after = position.arrives(piece, to);
                return Some(position.refuse(m).map_or_else(
                    || MoveError::Contradiction {
                        column: 0,
                        message: false_promotion(game, piece, after, name),
                    },
                    MoveError::Illegal,
                ));
            }
            position.refuse(attempt(from)).map(MoveError::Illegal)
        };
        if let Some(whole) = self.movers.iter().find(|m| m.exact) {
            let from = whole.from.first().unwrap_or(to);
            let piece = position.piece(from);
            let named = |roles: &[RoleId]| {
                roles.iter().map(|k| game.role(*k).name[side.at()]).next().unwrap_or("piece")
            };
            if !piece.is_none()
                && piece.side() == side
                && !whole.roles.contains(&game.family(piece.role()))
            {
                return MoveError::Contradiction {
                    column: 0,
                    message: format!(
                        "the text says {}, but there is {}",
                        named(&whole.roles),
                        position.describe(from)
                    ),
                };
            }
            return refuse(from).unwrap_or_else(|| not_a_move("its parts do not fit together"));
        }
        let mut reasons = Vec::new();
        let mut meant = Bitboard::EMPTY;
        for mover in self.movers.iter().filter(|m| m.cased == understood) {
            let own = position.pieces_of(side) & mover.from;
            meant = own
                .into_iter()
                .filter(|s| mover.roles.contains(&game.family(position.piece(*s).role())))
                .collect();
            reasons.extend(meant.into_iter().filter_map(refuse));
            if !reasons.is_empty() {
                break;
            }
        }
        match reasons.len() {
            0 => not_a_move(&format!(
                "{} has no such piece that could be meant; write a move like {}",
                game.side(side),
                example(position)
            )),
            1 => reasons.swap_remove(0),
            _ => several(reasons).unwrap_or_else(|| {
                let pieces: Vec<String> = meant.into_iter().map(|s| position.describe(s)).collect();
                let (pieces, to) = (pieces.join(" nor "), position.board().name(to));
                let message = format!("neither {pieces} moves to {to} so");
                MoveError::Illegal(Refusal { rule: "P1", message })
            }),
        }
    }
}

/// One refusal out of those of several pieces that could have been meant; none when they just do not move so.
fn several(mut reasons: Vec<MoveError>) -> Option<MoveError> {
    let false_mark = |r: &MoveError| matches!(r, MoveError::Contradiction { .. });
    if let Some(at) = reasons.iter().position(false_mark) {
        return Some(reasons.swap_remove(at));
    }
    let mut rule = "P1";
    let mut messages: Vec<String> = Vec::new();
    for reason in reasons {
        if let MoveError::Illegal(refusal) = reason
            && refusal.rule != "P1"
        {
            rule = refusal.rule;
            messages.push(refusal.message);
        }
    }
    let message = messages.join("; ");
    (!message.is_empty()).then_some(MoveError::Illegal(Refusal { rule, message }))
}

/// The moves that fit, in canonical text; where an Elephant could keep its facing, with the word that says so.
pub(super) fn candidates(position: &Position, moves: &[Move]) -> Vec<String> {
    let turns = |m: &&Move| !m.choice.is_none();
    let turning = moves.iter().filter(turns).count() > 0;
    moves
        .iter()
        .map(|m| {
            let text = write_move(position, *m);
            if turning && m.choice.is_none() {
                let (text, mark) = text.split_at(text.trim_end_matches('+').len());
                format!("{text}>ahead{mark}")
            } else {
                text
            }
        })
        .collect()
}

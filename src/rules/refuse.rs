//! Why a move is not legal, the most basic reason first; and playing a move that is checked.

use super::bitboard::Bitboard;
use super::legality::try_substitution;
use super::moves::{Move, Special};
use super::piece::Piece;
use super::position::Position;
use super::refusal::{Refusal, refusal, with_article};
use super::role::Frenzy;
use super::square::Square;

impl Position {
    /// The position after a move.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub fn play(&self, m: Move) -> Result<Position, Refusal> {
        match self.refuse(m) {
            None => Ok(self.play_unchecked(m)),
            Some(refusal) => Err(refusal),
        }
    }

    /// Why a move is not legal; none when it is.
    pub fn refuse(&self, m: Move) -> Option<Refusal> {
        if self.is_legal(m) {
            return None;
        }
        if !self.has_parts_of(m) {
            let message = "the move names a square or a piece that the game does not have".into();
            return Some(refusal("P6", message));
        }
        if let Some(druid) = m.druid() {
            if !self.game.tables.substitution {
                return Some(self.unknown_here("no piece that stands in for another"));
            }
            return Some(match try_substitution(self, druid) {
                Err(reason) => self.no_substitution(druid, reason),
                Ok(changed) => changed.refuse_proper(m.proper()),
            });
        }
        Some(self.refuse_proper(m))
    }

    /// What a move states that the game does not know.
    pub(super) fn unknown_here(&self, what: &str) -> Refusal {
        refusal("P7", format!("there is {what} in {}", self.game.title))
    }

    fn refuse_proper(&self, m: Move) -> Refusal {
        let board = self.board();
        let name = |s: Square| board.name(s);
        let piece = self.piece(m.from);
        if piece.is_none() {
            return refusal("P6", format!("there is no piece on {}", name(m.from)));
        }
        if piece.side() != self.turn {
            let message = format!(
                "{} is {}'s, and {} is to move",
                self.describe(m.from),
                self.game.side(piece.side()),
                self.game.side(self.turn)
            );
            return refusal("P6", message);
        }
        if m.from == m.to {
            return refusal("P1", format!("{} would stay where it is", self.describe(m.from)));
        }
        let role = self.game.role_of(piece);
        if matches!(m.special, Special::CastleShort | Special::CastleLong) {
            return self.no_castling(role, m);
        }
        if role.shifts && self.is_sideways_step(m) {
            return self.no_shift(m);
        }
        if let Some(gift) = m.gift() {
            if !self.game.roles.iter().any(|k| k.shifts) {
                return self.unknown_here("no move that gives up a piece");
            }
            let message = format!(
                "no piece can be given up on {}: only {}'s step sideways costs a piece",
                name(gift),
                self.one_that(|r| r.shifts)
            );
            return refusal(self.game.rule_ids.shift, message);
        }
        if m.special == Special::EnPassant {
            if let Some(reason) = self.no_en_passant(role, m) {
                return reason;
            }
        } else if let Some(reason) = self.powers_refuse(piece, role, m) {
            return reason;
        }
        self.unsafe_or_unstated(piece, m)
    }

    /// The last reasons: the royal would be attacked, or a choice is missing or wrong.
    pub(super) fn unsafe_or_unstated(&self, piece: Piece, m: Move) -> Refusal {
        let next = self.play_unchecked(m);
        let royal = next.royal(self.turn);
        let attackers: Bitboard = next.attackers(royal, next.occupied(), next.turn).collect();
        let Some(first) = attackers.first() else { return self.unstated(piece, m) };
        let enemy_royal = next.royal(next.turn);
        if first == enemy_royal && self.game.royals_may_not_face {
            let message = format!(
                "{} and {} would face each other on the file with nothing between",
                next.describe(royal),
                next.describe(enemy_royal)
            );
            return refusal(self.game.rule_ids.facing_royals, message);
        }
        let now = self.checkers();
        let attackers = next.describe_all(attackers);
        let message = if royal == m.to {
            format!("{} would be attacked by {attackers}", next.describe(royal))
        } else if !now.is_empty() && now.meets(self.sides[self.turn.other().at()]) {
            format!(
                "{} is in check and would still be attacked by {attackers}",
                next.describe(royal)
            )
        } else {
            format!("it would leave {} attacked by {attackers}", next.describe(royal))
        };
        let removed = self.removed_by(m, &next);
        let with_them = next.occupied() | removed;
        if !removed.is_empty() && next.attackers(royal, with_them, next.turn).next().is_none() {
            let message = format!(
                "{message} once {} is removed, frenzied and not the piece that captures",
                self.describe_berserkers(removed, m)
            );
            return refusal(self.game.rule_ids.frenzy, message);
        }
        refusal("G1", message)
    }

    /// The squares on which a move leaves frenzied Berserkers that its turn's end takes away (V3).
    fn removed_by(&self, m: Move, next: &Position) -> Bitboard {
        let frenzied = |s: &Square| self.game.role_of(self.piece(*s)).frenzy == Frenzy::Frenzied;
        let own = self.sides[self.turn.at()].into_iter().filter(frenzied);
        own.map(|s| if s == m.from { m.to } else { s })
            .filter(|s| next.piece(*s).is_none())
            .collect()
    }

    /// Frenzied Berserkers by the squares on which they stand after a move.
    fn describe_berserkers(&self, squares: Bitboard, m: Move) -> String {
        let name = self.game.piece_name(
            self.piece(squares.first().map_or(m.from, |s| if s == m.to { m.from } else { s })),
        );
        let all: Vec<String> = squares.into_iter().map(|s| self.board().name(s)).collect();
        format!("the {name} on {}", all.join(" and "))
    }

    /// The choice that the move leaves out, or states without having it.
    fn unstated(&self, piece: Piece, m: Move) -> Refusal {
        let captures = !self.piece(m.to).is_none();
        let choices = self.choices(piece, m.to, captures);
        let promotes = !choices.contains(&Piece::NONE);
        let role = self.game.role_of(piece);
        if m.choice.is_none() && promotes {
            return refusal(
                self.game.rule_ids.promotion,
                format!("the promotion must be stated: {}", self.list(&choices)),
            );
        }
        if m.choice.is_none() {
            return self.moves_otherwise(piece, role, m);
        }
        let chosen = self.game.role_of(m.choice);
        let name = with_article(chosen.name[self.turn.at()]);
        if promotes && chosen.facing.is_some() && choices.contains(&self.plain(m.choice)) {
            return refusal(
                self.game.rule_ids.facing,
                format!("{name} promoted there cannot be turned so"),
            );
        }
        if promotes {
            let message = format!("{name} is not to be had; there is {}", self.list(&choices));
            return refusal(self.game.rule_ids.promotion, message);
        }
        if role.facing.is_some() {
            let name = self.game.piece_name(piece);
            let message = if choices.len() == 1 {
                format!("the {name} may turn only when it captures or reaches the edge ahead of it")
            } else {
                format!(
                    "the {name} may not turn to face off the board, nor to where it looks already"
                )
            };
            return refusal(self.game.rule_ids.facing, message);
        }
        refusal("P7", format!("{} is not promoted there", self.describe(m.from)))
    }

    fn plain(&self, piece: Piece) -> Piece {
        Piece::new(self.game.family(piece.role()), piece.side())
    }

    fn list(&self, choices: &[Piece]) -> String {
        let mut names: Vec<&str> = choices.iter().map(|p| self.game.abbreviation(*p)).collect();
        names.dedup();
        names.join(", ")
    }
}

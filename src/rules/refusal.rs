//! Refusals: the rule that forbids a move, with the reason in words.

use super::bitboard::Bitboard;
use super::position::Position;
use super::role::Role;
use super::square::Square;

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The id of the rule or ruling that forbids it.
    pub rule: &'static str,
    /// The reason with the pieces and squares it concerns, lower case, no full stop.
    pub message: String,
}

pub(super) fn refusal(rule: &'static str, message: String) -> Refusal {
    Refusal { rule, message }
}

/// A piece's name with `a` or `an` before it.
pub(super) fn with_article(name: &str) -> String {
    let vowel = name.starts_with(|c: char| "AEIOUaeiou".contains(c));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

impl Position {
    /// The piece on a square in words, such as `the Siege Engine on e9`.
    pub fn describe(&self, square: Square) -> String {
        let piece = self.piece(square);
        let name = self.board().name(square);
        if piece.is_none() {
            return format!("nothing on {name}");
        }
        format!("the {} on {name}", self.game.piece_name(piece))
    }

    pub(super) fn describe_all(&self, squares: Bitboard) -> String {
        let all: Vec<String> = squares.into_iter().map(|s| self.describe(s)).collect();
        all.join(" and ")
    }

    /// The name of a role of the side to move, such as that of its royal piece; empty when it has no such role.
    pub(super) fn name_of(&self, wanted: impl Fn(&Role) -> bool) -> &'static str {
        let side = self.turn.at();
        let has = |role: &&Role| !role.abbreviation[side].is_empty() && wanted(role);
        self.game.roles.iter().find(has).map_or("", |role| role.name[side])
    }

    /// The same with `a` or `an` before it.
    pub(super) fn one_that(&self, wanted: impl Fn(&Role) -> bool) -> String {
        with_article(self.name_of(wanted))
    }

    /// The name of the royal piece of the side to move.
    pub(super) fn royal_name(&self) -> &'static str {
        self.name_of(|role| role.royal)
    }
}

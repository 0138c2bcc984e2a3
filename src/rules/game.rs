//! A game: everything that is fixed before the first move, with its compiled tables.

use std::sync::OnceLock;

use super::bitboard::Bitboard;
use super::piece::{MAX_ROLES, Piece, Side};
use super::role::{Frenzy, Promotion, Role};
use super::ruling::Ruling;
use super::spec::Spec;
use super::square::{MAX_SQUARES, Square};
use super::tables::Tables;

/// A game with its tables. Games are made once, live as long as the program, and are compared by address.
#[derive(Debug)]
pub struct Game {
    spec: Spec,
    rulings: OnceLock<Vec<Ruling>>,
    pub(super) tables: Tables,
}

/// Why a spec makes no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// More roles than [`MAX_ROLES`].
    #[error("{0} roles are more than {MAX_ROLES}")]
    Roles(usize),
    /// A side has no royal role, or several.
    #[error("{0} has {1} royal roles, not one")]
    Royals(Side, usize),
    /// Two roles share a letter and a mark, or an abbreviation is given to roles that do not stand together.
    #[error("the role {0} cannot be told from another")]
    Alike(&'static str),
    /// A role promotes to, or turns into, a role that the game does not have, or its royal.
    #[error("the role {0} becomes a role that it cannot become")]
    Becomes(&'static str),
    /// A role castles on a board that is too small for it.
    #[error("castling needs eight files")]
    Castling,
}

/// Finds what would make a game's tables meaningless.
fn check(spec: &Spec) -> Result<(), SpecError> {
    // A square's index and a role's are bytes in every table; Board::plain holds the board to its size.
    assert!(spec.board.squares() <= MAX_SQUARES);
    let roles = &spec.roles;
    if roles.len() > MAX_ROLES {
        return Err(SpecError::Roles(roles.len()));
    }
    for side in Side::BOTH {
        let royal = |role: &&Role| role.royal && !role.abbreviation[side.at()].is_empty();
        let count = roles.iter().filter(royal).count();
        if count != 1 {
            return Err(SpecError::Royals(side, count));
        }
    }
    for (at, role) in roles.iter().enumerate() {
        let name = role.abbreviation[0];
        let shared = |other: &Role, side: usize| {
            !role.abbreviation[side].is_empty() && !other.abbreviation[side].is_empty()
        };
        let same = |other: &Role, side: usize| {
            shared(other, side)
                && role.letter == other.letter
                && role.mark[side] == other.mark[side]
        };
        if roles[..at].iter().any(|other| same(other, 0) || same(other, 1)) {
            return Err(SpecError::Alike(name));
        }
        let next = roles.get(at + 1).filter(|next| next.abbreviation == role.abbreviation);
        if (role.moves_once || role.frenzy == Frenzy::Calm) && next.is_none() {
            return Err(SpecError::Becomes(name));
        }
        if let Some(Promotion::Automatic { into, .. }) = role.promotion
            && !roles.iter().any(|new| new.abbreviation[0] == into && new.is_plain() && !new.royal)
        {
            return Err(SpecError::Becomes(name));
        }
        if role.castles && (spec.board.files() < 8 || spec.board.ranks() < 2) {
            return Err(SpecError::Castling);
        }
    }
    Ok(())
}

impl std::ops::Deref for Game {
    type Target = Spec;
    #[inline]
    fn deref(&self) -> &Spec {
        &self.spec
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Game {
    /// Compiles a game from its spec, for as long as the program lives.
    ///
    /// # Errors
    /// The first thing in the spec that makes no game.
    pub fn compile(spec: Spec) -> Result<&'static Game, SpecError> {
        check(&spec)?;
        let tables = Tables::compile(&spec);
        Ok(Box::leak(Box::new(Game { spec, rulings: OnceLock::new(), tables })))
    }

    /// Where a piece may go from a square by its powers when the squares of `occupied` are, whatever this leaves attacked:
    /// empty squares and squares of `capturable`. Castling and what else is more than a power is not counted.
    ///
    /// # Panics
    /// If the piece or a square is another game's and beyond this game's.
    pub fn reach(
        &self,
        piece: Piece,
        from: Square,
        occupied: Bitboard,
        capturable: Bitboard,
    ) -> Bitboard {
        self.tables.reach(piece, from, occupied, capturable)
    }

    /// Every rule and ruling that holds in the game. The texts are read on the first call.
    pub fn rulings(&self) -> &[Ruling] {
        self.rulings.get_or_init(|| {
            let rulings = self.spec.rules.iter().flat_map(|text| text.rulings());
            rulings.filter(|ruling| ruling.holds(self.spec.revision)).collect()
        })
    }

    /// The ruling of that id.
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings().iter().find(|r| r.id == id)
    }
}

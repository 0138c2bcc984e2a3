//! A game: everything that is fixed before the first move, with its compiled tables.

use std::sync::OnceLock;

use super::board::Board;
use super::connection::{Binding, TieBreak};
use super::piece::{Piece, Promotion, Role, RoleId, Side};
use super::ruling::{RuleText, Ruling};
use super::tables::Tables;

/// Points in halves, so that they stay exact: 1 is half a point.
pub type HalfPoints = u8;

/// What a single game scores, South's points first, in halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scores {
    /// When South wins.
    pub south_wins: (HalfPoints, HalfPoints),
    /// When North wins.
    pub north_wins: (HalfPoints, HalfPoints),
    /// When nobody wins.
    pub draw: (HalfPoints, HalfPoints),
    /// `Game Points` or `Nominal Points` (S2, S4).
    pub unit: &'static str,
}

impl Scores {
    /// The same points for either winner, nothing for the loser.
    pub const fn even(win: HalfPoints, draw: HalfPoints) -> Scores {
        Scores {
            south_wins: (win, 0),
            north_wins: (0, win),
            draw: (draw, draw),
            unit: "Game Points",
        }
    }
}

/// What a variant's file declares about a game in one variation with its options chosen.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name records use, such as `wing`.
    pub name: &'static str,
    /// The variation, for games that have some.
    pub variation: Option<&'static str>,
    /// The options chosen, key and value, in the order the game lists them.
    pub options: Vec<(&'static str, &'static str)>,
    /// The game's full name.
    pub title: &'static str,
    /// What the sides are called, South first: `South` and `North`, or `White` and `Black`.
    pub side_names: [&'static str; 2],
    /// What the players are called, South first.
    pub player_titles: [&'static str; 2],
    /// The board with its zones.
    pub board: Board,
    /// Who moves first.
    pub first: Side,
    /// The roles. Roles of one abbreviation stand together, the plain one first.
    pub roles: Vec<Role>,
    /// The default array as a setup diagram.
    pub array: String,
    /// The default array's name.
    pub array_name: &'static str,
    /// Whether the royals may not face each other on an open file (W1).
    pub royals_may_not_face: bool,
    /// Whether a position can be dead (G4).
    pub dead_positions: bool,
    /// Points of a game on its own.
    pub scores: Scores,
    /// How a match of connected games ties its sides (M1).
    pub binding: Binding,
    /// What it is worth as a grouping's tie-break, for games that can be one (S3).
    pub tie_break: Option<TieBreak>,
    /// A word on the time control that fits the game, in the record's `time` notation.
    pub usual_time: &'static str,
    /// The texts of the rules and rulings that hold in the game.
    pub rules: Vec<RuleText>,
}

/// A game with its tables. Games are made once, live as long as the program, and are compared by address.
#[derive(Debug)]
pub struct Game {
    spec: Spec,
    rulings: OnceLock<Vec<Ruling>>,
    pub(super) tables: Tables,
}

impl std::ops::Deref for Game {
    type Target = Spec;
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
    /// Compiles a game's tables.
    pub(super) fn compile(spec: Spec) -> Game {
        Game { tables: Tables::compile(&spec), rulings: OnceLock::new(), spec }
    }

    /// What a side is called in this game.
    pub fn side(&self, side: Side) -> &'static str {
        self.spec.side_names[side.at()]
    }

    /// The facts about a role.
    #[inline]
    pub fn role(&self, id: RoleId) -> &Role {
        &self.spec.roles[id.0 as usize]
    }

    /// The facts about a piece's role; the piece must not be [`Piece::NONE`].
    #[inline]
    pub fn role_of(&self, piece: Piece) -> &Role {
        self.role(piece.role())
    }

    /// The roles with their ids.
    pub fn role_ids(&self) -> impl Iterator<Item = (RoleId, &Role)> {
        self.spec.roles.iter().enumerate().map(|(i, k)| (RoleId(i as u8), k))
    }

    /// The abbreviation of a piece, without its state.
    pub fn abbreviation(&self, piece: Piece) -> &'static str {
        self.role_of(piece).abbreviation[piece.side().at()]
    }

    /// The English name of a piece, such as `Siege Engine`.
    pub fn piece_name(&self, piece: Piece) -> &'static str {
        self.role_of(piece).name[piece.side().at()]
    }

    /// The roles that a side may have for promotion because they were in its starting force, as a set of bits by
    /// [`RoleId`] (V6).
    pub(super) fn replacements(&self) -> u32 {
        self.role_ids()
            .filter(|(_, k)| {
                k.is_plain() && k.replaces.is_some() && k.promotion != Some(Promotion::Choice)
            })
            .fold(0, |set, (id, _)| set | 1 << id.0)
    }

    /// The plain role that shares its abbreviation with `id`.
    pub fn family(&self, id: RoleId) -> RoleId {
        let name = self.role(id).abbreviation;
        let first = self.spec.roles.iter().position(|k| k.abbreviation == name);
        RoleId(first.unwrap_or(id.0 as usize) as u8)
    }

    /// Every rule and ruling that holds in the game. The texts are read on the first call.
    pub fn rulings(&self) -> &[Ruling] {
        self.rulings
            .get_or_init(|| self.spec.rules.iter().flat_map(|text| text.rulings()).collect())
    }

    /// The ruling of that id.
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings().iter().find(|r| r.id == id)
    }
}

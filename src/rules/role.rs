//! Roles: the kinds of piece of a game, each with its powers and what is special about it.

use super::piece::Side;
use super::power::{Power, Zone};
use super::square::Direction;

/// How a piece changes on reaching a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// On that rank (counted from its own side, from 1) and beyond it becomes the named role, whether the
    /// player likes it or not.
    Automatic {
        /// The rank.
        rank: u8,
        /// Abbreviation of the new role (South's).
        into: &'static str,
    },
    /// On the last rank the player chooses among the roles in [`Position::reserve`](super::Position::reserve).
    Choice,
}

/// What a role can do en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassant {
    /// Nothing.
    Never,
    /// It captures en passant by its step diagonally forward.
    Captures,
}

/// The Berserker's frenzy (V3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frenzy {
    /// The rule does not concern this role.
    Never,
    /// Its first capture turns it into the next role of the list, which is [`Frenzy::Frenzied`].
    Calm,
    /// It must capture on each later turn of its owner or is removed.
    Frenzied,
}

/// A role: its names, its powers, and what is special about it. A state that changes what is legal
/// (an Elephant's facing, frenzy, a Pikeman not yet moved) is a role of its own that shares its
/// abbreviation with the plain one, so that placement alone is the whole of it.
#[derive(Clone, Debug)]
pub struct Role {
    /// Abbreviations, South's first; empty when that side cannot have the role.
    pub abbreviation: [&'static str; 2],
    /// English names, South's first.
    pub name: [&'static str; 2],
    /// The letter in a position line, upper case; shared only by states of one role, which differ in their marks.
    pub letter: char,
    /// Written behind the abbreviation in a diagram to tell the state (`>e`, `!`, `*`), South's first; empty
    /// for the plain role.
    pub mark: [&'static str; 2],
    /// Another abbreviation that is read but never written, South's first; empty for none.
    pub alias: [&'static str; 2],
    /// The figurines that Unicode has for the role, South's first; empty for none.
    pub figurines: [&'static str; 2],
    /// The letter that file notation (WXF) has for the piece of Xiangqi in whose place it stands, if there is one.
    pub xiangqi: Option<char>,
    /// How it moves and captures.
    pub powers: Vec<Power>,
    /// The same in words, as they would follow "it": `steps once diagonally in its palace`.
    pub how: &'static str,
    /// Whether R1 and R2 bind it; R5 names roles that they need not.
    pub river: bool,
    /// Where it may go at all.
    pub within: Zone,
    /// Where it may not land, though its lines and its attack on the royal pass (H3).
    pub barred: Zone,
    /// Why it may not land there, as it precedes "on c3"; empty where it may land everywhere.
    pub barred_because: &'static str,
    /// Where it may stand in a starting array (G10).
    pub start: Zone,
    /// Whether it is the royal piece.
    pub royal: bool,
    /// Whether it attacks the enemy's royal piece (H5 makes the Witch an exception).
    pub attacks_royal: bool,
    /// Whether it is infantry for G3.
    pub infantry: bool,
    /// How it is promoted.
    pub promotion: Option<Promotion>,
    /// Whether any move of its own turns it into the next role of the list (a Pikeman that has moved).
    pub moves_once: bool,
    /// Whether its two-square advance gives an en passant right.
    pub double_step: bool,
    /// Whether it may capture en passant.
    pub en_passant: EnPassant,
    /// The Elephant's facing as South would have it: N is forward for either side (V1).
    pub facing: Option<Direction>,
    /// Berserker frenzy (V3).
    pub frenzy: Frenzy,
    /// Whether it shifts sideways for the gift of a piece (V4).
    pub shifts: bool,
    /// Whether it may be removed in place of a captured piece (V5).
    pub substitutes: bool,
    /// Whether it castles: the royal piece with this and a Rook with this (V8).
    pub castles: bool,
    /// Whether an owner may choose it on promotion without having had it at the start (V6).
    pub always_promotable: bool,
    /// The role of the orthodox array it may replace, by abbreviation (Valonian Chess).
    pub replaces: Option<&'static str>,
    /// Counts as nothing for G4 and G8.
    pub harmless: bool,
    /// Alone with the royal pieces it cannot mate (G4).
    pub lone_draw: bool,
    /// Never leaves the colour of its square, for G4.
    pub one_colour: bool,
}

impl Role {
    /// The direction a piece of this role faces, if it has a facing.
    pub fn facing(&self, side: Side) -> Option<Direction> {
        let facing = self.facing?;
        let turned = side == Side::North && matches!(facing, Direction::N | Direction::S);
        Some(if turned { facing.opposite() } else { facing })
    }

    /// Whether this is the plain form of its role: the one a diagram writes without a mark.
    pub fn is_plain(&self) -> bool {
        self.mark[0].is_empty()
    }

    /// A role with the names given and nothing special.
    pub fn new(
        abbreviation: [&'static str; 2],
        name: [&'static str; 2],
        letter: char,
        how: &'static str,
        powers: Vec<Power>,
    ) -> Role {
        Role {
            abbreviation,
            name,
            letter,
            mark: [""; 2],
            alias: [""; 2],
            figurines: [""; 2],
            xiangqi: None,
            powers,
            how,
            river: false,
            within: Zone::Board,
            barred: Zone::Nowhere,
            barred_because: "",
            start: Zone::Board,
            royal: false,
            attacks_royal: true,
            infantry: false,
            promotion: None,
            moves_once: false,
            double_step: false,
            en_passant: EnPassant::Never,
            facing: None,
            frenzy: Frenzy::Never,
            shifts: false,
            substitutes: false,
            castles: false,
            always_promotable: false,
            replaces: None,
            harmless: false,
            lone_draw: false,
            one_colour: false,
        }
    }
}

//! What a game's file declares: board, roles, array, scores and the facts that only some games have.

use super::board::Board;
use super::outcome::{Ending, Outcome};
use super::piece::{Piece, RoleId, Side};
use super::role::{Promotion, Role};
use super::ruling::RuleText;

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

/// What it means that the side to move has no legal move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// The game is drawn.
    Draw,
    /// The side to move has lost, as in Xiangqi.
    Loss,
}

/// When repetition (G2) and moves without progress (G3) make a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawLimits {
    /// Occurrences of a position from which the side to move may claim a draw.
    pub repetition_claim: usize,
    /// Occurrences of a position that end the game.
    pub repetition: usize,
    /// Halfmoves without progress from which the side to move may claim a draw.
    pub halfmove_claim: u16,
    /// Halfmoves without progress that end the game.
    pub halfmoves: u16,
}

impl DrawLimits {
    /// Threefold repetition and fifty moves by each side to claim; fivefold and seventy-five to end the game.
    pub const WESTERN: DrawLimits =
        DrawLimits { repetition_claim: 3, repetition: 5, halfmove_claim: 100, halfmoves: 150 };
}

/// The ids of the rulings that a refusal names for a rule that only some games have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleIds {
    /// The royals may not face each other.
    pub facing_royals: &'static str,
    /// Infantry's advance of two squares.
    pub double_step: &'static str,
    /// Capturing en passant.
    pub en_passant: &'static str,
    /// Castling.
    pub castling: &'static str,
    /// Promotion by choice.
    pub promotion: &'static str,
    /// Turning a piece that has a facing.
    pub facing: &'static str,
    /// A frenzied piece that does not capture is removed.
    pub frenzy: &'static str,
    /// A shift that costs a piece.
    pub shift: &'static str,
    /// A piece removed in place of a captured one.
    pub substitution: &'static str,
    /// A zone where a role may not land.
    pub barred: &'static str,
    /// A royal piece that not every piece attacks.
    pub immune_royal: &'static str,
}

impl RuleIds {
    /// The ids of the general rulings, for a game that has none of its own.
    pub const GENERAL: RuleIds = RuleIds {
        facing_royals: "G1",
        double_step: "P1",
        en_passant: "P1",
        castling: "P1",
        promotion: "P7",
        facing: "P7",
        frenzy: "G1",
        shift: "P1",
        substitution: "P1",
        barred: "P5",
        immune_royal: "P1",
    };
}

/// The usual colours of a side's pieces, for pictures, each as `0xRRGGBB`. Both are dark or both are light, and the other
/// side's are not, so that the sides can be told apart without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceColours {
    /// The colour of the greater part of a piece.
    pub main: u32,
    /// The colour of the rest.
    pub second: u32,
}

impl PieceColours {
    /// White and black, White being South.
    pub const WHITE_AND_BLACK: [PieceColours; 2] = [
        PieceColours { main: 0xffffff, second: 0xd6d6d6 },
        PieceColours { main: 0x262626, second: 0x4c4c4c },
    ];
}

/// What a variant's file declares about a game in one variation with its options chosen.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name records use, such as `wing`.
    pub name: &'static str,
    /// The revision of its rulings, from 1.
    pub revision: u32,
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
    /// The colours of the pieces, South's first.
    pub colours: [PieceColours; 2],
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
    /// Whether the royals may not face each other from their palaces on an open file.
    pub royals_may_not_face: bool,
    /// What stalemate is.
    pub stalemate: Stalemate,
    /// Whether a position can be dead (G4).
    pub dead_positions: bool,
    /// When repetition and moves without progress make a draw.
    pub draw_limits: DrawLimits,
    /// The ids that refusals name for what only some games have.
    pub rule_ids: RuleIds,
    /// Points of a game on its own.
    pub scores: Scores,
    /// How a match of connected games ties its sides (M1).
    pub binding: Binding,
    /// What it is worth as a grouping's tie-break, for games that can be one (S3).
    pub tie_break: Option<TieBreak>,
    /// A word on the time control that fits the game, in the record's `time` notation.
    pub usual_time: &'static str,
    /// The texts of the rules and rulings, of which those hold that are of the revision.
    pub rules: Vec<RuleText>,
}

impl Spec {
    /// Who wins when the game ends so and `turn` is to move.
    pub fn outcome(&self, ending: Ending, turn: Side) -> Outcome {
        match (ending, self.stalemate) {
            (Ending::Checkmate, _) | (Ending::Stalemate, Stalemate::Loss) => {
                Outcome::Won(turn.other())
            }
            _ => Outcome::Draw,
        }
    }

    /// What a side is called in this game.
    pub fn side(&self, side: Side) -> &'static str {
        self.side_names[side.at()]
    }

    /// Whether the game has such a piece; false for [`Piece::NONE`].
    pub fn has(&self, piece: Piece) -> bool {
        !piece.is_none() && piece.role().at() < self.roles.len()
    }

    /// The facts about a role.
    ///
    /// # Panics
    /// If the id is another game's and beyond this game's roles.
    #[inline]
    pub fn role(&self, id: RoleId) -> &Role {
        &self.roles[id.0 as usize]
    }

    /// The facts about a piece's role; the piece must not be [`Piece::NONE`].
    #[inline]
    pub fn role_of(&self, piece: Piece) -> &Role {
        self.role(piece.role())
    }

    /// The roles with their ids.
    pub fn role_ids(&self) -> impl Iterator<Item = (RoleId, &Role)> {
        self.roles.iter().enumerate().map(|(i, k)| (RoleId(i as u8), k))
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
        let first = self.roles.iter().position(|k| k.abbreviation == name);
        RoleId(first.unwrap_or(id.0 as usize) as u8)
    }
}

/// How M1 ties a game's sides to those of the other games of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binding {
    /// Binds itself and every [`Binding::Companion`] of the match to one side.
    Anchor,
    /// Bound once the match has an [`Binding::Anchor`].
    Companion,
    /// Bound only where the match file says so.
    Free,
    /// Never bound.
    Exempt,
}

/// What a game is worth when it decides a grouping whose totals are level (S3). Its own scores are then Nominal
/// Points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TieBreak {
    /// The Win Bonus in Game Points.
    pub bonus: Scores,
    /// The variation that must follow a draw; none where the tie-break ends here.
    pub after_draw: Option<&'static str>,
}

//! What Wing, RiverQi and Encounter share: the River Territories board, its array, and the pieces with the
//! powers of the first of these games.

use super::family::Selection;
use crate::rules::board::Board;
use crate::rules::piece::Side;
use crate::rules::power::{Lines, Mode, Power, Zone, make};
use crate::rules::role::{Promotion, Role};
use crate::rules::ruling::RuleText;
use crate::rules::spec::{Binding, DrawLimits, PieceColours, RuleIds, Scores, Spec, Stalemate};

/// What the three games have in common; each fills in the rest.
pub(super) fn common(choice: &Selection) -> Spec {
    Spec {
        name: "",
        revision: choice.revision,
        variation: None,
        options: vec![],
        title: "",
        side_names: ["South", "North"],
        player_titles: ["South", "North"],
        // Dark red and dark yellow: Wing page, note 5.
        colours: [
            PieceColours { main: 0x8c1c1c, second: 0x5f2a16 },
            PieceColours { main: 0xd9a520, second: 0xf0cf78 },
        ],
        board: board(),
        first: Side::South,
        roles: vec![],
        array: String::new(),
        array_name: "Xiangqi set-up",
        royals_may_not_face: true,
        stalemate: Stalemate::Draw,
        dead_positions: true,
        draw_limits: DrawLimits::WESTERN,
        rule_ids: RuleIds { facing_royals: "W1", ..RuleIds::GENERAL },
        scores: Scores::even(0, 0),
        binding: Binding::Free,
        tie_break: None,
        usual_time: "40d",
        rules: vec![],
    }
}

/// The pieces that RiverQi's side and both sides of Wing have besides their infantry.
pub(super) fn river_pieces() -> Vec<Role> {
    vec![
        empress(),
        guard(),
        defender(["SD", "ND"], "Defender", 'D'),
        knight(),
        siege_engine(),
        cannon(),
    ]
}

/// Nine files by ten ranks; the River is ranks 5 and 6.
fn board() -> Board {
    let mut board = Board::plain(9, 10);
    board.area_name = "Territory";
    board.areas = [board.rectangle("a1", "i4"), board.rectangle("a7", "i10")];
    board.river = board.rectangle("a5", "i6");
    board.palaces = [board.rectangle("d1", "f3"), board.rectangle("d8", "f10")];
    board.palace_names = ["the Southern Fortress", "the Northern Fortress"];
    board
}

fn empress() -> Role {
    Role {
        royal: true,
        xiangqi: Some('K'),
        within: Zone::Palace,
        start: Zone::Palace,
        ..Role::new(
            ["SE", "NE"],
            ["Empress"; 2],
            'E',
            "steps once along a rank or file inside her Fortress",
            vec![make::leap(&make::ORTHOGONAL)],
        )
    }
}

fn guard() -> Role {
    Role {
        xiangqi: Some('A'),
        within: Zone::Palace,
        start: Zone::Named("d1 f1 e2 d3 f3"),
        harmless: true,
        lone_draw: true,
        ..Role::new(
            ["SG", "NG"],
            ["Guard"; 2],
            'G',
            "steps once diagonally inside his Fortress",
            vec![make::leap(&make::DIAGONAL)],
        )
    }
}

/// The Defender, or the Chinese Elephant under its names and letter.
pub(super) fn defender(abbreviation: [&'static str; 2], name: &'static str, letter: char) -> Role {
    let powers = make::DIAGONAL.iter().map(|step| make::twice(*step, Mode::Both)).collect();
    Role {
        xiangqi: Some('E'),
        within: Zone::NearSide,
        start: Zone::Named("c1 g1 a3 e3 i3 c5 g5"),
        harmless: true,
        lone_draw: true,
        ..Role::new(
            abbreviation,
            [name; 2],
            letter,
            "goes exactly two squares diagonally, not jumping, on its own side and the nearer River rank",
            powers,
        )
    }
}

fn knight() -> Role {
    Role {
        xiangqi: Some('H'),
        river: true,
        lone_draw: true,
        ..Role::new(
            ["SK", "NK"],
            ["Knight"; 2],
            'K',
            "leaps two squares along a rank or file and one aside",
            vec![make::leap(&make::KNIGHT)],
        )
    }
}

fn siege_engine() -> Role {
    Role {
        xiangqi: Some('R'),
        river: true,
        ..Role::new(
            ["SS", "NS"],
            ["Siege Engine"; 2],
            'S',
            "rides along ranks and files",
            vec![make::ride(Lines::Orthogonal)],
        )
    }
}

fn cannon() -> Role {
    Role {
        xiangqi: Some('C'),
        river: true,
        lone_draw: true,
        ..Role::new(
            ["SC", "NC"],
            ["Cannon"; 2],
            'C',
            "rides along ranks and files, and captures over exactly one piece",
            vec![Power::Hop],
        )
    }
}

/// A Foot Soldier or Soldier, one step forward until its promotion rank.
pub(super) fn foot_soldier(
    abbreviation: [&'static str; 2],
    name: &'static str,
    rank: u8,
    into: &'static str,
) -> Role {
    Role {
        infantry: true,
        xiangqi: Some('P'),
        start: Zone::Ranks(1, rank - 1),
        // Q1
        promotion: Some(Promotion::Automatic { rank, into }),
        lone_draw: true,
        ..Role::new(
            abbreviation,
            [name; 2],
            'F',
            "steps once straight forward",
            vec![make::leap(&[(0, 1)])],
        )
    }
}

/// The same after promotion: forward or sideways.
pub(super) fn advanced_foot_soldier(
    abbreviation: [&'static str; 2],
    name: &'static str,
    rank: u8,
) -> Role {
    Role {
        infantry: true,
        xiangqi: Some('P'),
        start: Zone::Ranks(rank, 10),
        lone_draw: true,
        ..Role::new(
            abbreviation,
            [name; 2],
            'A',
            "steps once straight forward or sideways",
            // Q2: on the last rank forward is off the board.
            vec![make::leap(&[(0, 1), (1, 0), (-1, 0)])],
        )
    }
}

/// One army in the set-up of Xiangqi: abbreviations of rook, knight, elephant, guard, royal, cannon and soldier.
pub(super) struct Army {
    /// The back rank from the first file to the royal's.
    pub(super) back: [&'static str; 5],
    /// The piece on the second and eighth file of the third rank.
    pub(super) cannon: &'static str,
    /// The infantry on every second file of the fourth rank.
    pub(super) infantry: &'static str,
}

/// The set-up of Xiangqi as a diagram, South's army first (W3).
pub(super) fn array(south: &Army, north: &Army) -> String {
    let back = |a: &Army| [0, 1, 2, 3, 4, 3, 2, 1, 0].map(|i| a.back[i]);
    let third = |a: &Army| {
        let mut row = ["."; 9];
        row[1] = a.cannon;
        row[7] = a.cannon;
        row
    };
    let fourth = |a: &Army| std::array::from_fn(|f| if f % 2 == 0 { a.infantry } else { "." });
    let empty = ["."; 9];
    let rows: [[&str; 9]; 10] = [
        back(north),
        empty,
        third(north),
        fourth(north),
        empty,
        empty,
        fourth(south),
        third(south),
        empty,
        back(south),
    ];
    rows.iter().enumerate().map(|(i, row)| format!("{} {}\n", 10 - i, row.join(" "))).collect()
}

/// What was decided for Wing and holds on the same board in RiverQi and Encounter.
pub(super) const WING: RuleText = RuleText::only(include_str!("wing.txt"), &["W1", "W3"]);

/// The Foot Soldier's promotion, in RiverQi and Encounter.
pub(super) const FOOT_SOLDIERS: RuleText =
    RuleText::only(include_str!("riverqi.txt"), &["Q1", "Q2"]);

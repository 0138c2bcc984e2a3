//! Fortress of the Witch, in its Level and High variations.

use super::family::{GameFamily, Selection};
use crate::rules::board::Board;
use crate::rules::piece::Side;
use crate::rules::power::{Lines, Mode, Power, Zone, make};
use crate::rules::role::{EnPassant, Promotion, Role};
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, RIVER, RuleText};
use crate::rules::spec::{
    Binding, DrawLimits, PieceColours, RuleIds, Scores, Spec, Stalemate, TieBreak,
};

pub(super) const FAMILY: GameFamily = GameFamily {
    name: "fortress",
    variations: &["level", "high"],
    options: &[],
    western: false,
    revision: 1,
    build,
};

fn build(choice: &Selection) -> Spec {
    let high = choice.variation == "high";
    let (queen, count) = if high { ("FWQ", "HIC") } else { ("TWQ", "TCT") };
    let mut roles = if high { high_court() } else { level_court() };
    roles.extend(common());
    if high {
        for role in roles.iter_mut().filter(|k| !k.royal) {
            // H3, H6
            role.barred = Zone::Shielded;
            role.barred_because =
                "the Fortress is shielded: no Northern piece but the Queen may land";
        }
    }
    Spec {
        name: "fortress",
        revision: choice.revision,
        variation: Some(choice.variation),
        options: vec![],
        title: if high {
            "Fortress of the Witch, High variation"
        } else {
            "Fortress of the Witch, Level variation"
        },
        side_names: ["South", "North"],
        player_titles: ["Woodsman of the Witch", "Chief Woodsman"],
        // Dark red and brown, pastel green and woodland colours: the page's note 4.
        colours: [
            PieceColours { main: 0x7a1a1a, second: 0x5c3a20 },
            PieceColours { main: 0xbfe3b4, second: 0x8fbf83 },
        ],
        board: board(),
        // H1
        first: if high { Side::North } else { Side::South },
        roles,
        // F5
        array: format!(
            "9 WSE WLR WCN {queen} WCN WLR WSE\n\
             8 . WPN WPN WKG WPN WPN .\n\
             7 WHR . . WHR . . WHR\n\
             6 . . . . . . .\n\
             5 . . . . . . .\n\
             4 . . . . . . .\n\
             3 HKW . . HKW . . HKW\n\
             2 . PWH PWH {count} PWH PWH .\n\
             1 SEW LWH CWH TDW CWH LWH SEW\n"
        ),
        array_name: "dragon-formation (reconstructed)",
        royals_may_not_face: false,
        stalemate: Stalemate::Draw,
        dead_positions: !high,
        draw_limits: DrawLimits::WESTERN,
        rule_ids: RuleIds {
            double_step: "F1",
            en_passant: "F2",
            barred: "H3",
            immune_royal: "H5",
            ..RuleIds::GENERAL
        },
        scores: if high {
            Scores { south_wins: (4, 0), north_wins: (0, 8), draw: (0, 4), unit: "Nominal Points" }
        } else {
            Scores::even(6, 2)
        },
        binding: Binding::Anchor,
        tie_break: Some(if high {
            let bonus = Scores {
                south_wins: (4, 0),
                north_wins: (0, 8),
                draw: (0, 4),
                unit: "Game Points",
            };
            TieBreak { bonus, after_draw: None }
        } else {
            TieBreak { bonus: Scores::even(6, 0), after_draw: Some("high") }
        }),
        usual_time: "tiger 50d r1d",
        rules: vec![
            POWERS,
            GENERAL,
            RIVER,
            RuleText::only(
                include_str!("fortress.txt"),
                if high { &["F", "S", "H"] } else { &["F", "S"] },
            ),
            CONNECTED,
        ],
    }
}

/// Seven files by nine ranks; the River is rank 5.
fn board() -> Board {
    let mut board = Board::plain(7, 9);
    board.area_name = "Area";
    board.areas = [board.rectangle("a1", "g4"), board.rectangle("a6", "g9")];
    board.river = board.rectangle("a5", "g5");
    // F6
    board.palaces = [board.rectangle("c1", "e3"), board.rectangle("c7", "e9")];
    board.palace_names = ["the Fortress of the Witch", "Woodland City"];
    board
}

const CONFINED: &str = "steps once in any direction inside her palace";

fn king_steps() -> Power {
    make::leap(&[make::ORTHOGONAL, make::DIAGONAL].concat())
}

fn royal(abbreviation: [&'static str; 2], name: [&'static str; 2], how: &'static str) -> Role {
    Role {
        royal: true,
        within: Zone::Palace,
        start: Zone::Palace,
        ..Role::new(abbreviation, name, 'Q', how, vec![king_steps()])
    }
}

fn companion(abbreviation: [&'static str; 2], name: [&'static str; 2], lines: Lines) -> Role {
    let how = match lines {
        Lines::Diagonal => "rides diagonally or steps once in any direction",
        _ => "rides along ranks and files or steps once in any direction",
    };
    Role {
        river: true,
        lone_draw: true,
        ..Role::new(abbreviation, name, 'K', how, vec![king_steps(), make::ride(lines)])
    }
}

fn level_court() -> Vec<Role> {
    vec![
        royal(["TDW", "TWQ"], ["Dark Witch", "Woodland Queen"], CONFINED),
        companion(["TCT", "WKG"], ["Count", "Woodland King"], Lines::Diagonal),
    ]
}

fn high_court() -> Vec<Role> {
    vec![
        // H5
        Role { attacks_royal: false, ..royal(["TDW", ""], ["Dark Witch", ""], CONFINED) },
        Role {
            // H4
            within: Zone::Board,
            start: Zone::Board,
            ..royal(
                ["", "FWQ"],
                ["", "free Woodland Queen"],
                "steps once in any direction on the whole board",
            )
        },
        // H2
        companion(["HIC", ""], ["High Count", ""], Lines::Orthogonal),
        companion(["", "WKG"], ["", "Woodland King"], Lines::Diagonal),
    ]
}

fn common() -> Vec<Role> {
    let two = make::ORTHOGONAL.map(|(x, y)| (x * 2, y * 2));
    let pikeman = Role {
        infantry: true,
        lone_draw: true,
        start: Zone::Ranks(1, 5),
        // F3
        promotion: Some(Promotion::Automatic { rank: 6, into: "PPW" }),
        en_passant: EnPassant::Captures,
        ..Role::new(
            ["PWH", "WPN"],
            ["Pikeman"; 2],
            'P',
            "steps once straight forward without capturing (or twice at first) and captures one square diagonally forward",
            vec![make::leap_to_move(&[(0, 1)]), make::leap_to_capture(&[(-1, 1), (1, 1)])],
        )
    };
    let mut unmoved = Role { moves_once: true, double_step: true, ..pikeman.clone() };
    // F1: not from the rank before the River, since nothing crosses it in one move.
    unmoved.powers.push(Power::Lame {
        over: (0, 1),
        to: (0, 2),
        mode: Mode::Move,
        from: Zone::Ranks(1, 3),
    });
    vec![
        Role {
            // F4: leaps and diagonal lines obey R1 too.
            river: true,
            lone_draw: true,
            ..Role::new(
                ["LWH", "WLR"],
                ["Lancer"; 2],
                'L',
                "leaps one or two squares along a rank or file",
                vec![make::leap(&[make::ORTHOGONAL, two].concat())],
            )
        },
        Role {
            river: true,
            lone_draw: true,
            ..Role::new(
                ["SEW", "WSE"],
                ["Siege Engine"; 2],
                'S',
                "rides along ranks and files",
                vec![make::ride(Lines::Orthogonal)],
            )
        },
        Role {
            river: true,
            lone_draw: true,
            ..Role::new(
                ["CWH", "WCN"],
                ["Cannon"; 2],
                'C',
                "rides along ranks and files, and captures over exactly one piece",
                vec![Power::Hop],
            )
        },
        Role {
            infantry: true,
            lone_draw: true,
            start: Zone::Ranks(1, 5),
            promotion: Some(Promotion::Automatic { rank: 6, into: "HWH" }),
            ..Role::new(
                ["HKW", "WHR"],
                ["Hawker"; 2],
                'H',
                "steps once straight forward",
                vec![make::leap(&[(0, 1)])],
            )
        },
        Role {
            within: Zone::EnemyArea,
            start: Zone::EnemyArea,
            lone_draw: true,
            ..Role::new(
                ["HWH", "WHK"],
                ["Hawk"; 2],
                'W',
                "flies over anything to any empty square of its rank and file in the enemy Area, and captures on the next square of them",
                vec![Power::Fly, make::leap_to_capture(&make::ORTHOGONAL)],
            )
        },
        unmoved,
        Role { mark: ["*"; 2], ..pikeman },
        Role {
            infantry: true,
            lone_draw: true,
            start: Zone::Ranks(6, 8),
            promotion: Some(Promotion::Automatic { rank: 9, into: "CMR" }),
            en_passant: EnPassant::Captures,
            ..Role::new(
                ["PPW", "PWP"],
                ["promoted Pikeman"; 2],
                'D',
                "steps to any of the three squares forward",
                vec![make::leap(&[(-1, 1), (0, 1), (1, 1)])],
            )
        },
        Role {
            river: true,
            lone_draw: true,
            ..Role::new(
                ["CMR", "KNP"],
                ["Pike Commander", "Knighted Pikeman"],
                'N',
                "steps once in any direction or leaps like a Knight",
                vec![king_steps(), make::leap(&make::KNIGHT)],
            )
        },
    ]
}

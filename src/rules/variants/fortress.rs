//! Fortress of the Witch, in its Level and High variations.

use super::{Choice, Entry};
use crate::rules::board::Board;
use crate::rules::connection::{Binding, TieBreak};
use crate::rules::game::{Scores, Spec};
use crate::rules::piece::{EnPassant, Kind, Promotion, Side};
use crate::rules::power::{Lines, Mode, Power, Zone, make};
use crate::rules::ruling::{GENERAL, RIVER, Ruling};

pub(super) const ENTRY: Entry =
    Entry { name: "fortress", variations: &["level", "high"], options: &[], build };

fn build(choice: &Choice) -> Spec {
    let high = choice.variation == "high";
    let (queen, count) = if high { ("FWQ", "HIC") } else { ("TWQ", "TCT") };
    let mut kinds = if high { high_court() } else { level_court() };
    kinds.extend(common());
    if high {
        for kind in kinds.iter_mut().filter(|k| !k.royal) {
            kind.barred = Zone::Shielded;
        }
    }
    Spec {
        name: "fortress",
        variation: Some(choice.variation),
        options: vec![],
        title: if high {
            "Fortress of the Witch, High variation"
        } else {
            "Fortress of the Witch, Level variation"
        },
        roles: ["Woodsman of the Witch", "Chief Woodsman"],
        board: board(),
        first: if high { Side::North } else { Side::South },
        kinds,
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
        dead_positions: !high,
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
        rulings: [GENERAL, RIVER, RULINGS, if high { HIGH } else { &[] }].concat(),
    }
}

/// Seven files by nine ranks; the River is rank 5.
fn board() -> Board {
    let mut board = Board::plain(7, 9);
    board.area_name = "Area";
    board.areas = [board.rectangle("a1", "g4"), board.rectangle("a6", "g9")];
    board.river = board.rectangle("a5", "g5");
    board.palaces = [board.rectangle("c1", "e3"), board.rectangle("c7", "e9")];
    board.palace_names = ["the Fortress of the Witch", "Woodland City"];
    board
}

fn king_steps() -> Power {
    make::leap(&[make::ORTHOGONAL, make::DIAGONAL].concat())
}

fn royal(abbreviation: [&'static str; 2], name: [&'static str; 2]) -> Kind {
    Kind {
        royal: true,
        within: Zone::Palace,
        start: Zone::Palace,
        ..Kind::new(abbreviation, name, 'Q', vec![king_steps()])
    }
}

fn companion(abbreviation: [&'static str; 2], name: [&'static str; 2], lines: Lines) -> Kind {
    Kind {
        river: true,
        lone_draw: true,
        ..Kind::new(abbreviation, name, 'K', vec![king_steps(), make::ride(lines)])
    }
}

fn level_court() -> Vec<Kind> {
    vec![
        royal(["TDW", "TWQ"], ["Dark Witch", "Woodland Queen"]),
        companion(["TCT", "WKG"], ["Count", "Woodland King"], Lines::Diagonal),
    ]
}

fn high_court() -> Vec<Kind> {
    vec![
        Kind { attacks_royal: false, ..royal(["TDW", ""], ["Dark Witch", ""]) },
        Kind {
            within: Zone::Board,
            start: Zone::Board,
            ..royal(["", "FWQ"], ["", "free Woodland Queen"])
        },
        companion(["HIC", ""], ["High Count", ""], Lines::Orthogonal),
        companion(["", "WKG"], ["", "Woodland King"], Lines::Diagonal),
    ]
}

fn common() -> Vec<Kind> {
    let two = make::ORTHOGONAL.map(|(x, y)| (x * 2, y * 2));
    let pikeman = Kind {
        infantry: true,
        lone_draw: true,
        start: Zone::Ranks(1, 5),
        promotion: Some(Promotion::Automatic { rank: 6, into: "PPW" }),
        en_passant: EnPassant::Captures,
        ..Kind::new(
            ["PWH", "WPN"],
            ["Pikeman"; 2],
            'P',
            vec![make::leap_to_move(&[(0, 1)]), make::leap_to_capture(&[(-1, 1), (1, 1)])],
        )
    };
    let mut unmoved = Kind { moves_once: true, double_step: true, ..pikeman.clone() };
    // F1: not from the rank before the River, since nothing crosses it in one move.
    unmoved.powers.push(Power::Lame {
        over: (0, 1),
        to: (0, 2),
        mode: Mode::Move,
        from: Zone::Ranks(1, 3),
    });
    vec![
        Kind {
            river: true,
            lone_draw: true,
            ..Kind::new(
                ["LWH", "WLR"],
                ["Lancer"; 2],
                'L',
                vec![make::leap(&[make::ORTHOGONAL, two].concat())],
            )
        },
        Kind {
            river: true,
            lone_draw: true,
            ..Kind::new(
                ["SEW", "WSE"],
                ["Siege Engine"; 2],
                'S',
                vec![make::ride(Lines::Orthogonal)],
            )
        },
        Kind {
            river: true,
            lone_draw: true,
            ..Kind::new(["CWH", "WCN"], ["Cannon"; 2], 'C', vec![Power::Hop])
        },
        Kind {
            infantry: true,
            lone_draw: true,
            start: Zone::Ranks(1, 5),
            promotion: Some(Promotion::Automatic { rank: 6, into: "HWH" }),
            ..Kind::new(["HKW", "WHR"], ["Hawker"; 2], 'H', vec![make::leap(&[(0, 1)])])
        },
        Kind {
            within: Zone::EnemyArea,
            start: Zone::EnemyArea,
            lone_draw: true,
            ..Kind::new(
                ["HWH", "WHK"],
                ["Hawk"; 2],
                'W',
                vec![Power::Fly, make::leap_to_capture(&make::ORTHOGONAL)],
            )
        },
        unmoved,
        Kind { mark: ["*"; 2], ..pikeman },
        Kind {
            infantry: true,
            lone_draw: true,
            start: Zone::Ranks(6, 8),
            promotion: Some(Promotion::Automatic { rank: 9, into: "CMR" }),
            en_passant: EnPassant::Captures,
            ..Kind::new(
                ["PPW", "PWP"],
                ["promoted Pikeman"; 2],
                'D',
                vec![make::leap(&[(-1, 1), (0, 1), (1, 1)])],
            )
        },
        Kind {
            river: true,
            lone_draw: true,
            ..Kind::new(
                ["CMR", "KNP"],
                ["Pike Commander", "Knighted Pikeman"],
                'N',
                vec![king_steps(), make::leap(&make::KNIGHT)],
            )
        },
    ]
}

const RULINGS: &[Ruling] = &[];
const HIGH: &[Ruling] = &[];

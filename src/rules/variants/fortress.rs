//! Fortress of the Witch, in its Level and High variations.

use super::{GameFamily, Selection};
use crate::rules::board::Board;
use crate::rules::connection::{Binding, TieBreak};
use crate::rules::game::{Scores, Spec};
use crate::rules::piece::{EnPassant, Promotion, Role, Side};
use crate::rules::power::{Lines, Mode, Power, Zone, make};
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, RIVER, Ruling, ruling};

pub(super) const FAMILY: GameFamily =
    GameFamily { name: "fortress", variations: &["level", "high"], options: &[], build };

fn build(choice: &Selection) -> Spec {
    let high = choice.variation == "high";
    let (queen, count) = if high { ("FWQ", "HIC") } else { ("TWQ", "TCT") };
    let mut roles = if high { high_court() } else { level_court() };
    roles.extend(common());
    if high {
        for role in roles.iter_mut().filter(|k| !k.royal) {
            role.barred = Zone::Shielded;
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
        side_names: ["South", "North"],
        player_titles: ["Woodsman of the Witch", "Chief Woodsman"],
        board: board(),
        first: if high { Side::North } else { Side::South },
        roles,
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
        rulings: [POWERS, GENERAL, RIVER, RULINGS, if high { HIGH } else { &[] }, CONNECTED]
            .concat(),
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
        Role { attacks_royal: false, ..royal(["TDW", ""], ["Dark Witch", ""], CONFINED) },
        Role {
            within: Zone::Board,
            start: Zone::Board,
            ..royal(
                ["", "FWQ"],
                ["", "free Woodland Queen"],
                "steps once in any direction on the whole board",
            )
        },
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

const RULINGS: &[Ruling] = &[
    ruling(
        "F1",
        "A Pikeman that stands unmoved on his square of the array in the record may go two \
         squares ahead if both are empty, but only from his first three ranks, since from the \
         fourth he would cross the River; he can then be taken en passant, by the opponent's very \
         next move only.",
        "Fortress of the Witch page, moves of the Pikeman and A Note on the River; ruling on \
         arrays other than the default",
    ),
    ruling(
        "F2",
        "A Pikeman captures en passant the way a Western Pawn does, and is promoted if that \
         brings him to his sixth rank. A promoted Pikeman with the passed square diagonally ahead \
         may enter it with that capture, written `d6xe7 e.p.`, or without, written `d6-e7`, and \
         the two are distinct moves.",
        "Fortress of the Witch page, moves of the Pikeman and promoted Pikeman; ruling on the \
         notation",
    ),
    ruling(
        "F3",
        "Promotion comes by itself and cannot be declined, and the new powers begin at the next \
         move: on the sixth rank a Hawker gives way to his Hawk and a Pikeman becomes a promoted \
         Pikeman, who on the ninth becomes a Knighted Pikeman if Northern or a Pike Commander if \
         Southern.",
        "Fortress of the Witch page, moves of the Hawker, Pikeman and Knighted Pikeman; ruling on \
         when a Pikeman's new powers begin",
    ),
    ruling(
        "F4",
        "Leaps and diagonal lines have no dispensation from R1: whoever stands in one area cannot \
         land in the other, be he Lancer, King, Count, Knighted Pikeman or Pike Commander.",
        "Fortress of the Witch page, A Note on the River and moves of these pieces",
    ),
    ruling(
        "F5",
        "The diagram of the Dragon Formation is lost, and the default array, named \
         `dragon-formation (reconstructed)`, stands in for it: on the first rank, from the middle \
         outwards, the royal piece, Cannons, Lancers and Siege Engines; on the second the Count \
         or King in the middle with two Pikemen next to him on each hand; on the third Hawkers in \
         the middle and at both edges. Since a record spells out its whole array, one begun from \
         a different array is good, and `--setup` takes the original from whoever has it.",
        "ruling",
    ),
    ruling(
        "F6",
        "City and Fortress are each three files wide about the middle one and three ranks deep \
         from their own edge, as palaces are in Xiangqi: c7 to e9 and c1 to e3.",
        "Fortress of the Witch page, The Board; ruling on where the squares lie",
    ),
    ruling(
        "F7",
        "Time is kept by TigerClocks in double countdown, and a High game begins with new clocks \
         set as those of the Level game were.",
        "Fortress of the Witch page, notes 12 and 15g",
    ),
    ruling(
        "S1",
        "By itself a Level game gives its winner three points, or each side one if drawn.",
        "Fortress of the Witch page, note 1",
    ),
    ruling(
        "S2",
        "High scores in Nominal Points alone: four to nothing when North wins, two to nothing \
         when South wins, and for a draw, which ranks as a lesser win of North's, two to nothing \
         in North's favour.",
        "Fortress of the Witch page, notes 15 and 15f",
    ),
    ruling(
        "S3",
        "When Level is the tie-break of The Middle Trilogy its 3 for a win or 1 each are Nominal \
         Points, and the winner has 3 Game Points besides, as a Win Bonus. A drawn one obliges \
         the players to go on to High without changing sides, where beside the Nominal Points of \
         S2 the Win Bonus is 4 for North's win, 2 for South's win, and 2 to North for a draw.",
        "Fortress of the Witch page, notes 15 and 15f",
    ),
    ruling(
        "S4",
        "Game Points and Nominal Points are kept apart and never summed; a drawn High game stays \
         recorded as a draw for all that North scores 2 to 0 by it. No High game is owed after a \
         drawn Level game that breaks no tie, and a High game by itself brings no Game Points.",
        "Fortress of the Witch page, notes 15 and 15f; ruling, as the scores table is lost",
    ),
    ruling(
        "S5",
        "A tie-break is held only if the games of the grouping leave its totals equal, and its \
         Win Bonus (three Game Points, or four or two by way of High) is the bonus for winning \
         that grouping, given one time only.",
        "Fortress of the Witch page, note 15; ruling on when and how often",
    ),
    ruling(
        "S6",
        "A die or coin settles sides one time, ahead of the first game connected; a tie-break \
         that M1 binds takes over those sides, and one that it does not bind has a draw of its \
         own.",
        "Fortress of the Witch page, note 14; ruling on when",
    ),
];

/// What differs in the High variation.
const HIGH: &[Ruling] = &[
    ruling(
        "H1",
        "The Chief Woodsman, North, has the first move, and nobody changes sides after the Level \
         game.",
        "Fortress of the Witch page, note 15a",
    ),
    ruling(
        "H2",
        "The Count is a High Count, who moves as Rook or as King within R1 and R2; the Woodland \
         King keeps his powers.",
        "Fortress of the Witch page, note 15b",
    ),
    ruling(
        "H3",
        "Of North's pieces only the Queen may land inside the Fortress; yet lines run through it, \
         a screen within it serves, and a Northern piece outside checks or mates the Witch as \
         though nothing shielded her.",
        "Fortress of the Witch page, note 15c",
    ),
    ruling(
        "H4",
        "The Woodland Queen is free: from any square of the board she moves or captures one \
         square in any direction, into the Fortress as well.",
        "Fortress of the Witch page, note 15d",
    ),
    ruling(
        "H5",
        "The Queen attacks the Witch, who neither attacks nor captures her, so that the Queen may \
         come next to the Witch and check; any other piece attacks the Queen as usual.",
        "Fortress of the Witch page, note 15e",
    ),
    ruling(
        "H6",
        "From H3 it follows that within the Fortress no piece but the Queen makes a capture for \
         North.",
        "Fortress of the Witch page, note 15c",
    ),
];

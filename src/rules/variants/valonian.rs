//! Valonian Chess, "The Hideous Game": Western Chess in which each side may replace any of its pieces.

use super::family::{GameFamily, Selection};
use crate::rules::board::Board;
use crate::rules::piece::Side;
use crate::rules::power::{Lines, Mode, Power, Zone, make};
use crate::rules::role::{EnPassant, Frenzy, Promotion, Role};
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, RuleText};
use crate::rules::spec::{Binding, DrawLimits, PieceColours, RuleIds, Scores, Spec, Stalemate};
use crate::rules::square::Direction;

pub(super) const FAMILY: GameFamily = GameFamily {
    name: "valonian",
    variations: &[],
    options: &[],
    revision: 1,
    western: true,
    build,
};

fn build(choice: &Selection) -> Spec {
    Spec {
        name: "valonian",
        revision: choice.revision,
        variation: None,
        options: vec![],
        title: "Valonian Chess (The Hideous Game)",
        side_names: ["White", "Black"],
        player_titles: ["White", "Black"],
        colours: PieceColours::WHITE_AND_BLACK,
        board: Board::plain(8, 8),
        first: Side::South,
        roles: [western(), replacements()].concat(),
        array: "8 bR bN bB bQ bK bB bN bR\n\
                7 bP bP bP bP bP bP bP bP\n\
                6 . . . . . . . .\n\
                5 . . . . . . . .\n\
                4 . . . . . . . .\n\
                3 . . . . . . . .\n\
                2 wP wP wP wP wP wP wP wP\n\
                1 wR wN wB wQ wK wB wN wR\n"
            .into(),
        array_name: "orthodox",
        royals_may_not_face: false,
        stalemate: Stalemate::Draw,
        dead_positions: true,
        draw_limits: DrawLimits::WESTERN,
        rule_ids: RuleIds {
            double_step: "V7",
            en_passant: "V7",
            castling: "V8",
            promotion: "V6",
            facing: "V1",
            frenzy: "V3",
            shift: "V4",
            substitution: "V5",
            ..RuleIds::GENERAL
        },
        scores: Scores::even(2, 1),
        binding: Binding::Free,
        tie_break: None,
        usual_time: "50d/10",
        rules: vec![POWERS, GENERAL, RuleText::all(include_str!("valonian.txt")), CONNECTED],
    }
}

fn role(
    abbreviation: &'static str,
    name: &'static str,
    letter: char,
    how: &'static str,
    powers: Vec<Power>,
) -> Role {
    Role::new([abbreviation; 2], [name; 2], letter, how, powers)
}

/// One of the seven roles that may take the place of an orthodox one.
fn replacement(
    abbreviation: &'static str,
    name: &'static str,
    letter: char,
    replaces: &'static str,
    how: &'static str,
    powers: Vec<Power>,
) -> Role {
    Role { replaces: Some(replaces), ..role(abbreviation, name, letter, how, powers) }
}

fn double_step() -> Power {
    Power::Lame { over: (0, 1), to: (0, 2), mode: Mode::Move, from: Zone::Ranks(2, 2) }
}

fn western() -> Vec<Role> {
    let figurines = [["♔", "♚"], ["♕", "♛"], ["♖", "♜"], ["♗", "♝"], ["♘", "♞"], ["♙", "♟"]];
    let mut roles = vec![
        Role {
            royal: true,
            castles: true,
            ..role(
                "K",
                "King",
                'K',
                "steps once in any direction, and castles",
                vec![make::leap(&[make::ORTHOGONAL, make::DIAGONAL].concat())],
            )
        },
        Role {
            always_promotable: true,
            ..role(
                "Q",
                "Queen",
                'Q',
                "rides in all eight directions",
                vec![make::ride(Lines::Both)],
            )
        },
        Role {
            castles: true,
            always_promotable: true,
            ..role(
                "R",
                "Rook",
                'R',
                "rides along ranks and files",
                vec![make::ride(Lines::Orthogonal)],
            )
        },
        Role {
            always_promotable: true,
            lone_draw: true,
            one_colour: true,
            ..role("B", "Bishop", 'B', "rides diagonally", vec![make::ride(Lines::Diagonal)])
        },
        Role {
            always_promotable: true,
            lone_draw: true,
            ..role(
                "N",
                "Knight",
                'N',
                "leaps two squares along a rank or file and one aside",
                vec![make::leap(&make::KNIGHT)],
            )
        },
        Role {
            en_passant: EnPassant::Captures,
            ..foot(role(
                "P",
                "Pawn",
                'P',
                "steps once straight forward without capturing (twice from its second rank) and captures one square diagonally forward",
                vec![
                    make::leap_to_move(&[(0, 1)]),
                    make::leap_to_capture(&[(-1, 1), (1, 1)]),
                    double_step(),
                ],
            ))
        },
    ];
    for (role, figurines) in roles.iter_mut().zip(figurines) {
        role.figurines = figurines;
    }
    roles
}

/// What Pawn and Warband share.
fn foot(role: Role) -> Role {
    Role {
        infantry: true,
        double_step: true,
        promotion: Some(Promotion::Choice),
        start: Zone::Ranks(1, 7),
        ..role
    }
}

fn replacements() -> Vec<Role> {
    let mut roles = vec![foot(replacement(
        "WAR",
        "Warband",
        'W',
        "P",
        "steps once straight forward (twice from its second rank without capturing) and captures straight forward",
        vec![make::leap(&[(0, 1)]), double_step()],
    ))];
    roles.extend(elephants());
    // V2
    let mut artillery = vec![make::leap(&make::ORTHOGONAL)];
    artillery.extend(make::ORTHOGONAL.map(|step| make::twice(step, Mode::Capture)));
    roles.push(replacement(
        "ART",
        "Artillery",
        'A',
        "R",
        "steps once along a rank or file, and captures one or two squares along them, not jumping",
        artillery,
    ));
    roles.push(Role {
        lone_draw: true,
        ..replacement(
            "DRA",
            "Dragon",
            'D',
            "N",
            "leaps exactly two squares along its file or diagonally",
            vec![make::leap(&[(0, 2), (0, -2), (2, 2), (2, -2), (-2, -2), (-2, 2)])],
        )
    });
    roles.extend(berserkers());
    roles.push(Role {
        shifts: true,
        lone_draw: true,
        ..replacement(
            "MAG",
            "Mage",
            'M',
            "B",
            "rides diagonally, or shifts one square sideways at the cost of one own piece",
            vec![make::ride(Lines::Diagonal)],
        )
    });
    roles.push(Role {
        substitutes: true,
        lone_draw: true,
        ..replacement(
            "DRU",
            "Druid",
            'U',
            "B",
            "rides diagonally up to four squares",
            vec![Power::Ride { lines: Lines::Diagonal, limit: 4 }],
        )
    });
    roles
}

/// The Elephant in its four facings, forward first.
fn elephants() -> Vec<Role> {
    Direction::FACINGS
        .into_iter()
        .map(|facing| {
            let step = facing.step();
            Role {
                facing: Some(facing),
                mark: match facing {
                    Direction::E => [">e"; 2],
                    Direction::W => [">w"; 2],
                    Direction::S => [">s", ">n"],
                    _ => [""; 2],
                },
                ..replacement(
                    "ELE",
                    "Elephant",
                    'E',
                    "R",
                    "goes one or two squares straight ahead of its facing, not jumping",
                    vec![make::leap(&[step]), make::twice(step, Mode::Both)],
                )
            }
        })
        .collect()
}

/// The Berserker, calm first, then frenzied.
fn berserkers() -> Vec<Role> {
    let steps = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0)];
    let mut powers = vec![make::leap(&steps)];
    powers.extend(steps.map(|step| make::twice(step, Mode::Both)));
    let calm = Role {
        frenzy: Frenzy::Calm,
        ..replacement(
            "BER",
            "Berserker",
            'Z',
            "N",
            "goes one or two squares straight or diagonally forward or sideways, not jumping",
            powers,
        )
    };
    let frenzied = Role { frenzy: Frenzy::Frenzied, mark: ["!"; 2], ..calm.clone() };
    vec![calm, frenzied]
}

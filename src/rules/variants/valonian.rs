//! Valonian Chess, "The Hideous Game": Western Chess in which each side may replace any of its pieces.

use super::{Choice, Entry};
use crate::rules::board::{Board, Direction};
use crate::rules::connection::Binding;
use crate::rules::game::{Scores, Spec};
use crate::rules::piece::{EnPassant, Kind, Promotion, Side, Temper};
use crate::rules::power::{Lines, Mode, Power, Zone, make};
use crate::rules::ruling::{GENERAL, Ruling};

pub(super) const ENTRY: Entry = Entry { name: "valonian", variations: &[], options: &[], build };

fn build(_: &Choice) -> Spec {
    Spec {
        name: "valonian",
        variation: None,
        options: vec![],
        title: "Valonian Chess (The Hideous Game)",
        roles: ["White", "Black"],
        board: Board::plain(8, 8),
        first: Side::South,
        kinds: [western(), replacements()].concat(),
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
        dead_positions: true,
        scores: Scores::even(2, 1),
        binding: Binding::Free,
        tie_break: None,
        usual_time: "50d/10",
        rulings: [GENERAL, RULINGS].concat(),
    }
}

fn kind(abbreviation: &'static str, name: &'static str, letter: char, powers: Vec<Power>) -> Kind {
    Kind::new([abbreviation; 2], [name; 2], letter, powers)
}

/// One of the seven kinds that may take the place of an orthodox one.
fn replacement(
    abbreviation: &'static str,
    name: &'static str,
    letter: char,
    replaces: &'static str,
    powers: Vec<Power>,
) -> Kind {
    Kind { replaces: Some(replaces), ..kind(abbreviation, name, letter, powers) }
}

fn double_step() -> Power {
    Power::Lame { over: (0, 1), to: (0, 2), mode: Mode::Move, from: Zone::Ranks(2, 2) }
}

fn western() -> Vec<Kind> {
    vec![
        Kind {
            royal: true,
            castles: true,
            ..kind("K", "King", 'K', vec![make::leap(&[make::ORTHOGONAL, make::DIAGONAL].concat())])
        },
        Kind { always_promotable: true, ..kind("Q", "Queen", 'Q', vec![make::ride(Lines::Both)]) },
        Kind {
            castles: true,
            always_promotable: true,
            ..kind("R", "Rook", 'R', vec![make::ride(Lines::Orthogonal)])
        },
        Kind {
            always_promotable: true,
            lone_draw: true,
            one_colour: true,
            ..kind("B", "Bishop", 'B', vec![make::ride(Lines::Diagonal)])
        },
        Kind {
            always_promotable: true,
            lone_draw: true,
            ..kind("N", "Knight", 'N', vec![make::leap(&make::KNIGHT)])
        },
        Kind {
            en_passant: EnPassant::Captures,
            ..foot(kind(
                "P",
                "Pawn",
                'P',
                vec![
                    make::leap_to_move(&[(0, 1)]),
                    make::leap_to_capture(&[(-1, 1), (1, 1)]),
                    double_step(),
                ],
            ))
        },
    ]
}

/// What Pawn and Warband share.
fn foot(kind: Kind) -> Kind {
    Kind {
        infantry: true,
        double_step: true,
        promotion: Some(Promotion::Choice),
        start: Zone::Ranks(1, 7),
        ..kind
    }
}

fn replacements() -> Vec<Kind> {
    let mut kinds = vec![foot(replacement(
        "WAR",
        "Warband",
        'W',
        "P",
        vec![make::leap(&[(0, 1)]), double_step()],
    ))];
    kinds.extend(elephants());
    let mut artillery = vec![make::leap(&make::ORTHOGONAL)];
    artillery.extend(make::ORTHOGONAL.map(|step| make::twice(step, Mode::Capture)));
    kinds.push(replacement("ART", "Artillery", 'A', "R", artillery));
    kinds.push(Kind {
        lone_draw: true,
        ..replacement(
            "DRA",
            "Dragon",
            'D',
            "N",
            vec![make::leap(&[(0, 2), (0, -2), (2, 2), (2, -2), (-2, -2), (-2, 2)])],
        )
    });
    kinds.extend(berserkers());
    kinds.push(Kind {
        shifts: true,
        lone_draw: true,
        ..replacement("MAG", "Mage", 'M', "B", vec![make::ride(Lines::Diagonal)])
    });
    kinds.push(Kind {
        substitutes: true,
        lone_draw: true,
        ..replacement(
            "DRU",
            "Druid",
            'U',
            "B",
            vec![Power::Ride { lines: Lines::Diagonal, limit: 4 }],
        )
    });
    kinds
}

/// The Elephant in its four facings, forward first.
fn elephants() -> Vec<Kind> {
    Direction::FACINGS
        .into_iter()
        .map(|facing| {
            let step = facing.step();
            Kind {
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
                    vec![make::leap(&[step]), make::twice(step, Mode::Both)],
                )
            }
        })
        .collect()
}

/// The Berserker, calm first, then frenzied.
fn berserkers() -> Vec<Kind> {
    let steps = [(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0)];
    let mut powers = vec![make::leap(&steps)];
    powers.extend(steps.map(|step| make::twice(step, Mode::Both)));
    let calm = Kind { temper: Temper::Calm, ..replacement("BER", "Berserker", 'Z', "N", powers) };
    let frenzied = Kind { temper: Temper::Frenzied, mark: ["!"; 2], ..calm.clone() };
    vec![calm, frenzied]
}

const RULINGS: &[Ruling] = &[];

//! Valonian Chess, "The Hideous Game": Western Chess in which each side may replace any of its pieces.

use super::{GameFamily, Selection};
use crate::rules::board::{Board, Direction};
use crate::rules::connection::Binding;
use crate::rules::game::{Scores, Spec};
use crate::rules::piece::{EnPassant, Frenzy, Promotion, Role, Side};
use crate::rules::power::{Lines, Mode, Power, Zone, make};
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, Ruling, ruling};

pub(super) const FAMILY: GameFamily =
    GameFamily { name: "valonian", variations: &[], options: &[], build };

fn build(_: &Selection) -> Spec {
    Spec {
        name: "valonian",
        variation: None,
        options: vec![],
        title: "Valonian Chess (The Hideous Game)",
        side_names: ["White", "Black"],
        player_titles: ["White", "Black"],
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
        dead_positions: true,
        scores: Scores::even(2, 1),
        binding: Binding::Free,
        tie_break: None,
        usual_time: "50d/10",
        rulings: [POWERS, GENERAL, RULINGS, CONNECTED].concat(),
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
    vec![
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
    ]
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

const RULINGS: &[Ruling] = &[
    ruling(
        "V1",
        "An Elephant, facing forward at first, attacks only ahead, and upon a capture or on \
         coming to the edge it faces, it can be turned there and then to any other facing that \
         does not look off the board; in all other cases, or if its owner likes, the facing \
         stays. Between people a move that could turn it is ambiguous unless it says how \
         (`>ahead` to go on as before), whereas in coordinate form and canonical text silence \
         keeps the facing.",
        "Valonian source, Elephant; ruling on silence",
    ),
    ruling(
        "V2",
        "Artillery moves one square along rank or file, but captures on the first square or the \
         second, the latter only over an empty first.",
        "Valonian source, Artillery; ruling that it also captures on the first",
    ),
    ruling(
        "V3",
        "Its first capture makes a Berserker frenzied, and at the end of any later turn of its \
         owner in which it made no capture, one undone by a Druid included among captures, it \
         leaves the board. Whether the King is safe is judged with it gone, though the squares \
         castling starts from and passes are judged with it still there; a side not in check \
         whose every move fails on that account is stalemated.",
        "Valonian source, Berserker; ruling on the King's safety",
    ),
    ruling(
        "V4",
        "In place of its move a Mage may shift by one square to left or right, onto an empty \
         square or that of the piece given up for it, which is any of its owner's but the King \
         and that Mage; the shift captures nothing.",
        "Valonian source, Mage; ruling that it captures nothing, and on the King",
    ),
    ruling(
        "V5",
        "When a piece other than King or Druid has been captured, its owner may open the next \
         move by taking off any Druid and setting the piece there as it was, frenzy and facing \
         included (an Elephant that would look off the board turns about), unless a Pawn or \
         Warband would then be on its last rank or the captor's King attacked. Mate and stalemate \
         take these choices into account; the right ends with the owner's move, and resigning, \
         accepting and claiming do not wait for it.",
        "Valonian source, Druid; ruling on all but the exchange itself",
    ),
    ruling(
        "V6",
        "On its last rank a Pawn or Warband becomes a Knight, Bishop, Rook or Queen, or any \
         replacement except the Warband that its owner's force had at the start; a new Elephant \
         looks forward unless turned under V1, and a new Berserker is calm.",
        "Western Chess; ruling on replacements",
    ),
    ruling(
        "V7",
        "Pawn and Warband alike may advance two squares from their second rank, even when a Druid \
         set them back there; a Pawn can then capture either en passant, a Warband neither.",
        "Valonian source, Warband; Western Chess; ruling on en passant and Druids",
    ),
    ruling(
        "V8",
        "Castling is that of Western Chess, in any array from the orthodox squares of King and \
         Rook, neither having moved, and never with an Elephant or Artillery; a Rook restored by \
         a Druid no longer castles.",
        "Western Chess; ruling",
    ),
    ruling(
        "V9",
        "Forces are chosen in the open, or sealed, both sides then giving a hash before either \
         reveals; a side that fails to reveal in time has the orthodox force.",
        "ruling",
    ),
];

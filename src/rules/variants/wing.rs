//! Wing: a battle over the River between two Empresses.

use super::territories::{self, Army};
use super::{GameFamily, Selection};
use crate::rules::game::{Scores, Spec};
use crate::rules::piece::{Promotion, Role};
use crate::rules::power::{Power, Zone, make};
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, RIVER, Ruling, ruling};

pub(super) const FAMILY: GameFamily =
    GameFamily { name: "wing", variations: &[], options: &[], build };

fn build(_: &Selection) -> Spec {
    Spec {
        name: "wing",
        title: "Wing",
        player_titles: ["Southern Territory OverLord", "Northern Territory OverLord"],
        roles: [territories::river_pieces(), vec![hawker(), hawk()]].concat(),
        array: territories::array(
            &Army { back: ["SS", "SK", "SD", "SG", "SE"], cannon: "SC", infantry: "SH" },
            &Army { back: ["NS", "NK", "ND", "NG", "NE"], cannon: "NC", infantry: "NH" },
        ),
        scores: Scores::even(6, 1),
        usual_time: "40d+2d",
        rulings: [POWERS, GENERAL, RIVER, territories::RULINGS, RULINGS, CONNECTED].concat(),
        ..territories::common()
    }
}

fn hawker() -> Role {
    Role {
        infantry: true,
        start: Zone::Ranks(1, 6),
        promotion: Some(Promotion::Automatic { rank: 7, into: "SHK" }),
        lone_draw: true,
        ..Role::new(
            ["SH", "NH"],
            ["Hawker"; 2],
            'H',
            "steps once straight forward",
            vec![make::leap(&[(0, 1)])],
        )
    }
}

fn hawk() -> Role {
    Role {
        within: Zone::EnemyArea,
        start: Zone::EnemyArea,
        lone_draw: true,
        ..Role::new(
            ["SHK", "NHK"],
            ["Hawk"; 2],
            'W',
            "flies over anything to any empty square of its rank and file in the enemy Territory, and captures on the next square of them",
            vec![Power::Fly, make::leap_to_capture(&make::ORTHOGONAL)],
        )
    }
}

const RULINGS: &[Ruling] = &[
    ruling(
        "W2",
        "A Hawker is never seen on his seventh rank: as he arrives there his Hawk takes his \
         place, with powers that begin at the next move.",
        "Wing page, moves of the Hawker",
    ),
    ruling(
        "W4",
        "The source's abbreviations are used where it gives any (SHK and NHK for Hawks, SH and NH \
         for Hawkers that have retired, SFa and NFa for advanced Foot Soldiers), and the others \
         are formed like them, the letter of the side before those of the piece.",
        "Wing page, moves of the Hawk and note 4; RiverQi, note 9; ruling on the others",
    ),
    ruling(
        "W5",
        "South is the OverLord of the Southern Territory and North that of the Northern; \
         TigerIncrement clocks, which the source calls for without saying what they are, are read \
         as a bank of time with an increment.",
        "Wing page, The Players; ruling on the clocks",
    ),
];

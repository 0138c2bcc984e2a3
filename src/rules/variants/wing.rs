//! Wing: a battle over the River between two Empresses.

use super::family::{GameFamily, Selection};
use super::territories::{self, Army};
use crate::rules::power::{Power, Zone, make};
use crate::rules::role::{Promotion, Role};
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, RIVER, RuleText};
use crate::rules::spec::{Scores, Spec};

pub(super) const FAMILY: GameFamily =
    GameFamily { name: "wing", variations: &[], options: &[], revision: 1, western: false, build };

fn build(choice: &Selection) -> Spec {
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
        rules: vec![POWERS, GENERAL, RIVER, RuleText::all(include_str!("wing.txt")), CONNECTED],
        ..territories::common(choice)
    }
}

fn hawker() -> Role {
    Role {
        infantry: true,
        xiangqi: Some('P'),
        start: Zone::Ranks(1, 6),
        // W2
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

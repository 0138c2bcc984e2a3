//! Encounter: RiverQi's pieces against those of Xiangqi, on one board and array.

use super::family::{GameFamily, GameOption, Selection};
use super::territories::{self, Army};
use crate::rules::power::{Lines, Power, make};
use crate::rules::role::Role;
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, RIVER, RuleText};
use crate::rules::spec::{Scores, Spec};

pub(super) const FAMILY: GameFamily = GameFamily {
    name: "encounter",
    variations: &[],
    // E3
    options: &[
        GameOption {
            key: "chariots",
            values: &["south", "north"],
            meaning: "the side with the Chinese pieces",
        },
        GameOption {
            key: "promotion",
            values: &["7", "6"],
            meaning: "the rank on which infantry is promoted",
        },
    ],
    western: false,
    revision: 1,
    build,
};

fn build(choice: &Selection) -> Spec {
    let (chariots, promotion) = (choice.options[0], choice.options[1]);
    let on_sixth = promotion == "6";
    let rank = if on_sixth { 6 } else { 7 };
    let mut roles = territories::river_pieces();
    roles.extend([
        territories::defender(["SEL", "NEL"], "Elephant", 'L'),
        Role {
            xiangqi: Some('H'),
            lone_draw: true,
            ..Role::new(
                ["SHO", "NHO"],
                ["Horse"; 2],
                'O',
                "steps once along a rank or file, then once diagonally outwards, and is blocked on the first square",
                make::horse(),
            )
        },
        Role {
            xiangqi: Some('R'),
            ..Role::new(
                ["SCH", "NCH"],
                ["Chariot"; 2],
                'R',
                "rides along ranks and files, over the River too",
                vec![make::ride(Lines::Orthogonal)],
            )
        },
        Role {
            xiangqi: Some('C'),
            lone_draw: true,
            ..Role::new(
                ["SCT", "NCT"],
                ["Catapult"; 2],
                'T',
                "rides along ranks and files, over the River too, and captures over exactly one piece",
                vec![Power::Hop],
            )
        },
    ]);
    // The names go with the rank of promotion, for both sides; the other names are read as well.
    let (foot, soldier) = (["SF", "NF"], ["SSO", "NSO"]);
    let (advanced, promoted) = (["SFa", "NFa"], ["SSP", "NSP"]);
    roles.extend(if on_sixth {
        [
            Role { alias: foot, ..territories::foot_soldier(soldier, "Soldier", rank, "SSP") },
            Role {
                alias: advanced,
                ..territories::advanced_foot_soldier(promoted, "promoted Soldier", rank)
            },
        ]
    } else {
        [
            Role { alias: soldier, ..territories::foot_soldier(foot, "Foot Soldier", rank, "SFa") },
            Role {
                alias: promoted,
                ..territories::advanced_foot_soldier(advanced, "advanced Foot Soldier", rank)
            },
        ]
    });
    let infantry = if on_sixth { soldier } else { foot };
    let river = [
        Army { back: ["SS", "SK", "SD", "SG", "SE"], cannon: "SC", infantry: infantry[0] },
        Army { back: ["NS", "NK", "ND", "NG", "NE"], cannon: "NC", infantry: infantry[1] },
    ];
    // E1
    let chinese = [
        Army { back: ["SCH", "SHO", "SEL", "SG", "SE"], cannon: "SCT", infantry: infantry[0] },
        Army { back: ["NCH", "NHO", "NEL", "NG", "NE"], cannon: "NCT", infantry: infantry[1] },
    ];
    Spec {
        name: "encounter",
        options: vec![("chariots", chariots), ("promotion", promotion)],
        title: "Encounter",
        roles,
        array: if chariots == "south" {
            territories::array(&chinese[0], &river[1])
        } else {
            territories::array(&river[0], &chinese[1])
        },
        // E2
        scores: Scores::even(4, 1),
        rules: vec![
            POWERS,
            GENERAL,
            RIVER,
            territories::WING,
            territories::FOOT_SOLDIERS,
            RuleText::all(include_str!("encounter.txt")),
            CONNECTED,
        ],
        ..territories::common(choice)
    }
}

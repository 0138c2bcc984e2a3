//! RiverQi: Wing with Foot Soldiers, close to Xiangqi but for the River.

use super::family::{GameFamily, Selection};
use super::territories::{self, Army};
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, RIVER, RuleText};
use crate::rules::spec::{Scores, Spec};

pub(super) const FAMILY: GameFamily = GameFamily {
    name: "riverqi",
    variations: &[],
    options: &[],
    revision: 1,
    western: false,
    build,
};

fn build(choice: &Selection) -> Spec {
    Spec {
        name: "riverqi",
        title: "RiverQi",
        player_titles: ["Southern Territory Combatants", "Northern Territory Combatants"],
        roles: [
            territories::river_pieces(),
            vec![
                territories::foot_soldier(["SF", "NF"], "Foot Soldier", 7, "SFa"),
                territories::advanced_foot_soldier(["SFa", "NFa"], "advanced Foot Soldier", 7),
            ],
        ]
        .concat(),
        array: territories::array(
            &Army { back: ["SS", "SK", "SD", "SG", "SE"], cannon: "SC", infantry: "SF" },
            &Army { back: ["NS", "NK", "ND", "NG", "NE"], cannon: "NC", infantry: "NF" },
        ),
        // Q3
        scores: Scores::even(4, 2),
        rules: vec![
            POWERS,
            GENERAL,
            RIVER,
            territories::WING,
            RuleText::all(include_str!("riverqi.txt")),
            CONNECTED,
        ],
        ..territories::common(choice)
    }
}

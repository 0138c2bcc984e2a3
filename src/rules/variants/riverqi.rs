//! RiverQi: Wing with Foot Soldiers, close to Xiangqi but for the River.

use super::territories::{self, Army};
use super::{Choice, Entry};
use crate::rules::connection::Binding;
use crate::rules::game::{Scores, Spec};
use crate::rules::ruling::{CONNECTED, GENERAL, POWERS, RIVER, Ruling, ruling};

pub(super) const ENTRY: Entry = Entry { name: "riverqi", variations: &[], options: &[], build };

fn build(_: &Choice) -> Spec {
    Spec {
        name: "riverqi",
        variation: None,
        options: vec![],
        title: "RiverQi",
        side_names: ["South", "North"],
        roles: ["Southern Territory Combatants", "Northern Territory Combatants"],
        board: territories::board(),
        first: crate::rules::Side::South,
        kinds: vec![
            territories::empress(),
            territories::guard(),
            territories::defender(["SD", "ND"], "Defender", 'D'),
            territories::knight(),
            territories::siege_engine(),
            territories::cannon(),
            territories::foot_soldier(["SF", "NF"], "Foot Soldier", 7, "SFa"),
            territories::advanced_foot_soldier(["SFa", "NFa"], "advanced Foot Soldier", 7),
        ],
        array: territories::array(
            &Army { back: ["SS", "SK", "SD", "SG", "SE"], cannon: "SC", infantry: "SF" },
            &Army { back: ["NS", "NK", "ND", "NG", "NE"], cannon: "NC", infantry: "NF" },
        ),
        array_name: "Xiangqi set-up",
        royals_may_not_face: true,
        dead_positions: true,
        scores: Scores::even(4, 2),
        binding: Binding::Free,
        tie_break: None,
        usual_time: "40d",
        rulings: [
            POWERS,
            GENERAL,
            RIVER,
            territories::RULINGS,
            territories::FOOT_SOLDIERS,
            RULINGS,
            CONNECTED,
        ]
        .concat(),
    }
}

const RULINGS: &[Ruling] = &[ruling(
    "Q3",
    "A win scores two points and a draw one for each side, and time is kept by a single \
     countdown.",
    "RiverQi, notes 1 and 10",
)];

//! What the JSON Schema of records says beyond the types of the header.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::termination::Termination;
use crate::rules::Outcome;
use crate::rules::variants::GAMES;

/// What `format` says in every record.
pub const FORMAT: &str = "riverpost/1";
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 500;
/// The longest other value in a header, in characters.
pub const LONGEST_VALUE: usize = 2000;
/// What `endings` says where draws are to be claimed (G12).
pub const CLAIMED: &str = "claimed";
/// The highest limit of offers of a draw.
pub(super) const MOST_OFFERS: u32 = 999;

/// Adds to the header's schema what surrounds it in a file: the format, the moves, keys that begin with `x-`.
pub(super) fn finish(schema: &mut Schema) {
    schema.insert("title".into(), "A game of riverpost".into());
    schema.insert("description".into(), "The record of one game.".into());
    schema.insert("additionalProperties".into(), false.into());
    let extra = json!({ "type": "string", "minLength": 1, "maxLength": 2000 });
    schema.insert("patternProperties".into(), json!({ "^x-[A-Za-z0-9_-]{1,60}$": extra }));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert("format".into(), json!({ "const": FORMAT }));
        let description = "The actions, one a line: number, action, (=) for an offer of a draw, (if) for a conditional move, [time], {comment}.";
        properties.insert("moves".into(), json!({ "description": description, "type": "string" }));
        let description = "The signatures, one a line: ORDINAL BASE KIND BASE64.";
        properties
            .insert("signatures".into(), json!({ "description": description, "type": "string" }));
    }
    let required = ["format", "game", "id", "moves", "result", "setup"];
    schema.insert("required".into(), json!(required));
}

/// The options about the clocks.
pub(crate) fn clock(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "off": {
                "description": "Days of the week (UTC) on which no clock runs.",
                "type": "array",
                "items": { "enum": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] },
            },
            "grace": { "description": "What is free at the start of each turn, such as 12h.", "type": "string" },
            "leave": {
                "description": "The days of leave each player may take in a calendar year.",
                "type": ["integer", "string"],
                "minimum": 0,
                "maximum": 366,
            },
            "flag": {
                "description": "What a fallen flag does: nothing until it is claimed, or end the game by itself.",
                "enum": ["claimed", "automatic"],
            },
        },
    })
}

/// The revision of the rulings.
pub(super) fn rules(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "string"], "minimum": 1 })
}

/// The limit of offers of a draw.
pub(super) fn offers(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "string"], "minimum": 0, "maximum": MOST_OFFERS })
}

/// What may be said of the endings: that they are claimed.
pub(super) fn endings_claimed(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "const": CLAIMED })
}

pub(super) fn games() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name).collect()
}

pub(super) fn variations() -> Vec<&'static str> {
    GAMES.iter().flat_map(|game| game.variations).copied().collect()
}

pub(super) fn options() -> Vec<&'static str> {
    GAMES.iter().flat_map(|game| game.options).map(|option| option.key).collect()
}

pub(super) fn results() -> Vec<&'static str> {
    std::iter::once("*").chain(Outcome::ALL.map(Outcome::name)).collect()
}

pub(super) fn endings() -> Vec<&'static str> {
    Termination::ALL.map(Termination::name).to_vec()
}

//! The JSON Schema of match files, made from the types.

use schemars::Schema;

use super::model::Match;

/// The JSON Schema that `schemas/match.schema.json` holds.
pub fn schema() -> Schema {
    schemars::schema_for!(Match)
}

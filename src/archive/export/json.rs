//! A game as one JSON value.

use serde_json::{Map, Value, json};

use super::tables::Table;
use crate::archive::game::ArchivedGame;
use crate::notation::fen;
use crate::record::{self, write_instant};

/// What the table of games says of a game.
pub fn facts(game: &ArchivedGame<'_>) -> Map<String, Value> {
    objects(Table::Games, game).flatten().collect()
}

/// The rows of a table as objects.
fn objects(table: Table, game: &ArchivedGame<'_>) -> impl Iterator<Item = Map<String, Value>> {
    table.rows(game).into_iter().map(move |row| {
        let columns = table.columns().iter().map(|column| (*column).to_owned());
        columns.zip(row).collect()
    })
}

/// The whole of a game: its [`facts`], besides `start` (the position line of its start), `extras` (the `x-` keys), `moves`
/// (what the table of plies says of each move that stands), and `actions`: every line of the record as it is.
pub fn json(game: &ArchivedGame<'_>) -> Value {
    let mut value = facts(game);
    let first = game.record.game().first;
    let actions = record::canonical_actions(&game.record, &game.replayed).map(|action| {
        json!({
            "line": action.line(first), "time": action.time.as_ref().map(write_instant),
            "comment": action.comment,
        })
    });
    value.insert("actions".into(), actions.collect());
    value.insert("extras".into(), json!(game.record.header().extras));
    value.insert("moves".into(), objects(Table::Plies, game).map(Value::Object).collect());
    value.insert("start".into(), fen::write(game.record.start()).into());
    Value::Object(value)
}

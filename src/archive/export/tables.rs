//! The tables `games` and `plies`, as CSV or as JSON values in lines, for databases and spreadsheets. Their columns stay as
//! they are; new ones come behind the others.

use serde_json::{Map, Value, json};

use crate::archive::game::{ArchivedGame, GamePly};
use crate::clock::TimeSpan;
use crate::notation::{coordinate, fen, san, write_move};
use crate::record::write_instant;
use crate::render::csv_line;
use crate::rules::{Outcome, Side};

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// A row a game.
    Games,
    /// A row for each move that stands.
    Plies,
}

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// CSV as RFC 4180 has it, with a line of headings. A cell that a spreadsheet would take for a formula gets an apostrophe in
    /// front.
    Csv,
    /// A JSON object a row.
    JsonLines,
}

/// A column that the rows are parted by, which becomes part of the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartitionKey {
    /// The game's name.
    Game,
    /// The year.
    Year,
}

/// What readers of folder trees take for no value.
const NO_VALUE: &str = "__HIVE_DEFAULT_PARTITION__";

const GAMES: &[&str] = &[
    "id",
    "game",
    "year",
    "variation",
    "options",
    "event",
    "site",
    "round",
    "date",
    "south",
    "north",
    "south_email",
    "north_email",
    "arbiter",
    "started",
    "time",
    "result",
    "south_score",
    "ending",
    "plies",
    "position",
    "source",
];
const PLIES: &[&str] = &[
    "id",
    "game",
    "year",
    "ply",
    "number",
    "side",
    "move",
    "coordinate",
    "san",
    "time",
    "seconds_used",
    "seconds_left",
    "offer",
    "conditional",
    "comment",
    "position",
];

impl PartitionKey {
    /// The column.
    pub const fn name(self) -> &'static str {
        match self {
            PartitionKey::Game => "game",
            PartitionKey::Year => "year",
        }
    }

    /// The folder of a game's rows: `game=wing`.
    pub fn folder(self, game: &ArchivedGame<'_>) -> String {
        let value = match self {
            PartitionKey::Game => Some(game.record.game().name.to_owned()),
            PartitionKey::Year => game.year().map(|year| year.to_string()),
        };
        format!("{}={}", self.name(), value.as_deref().unwrap_or(NO_VALUE))
    }
}

impl Table {
    /// Both.
    pub const ALL: [Table; 2] = [Table::Games, Table::Plies];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Plies => "plies",
        }
    }

    /// The columns.
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Table::Games => GAMES,
            Table::Plies => PLIES,
        }
    }

    /// A game's rows, each with a value for every column.
    pub(super) fn rows(self, game: &ArchivedGame<'_>) -> Vec<Vec<Value>> {
        match self {
            Table::Games => vec![game_row(game)],
            Table::Plies => ply_rows(game),
        }
    }

    /// The line of headings without some columns; empty where the format has none.
    pub fn head(self, format: TableFormat, without: &[PartitionKey]) -> String {
        match format {
            TableFormat::Csv => csv_line(self.columns().iter().copied().filter(kept(without))),
            TableFormat::JsonLines => String::new(),
        }
    }

    /// A game's rows as text, without some columns.
    pub fn text(
        self,
        game: &ArchivedGame<'_>,
        format: TableFormat,
        without: &[PartitionKey],
    ) -> String {
        let mut out = String::new();
        for row in self.rows(game) {
            let columns = self.columns().iter().copied();
            let cells = columns.zip(row).filter(|(column, _)| kept(without)(column));
            match format {
                TableFormat::Csv => {
                    let text = |value: Value| match value {
                        Value::Null => String::new(),
                        Value::String(text) => text,
                        other => other.to_string(),
                    };
                    let cells: Vec<String> = cells.map(|(_, value)| text(value)).collect();
                    out.push_str(&csv_line(cells.iter().map(String::as_str)));
                }
                TableFormat::JsonLines => {
                    let row: Map<_, _> = cells.map(|(name, value)| (name.into(), value)).collect();
                    out.push_str(&Value::Object(row).to_string());
                    out.push('\n');
                }
            }
        }
        out
    }
}

/// Whether a column is none of those left out.
fn kept(without: &[PartitionKey]) -> impl Fn(&&'static str) -> bool {
    move |column| !without.iter().any(|key| key.name() == *column)
}

fn game_row(game: &ArchivedGame<'_>) -> Vec<Value> {
    let header = game.record.header();
    let replayed = &game.replayed;
    let email = |side| header.players.of(side).and_then(|player| player.email.as_deref());
    let options: Vec<String> =
        game.record.game().options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    vec![
        json!(header.id),
        json!(game.record.game().name),
        json!(game.year()),
        json!(game.record.game().variation),
        json!(Some(options.join(", ")).filter(|options| !options.is_empty())),
        json!(header.event),
        json!(header.site),
        json!(header.round),
        json!(game.date()),
        json!(game.player(Side::South)),
        json!(game.player(Side::North)),
        json!(email(Side::South)),
        json!(email(Side::North)),
        json!(header.arbiter.as_ref().map(|arbiter| &arbiter.name)),
        json!(header.started.as_ref().map(write_instant)),
        json!(header.time.map(|time| time.to_string())),
        json!(replayed.outcome.map_or("*", Outcome::name)),
        json!(replayed.outcome.map(|outcome| match outcome {
            Outcome::Won(Side::South) => 1.0,
            Outcome::Won(Side::North) => 0.0,
            Outcome::Draw => 0.5,
        })),
        json!(replayed.termination.map(|ending| ending.name())),
        json!(replayed.line.plies()),
        json!(fen::write(replayed.line.position())),
        json!(game.source),
    ]
}

fn ply_rows(game: &ArchivedGame<'_>) -> Vec<Vec<Value>> {
    let western = game.is_western();
    let times = game.move_times();
    let (id, name, year) = (&game.record.header().id, game.record.game().name, game.year());
    let row = |ply: GamePly<'_>| {
        let time = times.get(ply.index).copied().unwrap_or_default();
        vec![
            json!(id),
            json!(name),
            json!(year),
            json!(ply.ply),
            json!(ply.action.number),
            json!(ply.action.side.name()),
            json!(write_move(ply.before, ply.mv)),
            json!(coordinate::write(ply.before, ply.mv)),
            json!(western.then(|| san::write(ply.before, ply.mv))),
            json!(ply.action.time.as_ref().map(write_instant)),
            json!(time.used.map(TimeSpan::as_seconds)),
            json!(time.left.map(TimeSpan::as_seconds)),
            json!(ply.action.offer),
            json!(ply.action.conditional),
            json!(ply.action.comment),
            json!(fen::write(ply.before)),
        ]
    };
    game.plies().map(row).collect()
}

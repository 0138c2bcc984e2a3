//! A game record: its header and its actions.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::{Act, Action};
use super::player::{Player, Players};
use super::schema;
use super::signatures::{KeyChange, Signatory, SignatureLine};
use super::termination::Termination;
use crate::clock::{ClockOptions, TimeControl, TimeSpan};
use crate::document::{NextLine, Place};
use crate::rules::{Game, Outcome, Position};

/// The header of a record. Facts that are not known are left out.
#[derive(Clone, PartialEq, Eq, Default, Debug, JsonSchema)]
#[schemars(rename = "record", transform = schema::finish)]
pub struct Header {
    /// The game's name.
    #[schemars(extend("enum" = schema::games()))]
    pub game: String,
    /// The revision of the game's rulings that decides it; one left out is 1.
    #[schemars(schema_with = "schema::rules")]
    pub rules: Option<u32>,
    /// The record's name, unique in its repository and the stem of its file: letters, digits, `-`, `_` and `.`.
    #[schemars(regex(pattern = "^[A-Za-z0-9_-][A-Za-z0-9._-]*$"), length(max = 100))]
    pub id: String,
    /// 128 random bits in hexadecimal, so that no signature fits another game.
    #[schemars(with = "String", regex(pattern = "^[0-9a-f]{32}$"))]
    pub nonce: Option<String>,
    /// The variation, for games that have several.
    #[schemars(extend("enum" = schema::variations()))]
    #[schemars(with = "String")]
    pub variation: Option<String>,
    /// The choices that the players made before the game; one left out has its usual value.
    #[schemars(extend("propertyNames" = { "enum": schema::options() }))]
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who plays.
    #[serde(default)]
    pub players: Players,
    /// Who rules on the game; never one of the players (G5). The players may agree on another later.
    #[schemars(with = "Player")]
    #[serde(default)]
    pub arbiter: Option<Player>,
    /// Whether every action must carry its author's signature: `required`.
    #[schemars(with = "String", extend("const" = "required"))]
    pub sign: Option<SignRule>,
    /// How much later than it was done an action may be entered, such as `1d`.
    #[schemars(with = "String", length(min = 1, max = 100))]
    pub lag: Option<TimeSpan>,
    /// The tournament or match.
    #[schemars(with = "String", length(min = 1, max = 2000))]
    pub event: Option<String>,
    /// Where it is played.
    #[schemars(with = "String", length(min = 1, max = 2000))]
    pub site: Option<String>,
    /// The round of the event.
    #[schemars(with = "String", length(min = 1, max = 2000))]
    pub round: Option<String>,
    /// The day it was played, or as much of it as is known: a year, a month, a day.
    #[schemars(with = "String", regex(pattern = "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"))]
    pub date: Option<String>,
    /// The instant at which the first mover's clock starts.
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub started: Option<DateTime<Utc>>,
    /// The time control, such as `40d+2d`; one left out is `none`.
    #[schemars(with = "String", length(min = 1, max = 100))]
    pub time: Option<TimeControl>,
    /// What else was agreed about the clocks: days off, grace, leave, what a fallen flag does.
    #[schemars(schema_with = "schema::clock")]
    pub clock: ClockOptions,
    /// How often each player may offer a draw; as often as they like where it is left out.
    #[schemars(schema_with = "schema::offers")]
    pub offers: Option<u32>,
    /// Whether nothing but mate and stalemate ends the game by itself, as in games of the past (G12).
    #[schemars(rename = "endings", schema_with = "schema::endings_claimed")]
    #[serde(default)]
    pub draws_claimed: bool,
    /// Keys of the author's own, which begin with `x-`.
    #[schemars(skip)]
    pub extras: BTreeMap<String, String>,
    /// Who won; `*` while nobody has and it is not drawn.
    #[schemars(with = "String", extend("enum" = schema::results()))]
    pub result: Option<Outcome>,
    /// Why it is over.
    #[schemars(with = "String", extend("enum" = schema::endings()))]
    pub ending: Option<Termination>,
    /// What is published otherwise than the moves show, where the result is kept as it was published.
    #[schemars(with = "String", length(min = 1, max = 2000))]
    pub disputed: Option<String>,
    /// The array from which it starts, as a diagram.
    pub setup: String,
}

/// What is agreed about signatures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SignRule {
    /// Every action must carry its author's signature.
    Required,
}

/// The record of a game, as read: the header is sound, the array is a legal start, every line of the moves is
/// understood. Whether the moves are legal and the result follows from them is for [`replay`](crate::record::replay()) to say.
#[derive(Clone, Debug)]
pub struct Record<'t> {
    /// The text of the file, all of it.
    pub(super) text: Cow<'t, str>,
    /// Where the line of the next action goes; none where the moves are not a literal block.
    pub(super) next_line: Option<NextLine>,
    /// Where the line of the next signature goes; none where there are none yet.
    pub(super) next_signature: Option<NextLine>,
    pub(super) header: Header,
    pub(super) game: &'static Game,
    pub(super) start: Position,
    pub(super) actions: Vec<Action<'t>>,
    pub(super) signatures: Vec<SignatureLine<'t>>,
    pub(super) places: Places,
    /// The comment lines in front of the first key.
    pub(super) preamble: String,
    /// The other comments but for those of the moves, each from its `#` on.
    pub(super) comments: Vec<String>,
}

/// Where the values stand that the moves may contradict.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) result: Place,
    pub(super) ending: Option<Place>,
    /// Those of the keys of South, North and the arbiter.
    pub(super) keys: [Option<Place>; 3],
}

impl<'t> Record<'t> {
    /// The text of its file, all of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the moves.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game, in the variation and with the options that the header states.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The lines of the moves.
    pub fn actions(&self) -> &[Action<'t>] {
        &self.actions
    }

    /// The signature lines, rising by action and kind.
    pub fn signatures(&self) -> &[SignatureLine<'t>] {
        &self.signatures
    }

    /// Where a key of the record is named.
    pub fn place_of_key(&self, change: &KeyChange) -> Place {
        let place = match change.after.checked_sub(1) {
            Some(index) => self.actions.get(index).map(|action| action.place),
            None => match change.whose {
                Signatory::Side(side) => self.places.keys[side.at()],
                Signatory::Arbiter => self.places.keys[2],
            },
        };
        place.unwrap_or(Place::START)
    }

    /// The lines of the moves that stand, those taken back left out, one for each ply, with their indices.
    pub fn standing_moves(&self) -> Vec<(usize, &Action<'t>)> {
        let (mut standing, mut asked) = (Vec::with_capacity(self.actions.len()), 0);
        for (index, action) in self.actions.iter().enumerate() {
            match action.act {
                Act::Move(_) => standing.push((index, action)),
                Act::TakeBackRequested { plies } => asked = plies as usize,
                Act::TakeBackAgreed => standing.truncate(standing.len().saturating_sub(asked)),
                _ => {}
            }
        }
        standing
    }

    /// Whether any line says when it was played: then the record was kept move by move, and what brought the game to
    /// its end must be in it.
    pub fn is_dated(&self) -> bool {
        self.actions.iter().any(|action| action.time.is_some())
    }

    /// Whether it is a record of a game of the past, as import brings it in: without a start, a nonce, or the time of any
    /// line. Nobody is waited for in such a game, also where it has no end.
    pub fn is_of_past(&self) -> bool {
        self.header.started.is_none() && self.header.nonce.is_none() && !self.is_dated()
    }

    /// The same record on its own, borrowing nothing.
    pub fn into_owned(self) -> Record<'static> {
        Record {
            text: Cow::Owned(self.text.into_owned()),
            next_line: self.next_line,
            next_signature: self.next_signature,
            actions: self.actions.into_iter().map(Action::into_owned).collect(),
            signatures: self.signatures.into_iter().map(SignatureLine::into_owned).collect(),
            header: self.header,
            game: self.game,
            start: self.start,
            places: self.places,
            preamble: self.preamble,
            comments: self.comments,
        }
    }
}

/// The JSON Schema of records, for editors and other programs. `schemas/record.schema.json` holds it; a test keeps the two the same, and
/// `UPDATE_SCHEMAS=1 cargo test --test library schema` writes it anew.
pub fn json_schema() -> Value {
    let mut schema = schemars::schema_for!(Header).to_value();
    drop_defaults(&mut schema);
    schema
}

/// What a key left out means is for us to say, not for an editor to fill in.
fn drop_defaults(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.remove("default");
            object.values_mut().for_each(drop_defaults);
        }
        Value::Array(array) => array.iter_mut().for_each(drop_defaults),
        _ => {}
    }
}

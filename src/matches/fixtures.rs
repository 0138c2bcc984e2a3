//! The games of a match: what the file says of each, what its record says, and how far it is.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fault::{MatchFault, ValuePath};
use super::points::Points;
use crate::notation::diagram;
use crate::record::{Player, Record, Replayed, Termination};
use crate::rules::{Outcome, Setup, Side};

/// A result that the match file states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatedResult {
    /// South won.
    South,
    /// North won.
    North,
    /// Nobody won.
    Draw,
    /// Both lost, as when neither appeared.
    BothLost,
    /// The game does not count.
    Void,
}

/// How a result came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// By play, resignation, agreement, claim or time.
    #[default]
    Play,
    /// A side did not play.
    Forfeit,
    /// The arbiter decided.
    Adjudication,
}

/// Points of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedPoints {
    /// South's Game Points.
    pub south: Points,
    /// North's Game Points.
    pub north: Points,
}

/// Who played a role of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleAssignment {
    /// The role's name, such as `Forest OverLord`.
    pub role: String,
    /// The id of the player or team.
    pub player: String,
}

/// A game of the match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// The game's id in this match.
    pub id: String,
    /// Which of our games, as records name it; none for an external game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The variation, for games that have some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variation: Option<String>,
    /// The id of the game's record, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The name of an external game, whose rules we do not know (M3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external: Option<String>,
    /// The ids of the two who play, in a match of more than two; not needed where `south` and `north` tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<[String; 2]>,
    /// The id of who is South.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub south: Option<String>,
    /// The id of who is North.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub north: Option<String>,
    /// Who plays which role, instead of `south` and `north`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<RoleAssignment>,
    /// The result; for a game with a record the record tells, and this may only void, forfeit or adjudicate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<StatedResult>,
    /// How the stated result came about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<Manner>,
    /// The Game Points of an external game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<StatedPoints>,
    /// Why, in words; asked for where a game is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The round of a tournament, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The board of a team match, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
}

impl Fixture {
    /// The ids of those who play the game, as far as the file says.
    pub fn players(&self) -> Vec<&str> {
        let ids: Vec<&String> = match &self.between {
            Some(pair) => pair.iter().collect(),
            None => {
                let roles = self.roles.iter().map(|role| &role.player);
                self.south.iter().chain(&self.north).chain(roles).collect()
            }
        };
        ids.into_iter().map(String::as_str).collect()
    }

    /// Whether the result that the file states is an arbiter's.
    pub fn is_ruled(&self) -> bool {
        self.how.is_some_and(|how| how != Manner::Play)
            || matches!(self.result, Some(StatedResult::Void | StatedResult::BothLost))
    }
}

/// How far a game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameState {
    /// Not begun.
    Unplayed,
    /// Begun, not over.
    Running,
    /// Over.
    Over {
        /// Who won; none when both lost.
        outcome: Option<Outcome>,
        /// How it came about.
        manner: Manner,
        /// The ending in words, such as `checkmate` or `resigned`; may be empty.
        ending: String,
    },
    /// It does not count.
    Void {
        /// Why, in words; may be empty.
        reason: String,
    },
}

impl GameState {
    /// Whether nothing more is to be played in the game.
    pub fn is_closed(&self) -> bool {
        matches!(self, GameState::Over { .. } | GameState::Void { .. })
    }

    /// Whether it ended in a draw.
    pub(super) fn is_drawn(&self) -> bool {
        matches!(self, GameState::Over { outcome: Some(Outcome::Draw), .. })
    }

    /// A state in words, such as `south won by forfeit`.
    pub(super) fn words(&self) -> String {
        match self {
            GameState::Unplayed => "unplayed".into(),
            GameState::Running => "being played".into(),
            GameState::Void { .. } => "void".into(),
            GameState::Over { outcome, manner, .. } => {
                let result = match outcome {
                    Some(Outcome::Won(side)) => format!("{} won", side.name()),
                    Some(Outcome::Draw) => "draw".into(),
                    None => "both lost".into(),
                };
                match manner {
                    Manner::Play => result,
                    Manner::Forfeit => format!("{result} by forfeit"),
                    Manner::Adjudication => format!("{result} by adjudication"),
                }
            }
        }
    }
}

/// What is known of a game of the match from its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// The game as the record names it.
    pub game: String,
    /// The variation as the record names it.
    pub variation: Option<String>,
    /// The options as the record has them.
    pub options: BTreeMap<String, String>,
    /// The array from which it started, as a diagram.
    pub array: String,
    /// The players, South first.
    pub players: [Player; 2],
    /// How far it is.
    pub state: GameState,
}

/// The games that have records, by their ids in the match (not the records').
pub type RecordedGames = BTreeMap<String, RecordedGame>;

/// How far a game is, from the match file and the record together. The match file may void a game, and forfeit or
/// adjudicate one that no record has decided; otherwise the record decides.
///
/// # Errors
/// A [`MatchFault`] where both tell and differ; its path begins at the game.
pub fn game_state(
    fixture: &Fixture,
    record: Option<&RecordedGame>,
) -> Result<GameState, MatchFault> {
    let fault = |key, message| Err(MatchFault::new(ValuePath::key(key), message).rule("M4"));
    let id = &fixture.id;
    if let (Some(game), Some(record)) = (&fixture.game, record)
        && (*game != record.game || fixture.variation != record.variation)
    {
        let named = |game: &str, variation: &Option<String>| match variation {
            Some(variation) => format!("{game} {variation}"),
            None => game.to_owned(),
        };
        let stated = named(game, &fixture.variation);
        let recorded = named(&record.game, &record.variation);
        let message =
            format!("{id}: the match file says {stated}, but the record is of {recorded}");
        return fault("game", message);
    }
    let recorded = record.map_or(GameState::Unplayed, |record| record.state.clone());
    let Some(stated) = stated(fixture) else { return Ok(recorded) };
    // What is said of how it came about must be so too, where it is said.
    let rules_over = matches!(stated, GameState::Void { .. })
        || matches!(
            &stated,
            GameState::Over { manner: Manner::Forfeit | Manner::Adjudication, .. }
        );
    match (&stated, &recorded) {
        (
            GameState::Over { outcome: a, manner: stated, .. },
            GameState::Over { outcome: b, manner: found, .. },
        ) if a == b && (fixture.how.is_none() || stated == found) => Ok(recorded),
        (_, GameState::Unplayed) if record.is_none() => Ok(stated),
        // What was left unfinished stays open to the arbiter's ruling.
        (_, GameState::Unplayed | GameState::Running | GameState::Void { .. }) if rules_over => {
            Ok(stated)
        }
        (GameState::Void { .. }, _) => Ok(stated),
        _ => {
            let key = if fixture.result.is_some() { "result" } else { "points" };
            let (stated, recorded) = (stated.words(), recorded.words());
            fault(key, format!("{id}: the match file says {stated}, the record {recorded}"))
        }
    }
}

/// The state that the match file itself states.
fn stated(fixture: &Fixture) -> Option<GameState> {
    let note = fixture.note.clone().unwrap_or_default();
    let outcome = match fixture.result {
        Some(StatedResult::Void) => return Some(GameState::Void { reason: note }),
        Some(StatedResult::South) => Some(Outcome::Won(Side::South)),
        Some(StatedResult::North) => Some(Outcome::Won(Side::North)),
        Some(StatedResult::Draw) => Some(Outcome::Draw),
        Some(StatedResult::BothLost) => None,
        // Points alone tell who won: whoever has more.
        None => {
            let points = fixture.points?;
            Some(match points.south.cmp(&points.north) {
                Ordering::Greater => Outcome::Won(Side::South),
                Ordering::Less => Outcome::Won(Side::North),
                Ordering::Equal => Outcome::Draw,
            })
        }
    };
    let manner = fixture.how.unwrap_or_default();
    Some(GameState::Over { outcome, manner, ending: note })
}

/// What the record says of its game. A game is being played from the moment its record exists. One that ended without a
/// result, because it was abandoned or called off, is void until the match file says how the arbiter decided.
pub fn recorded_game(record: &Record<'_>, replayed: &Replayed) -> RecordedGame {
    let header = record.header();
    let manner = match replayed.termination {
        Some(Termination::Adjudication) => Manner::Adjudication,
        _ => Manner::Play,
    };
    let words = |ending: Termination| match ending {
        Termination::Unknown => String::new(),
        ending => ending.name().to_owned(),
    };
    let state = match (replayed.termination, replayed.outcome) {
        (None, _) => GameState::Running,
        (Some(ending), Some(outcome)) => {
            GameState::Over { outcome: Some(outcome), manner, ending: words(ending) }
        }
        (Some(ending), None) => GameState::Void { reason: words(ending) },
    };
    RecordedGame {
        game: record.game().name.to_owned(),
        variation: record.game().variation.map(str::to_owned),
        options: header.options.clone(),
        array: diagram::write(&Setup::of(record.start())),
        players: Side::BOTH.map(|side| header.players.of(side).cloned().unwrap_or_default()),
        state,
    }
}

//! A demonstration: the opening moves of a real game, played through the same code as any other.

use std::path::Path;

use chrono::{DateTime, Days, Utc};

use super::act::submit;
use super::actor::ActionBy;
use super::change::Recorded;
use super::error::ActionError;
use super::game::{MoveRequest, RecordedMove};
use super::new::{CreatedRecord, NewGame, new_game};
use super::repository::init_repository;
use crate::matches::GameTerms;
use crate::record::{self, Act, Player, Record};
use crate::rules::Setup;
use crate::store::{Person, Store, Timestamp};

/// The second game between the chess clubs of Green Ponds and Launceston, Tasmania, 1848, played by post.
const RECORD: &str = include_str!("../../games/valonian/historic/tasmania-1848-round-2.yaml");
/// How many of its moves are played again.
const PLIES: usize = 9;
/// A move that was not sent: a Pawn is in the Bishop's way.
const ILLEGAL: &str = "Bc8-g4";

/// What a demonstration did.
#[derive(Debug)]
pub struct Demonstration {
    /// The repository made.
    pub store: Store,
    /// The game opened in it.
    pub opened: Recorded<CreatedRecord>,
    /// The moves taken.
    pub moves: Vec<Recorded<RecordedMove>>,
    /// The text of the move refused.
    pub illegal: &'static str,
    /// Why it was refused; none would be a fault of this program.
    pub refusal: Option<ActionError>,
}

/// Makes a repository in `dir`, opens a game, and submits moves, one a day up to `now`, and one that is not legal.
///
/// # Errors
/// Those of the use cases.
pub fn demonstrate(dir: &Path, now: DateTime<Utc>) -> Result<Demonstration, ActionError> {
    let days = |back: usize| now.checked_sub_days(Days::new(back as u64)).unwrap_or(now);
    let start = days(PLIES + 1);
    let historic = historic()?;
    let host = Person { name: "riverpost demo".into(), email: "demo@example.org".into() };
    let when = Timestamp(start.timestamp());
    let store = init_repository(dir, when, Some(&host))?.store;
    let store = store.at(Timestamp(now.timestamp()));
    let opened = new_game(&store, &opening(&historic, start), false)?;
    let request = |text: &str, at| MoveRequest {
        text: text.into(),
        by: ActionBy::Identity,
        offer: false,
        comment: None,
        at,
    };
    let mut moves = Vec::new();
    for (index, action) in historic.actions().iter().take(PLIES).enumerate() {
        if let Act::Move(text) = &action.act {
            let sent = request(text, days(PLIES - index));
            moves.push(submit(&store, &opened.path, &sent, None, false)?.0);
        }
    }
    let refusal = submit(&store, &opened.path, &request(ILLEGAL, now), None, true).err();
    Ok(Demonstration { store, opened, moves, illegal: ILLEGAL, refusal })
}

/// The game whose moves are played again.
pub(super) fn historic() -> Result<Record<'static>, ActionError> {
    let unsound = |error| ActionError::record("the demonstration's record", error);
    record::read(RECORD.as_bytes()).map_err(unsound)
}

/// The same game, begun anew.
pub(super) fn opening(historic: &Record<'_>, started: DateTime<Utc>) -> NewGame {
    let header = historic.header();
    let player = |player: &Option<Player>| player.clone().unwrap_or_default();
    NewGame {
        own_key: false,
        setup: Setup::of(historic.start()),
        south: player(&header.players.south),
        north: player(&header.players.north),
        seed: None,
        arbiter: None,
        terms: GameTerms::default(),
        id: Some("demo".into()),
        event: header.event.clone(),
        site: header.site.clone(),
        round: header.round.clone(),
        started,
        date: None,
        extras: Default::default(),
        folder: None,
    }
}

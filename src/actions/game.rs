//! A game: its record is read and played through once, and a line is added to it.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use super::actor::{ActionBy, Actor, Seats};
use super::change::{NewVersion, time_trailer};
use super::error::ActionError;
use super::instant::{EntryFault, EntryTerms};
use super::signing::{Signed, Signing, Unsigned};
use crate::clock::{Ledger, TimeControl};
use crate::notation::{self, MoveError, coordinate};
use crate::proof;
use crate::record::{
    self, Act, Action, AppendError, Appended, Diagnostic, LONGEST_COMMENT, Place, Player, Players,
    Record, Replayed, Termination,
};
use crate::rules::{Move, Outcome, Position, Side};
use crate::store::{RepoPath, Store};

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
    /// Who won, once it is over.
    pub outcome: Option<Outcome>,
    /// Why it is over.
    pub termination: Option<Termination>,
}

impl Status {
    /// In a word or two: `ongoing`, or the ending's name.
    pub fn name(self) -> &'static str {
        self.termination.map_or("ongoing", Termination::name)
    }
}

/// A game after a line was added to its record.
#[derive(Clone, Debug)]
pub struct GameAfter {
    /// The plies that stand.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// Whether the game goes on.
    pub status: Status,
    /// Who is to move now, if the record names that side.
    pub next: Option<Player>,
    /// The whole chain hash, in hexadecimal.
    pub chain: String,
}

/// A record that has been read and played through.
pub(super) struct LoadedGame {
    path: RepoPath,
    pub(super) record: Record<'static>,
    pub(super) replayed: Replayed,
}

/// What [`LoadedGame::add`] makes: how the game stands then, and the game itself.
pub(super) struct Added {
    pub(super) after: GameAfter,
    pub(super) signed: Signed,
    /// The time that the line has, where that is not its own but the one of the line before.
    pub(super) raised: Option<DateTime<Utc>>,
    pub(super) game: LoadedGame,
}

impl LoadedGame {
    /// The game in the bytes of a record; none means that the file has gone.
    pub(super) fn read(path: &RepoPath, bytes: Option<&[u8]>) -> Result<LoadedGame, ActionError> {
        let bytes = bytes.ok_or_else(|| ActionError::Gone { path: path.clone() })?;
        let unsound = |error| ActionError::record(path, error);
        let record = record::read(bytes).map_err(unsound)?;
        let replayed = record::replay(&record).map_err(unsound)?;
        let record = record.into_owned();
        Ok(LoadedGame { path: path.clone(), record, replayed })
    }

    /// The game in the repository now.
    pub(super) fn load(store: &Store, path: &RepoPath) -> Result<LoadedGame, ActionError> {
        let blob = store.read(path)?;
        LoadedGame::read(path, blob.as_ref().map(|blob| blob.bytes.as_slice()))
    }

    /// The game in the repository now, which is read only if the record has changed.
    pub(super) fn refresh(&mut self, store: &Store) -> Result<(), ActionError> {
        let blob = store.read(&self.path)?;
        let bytes = blob.as_ref().map(|blob| blob.bytes.as_slice());
        if !self.is_in(bytes) {
            *self = LoadedGame::read(&self.path, bytes)?;
        }
        Ok(())
    }

    /// Whether the record was read from these bytes.
    pub(super) fn is_in(&self, bytes: Option<&[u8]>) -> bool {
        bytes == Some(self.record.text().as_bytes())
    }

    /// Refuses a game that is over.
    ///
    /// # Errors
    /// [`ActionError::Over`].
    pub(super) fn refuse_over(&self) -> Result<(), ActionError> {
        let Some(termination) = self.replayed.termination else { return Ok(()) };
        let line = &self.replayed.line;
        let rule = line.ending().map(|ending| ending.rule());
        Err(ActionError::Over { ply: line.plies(), ending: termination.name(), rule })
    }

    pub(super) fn id(&self) -> &str {
        &self.record.header().id
    }

    pub(super) fn players(&self) -> &Players {
        self.replayed.players()
    }

    /// The side to move.
    pub(super) fn turn(&self) -> Side {
        self.replayed.line.position().turn()
    }

    /// Who plays it.
    pub(super) fn seats(&self) -> Seats<'_> {
        Seats {
            players: self.replayed.players(),
            arbiter: self.replayed.arbiter(),
            turn: self.turn(),
        }
    }

    /// The new version of the record with an action added, done at that instant, and signed unless it is entered for its
    /// author. What the record refuses is told by `refuse`.
    pub(super) fn add(
        &self,
        mut action: Action<'_>,
        actor: Actor,
        (entry, signing): (EntryTerms, Signing<'_>),
        given: DateTime<Utc>,
        refuse: impl Fn(Box<AppendError>) -> ActionError,
    ) -> Result<NewVersion<Added>, ActionError> {
        let unsound = |error| ActionError::record(&self.path, error);
        let claim = action.act.claims_flag();
        let instant = entry.instant(&self.record, &self.replayed, claim, given);
        let at = instant.map_err(|fault| match fault {
            EntryFault::Record(error) => unsound(error),
            EntryFault::Action(error) => error,
        })?;
        let timed = self.replayed.keeps_times(&self.record);
        action.time = timed.then_some(at);
        let raised = Some(at).filter(|at| timed && *at > given);
        let appended = record::append(&self.record, &self.replayed, action);
        let Appended { record, replayed, action, before: hash, .. } =
            appended.map_err(|error| match error {
                AppendError::NoBlock => unsound(error.into()),
                _ => refuse(Box::new(error)),
            })?;
        proof::check_keys(&record, &replayed).map_err(|error| refuse(Box::new(error.into())))?;
        let signing = match signing {
            Signing::Given(_) => signing,
            _ if actor.entered_by.is_some() => Signing::Nothing,
            _ => signing,
        };
        let before = (&self.record, &self.replayed);
        let unsigned = Unsigned { before, hash, after: record, action: &action };
        let (record, signed) = signing.sign(unsigned)?;
        let game = LoadedGame { path: self.path.clone(), record, replayed };
        let line = action.line_without_time(game.record.game().first);
        let after = game.after();
        let mut trailers = game_trailers(game.id(), after.ply, &after.chain);
        trailers.push(time_trailer(at));
        Ok(NewVersion {
            id: game.id().to_owned(),
            line,
            bytes: game.record.text().as_bytes().to_owned(),
            new_files: Vec::new(),
            author: actor.author,
            entered_by: actor.entered_by,
            at,
            trailers,
            value: Added { after, signed, raised, game },
        })
    }

    /// How the game stands.
    pub(super) fn after(&self) -> GameAfter {
        let Replayed { line, outcome, termination, .. } = &self.replayed;
        GameAfter {
            ply: line.plies(),
            position: line.position().clone(),
            status: Status { outcome: *outcome, termination: *termination },
            next: self.players().of(self.turn()).cloned(),
            chain: record::last_hash(&self.record, &self.replayed).to_string(),
        }
    }
}

/// A move as it comes from a player.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    /// The move in any form that is read.
    pub text: String,
    /// Who makes it, who must be to move; a plan does so in answer to the move before it.
    pub by: ActionBy,
    /// Whether a draw is offered along with it.
    pub offer: bool,
    /// What the player says with it; one line without braces.
    pub comment: Option<String>,
    /// When it was made.
    pub at: DateTime<Utc>,
}

/// A move that was recorded.
#[derive(Clone, Debug)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// The same in coordinate form.
    pub coordinate: String,
    /// Whether it is signed.
    pub signed: Signed,
    /// The time that it has, where that is not its own but the one of the line before, which is a little later.
    pub raised: Option<DateTime<Utc>>,
    /// The game after it.
    pub after: GameAfter,
}

/// The new version of a record with a move of the side to move added, and the game with it.
///
/// # Errors
/// [`ActionError::Move`], [`ActionError::NotToMove`], [`ActionError::Action`] for what comes along with the move.
pub(super) fn add_move(
    game: &LoadedGame,
    actor: Actor,
    terms: (EntryTerms, Signing<'_>),
    request: &MoveRequest,
) -> Result<NewVersion<(RecordedMove, LoadedGame)>, ActionError> {
    let refuse = |error: Box<AppendError>| ActionError::Action { error };
    let position = game.replayed.line.position();
    let (text, offer) = notation::split_offer(&request.text);
    // The answers of a plan are canonical, and say by leaving it out that an Elephant keeps its facing.
    let conditional = request.by == ActionBy::Plan;
    let mv = match conditional {
        true => notation::read_input(position, text).map_err(|error| refused(game, error))?,
        false => read_move(game, text)?,
    };
    let coordinate = coordinate::write(position, mv);
    let (by, turn) = (actor.side, position.turn());
    if by != turn {
        return Err(ActionError::NotToMove { by, turn });
    }
    let mut action = Action::new(actor.side, Act::Move(notation::write_move(position, mv).into()));
    action.offer = request.offer || offer;
    action.conditional = conditional;
    action.comment = comment(request.comment.as_deref()).map_err(refuse)?;
    let version = game.add(action, actor, terms, request.at, refuse)?;
    Ok(version.map(|Added { after, signed, raised, game }| {
        (RecordedMove { mv, coordinate, signed, raised, after }, game)
    }))
}

/// A move of the side to move as a person typed it.
///
/// # Errors
/// [`ActionError::Move`].
pub(super) fn read_move(game: &LoadedGame, text: &str) -> Result<Move, ActionError> {
    notation::read_typed(&game.replayed.line, text).map_err(|error| refused(game, error))
}

fn refused(game: &LoadedGame, error: MoveError) -> ActionError {
    ActionError::Move { error, id: game.id().to_owned() }
}

/// The trailer that has how many plies a game has after a commit.
pub const PLY_TRAILER: &str = "Riverpost-Ply";
/// The trailer that has the chain hash after the line that a commit adds.
pub const CHAIN_TRAILER: &str = "Riverpost-Chain";

/// What a commit says of the game it changes.
pub(super) fn game_trailers(id: &str, ply: usize, chain: &str) -> Vec<(&'static str, String)> {
    vec![
        ("Riverpost-Game", id.to_owned()),
        (PLY_TRAILER, ply.to_string()),
        (CHAIN_TRAILER, chain.to_owned()),
    ]
}

/// What is said with an action, without white space around it; none when nothing is left.
pub(super) fn comment(said: Option<&str>) -> Result<Option<Cow<'_, str>>, Box<AppendError>> {
    let comment = said.map(str::trim).filter(|c| !c.is_empty());
    if comment.is_some_and(|c| c.chars().count() > LONGEST_COMMENT) {
        let what = "the comment is too long";
        return Err(Box::new(Diagnostic::too_much(Place::START, what, LONGEST_COMMENT).into()));
    }
    Ok(comment.map(Cow::Borrowed))
}

/// The clocks of a game at an instant.
#[derive(Clone, Debug)]
pub enum Clocks {
    /// The record states no time control, or that there is none.
    None,
    /// There is one, but what stands on the clocks cannot be told, for this reason.
    Unknown(String),
    /// What stands on them.
    Known(Box<Ledger>),
}

impl Clocks {
    /// The account, where there is one.
    pub fn ledger(&self) -> Option<&Ledger> {
        match self {
            Clocks::Known(ledger) => Some(ledger),
            _ => None,
        }
    }
}

/// The clocks of a game at the instant `at`, or at that of its last line if that is later: another system's clock may
/// be ahead of ours.
pub fn clocks(record: &Record<'_>, replayed: &Replayed, at: DateTime<Utc>) -> Clocks {
    if record.header().time.unwrap_or_default() == TimeControl::None {
        return Clocks::None;
    }
    let times = record.actions().iter().filter_map(|action| action.time);
    let last = times.chain(record.header().started).max();
    match record::clocks(record, replayed, last.map_or(at, |last| last.max(at))) {
        Ok(ledger) => Clocks::Known(Box::new(ledger)),
        Err(error) => Clocks::Unknown(error.message),
    }
}
